import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import {
  assertFormer,
  at,
  bodies,
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
  refusalOf,
  startDatasets,
} from '../support/crawled-datasets.ts'
import { answer, type Crawled, jsonOf, serviceRoutes, xmlOf } from '../support/crawling.ts'
import type { ScriptedOrigin } from '../support/scripted-origin.ts'

const FILE = fileOf('ds-1')

/** Ten measurements of a station; `day` changes the values. */
function rowsOf(code: string, day = 0): Records {
  const n = Number(code.slice(3))
  return Array.from({ length: 10 }, (_, hour) => ({
    station: `${code} of the ${['north', 'south', 'west'][n % 3]}`,
    hour: `${hour}`,
    level: `${(n * 37 + hour * 11 + day * 7) % 100}`,
  }))
}

const crawlService = (t: TestContext, count: number) => crawlDatasets(t, codesOf(count), rowsOf)

const become = (origin: ScriptedOrigin, records: Records) => origin.set(datasets(['ds-1'], () => records))

/** Changes of all datasets from one day to the next. */
const CHANGES: Readonly<Record<string, (code: string) => Records>> = {
  'other values': (code) => rowsOf(code, 1),
  'a record more': (code) => [...rowsOf(code), { station: code, hour: '10', level: '3' }],
  'some records less': (code) => rowsOf(code).slice(3),
  'three times as many records': (code) => [0, 1, 2].flatMap((day) => rowsOf(code, day)),
  'a new column': (code) => rowsOf(code).map((row) => ({ ...row, unit: 'cm' })),
  'other names of all columns': (code) =>
    rowsOf(code).map(({ station = '', hour = '', level = '' }) => ({
      place: station,
      time: hour,
      water: level,
    })),
  'a column less': (code) =>
    rowsOf(code).map(({ station, level }) => ({ station: station ?? '', level: level ?? '' })),
  'names in another language': (code) =>
    rowsOf(code).map((row) => ({
      ...row,
      station: `${['северная', 'южная', 'западная'][Number(code.slice(3)) % 3]} станция`,
    })),
}

describe('changes that all datasets may make at once without confirmation', { concurrency: 4 }, () => {
  for (const count of [1, 12])
    test(`of ${count} datasets`, async (t) => {
      const service = await crawlService(t, count)
      for (const [name, records] of Object.entries(CHANGES))
        await t.test(name, async (t) => {
          service.origin.set(datasets(service.codes, records))
          const { manifest, problems, record } = await copyCrawler(t, service).run({}, at(1))
          assert.deepEqual(problems, [])
          assert.equal(manifest.counts.fetched, count * 2)
          assert.equal(record(FILE)?.former, undefined)
        })
    })

  // What many places share on one day: the words of a status, next to their own numbers and times.
  for (const [count, name, ...states] of [
    [5, 'one word', 'clear', 'cloudy', 'rain', 'snow'],
    [12, 'some words', 'clear all day', 'cloudy with some sun', 'light rain and wind', 'heavy snow at night'],
  ] as const)
    test(`a status such as ${name}, from day to day: ${count} datasets`, async (t) => {
      const { codes, origin, crawler } = await startDatasets(t, codesOf(count), rowsOf)
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
    const { codes, origin, crawler } = await crawlService(t, 10)
    const lots = (state: string) => (code: string) => rowsOf(code).map((row) => ({ ...row, station: state }))
    origin.set(datasets(codes, (code) => lots(Number(code.slice(3)) % 2 ? 'open' : 'full')(code)))
    assert.deepEqual((await crawler.run({}, at(1))).problems, [])
    origin.set(datasets(codes, lots('closed')))
    assert.deepEqual((await crawler.run({}, at(2))).problems, [])
  })

  test('records in a new wrapper and with line breaks', async (t) => {
    const { codes, origin, crawler } = await crawlService(t, 5)
    const wrapped = (code: string) => JSON.stringify({ count: 10, items: rowsOf(code) }, null, 2)
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

  test('values under a header, and in attributes', async (t) => {
    const { codes, origin, crawler } = await crawlService(t, 5)
    const header = ['station', 'hour', 'level']
    const table = (code: string) => JSON.stringify([header, ...rowsOf(code).map((row) => Object.values(row))])
    const attributes = (row: Readonly<Record<string, string>>) =>
      `<item ${header.map((name) => `${name}="${row[name]}"`).join(' ')}/>`
    for (const code of codes)
      origin.set({
        [`api/v1/get_dataset/${code}/?type=json`]: answer(table(code), 'application/json'),
        [`api/v1/get_dataset/${code}/?type=xml`]: answer(
          `<data>${rowsOf(code).map(attributes).join('')}</data>`,
          'application/xml',
        ),
      })
    assert.deepEqual((await crawler.run({}, at(1))).problems, [])
    origin.set(datasets(codes, rowsOf))
    assert.deepEqual((await crawler.run({}, at(2))).problems, [])
  })

  test('documents of a megabyte that lose a third of their records', async (t) => {
    const { codes, origin, crawler } = await crawlService(t, 2)
    const note = 'of a long list '.repeat(35)
    const many = (count: number) => (code: string) =>
      Array.from({ length: count }, (_, n) => ({ ...rowsOf(code)[n % 10], number: `${n} ${note}` }))
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
    code === 'ds-1' ? staff(plain) : rowsOf(code),
  )
  become(
    origin,
    staff((name) => `${name.slice(0, 1)}***`, 1),
  )
  const masked = await crawler.run({}, at(1))
  assert.equal(masked.states[FILE], 'stale')
  assert.match(masked.problems.join(), /with masked values everywhere in the fields "name"/)
  become(origin, staff(plain, 2))
  assert.deepEqual((await crawler.run({}, at(2))).problems, [])
})

test('texts that are cut in the middle of words replace no copy, but those that are shortened or corrected do', async (t) => {
  const text = (n: number) =>
    `Station ${n} of the northern line, which is ${'a rather long walk '.repeat(2)}away`
  const rows = (write: (text: string, n: number) => string, day = 0) =>
    [1, 2, 3, 4].map((n) => ({ id: `${n + day}`, about: write(text(n), n) }))
  const { origin, crawler } = await crawlDatasets(t, codesOf(3), (code) =>
    code === 'ds-1' ? rows((whole) => whole) : rowsOf(code),
  )
  become(
    origin,
    rows((whole) => whole.slice(0, 66), 1),
  )
  const cut = await crawler.run({}, at(1))
  assert.equal(cut.states[FILE], 'stale')
  assert.match(cut.problems.join(), /with texts that end in the middle of words in the fields "about"/)
  for (const [day, write] of [
    (whole: string) => whole,
    (whole: string) => whole.slice(0, whole.indexOf(',')),
    (whole: string, n: number) => (n === 1 ? whole.slice(0, 66) : whole),
  ].entries()) {
    become(origin, rows(write, day + 2))
    assert.deepEqual((await crawler.run({}, at(day + 2))).problems, [])
  }
})

test('one page of several replaces no copy that has more, and is accepted when it repeats, with a former copy', async (t) => {
  const { origin, crawler } = await crawlService(t, 3)
  const [seven, ten] = [rowsOf('ds-1').slice(0, 7), rowsOf('ds-1')]
  const page = bodies(['ds-1'], (_, format) =>
    format === 'json'
      ? // As many values of its own as the missing records had.
        JSON.stringify({ total: 10, links: Array.from({ length: 9 }, (_, at) => `?sort=${at}`), data: seven })
      : xmlOf(seven).replace('<data>', '<data total="10">'),
  )
  origin.set(page)
  for (const day of [1, 2]) {
    const run = await crawler.run({}, at(day))
    assert.equal(run.text(FILE), jsonOf(ten))
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
  assert.deepEqual([configured.record(FILE)?.state, configured.problems], ['fetched', []])
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

test('one field of several that gets one value everywhere is published, with a warning and a former copy', async (t) => {
  const rows = (code: string, level?: number) =>
    rowsOf(code).map((row, hour) => ({
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
  assert.equal(JSON.parse(run.text(FILE))[4].level, '0')
  assertFormer(run, 'ds-1', rows('ds-1'))
  assert.deepEqual((await crawler.run({}, at(2))).problems, [])
  // A time that stands for none is not the one at which all records were written again.
  origin.set(datasets(['ds-2'], (code) => rows(code)))
  await crawler.run({}, at(3))
  origin.set(datasets(['ds-2'], (code) => rows(code).map((row) => ({ ...row, at: '1970-01-01T00:00' }))))
  const { facts } = (await crawler.run({}, at(4))).manifest.problems[0] ?? {}
  assert.deepEqual(facts, { field: 'at', value: '1970-01-01T00:00' })
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
    rowsOf(code, day).map((row, n) => ({
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
        assert.deepEqual([states[FILE], manifest.counts.stale], ['stale', 2])
      })
  })

  test('is accepted at once in place of a copy that is garbled', async (t) => {
    const windows = GARBLED['UTF-8 taken for windows-1252'] ?? assert.fail()
    const { codes, origin, crawler } = await crawlDatasets(t, codesOf(10), garbled(windows))
    origin.set(datasets(codes, russian))
    assert.deepEqual((await crawler.run({}, at(2))).problems, [])
  })
})

/** Changes of a single dataset that are more likely faults than real. */
const LOSSES: Readonly<Record<string, { records: Records; says: RegExp }>> = {
  'becomes empty': { records: [], says: /without a value where the copy has 30/ },
  'loses most of its records': {
    records: rowsOf('ds-1').slice(0, 2),
    says: /with 6 values where the copy has 30/,
  },
  'changes its fields': {
    records: [{ status: 'suspended', until: '2026-02-01' }],
    says: /with the fields "status", "until" where the copy has "station", "hour", "level"/,
  },
}

describe('a dataset that', { concurrency: 4 }, () => {
  for (const [name, { records, says }] of Object.entries(LOSSES)) {
    test(`${name} keeps its copy, and the others are updated`, async (t) => {
      const { codes, origin, crawler } = await crawlService(t, 5)
      origin.set(datasets(codes, (code) => rowsOf(code, 1)))
      become(origin, records)
      const { states, record, problems, manifest } = await crawler.run({}, at(1))
      assert.equal(states[FILE], 'stale')
      assert.equal(manifest.counts.fetched, 8)
      assert.equal(manifest.complete, false)
      assert.match(record(FILE)?.reason ?? '', says)
      assert.match(problems.join(), says)
      assert.equal(record(FILE)?.evidence?.head, jsonOf(records))
      assert.equal(record(FILE)?.sha256, hash('sha256', jsonOf(rowsOf('ds-1'))))
    })
  }

  const { records: note } = LOSSES['changes its fields'] ?? assert.fail()

  test('changes its fields is accepted in the third run, on the third day, and its former copy is stored', async (t) => {
    const { origin, crawler } = await crawlService(t, 5)
    become(origin, note)
    for (const day of [1, 2]) assert.equal((await crawler.run({}, at(day))).states[FILE], 'stale')
    assert.equal((await crawler.run({}, at(3.9))).states[FILE], 'stale')
    const taken = await crawler.run({}, at(4))
    assert.deepEqual(taken.problems, [])
    assert.equal(taken.text(FILE), jsonOf(note))
    assertFirst(taken)
  })

  test('changes its fields is accepted when the operator confirms its plan, for this dataset only', async (t) => {
    const { origin, crawler } = await crawlService(t, 20)
    become(origin, note)
    origin.set(datasets(['ds-2'], (code) => rowsOf(code).slice(0, 1)))
    const [plan] = plansOf(await crawler.run({}, at(1)))
    const taken = await crawler.run({ acceptRemovals: plan }, at(2))
    assert.deepEqual([taken.states[FILE], taken.states[fileOf('ds-2')]], ['fetched', 'stale'])
    assert.equal(taken.manifest.counts.stale, 2)
    assertFirst(taken)
  })

  test('has lost a former copy to a bad disk is told so, once, and keeps its other copies', async (t) => {
    const { origin, crawler } = await crawlService(t, 5)
    become(origin, [])
    const [plan] = plansOf(await crawler.run({}, at(1)))
    const { folder, record } = await crawler.run({ acceptRemovals: plan }, at(2))
    const [former] = record(FILE)?.former ?? []
    const file = join(folder, former?.path ?? '')
    const bytes = readFileSync(file)
    bytes.writeUInt8(bytes.readUInt8(9) ^ 1, 9)
    writeFileSync(file, bytes)
    const told = await crawler.run({}, at(3))
    assert.deepEqual(
      told.manifest.problems.map(({ severity, code, subject }) => [severity, code, subject.slice(-25)]),
      [['warning', 'lost-former', 'get_dataset/ds-1/?type=json'.slice(-25)]],
    )
    assert.equal(told.record(FILE)?.former, undefined)
    assert.equal(told.text(FILE), '[]')
    assert.deepEqual((await crawler.run({}, at(4))).problems, [])
  })

  test('becomes empty is accepted as well if the origin answers an empty list for unknown codes', async (t) => {
    const { origin, crawler } = await crawlService(t, 5)
    origin.otherwise(forAnyCode((_, format) => bodyOf(format, [])))
    become(origin, [])
    for (const day of [1, 2]) {
      const { states, problems } = await crawler.run({}, at(day))
      assert.equal(states[FILE], 'stale')
      assert.match(
        problems.join(),
        /ds-1\/\?type=json: It answered 200 without a value where the copy has 30; this is run/,
      )
    }
    const taken = await crawler.run({}, at(4))
    assert.deepEqual(taken.problems, [])
    assert.equal(taken.text(FILE), '[]')
    assertFirst(taken)
  })

  test('answers so only every fifth day is requested a third time', async (t) => {
    const { origin, crawler } = await crawlService(t, 3)
    become(origin, [])
    for (const [day, state] of [
      [1, 'stale'],
      [6, 'stale'],
      [11, 'fetched'],
    ] as const)
      assert.equal((await crawler.run({}, at(day))).states[FILE], state)
  })

  test('has a good answer in between starts its count again', async (t) => {
    const { origin, crawler } = await crawlService(t, 3)
    for (const day of [1, 2]) {
      become(origin, [])
      await crawler.run({}, at(day))
    }
    become(origin, rowsOf('ds-1'))
    assert.deepEqual((await crawler.run({}, at(3))).problems, [])
    become(origin, [])
    assert.equal((await crawler.run({}, at(9))).record(FILE)?.doubted?.runs, 1)
  })

  test('fails in between keeps its count', async (t) => {
    const { origin, crawler } = await crawlService(t, 3)
    become(origin, [])
    await crawler.run({}, at(1))
    origin.set({ 'api/v1/get_dataset/ds-1/?type=json': { status: 503 } })
    await crawler.run({}, at(2))
    become(origin, [])
    assert.equal((await crawler.run({}, at(3))).record(FILE)?.doubted?.runs, 2)
  })

  test('becomes empty is accepted in both formats at once, although one of them failed in between', async (t) => {
    const { origin, crawler } = await crawlService(t, 5)
    // Many of the values are about the columns, which stay.
    const columns = ['station', 'hour', 'level'].map((name) => ({
      name,
      ...{ type: 'text', title: `The ${name}`, unit: 'one', source: 'sensor', order: '1' },
    }))
    const described = (rows: Records) => ({
      'api/v1/get_dataset/ds-1/?type=json': answer(JSON.stringify({ columns, rows }), 'application/json'),
      'api/v1/get_dataset/ds-1/?type=xml': answer(xmlOf(rows), 'application/xml'),
    })
    origin.set(described(rowsOf('ds-1')))
    await crawler.run({}, at(1))
    origin.set(described([]))
    await crawler.run({}, at(2))
    origin.set({ 'api/v1/get_dataset/ds-1/?type=xml': { status: 503 } })
    await crawler.run({}, at(3))
    origin.set(described([]))
    const before = await crawler.run({}, at(5))
    assert.deepEqual([before.states[FILE], before.states['get_dataset/ds-1/index.xml']], ['stale', 'stale'])
    assert.match(before.problems.join(), /this is run 2 with such an answer .*; it is accepted after 3 runs/)
    const both = await crawler.run({}, at(6))
    assert.deepEqual([both.states[FILE], both.states['get_dataset/ds-1/index.xml']], ['fetched', 'fetched'])
  })

  test('is doubted while the clock is ahead is accepted neither earlier nor later for it', async (t) => {
    const { origin, crawler } = await crawlService(t, 3)
    become(origin, [])
    await crawler.run({}, at(4000))
    for (const day of [1, 2]) assert.equal((await crawler.run({}, at(day))).states[FILE], 'stale')
    assert.equal((await crawler.run({}, at(4))).states[FILE], 'fetched')
  })

  test('has the same answer as another one is never accepted for repeating it', async (t) => {
    const { origin, crawler } = await crawlService(t, 20)
    const note = (code: string, day: number) => [{ state: 'closed for works', ticket: `${code}-${day}` }]
    for (const day of [1, 3, 9, 20]) {
      origin.set(datasets(['ds-1', 'ds-2'], (code) => note(code, day)))
      assert.equal((await crawler.run({}, at(day))).manifest.counts.stale, 4)
    }
  })

  for (const [lost, whole] of [
    ['json', 'xml'],
    ['xml', 'json'],
  ] as const)
    test(`becomes empty in ${lost} only is never accepted for repeating it`, async (t) => {
      const { origin, crawler } = await crawlService(t, 5)
      const file = `get_dataset/ds-1/index.${lost}`
      origin.set({
        [`api/v1/get_dataset/ds-1/?type=${lost}`]: answer(
          lost === 'json' ? '[]' : '<data/>',
          `application/${lost}`,
        ),
      })
      for (const day of [1, 3, 9, 20]) {
        const { states, problems } = await crawler.run({}, at(day))
        assert.equal(states[file], 'stale')
        assert.match(problems.join(), new RegExp(`only with --accept-removals \\w{12}, .* its ${whole} `))
      }
      const [plan] = plansOf(await crawler.run({}, at(21)))
      const { states, manifest } = await crawler.run({ acceptRemovals: plan }, at(22))
      const codes = manifest.problems.map(({ code }) => code)
      assert.deepEqual([states[file], codes], ['fetched', ['formats-disagree']])
    })

  for (const [name, state] of Object.entries({
    'numbers alone': () => '',
    'the words of the other one': (hour: number) => ['open', 'full', 'closed'][hour % 3] ?? '',
  }))
    test(`loses records together with another one is accepted in the third run if both have ${name}`, async (t) => {
      const { origin, crawler } = await crawlService(t, 20)
      const rows = (code: string, count: number) =>
        Array.from({ length: count }, (_, hour) => ({
          hour: `${hour}`,
          level: `${code.slice(3)}${hour * 7}`,
          state: state(hour),
        }))
      origin.set(datasets(['ds-1', 'ds-2'], (code) => rows(code, 40)))
      await crawler.run({ refuse: [] }, at(1))
      origin.set(datasets(['ds-1', 'ds-2'], (code) => rows(code, 6)))
      for (const day of [5, 6]) assert.equal((await crawler.run({}, at(day))).manifest.counts.stale, 4)
      assert.deepEqual((await crawler.run({}, at(8))).problems, [])
    })

  test('is accepted if the config allows losses', async (t) => {
    const { codes, origin, crawler } = await crawlService(t, 3)
    origin.set(datasets(codes, () => []))
    const { problems } = await crawler.run({ refuse: ['errors', 'mismatches'] }, at(1))
    assert.deepEqual(problems, [])
  })
})

/** Asserts that the copy of the first day is stored next to its successor. */
const assertFirst = (taken: Crawled) => assertFormer(taken, 'ds-1', rowsOf('ds-1'))

describe('the last good copy', { concurrency: 4 }, () => {
  async function replaced(t: TestContext, records: Records = []): Promise<CrawledDatasets> {
    const service = await crawlService(t, 3)
    const { origin, crawler } = service
    become(origin, records)
    const [plan] = plansOf(await crawler.run({}, at(1)))
    await crawler.run({ acceptRemovals: plan }, at(2))
    return service
  }

  test('survives any number of bad generations', async (t) => {
    const { origin, crawler } = await replaced(t)
    for (const day of [3, 4, 5, 6]) {
      become(origin, [{ closed: `for ${day} days` }])
      assertFirst(await crawler.run({}, at(day)))
    }
    origin.set({ 'api/v1/get_dataset/ds-1/?type=json': { status: 503 } })
    assertFirst(await crawler.run({}, at(7)))
    const left = serviceRoutes({ 'ds-2': '', 'ds-3': '' })
    origin.set(Object.fromEntries(Object.entries(left).filter(([path]) => path.includes('list'))))
    const last = await crawler.run({}, at(8))
    assert.equal(last.states[FILE], 'withdrawn')
    assertFirst(last)
  })

  test('is replaced at once when the dataset recovers after a note', async (t) => {
    const { origin, crawler } = await replaced(t, [{ closed: 'until spring' }])
    become(origin, rowsOf('ds-1', 5))
    const { problems, states, record, text } = await crawler.run({}, at(3))
    assert.deepEqual(problems, [])
    assert.equal(states[FILE], 'fetched')
    assert.equal(text(FILE), jsonOf(rowsOf('ds-1', 5)))
    assert.equal(record(FILE)?.former, undefined)
  })
})

describe('the confirmation by the operator', { concurrency: 4 }, () => {
  test('of a plan covers what it names, although times and ids in it change', async (t) => {
    const { codes, origin, crawler } = await crawlService(t, 12)
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
    const { codes, origin, crawler } = await crawlService(t, 12)
    origin.set(datasets(codes.slice(0, 4), () => []))
    const first = await refusalOf(crawler.run({}, at(1)))
    origin.set(datasets(codes.slice(0, 5), () => []))
    const second = await refusalOf(crawler.run({ acceptRemovals: first.removal.planId }, at(2)))
    assert.notEqual(second.removal.planId, first.removal.planId)
    assert.ok(second.message.includes(`"${first.removal.planId}"`), second.message)
  })

  test('covers losses of the lists and of the datasets together', async (t) => {
    const { codes, origin, crawler } = await crawlService(t, 12)
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
    const { codes, origin, crawler } = await crawlService(t, 12)
    for (const day of [1, 2, 3, 4, 5]) {
      origin.set(datasets(codes, () => []))
      await refusalOf(crawler.run({}, at(day)))
      origin.set(datasets(codes, (code) => rowsOf(code, day)))
      const { problems, text } = await crawler.run({}, at(day + 0.5))
      assert.deepEqual(problems, [])
      assert.equal(text(FILE), jsonOf(rowsOf('ds-1', day)))
    }
  })

  test('is not needed if the origin recovers within the hour', async (t) => {
    const { codes, origin, crawler } = await crawlService(t, 12)
    origin.set(datasets(codes, () => [{ status: 'maintenance' }]))
    await refusalOf(crawler.run({}, at(1)))
    origin.set(datasets(codes, (code) => rowsOf(code, 1)))
    const { problems, text } = await crawler.run({}, at(1.01))
    assert.deepEqual(problems, [])
    assert.equal(text(FILE), jsonOf(rowsOf('ds-1', 1)))
  })

  test('is not needed, and no message is published for a new dataset, if the origin recovers within the hour', async (t) => {
    const { codes, origin, crawler } = await crawlService(t, 12)
    const all = codesOf(13)
    origin.set(serviceRoutes(Object.fromEntries(all.map((code) => [code, code]))))
    origin.set(datasets(codes, () => [{ status: 'maintenance' }]))
    origin.set(datasets(['ds-13'], () => [{ status: 'closed for today' }]))
    await refusalOf(crawler.run({}, at(1)))
    origin.set(datasets(all, (code) => rowsOf(code, 1)))
    const { problems, text } = await crawler.run({}, at(1.01))
    assert.deepEqual(problems, [])
    for (const code of ['ds-1', 'ds-13']) assert.equal(text(fileOf(code)), jsonOf(rowsOf(code, 1)))
  })
})

describe('a format that the origin did not have before', { concurrency: 4 }, () => {
  const notes: Readonly<Record<string, string>> = {
    nothing: '<data/>',
    'a note': '<note><text>closed today</text></note>',
  }
  for (const [name, body] of Object.entries(notes))
    test(`does not become ${name} beside the data of the other one, however often it comes`, async (t) => {
      const { origin, crawler } = await startDatasets(t, codesOf(12), rowsOf)
      const path = 'api/v1/get_dataset/ds-1/?type=xml'
      origin.set({ [path]: { status: 404 } })
      const derived = (await crawler.run({}, at(0))).text('get_dataset/ds-1/index.xml')
      for (const day of [1, 2, 5]) {
        origin.set({ [path]: answer(body, 'application/xml') })
        const run = await crawler.run({}, at(day))
        assert.equal(run.states['get_dataset/ds-1/index.xml'], 'derived')
        assert.match(run.problems.join(), /its json has had the data of the copy/)
      }
      origin.set({ [path]: { status: 404 } })
      const { states, text } = await crawler.run({}, at(6))
      assert.equal(states['get_dataset/ds-1/index.xml'], 'derived')
      assert.equal(text('get_dataset/ds-1/index.xml'), derived)
    })

  test('is fetched when it has the data, under any names', async (t) => {
    const { origin, crawler } = await startDatasets(t, codesOf(12), rowsOf)
    const path = 'api/v1/get_dataset/ds-1/?type=xml'
    origin.set({ [path]: { status: 404 } })
    await crawler.run({}, at(0))
    const cells = rowsOf('ds-1', 1).map(
      (row) =>
        `<r>${Object.values(row)
          .map((cell) => `<c>${cell}</c>`)
          .join('')}</r>`,
    )
    origin.set({ [path]: answer(`<t>${cells.join('')}</t>`, 'application/xml') })
    const { problems, states } = await crawler.run({}, at(1))
    assert.deepEqual(problems, [])
    assert.equal(states['get_dataset/ds-1/index.xml'], 'fetched')
  })

  test('is fetched in all datasets at once although it has only one field of each record', async (t) => {
    const codes = codesOf(4)
    const wide = (code: string): Records =>
      rowsOf(code).map((row, at) => ({
        ...row,
        ...Object.fromEntries(['a', 'b', 'c'].map((n) => [n, `${n}${at}`])),
      }))
    const { origin, crawler } = await startDatasets(t, codes, wide)
    const paths = codes.map((code) => [code, `api/v1/get_dataset/${code}/?type=xml`] as const)
    for (const [, path] of paths) origin.set({ [path]: { status: 404 } })
    await crawler.run({}, at(0))
    const levelsOf = (code: string) => rowsOf(code).map(({ level = '' }) => ({ level }))
    for (const [code, path] of paths) origin.set({ [path]: answer(xmlOf(levelsOf(code)), 'application/xml') })
    const { problems, states } = await crawler.run({}, at(1))
    assert.deepEqual(problems, [])
    assert.equal(states['get_dataset/ds-1/index.xml'], 'fetched')
  })
})

describe('datasets that the origin has as pages only', { concurrency: 4 }, () => {
  const page = (content: string) => answer(`<!DOCTYPE html><html><body>${content}</body></html>`, 'text/html')
  const rowOf = (cells: readonly string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
  const tableOf = (records: Records) =>
    page(
      `<table>${[Object.keys(records[0] ?? {}), ...records.map(Object.values)].map(rowOf).join('')}</table>`,
    )
  const MENU = page('<h1>Log in</h1><ul><li><a href="/">Home</a></li><li><a href="/help">Help</a></li></ul>')
  const NOTE = tableOf([{ status: 'maintenance', until: '2026-02-01' }])

  const JSON_OF_FIRST = 'api/v1/get_dataset/ds-1/?type=json'
  const NAMES = 'oak elm ash fir yew bay box fig gum'.split(' ')

  /** Ten trees with names of their own dataset. */
  const namedOf = (code: string, day = 0): Records =>
    Array.from({ length: 10 }, (_, n) => ({
      tree: `${NAMES[n % 9]}${'abcdefghij'[Number(code.slice(3))]} of ${NAMES[(n + 4) % 9]}`,
      height: `${n + day}`,
    }))

  type WritePage = (code: string) => ReturnType<typeof page>

  /** Lets the origin have these datasets as pages only. */
  function becomePages(origin: ScriptedOrigin, codes: readonly string[], write: WritePage): void {
    for (const code of codes) {
      const path = `api/v1/get_dataset/${code}/`
      for (const type of ['json', 'xml']) origin.set({ [`${path}?type=${type}`]: { status: 404 } })
      origin.set({ [path]: write(code) })
    }
  }

  /** A mirror of pages, and how to replace those of some datasets. */
  async function crawlPages(
    t: TestContext,
    count: number,
    rows = rowsOf,
    write: WritePage = (code) => tableOf(rows(code)),
  ) {
    const codes = codesOf(count)
    const { origin, crawler } = await startDatasets(t, codes, rows)
    const become = (codes: readonly string[], write: WritePage) => becomePages(origin, codes, write)
    become(codes, write)
    const { states } = await crawler.run({}, at(0))
    assert.equal(states[FILE], 'derived')
    return { codes, crawler, origin, become }
  }

  for (const [name, outage] of Object.entries({ 'a page to log in': MENU, 'a note': NOTE }))
    test(`keep their copies while all of them answer with ${name}, and are updated after it`, async (t) => {
      const { codes, crawler, become } = await crawlPages(t, 12)
      become(codes, () => outage)
      for (const day of [1, 5]) {
        const { message } = await refusalOf(crawler.run({}, at(day)))
        assert.match(message, /12 of 12 datasets/)
      }
      become(codes, (code) => tableOf(rowsOf(code, 1)))
      const run = await crawler.run({}, at(5))
      assert.equal(run.states[FILE], 'derived')
      assert.equal(run.text(FILE).replace(/\n/g, ''), jsonOf(rowsOf('ds-1', 1)))
    })

  test('keep the copy of one that answers with less until that is repeated, and its former copy', async (t) => {
    const { crawler, become } = await crawlPages(t, 12)
    become(['ds-1'], (code) => tableOf(rowsOf(code).slice(0, 1)))
    become(['ds-3'], () => page('<h1>Log in</h1>'))
    for (const day of [1, 2]) {
      const run = await crawler.run({}, at(day))
      const [first, second, third] = ['ds-1', 'ds-2', 'ds-3'].map((code) => run.record(fileOf(code)))
      assert.deepEqual([first?.state, second?.state, third?.state], ['stale', 'derived', 'stale'])
      assert.equal(third?.reason, 'answered 404')
      assert.equal(JSON.parse(run.text(FILE)).length, 10)
      const { reason = '', evidence } = run.record(FILE) ?? {}
      assert.match(reason, /with 3 values where the copy has 30; this is run \d .* --accept-removals \w{12}$/)
      assert.match(evidence?.head ?? '', /^<!DOCTYPE html>/)
    }
    const taken = await crawler.run({}, at(5))
    assert.deepEqual([taken.states[FILE], JSON.parse(taken.text(FILE)).length], ['derived', 1])
    assert.equal(taken.record(FILE)?.doubted, undefined)
    assert.equal(taken.record(FILE)?.former?.length, 1)
  })

  test('keep the copy of one that answers with a note in json and xml until that is repeated', async (t) => {
    const records = [{ text: 'closed today' }]
    const { crawler, origin } = await crawlPages(t, 12)
    origin.set(datasets(['ds-1'], () => records))
    for (const day of [1, 2]) {
      const run = await crawler.run({}, at(day))
      assert.equal(run.states[FILE], 'stale')
      assert.equal(JSON.parse(run.text(FILE)).length, 10)
      assert.equal(plansOf(run).length, 1)
    }
    const taken = await crawler.run({}, at(5))
    assert.deepEqual([taken.states[FILE], taken.text(FILE)], ['fetched', jsonOf(records)])
    assert.equal(taken.record(FILE)?.former?.length, 1)
  })

  test('are fetched without confirmation when the origin gives their data in json and xml', async (t) => {
    const { codes, crawler, origin } = await crawlPages(t, 12)
    const renamed = (code: string) =>
      rowsOf(code, 1).map(({ station = '', level = '' }) => ({ place: station, water: level }))
    origin.set(datasets(codes, renamed))
    const { problems, states } = await crawler.run({}, at(1))
    assert.deepEqual(problems, [])
    assert.equal(states[FILE], 'fetched')
  })

  test('keep their copies while two of them have the page of the other one', async (t) => {
    const { crawler, become } = await crawlPages(t, 12)
    const other = (code: string) => (code === 'ds-1' ? 'ds-2' : 'ds-1')
    become(['ds-1', 'ds-2'], (code) => tableOf(rowsOf(other(code))))
    for (const day of [1, 2, 9]) {
      const run = await crawler.run({}, at(day))
      for (const code of ['ds-1', 'ds-2']) {
        assert.equal(run.states[fileOf(code)], 'stale')
        assert.equal(run.text(fileOf(code)).replace(/\n/g, ''), jsonOf(rowsOf(code)))
      }
      assert.ok(run.problems.some((one) => one.includes('with the data of "ds-2"')))
    }
  })

  for (const [name, day] of Object.entries({ 'as it was': 0, 'as it is now': 1 }))
    test(`keep the copy of one that answers with the json of another dataset, ${name}`, async (t) => {
      const { crawler, origin } = await crawlPages(t, 4, namedOf)
      origin.set(datasets(['ds-2'], namedOf))
      const copy = (await crawler.run({}, at(1))).text(FILE)
      origin.set(datasets(['ds-2'], (code) => namedOf(code, day)))
      origin.set({ [JSON_OF_FIRST]: answer(jsonOf(namedOf('ds-2', day)), 'application/json') })
      const run = await crawler.run({}, at(2))
      assert.equal(run.text(FILE), copy)
      assert.match(run.problems.join(), /with the data of "ds-2"/)
      origin.set({ [JSON_OF_FIRST]: { status: 404 } })
      assert.equal((await crawler.run({}, at(3))).states[FILE], 'derived')
    })

  const linksOf = (code: string) =>
    page(
      `<ul>${namedOf(code)
        .map(({ tree }) => `<li><a href="/${tree}">${tree}</a></li>`)
        .join('')}</ul>`,
    )

  for (const [name, recordOf] of Object.entries<(code: string) => Records[number]>({
    'words of its own': (code) => ({
      name: `the ${NAMES[Number(code.slice(3)) % 9]} park`,
      trees: code.slice(3),
    }),
    'numbers only': (code) => ({ trees: `${7 * Number(code.slice(3))}`, year: '2025' }),
  }))
    test(`refuse no run when each of them gets json of one record with ${name}`, async (t) => {
      const { codes, crawler, origin } = await crawlPages(t, 9, namedOf, linksOf)
      origin.set(datasets(codes, (code) => [recordOf(code)]))
      for (const day of [1, 2]) assert.equal((await crawler.run({}, at(day))).states[FILE], 'stale')
      const { states } = await crawler.run({}, at(5))
      assert.equal(states[FILE], name === 'numbers only' ? 'stale' : 'fetched')
    })

  test('keep the copy of one whose first json is a record of numbers that another dataset has', async (t) => {
    const numbersOf = (code: string): Records => [
      { trees: `${17 * Number(code.slice(3))}`, benches: '23', year: '2025' },
    ]
    const { crawler, origin } = await crawlPages(t, 4, numbersOf)
    origin.set(datasets(['ds-2'], numbersOf))
    const copy = (await crawler.run({}, at(1))).text(FILE)
    origin.set(datasets(['ds-1'], () => numbersOf('ds-2')))
    const run = await crawler.run({}, at(2))
    assert.equal(run.text(FILE), copy)
    assert.match(run.problems.join(), /with the data of "ds-2"/)
    origin.set(datasets(['ds-1'], numbersOf))
    assert.deepEqual(
      (await crawler.run({}, at(3))).problems.filter((one) => one.includes('ds-1')),
      [],
    )
  })

  test('are fetched without confirmation if the json of one has the data of its page, and another has the same', async (t) => {
    const { crawler, origin } = await crawlPages(t, 4, (code) => namedOf(code === 'ds-1' ? 'ds-2' : code))
    origin.set(datasets(['ds-2'], namedOf))
    await crawler.run({}, at(1))
    origin.set(datasets(['ds-1', 'ds-2'], () => namedOf('ds-2', 1)))
    const { states, problems } = await crawler.run({}, at(2))
    assert.deepEqual(
      problems.filter((one) => one.includes('ds-1/')),
      [],
    )
    assert.equal(states[FILE], 'fetched')
  })

  test('follow their page in the third run, on the third day, when json and xml are gone, with a former copy', async (t) => {
    const { codes, origin, crawler } = await crawlService(t, 12)
    becomePages(origin, codes.slice(0, 4), (code) => tableOf(rowsOf(code, 1)))
    for (const day of [1, 2]) {
      const run = await crawler.run({}, at(day))
      assert.deepEqual([run.states[FILE], run.text(FILE)], ['stale', jsonOf(rowsOf('ds-1'))])
      assert.equal(new Set(plansOf(run)).size, 4)
      assert.match(run.record(FILE)?.reason ?? '', /answered 404/)
    }
    const taken = await crawler.run({}, at(5))
    for (const code of codes.slice(0, 4))
      for (const format of ['json', 'xml']) {
        const record = taken.record(`get_dataset/${code}/index.${format}`)
        assert.deepEqual([record?.state, record?.derivedFrom, record?.former?.length], ['derived', 'html', 1])
      }
    assert.equal(taken.text(FILE).replace(/\n/g, ''), jsonOf(rowsOf('ds-1', 1)))
    becomePages(origin, ['ds-1'], (code) => tableOf(rowsOf(code, 2)))
    const next = await crawler.run({}, at(6))
    assert.equal(next.text(FILE).replace(/\n/g, ''), jsonOf(rowsOf('ds-1', 2)))
    assert.equal(next.record(FILE)?.former?.length, 1)
    origin.set(datasets(['ds-1'], (code) => rowsOf(code, 3)))
    const back = await crawler.run({}, at(7))
    assert.deepEqual([back.states[FILE], back.text(FILE)], ['fetched', jsonOf(rowsOf('ds-1', 3))])
  })

  for (const [name, write] of Object.entries({
    'a page to log in': () => MENU,
    'a part of the data': (code: string) => tableOf(rowsOf(code).slice(0, 2)),
  }))
    test(`keep their copies while json and xml are gone, however long, if their page is ${name}`, async (t) => {
      const { codes, origin, crawler } = await crawlService(t, 12)
      becomePages(origin, codes, write)
      for (const day of [1, 2, 9]) {
        const run = await crawler.run({}, at(day))
        assert.deepEqual([run.states[FILE], run.text(FILE)], ['stale', jsonOf(rowsOf('ds-1'))])
      }
    })

  test('keep their copies when what their page gives exceeds the limit of the run', async (t) => {
    const service = await startDatasets(t, codesOf(3), rowsOf)
    const { origin, crawler } = service
    origin.set({ 'api/v1/get_dataset/ds-1/?type=xml': { status: 404 } })
    await crawler.run({}, at(0))
    becomePages(origin, ['ds-2'], (code) => tableOf(rowsOf(code, 1)))
    for (const day of [1, 2]) await crawler.run({}, at(day))
    const { received, bytes } = await copyCrawler(t, service).run({}, at(5))
    const files = ['json', 'xml'].map((format) => `get_dataset/ds-2/index.${format}`)
    const maxTotalBytes = received + files.reduce((sum, file) => sum + bytes(file).length, 0)
    const run = await copyCrawler(t, service).run({ maxTotalBytes }, at(5))
    assert.deepEqual(
      ['get_dataset/ds-1/index.xml', ...files].map((file) => run.record(file)?.state),
      ['derived', 'stale', 'stale'],
    )
  })

  test('keep their copies while json and xml are gone for a night', async (t) => {
    const { codes, origin, crawler } = await crawlService(t, 4)
    becomePages(origin, codes, (code) => tableOf(rowsOf(code, 1)))
    await crawler.run({}, at(1))
    origin.set(datasets(codes, (code) => rowsOf(code, 2)))
    const { problems, states } = await crawler.run({}, at(2))
    assert.deepEqual([problems, states[FILE]], [[], 'fetched'])
  })

  test('are a warning if their pages are the same but for their titles, in a first run and later ones', async (t) => {
    const codes = codesOf(5)
    const { origin, crawler } = await startDatasets(t, codes, rowsOf)
    const menu = (code: string) =>
      page(
        `<h1>About ${code}</h1><ul><li><a href="/">Home</a></li><li><a href="#">About ${code}</a></li></ul>`,
      )
    for (const code of codes) {
      for (const type of ['json', 'xml'])
        origin.set({ [`api/v1/get_dataset/${code}/?type=${type}`]: { status: 404 } })
      const own = code === 'ds-5' ? tableOf(rowsOf(code)) : menu(code)
      origin.set({ [`api/v1/get_dataset/${code}/`]: own })
    }
    for (const day of [0, 1]) {
      const { manifest } = await crawler.run({}, at(day))
      const found = manifest.problems.filter(({ severity }) => severity === 'warning')
      assert.deepEqual(
        found.map(({ code, facts }) => [code, facts]),
        [['same-page', { datasets: 4, dataset: 'ds-1' }]],
      )
    }
  })
})

test('a message in one format is not accepted because the other one, which had the data, fails in that run', async (t) => {
  const rows = (code: string) =>
    Array.from({ length: 6 }, (_, n) => ({ id: `${code}-${n}`, name: `street ${code} ${n} north` }))
  const { origin, crawler } = await crawlDatasets(t, codesOf(20), rows)
  const note = '{"status":"maintenance","message":"come back later please"}'
  origin.set({ 'api/v1/get_dataset/ds-1/?type=json': answer(note, 'application/json') })
  for (const day of [1, 3]) await crawler.run({}, at(day))
  origin.set({ 'api/v1/get_dataset/ds-1/?type=xml': { status: 500 } })
  for (const day of [6, 9]) {
    const run = await crawler.run({}, at(day))
    assert.equal(run.text(fileOf('ds-1')), bodyOf('json', rows('ds-1')))
  }
})

test('a loss in one format that the other one contradicted is accepted when both have lost the data for long enough', async (t) => {
  const rows = (code: string) =>
    Array.from({ length: 6 }, (_, n) => ({ id: `${code}-${n}`, name: `street ${code} ${n} north` }))
  const { origin, crawler } = await crawlDatasets(t, codesOf(20), rows)
  const less = [{ note: 'closed' }]
  const lose = (format: 'json' | 'xml') =>
    origin.set({
      [`api/v1/get_dataset/ds-1/?type=${format}`]: answer(bodyOf(format, less), `application/${format}`),
    })
  lose('json')
  for (const day of [1, 3]) await crawler.run({}, at(day))
  lose('xml')
  for (const day of [6, 9]) {
    const run = await crawler.run({}, at(day))
    assert.equal(run.text(fileOf('ds-1')), bodyOf('json', rows('ds-1')), `day ${day}`)
  }
  const run = await crawler.run({}, at(12))
  assert.deepEqual(
    (['json', 'xml'] as const).map((format) => run.text(`get_dataset/ds-1/index.${format}`)),
    [bodyOf('json', less), bodyOf('xml', less)],
  )
})

test('a loss in one format is accepted although the other one fails in that run, if that never had the data', async (t) => {
  const { origin, crawler } = await startDatasets(t, codesOf(20), rowsOf)
  const [first = {}] = rowsOf('ds-1')
  const become = (format: 'json' | 'xml', records: Records) =>
    origin.set({
      [`api/v1/get_dataset/ds-1/?type=${format}`]: answer(bodyOf(format, records), `application/${format}`),
    })
  become('xml', [first])
  await crawler.run({}, at(0))
  become('json', [])
  for (const day of [1, 3]) assert.equal((await crawler.run({}, at(day))).states[FILE], 'stale', `day ${day}`)
  origin.set({ 'api/v1/get_dataset/ds-1/?type=xml': { status: 500 } })
  assert.equal((await crawler.run({}, at(6))).states[FILE], 'fetched')
})
