import assert from 'node:assert/strict'
import { cpSync, existsSync, readFileSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { planCrawl } from '../../src/lib/crawl/index.ts'
import { openMirror } from '../../src/lib/site/index.ts'
import {
  differencesFilesOf,
  findChanges,
  findCurrent,
  type Manifest,
  openFolderMirror,
  openGeneration,
  readDifferences,
} from '../../src/lib/snapshot/index.ts'
import { restoreInto } from '../snapshot/published.ts'
import { answer, both, type Crawled, openCrawler, serviceRoutes } from '../support/crawling.ts'
import { startScripted } from '../support/scripted-origin.ts'
import { crawlInShards } from '../support/sharding.ts'
import { temporaryFolder } from '../support/temporary.ts'

describe('differences between versions', () => {
  const day = (n: number) => new Date(Date.UTC(2026, 0, n))
  const rowsOf = (code: string, prices: readonly number[]) =>
    prices.map((price, at) => ({ id: `${code}${at * 3}`, price: `${price}`, kind: 'tea' }))

  /** A mirror of three datasets, whose records a test sets. */
  async function openPriced(t: TestContext) {
    const origin = await startScripted(t, serviceRoutes({ a: '1', b: '2', c: '3' }))
    const set = (code: string, ...prices: number[]) =>
      origin.set(both(`get_dataset/${code}`, rowsOf(code, prices)))
    for (const code of ['a', 'b', 'c']) set(code, 1, 2, 3)
    return { origin, set, crawler: openCrawler(t, origin) }
  }

  /** What the last runs changed in each dataset: the day, and how many records were added, removed and changed. */
  function changesIn({ folder, manifest }: { folder: string; manifest: Manifest }) {
    return Object.fromEntries(
      differencesFilesOf(manifest).map((file) => [
        file.code,
        readDifferences({ folder }, file).map(({ at, records }) =>
          [new Date(at).getUTCDate(), records?.added, records?.removed, records?.changed].join(' '),
        ),
      ]),
    )
  }

  test('each run states what it changed in a dataset, and the changes of earlier runs stay, the latest first', async (t) => {
    const { set, crawler } = await openPriced(t)
    assert.deepEqual(changesIn(await crawler.run({}, day(1))), {})
    set('a', 1, 2, 9)
    assert.deepEqual(changesIn(await crawler.run({}, day(2))), { a: ['2 0 0 1'] })
    set('a', 1, 2)
    set('b', 1, 2, 3, 4)
    const third = await crawler.run({}, day(3))
    assert.deepEqual(changesIn(third), { a: ['3 0 1 0', '2 0 0 1'], b: ['3 1 0 0'] })
    const same = await crawler.run({}, day(4))
    assert.deepEqual(same.manifest.differences, third.manifest.differences)
    assert.deepEqual(changesIn(same), changesIn(third))
  })

  test('at most twenty changes of a dataset are listed', async (t) => {
    const { set, crawler } = await openPriced(t)
    let last: Crawled | undefined
    for (let n = 1; n <= 23; n++) {
      set('a', n, 2, 3)
      last = await crawler.run({ formats: ['json'] }, day(n))
    }
    const { a = [] } = last ? changesIn(last) : {}
    assert.deepEqual([a.length, a[0], a[19]], [20, '23 0 0 1', '4 0 0 1'])
  })

  test('the changes of a withdrawn dataset stay, those of a dropped one do not, and one that returns is compared with its last copy', async (t) => {
    const { origin, set, crawler } = await openPriced(t)
    await crawler.run({}, day(1))
    set('a', 1, 2, 9)
    set('b', 1, 2, 9)
    await crawler.run({}, day(2))
    origin.set(serviceRoutes({ c: '3' }))
    await crawler.run({ removalShare: 1 }, day(3))
    const withdrawn = await crawler.run({}, day(8))
    assert.deepEqual(changesIn(withdrawn), { a: ['2 0 0 1'], b: ['2 0 0 1'] })
    origin.set(serviceRoutes({ a: '1', c: '3' }))
    set('a', 1, 2, 9, 10)
    const returned = await crawler.run({ retain: 1 }, day(9))
    assert.deepEqual(changesIn(returned).a, ['9 1 0 0', '2 0 0 1'])
    assert.equal(changesIn(returned).b, undefined)
    assert.ok(!existsSync(join(returned.folder, 'api/v1/get_dataset/b')))
  })

  test('a copy that could not be fetched again is no change', async (t) => {
    const { origin, set, crawler } = await openPriced(t)
    await crawler.run({}, day(1))
    set('a', 1, 2, 9)
    await crawler.run({}, day(2))
    for (const format of ['json', 'xml'])
      origin.set({ [`api/v1/get_dataset/a/?type=${format}`]: { status: 500 } })
    const stale = await crawler.run({}, day(3))
    assert.equal(stale.states['get_dataset/a/index.json'], 'stale')
    assert.deepEqual(changesIn(stale), { a: ['2 0 0 1'] })
  })

  test('a crawl in shards finds the same differences as one by a single run', async (t) => {
    const { set, crawler } = await openPriced(t)
    await crawler.run({}, day(1))
    set('a', 1, 2, 9)
    set('c', 5, 2, 3, 4)
    assert.deepEqual(changesIn(await crawlInShards(crawler.options, 3, day(2))), {
      a: ['2 0 0 1'],
      c: ['2 1 0 1'],
    })
  })

  test('what was changed is restored from a published site, and the next run goes on with it', async (t) => {
    const { set, crawler } = await openPriced(t)
    await crawler.run({}, day(1))
    set('a', 1, 2, 9)
    set('b', 1, 2, 9)
    const { folder, manifest } = await crawler.run({}, day(2))
    const site = join(temporaryFolder(t), 'site')
    cpSync(folder, site, { recursive: true })
    truncateSync(join(site, 'api/v1/get_dataset/b/changes.json'), 9)
    const state = join(temporaryFolder(t), 'state')
    const restored = await restoreInto(state, openFolderMirror(site))
    assert.ok(restored.kind === 'restored')
    assert.deepEqual(
      restored.manifest.differences,
      manifest.differences?.filter(({ code }) => code === 'a'),
    )
    assert.equal(restored.manifest.complete, true)
    assert.deepEqual(
      restored.leftOut.map(({ severity, code, subject }) => [severity, code, subject]),
      [['warning', 'not-restored', 'api/v1/get_dataset/b/changes.json']],
    )
    set('a', 1, 2)
    const next = await crawler.run({ state, current: findCurrent(state) }, day(3))
    assert.deepEqual(changesIn(next), { a: ['3 0 1 0', '2 0 0 1'] })
  })

  test('a damaged file of changes is taken from the published site, or reported and left out', async (t) => {
    const { set, crawler } = await openPriced(t)
    await crawler.run({}, day(1))
    set('a', 1, 2, 9)
    const { folder } = await crawler.run({}, day(2))
    const site = join(temporaryFolder(t), 'site')
    cpSync(folder, site, { recursive: true })
    const path = 'api/v1/get_dataset/a/changes.json'
    const whole = readFileSync(join(folder, path), 'utf8')
    truncateSync(join(folder, path), 9)
    const mended = await crawler.run({ published: site }, day(3))
    assert.equal(readFileSync(join(mended.folder, path), 'utf8'), whole)
    assert.match(
      mended.problems.join('\n'),
      /^warning \S+a\/changes\.json: Its copy in the state folder was damaged/,
    )
    truncateSync(join(mended.folder, path), 9)
    const lost = await crawler.run({}, day(4))
    assert.equal(lost.manifest.differences, undefined)
    assert.match(lost.problems.join('\n'), /^warning \S+a\/changes\.json: .* no longer listed/)
  })
})

describe('changes of a run', () => {
  const day = (n: number) => new Date(Date.UTC(2026, 0, n))

  test('lists what each run added, changed, withdrew and restored, the latest first', async (t) => {
    const origin = await startScripted(t, serviceRoutes({ a: '1', b: '2' }))
    const crawler = openCrawler(t, origin)
    const passes = [
      { a: '1', b: '2' },
      { a: 'one', b: '2' },
      { a: 'one' },
      { a: 'one' },
      { a: 'one', b: '2', c: '3' },
    ]
    let last: Crawled | undefined
    for (const [n, pass] of passes.entries()) {
      origin.set(serviceRoutes(pass as Record<string, string>))
      last = await crawler.run({}, day(n + 1))
    }
    const none = { added: [], changed: [], withdrawn: [], returned: [], dropped: [] }
    assert.deepEqual(last && findChanges(last).runs.map(({ generation: _, ...run }) => run), [
      { ...none, at: day(5).toISOString(), added: ['c'], returned: ['b'] },
      { ...none, at: day(3).toISOString(), withdrawn: ['b'] },
      { ...none, at: day(2).toISOString(), changed: ['a'] },
      { ...none, at: day(1).toISOString(), added: ['a', 'b'] },
    ])
  })

  test('removes a withdrawn dataset after the configured retention', async (t) => {
    const origin = await startScripted(t, serviceRoutes({ a: '1', b: '2' }))
    const crawler = openCrawler(t, origin)
    await crawler.run({}, day(1))
    origin.set(serviceRoutes({ a: '1' }))
    const within = await crawler.run({ retain: 5 }, day(5))
    assert.equal(within.states['get_dataset/b/index.json'], 'withdrawn')
    await crawler.run({ retain: 5 }, day(8))
    const after = await crawler.run({ retain: 5 }, day(9))
    assert.equal(after.states['get_dataset/b/index.json'], undefined)
    assert.deepEqual(findChanges(after).runs[0]?.dropped, ['b'])
  })

  test('keeps the last known listing of a withdrawn dataset', async (t) => {
    const origin = await startScripted(t, serviceRoutes({ a: '1', b: '2' }))
    const entry = (code: string) => ({
      title: `About ${code}`,
      url: `/api/v1/get_dataset/${code}/`,
      theme: code === 'a' ? 'c1' : 'c2',
    })
    for (const list of ['list', 'list_datasets']) origin.set(both(list, [entry('a'), entry('b')]))
    const [transport, water] = [
      { id: 'c1', title: 'Transport' },
      { id: 'c2', title: 'Water' },
    ]
    origin.set(both('list_categories', [transport, water]))
    const crawler = openCrawler(t, origin)
    await crawler.run({}, day(1))
    origin.set({
      ...both('list', [entry('a')]),
      ...both('list_datasets', [entry('a')]),
      ...both('list_categories', [transport]),
    })
    for (const n of [2, 3]) {
      const { manifest } = await crawler.run({}, day(n))
      const [listing] = manifest.listings ?? []
      assert.deepEqual([listing?.code, listing?.title, listing?.categories], ['b', 'About b', ['c2']])
      assert.deepEqual(listing?.categoryTitles, ['Water'])
      assert.ok(listing?.fields.some(([name, value]) => name === 'theme' && value === 'c2'))
    }
  })
})

describe('lost facts', () => {
  type Field = string | null
  type Item = Readonly<Record<string, Field>>

  const CODES = Array.from({ length: 12 }, (_, n) => `d${n}`)
  const whole = (code: string): Item => ({ code, title: `Data about ${code}`, theme: 'c1', publisher: 'o1' })
  const json = (records: unknown) => answer(JSON.stringify(records), 'application/json')

  function routes(items: (code: string) => Item) {
    const gone = { status: 404 }
    return {
      ...Object.assign({}, ...CODES.map((code) => both(`get_dataset/${code}`, [{ row: code }]))),
      ...both('list', []),
      ...both('list_categories', [{ id: 'c1', title: 'Transport' }]),
      ...both('list_oivs', [{ id: 'o1', title: 'Department of transport' }]),
      'api/v1/list_datasets/?type=json': json(CODES.map(items)),
      'api/v1/list_datasets/?type=xml': gone,
    }
  }

  const catalogueOf = ({ state }: { state: string }, { folder }: { folder: string }) =>
    openMirror({
      generation: openGeneration(folder),
      status: undefined,
      derived: `${state}/derived`,
      language: 'en',
      outlines: '',
      title: 'Mirror',
      site: undefined,
      named: {},
    }).catalogue

  /** Code, subject and facts of each warning. */
  const warnings = ({ manifest }: Crawled) =>
    manifest.problems.flatMap(({ severity, code, subject, facts }) =>
      severity === 'warning' ? [[code, subject, facts]] : [],
    )
  const UNRELATED = [
    ['missing-facts', 'list_categories', { role: 'category', entries: 1 }],
    ['missing-facts', 'list_oivs', { role: 'oiv', entries: 1 }],
  ]

  test('there is no warning if every dataset has a title, a category and a publisher', async (t) => {
    const run = await openCrawler(t, await startScripted(t, routes(whole))).run()
    assert.deepEqual(warnings(run), [])
  })

  test('warns of categories and publishers without datasets, and names the config keys', async (t) => {
    const origin = await startScripted(
      t,
      routes((code) => ({ code, title: `Data about ${code}` })),
    )
    const crawler = openCrawler(t, origin)
    const run = await crawler.run()
    assert.deepEqual(warnings(run), UNRELATED)
    assert.match(run.problems.join('\n'), /config key fields\.category .*\n.*config key fields\.oiv /)
    const planned = (await planCrawl(crawler.options)).problems.map(({ subject }) => subject)
    assert.ok(planned.includes('list_categories') && planned.includes('list_oivs'))
  })

  test('warns if no list has the configured field of the category', async (t) => {
    const origin = await startScripted(t, routes(whole))
    const run = await openCrawler(t, origin).run({ fields: { category: 'thema', title: 'caption' } })
    assert.deepEqual(warnings(run), [
      ['unknown-field', 'fields.category "thema"', { setting: 'fields.category', name: 'thema' }],
      [
        'unknown-field',
        'fields.title "caption"',
        { setting: 'fields.title', name: 'caption', instead: 'title' },
      ],
      UNRELATED[0],
    ])
  })

  test('warns when titles, categories and publishers of all datasets become null, and while they are', async (t) => {
    const origin = await startScripted(t, routes(whole))
    const crawler = openCrawler(t, origin)
    await crawler.run()
    origin.set(routes((code) => ({ code, title: null, theme: null, publisher: null })))
    const titles = ['missing-facts', 'titles of datasets', { role: 'title', field: 'title', kept: 'yes' }]
    const lost = (what: string, role: string) => [
      'lost-facts',
      `${what} of datasets`,
      { role, lost: 12, had: 12 },
    ]
    assert.deepEqual(warnings(await crawler.run()), [
      lost('categories', 'category'),
      ...UNRELATED,
      lost('publishers', 'oiv'),
      titles,
      lost('titles', 'title'),
    ])
    assert.deepEqual(warnings(await crawler.run()), [...UNRELATED, titles])
  })

  test('names a publisher that datasets refer to and that is no longer in its list', async (t) => {
    const items = (code: string) => ({ ...whole(code), publisher: code < 'd4' ? 'o1' : 'o2' })
    const publishers = ['o1', 'o2'].map((id) => ({ id, title: `Department ${id}` }))
    const origin = await startScripted(t, { ...routes(items), ...both('list_oivs', publishers) })
    const crawler = openCrawler(t, origin)
    await crawler.run()
    origin.set(both('list_oivs', publishers.slice(0, 1)))
    const lost = CODES.filter((code) => code >= 'd4').length
    assert.deepEqual(warnings(await crawler.run()), [
      ['lost-facts', 'publishers of datasets', { role: 'oiv', lost, had: CODES.length, value: 'o2' }],
    ])
  })

  test('shows datasets by their last known titles while the lists have none, and by the new ones afterwards', async (t) => {
    const origin = await startScripted(t, routes(whole))
    const crawler = openCrawler(t, origin)
    const shown = (run: { folder: string }) => catalogueOf(crawler, run).datasets.map(({ title }) => title)
    const titles = CODES.map((code) => `Data about ${code}`)
    await crawler.run()
    for (const views of ['1', '1', '2']) {
      origin.set(routes((code) => ({ ...whole(code), title: null, views })))
      const run = await crawler.run()
      assert.deepEqual(shown(run), titles)
      assert.match(run.problems.join('\n'), /warning titles of datasets: .*last known/)
    }
    origin.set(routes((code) => (code < 'd2' ? whole(code) : { ...whole(code), title: null })))
    assert.deepEqual(shown(await crawler.run()), titles)
    origin.set(routes((code) => ({ ...whole(code), title: `Now about ${code}` })))
    const last = await crawler.run()
    assert.equal(last.manifest.titles, undefined)
    assert.deepEqual(
      shown(last),
      CODES.map((code) => `Now about ${code}`),
    )
  })

  test('shows datasets by their last known titles if another list fails in the run in which they are lost', async (t) => {
    const origin = await startScripted(t, routes(whole))
    const crawler = openCrawler(t, origin)
    await crawler.run()
    const publishers = 'api/v1/list_oivs/?type=json'
    origin.set({ ...routes((code) => ({ ...whole(code), title: null })), [publishers]: { status: 500 } })
    const titles = CODES.map((code) => ({ code, title: `Data about ${code}` }))
    assert.deepEqual((await crawler.run()).manifest.titles, titles)
    origin.set({ [publishers]: routes(whole)[publishers] })
    assert.deepEqual((await crawler.run()).manifest.titles, titles)
  })

  test('warns if most titles are gone, not if one is', async (t) => {
    const origin = await startScripted(t, routes(whole))
    const crawler = openCrawler(t, origin)
    await crawler.run()
    origin.set(routes((code) => (code === 'd3' ? { ...whole(code), title: null } : whole(code))))
    assert.deepEqual(warnings(await crawler.run()), [])
    origin.set(routes((code) => (code < 'd2' ? whole(code) : { ...whole(code), title: null })))
    assert.deepEqual(warnings(await crawler.run()), [
      ['lost-facts', 'titles of datasets', { role: 'title', lost: 8, had: 12 }],
    ])
  })

  const RUSSIAN = [
    'Школы',
    'Больницы',
    'Парки',
    'Мосты',
    'Театры',
    'Музеи',
    'Рынки',
    'Дороги',
    'Вокзалы',
    'Аптеки',
    'Улицы',
    'Реки',
  ]
  const russian = (code: string): Item => ({ ...whole(code), title: RUSSIAN[Number(code.slice(1))] ?? null })

  const latin1 = (text: string) => Buffer.from(text).toString('latin1')

  for (const [name, title, facts] of [
    ['one placeholder', () => 'undefined', {}],
    ['garbled', latin1, { garbled: latin1('Школы') }],
  ] as const)
    test(`warns when the titles of all datasets become ${name}, not when they come back`, async (t) => {
      const origin = await startScripted(t, routes(russian))
      const crawler = openCrawler(t, origin)
      await crawler.run()
      origin.set(routes((code) => ({ ...russian(code), title: title(String(russian(code).title)) })))
      assert.deepEqual(warnings(await crawler.run()), [
        ['lost-facts', 'titles of datasets', { role: 'title', lost: 12, had: 12, ...facts }],
      ])
      origin.set(routes(russian))
      assert.deepEqual(warnings(await crawler.run()), [])
    })

  for (const [name, garble] of [
    ['UTF-8 taken for Latin-1', latin1],
    ['letters replaced by question marks', (text: string) => text.replace(/[^\0-\x7f]/g, '?')],
  ] as const)
    for (const format of ['json', 'xml'] as const)
      test(`uses the texts of the other format if those in ${format} are garbled: ${name}`, async (t) => {
        const records = {
          list_datasets: CODES.map((code) => ({
            ...russian(code),
            note: `Описание ${code}`,
            more: 'x',
            last: 'y',
          })),
          list_categories: RUSSIAN.map((title, n) => ({ id: `c${n}`, title: `${title} города` })),
        }
        const routesIn = (operation: keyof typeof records) => {
          const path = `api/v1/${operation}/?type=${format}`
          const garbled = records[operation].map((one) =>
            Object.fromEntries(Object.entries(one).map(([key, value]) => [key, garble(String(value))])),
          )
          return { ...both(operation, records[operation]), [path]: both(operation, garbled)[path] }
        }
        const origin = await startScripted(t, {
          ...routes(russian),
          ...routesIn('list_datasets'),
          ...routesIn('list_categories'),
        })
        const crawler = openCrawler(t, origin)
        for (const _run of [1, 2]) {
          const run = await crawler.run()
          const { datasets, categories } = catalogueOf(crawler, run)
          assert.deepEqual(
            datasets.map(({ title }) => title),
            RUSSIAN,
          )
          assert.deepEqual(
            categories.map(({ title }) => title),
            records.list_categories.map(({ title }) => title),
          )
          assert.deepEqual(
            run.manifest.problems.map(({ severity, code, facts }) => [
              severity,
              code,
              facts?.what,
              facts?.format,
            ]),
            Array.from({ length: 2 }, () => ['warning', 'formats-disagree', 'texts', format]),
          )
        }
      })

  for (const format of ['json', 'xml'] as const)
    test(`codes that are garbled in ${format} are those of the other format`, async (t) => {
      const codes = [...CODES, ...RUSSIAN]
      const path = `api/v1/list_datasets/?type=${format}`
      const garbled = both(
        'list_datasets',
        codes.map((code) => ({ code: latin1(code) })),
      )
      const datasets = codes.map((code) => both(`get_dataset/${encodeURIComponent(code)}`, [{ row: code }]))
      const origin = await startScripted(t, {
        ...routes(whole),
        ...both(
          'list_datasets',
          codes.map((code) => ({ code })),
        ),
        [path]: garbled[path],
        ...Object.assign({}, ...datasets),
      })
      const { manifest } = await openCrawler(t, origin).run()
      assert.deepEqual(manifest.codes.order, codes)
    })

  test('warns if a placeholder replaces the titles of categories', async (t) => {
    const categories = (title: (n: number) => string) =>
      both(
        'list_categories',
        Array.from({ length: 5 }, (_, n) => ({ id: `c${n}`, title: title(n) })),
      )
    const origin = await startScripted(t, { ...routes(whole), ...categories((n) => `Category ${n}`) })
    const crawler = openCrawler(t, origin)
    await crawler.run()
    origin.set(categories(() => '?????'))
    assert.deepEqual(warnings(await crawler.run()), [
      ['lost-facts', 'titles of categories', { role: 'title', lost: 5, had: 5, list: 'list_categories' }],
    ])
  })

  test('warns if titles are those that others had before', async (t) => {
    const categories = (shift: number) =>
      both(
        'list_categories',
        Array.from({ length: 5 }, (_, n) => ({ id: `c${n}`, title: `Category ${(n + shift) % 5}` })),
      )
    const origin = await startScripted(t, { ...routes(russian), ...categories(0) })
    const crawler = openCrawler(t, origin)
    await crawler.run()
    const next = (code: string) => CODES[(CODES.indexOf(code) + 1) % CODES.length] ?? code
    origin.set({ ...routes((code) => ({ ...russian(next(code)), code })), ...categories(1) })
    assert.deepEqual(warnings(await crawler.run()), [
      [
        'lost-facts',
        'titles of categories',
        { role: 'title', lost: 5, had: 5, moved: 'Category 1', list: 'list_categories' },
      ],
      ['lost-facts', 'titles of datasets', { role: 'title', lost: 12, had: 12, moved: RUSSIAN[1] }],
    ])
  })

  test('warns if no entry of the lists can be matched to a dataset', async (t) => {
    const origin = await startScripted(
      t,
      routes((code) => ({ name: `Data about x${code}x` })),
    )
    const codes = CODES as unknown as ReturnType<typeof openCrawler>['options']['codes']
    assert.deepEqual(warnings(await openCrawler(t, origin).run({ codes })), [
      ['unmatched-list', 'lists', { entries: 12 }],
    ])
  })
})
