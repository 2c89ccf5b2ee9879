import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import {
  at,
  codesOf,
  copyCrawler,
  datasets,
  fileOf,
  plansOf,
  type Records,
  refusalOf,
  startDatasets,
} from '../../support/crawled-datasets.ts'
import { answer, jsonOf } from '../../support/crawling.ts'
import type { ScriptedOrigin } from '../../support/scripted-origin.ts'
import { crawlStations, FIRST_FILE, measurementsOf } from './stations.ts'

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
    rows = measurementsOf,
    write: WritePage = (code) => tableOf(rows(code)),
  ) {
    const codes = codesOf(count)
    const { origin, crawler } = await startDatasets(t, codes, rows)
    const become = (codes: readonly string[], write: WritePage) => becomePages(origin, codes, write)
    become(codes, write)
    const { states } = await crawler.run({}, at(0))
    assert.equal(states[FIRST_FILE], 'derived')
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
      become(codes, (code) => tableOf(measurementsOf(code, 1)))
      const run = await crawler.run({}, at(5))
      assert.equal(run.states[FIRST_FILE], 'derived')
      assert.equal(run.text(FIRST_FILE).replace(/\n/g, ''), jsonOf(measurementsOf('ds-1', 1)))
    })

  test('keep the copy of one that answers with less until that is repeated, and its former copy', async (t) => {
    const { crawler, become } = await crawlPages(t, 12)
    become(['ds-1'], (code) => tableOf(measurementsOf(code).slice(0, 1)))
    become(['ds-3'], () => page('<h1>Log in</h1>'))
    for (const day of [1, 2]) {
      const run = await crawler.run({}, at(day))
      const [first, second, third] = ['ds-1', 'ds-2', 'ds-3'].map((code) => run.record(fileOf(code)))
      assert.deepEqual([first?.state, second?.state, third?.state], ['stale', 'derived', 'stale'])
      assert.equal(third?.reason, 'answered 404')
      assert.equal(JSON.parse(run.text(FIRST_FILE)).length, 10)
      const { reason = '', evidence } = run.record(FIRST_FILE) ?? {}
      assert.match(reason, /with 3 values where the copy has 30; this is run \d .* --accept-removals \w{12}$/)
      assert.match(evidence?.head ?? '', /^<!DOCTYPE html>/)
    }
    const taken = await crawler.run({}, at(5))
    assert.deepEqual([taken.states[FIRST_FILE], JSON.parse(taken.text(FIRST_FILE)).length], ['derived', 1])
    assert.equal(taken.record(FIRST_FILE)?.doubted, undefined)
    assert.equal(taken.record(FIRST_FILE)?.former?.length, 1)
  })

  test('keep the copy of one that answers with a note in json and xml until that is repeated', async (t) => {
    const records = [{ text: 'closed today' }]
    const { crawler, origin } = await crawlPages(t, 12)
    origin.set(datasets(['ds-1'], () => records))
    for (const day of [1, 2]) {
      const run = await crawler.run({}, at(day))
      assert.equal(run.states[FIRST_FILE], 'stale')
      assert.equal(JSON.parse(run.text(FIRST_FILE)).length, 10)
      assert.equal(plansOf(run).length, 1)
    }
    const taken = await crawler.run({}, at(5))
    assert.deepEqual([taken.states[FIRST_FILE], taken.text(FIRST_FILE)], ['fetched', jsonOf(records)])
    assert.equal(taken.record(FIRST_FILE)?.former?.length, 1)
  })

  test('are fetched without confirmation when the origin gives their data in json and xml', async (t) => {
    const { codes, crawler, origin } = await crawlPages(t, 12)
    const renamed = (code: string) =>
      measurementsOf(code, 1).map(({ station = '', level = '' }) => ({ place: station, water: level }))
    origin.set(datasets(codes, renamed))
    const { problems, states } = await crawler.run({}, at(1))
    assert.deepEqual(problems, [])
    assert.equal(states[FIRST_FILE], 'fetched')
  })

  test('keep their copies while two of them have the page of the other one', async (t) => {
    const { crawler, become } = await crawlPages(t, 12)
    const other = (code: string) => (code === 'ds-1' ? 'ds-2' : 'ds-1')
    become(['ds-1', 'ds-2'], (code) => tableOf(measurementsOf(other(code))))
    for (const day of [1, 2, 9]) {
      const run = await crawler.run({}, at(day))
      for (const code of ['ds-1', 'ds-2']) {
        assert.equal(run.states[fileOf(code)], 'stale')
        assert.equal(run.text(fileOf(code)).replace(/\n/g, ''), jsonOf(measurementsOf(code)))
      }
      assert.ok(run.problems.some((one) => one.includes('with the data of "ds-2"')))
    }
  })

  for (const [name, day] of Object.entries({ 'as it was': 0, 'as it is now': 1 }))
    test(`keep the copy of one that answers with the json of another dataset, ${name}`, async (t) => {
      const { crawler, origin } = await crawlPages(t, 4, namedOf)
      origin.set(datasets(['ds-2'], namedOf))
      const copy = (await crawler.run({}, at(1))).text(FIRST_FILE)
      origin.set(datasets(['ds-2'], (code) => namedOf(code, day)))
      origin.set({ [JSON_OF_FIRST]: answer(jsonOf(namedOf('ds-2', day)), 'application/json') })
      const run = await crawler.run({}, at(2))
      assert.equal(run.text(FIRST_FILE), copy)
      assert.match(run.problems.join(), /with the data of "ds-2"/)
      origin.set({ [JSON_OF_FIRST]: { status: 404 } })
      assert.equal((await crawler.run({}, at(3))).states[FIRST_FILE], 'derived')
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
      for (const day of [1, 2]) assert.equal((await crawler.run({}, at(day))).states[FIRST_FILE], 'stale')
      const { states } = await crawler.run({}, at(5))
      assert.equal(states[FIRST_FILE], name === 'numbers only' ? 'stale' : 'fetched')
    })

  test('keep the copy of one whose first json is a record of numbers that another dataset has', async (t) => {
    const numbersOf = (code: string): Records => [
      { trees: `${17 * Number(code.slice(3))}`, benches: '23', year: '2025' },
    ]
    const { crawler, origin } = await crawlPages(t, 4, numbersOf)
    origin.set(datasets(['ds-2'], numbersOf))
    const copy = (await crawler.run({}, at(1))).text(FIRST_FILE)
    origin.set(datasets(['ds-1'], () => numbersOf('ds-2')))
    const run = await crawler.run({}, at(2))
    assert.equal(run.text(FIRST_FILE), copy)
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
    assert.equal(states[FIRST_FILE], 'fetched')
  })

  test('follow their page in the third run, on the third day, when json and xml are gone, with a former copy', async (t) => {
    const { codes, origin, crawler } = await crawlStations(t, 12)
    becomePages(origin, codes.slice(0, 4), (code) => tableOf(measurementsOf(code, 1)))
    for (const day of [1, 2]) {
      const run = await crawler.run({}, at(day))
      assert.deepEqual(
        [run.states[FIRST_FILE], run.text(FIRST_FILE)],
        ['stale', jsonOf(measurementsOf('ds-1'))],
      )
      assert.equal(new Set(plansOf(run)).size, 4)
      assert.match(run.record(FIRST_FILE)?.reason ?? '', /answered 404/)
    }
    const taken = await crawler.run({}, at(5))
    for (const code of codes.slice(0, 4))
      for (const format of ['json', 'xml']) {
        const record = taken.record(`get_dataset/${code}/index.${format}`)
        assert.deepEqual([record?.state, record?.derivedFrom, record?.former?.length], ['derived', 'html', 1])
      }
    assert.equal(taken.text(FIRST_FILE).replace(/\n/g, ''), jsonOf(measurementsOf('ds-1', 1)))
    becomePages(origin, ['ds-1'], (code) => tableOf(measurementsOf(code, 2)))
    const next = await crawler.run({}, at(6))
    assert.equal(next.text(FIRST_FILE).replace(/\n/g, ''), jsonOf(measurementsOf('ds-1', 2)))
    assert.equal(next.record(FIRST_FILE)?.former?.length, 1)
    origin.set(datasets(['ds-1'], (code) => measurementsOf(code, 3)))
    const back = await crawler.run({}, at(7))
    assert.deepEqual(
      [back.states[FIRST_FILE], back.text(FIRST_FILE)],
      ['fetched', jsonOf(measurementsOf('ds-1', 3))],
    )
  })

  for (const [name, write] of Object.entries({
    'a page to log in': () => MENU,
    'a part of the data': (code: string) => tableOf(measurementsOf(code).slice(0, 2)),
  }))
    test(`keep their copies while json and xml are gone, however long, if their page is ${name}`, async (t) => {
      const { codes, origin, crawler } = await crawlStations(t, 12)
      becomePages(origin, codes, write)
      for (const day of [1, 2, 9]) {
        const run = await crawler.run({}, at(day))
        assert.deepEqual(
          [run.states[FIRST_FILE], run.text(FIRST_FILE)],
          ['stale', jsonOf(measurementsOf('ds-1'))],
        )
      }
    })

  test('keep their copies when what their page gives exceeds the limit of the run', async (t) => {
    const service = await startDatasets(t, codesOf(3), measurementsOf)
    const { origin, crawler } = service
    origin.set({ 'api/v1/get_dataset/ds-1/?type=xml': { status: 404 } })
    await crawler.run({}, at(0))
    becomePages(origin, ['ds-2'], (code) => tableOf(measurementsOf(code, 1)))
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
    const { codes, origin, crawler } = await crawlStations(t, 4)
    becomePages(origin, codes, (code) => tableOf(measurementsOf(code, 1)))
    await crawler.run({}, at(1))
    origin.set(datasets(codes, (code) => measurementsOf(code, 2)))
    const { problems, states } = await crawler.run({}, at(2))
    assert.deepEqual([problems, states[FIRST_FILE]], [[], 'fetched'])
  })

  test('are a warning if their pages are the same but for their titles, in a first run and later ones', async (t) => {
    const codes = codesOf(5)
    const { origin, crawler } = await startDatasets(t, codes, measurementsOf)
    const menu = (code: string) =>
      page(
        `<h1>About ${code}</h1><ul><li><a href="/">Home</a></li><li><a href="#">About ${code}</a></li></ul>`,
      )
    for (const code of codes) {
      for (const type of ['json', 'xml'])
        origin.set({ [`api/v1/get_dataset/${code}/?type=${type}`]: { status: 404 } })
      const own = code === 'ds-5' ? tableOf(measurementsOf(code)) : menu(code)
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
