import assert from 'node:assert/strict'
import { existsSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { runHere, runMirror } from '../support/mirror.ts'
import { temporaryFolder } from '../support/temporary.ts'

const CONFIGS: Readonly<Record<string, readonly [text: string, message: RegExp]>> = {
  'is empty': ['', /expected `export default defineConfig/],
  'has comments only': ['// origin: …\n', /expected `export default defineConfig/],
  'throws a text': ['throw "not today"', /cannot be read: not today\.$/m],
  'throws null': ['throw null', /cannot be read: null\.$/m],
  'is not finished': ['export default {', /cannot be read: /],
  'has a getter that throws': [
    'export default {\n  get title() { throw new Error("no title") },\n}',
    /:2:\d+ cannot be read: no title\.$/m,
  ],
  'exports a promise that is rejected': [
    'export default Promise.reject(new Error("not today"))',
    /:1:\d+ cannot be read: not today\.$/m,
  ],
}
for (const [what, [text, message]] of Object.entries(CONFIGS))
  test(`a config that ${what} is refused by its name, and nothing is mirrored`, async (t) => {
    const folder = temporaryFolder(t)
    const [config, state] = [join(folder, 'mirror.config.ts'), join(folder, 'state')]
    writeFileSync(config, text)
    const { code, stderr } = await runHere(['crawl', '--config', config, '--state', state])
    assert.equal(code, 2, stderr)
    assert.match(stderr, message)
    assert.ok(stderr.startsWith(config), stderr)
    assert.ok(!existsSync(state))
  })

const ENDINGS: Readonly<Record<string, string>> = {
  'waits for a promise that is never settled': 'await new Promise(() => {})\nexport default {}',
  'exports a promise that is never settled': 'export default new Promise(() => {})',
  'ends the process as if all were well': 'process.exit(0)\nexport default {}',
  'ends the process later': 'setTimeout(() => process.exit(0))\nexport default new Promise(() => {})',
  'ignores that it cannot end the process': 'try { process.exit(0) } catch {}\nexport default {}',
  'throws in a callback': 'setTimeout(() => { throw 1 })\nexport default new Promise(() => {})',
}
for (const [what, text] of Object.entries(ENDINGS))
  test(`a config that ${what} is refused by its name, also with --json`, async (t) => {
    const config = join(temporaryFolder(t), 'mirror.config.ts')
    writeFileSync(config, text)
    const { code, stdout, stderr } = await runMirror(['plan', '--json', '--config', config])
    assert.equal(code, 2, stderr)
    assert.ok(stderr.startsWith(config), stderr)
    assert.match(stderr, / cannot be read: /)
    assert.equal(stderr.trim().split('\n').length, 1, stderr)
    const { error, ...rest } = JSON.parse(stdout)
    assert.deepEqual([error, rest], [stderr.trim(), { code: 'config', exitCode: 2 }])
  })

test('a config that is a link to itself is refused by its name', async (t) => {
  const config = join(temporaryFolder(t), 'mirror.config.ts')
  symlinkSync('mirror.config.ts', config)
  const { code, stderr } = await runHere(['plan', '--config', config])
  assert.equal(code, 2, stderr)
  assert.match(stderr, /mirror\.config\.ts could not be read \(ELOOP\)\. .*symbolic link to itself/)
})
