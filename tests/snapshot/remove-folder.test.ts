import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { removeFolder } from '../../src/lib/snapshot/index.ts'
import { temporaryFolder } from '../support/temporary.ts'

const MODULE = new URL('../../src/lib/snapshot/remove-folder.ts', import.meta.url).href
const MANY = 20_000

test('a folder is removed with all that is in it', async (t) => {
  const folder = join(temporaryFolder(t), 'old')
  for (let code = 0; code < 100; code++) {
    mkdirSync(join(folder, `a/${code}/empty`), { recursive: true })
    writeFileSync(join(folder, `a/${code}/index.json`), '[]')
  }
  await removeFolder(folder)
  assert.equal(existsSync(folder), false)
  await removeFolder(folder)
})

test('what links in a removed folder lead to stays', async (t) => {
  const room = temporaryFolder(t)
  const [folder, other] = [join(room, 'old'), join(room, 'other')]
  mkdirSync(join(folder, 'a'), { recursive: true })
  mkdirSync(other)
  writeFileSync(join(other, 'file'), 'of somebody else')
  symlinkSync(other, join(folder, 'a', 'link'))
  symlinkSync(join(other, 'file'), join(folder, 'file'))
  symlinkSync(other, join(room, 'top'))
  await removeFolder(folder)
  await removeFolder(join(room, 'top'))
  assert.deepEqual(readdirSync(room), ['other'])
  assert.equal(readFileSync(join(other, 'file'), 'utf8'), 'of somebody else')
})

test('removing a folder of many takes hardly more memory than one of few', (t) => {
  const folder = join(temporaryFolder(t), 'old')
  for (let code = 0; code < MANY; code++) mkdirSync(join(folder, String(code)), { recursive: true })
  const script = `
    import { removeFolder } from ${JSON.stringify(MODULE)}
    const before = process.memoryUsage.rss()
    await removeFolder(${JSON.stringify(folder)})
    console.log(process.resourceUsage().maxRSS * 1000 - before)`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
  })
  assert.equal(existsSync(folder), false, stderr)
  assert.ok(Number(stdout) < 30e6, `${stdout} bytes more memory at its peak`)
})
