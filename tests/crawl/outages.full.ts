import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { RemovalRefused } from '../../src/lib/crawl/index.ts'
import { findCurrent, type Generation } from '../../src/lib/snapshot/index.ts'
import {
  at,
  bodies,
  bodyOf,
  codesOf,
  copyCrawler,
  crawlDatasets,
  datasets,
  forAnyCode,
  type Records,
  refusalOf,
  startDatasets,
} from '../support/crawled-datasets.ts'
import { type Crawler, openCrawler, xmlOf } from '../support/crawling.ts'

type Format = 'json' | 'xml'
type Write = (code: string, format: Format) => string

const STREETS = ['Lenina', 'Mira', 'Sadovaya', 'Polevaya', 'Naberezhnaya', 'Shkolnaya', 'Zavodskaya']

/** A few records of a dataset, which differ from those of every other one in their words, numbers and length. */
function rowsOf(code: string): Records {
  const n = Number(code.slice(3))
  return Array.from({ length: 3 + (n % 4) }, (_, at) => ({
    id: `${n * 100 + at}`,
    street: `${STREETS[(n + at) % 7]} ${STREETS[(n * 3 + at) % 7]}`,
    house: `${at + n}`,
  }))
}

/** Runs on a day, whether that publishes or is refused. */
async function runOn(crawler: Crawler, day: number): Promise<void> {
  await crawler.run({}, at(day)).catch((error) => {
    if (!(error instanceof RemovalRefused)) throw error
  })
}

/** Asserts that every stored dataset is published as it was. */
function assertStored(crawler: Crawler, first: Generation): void {
  const current = findCurrent(crawler.state) as Generation
  for (const { path, code, sha256 } of first.manifest.records)
    if (code !== undefined) {
      const published = hash('sha256', readFileSync(join(current.folder, path)))
      assert.equal(published, sha256, path)
      assert.equal(current.find(path)?.sha256, sha256, path)
    }
}

let requests = 0
const clock = () => new Date(Date.UTC(2026, 3, 1) + 1000 * requests++).toISOString()
const requestId = () => `8f${(requests++ * 7919).toString(16).padStart(6, '0')}-c0de-4e1${requests % 10}`
const xmlFields = (root: string, fields: Readonly<Record<string, string>>) =>
  `<?xml version="1.0"?><${root}>${Object.entries(fields)
    .map(([name, text]) => `<${name}>${text}</${name}>`)
    .join('')}</${root}>`

/** One record of fields outside of any list. */
const note = (fields: () => Readonly<Record<string, string>>) => (_: string, format: Format) =>
  format === 'json' ? JSON.stringify(fields()) : xmlFields('response', fields())

const listed = (records: (code: string) => Records) => (code: string, format: Format) =>
  bodyOf(format, records(code))

/** Answers with status 200 that are no data, whatever they are like. */
const OUTAGES: Readonly<Record<string, Write>> = {
  'a maintenance note with a time': note(() => ({ status: 'maintenance', until: clock() })),
  'a maintenance note with a request id, as a list': listed(() => [
    { status: 'maintenance', requestId: requestId() },
  ]),
  'a detail with an id': note(() => ({
    detail: 'Authentication credentials were not provided.',
    id: requestId(),
  })),
  'a message': note(() => ({ Message: 'Service is not available at the moment.' })),
  'a redirect to log in': note(() => ({ login: '/accounts/login/', next: '/', at: clock() })),
  'a captcha': note(() => ({ challenge: requestId(), type: 'managed', retry: 'true' })),
  'a geo-block': note(() => ({ country: 'RU', blocked: 'true', ray: requestId() })),
  'an empty list': listed(() => []),
  'an empty list with a counter': (_, format) =>
    format === 'json' ? `{"count":0,"at":"${clock()}","results":[]}` : '<data><count>0</count></data>',
  'an empty list in a wrapper': (_, format) => (format === 'json' ? '{"data":{"items":[]}}' : '<data/>'),
  'null data': (_, format) => (format === 'json' ? '{"data":null,"meta":null}' : '<data><item/></data>'),
  'nothing but null in the fields': (code, format) =>
    format === 'json'
      ? JSON.stringify(rowsOf(code).map(() => ({ id: null, street: null, house: null })))
      : xmlOf(rowsOf(code).map(() => ({ id: '', street: '', house: '' }))),
  'a header without rows': (_, format) =>
    format === 'json' ? '[["id","street","house"]]' : '<data><item>id;street;house</item></data>',
  'one placeholder record': listed(() => [{ id: '0', street: '-', house: '0' }]),
  'the first row only': listed((code) => rowsOf(code).slice(0, 1)),
  'question marks': listed((code) =>
    rowsOf(code).map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, text]) => [name, text.replace(/\S/g, '?')])),
    ),
  ),
  'question marks for letters': listed((code) =>
    rowsOf(code).map((row) => ({ ...row, street: (row.street ?? '').replace(/\S/g, '?') })),
  ),
  'the same sentence in every value': listed((code) =>
    rowsOf(code).map(() => ({ id: clock(), street: 'The portal moves house', house: 'come back later' })),
  ),
  'a note that names the dataset': (code, format) =>
    note(() => ({ resource: code, state: 'suspended', ticket: requestId() }))(code, format),
}

describe('an outage that is answered with 200', { concurrency: 4 }, () => {
  for (const [count, known] of [
    [2, false],
    [12, true],
  ] as const)
    test(`keeps the copies of ${count} datasets, with ${known ? '404' : 'the same'} for an unknown code`, async (t) => {
      const service = await crawlDatasets(t, codesOf(count), rowsOf)
      const { codes, origin } = service
      const first = findCurrent(service.crawler.state) as Generation
      for (const [name, write] of Object.entries(OUTAGES))
        await t.test(name, async (t) => {
          const crawler = copyCrawler(t, service)
          origin.set(bodies(codes, write))
          if (!known) origin.otherwise(forAnyCode(write))
          for (const day of [1, 2, 5]) {
            await runOn(crawler, day)
            assertStored(crawler, first)
          }
          origin.set(datasets(codes, rowsOf))
          const { problems } = await crawler.run({}, at(10))
          assert.deepEqual(problems, [])
          assertStored(crawler, first)
        })
    })

  for (const format of ['json', 'xml'] as const)
    test(`keeps the copies if only the ${format} is affected`, async (t) => {
      const { codes, origin, crawler } = await crawlDatasets(t, codesOf(5), rowsOf)
      const first = findCurrent(crawler.state) as Generation
      const routes = Object.entries(bodies(codes, OUTAGES['a maintenance note with a time'] as Write))
      origin.set(Object.fromEntries(routes.filter(([path]) => path.endsWith(format))))
      const { message, removal } = await refusalOf(crawler.run({}, at(1)))
      assert.match(message, /5 of 5 datasets/)
      assert.equal(removal.codes.length, 5)
      assertStored(crawler, first)
    })
})

describe('a first run', { concurrency: 4 }, () => {
  async function start(t: TestContext, count: number, write: Write, share = 1) {
    const started = await startDatasets(t, codesOf(count), rowsOf)
    started.origin.set(bodies(started.codes.slice(0, Math.ceil(count * share)), write))
    return started
  }

  for (const name of [
    'a maintenance note with a time',
    'a detail with an id',
    'one placeholder record',
    'a geo-block',
  ])
    for (const share of [1, 0.6])
      test(`does not accept an outage as data: ${name}, ${share * 100} % of the datasets`, async (t) => {
        const write = OUTAGES[name] as Write
        const { codes, origin, crawler } = await start(t, 10, write, share)
        const { message, removal } = await refusalOf(crawler.run({}, at(1)))
        assert.match(message, new RegExp(`${10 * share} of 10 datasets`))
        assert.equal(findCurrent(crawler.state), undefined)
        const other = openCrawler(t, origin)
        assert.equal((await other.run({ acceptRemovals: removal.planId }, at(1))).manifest.counts.fetched, 28)
        origin.set(datasets(codes, rowsOf))
        assert.deepEqual((await crawler.run({}, at(1))).problems, [])
      })

  test('accepts short data of the same kind', async (t) => {
    const level = (code: string) => [{ text: 'water level in cm', level: `${Number(code.slice(3)) * 31}` }]
    const { crawler } = await start(t, 10, listed(level))
    assert.deepEqual((await crawler.run({}, at(0))).problems, [])
  })

  test('accepts single numbers that change on each request', async (t) => {
    const { crawler } = await start(
      t,
      10,
      note(() => ({ level: `${requests++}`, at: clock() })),
    )
    assert.deepEqual((await crawler.run({}, at(0))).problems, [])
  })

  test('accepts datasets that are still empty', async (t) => {
    const { crawler } = await start(
      t,
      10,
      listed(() => []),
      0.8,
    )
    assert.deepEqual((await crawler.run({}, at(0))).problems, [])
  })
})
