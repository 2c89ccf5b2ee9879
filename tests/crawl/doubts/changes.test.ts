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
  startDatasets,
} from '../../support/crawled-datasets.ts'
import { answer } from '../../support/crawling.ts'
import { crawlStations, FIRST_FILE, measurementsOf } from './stations.ts'

/** Changes of all datasets from one day to the next. */
const CHANGES: Readonly<Record<string, (code: string) => Records>> = {
  'other values': (code) => measurementsOf(code, 1),
  'a record more': (code) => [...measurementsOf(code), { station: code, hour: '10', level: '3' }],
  'some records less': (code) => measurementsOf(code).slice(3),
  'three times as many records': (code) => [0, 1, 2].flatMap((day) => measurementsOf(code, day)),
  'a new column': (code) => measurementsOf(code).map((row) => ({ ...row, unit: 'cm' })),
  'other names of all columns': (code) =>
    measurementsOf(code).map(({ station = '', hour = '', level = '' }) => ({
      place: station,
      time: hour,
      water: level,
    })),
  'a column less': (code) =>
    measurementsOf(code).map(({ station, level }) => ({ station: station ?? '', level: level ?? '' })),
  'names in another language': (code) =>
    measurementsOf(code).map((row) => ({
      ...row,
      station: `${['северная', 'южная', 'западная'][Number(code.slice(3)) % 3]} станция`,
    })),
}

describe('changes that all datasets may make at once without confirmation', { concurrency: 4 }, () => {
  for (const count of [1, 12])
    test(`of ${count} datasets`, async (t) => {
      const service = await crawlStations(t, count)
      for (const [name, records] of Object.entries(CHANGES))
        await t.test(name, async (t) => {
          service.origin.set(datasets(service.codes, records))
          const { manifest, problems, record } = await copyCrawler(t, service).run({}, at(1))
          assert.deepEqual(problems, [])
          assert.equal(manifest.counts.fetched, count * 2)
          assert.equal(record(FIRST_FILE)?.former, undefined)
        })
    })

  // What many places share on one day: the words of a status, next to their own numbers and times.
  for (const [count, name, ...states] of [
    [5, 'one word', 'clear', 'cloudy', 'rain', 'snow'],
    [12, 'some words', 'clear all day', 'cloudy with some sun', 'light rain and wind', 'heavy snow at night'],
  ] as const)
    test(`a status such as ${name}, from day to day: ${count} datasets`, async (t) => {
      const { codes, origin, crawler } = await startDatasets(t, codesOf(count), measurementsOf)
      for (const day of [0, 1, 2, 3]) {
        const state = (code: string) =>
          states[(Number(code.slice(3)) + day * (Number(code.slice(3)) % 3)) % 4] ?? ''
        const now = (code: string) => [
          { station: code, state: state(code), level: `${(Number(code.slice(3)) * 37 + day * 7) % 100}` },
        ]
        origin.set(datasets(codes, now))
        const { manifest, problems } = await crawler.run({}, at(day))
        assert.deepEqual(problems, [])
        assert.equal(manifest.counts.fetched, count * 2 + (day === 0 ? 8 : 0))
      }
    })

  // Each has too few values to tell a loss of them from a day like this.
  for (const [name, records] of Object.entries<(n: number, day: number) => Records>({
    'a time and a version that all of them share': (n, day) => [
      { name: `station ${n}`, updated: `2026-01-0${1 + day * (1 + (n % 2))}`, version: `${day ? 7 : n % 5}` },
    ],
    'a period that all of them share': (n, day) => [
      {
        from: `2026-0${day ? 7 : 1 + (n % 5)}-01`,
        to: `2026-0${day ? 8 : 2 + (n % 5)}-01`,
        total: `${n * 31}`,
      },
    ],
    'counters that are all reset, beside the name of each': (n, day) => [
      { name: `pool ${n}`, visitors: day ? '0' : `${n * 13}`, lanes: day ? '0' : `${n}` },
    ],
    'counters that are reset in all but one': (n, day) => [
      { visitors: day && n > 1 ? '0' : `${n * 13 + day}` },
    ],
    'one of a few states': (n, day) => [{ state: day ? 'closed' : (['open', 'full', 'busy'][n % 3] ?? '') }],
  }))
    test(`${name}: datasets of one record`, async (t) => {
      const service = await crawlDatasets(t, codesOf(12), (code) => records(Number(code.slice(3)), 0))
      service.origin.set(datasets(service.codes, (code) => records(Number(code.slice(3)), 1)))
      const { manifest } = await service.crawler.run({}, at(1))
      assert.equal(manifest.counts.stale, 0)
    })

  test('a new word that no copy has yet', async (t) => {
    const { codes, origin, crawler } = await crawlStations(t, 10)
    const lots = (state: string) => (code: string) =>
      measurementsOf(code).map((row) => ({ ...row, station: state }))
    origin.set(datasets(codes, (code) => lots(Number(code.slice(3)) % 2 ? 'open' : 'full')(code)))
    assert.deepEqual((await crawler.run({}, at(1))).problems, [])
    origin.set(datasets(codes, lots('closed')))
    assert.deepEqual((await crawler.run({}, at(2))).problems, [])
  })

  test('records in a new wrapper and with line breaks', async (t) => {
    const { codes, origin, crawler } = await crawlStations(t, 5)
    const wrapped = (code: string) => JSON.stringify({ count: 10, items: measurementsOf(code) }, null, 2)
    origin.set(
      Object.fromEntries(
        codes.map((code) => [
          `api/v1/get_dataset/${code}/?type=json`,
          answer(wrapped(code), 'application/json'),
        ]),
      ),
    )
    assert.deepEqual((await crawler.run({}, at(1))).problems, [])
  })

  test('records in datasets that had none, where a total and a date were stated', async (t) => {
    const empty = (format: string) =>
      format === 'xml' ? '<data total="0" date="2026-01-01"/>' : '{"items":[],"total":0,"date":"2026-01-01"}'
    const { codes, origin, crawler } = await startDatasets(t, codesOf(12), measurementsOf)
    origin.set(bodies(codes.slice(0, 5), (_, format) => empty(format)))
    await crawler.run({}, at(0))
    origin.set(datasets(codes, measurementsOf))
    const { manifest, problems } = await crawler.run({}, at(1))
    assert.deepEqual(problems, [])
    assert.equal(manifest.counts.fetched, 10)
  })

  test('values under a header, and in attributes', async (t) => {
    const { codes, origin, crawler } = await crawlStations(t, 5)
    const header = ['station', 'hour', 'level']
    const table = (code: string) =>
      JSON.stringify([header, ...measurementsOf(code).map((row) => Object.values(row))])
    const attributes = (row: Readonly<Record<string, string>>) =>
      `<item ${header.map((name) => `${name}="${row[name]}"`).join(' ')}/>`
    for (const code of codes)
      origin.set({
        [`api/v1/get_dataset/${code}/?type=json`]: answer(table(code), 'application/json'),
        [`api/v1/get_dataset/${code}/?type=xml`]: answer(
          `<data>${measurementsOf(code).map(attributes).join('')}</data>`,
          'application/xml',
        ),
      })
    assert.deepEqual((await crawler.run({}, at(1))).problems, [])
    origin.set(datasets(codes, measurementsOf))
    assert.deepEqual((await crawler.run({}, at(2))).problems, [])
  })

  test('documents of a megabyte that lose a third of their records', async (t) => {
    const { codes, origin, crawler } = await crawlStations(t, 2)
    const note = 'of a long list '.repeat(35)
    const many = (count: number) => (code: string) =>
      Array.from({ length: count }, (_, n) => ({ ...measurementsOf(code)[n % 10], number: `${n} ${note}` }))
    origin.set(datasets(codes, many(1_500)))
    assert.deepEqual((await crawler.run({}, at(1))).problems, [])
    origin.set(datasets(codes, many(1_000)))
    assert.deepEqual((await crawler.run({}, at(2))).problems, [])
    origin.set(datasets(codes, many(600)))
    assert.deepEqual((await crawler.run({}, at(3))).problems, [])
    origin.set(datasets(codes, many(200)))
    assert.equal((await refusalOf(crawler.run({}, at(4)))).removal.codes.length, 2)
  })
})

test('one field of several that gets one value everywhere is published, with a warning and a former copy', async (t) => {
  const rows = (code: string, level?: number) =>
    measurementsOf(code).map((row, hour) => ({
      ...row,
      level: `${level ?? row.level}`,
      flow: `${700 + hour * 13}`,
      at: `2026-01-01T0${hour}:00`,
    }))
  const { codes, origin, crawler } = await crawlDatasets(t, codesOf(3), rows)
  origin.set(
    datasets(codes, (code) =>
      rows(code, code === 'ds-1' ? 0 : undefined).map((row) => ({ ...row, at: '2026-01-02T00:00' })),
    ),
  )
  const run = await crawler.run({}, at(1))
  assert.equal(run.manifest.complete, true)
  assert.deepEqual(
    run.manifest.problems.map(({ severity, code, facts }) => ({ severity, code, facts })),
    [{ severity: 'warning', code: 'uniform-values', facts: { field: 'level', value: '0' } }],
  )
  assert.equal(JSON.parse(run.text(FIRST_FILE))[4].level, '0')
  assertFormer(run, 'ds-1', rows('ds-1'))
  assert.deepEqual((await crawler.run({}, at(2))).problems, [])
  // A time that stands for none is not the one at which all records were written again.
  origin.set(datasets(['ds-2'], (code) => rows(code)))
  await crawler.run({}, at(3))
  origin.set(datasets(['ds-2'], (code) => rows(code).map((row) => ({ ...row, at: '1970-01-01T00:00' }))))
  const { facts } = (await crawler.run({}, at(4))).manifest.problems[0] ?? {}
  assert.deepEqual(facts, { field: 'at', value: '1970-01-01T00:00' })
})
