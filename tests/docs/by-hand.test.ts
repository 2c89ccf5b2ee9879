import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'

// What is run by hand, beside the commands of the mirror.
const run = (name: string, argument: string) =>
  spawnSync(process.execPath, [`scripts/${name}.mjs`, argument], { encoding: 'utf8' })

for (const name of ['bench', 'drill'])
  test(`npm run ${name} tells its arguments, and which one it does not know`, () => {
    const help = run(name, '--help')
    assert.equal(help.status, 0)
    assert.match(help.stdout, new RegExp(`^npm run ${name} `))
    const wrong = run(name, 'ten')
    assert.deepEqual([wrong.status, wrong.stdout], [2, ''])
    assert.match(wrong.stderr, new RegExp(`^${name}: expected .*, saw "ten"\\.\\n+npm run ${name} `))
  })

test('npm run screenshots leaves the pictures alone where there is no mirror to take them of', () => {
  const { status, stderr } = run('screenshots', 'no-such-folder')
  assert.equal(status, 2)
  assert.match(stderr, /^screenshots: expected the folder of a built mirror, saw "no-such-folder"/)
})

test('npm run bench weighs and opens the pages of a built mirror alone', () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/bench.mjs', 'phone', 'no-such-folder'], {
    encoding: 'utf8',
  })
  assert.equal(status, 2)
  assert.match(stderr, /^bench: .*phone.*"no-such-folder"\.\n$/)
})
