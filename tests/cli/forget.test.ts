import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { verifySite } from '../../src/lib/site/index.ts'
import { findCurrent, type Version } from '../../src/lib/snapshot/index.ts'
import { both, serviceRoutes } from '../support/crawling.ts'
import { readTree } from '../support/files.ts'
import { buildWithBundle, mirrorInto, runHere, settingsIn } from '../support/mirror.ts'
import { startScripted } from '../support/scripted-origin.ts'
import { temporaryFolder } from '../support/temporary.ts'

/** A mirror whose dataset named a person in its first version, and has been published with it. */
async function mirrorNaming(t: TestContext) {
  const folder = temporaryFolder(t)
  const origin = await startScripted(t, serviceRoutes({ a: '1', b: '2' }))
  const settings = settingsIn(folder, { origin: origin.base, history: { keep: 9, bytes: 2 ** 20 } })
  const run = async (name: string) => {
    origin.set(both('get_dataset/a', [{ id: '1', name, kind: 'x' }]))
    await mirrorInto(settings)
  }
  for (const name of ['Jane Doe', 'withheld', 'nobody']) await run(name)
  const config = join(folder, 'mirror.config.ts')
  writeFileSync(config, `export default ${JSON.stringify({ origin: origin.base })}`)
  const forget = (...args: string[]) =>
    runHere(['forget', ...args, '--state', settings.state, '--config', config])
  const build = () => buildWithBundle(settings)
  const versions = (): readonly Version[] =>
    findCurrent(settings.state)?.manifest.history?.find(({ code }) => code === 'a')?.versions ?? []
  return { settings, run, forget, build, versions }
}

// Files that contain a text, in a folder. The bundle is the program.
function filesWith(folder: string, text: string): string[] {
  return [...readTree(folder).keys()].filter(
    (path) => !/^(?:bundle|compiled)\//.test(path) && readFileSync(join(folder, path), 'utf8').includes(text),
  )
}

test('a forgotten version is nowhere in the state folder or in the next site, which states when and why', async (t) => {
  const { settings, forget, build, versions } = await mirrorNaming(t)
  const old = versions().filter(({ sha256, format }) =>
    readFileSync(join(settings.out, `versions/${sha256}.${format}`), 'utf8').includes('Jane Doe'),
  )
  assert.equal(old.length, 2)
  assert.ok(filesWith(settings.state, 'Jane Doe').length > 2)
  for (const { sha256 } of old) {
    const ended = await forget('a', '--only', sha256.slice(0, 12), '--reason', 'Personal data & more')
    assert.equal(ended.code, 0, ended.stderr)
    assert.match(ended.stdout, /Removed 1 former version of "a"/)
  }
  assert.deepEqual(filesWith(settings.state, 'Jane Doe'), [])
  await build()
  assert.deepEqual(filesWith(settings.out, 'Jane Doe'), [])
  assert.deepEqual(verifySite(settings.out).findings, [])
  assert.equal(readdirSync(join(settings.out, 'versions')).length, 2)
  const list = JSON.parse(readFileSync(join(settings.out, 'api/v1/get_dataset/a/versions.json'), 'utf8'))
  assert.deepEqual(
    list.forgotten.map(({ sha256, reason }: { sha256: string; reason: string }) => [sha256, reason]).sort(),
    old.map(({ sha256 }) => [sha256, 'Personal data & more']).sort(),
  )
  const page = readFileSync(join(settings.out, 'api/v1/get_dataset/a/index.html'), 'utf8')
  assert.match(page, /was removed on request on .*Personal data &amp; more/)
})

test('without --only all former versions are removed, also of the next run, and they do not come back', async (t) => {
  const { settings, run, forget, versions } = await mirrorNaming(t)
  assert.equal((await forget('a')).code, 0)
  assert.equal(versions().length, 0)
  assert.match((await forget('a')).stdout, /were removed on request before/)
  await run('Jane Doe')
  await run('nobody')
  assert.deepEqual(filesWith(join(settings.out, 'versions'), 'Jane Doe'), [])
  assert.equal(filesWith(join(settings.out, 'versions'), 'nobody').length, 2)
})

test('the current version is refused with what to do instead, and so is what does not exist', async (t) => {
  const { settings, forget, versions } = await mirrorNaming(t)
  const before = readTree(settings.state)
  const sha256 = findCurrent(settings.state)?.find('api/v1/get_dataset/a/index.json')?.sha256 ?? ''
  for (const [args, message] of [
    [['a', '--only', sha256], /current version of "a".*crawl, then run forget again/],
    [['a', '--only', '00000000ff'], /"a" has no former version "00000000ff"/],
    [['a', '--only', '2020-01-01'], /"a" has no former version "2020-01-01"/],
    [['a', '--only', 'yesterday'], /--only: expected a sha256/],
    [['b'], /"b" has no former versions/],
    [['c'], /the mirror has no dataset "c"/],
    [[], /name a dataset by its code/],
  ] as const) {
    const ended = await forget(...args)
    assert.equal(ended.code, 2)
    assert.match(ended.stderr, message)
  }
  const changed = [...readTree(settings.state)].filter(([path, sum]) => before.get(path) !== sum)
  assert.deepEqual(
    changed.map(([path]) => path).filter((path) => !path.startsWith('lock')),
    [],
  )
  assert.equal(versions().length, 4)
  assert.ok(existsSync(join(settings.out, 'versions')))
})

test('a version can be named by a day on which it was current', async (t) => {
  const { forget, versions } = await mirrorNaming(t)
  const [{ lastSeen = '' } = {}] = versions()
  const ended = await forget('a', '--only', lastSeen.slice(0, 10), '--json')
  assert.equal(ended.code, 0, ended.stderr)
  assert.ok(JSON.parse(ended.stdout).forgotten.length >= 2)
})
