import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeInferred, readLists } from '../../src/lib/catalogue/index.ts'
import { catalogueOf } from './lists.ts'

test('finds title, description and date by English field names', () => {
  const [dataset] = catalogueOf(
    {
      list_datasets: [{ id: 'a', title: 'Schools', description: 'All of them.', last_updated: '2024-05-06' }],
    },
    ['a'],
    'id',
  ).datasets
  assert.equal(dataset?.title, 'Schools')
  assert.equal(dataset?.description, 'All of them.')
  assert.equal(dataset?.updated, '2024-05-06')
})

test('finds title, description and date by Russian field names', () => {
  const record = {
    Код: '77-1',
    Наименование: 'Школы',
    Описание: 'Список школ города.',
    'Дата актуализации': '06.05.2024',
  }
  const [dataset] = catalogueOf({ list_datasets: [record] }, ['77-1'], 'Код').datasets
  assert.equal(dataset?.title, 'Школы')
  assert.equal(dataset?.description, 'Список школ города.')
  assert.equal(dataset?.updated, '06.05.2024')
})

test('uses a field of short phrases as the title if no name fits', () => {
  const list_datasets = [
    { k: 'a1', x: 'Schools of the city', y: 'open data' },
    { k: 'b1', x: 'Parks of the city', y: 'open data' },
  ]
  const { datasets, inferences } = catalogueOf({ list_datasets }, ['a1', 'b1'], 'k')
  assert.deepEqual(
    datasets.map(({ title }) => title),
    ['Schools of the city', 'Parks of the city'],
  )
  assert.match(inferences.find(({ what }) => what === 'dataset title')?.evidence.code ?? '', /phrases/)
})

test('one overlong title does not take the titles of the other datasets', () => {
  const long = 'x'.repeat(200_000)
  const list_datasets = [long, 'Schools', 'Parks'].map((title, n) => ({ id: `d${n}`, title }))
  const { datasets } = catalogueOf({ list_datasets }, ['d0', 'd1', 'd2'], 'id')
  assert.deepEqual(
    datasets.map(({ title }) => title),
    [long, 'Schools', 'Parks'],
  )
})

test('long texts are no titles, whatever the name of their field', () => {
  const list_datasets = ['Schools', 'Parks'].map((name, n) => ({
    k: `d${n}`,
    x: name,
    title: name.repeat(99),
  }))
  const { datasets } = catalogueOf({ list_datasets }, ['d0', 'd1'], 'k')
  assert.deepEqual(
    datasets.map(({ title }) => title),
    ['d0', 'd1'],
  )
})

test('a dataset without a title has its code as title, and a field of numbers is not a date', () => {
  const [dataset] = catalogueOf({ list_datasets: [{ id: 'a', updated: 17 }] }, ['a'], 'id').datasets
  assert.equal(dataset?.title, 'a')
  assert.equal(dataset?.updated, undefined)
})

test('the config chooses the field of the title', () => {
  const list_datasets = [{ id: 'a', title: 'T1', label: 'Schools' }]
  const { datasets, inferences } = catalogueOf({ list_datasets }, ['a'], 'id', { title: 'label' })
  assert.equal(datasets[0]?.title, 'Schools')
  assert.equal(inferences.find(({ what }) => what === 'dataset title')?.evidence.code, 'config')
})

test('reads datasets from a list of links only, of strings, and from a keyed object', () => {
  const titles = (body: unknown, codes: string[], field?: string) =>
    catalogueOf({ list_datasets: body }, codes, field).datasets.map(({ title }) => title)
  const links = [
    { name: 'Schools', url: '/api/v1/get_dataset/s%201/' },
    { name: 'Parks', url: 'https://x.org/api/v1/get_dataset/p/' },
  ]
  assert.deepEqual(titles(links, ['p', 's 1']), ['Parks', 'Schools'])
  assert.deepEqual(titles(['s1', 'p1'], ['s1', 'p1'], 'value'), ['s1', 'p1'])
  assert.deepEqual(titles({ s1: { title: 'Schools' }, p1: { title: 'Parks' } }, ['p1', 's1'], '(key)'), [
    'Parks',
    'Schools',
  ])
})

test('a code that no list contains still has an entry', () => {
  const { datasets } = catalogueOf({ list_datasets: [{ id: 'a', title: 'A' }] }, ['a', 'from-config'], 'id')
  assert.deepEqual(
    datasets.map(({ code, title }) => [code, title]),
    [
      ['a', 'A'],
      ['from-config', 'from-config'],
    ],
  )
})

test('an entry keeps all fields with their original names', () => {
  const body = '[{"id":"a","__proto__":"x","constructor":"y","":"empty"}]'
  const [dataset] = catalogueOf({ list_datasets: body }, ['a'], 'id').datasets
  assert.deepEqual([...(dataset?.fields.keys() ?? [])], ['id', '__proto__', 'constructor', ''])
})

test('a list that cannot be read is ignored, and the others are used', () => {
  const source = (text: string) => () => [Buffer.from(text)]
  const lists = readLists([
    { operation: 'list_datasets', format: 'xml', source: source('<r><d><id>a</id></d></r>') },
    { operation: 'list_datasets', format: 'json', source: source('[{"id": "a"') },
    { operation: 'list', format: 'json', source: source('[{"id":"b"}]') },
  ])
  assert.deepEqual(
    lists.map(({ operation, format }) => [operation, format]),
    [
      ['list', 'json'],
      ['list_datasets', 'xml'],
    ],
  )
})

test('categories and publishers that are plain strings are entries', () => {
  const { categories, datasets } = catalogueOf(
    { list_datasets: [{ id: 'a', tags: ['Парки', 'Лес'] }], list_categories: ['Парки', 'Лес', 'Дороги'] },
    ['a'],
    'id',
  )
  assert.deepEqual(
    categories.map(({ title }) => title),
    ['Парки', 'Лес', 'Дороги'],
  )
  assert.deepEqual(datasets[0]?.categories, ['Парки', 'Лес'])
})

test('a configured field is used; if it does not exist, that is reported and the likeliest field is used', () => {
  const list_datasets = [{ id: 'a', title: 'Schools', heading: 'All the schools' }]
  const named = (title: string) => catalogueOf({ list_datasets }, ['a'], 'id', { title })
  assert.equal(named('heading').datasets[0]?.title, 'All the schools')
  const wrong = named('headline')
  assert.equal(wrong.datasets[0]?.title, 'Schools')
  const { evidence } = wrong.inferences.find(({ what }) => what === 'dataset title') ?? {}
  assert.equal(
    evidence && describeInferred(evidence),
    'the list has no field "headline", which the config names; its name, and its values are short texts',
  )
})

test('reports the role of each field, and whether it was configured', () => {
  const list_datasets = [
    { id: 'a', title: 'Schools', owner: { code: '10' }, when: '2024-05-06', also: '2024-05-07' },
    { id: 'b', title: 'Parks', owner: { code: '11' }, when: '2024-05-06', also: '2024-05-08' },
  ]
  const list_oivs = [
    { code: '10', name: 'Department of Schools' },
    { code: '11', name: 'Department of Parks' },
  ]
  const { roles } = catalogueOf({ list_datasets, list_oivs }, ['a', 'b'], 'id', { updated: 'also' })
  assert.deepEqual(roles, {
    code: { field: 'id', named: false },
    title: { field: 'title', named: false },
    updated: { field: 'also', named: true },
    oiv: { field: 'owner.code', named: false },
  })
})
