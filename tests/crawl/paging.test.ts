import assert from 'node:assert/strict'
import { before, describe, type TestContext, test } from 'node:test'
import { type CrawlOptions, RemovalRefused } from '../../src/lib/crawl/index.ts'
import { answer, both, type Crawled, openCrawler, serviceRoutes, tagged, xmlOf } from '../support/crawling.ts'
import { type Reply, type Route, startScripted } from '../support/scripted-origin.ts'
import { suiteContext } from '../support/suite.ts'

const JSON_TYPE = 'application/json'
const A = 'api/v1/get_dataset/a/?type=json'
const ROWS = '[{"row":"x"},{"row":"y"}]'

/** A crawl of a service with the datasets a and b, with some answers replaced. */
async function crawlWith(
  t: TestContext,
  routes: Readonly<Record<string, Route>>,
  notPaged: string[] = [],
  changes: Partial<CrawlOptions> = {},
) {
  const origin = await startScripted(t, { ...serviceRoutes({ a: 'x', b: 'y' }), ...routes })
  const crawler = openCrawler(t, origin)
  return { origin, crawler, run: await crawler.run({ notPaged, ...changes }) }
}

const gaps = ({ problems }: Crawled) => problems.filter((problem) => problem.startsWith('gap '))

test('a dataset that states it is one page of several is published, and is a gap', async (t) => {
  const page = '{"total":500,"data":[{"row":"x"}]}'
  const { run } = await crawlWith(t, { [A]: answer(page, JSON_TYPE) })
  assert.equal(run.text('get_dataset/a/index.json'), page)
  assert.equal(run.manifest.complete, false)
  assert.ok(run.manifest.problems.some(({ severity, code }) => severity === 'gap' && code === 'paged'))
  assert.match(
    gaps(run).join(),
    /^gap \S+get_dataset\/a\/\?type=json: The dataset may be one page of several \(total is 500, the document lists 1\)/,
  )
})

test('it stays a gap while nothing has changed, and is none once it is complete', async (t) => {
  const { origin, crawler, run } = await crawlWith(t, {
    [A]: tagged('{"next":"/?page=2","data":[{"row":"x"}]}', '"1"'),
  })
  assert.equal(gaps(run).length, 1)
  const again = await crawler.run()
  assert.equal(again.record('get_dataset/a/index.json')?.status, 304)
  assert.equal(gaps(again).length, 1)
  origin.set({ [A]: tagged('{"next":null,"data":[{"row":"x"}]}', '"2"') })
  assert.deepEqual(gaps(await crawler.run()), [])
})

/** A service whose datasets have so many records, of which it sends no more than some. */
async function startLimited(t: TestContext, counts: Readonly<Record<string, number>>) {
  const origin = await startScripted(
    t,
    serviceRoutes(Object.fromEntries(Object.keys(counts).map((code) => [code, code]))),
  )
  const crawler = openCrawler(t, origin)
  const limit = (most: number) => {
    for (const [code, count] of Object.entries(counts))
      origin.set(
        both(
          `get_dataset/${code}`,
          Array.from({ length: Math.min(most, count) }, (_, at) => ({
            id: `${code}${at}`,
            level: `${at * 7}`,
          })),
        ),
      )
  }
  return { crawler, limit }
}

const cutOf = ({ manifest }: Crawled) =>
  manifest.problems.flatMap(({ code, severity, facts }) =>
    code === 'same-count' ? [{ severity, ...facts }] : [],
  )

test('datasets that all have the same round number of records are named, while nothing changes too', async (t) => {
  const { crawler, limit } = await startLimited(t, { a: 130, b: 140, c: 150, d: 30, e: 100, f: 99 })
  limit(100)
  const warning = { severity: 'warning', datasets: 4, limit: 100, dataset: 'a' }
  const first = await crawler.run()
  assert.deepEqual([cutOf(first), first.manifest.complete], [[warning], true])
  assert.deepEqual(cutOf(await crawler.run()), [warning])
  assert.deepEqual(cutOf(await crawler.run({ notPaged: ['a', 'b'] })), [])
  limit(120)
  assert.deepEqual(cutOf(await crawler.run()), [])
})

test('a list of exactly a thousand datasets may be cut, unless the config says that it is complete', async (t) => {
  const warningsOf = async (count: number, notPaged: string[] = []) => {
    const entries = Array.from({ length: count }, (_, at) => ({ url: `/api/v1/get_dataset/d${at}/` }))
    const lists = { ...both('list', entries), ...both('list_datasets', entries) }
    const { run } = await crawlWith(t, lists, notPaged, { maxDatasets: 1 })
    return run.problems.filter((problem) => problem.includes('may list only the first'))
  }
  assert.match((await warningsOf(1000)).join(), /^warning list_datasets: It has exactly 1000 entries/)
  assert.deepEqual(await warningsOf(1001), [])
  assert.deepEqual(await warningsOf(1000, ['list_datasets']), [])
})

test('a name in notPaged that no list or dataset has is reported, and one of a withdrawn dataset is not', async (t) => {
  const { origin, crawler, run } = await crawlWith(t, {}, ['oivs', 'list_oivs', 'a'])
  assert.match(run.problems.join(), /^warning notPaged "oivs": .* list_oivs, list_datasets\.$/)
  origin.set(serviceRoutes({ b: 'y', c: 'z' }))
  const withdrawn = await crawler.run({ notPaged: ['a'] })
  assert.equal(withdrawn.states['get_dataset/a/index.json'], 'withdrawn')
  assert.doesNotMatch(withdrawn.problems.join(), /notPaged/)
})

test('datasets that are cut to the same round number of records at once replace no copies', async (t) => {
  const { crawler, limit } = await startLimited(t, { a: 130, b: 140, c: 150, d: 30 })
  limit(1000)
  await crawler.run()
  limit(100)
  await assert.rejects(crawler.run(), RemovalRefused)
  const kept = await crawler.run({ removalShare: 1 })
  assert.equal(kept.record('get_dataset/a/index.json')?.state, 'stale')
  assert.match(
    gaps(kept).join(),
    /with 200 values where the copy has 260, .*exactly 100 records, like 2 other/,
  )
  assert.deepEqual(cutOf(kept), [])
  const accepted = await crawler.run({ notPaged: ['a', 'b', 'c'], removalShare: 1 })
  assert.equal(accepted.record('get_dataset/a/index.json')?.state, 'fetched')
})

/** Answers of datasets, by what is in them, and whether it is about further pages. */
interface Case {
  readonly title: string
  readonly isGap: boolean
  readonly header?: readonly [name: string, value: string]
  /** The answer in json or xml. The rows of no two datasets are the same. */
  write(rows: readonly { row: string }[]): Reply
}

const withHeader = (isGap: boolean, [name, value]: readonly [string, string]): Case => ({
  title: `a header: ${name}: ${value}`,
  isGap,
  header: [name, value],
  write: (rows) => answer(JSON.stringify(rows), JSON_TYPE, { [name]: value }),
})

const withValues = (isGap: boolean, beside: object): Case => ({
  title: `values: ${JSON.stringify(beside)}`,
  isGap,
  write: (data) => answer(JSON.stringify({ data, ...beside }), JSON_TYPE),
})

const withElements = (beside: string): Case => ({
  title: `elements: ${beside}`,
  isGap: true,
  write: (rows) => answer(xmlOf(rows).replace('</data>', `${beside}</data>`), 'application/xml'),
})

const FURTHER_HEADERS = [
  ['link', '<https://a.example/?page=2>; rel="next", <https://a.example/?page=9>; rel=last'],
  ['link', '</?page=2>; title="more"; rel="prefetch next"'],
  ['x-total-count', '500'],
  ['X-WP-Total', '500'],
  ['X-WP-TotalPages', '7'],
  ['X-Next-Page', '2'],
  ['X-Has-More', 'true'],
  ['Content-Range', 'items 0-1/500'],
  ['X-Pagination', '{"TotalCount":500,"PageSize":2,"CurrentPage":1}'],
  ['Pagination', '{"total":500,"limit":2}'],
  ['X-Paging', 'total=500; page=1'],
  ['Pagination-Count', '500'],
  ['X-Total-Count', '1,204'],
  ['Next-Page', '2'],
  ['Content-Range', '0-1/500'],
  ['Content-Range', 'data-sets=0-1/500'],
  ['link', '<https://a.example/?page=1>; rel="first", <https://a.example/?page=9>; rel="last"'],
  ['link', '<https://a.example/?page=2>; rel="http://www.iana.org/assignments/relation/next"'],
  ['link', '<https://a.example/?page=4>; rel="prev"'],
  ['link', '<https://a.example/?page=1,2>; rel="first prev", <https://a.example/?page=9>; rel="last"'],
] as const
const OTHER_HEADERS = [
  ['link', '<https://a.example/style.css>; rel="preload", <https://a.example/next>; rel=canonical'],
  ['x-total-count', '2'],
  ['content-range', 'items 0-1/2'],
  ['content-range', 'items 0-1/*'],
  ['link', '<https://a.example/?page=1>; rel="first", <https://a.example/?page=1>; rel="last"'],
  ['link', '<https://a.example/2025>; rel="prev"; title="first; rel=next"'],
  ['x-total-count', 'two'],
  ['x-page', '1'],
  ['x-ratelimit-limit', '5000'],
  ['x-request-id', '{next}'],
] as const
const FURTHER_VALUES = [
  { total: '1,204' },
  { total: '1\u202f204' },
  { total: '500 records' },
  { всего: 'Найдено 500' },
  { showing: '1-2 of 500' },
  { range: '0–1/500' },
  { found: 500 },
  { nbHits: 500, nbPages: 1 },
  { incomplete_results: true },
  { links: { self: '/?page=1', last: '/?page=9' } },
  {
    links: [
      { rel: 'self', href: '/' },
      { rel: 'next', href: '/?page=2' },
    ],
  },
  { meta: { links: { next: '/?page=2' } } },
  { meta: { links: [{ rel: 'next', href: '/2' }] } },
  { links: [{ rel: 'http://www.iana.org/assignments/relation/next', href: '/2' }] },
  { links: [{ rel: 'last', href: '/?page=9' }] },
  { links: { prev: '/?page=4' } },
  { pages: ['/?page=1', '/?page=2'] },
  { pagination: { pages: [{ url: '/?offset=0' }, { url: '/?offset=2' }] } },
  { pages: [1, 2, 3] },
  { page: '1 of 5' },
  { pager: { first: 1, last: 5 } },
  { next: { page: 2, size: 2 } },
  { __next: 'https://a.example/?$skiptoken=2' },
  { '@odata.nextLink': 'https://a.example/?$skip=2' },
  { LastEvaluatedKey: { id: { S: 'x' } } },
  { nextPageToken: 'abc' },
  { totalSize: 500 },
  { success: true, total: 500 },
]
const OTHER_VALUES = [
  { took: 3, _shards: { total: 5, successful: 5, skipped: 0, failed: 0 } },
  { total: '2 records' },
  { total: '12.5 %' },
  { total: '3 of 5 districts' },
  { showing: '1-2 of 2' },
  { range: '10-20' },
  { links: { self: '/?page=1', last: '/?page=1' } },
  {
    links: [
      { rel: 'self', href: '/' },
      { rel: 'prev', href: '/2025' },
    ],
  },
  { incomplete_results: false },
  { pages: ['/?page=1'] },
  { pages: ['Home', 'About'] },
  { pages: [] },
  { page: '1 of 1' },
  { pager: { first: 1, last: 1 } },
  { next: { href: null } },
  { prev: '/2025', links: { prev: '/2024' } },
  { related: [{ title: 'next', url: '/x' }] },
]
const FURTHER_ELEMENTS = [
  '<pager><page>1</page><page>2</page><page>3</page></pager>',
  '<pages><page href="/?page=1"/><page href="/?page=2"/></pages>',
  '<pagination current="1" last="5"/>',
  '<link rel="prev" href="/?page=4"/>',
  '<next href="/?page=2"/>',
]

const COLUMNS = Object.fromEntries(Array.from({ length: 2500 }, (_, at) => [`c${at}`, at]))
const AFTER_MANY_NAMES: Case = {
  title: 'a next page after more names than are collected',
  isGap: true,
  write: (rows) => {
    const data = rows.map((row) => ({ ...row, ...COLUMNS }))
    return answer(JSON.stringify({ data, next: '/?page=2' }), JSON_TYPE)
  },
}

const CASES: readonly Case[] = [
  AFTER_MANY_NAMES,
  ...FURTHER_HEADERS.map((header) => withHeader(true, header)),
  ...OTHER_HEADERS.map((header) => withHeader(false, header)),
  ...FURTHER_VALUES.map((beside) => withValues(true, beside)),
  ...OTHER_VALUES.map((beside) => withValues(false, beside)),
  ...FURTHER_ELEMENTS.map(withElements),
]

describe('in one run, a dataset whose answer has', () => {
  const codeOf = (one: Case) => `case-${CASES.indexOf(one)}`
  const suite = suiteContext()
  let run: Crawled
  before(async () => {
    const origin = await startScripted(
      suite,
      serviceRoutes(Object.fromEntries(CASES.map((one) => [codeOf(one), `x of ${codeOf(one)}`]))),
    )
    for (const one of CASES) {
      const reply = one.write(['x', 'y'].map((row) => ({ row: `${row} of ${codeOf(one)}` })))
      const format = reply.headers?.['content-type'] === JSON_TYPE ? 'json' : 'xml'
      origin.set({ [`api/v1/get_dataset/${codeOf(one)}/?type=${format}`]: reply })
    }
    run = await openCrawler(suite, origin).run()
  })
  for (const one of CASES)
    test(`${one.title}, is ${one.isGap ? 'a gap' : 'complete'}`, () => {
      const path = `get_dataset/${codeOf(one)}/`
      assert.equal(gaps(run).filter((gap) => gap.includes(path)).length, one.isGap ? 1 : 0)
      if (!one.isGap)
        assert.deepEqual(
          run.problems.filter((problem) => problem.includes(path)),
          [],
        )
      if (one.isGap && one.header) {
        const [name, value] = one.header
        assert.equal(run.record(`${path}index.json`)?.pagingHeaders?.[name.toLowerCase()], value)
      }
    })
})

test('a dataset whose headers together state a full page is a gap', async (t) => {
  const { run } = await crawlWith(t, { [A]: answer(ROWS, JSON_TYPE, { 'x-page': '1', 'x-per-page': '2' }) })
  assert.equal(gaps(run).length, 1)
})

test('a page of several is a gap although it was requested again as an answer like others, and has changed', async (t) => {
  const next = { link: '</?page=2>; rel="next"' }
  const recordOf = (at: number) => answer(JSON.stringify({ name: 'alpha', at }), JSON_TYPE, next)
  const origin = await startScripted(t, {
    ...serviceRoutes({ a: 'x', b: 'y', c: 'z' }),
    [A]: (_, count) => recordOf(count + 10),
    [A.replace('/a/', '/b/')]: recordOf(1),
    [A.replace('/a/', '/c/')]: recordOf(2),
  })
  const run = await openCrawler(t, origin).run()
  assert.ok(origin.requests.filter(({ path }) => path === A).length > 1)
  assert.equal(
    gaps(run).filter((gap) => gap.includes('may be one page of several')).length,
    3,
    gaps(run).join('\n'),
  )
})

const DATA = [{ row: 'x' }, { row: 'y' }]

test('a total beside the records is seen although the answer starts with another object', async (t) => {
  const docs = [...DATA, { row: 'z' }]
  const solr = {
    responseHeader: { status: 0, params: { rows: '3' } },
    response: { numFound: 500, start: 0, docs },
  }
  const { run } = await crawlWith(t, { [A]: answer(JSON.stringify(solr), JSON_TYPE) })
  assert.match(gaps(run).join(), /numFound is 500, the document lists 3/)
})

for (const records of [
  [
    { title: 'Anna', pages: 864, next: 'War', previous: '/?page=1', cursor: 'a', total: 9000, hasMore: true },
    { title: 'War', pages: 1225, next: 'Life', previous: '/?page=2', cursor: 'b', total: 1, hasMore: false },
  ],
  [
    { title: 'Anna', pages: ['/?page=1', '/?page=2'], links: [{ rel: 'next', href: '/b' }] },
    { title: 'War', pages: ['/?page=1', '/?page=2'], links: [{ rel: 'prev', href: '/?page=1' }] },
  ],
])
  test(`records with such fields are no pages: ${Object.keys(records[0] ?? {}).join(', ')}`, async (t) => {
    for (const body of [records, { books: records }]) {
      const { run } = await crawlWith(t, { [A]: answer(JSON.stringify(body), JSON_TYPE) })
      assert.deepEqual(gaps(run), [])
    }
  })

test('a list with a header for further pages is a gap', async (t) => {
  const list = answer('[{"id":"o1","title":"Department of transport"}]', JSON_TYPE, { 'x-total-count': '30' })
  const routes = { 'api/v1/list_oivs/?type=json': list }
  const { run } = await crawlWith(t, routes)
  assert.match(
    gaps(run).join(),
    /list_oivs\/\?type=json: The list may be one page of several \(in its headers x-total-count is 30/,
  )
  assert.deepEqual((await crawlWith(t, routes, ['list_oivs'])).run.problems, [])
})

test('a list of publishers that becomes one page of several keeps its whole copy, until it is whole again', async (t) => {
  const oivs = ['o1', 'o2', 'o3', 'o4'].map((id) => ({ id, title: `Department ${id}` }))
  const paged = (count: number, headers = {}) =>
    answer(JSON.stringify({ items: oivs.slice(0, count), next: '?page=2' }), JSON_TYPE, headers)
  const LIST = 'api/v1/list_oivs/?type=json'
  const { origin, crawler, run } = await crawlWith(t, { ...both('list_oivs', oivs) })
  const whole = run.text('list_oivs/index.json')
  for (const part of [
    paged(1),
    answer(JSON.stringify(oivs.slice(0, 3)), JSON_TYPE, { 'x-total-count': '4' }),
  ]) {
    origin.set({ [LIST]: part })
    const next = await crawler.run()
    assert.equal(next.text('list_oivs/index.json'), whole)
    assert.equal(next.states['list_oivs/index.json'], 'stale')
    assert.match(
      gaps(next).join(),
      /list_oivs\/\?type=json: It answered 200 with what may be one page of several \(.*: [13] entries where the copy has 4\. .* notPaged; the copy of .* is kept/,
    )
  }
  origin.set({ [LIST]: paged(4) })
  assert.equal((await crawler.run({ notPaged: ['list_oivs'] })).states['list_oivs/index.json'], 'fetched')
})

test('paging is also found in xml, in other encodings and in escaped names, anywhere in a document', async (t) => {
  const rows = Array.from({ length: 30_000 }, (_, n) => ({ row: `text ${n}` }))
  const xml = `<data><item><row>x</row></item><item><row>y</row></item><totalRecords>9</totalRecords></data>`
  const utf16 = Buffer.from(
    `\ufeff${JSON.stringify({ data: [{ row: 'x' }, { row: 'y' }], hasMore: true })}`,
    'utf16le',
  )
  for (const [path, reply] of [
    ['api/v1/get_dataset/a/?type=xml', answer(xml, 'application/xml')],
    [A, answer(utf16, JSON_TYPE)],
    [A, answer('{"\\u0412\\u0441\\u0435\\u0433\\u043e":90,"rows":[{"a":1},{"a":2}]}', JSON_TYPE)],
    [A, answer(JSON.stringify({ rows, Всего: 90_000 }), JSON_TYPE)],
  ] as const) {
    const { run } = await crawlWith(t, { [path]: reply })
    assert.equal(gaps(run).length, 1, `${path} ${JSON.stringify(run.problems)}`)
  }
})

test('a dataset that is configured as complete is no gap', async (t) => {
  const budget = answer('{"total":90000,"data":[{"row":"x"}]}', JSON_TYPE)
  const { run } = await crawlWith(t, { [A]: budget }, ['a'])
  assert.deepEqual(run.problems, [])
  assert.match(run.record('get_dataset/a/index.json')?.paging ?? '', /total is 90000/)
})
