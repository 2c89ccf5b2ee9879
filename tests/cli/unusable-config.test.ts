import assert from 'node:assert/strict'
import { existsSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { runHere } from '../support/mirror.ts'
import { temporaryFolder } from '../support/temporary.ts'

const CONFIGS: Readonly<Record<string, readonly [text: string, message: RegExp]>> = {
  'is empty': ['', /expected `export default defineConfig/],
  'has comments only': ['// origin: …\n', /expected `export default defineConfig/],
  'throws a text': ['throw "not today"', /cannot be read: not today\.$/m],
  'throws null': ['throw null', /cannot be read: null\.$/m],
  'is not finished': ['export default {', /cannot be read: /],
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

test('a config that is a link to itself is refused by its name', async (t) => {
  const config = join(temporaryFolder(t), 'mirror.config.ts')
  symlinkSync('mirror.config.ts', config)
  const { code, stderr } = await runHere(['plan', '--config', config])
  assert.equal(code, 2, stderr)
  assert.match(stderr, /mirror\.config\.ts cannot be read: ELOOP/)
})
