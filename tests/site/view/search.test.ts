import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  descriptionLimit,
  searchCatalogueOf,
  searchView,
  searchWords,
} from '../../../src/lib/site/view/index.ts'
import { datasetEntry, entry, mirrorOf, readingOf, treeReading } from '../../support/sample-mirror/index.ts'

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
  assert.equal(searchView(ru, []).title, 'Поиск')
  const { found, states } = JSON.parse(searchWords(ru))
  assert.equal(found.few, '{count} набора данных')
  assert.equal(states.stale, ru.words.states.stale)
})
