import assert from 'node:assert/strict'
import { readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { planCrawl } from '../../src/lib/crawl/index.ts'
import {
  answer,
  both,
  type Crawled,
  jsonOf,
  openCrawler,
  serviceRoutes,
  tagged,
  xmlOf,
} from '../support/crawling.ts'
import { type ScriptedOrigin, startScripted } from '../support/scripted-origin.ts'

const CODES = ['a', 'b', 'c', 'd']
const day = (count: number) => new Date(Date.UTC(2026, 0, count, 3))
const DATED = Object.fromEntries(CODES.map((code) => [code, '2025-12-01']))

/** A service of which the list dates its entries. */
function routesOf(dates: Readonly<Record<string, string>>, titles: Readonly<Record<string, string>> = {}) {
  const entries = Object.entries(dates).map(([code, updated]) => ({
    title: titles[code] ?? `About ${code}`,
    url: `/api/v1/get_dataset/${code}/`,
    updated,
    category: 'c1',
    oiv: 'o1',
  }))
  const datasets = Object.fromEntries(Object.keys(dates).map((code) => [code, `text of ${code}`]))
  return { ...serviceRoutes(datasets), ...both('list_datasets', entries) }
}

async function openDated(t: TestContext) {
  const origin = await startScripted(t, routesOf(DATED))
  return { origin, crawler: openCrawler(t, origin) }
}

/** The datasets that were requested, each once for each format. */
function requested({ requests }: ScriptedOrigin): string[] {
  return requests.flatMap(({ path }) => /get_dataset\/([a-z])\//.exec(path)?.[1] ?? []).sort()
}

function statesOf({ states }: Crawled, code: string): (string | undefined)[] {
  return ['json', 'xml'].map((format) => states[`get_dataset/${code}/index.${format}`])
}

test('a dataset whose dated entry is unchanged is not requested, and its record states that', async (t) => {
  const { origin, crawler } = await openDated(t)
  const first = await crawler.run({ revisit: 30 }, day(1))
  origin.forget()
  const second = await crawler.run({ revisit: 30 }, day(2))
  // The lists, twice.
  assert.equal(origin.requests.length, 16)
  assert.deepEqual(requested(origin), [])
  for (const code of CODES) assert.deepEqual(statesOf(second, code), ['unasked', 'unasked'])
  const path = 'get_dataset/a/index.json'
  assert.equal(second.record(path)?.fetchedAt, day(1).toISOString())
  assert.deepEqual(second.bytes(path), first.bytes(path))
  assert.equal(second.manifest.complete, true)
  assert.equal(second.manifest.counts.unasked, 8)
  assert.deepEqual(second.problems, [])
})

test('a dataset whose date or another field of its entry changed is requested', async (t) => {
  const { origin, crawler } = await openDated(t)
  await crawler.run({ revisit: 30 }, day(1))
  origin.set(routesOf({ ...DATED, b: '2026-01-01' }, { c: 'Another title' }))
  origin.forget()
  const second = await crawler.run({ revisit: 30 }, day(2))
  assert.deepEqual(requested(origin), ['b', 'b', 'c', 'c'])
  assert.deepEqual(statesOf(second, 'b'), ['unchanged', 'unchanged'])
  origin.forget()
  await crawler.run({ revisit: 30 }, day(3))
  assert.deepEqual(requested(origin), [])
})

test('a dataset is requested again when its last answer is so many days old', async (t) => {
  const { origin, crawler } = await openDated(t)
  await crawler.run({ revisit: 3 }, day(1))
  await crawler.run({ revisit: 3 }, day(3))
  origin.forget()
  await crawler.run({ revisit: 3 }, day(4))
  assert.equal(requested(origin).length, 8)
})

test('a dataset of which one format failed is requested in both until it is whole', async (t) => {
  const { origin, crawler } = await openDated(t)
  await crawler.run({ revisit: 30 }, day(1))
  const xml = 'api/v1/get_dataset/b/?type=xml'
  origin.set({ ...routesOf({ ...DATED, b: '2026-01-01' }), [xml]: { status: 500 } })
  const second = await crawler.run({ revisit: 30 }, day(2))
  assert.deepEqual(statesOf(second, 'b'), ['unchanged', 'stale'])
  origin.set(routesOf({ ...DATED, b: '2026-01-01' }))
  origin.forget()
  const third = await crawler.run({ revisit: 30 }, day(3))
  assert.deepEqual(requested(origin), ['b', 'b'])
  assert.deepEqual(statesOf(third, 'b'), ['unchanged', 'unchanged'])
})

test('the datasets of a list without dates, and all of them without the config key, are requested in every run', async (t) => {
  const { origin, crawler } = await openDated(t)
  await crawler.run({}, day(1))
  origin.forget()
  await crawler.run({}, day(2))
  assert.equal(requested(origin).length, 8)
  const plain = await startScripted(t, serviceRoutes({ a: 'x', b: 'y' }))
  const other = openCrawler(t, plain)
  await other.run({ revisit: 30 }, day(1))
  plain.forget()
  await other.run({ revisit: 30 }, day(2))
  assert.equal(requested(plain).length, 4)
})

test('a dataset whose entry changes while the lists are read is requested', async (t) => {
  const { origin, crawler } = await openDated(t)
  await crawler.run({ revisit: 30 }, day(1))
  const path = 'api/v1/list_datasets/?type=json'
  const bodies = [DATED, { ...DATED, d: '2026-01-02' }].map((dates) => routesOf(dates)[path])
  let reading = 0
  origin.set({
    [path]: () => bodies[Math.min(reading++, 1)] as ReturnType<typeof answer>,
    'api/v1/list_datasets/?type=xml': { status: 404 },
  })
  origin.forget()
  const second = await crawler.run({ revisit: 30, formats: ['json'] }, day(2))
  assert.deepEqual(requested(origin), ['d'])
  assert.equal(second.states['get_dataset/d/index.json'], 'unchanged')
})

test('a damaged copy is requested although its entry is unchanged', async (t) => {
  const { origin, crawler } = await openDated(t)
  const { folder } = await crawler.run({ revisit: 30 }, day(1))
  writeFileSync(join(folder, 'api/v1/get_dataset/a/index.json'), '[]')
  origin.forget()
  const second = await crawler.run({ revisit: 30 }, day(2))
  assert.deepEqual(requested(origin), ['a'])
  assert.equal(second.states['get_dataset/a/index.json'], 'fetched')
})

test('copies that are not requested for long are hashed in their turn', async (t) => {
  const { crawler } = await openDated(t)
  const { folder } = await crawler.run({ revisit: 365 }, day(1))
  const file = join(folder, 'api/v1/get_dataset/a/index.json')
  const { mtime, size } = statSync(file)
  writeFileSync(file, '?'.repeat(size))
  utimesSync(file, mtime, mtime)
  const second = await crawler.run({ revisit: 365 }, day(16))
  assert.equal(second.states['get_dataset/a/index.json'], 'fetched')
})

test('a dataset that leaves the lists is withdrawn, and is requested when it returns', async (t) => {
  const { origin, crawler } = await openDated(t)
  await crawler.run({ revisit: 30 }, day(1))
  const { a: _, ...others } = DATED
  origin.set(routesOf(others))
  const second = await crawler.run({ revisit: 30 }, day(2))
  assert.deepEqual(statesOf(second, 'a'), ['withdrawn', 'withdrawn'])
  origin.set(routesOf(DATED))
  origin.forget()
  const third = await crawler.run({ revisit: 30 }, day(3))
  assert.deepEqual(requested(origin), ['a', 'a'])
  assert.deepEqual(statesOf(third, 'a'), ['unchanged', 'unchanged'])
})

test('of 200 datasets of which 1 % changed, 2 % of the requests of the first run are sent besides those of the lists', async (t) => {
  const codes = Array.from({ length: 200 }, (_, index) => `${index}`)
  const dates = Object.fromEntries(codes.map((code) => [code, '2025-12-01']))
  const origin = await startScripted(t, routesOf(dates))
  const crawler = openCrawler(t, origin)
  await crawler.run({ revisit: 30 }, day(1))
  origin.set(routesOf({ ...dates, 7: '2026-01-01', 70: '2026-01-01' }))
  origin.forget()
  await crawler.run({ revisit: 30 }, day(2))
  assert.equal(origin.requests.filter(({ path }) => path.includes('get_dataset/')).length, 4)
})

const LASTING = { 'cache-control': 'public, max-age=172800' }

test('the max-age of the origin is obeyed if the config requires it, with or without dates', async (t) => {
  const path = 'api/v1/get_dataset/a/?type=json'
  const origin = await startScripted(t, {
    ...serviceRoutes({ a: 'x', b: 'y' }),
    [path]: answer(jsonOf([{ row: 'x' }]), 'application/json', LASTING),
  })
  const crawler = openCrawler(t, origin)
  const options = { cacheControl: 'obey', formats: ['json'] } as const
  await crawler.run(options, day(1))
  origin.forget()
  const second = await crawler.run(options, day(2))
  assert.deepEqual(requested(origin), ['b'])
  assert.equal(second.states['get_dataset/a/index.json'], 'unasked')
  origin.forget()
  await crawler.run(options, day(3))
  assert.deepEqual(requested(origin), ['a', 'b'])
  origin.forget()
  await crawler.run({ formats: ['json'] }, day(4))
  assert.deepEqual(requested(origin), ['a', 'b'])
})

for (const headers of [
  { 'cache-control': 'no-cache, max-age=172800' },
  { 'cache-control': 'max-age=172800', age: '172000' },
  { 'cache-control': 'max-age=172800', age: '99999999999' },
  { 'cache-control': 's-maxage=172800' },
])
  test(`an answer with ${JSON.stringify(headers)} is not used on the next day`, async (t) => {
    const origin = await startScripted(t, {
      ...serviceRoutes({ a: 'x' }),
      'api/v1/get_dataset/a/?type=json': answer(jsonOf([{ row: 'x' }]), 'application/json', headers),
    })
    const crawler = openCrawler(t, origin)
    const options = { cacheControl: 'obey', formats: ['json'] } as const
    await crawler.run(options, day(1))
    origin.forget()
    await crawler.run(options, day(2))
    assert.deepEqual(requested(origin), ['a'])
  })

test('a max-age of ten years is obeyed for 30 days', async (t) => {
  const origin = await startScripted(t, {
    ...serviceRoutes({ a: 'x' }),
    'api/v1/get_dataset/a/?type=json': answer(jsonOf([{ row: 'x' }]), 'application/json', {
      'cache-control': 'max-age=315360000, immutable',
    }),
  })
  const crawler = openCrawler(t, origin)
  const options = { cacheControl: 'obey', formats: ['json'] } as const
  await crawler.run(options, day(1))
  origin.forget()
  await crawler.run(options, day(30))
  assert.deepEqual(requested(origin), [])
  await crawler.run(options, day(31))
  assert.deepEqual(requested(origin), ['a'])
})

/** A service whose datasets have one ETag for ever. */
async function startFrozen(t: TestContext, dates: Readonly<Record<string, string>>, row = 'x') {
  const origin = await startScripted(t)
  const set = (dates: Readonly<Record<string, string>>, row: string) => {
    origin.set(routesOf(dates))
    for (const code of Object.keys(dates))
      origin.set({
        [`api/v1/get_dataset/${code}/?type=json`]: tagged(jsonOf([{ row: `${row} of ${code}` }]), '"same"'),
        [`api/v1/get_dataset/${code}/?type=xml`]: tagged(
          xmlOf([{ row: `${row} of ${code}` }]),
          '"same"',
          'application/xml',
        ),
      })
  }
  set(dates, row)
  return { origin, set, crawler: openCrawler(t, origin) }
}

test('an ETag that never changes does not hide that a dataset was updated, if the lists state it', async (t) => {
  const { set, crawler } = await startFrozen(t, DATED)
  await crawler.run({}, day(1))
  set({ ...DATED, b: '2026-01-01' }, 'news')
  const second = await crawler.run({}, day(2))
  assert.deepEqual(statesOf(second, 'a'), ['unchanged', 'unchanged'])
  assert.equal(JSON.parse(second.text('get_dataset/b/index.json'))[0].row, 'news of b')
  assert.match(second.problems.join(), /get_dataset\/b\/\?type=json: It changed, but its ETag "same" did not/)
  set({ ...DATED, b: '2025-11-01' }, 'old')
  const third = await crawler.run({}, day(3))
  assert.equal(JSON.parse(third.text('get_dataset/b/index.json'))[0].row, 'old of b')
})

test('copies are confirmed by their ETags although the dates of all entries change on every request', async (t) => {
  const codes = Array.from({ length: 12 }, (_, n) => String.fromCodePoint(97 + n))
  const datesOf = (date: string) => Object.fromEntries(codes.map((code) => [code, date]))
  const { origin, set, crawler } = await startFrozen(t, datesOf('2025-12-01'))
  await crawler.run({}, day(1))
  set(datesOf('2025-12-02'), 'x')
  origin.forget()
  await crawler.run({}, day(2))
  const datasets = origin.requests.filter(({ path }) => path.includes('get_dataset'))
  assert.ok(datasets.every(({ headers }) => headers['if-none-match'] === '"same"'))
})

test('a plan states what is not requested, and what the key would save', async (t) => {
  const { origin, crawler } = await openDated(t)
  await crawler.run()
  origin.set(routesOf({ ...DATED, b: '2026-01-01' }))
  const without = await planCrawl(crawler.options)
  assert.deepEqual(without.revisit, { days: 30, saves: 6 })
  assert.equal(without.unasked, 0)
  const planned = await planCrawl({ ...crawler.options, revisit: 30 })
  assert.equal(planned.revisit, undefined)
  assert.equal(planned.unasked, 6)
  assert.equal(planned.requests, without.requests - 6)
  origin.forget()
  const { requests } = await crawler.run({ revisit: 30 })
  assert.equal(requests, planned.requests)
})

test('a manifest that was written before there was this state is read, and all its datasets are requested', async (t) => {
  const { origin, crawler } = await openDated(t)
  const { folder } = await crawler.run({}, day(1))
  const file = join(folder, 'manifest.json')
  const { counts, records, ...manifest } = JSON.parse(readFileSync(file, 'utf8'))
  const { unasked: _, ...older } = counts
  const bare = records.map(({ listed: __, ...record }: Record<string, unknown>) => record)
  writeFileSync(file, JSON.stringify({ ...manifest, counts: older, records: bare }))
  origin.forget()
  const second = await crawler.run({ revisit: 30 }, day(2))
  assert.equal(requested(origin).length, 8)
  assert.equal(second.manifest.counts.unasked, 0)
})
