import assert from 'node:assert/strict'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { crawl, planCrawl } from '../../src/lib/crawl/index.ts'
import { findCurrent, type Manifest, openFolderMirror, versionFilesOf } from '../../src/lib/snapshot/index.ts'
import { restoreInto } from '../snapshot/published.ts'
import { answer, both, jsonOf, openCrawler, serviceRoutes } from '../support/crawling.ts'
import { type Reply, startScripted } from '../support/scripted-origin.ts'
import { crawlInShards } from '../support/sharding.ts'
import { temporaryFolder } from '../support/temporary.ts'

const day = (n: number) => new Date(Date.UTC(2026, 0, n))
const history = { keep: 2, bytes: 2 ** 20 }

/** A mirror of two datasets, whose only price a test sets. It keeps two versions of each. */
async function openPriced(t: TestContext) {
  const origin = await startScripted(t, serviceRoutes({ a: '1', b: '2' }))
  const set = (code: string, price: string) => origin.set(both(`get_dataset/${code}`, [{ id: code, price }]))
  for (const code of ['a', 'b']) set(code, '1')
  const crawler = openCrawler(t, origin)
  const run = (n: number, changes: Parameters<typeof crawler.run>[0] = {}) =>
    crawler.run({ history, ...changes }, day(n))
  return { origin, set, crawler, run }
}

/** The json versions of each dataset: the price, and the days on which the origin was first and last seen to send it. */
function versionsIn({ folder, manifest }: { folder: string; manifest: Manifest }, format = 'json') {
  const dayOf = (time: string) => new Date(time).getUTCDate()
  return Object.fromEntries(
    (manifest.history ?? []).map(({ code, versions }) => [
      code,
      versions
        .filter((version) => version.format === format)
        .map(({ sha256, firstSeen, lastSeen }) => {
          const text = readFileSync(join(folder, `versions/${sha256}.${format}`), 'utf8')
          const price = /price\W+(\w+)/.exec(text)?.[1]
          return `${price}: ${dayOf(firstSeen)} to ${dayOf(lastSeen)}`
        }),
    ]),
  )
}

test('the bytes that a run replaces are kept in both formats, with the days on which they were the answer', async (t) => {
  const { set, run } = await openPriced(t)
  await run(1)
  await run(2)
  set('a', '2')
  const third = await run(3)
  assert.deepEqual(versionsIn(third), { a: ['1: 1 to 2'] })
  assert.deepEqual(versionsIn(third, 'xml'), { a: ['1: 1 to 2'] })
  set('a', '3')
  set('b', '3')
  assert.deepEqual(versionsIn(await run(4)), { a: ['2: 3 to 3', '1: 1 to 2'], b: ['1: 1 to 3'] })
  set('a', '4')
  const fifth = await run(5)
  assert.deepEqual(versionsIn(fifth), { a: ['3: 4 to 4', '2: 3 to 3'], b: ['1: 1 to 3'] })
  assert.equal(readdirSync(join(fifth.folder, 'versions')).length, 6)
})

test('the order of versions that one run replaces does not depend on which answer came first', async (t) => {
  const { origin, run } = await openPriced(t)
  await run(1)
  const formatsOf = async (n: number, late: string) => {
    const routes = both('get_dataset/a', [{ id: 'a', price: `${n}` }])
    const path = `api/v1/get_dataset/a/?type=${late}`
    // With two requests at once, the next dataset is requested when the other format is complete.
    const { promise, resolve } = Promise.withResolvers<void>()
    const next = answer(jsonOf([{ id: 'b', price: '1' }]), 'application/json')
    origin.set({
      ...routes,
      [path]: { ...(routes[path] as Reply), after: promise },
      'api/v1/get_dataset/b/?type=json': () => {
        resolve()
        return next
      },
    })
    const { manifest } = await run(n, { concurrency: 2 })
    return manifest.history?.[0]?.versions.slice(0, 2).map(({ format }) => format)
  }
  assert.deepEqual(await formatsOf(2, 'json'), ['json', 'xml'])
  assert.deepEqual(await formatsOf(3, 'xml'), ['json', 'xml'])
})

test('without the config key nothing of it is stored, and a mirror that drops the key drops its versions', async (t) => {
  const { set, run } = await openPriced(t)
  await run(1)
  set('a', '2')
  const kept = await run(2)
  assert.ok(kept.manifest.history && kept.record('get_dataset/a/index.json')?.firstSeen)
  const bare = await run(3, { history: undefined })
  assert.equal(bare.manifest.history, undefined)
  assert.ok(!JSON.stringify(bare.manifest).includes('firstSeen'))
  assert.ok(!existsSync(join(bare.folder, 'versions')))
})

test('bytes that come back and are replaced again are two versions in one file', async (t) => {
  const { set, run } = await openPriced(t)
  await run(1, { formats: ['json'] })
  for (const [at, price] of ['2', '1', '2', '1'].entries()) {
    set('a', price)
    await run(at + 2, { formats: ['json'], history: { keep: 9, bytes: 2 ** 20 } })
  }
  set('a', '7')
  const last = await run(6, { formats: ['json'], history: { keep: 9, bytes: 2 ** 20 } })
  assert.deepEqual(versionsIn(last).a, ['1: 5 to 5', '2: 4 to 4', '1: 3 to 3', '2: 2 to 2', '1: 1 to 1'])
  const json = readdirSync(join(last.folder, 'versions')).filter((name) => name.endsWith('.json'))
  assert.equal(json.length, 2)
})

test('if all versions together exceed the limit, the oldest of any dataset go first', async (t) => {
  const { set, run } = await openPriced(t)
  const formats = ['json'] as const
  const first = await run(1, { formats })
  const each = first.record('get_dataset/a/index.json')?.bytes ?? 0
  const limits = { formats, history: { keep: 9, bytes: 2 * each + 1 } }
  set('b', '2')
  await run(2, limits)
  set('a', '2')
  assert.deepEqual(versionsIn(await run(3, limits)), { a: ['1: 1 to 2'], b: ['1: 1 to 1'] })
  set('a', '3')
  const last = await run(4, limits)
  assert.deepEqual(versionsIn(last), { a: ['2: 3 to 3', '1: 1 to 2'] })
  assert.equal(versionFilesOf(last.manifest).length, 2)
})

test('a version that alone exceeds the limit is left out, and removes no other', async (t) => {
  const { set, run } = await openPriced(t)
  const limits = { formats: ['json'] as const, history: { keep: 9, bytes: 200 } }
  await run(1, limits)
  set('a', '2'.repeat(300))
  await run(2, limits)
  set('a', '3')
  assert.deepEqual(versionsIn(await run(3, limits)), { a: ['1: 1 to 1'] })
})

test('failures of the origin add no version, and a withdrawn dataset keeps its versions until it is dropped', async (t) => {
  const { origin, set, run } = await openPriced(t)
  await run(1)
  set('a', '2')
  await run(2)
  origin.set({ 'api/v1/get_dataset/a/?type=json': { status: 500 } })
  const failed = await run(3)
  assert.equal(failed.states['get_dataset/a/index.json'], 'stale')
  assert.deepEqual(versionsIn(failed), { a: ['1: 1 to 1'] })
  origin.set(serviceRoutes({ b: '2' }))
  assert.deepEqual(versionsIn(await run(4, { removalShare: 1 })).a, ['1: 1 to 1'])
  await run(89, { removalShare: 1, retain: 1 })
  const dropped = await run(90, { removalShare: 1, retain: 1 })
  assert.equal(versionsIn(dropped).a, undefined)
})

test('a damaged version is reported and no longer listed, unless the published site has it', async (t) => {
  const { set, run, crawler } = await openPriced(t)
  await run(1)
  set('a', '2')
  const second = await run(2)
  const site = join(temporaryFolder(t), 'site')
  cpSync(second.folder, site, { recursive: true })
  const damage = () => {
    const folder = findCurrent(crawler.state)?.folder ?? ''
    for (const { path } of versionFilesOf(second.manifest)) {
      rmSync(join(folder, path))
      writeFileSync(join(folder, path), 'x')
    }
  }
  damage()
  const mended = await run(3, { published: site })
  assert.deepEqual(versionsIn(mended), { a: ['1: 1 to 1'] })
  assert.deepEqual(
    mended.manifest.problems.map(({ code }) => code),
    ['mended-copy', 'mended-copy'],
  )
  damage()
  const lost = await run(4)
  assert.deepEqual(versionsIn(lost), {})
  assert.deepEqual(
    lost.manifest.problems.map(({ code, subject }) => `${code} ${subject}`),
    ['lost-version "a"', 'lost-version "a"'],
  )
  assert.equal(lost.manifest.complete, true)
})

test('a crawl in shards keeps the same versions as one by a single run', async (t) => {
  const { set, run, crawler } = await openPriced(t)
  await run(1)
  set('a', '2')
  const merged = await crawlInShards({ ...crawler.options, history }, 2, day(2))
  assert.deepEqual(versionsIn(merged), { a: ['1: 1 to 1'] })
})

test('versions are restored from a published site, except those that are damaged there', async (t) => {
  const { set, run } = await openPriced(t)
  await run(1)
  set('a', '2')
  set('b', '2')
  const { folder, manifest } = await run(2)
  const site = join(temporaryFolder(t), 'site')
  cpSync(folder, site, { recursive: true })
  const [damaged] = manifest.history?.find(({ code }) => code === 'b')?.versions ?? []
  const path = `versions/${damaged?.sha256}.${damaged?.format}`
  truncateSync(join(site, path), 3)
  const state = join(temporaryFolder(t), 'state')
  const restored = await restoreInto(state, openFolderMirror(site))
  assert.ok(restored.kind === 'restored')
  assert.deepEqual(
    restored.leftOut.map(({ severity, code, subject }) => [severity, code, subject]),
    [['warning', 'not-restored', path]],
  )
  assert.equal(restored.manifest.complete, true)
  set('a', '3')
  const next = await run(3, { state, current: findCurrent(state) })
  assert.deepEqual(versionsIn(next).a, ['2: 2 to 2', '1: 1 to 1'])
  assert.equal(next.manifest.history?.find(({ code }) => code === 'b')?.versions.length, 1)
})

test('a plan states how many versions there are and how much room they take', async (t) => {
  const { set, run, crawler } = await openPriced(t)
  const before = await run(1)
  set('a', '2')
  await run(2)
  const sizes = ['json', 'xml'].map((format) => before.record(`get_dataset/a/index.${format}`)?.bytes ?? 0)
  const plan = await planCrawl({ ...crawler.options, history })
  assert.deepEqual(plan.history, { versions: 2, bytes: (sizes[0] ?? 0) + (sizes[1] ?? 0), limits: history })
  assert.equal((await planCrawl(crawler.options)).history, undefined)
})

test('a run that ends between its versions and its manifest keeps nothing twice, and the next one keeps the same', async (t) => {
  const { set, run, crawler } = await openPriced(t)
  await run(1)
  set('a', '2')
  const killed = crawl(
    { ...crawler.options, history },
    (event) => {
      if (event.type === 'phase' && event.phase === 'publish') throw new Error('killed')
    },
    () => day(2),
  )
  await assert.rejects(killed, /killed/)
  assert.equal(readdirSync(join(crawler.state, 'draft/versions')).length, 2)
  assert.equal(findCurrent(crawler.state)?.manifest.history, undefined)
  set('a', '3')
  // A day later what the first run fetched is too old, and was never published.
  const next = await run(3)
  assert.deepEqual(versionsIn(next), { a: ['1: 1 to 1'] })
  assert.equal(readdirSync(join(next.folder, 'versions')).length, 2)
})
