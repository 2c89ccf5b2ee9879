import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LIST_OPERATIONS } from '../../../src/lib/interface/index.ts'
import { readDocument } from '../../../src/lib/reading/read.ts'
import { homeView, listPages, listView } from '../../../src/lib/site/view/index.ts'
import { datasetEntry, entry, mirrorOf, readingOf, sampleMirror } from '../../support/sample-mirror/index.ts'

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
      ['oiv-1--2', '0 datasets'],
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
  assert.deepEqual(card?.oivs, [{ text: 'Office', href: '../../../browse/oiv/1/index.html' }, { text: '9' }])
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
