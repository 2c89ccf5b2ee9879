import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../support/temporary.ts'

const MODULE = new URL('../../scripts/compile-cache.mjs', import.meta.url).href

/** Opens a cache of at most five files in a process of its own. */
function open(folder: string): void {
  const script = `import { openCompileCache } from ${JSON.stringify(MODULE)}
    openCompileCache(${JSON.stringify(folder)}, 5)`
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, NODE_COMPILE_CACHE: undefined },
    encoding: 'utf8',
  })
  assert.equal(status, 0, stderr)
}

test('the cache of what Node compiled does not grow without bound', (t) => {
  const folder = join(temporaryFolder(t), 'cache')
  open(folder)
  assert.ok(existsSync(folder))
  mkdirSync(join(folder, 'version'))
  for (let n = 0; n < 10; n++) writeFileSync(join(folder, 'version', String(n)), '')
  open(folder)
  assert.ok(!existsSync(join(folder, 'version')))
  assert.ok(readdirSync(folder, { recursive: true }).length <= 5)
})

test('a cache that cannot be written is no obstacle', (t) => {
  const file = join(temporaryFolder(t), 'file')
  writeFileSync(file, '')
  open(join(file, 'cache'))
})
