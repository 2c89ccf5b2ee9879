import assert from 'node:assert/strict'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
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
function assertPast({ manifest, folder }: Crawled, now: Date): void {
  for (const { path, sha256, changedAt, fetchedAt, since } of manifest.records) {
    for (const time of [changedAt, fetchedAt, since])
      if (time !== undefined) assert.ok(Date.parse(time) <= now.getTime(), `${path} ${time}`)
    if (sha256 !== undefined) assert.equal(statSync(join(folder, path)).mtime.toISOString(), changedAt, path)
  }
}
