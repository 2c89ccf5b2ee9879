import assert from 'node:assert/strict'
import { test } from 'node:test'
import { homeView, localeOf } from '../../../src/lib/site/view/index.ts'
import { datasetEntry, entry, mirrorOf, readingOf, sampleMirror } from '../../support/sample-mirror/index.ts'

const en = localeOf('en')

const rows = (count: number) => readingOf(Array.from({ length: count }, (_, n) => ({ n })))

test('the home page shows the number of datasets, records, categories and publishers, with nouns that agree', () => {
  const view = homeView(
    mirrorOf({
      datasets: [
        { entry: datasetEntry('a', { categories: ['x'] }), reading: rows(2) },
        { entry: datasetEntry('b', { categories: ['x'] }), reading: rows(1200) },
        {
          entry: datasetEntry('gone', { categories: ['x'] }),
          reading: rows(5000),
          records: { json: { state: 'withdrawn' }, xml: { state: 'withdrawn' } },
        },
      ],
      categories: [entry('x', 'Roads')],
    }),
  )
  assert.deepEqual(
    view.facts.slice(0, 4).map(({ figure, label }) => `${figure} ${label}`),
    ['3 datasets', '1 category', '0 publishers', '6,202 records'],
  )
  assert.equal(view.lead, en.words.homePage.lead('data.example.org/open'))
  assert.deepEqual(view.categories.entries, [
    { text: 'Roads', href: 'browse/category/x/index.html', count: '3', examples: ['b', 'a'] },
  ])
})

test('after a complete run the mirror is called complete, without a time that would change on every run', () => {
  const { freshness } = homeView(mirrorOf())
  assert.equal(freshness.label, 'Complete')
  assert.equal(freshness.sentence, en.words.homePage.completeText)
  assert.equal(freshness.more, undefined)
})

test('after an incomplete run the page states how many datasets have no current copy and links to the details', () => {
  const { freshness } = homeView(sampleMirror())
  assert.equal(freshness.label, 'Incomplete')
  assert.equal(
    freshness.sentence,
    'This mirror has no current copy of 2 of 44 datasets that the origin lists.',
  )
  assert.equal(freshness.more?.href, 'about/index.html#problems')
})

test('datasets that left the lists are not among those that the origin lists', () => {
  const gap = { severity: 'gap', code: 'server-error', message: 'The origin answered 500.' } as const
  const view = homeView(
    mirrorOf({
      language: 'ru',
      complete: false,
      datasets: [
        { entry: datasetEntry('a'), reading: rows(1) },
        { entry: datasetEntry('b'), reading: rows(1) },
        {
          entry: datasetEntry('gone'),
          reading: rows(1),
          records: { json: { state: 'withdrawn' }, xml: { state: 'withdrawn' } },
        },
      ],
      problems: [{ ...gap, subject: '"b"' }],
    }),
  )
  assert.equal(view.freshness.sentence, 'На зеркале нет актуальной копии 1 набора из 2 в списках источника.')
})

test('a run that published nothing is reported before the state of the copies, and the mirror is never called complete', () => {
  const { freshness } = homeView(mirrorOf({ status: { outcome: 'unreachable', message: 'ECONNREFUSED' } }))
  assert.equal(freshness.complete, false)
  const { label, sentence } = en.words.status.outcomes.unreachable
  assert.equal(freshness.label, label)
  assert.ok(freshness.sentence.startsWith(sentence))
  assert.equal(freshness.more?.href, 'about/index.html#run')
})

test('recent datasets are sorted by the origin’s dates if it has them, otherwise by the mirror’s', () => {
  const dated = homeView(
    mirrorOf({
      datasets: ['2020-01-01', '2026-05-05', '2023-03-03'].map((updated, at) => ({
        entry: datasetEntry(`d${at}`, { updated }),
        reading: rows(1),
      })),
    }),
  )
  assert.equal(dated.recentHeading, 'Recently updated')
  assert.deepEqual(
    dated.recent.map(({ title }) => title),
    ['d1', 'd2', 'd0'],
  )
  const undated = homeView(mirrorOf({ datasets: [{ entry: datasetEntry('a'), reading: rows(1) }] }))
  assert.equal(undated.recentHeading, 'Recently changed')
  assert.equal(undated.recent[0]?.changed?.text, '2\u00a0Oct\u00a02026')
})

test('where all datasets have the same date, the largest are shown instead of recent ones, without the date', () => {
  const view = homeView(
    mirrorOf({
      datasets: [2, 7, 5].map((count, at) => ({
        entry: datasetEntry(`d${at}`, { updated: '2026-05-05' }),
        reading: rows(count),
      })),
    }),
  )
  assert.equal(view.recentHeading, 'Largest datasets')
  assert.deepEqual(
    view.recent.map(({ title, changed }) => [title, changed]),
    [
      ['d1', undefined],
      ['d2', undefined],
      ['d0', undefined],
    ],
  )
})

test('the home page has a limited size, whatever the numbers', () => {
  const view = homeView(
    mirrorOf({
      datasets: Array.from({ length: 300 }, (_, at) => ({
        entry: datasetEntry(`d${at}`, { categories: [`c${at % 70}`] }),
        reading: rows(1),
      })),
      categories: Array.from({ length: 200 }, (_, at) => entry(`c${at}`, `Category ${at}`)),
    }),
  )
  assert.equal(view.recent.length, 6)
  assert.equal(view.categories.entries.length, 24)
  assert.equal(view.categories.more?.text, 'All 200 categories')
  assert.equal(view.allDatasets.text, 'All 300 datasets')
})

test('categories without datasets are left to their own page', () => {
  const view = homeView(
    mirrorOf({
      datasets: [{ entry: datasetEntry('a', { categories: ['x'] }), reading: rows(2) }],
      categories: [entry('x', 'Roads'), entry('y', 'Rails')],
    }),
  )
  assert.deepEqual(
    view.categories.entries.map(({ text }) => text),
    ['Roads'],
  )
  assert.equal(view.categories.more?.text, 'All 2 categories')
})

test('one dataset of each category is worth a start, with a picture of its records; small ones, and those with the same columns as another, are not', () => {
  const series = (of: string, count: number) =>
    readingOf(Array.from({ length: count }, (_, n) => ({ [of]: `${of} ${n % 3}`, level: (n * 37) % 101 })))
  const view = homeView(
    mirrorOf({
      datasets: [
        { entry: datasetEntry('roads', { categories: ['x'] }), reading: series('road', 40) },
        { entry: datasetEntry('paths', { categories: ['x'] }), reading: series('path', 20) },
        { entry: datasetEntry('lakes', { categories: ['y'] }), reading: series('lake', 30) },
        { entry: datasetEntry('streams', { categories: ['y'] }), reading: series('lake', 20) },
        { entry: datasetEntry('few', { categories: ['z'] }), reading: series('few', 3) },
      ],
      categories: ['x', 'y', 'z'].map((key) => entry(key, key)),
    }),
  )
  assert.deepEqual(
    view.starts.map(({ href, extent }) => [href, extent]),
    [
      ['api/v1/get_dataset/roads/index.html', '40 records with 2 columns'],
      ['api/v1/get_dataset/lakes/index.html', '30 records with 2 columns'],
      ['api/v1/get_dataset/paths/index.html', '20 records with 2 columns'],
    ],
  )
  assert.ok(view.starts.every(({ picture }) => picture.bars !== undefined))
})

test('a dataset worth a start is drawn as on its own page: as bars of its most frequent values, and not by numbers that count it', () => {
  const kinds = Array.from({ length: 24 }, (_, n) => ({ n, kind: n < 18 ? 'oak' : 'ash' }))
  const numbers = Array.from({ length: 12 }, (_, n) => ({ n, metres: n * 1.5 }))
  const { starts } = homeView(
    mirrorOf({
      datasets: [
        { entry: datasetEntry('trees'), reading: readingOf(kinds) },
        { entry: datasetEntry('numbers'), reading: readingOf(numbers) },
      ],
    }),
  )
  assert.deepEqual(
    starts.map(({ href, picture }) => [href, picture.box, picture.bars?.path]),
    [['api/v1/get_dataset/trees/index.html', '0 0 100 2', 'M0 0.5h100M0 1.5h33.3']],
  )
})

test('a mirror without data has a home page', () => {
  const view = homeView(mirrorOf())
  assert.deepEqual(view.recent, [])
  assert.deepEqual(view.categories.entries, [])
})

test('the home page links to the data of the list of datasets, and has a canonical address only if the site has one', () => {
  assert.deepEqual(homeView(mirrorOf()).chrome.alternates, [
    { type: 'application/json', href: 'api/v1/list_datasets/index.json' },
    { type: 'application/xml', href: 'api/v1/list_datasets/index.xml' },
  ])
  assert.equal(homeView(mirrorOf()).chrome.canonical, undefined)
  assert.equal(homeView(mirrorOf({ site: 'https://m.example/x/' })).chrome.canonical, 'https://m.example/x/')
})

test('the home page shows the places of all datasets, and on each tile those of its category', () => {
  const grid = (west: number, south: number) => ({
    columns: ['lon', 'lat'],
    count: 100,
    astray: 0,
    points: Array.from({ length: 100 }, (_, at) => [west + (at % 10) / 100, south + at / 1000, 1] as const),
  })
  const dataset = (code: string, category: string, west: number) => ({
    entry: datasetEntry(code, { categories: [category] }),
    reading: readingOf([{ n: 1 }], { geography: grid(west, 55.7) }),
  })
  const view = homeView(
    mirrorOf({
      datasets: [dataset('a', 'x', 37.5), dataset('b', 'y', 37.7)],
      categories: [entry('x', 'Roads'), entry('y', 'Parks')],
    }),
  )
  assert.equal(view.portrait?.label, 'A map of the places in 2 datasets')
  const count = (path = '') => path.match(/m/g)?.length
  assert.equal(count(view.portrait.dots), 200)
  const [roads, parks] = view.categories.entries.map(({ dots }) => dots)
  assert.ok(roads && parks && roads !== parks)
  assert.equal(homeView(mirrorOf()).portrait, undefined)
})

test('where no dataset has places, the home page has twelve small charts, otherwise a map and six', () => {
  const charted = Array.from({ length: 20 }, (_, at) => ({
    entry: datasetEntry(`d${at}`),
    reading: readingOf(Array.from({ length: 40 }, (_, n) => ({ [`value ${at}`]: (n * n) % (at + 7) }))),
  }))
  const wall = homeView(mirrorOf({ datasets: charted }))
  assert.equal(wall.portrait, undefined)
  assert.equal(wall.starts.length, 12)
  const points = Array.from({ length: 100 }, (_, n) => [37 + (n % 10) / 100, 55 + n / 1000, 1] as const)
  const geography = { columns: ['lon', 'lat'], count: 100, astray: 0, points }
  const mapped = { entry: datasetEntry('places'), reading: readingOf([{ n: 1 }], { geography }) }
  const home = homeView(mirrorOf({ datasets: [...charted, mapped] }))
  assert.ok(home.portrait)
  assert.equal(home.starts.length, 6)
})
