import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  assertFormer,
  at,
  bodies,
  codesOf,
  copyCrawler,
  crawlDatasets,
  datasets,
  type Records,
  refusalOf,
} from '../../support/crawled-datasets.ts'
import { jsonOf, xmlOf } from '../../support/crawling.ts'
import { changeFirst, crawlStations, FIRST_FILE, measurementsOf } from './stations.ts'

test('one value everywhere in most fields replaces no copy', async (t) => {
  const measured = (code: string, day = 0) =>
    Array.from({ length: 20 }, (_, hour) => ({
      station: `${code} ${hour}`,
      level: `${1000 + Number(code.slice(3)) * 41 + hour * 7 + day * 3}`,
      flow: `${5000 + Number(code.slice(3)) * 17 + hour * 13 + day * 5}`,
    }))
  const { codes, origin, crawler } = await crawlDatasets(t, codesOf(10), measured)
  const zeros = (code: string) => measured(code).map((row) => ({ ...row, level: '0', flow: '0' }))
  origin.set(datasets(codes, zeros))
  const refused = await refusalOf(crawler.run({}, at(2)))
  assert.match(
    refused.message,
    /"ds-1" \(json\) with the same value everywhere in the fields "level", "flow"/,
  )
  origin.set(datasets(codes, (code) => measured(code, 1)))
  assert.deepEqual((await crawler.run({}, at(3))).problems, [])
})

for (const [name, records] of Object.entries<(n: number, day: number) => Records>({
  'one number': (n, day) => [{ level: day === 1 ? '5' : `${n * 41 + day}` }],
  'a few numbers and a word': (n, day) => [
    { level: day === 1 ? '0' : `${n * 41}`, flow: day === 1 ? '0' : `${900 - n * 17 - day}`, unit: 'm' },
  ],
}))
  test(`the same answer in all datasets of ${name} replaces no copy until it is accepted`, async (t) => {
    const of = (day: number) => (code: string) => records(Number(code.slice(3)), day)
    const service = await crawlDatasets(t, codesOf(12), of(0))
    const { codes, origin } = service
    const accepting = copyCrawler(t, service)
    origin.set(datasets(codes, of(1)))
    const refused = await refusalOf(service.crawler.run({}, at(1)))
    assert.equal(refused.removal.codes.length, 12)
    assert.match(refused.message, /"ds-1" \(json\) with the same bytes as 11 other datasets/)
    const accepted = await accepting.run({ acceptRemovals: refused.removal.planId }, at(1))
    assert.equal(accepted.manifest.counts.fetched, 24)
    origin.set(datasets(codes, of(2)))
    assert.deepEqual((await service.crawler.run({}, at(2))).problems, [])
  })

test('masked values in place of those of a field replace no copy, however few records there are', async (t) => {
  const staff = (mask: (name: string) => string, day = 0) =>
    ['Lapina', 'Orlov', 'Kim', 'Petrova'].map((name, n) => ({ desk: `${n + day}`, name: mask(name) }))
  const plain = (name: string) => name
  const { origin, crawler } = await crawlDatasets(t, codesOf(3), (code) =>
    code === 'ds-1' ? staff(plain) : measurementsOf(code),
  )
  changeFirst(
    origin,
    staff((name) => `${name.slice(0, 1)}***`, 1),
  )
  const masked = await crawler.run({}, at(1))
  assert.equal(masked.states[FIRST_FILE], 'stale')
  assert.match(masked.problems.join(), /with masked values everywhere in the fields "name"/)
  changeFirst(origin, staff(plain, 2))
  assert.deepEqual((await crawler.run({}, at(2))).problems, [])
})

test('texts that are cut in the middle of words replace no copy, but those that are shortened or corrected do', async (t) => {
  const text = (n: number) =>
    `Station ${n} of the northern line, which is ${'a rather long walk '.repeat(2)}away`
  const rows = (write: (text: string, n: number) => string, day = 0) =>
    [1, 2, 3, 4].map((n) => ({ id: `${n + day}`, about: write(text(n), n) }))
  const { origin, crawler } = await crawlDatasets(t, codesOf(3), (code) =>
    code === 'ds-1' ? rows((whole) => whole) : measurementsOf(code),
  )
  changeFirst(
    origin,
    rows((whole) => whole.slice(0, 66), 1),
  )
  const cut = await crawler.run({}, at(1))
  assert.equal(cut.states[FIRST_FILE], 'stale')
  assert.match(cut.problems.join(), /with texts that end in the middle of words in the fields "about"/)
  for (const [day, write] of [
    (whole: string) => whole,
    (whole: string) => whole.slice(0, whole.indexOf(',')),
    (whole: string, n: number) => (n === 1 ? whole.slice(0, 66) : whole),
  ].entries()) {
    changeFirst(origin, rows(write, day + 2))
    assert.deepEqual((await crawler.run({}, at(day + 2))).problems, [])
  }
})

test('one page of several replaces no copy that has more, and is accepted when it repeats, with a former copy', async (t) => {
  const { origin, crawler } = await crawlStations(t, 3)
  const [seven, ten] = [measurementsOf('ds-1').slice(0, 7), measurementsOf('ds-1')]
  const page = bodies(['ds-1'], (_, format) =>
    format === 'json'
      ? // As many values of its own as the missing records had.
        JSON.stringify({ total: 10, links: Array.from({ length: 9 }, (_, at) => `?sort=${at}`), data: seven })
      : xmlOf(seven).replace('<data>', '<data total="10">'),
  )
  origin.set(page)
  for (const day of [1, 2]) {
    const run = await crawler.run({}, at(day))
    assert.equal(run.text(FIRST_FILE), jsonOf(ten))
    assert.match(
      run.problems.join(),
      /ds-1\/\?type=json: It answered 200 with 21 values where .*one page of several/,
    )
  }
  assertFormer(await crawler.run({}, at(4)), 'ds-1', ten)
  origin.set(datasets(['ds-1'], () => ten))
  assert.deepEqual((await crawler.run({}, at(5))).problems, [])
  origin.set(page)
  const configured = await crawler.run({ notPaged: ['ds-1'] }, at(6))
  assert.deepEqual([configured.record(FIRST_FILE)?.state, configured.problems], ['fetched', []])
})

test('sample data with the code of each dataset in it replaces no copy', async (t) => {
  const places = ['port', 'mill', 'park', 'gate', 'hill']
  const words: Record<string, string> = { roads: 'lane', trees: 'oak', parks: 'lawn', stops: 'tram' }
  const { codes, origin, crawler } = await crawlDatasets(t, Object.keys(words), (code) =>
    places.map((place, at) => ({ place: `${place} ${words[code]}`, level: `${code.length * 7 + at * 11}` })),
  )
  const sample = (code: string) =>
    places.map((_, at) => ({ place: `Sample place ${at} of ${code}`, level: `${at}` }))
  origin.set(datasets(codes, sample))
  await refusalOf(crawler.run({}, at(1)))
})

/** Text that something between the data and the interface decoded with the wrong charset. */
const GARBLED: Readonly<Record<string, (text: string) => string>> = {
  'UTF-8 taken for windows-1252': (text) => new TextDecoder('windows-1252').decode(Buffer.from(text)),
  'UTF-8 taken for Latin-1': (text) => Buffer.from(text).toString('latin1'),
  'UTF-8 taken for windows-1251': (text) => new TextDecoder('windows-1251').decode(Buffer.from(text)),
  'windows-1251 taken for windows-1252': (text) =>
    text.replace(/[А-я]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0x350)),
}

describe('Russian text', { concurrency: 4 }, () => {
  const russian = (code: string, day = 0) =>
    measurementsOf(code, day).map((row, n) => ({
      ...row,
      station: `${['северная', 'южная', 'западная'][(Number(code.slice(3)) + n) % 3]} станция, ${['новая', 'старая'][n % 2]}`,
    }))
  const garbled = (garble: (text: string) => string) => (code: string) =>
    russian(code, 1).map((row) => ({ ...row, station: garble(row.station) }))

  test('replaces no copy', async (t) => {
    const service = await crawlDatasets(t, codesOf(10), russian)
    const { codes, origin } = service
    for (const [name, garble] of Object.entries(GARBLED))
      await t.test(`that is ${name}`, async (t) => {
        const crawler = copyCrawler(t, service)
        origin.set(datasets(codes, garbled(garble)))
        const refused = await refusalOf(crawler.run({}, at(2)))
        assert.equal(refused.removal.codes.length, 10)
        assert.match(
          refused.message,
          /"ds-1" \(json\) with the words of the copy, decoded with a wrong charset/,
        )
        origin.set(datasets(codes.slice(1), russian))
        const { states, manifest } = await crawler.run({}, at(3))
        assert.deepEqual([states[FIRST_FILE], manifest.counts.stale], ['stale', 2])
      })
  })

  test('is accepted at once in place of a copy that is garbled', async (t) => {
    const windows = GARBLED['UTF-8 taken for windows-1252'] ?? assert.fail()
    const { codes, origin, crawler } = await crawlDatasets(t, codesOf(10), garbled(windows))
    origin.set(datasets(codes, russian))
    assert.deepEqual((await crawler.run({}, at(2))).problems, [])
  })
})
