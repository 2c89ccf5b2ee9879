import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import {
  assertFormer,
  at,
  bodyOf,
  type CrawledDatasets,
  codesOf,
  copyCrawler,
  crawlDatasets,
  datasets,
  fileOf,
  forAnyCode,
  plansOf,
  type Records,
  startDatasets,
} from '../support/crawled-datasets.ts'
import { answer, type Crawled, type Crawler, jsonOf, serviceRoutes } from '../support/crawling.ts'
import type { Route } from '../support/scripted-origin.ts'

/** Lots of a dataset, which no other one has; `version` changes all of them. */
const lotsOf = (of: string, version = 0): Records =>
  [0, 1, 2].map((lot) => ({ street: `street ${of} number ${lot}`, lots: `${lot * 7 + version * 3}` }))

type ByCode = Readonly<Record<string, Records>>

const routesOf = (records: ByCode) => datasets(Object.keys(records), (code) => records[code] ?? [])

const start = (t: TestContext, codes: readonly string[]) => startDatasets(t, codes, (code) => lotsOf(code))

async function crawlService(
  t: TestContext,
  count: number,
  records: ByCode = {},
): Promise<CrawledDatasets & { become(now: ByCode): void }> {
  const service = await crawlDatasets(t, codesOf(count), (code) => records[code] ?? lotsOf(code))
  return { ...service, become: (now) => service.origin.set(routesOf(now)) }
}

/** That some datasets keep what they had on the first day, on each of these days. */
async function assertKept(crawler: Crawler, days: readonly number[], codes: readonly string[]) {
  let last: Crawled | undefined
  for (const day of days) {
    last = await crawler.run({}, at(day))
    for (const code of codes) {
      assert.equal(last.states[fileOf(code)], 'stale', `${code}, day ${day}: ${last.problems.join()}`)
      assert.equal(last.text(fileOf(code)), jsonOf(lotsOf(code)))
    }
  }
  return last as Crawled
}

describe('a dataset that answers with the data of another one', { concurrency: 4 }, () => {
  test('is accepted in the third run, on the third day, and its former copy is stored', async (t) => {
    const { crawler, become } = await crawlService(t, 4)
    become({ 'ds-2': lotsOf('ds-1') })
    const { problems, record } = await assertKept(crawler, [1, 2, 3.9], ['ds-2'])
    assert.match(
      problems.join(),
      /with the data of "ds-1"; this is run 3 with such an answer since 2026-01-02; .*3 runs over 3 days, or with --accept-removals \w{12}; the copy/,
    )
    assert.equal(record(fileOf('ds-2'))?.doubted?.whose, '"ds-1"')
    const taken = await crawler.run({}, at(4))
    assert.deepEqual(taken.problems, [])
    assert.equal(taken.text(fileOf('ds-2')), jsonOf(lotsOf('ds-1')))
    assertFormer(taken, 'ds-2', lotsOf('ds-2'))
  })

  test('is accepted when the operator confirms its plan', async (t) => {
    const { crawler, become } = await crawlService(t, 4)
    become({ 'ds-2': lotsOf('ds-1') })
    const [plan] = plansOf(await crawler.run({}, at(1)))
    const taken = await crawler.run({ acceptRemovals: plan }, at(1))
    assert.deepEqual(taken.problems, [])
    assertFormer(taken, 'ds-2', lotsOf('ds-2'))
  })

  test('and stays that way keeps its former copy until it recovers', async (t) => {
    const { crawler, become } = await crawlService(t, 4)
    become({ 'ds-2': lotsOf('ds-1') })
    const [plan] = plansOf(await crawler.run({}, at(1)))
    await crawler.run({ acceptRemovals: plan }, at(1))
    for (const version of [1, 2, 3]) {
      become({ 'ds-1': lotsOf('ds-1', version), 'ds-2': lotsOf('ds-1', version) })
      const { problems, ...run } = await crawler.run({}, at(1 + version))
      assert.deepEqual(problems, [])
      assertFormer({ problems, ...run }, 'ds-2', lotsOf('ds-2'))
    }
    become({ 'ds-2': lotsOf('ds-2', 9) })
    const { problems, record } = await crawler.run({}, at(9))
    assert.deepEqual(problems, [])
    assert.equal(record(fileOf('ds-2'))?.former, undefined)
  })

  test('stays doubtful after the other one has moved on', async (t) => {
    const { crawler, become } = await crawlService(t, 4)
    become({ 'ds-2': lotsOf('ds-1') })
    await assertKept(crawler, [1], ['ds-2'])
    become({ 'ds-1': lotsOf('ds-1', 1) })
    await assertKept(crawler, [2, 3], ['ds-2'])
    assertFormer(await crawler.run({}, at(4)), 'ds-2', lotsOf('ds-2'))
  })

  test('which that one had a day before keeps its former copy', async (t) => {
    const { crawler, become } = await crawlService(t, 4)
    for (const day of [1, 2, 3]) {
      become({ 'ds-1': lotsOf('ds-1', day), 'ds-2': lotsOf('ds-1', day - 1) })
      const run = await crawler.run({}, at(day))
      assert.deepEqual(run.problems, [])
      assertFormer(run, 'ds-2', lotsOf('ds-2'))
    }
  })

  test('each day of a different one is never accepted for that', async (t) => {
    const { crawler, become } = await crawlService(t, 6)
    for (const day of [1, 2, 3, 4, 5, 6]) {
      become({ 'ds-2': lotsOf(`ds-${3 + (day % 3)}`) })
      await assertKept(crawler, [day], ['ds-2'])
    }
  })

  test('with different times in it each day is accepted in the third run', async (t) => {
    const words = (of: string, day: number): Records =>
      ['alder', 'birch', 'cedar', 'elm', 'fir', 'larch'].map((tree) => ({
        park: `${tree}${of} beside the ${of}${tree} pond`.replaceAll(/\d/g, 'x'),
        seen: `2026-01-0${day}`,
      }))
    const { crawler, become } = await crawlService(t, 4, {
      'ds-1': words('lake', 1),
      'ds-2': words('hill', 1),
    })
    for (const day of [1, 2, 5]) {
      become({ 'ds-2': words('lake', day + 1) })
      const { problems } = await crawler.run({}, at(day))
      if (day === 5) assert.deepEqual(problems, [])
      else assert.match(problems.join(), /with the fields and words of "ds-1"; this is run/)
    }
  })

  test('and never had a copy is a gap until the third run, or until the operator accepts it', async (t) => {
    for (const accepts of [true, false]) {
      const named = (code: string) => answer(JSON.stringify({ code, lots: [1, 2] }), 'application/json')
      const { origin, crawler } = await start(t, codesOf(6))
      for (const code of codesOf(6)) origin.set({ [`api/v1/get_dataset/${code}/?type=json`]: named(code) })
      for (const code of codesOf(6)) origin.set({ [`api/v1/get_dataset/${code}/?type=xml`]: { status: 404 } })
      origin.set({ 'api/v1/get_dataset/ds-2/?type=json': named('ds-1') })
      const days = accepts ? [1] : [1, 2]
      let plan: string | undefined
      for (const day of days) {
        const run = await crawler.run({}, at(day))
        assert.equal(run.states[fileOf('ds-2')], 'missing')
        plan = plansOf(run)[0]
      }
      const { states, text } = await crawler.run(accepts ? { acceptRemovals: plan } : {}, at(4))
      assert.equal(states[fileOf('ds-2')], 'fetched')
      assert.match(text(fileOf('ds-2')), /"ds-1"/)
    }
  })

  test('in a format that never had a copy counts its runs while it is derived from the other format', async (t) => {
    const { origin, crawler } = await start(t, codesOf(6))
    const named = (code: string) => answer(JSON.stringify({ code, lots: [1, 2] }), 'application/json')
    for (const code of codesOf(6)) origin.set({ [`api/v1/get_dataset/${code}/?type=json`]: named(code) })
    origin.set({ 'api/v1/get_dataset/ds-2/?type=json': named('ds-1') })
    for (const [day, state] of [
      [1, 'derived'],
      [2, 'derived'],
      [4, 'fetched'],
    ] as const)
      assert.equal((await crawler.run({}, at(day))).states[fileOf('ds-2')], state)
  })
})

describe('a dataset that may have the data of another one', { concurrency: 4 }, () => {
  test('is accepted at once if both were the same and it follows the other one', async (t) => {
    const { crawler, become } = await crawlService(t, 4, { 'ds-2': lotsOf('ds-1') })
    become({ 'ds-1': lotsOf('ds-1', 1) })
    assert.deepEqual((await crawler.run({}, at(1))).problems, [])
    assert.deepEqual((await crawler.run({}, at(2))).problems, [])
    become({ 'ds-2': lotsOf('ds-1', 1) })
    const { problems, text, record } = await crawler.run({}, at(3))
    assert.deepEqual(problems, [])
    assert.equal(text(fileOf('ds-2')), jsonOf(lotsOf('ds-1', 1)))
    assert.equal(record(fileOf('ds-2'))?.former, undefined)
  })

  test('is accepted at once if it follows, once a week, one that changes each day', async (t) => {
    const { crawler, become } = await crawlService(t, 4, { 'ds-2': lotsOf('ds-1') })
    for (let day = 1; day <= 15; day++) {
      become({ 'ds-1': lotsOf('ds-1', day) })
      if (day % 7 === 0) become({ 'ds-2': lotsOf('ds-1', day) })
      assert.deepEqual((await crawler.run({}, at(day))).problems, [], `day ${day}`)
    }
  })

  test('is accepted at once if it returns to its former data while the other one still has that', async (t) => {
    const { crawler, become } = await crawlService(t, 4, { 'ds-2': lotsOf('ds-1') })
    for (const day of [1, 2, 3, 4]) {
      become({ 'ds-2': day % 2 ? lotsOf('ds-2') : lotsOf('ds-1') })
      assert.deepEqual((await crawler.run({}, at(day))).problems, [])
    }
  })

  test('is accepted at once if several datasets of few values agree by chance', async (t) => {
    const docks = (code: string, day: number): Records =>
      [0, 1, 2].map((dock) => ({
        dock: `${dock}`,
        free: `${(Number(code.slice(3)) * (7 + day) + dock * (day || 1)) % 4}`,
      }))
    const all = (day: number) => Object.fromEntries(codesOf(30).map((code) => [code, docks(code, day)]))
    const { crawler, become } = await crawlService(t, 30, all(0))
    for (const day of [1, 2, 3, 4]) {
      become(all(day))
      assert.deepEqual((await crawler.run({}, at(day))).problems, [])
    }
  })

  test('is accepted at once if each of several takes over what the next one gave up, and its former copy is stored', async (t) => {
    const slots = (day: number) =>
      Object.fromEntries(codesOf(6).map((code, slot) => [code, lotsOf(`month ${slot + day}`)]))
    const { crawler, become } = await crawlService(t, 6, slots(0))
    for (const day of [1, 2, 3]) {
      become(slots(day))
      const run = await crawler.run({}, at(day))
      assert.deepEqual(run.problems, [])
      assertFormer(run, 'ds-1', lotsOf('month 0'))
      assert.equal(run.record(fileOf('ds-1'))?.former?.length, 1)
    }
  })

  test('is accepted at once if most of a family of tables changed to other words before', async (t) => {
    const regions = ['alder', 'birch', 'cedar', 'elm', 'fir', 'larch', 'maple', 'oak', 'pine', 'yew']
    const table = (code: string, end: string): Records =>
      regions.map((region) => ({ region: `${region}${end}`, count: `${code.slice(3)}${region.length}` }))
    const { crawler, become } = await crawlService(
      t,
      12,
      Object.fromEntries(codesOf(12).map((code) => [code, table(code, '')])),
    )
    for (const day of [1, 2, 3]) {
      become(Object.fromEntries(codesOf(day * 4).map((code) => [code, table(code, 'land')])))
      assert.deepEqual((await crawler.run({}, at(day))).problems, [])
    }
  })

  test('is not accepted because they once had the same message or zero', async (t) => {
    const note = [{ state: 'will be published in spring' }]
    const { crawler, become } = await crawlService(t, 6, { 'ds-1': note, 'ds-2': note, 'ds-3': note })
    become({ 'ds-1': lotsOf('ds-1') })
    await crawler.run({ refuse: ['mismatches'] }, at(1))
    become({ 'ds-2': lotsOf('ds-1'), 'ds-3': lotsOf('ds-1') })
    const { states } = await crawler.run({ refuse: ['mismatches'] }, at(2))
    assert.equal(states[fileOf('ds-2')], 'stale')
    assert.equal(states[fileOf('ds-3')], 'stale')
  })

  test('is accepted in the third run if it is the list of datasets', async (t) => {
    const { origin, crawler } = await start(t, codesOf(4))
    const catalogue = serviceRoutes(Object.fromEntries(codesOf(4).map((code) => [code, code])))
    for (const format of ['json', 'xml'])
      origin.set({
        [`api/v1/get_dataset/ds-2/?type=${format}`]: catalogue[
          `api/v1/list_datasets/?type=${format}`
        ] as Route,
      })
    assert.match(
      (await crawler.run({}, at(1))).problems.join(),
      /with the data of list_datasets; this is run 1/,
    )
    await crawler.run({}, at(2))
    assert.deepEqual((await crawler.run({}, at(4))).problems, [])
  })
})

/** Datasets of regions, which have numbers for codes; `region` is the number of the region that a dataset is of. */
const regions = (of: Readonly<Record<string, string>>) =>
  datasets(NUMBERS, (code) =>
    [1, 2, 3].map((lot) => ({ region: of[code] ?? code, school: `school ${lot} of ${code}` })),
  )

const NUMBERS = Array.from({ length: 10 }, (_, n) => `${n + 1}`)

describe('a field that looks like the code of the dataset', { concurrency: 4 }, () => {
  async function crawlRegions(t: TestContext) {
    const { origin, crawler } = await start(t, NUMBERS)
    origin.set(regions({ 7: '70', 8: '80' }))
    assert.deepEqual((await crawler.run({}, at(0))).problems, [])
    return { origin, crawler }
  }

  test('changes in a dataset in which it used to be another code', async (t) => {
    const { origin, crawler } = await crawlRegions(t)
    origin.set(regions({ 7: '3', 8: '80' }))
    assert.deepEqual((await crawler.run({}, at(1))).problems, [])
  })

  test('changes in a dataset in which it used to be its code: accepted in the third run, and permanently', async (t) => {
    const { origin, crawler } = await crawlRegions(t)
    origin.set(regions({ 3: '5', 7: '70', 8: '80' }))
    const { problems, states } = await crawler.run({}, at(1))
    assert.equal(states[fileOf('3')], 'stale')
    assert.match(problems.join(), /with a document .* "5"; this is run 1/)
    await crawler.run({}, at(2))
    assert.deepEqual((await crawler.run({}, at(4))).problems, [])
    origin.set(regions({ 3: '6', 7: '70', 8: '80' }))
    assert.deepEqual((await crawler.run({}, at(5))).problems, [])
  })

  test('changes in each of two datasets to the code of the other one: only the operator can accept it', async (t) => {
    const { origin, crawler } = await crawlRegions(t)
    origin.set(regions({ 3: '5', 5: '3', 7: '70', 8: '80' }))
    let last: Crawled | undefined
    for (const day of [1, 2, 5, 9]) {
      last = await crawler.run({}, at(day))
      assert.equal(last.states[fileOf('3')], 'stale')
      assert.equal(last.states[fileOf('5')], 'stale')
    }
    const plans = plansOf(last as Crawled)
    assert.equal(plans.length, 1)
    assert.deepEqual((await crawler.run({ acceptRemovals: plans[0] }, at(10))).problems, [])
  })
})

describe('what is never accepted for being repeated', { concurrency: 4 }, () => {
  const WEEKS = [1, 2, 5, 16]

  const WRONG = {
    'two datasets swap their data': { 'ds-1': 'ds-2', 'ds-2': 'ds-1' },
    'three pass theirs on in a ring': { 'ds-1': 'ds-2', 'ds-2': 'ds-3', 'ds-3': 'ds-1' },
    'a cache gives two of them a third one': { 'ds-1': 'ds-3', 'ds-2': 'ds-3' },
    'four of many have the data of others': {
      'ds-1': 'ds-5',
      'ds-2': 'ds-6',
      'ds-3': 'ds-7',
      'ds-4': 'ds-8',
    },
  }

  test('the copies are kept for weeks, and the operator may accept it', async (t) => {
    const service = await crawlService(t, 30)
    for (const [name, wrong] of Object.entries(WRONG))
      await t.test(name, async (t) => {
        const crawler = copyCrawler(t, service)
        const codes = Object.keys(wrong)
        service.become(
          Object.fromEntries(Object.entries(wrong).map(([code, other]) => [code, lotsOf(other)])),
        )
        const run = await assertKept(crawler, WEEKS, codes)
        assert.match(run.problems.join(), /only with --accept-removals \w{12}/)
        const plans = plansOf(run)
        assert.equal(plans.length, name.startsWith('four') ? 4 : 1)
        const taken = await crawler.run({ acceptRemovals: plans.join(',') }, at(24))
        assert.deepEqual(taken.problems, [])
        for (const code of codes) assertFormer(taken, code, lotsOf(code))
        service.origin.set(datasets(codes, (code) => lotsOf(code)))
        const back = await crawler.run({}, at(25))
        assert.deepEqual(back.problems, [])
        for (const code of codes) assert.equal(back.record(fileOf(code))?.former, undefined)
      })
  })

  test('a swap of datasets with different fields, which are no losses that time would accept', async (t) => {
    const trees = [1, 2, 3, 4].map((tree) => ({
      kind: `kind ${tree}`,
      crown: `${tree}`,
      planted: `19${tree}0`,
    }))
    const { crawler, become } = await crawlService(t, 30, { 'ds-30': trees })
    become({ 'ds-1': trees, 'ds-30': lotsOf('ds-1') })
    await assertKept(crawler, WEEKS, ['ds-1'])
    assert.equal((await crawler.run({}, at(24))).states[fileOf('ds-30')], 'stale')
  })

  test('a swap of datasets that have grown by a record, among many of the same size', async (t) => {
    const words = 'alder birch cedar elm fir larch maple oak pine yew'.split(' ')
    const name = (code: string) =>
      code.replaceAll(/\D/g, '').replaceAll(/\d/g, (digit) => 'klmnopqrst'[Number(digit)] ?? '')
    const trees = (code: string, count: number): Records =>
      words
        .slice(0, count)
        .map((tree, at) => ({ tree: `${tree}${name(code)} ${name(code)}${tree}`, at: `${at * count}` }))
    const { crawler, become } = await crawlService(
      t,
      45,
      Object.fromEntries(codesOf(45).map((code) => [code, trees(code, 9)])),
    )
    become({ 'ds-1': trees('ds-2', 10), 'ds-2': trees('ds-1', 10) })
    for (const day of WEEKS) {
      const { manifest, problems } = await crawler.run({}, at(day))
      assert.equal(manifest.counts.stale, 4)
      assert.match(problems.join(), /with the fields and words of "ds-2".*only with --accept-removals/)
    }
  })

  test('a swap whose second half comes weeks after the first', async (t) => {
    const { crawler, become } = await crawlService(t, 4)
    become({ 'ds-1': lotsOf('ds-2') })
    for (const day of [1, 2, 4]) await crawler.run({}, at(day))
    become({ 'ds-2': lotsOf('ds-1') })
    await assertKept(crawler, [16, 17, 20, 30], ['ds-2'])
  })

  test('a cache that gives several datasets the previous data of another one', async (t) => {
    const { crawler, become } = await crawlService(t, 12)
    become({ 'ds-1': lotsOf('ds-1', 1), 'ds-2': lotsOf('ds-1'), 'ds-3': lotsOf('ds-1') })
    await assertKept(crawler, WEEKS, ['ds-2', 'ds-3'])
  })

  test('a cache that gives one dataset after another the same data', async (t) => {
    const { crawler, become } = await crawlService(t, 30)
    become({ 'ds-2': lotsOf('ds-1') })
    await assertKept(crawler, [1, 2], ['ds-2'])
    assertFormer(await crawler.run({}, at(4)), 'ds-2', lotsOf('ds-2'))
    become({ 'ds-3': lotsOf('ds-1') })
    const run = await assertKept(crawler, [5, 9, 16], ['ds-3'])
    assert.match(run.problems.join(), /only with --accept-removals/)
  })

  test('the answer for a dataset that does not exist', async (t) => {
    const { origin, crawler, become } = await crawlService(t, 6)
    const sorry = [{ street: 'See our new portal for this', lots: '0' }]
    origin.otherwise(forAnyCode((_, format) => bodyOf(format, sorry)))
    become({ 'ds-2': sorry })
    const run = await assertKept(crawler, WEEKS, ['ds-2'])
    assert.match(run.problems.join(), /answer for a dataset that does not exist; this is run 4/)
    const taken = await crawler.run({ acceptRemovals: plansOf(run).join(',') }, at(24))
    assert.deepEqual(taken.problems, [])
    assertFormer(taken, 'ds-2', lotsOf('ds-2'))
  })
})

test('accepts new data of the dataset that an origin answers with for any unknown code', async (t) => {
  const words = 'alder birch cedar elm fir larch maple oak pine'.split(' ')
  const trees = (day: number): Records => words.map((tree) => ({ tree, count: `${day * 7}` }))
  const { origin, crawler, become } = await crawlService(t, 4, { 'ds-1': trees(0) })
  for (const day of [1, 2]) {
    become({ 'ds-1': trees(day) })
    origin.otherwise(forAnyCode((_, format) => bodyOf(format, trees(day))))
    assert.deepEqual((await crawler.run({}, at(day))).problems, [])
  }
})

test('publishes losses of many datasets only after confirmation, even while they look like mismatches', async (t) => {
  const { origin, crawler } = await crawlService(t, 12)
  const lost = codesOf(8).slice(1)
  origin.set(datasets(lost, () => lotsOf('ds-1')))
  await assertKept(crawler, [1, 2, 5], lost)
  origin.set(datasets(lost, () => []))
  for (const day of [6, 9, 16]) await assert.rejects(crawler.run({}, at(day)), /7 of 12 datasets/)
})
