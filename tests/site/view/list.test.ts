import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { LIST_OPERATIONS } from '../../../src/lib/interface/index.ts'
import { readDocument } from '../../../src/lib/reading/read.ts'
import {
  descriptionLimit,
  homeView,
  listPages,
  listView,
  localeOf,
  searchCatalogueOf,
  searchView,
  searchWords,
} from '../../../src/lib/site/view/index.ts'
import {
  datasetEntry,
  entry,
  mirrorOf,
  readingOf,
  sampleMirror,
  treeReading,
} from '../../support/sample-mirror/index.ts'

describe('the home page', () => {
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
    assert.match(freshness.sentence, /\b2 of the 44 datasets\b/)
    assert.equal(freshness.more?.href, 'about/index.html#problems')
  })

  test('datasets that left the lists are not among those without a current copy, nor among those counted with them', () => {
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
    assert.match(view.freshness.sentence, /нет актуальной копии 1 набора из 2,/)
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

  test('a grid of numbers that is worth a start is drawn as a picture, with fewer cells', () => {
    const values = Array.from(
      { length: 60 * 90 },
      (_, at) => Math.sin((at % 90) / 20) * 50 + Math.floor(at / 90),
    )
    const document = JSON.stringify({ width: 90, height: 60, values })
    const reading = readDocument(() => [Buffer.from(document)], { format: 'json' })
    const { starts } = homeView(mirrorOf({ datasets: [{ entry: datasetEntry('grid'), reading }] }))
    const { box, cells = [] } = starts[0]?.picture ?? {}
    assert.equal(box, '0 0 30 20')
    const drawn = cells.flatMap(({ runs }) => runs.map(([, , length]) => length))
    assert.equal(
      drawn.reduce((sum, length) => sum + length, 0),
      600,
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
    assert.equal(
      homeView(mirrorOf({ site: 'https://m.example/x/' })).chrome.canonical,
      'https://m.example/x/',
    )
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
    const others = ['Schools', 'Budgets'].map((title, at) => entry(`o${at}`, title))
    const most = homeView(
      mirrorOf({
        datasets: [
          dataset('a', 'x', 37.5),
          dataset('b', 'y', 37.7),
          dataset('c', 'o0', 37.6),
          { entry: datasetEntry('d', { categories: ['o1'] }), reading: readingOf([{ n: 1 }]) },
        ],
        categories: [entry('x', 'Roads'), entry('y', 'Parks'), ...others],
      }),
    )
    assert.deepEqual(
      most.categories.entries.map(({ dots }) => dots),
      [undefined, undefined, undefined, undefined],
      'a quarter of the tiles would be empty',
    )
  })

  test('a dataset of areas that is worth a start is drawn as these, in their shape, also across the date line and if its records have dates', () => {
    const areas = Array.from({ length: 12 }, (_, record) => {
      // The date line is between the second and the third of each row.
      const [x, y] = [
        record % 4 < 2 ? 176 + (record % 4) * 2 : -184 + (record % 4) * 2,
        60 + Math.floor(record / 4),
      ]
      return { record, area: true, line: [x, y, x + 2, y, x + 2, y + 1, x, y + 1, x, y] }
    })
    const geography = {
      columns: ['shape'],
      count: 12,
      astray: 0,
      points: [],
      shapes: { count: 12, drawn: 12, lines: areas },
    }
    const records = areas.map(({ record }) => ({ founded: `20${10 + record}-05-01`, size: (record * 7) % 5 }))
    const [start] = homeView(
      mirrorOf({ datasets: [{ entry: datasetEntry('areas'), reading: readingOf(records, { geography }) }] }),
    ).starts
    const [first = '', ...more] = start?.picture.outlines?.split(/(?=M)/) ?? []
    assert.equal(more.length, 11)
    // A degree of longitude at 61.5 degrees north is half as long as one of latitude.
    const [right, , , up] =
      first
        .match(/-?\d+(?=\D|$)/g)
        ?.slice(2)
        .map(Number) ?? []
    assert.ok(Math.abs((right ?? 0) / Math.abs(up ?? 1) - 0.95) < 0.1, first)
    assert.ok((right ?? 0) > 40, first)
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
})

describe('lists', () => {
  const one = readingOf([{ n: 1 }])

  test('categories are listed with their counts and links to their pages, and datasets without a category come last', () => {
    const { entries } = listView(
      mirrorOf({
        datasets: [
          { entry: datasetEntry('b', { title: 'Beta', categories: ['x'] }), reading: one },
          { entry: datasetEntry('a', { title: 'alpha', categories: ['x', 'x'] }), reading: one },
          { entry: datasetEntry('c', { title: 'Gamma', categories: ['gone'] }), reading: one },
        ],
        categories: [entry('x', 'Roads'), entry('y', 'Rails')],
      }),
      'list_categories',
    )
    assert.deepEqual(
      entries.map(({ id, title, count, href }) => [id, title, count, href]),
      [
        ['category-x', 'Roads', '2 datasets', '../../../browse/category/x/index.html'],
        ['category-y', 'Rails', '0 datasets', undefined],
        ['without-category', 'Without a category', '1 dataset', '../../../browse/category/none/index.html'],
      ],
    )
  })

  test('an entry names the datasets with the most records, so that its name is not all that tells what it is about', () => {
    const datasets = [1, 40, 3, 20].map((count, at) => ({
      entry: datasetEntry(`d${at}`, { title: `With ${count}`, categories: ['x'] }),
      reading: readingOf(Array.from({ length: count }, (_, n) => ({ n }))),
    }))
    const { entries } = listView(mirrorOf({ datasets, categories: [entry('x', 'Roads')] }), 'list_categories')
    assert.deepEqual(entries[0]?.examples, [
      { text: 'With 40', href: '../get_dataset/d1/index.html' },
      { text: 'With 20', href: '../get_dataset/d3/index.html' },
      { text: 'With 3', href: '../get_dataset/d2/index.html' },
    ])
  })

  test('a long list of publishers continues below browse/, with each publisher on one page', () => {
    const mirror = mirrorOf({
      datasets: Array.from({ length: 130 }, (_, at) => ({
        entry: datasetEntry(`d${at}`, { oivs: [`o${at}`] }),
        reading: one,
      })),
      oivs: Array.from({ length: 130 }, (_, at) => entry(`o${at}`, `Office ${at}`)),
    })
    const others = listPages(mirror)
    assert.deepEqual(
      others.map(({ path }) => path),
      ['oivs/2', 'oivs/3'],
    )
    const views = [1, 2, 3].map((number) => listView(mirror, 'list_oivs', number))
    assert.equal(new Set(views.flatMap(({ entries }) => entries.map(({ id }) => id))).size, 130)
    assert.equal(views[0]?.chrome.next, '../../../browse/oivs/2/index.html')
    assert.equal(views[2]?.entries[0]?.href, '../../oiv/o120/index.html')
    assert.equal(views[1]?.pager?.previous, '../../../api/v1/list_oivs/index.html')
  })

  test('an entry shows the other fields of the list, but not its title, key or description again', () => {
    const listed = entry('7', 'Office', {
      description: 'Keeps things.',
      fields: new Map<string, string | null>([
        ['id', '7'],
        ['name', 'Office'],
        ['about', 'Keeps things.'],
        ['phone', '+00'],
        ['fax', null],
      ]),
    })
    const [view] = listView(mirrorOf({ oivs: [listed] }), 'list_oivs').entries
    assert.deepEqual(view?.fields, [{ name: 'phone', value: { kind: 'text', text: '+00' } }])
  })

  /** The names of the fields shown of publishers that have so many datasets each, and state a number in a field. */
  function fieldsOfPublishers(name: string, stated: readonly string[], datasets: readonly number[]) {
    const listed = datasets.flatMap((count, at) =>
      Array.from({ length: count }, (_, n) => datasetEntry(`d${at}-${n}`, { oivs: [`o${at}`] })),
    )
    const mirror = mirrorOf({
      datasets: listed.map((entry) => ({ entry, reading: one })),
      oivs: stated.map((numeral, at) =>
        entry(`o${at}`, `Office ${at}`, { fields: new Map([[name, { numeral }]]) }),
      ),
    })
    return listView(mirror, 'list_oivs').entries.map(({ fields }) => fields.map(({ name }) => name).join())
  }

  test('a field that counts the datasets of each entry is not shown beside their number', () => {
    assert.deepEqual(fieldsOfPublishers('total', ['1', '0'], [1, 0]), ['', ''])
    assert.deepEqual(fieldsOfPublishers('datasetCount', ['1', '1'], [1, 1]), ['', ''])
    assert.deepEqual(fieldsOfPublishers('размер', ['1', '3', '1'], [1, 3, 1]), ['', '', ''])
  })

  test('a field that counts otherwise in one entry is shown in all', () => {
    assert.deepEqual(fieldsOfPublishers('total', ['1', '0', '5'], [1, 0, 0]), ['total', 'total', 'total'])
  })

  test('a field that only happens to equal the numbers of datasets is shown in all entries', () => {
    const region = ['region', 'region', 'region']
    assert.deepEqual(fieldsOfPublishers('region', ['1', '1', '1'], [1, 1, 1]), region)
    assert.deepEqual(fieldsOfPublishers('region', ['1', '1', '2'], [1, 1, 1]), region)
    assert.deepEqual(fieldsOfPublishers('country', ['1', '1', '1'], [1, 1, 1]), region.fill('country'))
  })

  test('a field that does not count withdrawn datasets is not shown beside the number of all, either', () => {
    const office = entry('o', 'Office', { fields: new Map([['total', { numeral: '1' }]]) })
    const gone = { state: 'withdrawn', since: '2026-09-14T04:00:00.000Z' } as const
    const { entries } = listView(
      mirrorOf({
        datasets: [
          { entry: datasetEntry('a', { oivs: ['o'] }), reading: one },
          { entry: datasetEntry('b', { oivs: ['o'] }), records: { json: gone, xml: gone } },
        ],
        oivs: [office],
      }),
      'list_oivs',
    )
    assert.deepEqual(
      entries.map(({ count, fields }) => [count, fields]),
      [['2 datasets', []]],
    )
  })

  test('how many publishers there are is not stated if their list is missing', () => {
    const mirror = mirrorOf({ datasets: [{ entry: datasetEntry('a'), reading: one }] })
    const [record] = mirror.manifest.records
    if (record === undefined) assert.fail()
    const gone = { ...record, state: 'missing' } as const
    const missing = { ...mirror, recordsOf: () => ({ json: gone, xml: gone }) }
    assert.equal(listView(mirror, 'list_oivs').facts.length, 1)
    assert.deepEqual(listView(missing, 'list_oivs').facts, [])
    assert.match(listView(missing, 'list_oivs').notices[0]?.sentence ?? '', /has never delivered a good copy/)
    const labels = ({ facts }: ReturnType<typeof homeView>) => facts.map(({ label }) => label)
    assert.ok(labels(homeView(mirror)).includes('publishers'))
    assert.ok(!labels(homeView(missing)).includes('publishers'))
  })

  test('entries with the same key have different ids, and the first has the datasets', () => {
    const { entries } = listView(
      mirrorOf({
        datasets: [{ entry: datasetEntry('a', { oivs: ['1'] }), reading: one }],
        oivs: [entry('1', 'First'), entry('1', 'Second')],
      }),
      'list_oivs',
    )
    assert.deepEqual(
      entries.map(({ id, count }) => [id, count]),
      [
        ['oiv-1', '1 dataset'],
        ['oiv-1.1', '0 datasets'],
      ],
    )
  })

  test('datasets link to the pages of their categories and publishers if the lists contain them', () => {
    const { datasets } = listView(
      mirrorOf({
        datasets: [{ entry: datasetEntry('a', { oivs: ['1', '9'], categories: ['№ 7'] }), reading: one }],
        oivs: [entry('1', 'Office')],
        categories: [entry('№ 7', 'Дороги')],
      }),
      'list_datasets',
    )
    const [card] = datasets?.cards ?? []
    assert.deepEqual(card?.oivs, [
      { text: 'Office', href: '../../../browse/oiv/1/index.html' },
      { text: '9' },
    ])
    assert.match(
      card?.categories[0]?.href ?? '',
      /^\.\.\/\.\.\/\.\.\/browse\/category\/no-7-[0-9a-f]{12}\/index\.html$/,
    )
  })

  test('a list whose entries could not be inferred is shown as it is', () => {
    const view = listView(mirrorOf({ lists: { list_oivs: readingOf([{ what: 'ever' }]) } }), 'list_oivs')
    assert.equal(view.entries.length, 0)
    assert.equal(view.document?.table?.caption, 'The only record')
  })

  test('every list links to its own data files and is marked in the navigation', () => {
    for (const operation of LIST_OPERATIONS) {
      const { chrome } = listView(sampleMirror(), operation)
      assert.deepEqual(
        chrome.alternates.map(({ href }) => href),
        ['index.json', 'index.xml'],
      )
      assert.equal(chrome.nav.filter(({ current }) => current).length, 1)
    }
  })

  test('the list of available data belongs to the part for developers', () => {
    const { chrome } = listView(sampleMirror(), 'list')
    const developers = '../../../about/api/index.html'
    assert.equal(chrome.nav.find(({ current }) => current)?.href, developers)
    assert.equal(chrome.crumbs.at(-1)?.href, developers)
  })

  test('an entry of the list of available data links to its dataset here, by its code or by its link', () => {
    const many = Array.from({ length: 20 }, (_, at) => `n${at}`)
    const datasets = ['a', 'b c', 'c', ...many].map((code) => ({
      entry: datasetEntry(code, { title: `Title ${code}` }),
      reading: one,
    }))
    const linksOf = (rows: object[]) =>
      listView(mirrorOf({ datasets, lists: { list: readingOf(rows) } }), 'list').document?.table?.rows.map(
        (row) => row.map((cell) => cell?.to ?? cell?.parts?.[0]?.href ?? '-').join(' '),
      )
    const to = (code: string) => `../get_dataset/${encodeURIComponent(code)}/index.html`
    const origin = 'https://data.example.org/api/v1/get_dataset/'
    assert.deepEqual(
      linksOf([
        { rows: 1, id: 'a', name: 'Title a' },
        { rows: 1, id: 'gone', name: 'Gone' },
      ]),
      [`${to('a')} - -`, '- - -'],
    )
    assert.deepEqual(
      linksOf([
        { name: 'Other', url: `${origin}b%20c/` },
        { name: 'Both', url: `${origin}x/` },
      ]),
      [`${to('b c')} ${origin}b%20c/`, `- ${origin}x/`],
    )
    assert.deepEqual(linksOf([{ url: `${origin}c/` }]), [to('c')])
    const listedTwice = [...many, 'n1'].map((id) => ({ id, kind: 'a' }))
    assert.ok(linksOf(listedTwice)?.every((link) => /\/n\d+\/index\.html -$/.test(link)))
  })

  test('a code of a list is a value, even if it is a word for a missing one', () => {
    const codes = ['missing', 'null', 'bus', 'cars', 'trees', 'parks']
    const rows = codes.map((code) => ({ code, title: code === 'bus' ? 'n/a' : `About ${code}` }))
    const bytes = Buffer.from(JSON.stringify(rows))
    const reading = readDocument(() => [bytes], { format: 'json' })
    const mirror = mirrorOf({
      datasets: codes.map((code) => ({ entry: datasetEntry(code), reading: one })),
      lists: { list: reading },
    })
    const columns = listView(mirror, 'list').document?.columns ?? []
    assert.deepEqual(
      columns.map(({ name, filled, absent }) => [name, filled, absent?.value]),
      [
        ['code', '100\u00a0%', undefined],
        ['title', '83.3\u00a0%', 'n/a'],
      ],
    )
  })
})

describe('the page of the search', () => {
  test('the search index has each dataset by title, with its categories, publishers, columns and size', () => {
    const mirror = mirrorOf({
      datasets: [
        {
          entry: datasetEntry('z', {
            title: 'Школы',
            description: 'Все\n  школы города',
            categories: ['edu', 'edu'],
            oivs: ['unlisted'],
          }),
          reading: readingOf([{ Адрес: 'a', Номер: 1 }]),
        },
        { entry: datasetEntry('t', { title: 'Дерево' }), reading: treeReading({ a: 1 }) },
        {
          entry: datasetEntry('q', { title: ' ' }),
          records: { json: { state: 'withdrawn' }, xml: { state: 'withdrawn' } },
        },
      ],
      categories: [entry('edu', 'Образование')],
      oivs: [entry('o', 'Департамент')],
    })
    const { datasets, categories, oivs } = searchCatalogueOf(mirror)
    assert.deepEqual(categories, [{ key: 'edu', title: 'Образование' }])
    assert.deepEqual(oivs, [
      { key: 'o', title: 'Департамент' },
      { key: 'unlisted', title: 'unlisted' },
    ])
    assert.deepEqual(
      datasets.map(({ code, title }) => [code, title]),
      [
        ['q', 'q'],
        ['t', 'Дерево'],
        ['z', 'Школы'],
      ],
    )
    const [none, tree, schools] = datasets
    assert.deepEqual(schools, {
      code: 'z',
      title: 'Школы',
      description: 'Все школы города',
      categories: [0],
      oivs: [1],
      columns: ['Адрес', 'Номер'],
      first: ['Адрес', 'Номер'],
      records: 1,
      width: 2,
      state: 0,
      changed: '2026-10-02',
    })
    assert.equal(tree?.records, -1)
    assert.deepEqual([none?.records, none?.state], [undefined, 3])
  })

  test('the index has the names of columns as the page shows them first, and the years of the records', () => {
    const rows = Array.from({ length: 40 }, (_, at) => ({
      ...Object.fromEntries(['0_Note', '0_Fax', '0_Remark'].map((name) => [name, ''])),
      '0_Name': `School ${'abcdefgh'[at % 8]}${'klmno'[at % 5]}`,
      '0_Opened': `${1980 + at}-05-01`,
      '0_District': ['North', 'South'][at % 2],
      '0_Type': ['Primary', 'Secondary', 'Both'][at % 3],
      '0_Language': ['English', 'Russian'][at % 2],
    }))
    const mirror = mirrorOf({ datasets: [{ entry: datasetEntry('s'), reading: readingOf(rows) }] })
    const [schools] = searchCatalogueOf(mirror).datasets
    assert.deepEqual(schools?.first, ['Name', 'Opened', 'District', 'Type', 'Language'])
    assert.equal(schools?.years, '1980–2019')
  })

  test('with more datasets the index has less of each description, but always some', () => {
    assert.equal(descriptionLimit(0), 300)
    assert.equal(descriptionLimit(4_000), 300)
    assert.equal(descriptionLimit(10_000), 140)
    assert.equal(descriptionLimit(1_000_000), 60)
  })

  test('the search page links to the lists for readers without scripts, in the language of the site', () => {
    const mirror = mirrorOf()
    assert.deepEqual(
      searchView(mirror, []).browse.map(({ href }) => href),
      ['list_datasets', 'list_categories', 'list_oivs'].map((list) => `../api/v1/${list}/index.html`),
    )
    const ru = mirrorOf({ language: 'ru' })
    assert.equal(searchView(ru, []).chrome.ownTitle, 'Поиск')
    const { found, states } = searchWords(ru)
    assert.equal(found.few, '{count} набора данных')
    assert.equal(states.stale, ru.words.states.stale)
  })
})
