import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import {
  at,
  bodyOf,
  codesOf,
  crawlDatasets,
  datasets,
  fileOf,
  forAnyCode,
  plansOf,
  type Records,
  startDatasets,
} from '../../support/crawled-datasets.ts'
import { answer, jsonOf, xmlOf } from '../../support/crawling.ts'
import { assertFirst, changeFirst, crawlStations, FIRST_FILE, measurementsOf } from './stations.ts'

/** Changes of a single dataset that are more likely faults than real. */
const LOSSES: Readonly<Record<string, { records: Records; says: RegExp }>> = {
  'becomes empty': { records: [], says: /without a value where the copy has 30/ },
  'loses most of its records': {
    records: measurementsOf('ds-1').slice(0, 2),
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
      const { codes, origin, crawler } = await crawlStations(t, 5)
      origin.set(datasets(codes, (code) => measurementsOf(code, 1)))
      changeFirst(origin, records)
      const { states, record, problems, manifest } = await crawler.run({}, at(1))
      assert.equal(states[FIRST_FILE], 'stale')
      assert.equal(manifest.counts.fetched, 8)
      assert.equal(manifest.complete, false)
      assert.match(record(FIRST_FILE)?.reason ?? '', says)
      assert.match(problems.join(), says)
      assert.equal(record(FIRST_FILE)?.evidence?.head, jsonOf(records))
      assert.equal(record(FIRST_FILE)?.sha256, hash('sha256', jsonOf(measurementsOf('ds-1'))))
    })
  }

  const { records: note } = LOSSES['changes its fields'] ?? assert.fail()

  test('changes its fields is accepted in the third run, on the third day, and its former copy is stored', async (t) => {
    const { origin, crawler } = await crawlStations(t, 5)
    changeFirst(origin, note)
    for (const day of [1, 2]) assert.equal((await crawler.run({}, at(day))).states[FIRST_FILE], 'stale')
    assert.equal((await crawler.run({}, at(3.9))).states[FIRST_FILE], 'stale')
    const taken = await crawler.run({}, at(4))
    assert.deepEqual(taken.problems, [])
    assert.equal(taken.text(FIRST_FILE), jsonOf(note))
    assertFirst(taken)
  })

  test('changes its fields is accepted when the operator confirms its plan, for this dataset only', async (t) => {
    const { origin, crawler } = await crawlStations(t, 20)
    changeFirst(origin, note)
    origin.set(datasets(['ds-2'], (code) => measurementsOf(code).slice(0, 1)))
    const [plan] = plansOf(await crawler.run({}, at(1)))
    const taken = await crawler.run({ acceptRemovals: plan }, at(2))
    assert.deepEqual([taken.states[FIRST_FILE], taken.states[fileOf('ds-2')]], ['fetched', 'stale'])
    assert.equal(taken.manifest.counts.stale, 2)
    assertFirst(taken)
  })

  test('loses a former copy to a bad disk is reported once, and keeps its other copies', async (t) => {
    const { origin, crawler } = await crawlStations(t, 5)
    changeFirst(origin, [])
    const [plan] = plansOf(await crawler.run({}, at(1)))
    const { folder, record } = await crawler.run({ acceptRemovals: plan }, at(2))
    const [former] = record(FIRST_FILE)?.former ?? []
    const file = join(folder, former?.path ?? '')
    const bytes = readFileSync(file)
    bytes.writeUInt8(bytes.readUInt8(9) ^ 1, 9)
    writeFileSync(file, bytes)
    const told = await crawler.run({}, at(3))
    assert.deepEqual(
      told.manifest.problems.map(({ severity, code, subject }) => [severity, code, subject.slice(-25)]),
      [['warning', 'lost-former', 'get_dataset/ds-1/?type=json'.slice(-25)]],
    )
    assert.equal(told.record(FIRST_FILE)?.former, undefined)
    assert.equal(told.text(FIRST_FILE), '[]')
    assert.deepEqual((await crawler.run({}, at(4))).problems, [])
  })

  test('becomes empty is accepted as well if the origin answers an empty list for unknown codes', async (t) => {
    const { origin, crawler } = await crawlStations(t, 5)
    origin.otherwise(forAnyCode((_, format) => bodyOf(format, [])))
    changeFirst(origin, [])
    for (const day of [1, 2]) {
      const { states, problems } = await crawler.run({}, at(day))
      assert.equal(states[FIRST_FILE], 'stale')
      assert.match(
        problems.join(),
        /ds-1\/\?type=json: It answered 200 without a value where the copy has 30; this is run/,
      )
    }
    const taken = await crawler.run({}, at(4))
    assert.deepEqual(taken.problems, [])
    assert.equal(taken.text(FIRST_FILE), '[]')
    assertFirst(taken)
  })

  test('answers so only every fifth day is requested a third time', async (t) => {
    const { origin, crawler } = await crawlStations(t, 3)
    changeFirst(origin, [])
    for (const [day, state] of [
      [1, 'stale'],
      [6, 'stale'],
      [11, 'fetched'],
    ] as const)
      assert.equal((await crawler.run({}, at(day))).states[FIRST_FILE], state)
  })

  test('has a good answer in between starts its count again', async (t) => {
    const { origin, crawler } = await crawlStations(t, 3)
    for (const day of [1, 2]) {
      changeFirst(origin, [])
      await crawler.run({}, at(day))
    }
    changeFirst(origin, measurementsOf('ds-1'))
    assert.deepEqual((await crawler.run({}, at(3))).problems, [])
    changeFirst(origin, [])
    assert.equal((await crawler.run({}, at(9))).record(FIRST_FILE)?.doubted?.runs, 1)
  })

  test('fails in between keeps its count', async (t) => {
    const { origin, crawler } = await crawlStations(t, 3)
    changeFirst(origin, [])
    await crawler.run({}, at(1))
    origin.set({ 'api/v1/get_dataset/ds-1/?type=json': { status: 503 } })
    await crawler.run({}, at(2))
    changeFirst(origin, [])
    assert.equal((await crawler.run({}, at(3))).record(FIRST_FILE)?.doubted?.runs, 2)
  })

  test('becomes empty is accepted in both formats at once, although one of them failed in between', async (t) => {
    const { origin, crawler } = await crawlStations(t, 5)
    // Many of the values are about the columns, which stay.
    const columns = ['station', 'hour', 'level'].map((name) => ({
      name,
      ...{ type: 'text', title: `The ${name}`, unit: 'one', source: 'sensor', order: '1' },
    }))
    const described = (rows: Records) => ({
      'api/v1/get_dataset/ds-1/?type=json': answer(JSON.stringify({ columns, rows }), 'application/json'),
      'api/v1/get_dataset/ds-1/?type=xml': answer(xmlOf(rows), 'application/xml'),
    })
    origin.set(described(measurementsOf('ds-1')))
    await crawler.run({}, at(1))
    origin.set(described([]))
    await crawler.run({}, at(2))
    origin.set({ 'api/v1/get_dataset/ds-1/?type=xml': { status: 503 } })
    await crawler.run({}, at(3))
    origin.set(described([]))
    const before = await crawler.run({}, at(5))
    assert.deepEqual(
      [before.states[FIRST_FILE], before.states['get_dataset/ds-1/index.xml']],
      ['stale', 'stale'],
    )
    assert.match(before.problems.join(), /this is run 2 with such an answer .*; it is accepted after 3 runs/)
    const both = await crawler.run({}, at(6))
    assert.deepEqual(
      [both.states[FIRST_FILE], both.states['get_dataset/ds-1/index.xml']],
      ['fetched', 'fetched'],
    )
  })

  test('is doubted while the clock is ahead is accepted neither earlier nor later for it', async (t) => {
    const { origin, crawler } = await crawlStations(t, 3)
    changeFirst(origin, [])
    await crawler.run({}, at(4000))
    for (const day of [1, 2]) assert.equal((await crawler.run({}, at(day))).states[FIRST_FILE], 'stale')
    assert.equal((await crawler.run({}, at(4))).states[FIRST_FILE], 'fetched')
  })

  test('has the same answer as another one is never accepted for repeating it', async (t) => {
    const { origin, crawler } = await crawlStations(t, 20)
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
      const { origin, crawler } = await crawlStations(t, 5)
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
      const { origin, crawler } = await crawlStations(t, 20)
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
    const { codes, origin, crawler } = await crawlStations(t, 3)
    origin.set(datasets(codes, () => []))
    const { problems } = await crawler.run({ refuse: ['errors', 'mismatches'] }, at(1))
    assert.deepEqual(problems, [])
  })
})

describe('a format that the origin did not have before', { concurrency: 4 }, () => {
  const notes: Readonly<Record<string, string>> = {
    nothing: '<data/>',
    'a note': '<note><text>closed today</text></note>',
  }
  for (const [name, body] of Object.entries(notes))
    test(`does not become ${name} beside the data of the other one, however often it comes`, async (t) => {
      const { origin, crawler } = await startDatasets(t, codesOf(12), measurementsOf)
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
    const { origin, crawler } = await startDatasets(t, codesOf(12), measurementsOf)
    const path = 'api/v1/get_dataset/ds-1/?type=xml'
    origin.set({ [path]: { status: 404 } })
    await crawler.run({}, at(0))
    const cells = measurementsOf('ds-1', 1).map(
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
      measurementsOf(code).map((row, at) => ({
        ...row,
        ...Object.fromEntries(['a', 'b', 'c'].map((n) => [n, `${n}${at}`])),
      }))
    const { origin, crawler } = await startDatasets(t, codes, wide)
    const paths = codes.map((code) => [code, `api/v1/get_dataset/${code}/?type=xml`] as const)
    for (const [, path] of paths) origin.set({ [path]: { status: 404 } })
    await crawler.run({}, at(0))
    const levelsOf = (code: string) => measurementsOf(code).map(({ level = '' }) => ({ level }))
    for (const [code, path] of paths) origin.set({ [path]: answer(xmlOf(levelsOf(code)), 'application/xml') })
    const { problems, states } = await crawler.run({}, at(1))
    assert.deepEqual(problems, [])
    assert.equal(states['get_dataset/ds-1/index.xml'], 'fetched')
  })
})

test('a message in one format is not accepted because the other one, which had the data, fails in that run', async (t) => {
  const rows = (code: string) =>
    Array.from({ length: 6 }, (_, n) => ({ id: `${code}-${n}`, name: `street ${code} ${n} north` }))
  const { origin, crawler } = await crawlDatasets(t, codesOf(10), rows)
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
  const { origin, crawler } = await crawlDatasets(t, codesOf(10), rows)
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
  const { origin, crawler } = await startDatasets(t, codesOf(10), measurementsOf)
  const [first = {}] = measurementsOf('ds-1')
  const become = (format: 'json' | 'xml', records: Records) =>
    origin.set({
      [`api/v1/get_dataset/ds-1/?type=${format}`]: answer(bodyOf(format, records), `application/${format}`),
    })
  become('xml', [first])
  await crawler.run({}, at(0))
  become('json', [])
  for (const day of [1, 3])
    assert.equal((await crawler.run({}, at(day))).states[FIRST_FILE], 'stale', `day ${day}`)
  origin.set({ 'api/v1/get_dataset/ds-1/?type=xml': { status: 500 } })
  assert.equal((await crawler.run({}, at(6))).states[FIRST_FILE], 'fetched')
})
