import assert from 'node:assert/strict'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { buildCatalogue, readLists } from '../../src/lib/catalogue/index.ts'
import { planCrawl, RemovalRefused } from '../../src/lib/crawl/index.ts'
import { parseDatasetCode } from '../../src/lib/interface/index.ts'
import {
  findCurrent,
  isStoredList,
  layout,
  openDerived,
  openGeneration,
  SURVEY,
} from '../../src/lib/snapshot/index.ts'
import { answer, both, jsonOf, openCrawler, serviceRoutes, xmlOf } from '../support/crawling.ts'
import { type Route, type ScriptedOrigin, startScripted } from '../support/scripted-origin.ts'

describe('lists with keys', () => {
  const json = (body: unknown) => answer(JSON.stringify(body), 'application/json')

  test('finds codes in the keys of an object of titles, however short, if the origin answers for them', async (t) => {
    const origin = await startScripted(t, serviceRoutes({ 'roads-24': 'x', parks: 'y' }))
    origin.set({
      'api/v1/list/?type=json': json({}),
      'api/v1/list_datasets/?type=json': json({ 'roads-24': 'Roads of 2024', parks: 'Parks' }),
    })
    for (const list of ['list', 'list_datasets'])
      origin.set({ [`api/v1/${list}/?type=xml`]: { status: 404 } })
    const { manifest, folder } = await openCrawler(t, origin).run()
    assert.deepEqual(manifest.codes.order, ['roads-24', 'parks'])
    const generation = openGeneration(folder)
    const lists = manifest.records.filter(isStoredList)
    const { datasets } = buildCatalogue({
      documents: readLists(lists.map((record) => ({ ...record, source: generation.source(record.path) }))),
      codes: manifest.codes.order.map(parseDatasetCode),
      codeField: manifest.codes.field,
      named: {},
    })
    assert.deepEqual(
      datasets.map(({ title }) => title),
      ['Roads of 2024', 'Parks'],
    )
  })

  test('a list of one dataset that is a plain object stays one dataset', async (t) => {
    const origin = await startScripted(t, serviceRoutes({ roads: 'x' }))
    origin.set({ 'api/v1/list_datasets/?type=json': json({ ref: 'roads', title: 'Roads' }) })
    for (const list of ['list', 'list_datasets'])
      origin.set({ [`api/v1/${list}/?type=xml`]: { status: 404 } })
    origin.set({ 'api/v1/list/?type=json': json([]) })
    assert.deepEqual((await openCrawler(t, origin).run()).manifest.codes.order, ['roads'])
  })

  test('infers the field of codes again once it is no longer configured, with the evidence', async (t) => {
    const records = {
      roads: { ref: 'roads', title: 'Roads of 2024' },
      parks: { ref: 'parks', title: 'City parks' },
    }
    const origin = await startScripted(t, serviceRoutes({ roads: 'x', parks: 'y' }))
    origin.set({ 'api/v1/list/?type=json': json([]), 'api/v1/list_datasets/?type=json': json(records) })
    for (const list of ['list', 'list_datasets'])
      origin.set({ [`api/v1/${list}/?type=xml`]: { status: 404 } })
    const crawler = openCrawler(t, origin)
    const named = await crawler.run({ fields: { code: 'ref' } })
    assert.deepEqual(named.manifest.codes.evidence, { code: 'config' })
    const { codes } = (await crawler.run()).manifest
    assert.deepEqual(codes.field, { operation: 'list_datasets', name: '(key)' })
    assert.equal(codes.evidence.code, 'answers')
    assert.deepEqual(codes.order, ['roads', 'parks'])
  })
})

describe('lists that are the same', () => {
  /** A service whose lists have a problem: a link to another host. */
  async function openService(t: TestContext) {
    const links = [
      '/api/v1/get_dataset/a/',
      '/api/v1/get_dataset/b/',
      'https://other.example/api/v1/get_dataset/c/',
    ]
    const list = links.map((url, index) => ({ title: `Title ${index}`, url, category: 'c1', oiv: 'o1' }))
    const origin = await startScripted(t, {
      ...serviceRoutes({ a: 'x', b: 'y' }),
      ...both('list_datasets', list),
    })
    return { origin, list, ...openCrawler(t, origin) }
  }

  test('the same lists have the same datasets and problems in every run, also when what was found in them is lost', async (t) => {
    const { run, state } = await openService(t)
    const first = await run()
    assert.match(first.problems.join('\n'), /warning other\.example/)
    const second = await run()
    rmSync(layout.derived(state), { recursive: true })
    const third = await run()
    for (const { manifest, problems } of [second, third]) {
      assert.deepEqual(problems, first.problems)
      assert.deepEqual(manifest.codes, first.manifest.codes)
    }
  })

  test('what was found in the lists is used while they are the same, and only if it is undamaged', async (t) => {
    const { run, state, list, origin } = await openService(t)
    await run()
    const cache = openDerived(layout.derived(state))
    const alter = (more: string) => {
      const stored = cache.find(SURVEY) as { problems: object[] }
      const problem = { severity: 'warning', code: 'other-host', subject: more, message: more }
      cache.store(SURVEY, [JSON.stringify({ ...stored, problems: [...stored.problems, problem] })])
    }
    alter('first')
    assert.match((await run()).problems.join(), /warning first/)
    alter('second')
    const file = join(layout.derived(state), SURVEY)
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('second', 'fourth'))
    assert.doesNotMatch((await run()).problems.join(), /warning (?:first|second|fourth)/)
    alter('third')
    origin.set(both('list_datasets', list.toReversed()))
    assert.doesNotMatch((await run()).problems.join(), /warning third/)
  })

  test('the lists are read again when the config changed, and a plan gives the same as for a first crawl', async (t) => {
    const { run, options } = await openService(t)
    const planned = await planCrawl(options)
    const wrong = await run({ fields: { code: 'wrong' } })
    assert.match(wrong.problems.join('\n'), /fields\.code/)
    assert.doesNotMatch((await run()).problems.join('\n'), /fields\.code/)
    const again = await planCrawl(options)
    assert.deepEqual(again.lists, planned.lists)
    assert.deepEqual(again.problems, planned.problems)
    assert.equal(again.datasets, planned.datasets)
  })

  for (const [what, codes] of Object.entries({ 'with copies': ['a', 'b'], 'without a copy': ['a'] }))
    test(`what was found in the lists is used again although the origin always answers 500 for one dataset ${what}`, async (t) => {
      const origin = await startScripted(t, serviceRoutes({ a: 'x', b: 'y', c: 'z' }))
      const fail = () => {
        for (const type of ['?type=json', '?type=xml', ''])
          origin.set({ [`api/v1/get_dataset/b/${type}`]: { status: 500 } })
      }
      origin.otherwise({ status: 500 })
      if (!codes.includes('b')) fail()
      const { run, state } = openCrawler(t, origin)
      await run()
      fail()
      for (const _ of [2, 3]) {
        origin.forget()
        const { manifest } = await run()
        assert.equal(manifest.complete, false)
        const stored = openDerived(layout.derived(state)).find(SURVEY) as { generation: string }
        assert.equal(stored.generation, manifest.generation)
        const asked = origin.requests.map(({ path }) => path)
        assert.deepEqual(
          asked.filter((path) => path.includes('no-such-dataset')),
          [],
        )
      }
    })
})

describe('lists that differ', () => {
  type Records = readonly Readonly<Record<string, string>>[]

  const LISTS = ['list', 'list_categories', 'list_oivs', 'list_datasets']
  const EMPTY = Object.assign({}, ...LISTS.map((list) => both(list, []))) as Record<string, Route>
  const codes = (count: number, from = 0) => Array.from({ length: count }, (_, n) => `d${n + from}`)
  const named = (names: readonly string[], field = 'code'): Records =>
    names.map((name) => ({ [field]: name, title: `About ${name}` }))
  const datasets = (names: readonly string[]) =>
    Object.assign({}, ...names.map((name) => both(`get_dataset/${name}`, [{ row: name }]))) as Record<
      string,
      Route
    >
  const json = (list: string, records: Records) => ({
    [`api/v1/${list}/?type=json`]: answer(jsonOf(records), 'application/json'),
  })
  const xml = (list: string, records: Records) => ({
    [`api/v1/${list}/?type=xml`]: answer(xmlOf(records), 'application/xml'),
  })

  test('mirrors a dataset that only the xml of a list has, and warns that the formats disagree', async (t) => {
    const origin = await startScripted(t, {
      ...EMPTY,
      ...datasets(codes(20)),
      ...json('list_datasets', named(codes(10))),
      ...xml('list_datasets', named(codes(20))),
    })
    const { manifest, problems } = await openCrawler(t, origin).run()
    assert.deepEqual(manifest.codes.order, codes(20))
    assert.match(problems.join('\n'), /warning .*list_datasets\/: The formats of this list/)
    assert.equal(manifest.complete, true)
  })

  test('a dataset that only one format lists and that does not answer is a gap for each address', async (t) => {
    const origin = await startScripted(t, {
      ...EMPTY,
      ...datasets(codes(10)),
      ...json('list_datasets', named(codes(10))),
      ...xml('list_datasets', named(codes(20))),
    })
    const { manifest, problems } = await openCrawler(t, origin).run()
    assert.deepEqual(manifest.codes.order, codes(20))
    assert.equal(problems.filter((one) => /^gap .*get_dataset\/d1\d\/.*answered 404/.test(one)).length, 20)
    assert.equal(manifest.complete, false)
  })

  test('a dataset that one format still lists is not withdrawn', async (t) => {
    const origin = await startScripted(t, {
      ...EMPTY,
      ...datasets(codes(40)),
      ...both('list_datasets', named(codes(40))),
    })
    const crawler = openCrawler(t, origin)
    await crawler.run()
    origin.set(json('list_datasets', named(codes(36))))
    const { manifest } = await crawler.run()
    assert.equal(manifest.counts.withdrawn, 0)
    assert.equal(manifest.codes.order.length, 40)
  })

  for (const [how, field] of [
    ['the same field', 'code'],
    ['another field', 'ref'],
  ] as const)
    test(`mirrors the datasets of both formats of a list if they are entirely different in ${how}`, async (t) => {
      const origin = await startScripted(t, {
        ...EMPTY,
        ...datasets(codes(6)),
        ...json('list_datasets', named(codes(3))),
        ...xml('list_datasets', named(codes(3, 3), field)),
      })
      const { manifest, problems } = await openCrawler(t, origin).run()
      assert.deepEqual([...manifest.codes.order].sort(), codes(6))
      assert.match(problems.join('\n'), /warning .*list_datasets\/: The formats of this list/)
    })

  test('a format with more entries than the others, none of them a known dataset, is a gap', async (t) => {
    const origin = await startScripted(t, {
      ...EMPTY,
      ...datasets(codes(3)),
      ...json('list_datasets', named(codes(3))),
      ...xml('list_datasets', named(codes(5, 10), 'ref')),
    })
    const { manifest, problems } = await openCrawler(t, origin).run()
    assert.match(problems.join('\n'), /gap list_datasets \(xml\): It has entries \(5\)/)
    assert.equal(manifest.complete, false)
  })

  for (const status of [500, 503, 403, 404])
    test(`reports datasets that only the list of available data has and that answer ${status}`, async (t) => {
      const down = Object.keys(datasets(codes(10, 10))).map((path) => [path, { status }])
      const origin = await startScripted(t, {
        ...EMPTY,
        ...datasets(codes(10)),
        ...Object.fromEntries(down),
        ...both('list', named(codes(20), 'id')),
        ...both('list_datasets', named(codes(10))),
      })
      const { manifest, problems } = await openCrawler(t, origin).run()
      assert.equal(manifest.complete, false)
      for (const code of codes(10, 10))
        assert.ok(
          problems.some((one) => one.startsWith('gap ') && one.includes(`get_dataset/${code}/`)),
          code,
        )
    })

  test('a dataset that only a failed list had is not withdrawn', async (t) => {
    const origin = await startScripted(t, {
      ...EMPTY,
      ...datasets(codes(20)),
      ...both('list', named(codes(20), 'id')),
      ...both('list_datasets', named(codes(19))),
    })
    const crawler = openCrawler(t, origin)
    await crawler.run()
    origin.set({ 'api/v1/list/?type=json': { status: 500 }, 'api/v1/list/?type=xml': { status: 500 } })
    const { manifest } = await crawler.run()
    assert.equal(manifest.counts.withdrawn, 0)
  })

  test('a dataset that is not in a list that states it is one page of several is not withdrawn', async (t) => {
    const origin = await startScripted(t, {
      ...EMPTY,
      ...datasets(codes(20)),
      ...both('list_datasets', named(codes(20))),
    })
    const crawler = openCrawler(t, origin)
    await crawler.run()
    const page = named(codes(19))
    origin.set({
      'api/v1/list_datasets/?type=json': answer(
        JSON.stringify({ total: 20, items: page }),
        'application/json',
      ),
      'api/v1/list_datasets/?type=xml': answer(
        xmlOf(page).replace('<item>', '<total>20</total><item>'),
        'application/xml',
      ),
    })
    const { manifest, problems } = await crawler.run()
    assert.equal(manifest.counts.withdrawn, 0)
    assert.match(problems.join('\n'), /gap \S*list_datasets\S*: The list may be one page of several/)
  })

  test('datasets that are not in the first of several pages keep their last known entry, until they are listed again', async (t) => {
    const all = codes(20).map((code) => ({ code, title: `On ${code}`, theme: 'c1' }))
    const origin = await startScripted(t, {
      ...EMPTY,
      ...datasets(codes(20)),
      ...both('list_datasets', all),
      ...both('list_categories', [{ id: 'c1', title: 'Transport' }]),
    })
    const crawler = openCrawler(t, origin)
    await crawler.run()
    const page = all.slice(0, 8)
    origin.set({
      'api/v1/list_datasets/?type=json': answer(
        JSON.stringify({ total: 20, items: page }),
        'application/json',
      ),
      'api/v1/list_datasets/?type=xml': answer(
        xmlOf(page).replace('<item>', '<total>20</total><item>'),
        'application/xml',
      ),
    })
    for (const _ of [2, 3]) {
      const { manifest } = await crawler.run()
      assert.deepEqual(
        manifest.listings?.map(({ code, title, categories }) => [code, title, ...categories]),
        all.slice(8).map(({ code, title, theme }) => [code, title, theme]),
      )
      assert.deepEqual(
        manifest.problems.filter((one) => one.code === 'lost-facts'),
        [],
      )
    }
    origin.set(both('list_datasets', all))
    const { manifest } = await crawler.run()
    assert.equal(manifest.listings, undefined)
  })

  test('an entry with neither a code nor a link is a gap that quotes it', async (t) => {
    const records: Records = [...named(codes(20)), { title: 'Roads without a code' }]
    const origin = await startScripted(t, {
      ...EMPTY,
      ...datasets(codes(20)),
      ...both('list_datasets', records),
    })
    const { manifest, problems } = await openCrawler(t, origin).run()
    assert.match(
      problems.join('\n'),
      /gap list_datasets \(json\): 1 of its 21 entries have no dataset code, .*: "Roads without a code"/,
    )
    assert.equal(manifest.complete, false)
  })

  test('other values of the list of available data are not datasets', async (t) => {
    const origin = await startScripted(t, {
      ...EMPTY,
      ...datasets(codes(5)),
      ...both('list', named(['list_categories', 'list_oivs', 'list_datasets', 'd1'])),
      ...both('list_datasets', named(codes(5))),
    })
    const { manifest, problems } = await openCrawler(t, origin).run()
    assert.deepEqual(manifest.codes.order, codes(5))
    assert.deepEqual(
      problems.filter((one) => one.startsWith('gap')),
      [],
    )
  })

  test('an ordinary service has no remarks about its lists', async (t) => {
    const origin: ScriptedOrigin = await startScripted(t, serviceRoutes({ a: 'x', b: 'y' }))
    const { problems } = await openCrawler(t, origin).run()
    assert.deepEqual(problems, [])
  })
})

describe('lists that are read again', () => {
  const LISTS = ['list', 'list_datasets']
  const day = (n: number) => new Date(Date.UTC(2026, 0, n))

  /** Routes whose lists are `before` on the first reading, and `after` from then on. */
  function turning(before: Record<string, string>, after: Record<string, string>): Record<string, Route> {
    const [old, now] = [serviceRoutes(before), serviceRoutes(after)]
    const lists = LISTS.flatMap((list) => [`api/v1/${list}/?type=json`, `api/v1/${list}/?type=xml`])
    return {
      ...old,
      ...now,
      ...Object.fromEntries(
        lists.map((path): [string, Route] => [
          path,
          (_, count) => (count === 1 ? (old[path] as string) : (now[path] as string)),
        ]),
      ),
    }
  }

  test('fetches a dataset that was added to the lists during the run', async (t) => {
    const origin = await startScripted(t, turning({ a: '1' }, { a: '1', b: '2' }))
    const { manifest, states, text, problems } = await openCrawler(t, origin).run()
    assert.deepEqual(problems, [])
    assert.deepEqual(manifest.codes.order, ['a', 'b'])
    assert.equal(states['get_dataset/b/index.xml'], 'fetched')
    assert.match(text('list_datasets/index.json'), /About b/)
  })

  test('a dataset that left the lists during the run is no gap', async (t) => {
    const origin = await startScripted(t, turning({ a: '1', b: '2' }, { a: '1' }))
    origin.set({
      'api/v1/get_dataset/b/?type=json': { status: 404 },
      'api/v1/get_dataset/b/?type=xml': { status: 404 },
    })
    const { manifest, problems } = await openCrawler(t, origin).run()
    assert.deepEqual(problems, [])
    assert.deepEqual(manifest.codes.order, ['a'])
    assert.equal(manifest.complete, true)
  })

  test('a new dataset that only the first reading named is mirrored with a warning, and the lists decide in the next run', async (t) => {
    const origin = await startScripted(t, turning({ a: '1', b: '2' }, { a: '1' }))
    const crawler = openCrawler(t, origin)
    const first = await crawler.run()
    assert.deepEqual(first.manifest.codes.order, ['a', 'b'])
    assert.equal(first.states['get_dataset/b/index.json'], 'fetched')
    assert.deepEqual(first.manifest.titles, [{ code: 'b', title: 'About b' }])
    assert.match(first.problems.join(), /^warning lists: 1 new dataset was in the lists only .* such as "b"/)
    assert.equal(first.manifest.complete, true)
    const second = await crawler.run({ removalShare: 1 })
    assert.equal(second.states['get_dataset/b/index.json'], 'withdrawn')
    assert.deepEqual(second.problems, [])
  })

  test('fetches datasets again whose list entries changed', async (t) => {
    const entry = (updated: string) => [{ url: '/api/v1/get_dataset/a/', updated }]
    const origin = await startScripted(t, serviceRoutes({ a: 'old' }))
    const now = serviceRoutes({ a: 'new' })
    for (const list of LISTS)
      for (const type of ['json', 'xml']) {
        const path = `api/v1/${list}/?type=${type}`
        const [first, second] = [both(list, entry('Monday'))[path], both(list, entry('Tuesday'))[path]]
        origin.set({ [path]: (_, count) => (count === 1 ? first : second) as string })
      }
    for (const type of ['json', 'xml']) {
      const path = `api/v1/get_dataset/a/?type=${type}`
      const old = serviceRoutes({ a: 'old' })[path]
      origin.set({ [path]: (_, count) => (count === 1 ? old : now[path]) as string })
    }
    const { text, problems } = await openCrawler(t, origin).run()
    assert.ok(problems.every((one) => one.includes('no dataset belongs')))
    assert.equal(text('get_dataset/a/index.json'), '[{"row":"new"}]')
  })

  test('reports lists that never stop changing', async (t) => {
    const origin = await startScripted(t, serviceRoutes({ a: '1' }))
    const path = 'api/v1/list_datasets/?type=json'
    origin.otherwise(({ path: requested }) =>
      requested.includes('json') ? `[{"n":"${requested}"}]` : { status: 404 },
    )
    origin.set({
      [path]: (_, count) =>
        JSON.stringify(Array.from({ length: count }, (_one, n) => ({ url: `/api/v1/get_dataset/d${n}/` }))),
    })
    const { manifest, problems } = await openCrawler(t, origin).run({ formats: ['json'], refuse: [] })
    assert.match(problems.join(), /gap lists: .*\b4 times/)
    assert.equal(manifest.complete, false)
  })

  for (const count of [2, 12])
    test(`ignores a counter in the entries of ${count} datasets, and does not fetch them endlessly`, async (t) => {
      const codes = Array.from({ length: count }, (_, n) => `d${n}`)
      const origin = await startScripted(
        t,
        serviceRoutes(Object.fromEntries(codes.map((code) => [code, code]))),
      )
      let views = 0
      origin.set({
        'api/v1/list_datasets/?type=json': () =>
          JSON.stringify(codes.map((code) => ({ url: `/api/v1/get_dataset/${code}/`, views: views++ }))),
      })
      const { manifest, problems } = await openCrawler(t, origin).run()
      assert.equal(problems.length, 1)
      assert.match(problems.join(), /^warning lists: .*list_datasets \(json\) views\.$/)
      assert.equal(manifest.complete, true)
      const requested = origin.requests.filter(({ path }) => path.includes('get_dataset/d'))
      assert.equal(requested.length, count * (count < 5 ? 4 : 2))
    })

  test('ignores a time in a list, and a different order of its entries', async (t) => {
    const origin = await startScripted(t, serviceRoutes({ a: '1', b: '2' }))
    const path = 'api/v1/list_datasets/?type=json'
    const entries = ['a', 'b'].map((code) => ({ url: `/api/v1/get_dataset/${code}/`, title: code }))
    origin.set({
      [path]: (_, count) =>
        JSON.stringify({
          generated: `2026-01-01T00:00:${10 + count}`,
          items: count % 2 ? entries : entries.toReversed(),
        }),
    })
    const { manifest, problems, text } = await openCrawler(t, origin).run()
    assert.deepEqual(problems, [])
    assert.equal(manifest.complete, true)
    assert.match(text('list_datasets/index.json'), /00:12/)
  })

  test('reports lists that cannot be read a second time, and uses the first reading', async (t) => {
    const origin = await startScripted(t, serviceRoutes({ a: '1' }))
    const path = 'api/v1/list/?type=xml'
    const good = serviceRoutes({ a: '1' })[path] as string
    origin.set({ [path]: (_, count) => (count === 1 ? good : { status: 500 }) })
    const { states, problems, manifest } = await openCrawler(t, origin).run()
    assert.match(problems.join(), /gap http.*list\/\?type=xml: .*answered 500/)
    assert.equal(states['list/index.xml'], 'fetched')
    assert.equal(manifest.complete, false)
  })

  test('a message in place of some lists is refused when the others cannot be read a second time', async (t) => {
    const origin = await startScripted(t, serviceRoutes({ a: '1', b: '2' }))
    const crawler = openCrawler(t, origin)
    const { manifest } = await crawler.run({}, day(1))
    const routes = serviceRoutes({ a: '1', b: '2' })
    origin.forget()
    for (const list of [...LISTS, 'list_categories', 'list_oivs'])
      for (const [format, maintenance] of [
        ['json', { status: 503 }],
        ['xml', answer('<note><text>The service is closed</text></note>', 'application/xml')],
      ] as const) {
        const path = `api/v1/${list}/?type=${format}`
        const good = routes[path] as string
        origin.set({ [path]: (_, count) => (count === 1 ? good : maintenance) })
      }
    await assert.rejects(crawler.run({}, day(2)), RemovalRefused)
    assert.equal(findCurrent(crawler.state)?.manifest.generation, manifest.generation)
  })

  test('a dataset that one list names on the second reading is mirrored, although another list cannot be read then', async (t) => {
    const origin = await startScripted(t, turning({ a: '1' }, { a: '1', b: '2' }))
    const path = 'api/v1/list/?type=xml'
    const good = serviceRoutes({ a: '1' })[path] as string
    origin.set({ [path]: (_, count) => (count === 1 ? good : { status: 500 }) })
    const { states, problems, manifest } = await openCrawler(t, origin).run()
    assert.deepEqual(manifest.codes.order, ['a', 'b'])
    assert.equal(states['get_dataset/b/index.xml'], 'fetched')
    assert.equal(problems.filter((one) => one.startsWith('gap')).length, 1)
  })

  test('a list that changed back to the stored copy is unchanged', async (t) => {
    const origin = await startScripted(t, serviceRoutes({ a: '1' }))
    const crawler = openCrawler(t, origin)
    const first = await crawler.run({}, day(1))
    const path = 'api/v1/list_oivs/?type=json'
    const good = serviceRoutes({ a: '1' })[path] as string
    origin.forget()
    origin.set({ [path]: (_, count) => (count === 1 ? '[{"id":"o1","title":"For a moment"}]' : good) })
    const { record, states } = await crawler.run({}, day(2))
    assert.equal(states['list_oivs/index.json'], 'unchanged')
    assert.equal(record('list_oivs/index.json')?.changedAt, first.record('list_oivs/index.json')?.changedAt)
  })
})
