import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import {
  at,
  type CrawledDatasets,
  codesOf,
  copyCrawler,
  datasets,
  fileOf,
  plansOf,
  type Records,
  refusalOf,
} from '../../support/crawled-datasets.ts'
import { jsonOf, serviceRoutes } from '../../support/crawling.ts'
import { assertFirst, changeFirst, crawlStations, FIRST_FILE, measurementsOf } from './stations.ts'

describe('the last good copy', { concurrency: 4 }, () => {
  async function replaced(t: TestContext, records: Records = []): Promise<CrawledDatasets> {
    const service = await crawlStations(t, 3)
    const { origin, crawler } = service
    changeFirst(origin, records)
    const [plan] = plansOf(await crawler.run({}, at(1)))
    await crawler.run({ acceptRemovals: plan }, at(2))
    return service
  }

  test('survives any number of bad generations', async (t) => {
    const { origin, crawler } = await replaced(t)
    for (const day of [3, 4, 5, 6]) {
      changeFirst(origin, [{ closed: `for ${day} days` }])
      assertFirst(await crawler.run({}, at(day)))
    }
    origin.set({ 'api/v1/get_dataset/ds-1/?type=json': { status: 503 } })
    assertFirst(await crawler.run({}, at(7)))
    const left = serviceRoutes({ 'ds-2': '', 'ds-3': '' })
    origin.set(Object.fromEntries(Object.entries(left).filter(([path]) => path.includes('list'))))
    const last = await crawler.run({}, at(8))
    assert.equal(last.states[FIRST_FILE], 'withdrawn')
    assertFirst(last)
  })

  test('is replaced at once when the dataset recovers after a note', async (t) => {
    const { origin, crawler } = await replaced(t, [{ closed: 'until spring' }])
    changeFirst(origin, measurementsOf('ds-1', 5))
    const { problems, states, record, text } = await crawler.run({}, at(3))
    assert.deepEqual(problems, [])
    assert.equal(states[FIRST_FILE], 'fetched')
    assert.equal(text(FIRST_FILE), jsonOf(measurementsOf('ds-1', 5)))
    assert.equal(record(FIRST_FILE)?.former, undefined)
  })
})

describe('a dataset that has had much less twice before', { concurrency: 4 }, () => {
  const rows = (count: number) => (code: string) => measurementsOf(code).slice(0, count)

  /** Crawls datasets that twice began again with `low` records, one more each day, and had all ten before and after. */
  async function varied(t: TestContext, codes: readonly string[], low: number) {
    const { origin, crawler } = await crawlStations(t, 4)
    let day = 1
    const run = (records: (code: string) => Records, changes = {}) => {
      origin.set(datasets(codes, records))
      return crawler.run(changes, at(day++))
    }
    for (let time = 0; time < 2; time++) {
      for (let days = 0; days < 4; days++) await run(rows(Math.min(low + days, 4)), { removalShare: 0.5 })
      await run(rows(10))
    }
    return { origin, crawler, run }
  }

  test('is published at once when it has so little again, and its copy stays as a former copy', async (t) => {
    const { run } = await varied(t, ['ds-1'], 2)
    const again = await run(rows(3))
    assert.deepEqual(again.problems, [])
    assert.equal(again.text(FIRST_FILE), jsonOf(rows(3)('ds-1')))
    assertFirst(again)
    const whole = await run(rows(10))
    assert.deepEqual(whole.problems, [])
    assert.equal(whole.record(FIRST_FILE)?.former, undefined)
  })

  test('is doubted when it has less than then, or other fields', async (t) => {
    const { run, crawler, origin } = await varied(t, ['ds-1'], 2)
    for (const records of [rows(1)('ds-1'), [], [{ status: 'closed', until: 'spring', why: 'works' }]]) {
      const copy = copyCrawler(t, { origin, crawler })
      origin.set(datasets(['ds-1'], () => records))
      const { states } = await copy.run({}, at(12))
      assert.equal(states[FIRST_FILE], 'stale', JSON.stringify(records))
    }
    assert.deepEqual((await run(rows(10))).problems, [])
  })

  test('is none of those that a run may replace without confirmation, unless it is empty', async (t) => {
    const both = ['ds-1', 'ds-2']
    const few = await varied(t, both, 2)
    assert.deepEqual((await few.run(rows(2))).problems, [])
    const none = await varied(t, both, 0)
    const { removal } = await refusalOf(none.run(rows(0)))
    assert.deepEqual(removal.codes, both)
    assert.deepEqual((await none.run(rows(0), { removalShare: 0.5 })).problems, [])
  })
})

describe('the confirmation by the operator', { concurrency: 4 }, () => {
  test('of a plan covers what it names, although times and ids in it change', async (t) => {
    const { codes, origin, crawler } = await crawlStations(t, 12)
    let count = 0
    const note = () => [{ status: 'maintenance', id: `${count++}` }]
    origin.set(datasets(codes, note))
    const { message, removal } = await refusalOf(crawler.run({}, at(1)))
    assert.match(message, /12 of 12 datasets/)
    assert.match(message, /Nothing was published/)
    assert.match(message, new RegExp(`--accept-removals ${removal.planId}$`))
    assert.deepEqual(removal.codes, codes)
    origin.set(datasets(codes, note))
    const taken = await crawler.run({ acceptRemovals: removal.planId }, at(2))
    assert.deepEqual(taken.problems, [])
    assertFirst(taken)
  })

  test('of a plan does not cover another one', async (t) => {
    const { codes, origin, crawler } = await crawlStations(t, 12)
    origin.set(datasets(codes.slice(0, 4), () => []))
    const first = await refusalOf(crawler.run({}, at(1)))
    origin.set(datasets(codes.slice(0, 5), () => []))
    const second = await refusalOf(crawler.run({ acceptRemovals: first.removal.planId }, at(2)))
    assert.notEqual(second.removal.planId, first.removal.planId)
    assert.ok(second.message.includes(`"${first.removal.planId}"`), second.message)
  })

  test('covers losses of the lists and of the datasets together', async (t) => {
    const { codes, origin, crawler } = await crawlStations(t, 12)
    origin.set(serviceRoutes(Object.fromEntries(codes.slice(0, 8).map((code) => [code, code]))))
    origin.set(datasets(codes, () => []))
    const lists = await refusalOf(crawler.run({}, at(1)))
    const both = await refusalOf(crawler.run({ acceptRemovals: lists.removal.planId }, at(1)))
    const consent = `${lists.removal.planId},${both.removal.planId}`
    assert.match(both.message, new RegExp(`--accept-removals ${consent}$`))
    assert.ok(!both.message.includes(`"${lists.removal.planId}"`), both.message)
    const { manifest } = await crawler.run({ acceptRemovals: consent }, at(1))
    assert.equal(manifest.counts.withdrawn, 8)
    assert.equal(manifest.counts.fetched, 16 + 4)
  })

  test('is not needed if all datasets are empty each night and have their data again by day', async (t) => {
    const { codes, origin, crawler } = await crawlStations(t, 12)
    for (const day of [1, 2, 3, 4, 5]) {
      origin.set(datasets(codes, () => []))
      await refusalOf(crawler.run({}, at(day)))
      origin.set(datasets(codes, (code) => measurementsOf(code, day)))
      const { problems, text } = await crawler.run({}, at(day + 0.5))
      assert.deepEqual(problems, [])
      assert.equal(text(FIRST_FILE), jsonOf(measurementsOf('ds-1', day)))
    }
  })

  test('is not needed if the origin recovers within the hour', async (t) => {
    const { codes, origin, crawler } = await crawlStations(t, 12)
    origin.set(datasets(codes, () => [{ status: 'maintenance' }]))
    await refusalOf(crawler.run({}, at(1)))
    origin.set(datasets(codes, (code) => measurementsOf(code, 1)))
    const { problems, text } = await crawler.run({}, at(1.01))
    assert.deepEqual(problems, [])
    assert.equal(text(FIRST_FILE), jsonOf(measurementsOf('ds-1', 1)))
  })

  test('is not needed, and no message is published for a new dataset, if the origin recovers within the hour', async (t) => {
    const { codes, origin, crawler } = await crawlStations(t, 12)
    const all = codesOf(13)
    origin.set(serviceRoutes(Object.fromEntries(all.map((code) => [code, code]))))
    origin.set(datasets(codes, () => [{ status: 'maintenance' }]))
    origin.set(datasets(['ds-13'], () => [{ status: 'closed for today' }]))
    await refusalOf(crawler.run({}, at(1)))
    origin.set(datasets(all, (code) => measurementsOf(code, 1)))
    const { problems, text } = await crawler.run({}, at(1.01))
    assert.deepEqual(problems, [])
    for (const code of ['ds-1', 'ds-13']) assert.equal(text(fileOf(code)), jsonOf(measurementsOf(code, 1)))
  })
})
