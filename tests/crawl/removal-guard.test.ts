import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { describe, type TestContext, test } from 'node:test'
import type { Catalogue, DatasetEntry } from '../../src/lib/catalogue/index.ts'
import { countListed } from '../../src/lib/crawl/removal-guard.ts'
import { parseDatasetCode } from '../../src/lib/interface/index.ts'
import { findCurrent, layout } from '../../src/lib/snapshot/index.ts'
import { copyCrawler, refusalOf } from '../support/crawled-datasets.ts'
import { answer, both, type Crawler, jsonOf, openCrawler, serviceRoutes } from '../support/crawling.ts'
import { type ScriptedOrigin, startScripted } from '../support/scripted-origin.ts'

describe('the removal guard', () => {
  const named = (count: number, from = 0) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`d${n + from}`, `text ${n + from}`]))

  async function crawlDatasets(
    t: TestContext,
    count: number,
  ): Promise<{ origin: ScriptedOrigin; crawler: Crawler }> {
    const origin = await startScripted(t, serviceRoutes(named(count)))
    const crawler = openCrawler(t, origin)
    await crawler.run()
    return { origin, crawler }
  }

  const entries = (count: number) =>
    Object.keys(named(count)).map((code) => ({
      title: `About ${code}`,
      url: `/api/v1/get_dataset/${code}/`,
      category: 'c1',
      oiv: 'o1',
    }))
  /** The routes of a service, except some. */
  const serviceRoutesWithout = (paths: readonly string[], datasets: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(serviceRoutes(datasets)).filter(([path]) => !paths.includes(path)))

  for (const [stored, left] of [
    [1, 0],
    [2, 0],
    [5, 3],
    [20, 17],
  ] as const)
    test(`publishes nothing if ${left} of ${stored} datasets are left in the lists`, async (t) => {
      const { origin, crawler } = await crawlDatasets(t, stored)
      const before = findCurrent(crawler.state)?.manifest.generation
      origin.set(serviceRoutes(named(left)))
      const { message, removal } = await refusalOf(crawler.run())
      assert.match(message, new RegExp(`datasets: ${left} of ${stored} left`))
      assert.match(message, /Nothing was published/)
      assert.equal(removal.codes.length, stored - left)
      assert.equal(findCurrent(crawler.state)?.manifest.generation, before)
    })

  for (const [stored, left] of [
    [2, 1],
    [20, 18],
  ] as const)
    test(`withdraws the missing ones if ${left} of ${stored} datasets are left`, async (t) => {
      const { origin, crawler } = await crawlDatasets(t, stored)
      origin.set(serviceRoutes(named(left)))
      const { manifest } = await crawler.run()
      assert.equal(manifest.counts.withdrawn, (stored - left) * 2)
    })

  test('refuses before it requests any dataset', async (t) => {
    const { origin, crawler } = await crawlDatasets(t, 6)
    origin.set(serviceRoutes(named(2)))
    origin.forget()
    await refusalOf(crawler.run())
    assert.deepEqual(
      origin.requests.filter(({ path }) => path.includes('get_dataset')),
      [],
    )
  })

  test('accepts exactly the printed plan', async (t) => {
    const { origin, crawler } = await crawlDatasets(t, 6)
    origin.set(serviceRoutes(named(2)))
    const { removal, message } = await refusalOf(crawler.run())
    assert.match(message, new RegExp(`--accept-removals ${removal.planId}$`))
    const { manifest } = await crawler.run({ acceptRemovals: removal.planId })
    assert.equal(manifest.counts.withdrawn, 8)
  })

  test('does not accept another removal than the confirmed one', async (t) => {
    const { origin, crawler } = await crawlDatasets(t, 6)
    origin.set(serviceRoutes(named(2)))
    const first = await refusalOf(crawler.run())
    origin.set(serviceRoutes(named(1)))
    const second = await refusalOf(crawler.run({ acceptRemovals: first.removal.planId }))
    assert.notEqual(second.removal.planId, first.removal.planId)
    assert.ok(second.message.includes(`"${first.removal.planId}"`), second.message)
  })

  test('needs no confirmation once the origin has recovered, and reads the lists again', async (t) => {
    const { origin, crawler } = await crawlDatasets(t, 6)
    origin.set(serviceRoutes(named(0)))
    await refusalOf(crawler.run())
    origin.set(serviceRoutes(named(6)))
    const { manifest } = await crawler.run()
    assert.equal(manifest.counts.withdrawn, 0)
    assert.equal(manifest.complete, true)
    assert.ok(!existsSync(layout.draft(crawler.state)))
  })

  test('refuses if one format of a list was cut in half, although the other lists all datasets', async (t) => {
    const { origin, crawler } = await crawlDatasets(t, 8)
    const halved = serviceRoutes(named(4))
    const path = 'api/v1/list_datasets/?type=json'
    origin.set({ [path]: halved[path] ?? '' })
    const { message, removal } = await refusalOf(crawler.run())
    assert.match(message, /list_datasets \(json\): 4 of 8 left/)
    assert.deepEqual(removal.codes, [])
  })

  const publishers = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ id: `o${n}`, title: `Department ${n}` }))
  const OIVS = ['api/v1/list_oivs/?type=json', 'api/v1/list_oivs/?type=xml', 'api/v1/list_oivs/'] as const

  test('does not compare a page in place of a list with the copies of that list', async (t) => {
    const { origin, crawler } = await crawlDatasets(t, 3)
    origin.set(both('list_oivs', publishers(8)))
    await crawler.run()
    const [json, xml, page] = OIVS
    const rows = publishers(2).map(({ id, title }) => `<tr><td>${id}</td><td>${title}</td></tr>`)
    origin.set({
      [json]: { status: 404 },
      [xml]: { status: 404 },
      [page]: answer(`<table><tr><th>id</th><th>title</th></tr>${rows.join('')}</table>`, 'text/html'),
    })
    assert.equal((await crawler.run()).states['list_oivs/index.json'], 'stale')
    origin.set(serviceRoutesWithout(OIVS, named(4)))
    assert.equal((await crawler.run()).states['get_dataset/d3/index.json'], 'fetched')
  })

  for (const [list, entriesOf] of [
    ['list_oivs', publishers],
    ['list_datasets', (count: number) => entries(count)],
  ] as const)
    test(`asks once about the entries that ${list} lost in one format while its other one failed`, async (t) => {
      const { origin, crawler } = await crawlDatasets(t, 8)
      origin.set(both(list, entriesOf(8)))
      await crawler.run()
      const failing = { [`api/v1/${list}/?type=json`]: { status: 500 } }
      origin.set({ ...both(list, entriesOf(5)), ...failing })
      const { removal } = await refusalOf(crawler.run())
      await crawler.run({ acceptRemovals: removal.planId })
      origin.set(both('list_categories', [{ id: 'c1', title: 'Traffic' }]))
      assert.equal(
        (await crawler.run()).text('list_categories/index.json'),
        '[{"id":"c1","title":"Traffic"}]',
      )
    })

  test('refuses an empty list of categories', async (t) => {
    const { origin, crawler } = await crawlDatasets(t, 2)
    origin.set(both('list_categories', []))
    assert.match((await refusalOf(crawler.run())).message, /list_categories: 0 of 1 left/)
  })

  test('refuses lists that answer with the data of others, although they have the same keys', async (t) => {
    const { origin, crawler } = await crawlDatasets(t, 2)
    const titled = (...titles: readonly string[]) => titles.map((title, at) => ({ id: `${at + 1}`, title }))
    const [categories, oivs] = [titled('Transport', 'Health'), titled('Ministry', 'Council')]
    const answerWith = (...lists: readonly [typeof categories, typeof oivs]) =>
      origin.set({ ...both('list_categories', lists[0]), ...both('list_oivs', lists[1]) })
    answerWith(categories, oivs)
    await crawler.run({ removalShare: 1 })
    answerWith(oivs, oivs)
    await refusalOf(crawler.run())
    answerWith(categories, oivs)
    assert.equal((await crawler.run()).manifest.complete, true)
    answerWith(oivs, categories)
    const { removal } = await refusalOf(crawler.run())
    assert.equal((await crawler.run({ acceptRemovals: removal.accept })).manifest.counts.fetched, 4)
  })

  for (const [what, around] of Object.entries({
    'alone in an object': {},
    'beside other values': { help: 'https://example.org/help', success: true },
  }))
    test(`counts the names of categories in a list ${what}`, async (t) => {
      const names = ['transport', 'health', 'culture']
      const origin = await startScripted(t, {
        ...serviceRoutes(named(3)),
        ...both(
          'list_categories',
          names.map((name) => ({ name })),
        ),
      })
      const crawler = openCrawler(t, origin)
      await crawler.run()
      const path = 'api/v1/list_categories/?type=json'
      const listOf = (result: readonly string[]) => ({
        [path]: answer(JSON.stringify({ ...around, result }), 'application/json'),
      })
      origin.set(listOf(names.slice(0, 1)))
      assert.match((await refusalOf(crawler.run())).message, /list_categories \(json\): 1 of 3 left/)
      origin.set(listOf(names))
      const { manifest } = await crawler.run()
      assert.ok(manifest.complete)
      origin.set(listOf([]))
      assert.match((await refusalOf(crawler.run())).message, /list_categories \(json\): 0 of 3 left/)
    })

  /** A service of three datasets that was crawled with this list. */
  async function crawlWithList(t: TestContext, list: object) {
    const origin = await startScripted(t, { ...serviceRoutes(named(3)), ...json(list) })
    const crawler = openCrawler(t, origin)
    await crawler.run()
    return { origin, crawler }
  }

  const SMALL_LISTS: Readonly<Record<string, object>> = {
    'one entry': [{ name: 'datasets', url: '/api/v1/list_datasets/' }],
    'two entries': ['list_datasets', 'list_categories'].map((name) => ({ name, url: `/api/v1/${name}/` })),
    'no entries': { service: 'Open data', operations: { datasets: '/list_datasets/' } },
  }
  const json = (value: object) => ({
    'api/v1/list/?type=json': answer(JSON.stringify(value), 'application/json'),
  })

  const MESSAGES: Readonly<Record<string, object>> = {
    'a message': [{ status: 'maintenance', until: '10:00' }],
    'a message with more values': {
      status: 'maintenance',
      from: '09:00',
      until: '10:00',
      reason: 'disks',
      phone: '112',
    },
    'a message with the same fields': { name: 'Maintenance', url: 'https://status.example.org/' },
    'a message with one of the fields': [
      { name: 'Maintenance', until: '10:00', contact: 'admin@example.org', reason: 'disks' },
    ],
  }

  for (const [what, list] of Object.entries(SMALL_LISTS))
    test(`refuses a list with ${what} that becomes a message, until it is accepted`, async (t) => {
      const service = await crawlWithList(t, list)
      for (const [message, now] of Object.entries(MESSAGES))
        await t.test(message, async (t) => {
          const crawler = copyCrawler(t, service)
          const before = findCurrent(crawler.state)?.manifest.generation
          service.origin.set(json(now))
          const { message, removal } = await refusalOf(crawler.run())
          assert.match(message, /values of list \(json\): 0 of \d left/)
          assert.equal(findCurrent(crawler.state)?.manifest.generation, before)
          const { manifest } = await crawler.run({ acceptRemovals: removal.planId })
          assert.equal(manifest.complete, true)
        })
    })

  const OPERATIONS = ['list_datasets', 'list_categories']
  const ACCEPTED: Readonly<Record<string, object>> = {
    'other names of its fields': OPERATIONS.map((title) => ({ title, href: `/api/v1/${title}/` })),
    'one more entry': [...OPERATIONS, 'list_oivs'].map((name) => ({ name, url: `/api/v1/${name}/` })),
    'its names as keys': [Object.fromEntries(OPERATIONS.map((name) => [name, `My ${name}`]))],
    'an object around it': [{ status: 'ok', count: 2, list: SMALL_LISTS['two entries'] }],
    'other values': OPERATIONS.map((name) => ({ name: `${name} of 2026`, url: `/v1/${name}/` })),
    'other fields, and more of them': OPERATIONS.map((code) => ({
      code,
      title: `My ${code}`,
      link: `/${code}`,
    })),
  }

  test('accepts a list with two entries that changes', async (t) => {
    const service = await crawlWithList(t, SMALL_LISTS['two entries'] ?? {})
    for (const [what, now] of Object.entries(ACCEPTED))
      await t.test(`into ${what}`, async (t) => {
        service.origin.set(json(now))
        assert.equal((await copyCrawler(t, service).run()).text('list/index.json'), jsonOf(now as object[]))
      })
  })

  test('refuses if one category or publisher has lost most of its datasets, however many there are in total', async (t) => {
    const { origin, crawler } = await startFiled(t, 100, 4)
    origin.set(filed(100, 4, 2))
    const { message } = await refusalOf(crawler.run())
    assert.match(message, /datasets in list_categories "Roads": 2 of 4 left/)
    assert.doesNotMatch(message, /datasets: /)
  })

  test('allows what the config allows', async (t) => {
    const { origin, crawler } = await crawlDatasets(t, 10)
    origin.set(serviceRoutes(named(5)))
    const { manifest } = await crawler.run({ removalShare: 0.5 })
    assert.equal(manifest.counts.withdrawn, 10)
  })

  async function startFiled(t: TestContext, count: number, roads: number) {
    const origin = await startScripted(t, filed(count, roads, roads))
    const crawler = openCrawler(t, origin)
    await crawler.run()
    return { origin, crawler }
  }

  /** A service whose datasets state their category: the first `roads` are in one, of which only `left` are still listed. */
  function filed(count: number, roads: number, left: number) {
    const codes = Array.from({ length: count }, (_, n) => `d${n}`).filter((_, n) => n >= roads || n < left)
    const entries = codes.map((code) => ({
      title: `About ${code}`,
      url: `/api/v1/get_dataset/${code}/`,
      category: Number(code.slice(1)) < roads ? 'c1' : 'c2',
    }))
    return {
      ...serviceRoutes(named(count)),
      ...both('list', entries),
      ...both('list_datasets', entries),
      ...both('list_categories', [
        { id: 'c1', title: 'Roads' },
        { id: 'c2', title: 'Other' },
      ]),
    }
  }
})

describe('counting what is removed', () => {
  const COUNT = 2000

  const NOTHING: Catalogue = {
    roles: {},
    datasets: [],
    categories: [],
    oivs: [],
    former: { categories: new Map(), oivs: new Map() },
    inferences: [],
  }

  test('counts the memberships of datasets in linear time', () => {
    let looks = 0
    const datasets = Array.from({ length: COUNT }, (_, n): DatasetEntry => {
      const code = parseDatasetCode(`d${n}`)
      const belongs = [`k${n % COUNT}`]
      return {
        key: code,
        code,
        title: code,
        fields: new Map(),
        get categories() {
          looks++
          return belongs
        },
        get oivs() {
          looks++
          return belongs
        },
      }
    })
    const entries = datasets.map((_, n) => ({ key: `k${n}`, title: `Title ${n}`, fields: new Map() }))
    const catalogue: Catalogue = { ...NOTHING, datasets, categories: entries, oivs: entries }
    const { groups } = countListed(
      [],
      catalogue,
      datasets.map(({ code }) => code),
    )
    assert.equal(groups.length, 2 * COUNT)
    assert.ok(groups.every(({ codes }) => codes.size === 1))
    assert.ok(looks <= 4 * COUNT, `${looks} looks`)
  })

  test('counts the datasets of a repeated key once, for the first entry', () => {
    const code = parseDatasetCode('a')
    const dataset = { key: code, code, title: 'A', fields: new Map(), categories: ['k'], oivs: [] }
    const entry = (title: string) => ({ key: 'k', title, fields: new Map() })
    const categories = [entry('One'), entry('Other')]
    const catalogue = { ...NOTHING, datasets: [dataset], categories }
    const { groups } = countListed([], catalogue, [code])
    assert.deepEqual(
      groups.map(({ title, codes }) => [title, [...codes]]),
      [
        ['One', ['a']],
        ['Other', []],
      ],
    )
  })
})
