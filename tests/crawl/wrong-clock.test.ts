import assert from 'node:assert/strict'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { differencesFilesOf, versionFilesOf } from '../../src/lib/snapshot/index.ts'
import { both, type Crawled, openCrawler, serviceRoutes } from '../support/crawling.ts'
import { startScripted } from '../support/scripted-origin.ts'

const day = (n: number) => new Date(Date.UTC(2026, 0, n))
const AHEAD = 4000

describe('a run whose clock is years ahead', { concurrency: 4 }, () => {
  test('leaves no time in the future once the clock is right in two runs', async (t) => {
    const origin = await startScripted(t, serviceRoutes({ a: '1', b: '2', c: '3', d: '4' }))
    const crawler = openCrawler(t, origin)
    await crawler.run({ removalShare: 1 }, day(1))
    origin.set({
      ...serviceRoutes({ a: 'one', b: 'two', c: 'three' }),
      'api/v1/get_dataset/c/?type=xml': { status: 500 },
    })
    await crawler.run({ removalShare: 1 }, day(AHEAD))
    origin.set({
      ...serviceRoutes({ b: 'two', c: 'three' }),
      ...both('get_dataset/b', [{ row: 'two more' }]),
    })
    origin.set({ 'api/v1/get_dataset/c/?type=json': { status: 500 } })
    await crawler.run({ removalShare: 1 }, day(3))
    const run = await crawler.run({ removalShare: 1 }, day(4))
    assertPast(run, day(4))
    assert.doesNotMatch(run.problems.join(), /2036/)
    origin.set(both('get_dataset/b', [{ row: 'two and more' }]))
    const last = await crawler.run({ removalShare: 1 }, day(5))
    assert.equal(last.record('get_dataset/b/index.json')?.changedAt, day(5).toISOString())
  })

  test('leaves no time in the future of versions, and of what changed', async (t) => {
    const origin = await startScripted(t, serviceRoutes({ a: '1', b: '2', c: '3', d: '4' }))
    const crawler = openCrawler(t, origin)
    const run = (n: number) => crawler.run({ history: { keep: 9, bytes: 2 ** 20 } }, day(n))
    await run(1)
    origin.set(serviceRoutes({ a: 'one', b: 'two', c: '3', d: '4' }))
    await run(AHEAD)
    origin.set(both('get_dataset/b', [{ row: 'two more' }]))
    assertOrdered(await run(3))
    const right = await run(4)
    assertPast(right, day(4))
    assertOrdered(right)
    assert.equal(right.record('get_dataset/a/index.json')?.firstSeen, day(4).toISOString())
    origin.set(both('get_dataset/a', [{ row: 'one more' }]))
    const last = await run(5)
    assertPast(last, day(5))
    assertOrdered(last)
    assert.deepEqual(
      last.manifest.history?.map(({ code, versions }) => [code, versions.length]),
      [
        ['a', 4],
        ['b', 4],
      ],
    )
  })

  test('replaces a copy in the past, once the clock is right in two runs', async (t) => {
    const routes = (rows: number) => ({
      ...serviceRoutes({ a: '1', b: '2' }),
      ...both(
        'get_dataset/a',
        Array.from({ length: rows }, (_, row) => ({ row: `${row}` })),
      ),
    })
    const origin = await startScripted(t, routes(30))
    const crawler = openCrawler(t, origin)
    await crawler.run({}, day(1))
    origin.set(routes(0))
    const doubted = await crawler.run({}, day(2))
    const plan = /--accept-removals (\w+)/.exec(doubted.problems.join())?.[1]
    await crawler.run({ acceptRemovals: plan }, day(AHEAD))
    await crawler.run({}, day(3))
    const { record } = await crawler.run({}, day(4))
    assert.equal(record('get_dataset/a/index.json')?.former?.[0]?.replacedAt, day(4).toISOString())
  })

  test('drops no withdrawn dataset before its time', async (t) => {
    const origin = await startScripted(t, serviceRoutes({ a: '1', b: '2' }))
    const crawler = openCrawler(t, origin)
    await crawler.run({}, day(1))
    origin.set(serviceRoutes({ a: '1' }))
    const stateOf = async (n: number) =>
      (await crawler.run({ retain: 30 }, day(n))).states['get_dataset/b/index.json']
    assert.equal(await stateOf(2), 'withdrawn')
    assert.equal(await stateOf(AHEAD), 'withdrawn')
    assert.equal(await stateOf(3), 'withdrawn')
    assert.equal(await stateOf(32), 'withdrawn')
    assert.equal(await stateOf(33), undefined)
  })
})

test('a run whose clock is years behind changes no time of earlier runs, and drops nothing', async (t) => {
  const origin = await startScripted(t, serviceRoutes({ a: '1', b: '2' }))
  const crawler = openCrawler(t, origin)
  await crawler.run({}, day(1))
  origin.set(serviceRoutes({ a: '1' }))
  const times = ({ manifest }: Crawled) =>
    manifest.records.map(({ path, changedAt, since }) => [path, changedAt, since])
  const right = await crawler.run({ retain: 30 }, day(2))
  for (const now of [day(-20_000), day(3), day(4)])
    assert.deepEqual(times(await crawler.run({ retain: 30 }, now)), times(right))
})

// The files of copies have their time, too.
function assertPast({ manifest: { records, history = [], differences = [] }, folder }: Crawled, now: Date) {
  const versions = history.flatMap((one) => one.versions)
  const known = [...records, ...versions, ...differences].flatMap((one) => Object.entries(one))
  for (const [name, time] of known)
    if (/(?:At|Seen|since)$/.test(name))
      assert.ok(Date.parse(time as string) <= now.getTime(), `${name} ${time}`)
  const files = [...records, ...versionFilesOf({ history }), ...differencesFilesOf({ differences })]
  for (const { path, sha256, changedAt } of files)
    if (sha256 !== undefined) assert.equal(statSync(join(folder, path)).mtime.toISOString(), changedAt, path)
}

function assertOrdered({ manifest: { history = [] } }: Crawled): void {
  for (const { firstSeen, lastSeen } of history.flatMap(({ versions }) => versions))
    assert.ok(firstSeen <= lastSeen, `${firstSeen} to ${lastSeen}`)
}
