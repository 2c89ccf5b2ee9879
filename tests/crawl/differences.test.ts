import assert from 'node:assert/strict'
import { cpSync, existsSync, readFileSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import {
  differencesFilesOf,
  findCurrent,
  type Manifest,
  openFolderMirror,
  readDifferences,
} from '../../src/lib/snapshot/index.ts'
import { restoreInto } from '../snapshot/published.ts'
import { both, type Crawled, openCrawler, serviceRoutes } from '../support/crawling.ts'
import { startScripted } from '../support/scripted-origin.ts'
import { crawlInShards } from '../support/sharding.ts'
import { temporaryFolder } from '../support/temporary.ts'

const day = (n: number) => new Date(Date.UTC(2026, 0, n))
const rowsOf = (code: string, prices: readonly number[]) =>
  prices.map((price, at) => ({ id: `${code}${at * 3}`, price: `${price}`, kind: 'tea' }))

/** A mirror of three datasets, whose records a test sets. */
async function openPriced(t: TestContext) {
  const origin = await startScripted(t, serviceRoutes({ a: '1', b: '2', c: '3' }))
  const set = (code: string, ...prices: number[]) =>
    origin.set(both(`get_dataset/${code}`, rowsOf(code, prices)))
  for (const code of ['a', 'b', 'c']) set(code, 1, 2, 3)
  return { origin, set, crawler: openCrawler(t, origin) }
}

/** What the last runs changed in each dataset: the day, and how many records were added, removed and changed. */
function changesIn({ folder, manifest }: { folder: string; manifest: Manifest }) {
  return Object.fromEntries(
    differencesFilesOf(manifest).map((file) => [
      file.code,
      readDifferences({ folder }, file).map(({ at, records }) =>
        [new Date(at).getUTCDate(), records?.added, records?.removed, records?.changed].join(' '),
      ),
    ]),
  )
}

test('each run states what it changed in a dataset, and the changes of earlier runs stay, the latest first', async (t) => {
  const { set, crawler } = await openPriced(t)
  assert.deepEqual(changesIn(await crawler.run({}, day(1))), {})
  set('a', 1, 2, 9)
  assert.deepEqual(changesIn(await crawler.run({}, day(2))), { a: ['2 0 0 1'] })
  set('a', 1, 2)
  set('b', 1, 2, 3, 4)
  const third = await crawler.run({}, day(3))
  assert.deepEqual(changesIn(third), { a: ['3 0 1 0', '2 0 0 1'], b: ['3 1 0 0'] })
  const same = await crawler.run({}, day(4))
  assert.deepEqual(same.manifest.differences, third.manifest.differences)
  assert.deepEqual(changesIn(same), changesIn(third))
})

test('at most twenty changes of a dataset are listed', async (t) => {
  const { set, crawler } = await openPriced(t)
  let last: Crawled | undefined
  for (let n = 1; n <= 23; n++) {
    set('a', n, 2, 3)
    last = await crawler.run({ formats: ['json'] }, day(n))
  }
  const { a = [] } = last ? changesIn(last) : {}
  assert.deepEqual([a.length, a[0], a[19]], [20, '23 0 0 1', '4 0 0 1'])
})

test('the changes of a withdrawn dataset stay, those of a dropped one do not, and one that returns is compared with its last copy', async (t) => {
  const { origin, set, crawler } = await openPriced(t)
  await crawler.run({}, day(1))
  set('a', 1, 2, 9)
  set('b', 1, 2, 9)
  await crawler.run({}, day(2))
  origin.set(serviceRoutes({ c: '3' }))
  await crawler.run({ removalShare: 1 }, day(3))
  const withdrawn = await crawler.run({}, day(8))
  assert.deepEqual(changesIn(withdrawn), { a: ['2 0 0 1'], b: ['2 0 0 1'] })
  origin.set(serviceRoutes({ a: '1', c: '3' }))
  set('a', 1, 2, 9, 10)
  const returned = await crawler.run({ retain: 1 }, day(9))
  assert.deepEqual(changesIn(returned).a, ['9 1 0 0', '2 0 0 1'])
  assert.equal(changesIn(returned).b, undefined)
  assert.ok(!existsSync(join(returned.folder, 'api/v1/get_dataset/b')))
})

test('a copy that could not be fetched again is no change', async (t) => {
  const { origin, set, crawler } = await openPriced(t)
  await crawler.run({}, day(1))
  set('a', 1, 2, 9)
  await crawler.run({}, day(2))
  for (const format of ['json', 'xml'])
    origin.set({ [`api/v1/get_dataset/a/?type=${format}`]: { status: 500 } })
  const stale = await crawler.run({}, day(3))
  assert.equal(stale.states['get_dataset/a/index.json'], 'stale')
  assert.deepEqual(changesIn(stale), { a: ['2 0 0 1'] })
})

test('a crawl in shards finds the same differences as one by a single run', async (t) => {
  const { set, crawler } = await openPriced(t)
  await crawler.run({}, day(1))
  set('a', 1, 2, 9)
  set('c', 5, 2, 3, 4)
  assert.deepEqual(changesIn(await crawlInShards(crawler.options, 3, day(2))), {
    a: ['2 0 0 1'],
    c: ['2 1 0 1'],
  })
})

test('what was changed is restored from a published site, and the next run goes on with it', async (t) => {
  const { set, crawler } = await openPriced(t)
  await crawler.run({}, day(1))
  set('a', 1, 2, 9)
  set('b', 1, 2, 9)
  const { folder, manifest } = await crawler.run({}, day(2))
  const site = join(temporaryFolder(t), 'site')
  cpSync(folder, site, { recursive: true })
  truncateSync(join(site, 'api/v1/get_dataset/b/changes.json'), 9)
  const state = join(temporaryFolder(t), 'state')
  const restored = await restoreInto(state, openFolderMirror(site))
  assert.ok(restored.kind === 'restored')
  assert.deepEqual(
    restored.manifest.differences,
    manifest.differences?.filter(({ code }) => code === 'a'),
  )
  assert.equal(restored.manifest.complete, true)
  assert.deepEqual(
    restored.leftOut.map(({ severity, code, subject }) => [severity, code, subject]),
    [['warning', 'not-restored', 'api/v1/get_dataset/b/changes.json']],
  )
  set('a', 1, 2)
  const next = await crawler.run({ state, current: findCurrent(state) }, day(3))
  assert.deepEqual(changesIn(next), { a: ['3 0 1 0', '2 0 0 1'] })
})

test('a damaged file of changes is taken from the published site, or reported and left out', async (t) => {
  const { set, crawler } = await openPriced(t)
  await crawler.run({}, day(1))
  set('a', 1, 2, 9)
  const { folder } = await crawler.run({}, day(2))
  const site = join(temporaryFolder(t), 'site')
  cpSync(folder, site, { recursive: true })
  const path = 'api/v1/get_dataset/a/changes.json'
  const whole = readFileSync(join(folder, path), 'utf8')
  truncateSync(join(folder, path), 9)
  const mended = await crawler.run({ published: site }, day(3))
  assert.equal(readFileSync(join(mended.folder, path), 'utf8'), whole)
  assert.match(
    mended.problems.join('\n'),
    /^warning \S+a\/changes\.json: Its copy in the state folder was damaged/,
  )
  truncateSync(join(mended.folder, path), 9)
  const lost = await crawler.run({}, day(4))
  assert.equal(lost.manifest.differences, undefined)
  assert.match(lost.problems.join('\n'), /^warning \S+a\/changes\.json: .* no longer listed/)
})
