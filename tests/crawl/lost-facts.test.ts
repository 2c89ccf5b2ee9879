import assert from 'node:assert/strict'
import { test } from 'node:test'
import { planCrawl } from '../../src/lib/crawl/index.ts'
import { openMirror } from '../../src/lib/site/index.ts'
import { openGeneration } from '../../src/lib/snapshot/index.ts'
import { answer, both, type Crawled, openCrawler } from '../support/crawling.ts'
import { startScripted } from '../support/scripted-origin.ts'

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
