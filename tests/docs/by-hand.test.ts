import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'

// What is run by hand, beside the commands of the mirror.
const run = (...args: string[]) =>
  spawnSync(process.execPath, ['scripts/develop.mjs', ...args], { encoding: 'utf8' })

for (const [name, unknown] of [
  ['bench', 'constructor'],
  ['drill', 'ten'],
] as const)
  test(`npm run ${name} describes its arguments, and reports unknown ones`, () => {
    const help = run(name, '--help')
    assert.equal(help.status, 0)
    assert.match(help.stdout, new RegExp(`^npm run ${name} `))
    const wrong = run(name, unknown)
    assert.deepEqual([wrong.status, wrong.stdout], [2, ''])
    assert.match(wrong.stderr, new RegExp(`^${name}: expected .*, saw "${unknown}"\\.\\n+npm run ${name} `))
  })

test('npm run screenshots keeps the screenshots if there is no mirror', () => {
  const { status, stderr } = run('screenshots', 'no-such-folder')
  assert.equal(status, 2)
  assert.match(stderr, /^screenshots: expected the folder of a built mirror, saw "no-such-folder"/)
})

test('npm run bench can measure only the pages of a built mirror', () => {
  const { status, stderr } = run('bench', 'phone', 'no-such-folder')
  assert.equal(status, 2)
  assert.match(stderr, /^bench: .*phone.*"no-such-folder"\.\n$/)
})
