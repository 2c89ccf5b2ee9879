import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LIST_OPERATIONS } from '../../../src/lib/interface/index.ts'
import { listView } from '../../../src/lib/site/view/index.ts'
import {
  datasetEntry,
  entry,
  largeMirror,
  mirrorOf,
  readingOf,
  sampleMirror,
} from '../../support/sample-mirror.ts'

const one = readingOf([{ n: 1 }])

test('categories list their datasets by title, and those of none come last', () => {
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
    entries.map(({ id, title, count, datasets }) => [id, title, count, datasets.map(({ text }) => text)]),
    [
      ['category-x', 'Roads', '2 datasets', ['alpha', 'Beta']],
      ['category-y', 'Rails', '0 datasets', []],
      ['without-category', 'Without a category', '1 dataset', ['Gamma']],
    ],
  )
  assert.equal(entries[0]?.datasets[0]?.href, '../get_dataset/a/index.html')
})

test('a long list of datasets is folded', () => {
  const datasets = Array.from({ length: 13 }, (_, at) => ({
    entry: datasetEntry(`d${at}`, { oivs: ['1'] }),
    reading: one,
  }))
  const [oiv] = listView(mirrorOf({ datasets, oivs: [entry('1', 'Office')] }), 'list_oivs').entries
  assert.equal(oiv?.fold, 'Show 13 datasets')
})

test('an entry shows what else the list says about it, not its title, key or description again', () => {
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
  assert.equal(view?.key, '7')
  assert.deepEqual(view?.fields, [{ name: 'phone', value: { kind: 'text', text: '+00' } }])
})

test('repeated keys keep their ids apart, and the first has the datasets', () => {
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

test('datasets link to their categories and OIVs where the lists know them', () => {
  const { datasets } = listView(
    mirrorOf({
      datasets: [{ entry: datasetEntry('a', { oivs: ['1', '9'], categories: ['№ 7'] }), reading: one }],
      oivs: [entry('1', 'Office')],
      categories: [entry('№ 7', 'Дороги')],
    }),
    'list_datasets',
  )
  const [row] = datasets.runs[0]?.items ?? []
  assert.deepEqual(row?.oivs, [{ text: 'Office', href: '../list_oivs/index.html#oiv-1' }, { text: '9' }])
  assert.match(row?.categories[0]?.href ?? '', /^\.\.\/list_categories\/index\.html#category-x[0-9a-f]{16}$/)
})

test('links to entries lead to ids that are there', () => {
  const mirror = sampleMirror()
  const ids = new Set(
    (['list_categories', 'list_oivs'] as const).flatMap((operation) =>
      listView(mirror, operation).entries.map(({ id }) => `../${operation}/index.html#${id}`),
    ),
  )
  const links = listView(mirror, 'list_datasets').datasets.runs.flatMap(({ items }) =>
    items.flatMap(({ oivs, categories }) => [...oivs, ...categories].flatMap(({ href }) => href ?? [])),
  )
  assert.ok(links.length > 40)
  for (const link of links) assert.ok(ids.has(link), link)
})

test('ten thousand datasets are cut into tables of at most two hundred, none lost', () => {
  const { datasets } = listView(largeMirror(10_000, 3), 'list_datasets')
  assert.equal(
    datasets.runs.reduce((sum, { items }) => sum + items.length, 0),
    10_000,
  )
  assert.ok(datasets.runs.every(({ items }) => items.length <= 200))
  assert.equal(new Set(datasets.runs.map(({ id }) => id)).size, datasets.runs.length)
})

test('a list whose entries could not be inferred is shown as it stands', () => {
  const view = listView(mirrorOf({ lists: { list_oivs: readingOf([{ what: 'ever' }]) } }), 'list_oivs')
  assert.equal(view.entries.length, 0)
  assert.equal(view.document?.table?.caption, 'The one record')
})

test('every list names its own twins and marks itself in the navigation', () => {
  for (const operation of LIST_OPERATIONS) {
    const { chrome } = listView(sampleMirror(), operation)
    assert.deepEqual(
      chrome.alternates.map(({ href }) => href),
      ['index.json', 'index.xml'],
    )
    assert.equal(chrome.nav.filter(({ current }) => current).length, 1)
  }
})
