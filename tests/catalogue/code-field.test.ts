import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findCodeFields, findLinkedCodes, findNamedField, KEY_FIELD } from '../../src/lib/catalogue/index.ts'
import { codeFieldNames, listOf } from './lists.ts'

test('prefers a field called code to one called title, in English and in Russian', () => {
  assert.equal(
    codeFieldNames([
      { title: 'Schools', code: 's1' },
      { title: 'Parks', code: 'p1' },
    ])[0],
    'code',
  )
  const russian = [
    { Название: 'Школы города', 'Код набора': '77-школы' },
    { Название: 'Парки города', 'Код набора': '77-парки' },
  ]
  assert.equal(codeFieldNames(russian)[0], 'Код набора')
})

test('prefers short values without spaces if no field name helps', () => {
  const records = [
    { a: 'Schools of the city', b: 'x-1' },
    { a: 'Parks of the city', b: 'x-2' },
  ]
  assert.deepEqual(codeFieldNames(records), ['b', 'a'])
})

test('a field that repeats values, is often empty, or contains addresses is not the code', () => {
  const records = Array.from({ length: 20 }, (_, n) => ({
    id: `d${n}`,
    kind: n % 2 ? 'map' : 'table',
    note: n < 10 ? `n${n}` : '',
    page: `https://x.org/${n}`,
  }))
  assert.deepEqual(codeFieldNames(records), ['id'])
})

test('keeps codes that cannot be folder names, so they can be reported', () => {
  const records = Array.from({ length: 20 }, (_, n) => ({ code: n === 3 ? '../../etc' : `d${n}` }))
  const [field] = findCodeFields([listOf('list_datasets', records)])
  assert.equal(field?.values[3], '../../etc')
})

test('reads a code inside a nested object, in xml, and as a number exactly as written', () => {
  const nested = [
    { title: 'same', about: { code: 'a' } },
    { title: 'same', about: { code: 'b' } },
  ]
  assert.deepEqual(codeFieldNames(nested), ['about.code'])
  const xml = listOf('list_datasets', '<r><d><id>007</id></d><d><id>1e5</id></d></r>', 'xml')
  assert.deepEqual(findCodeFields([xml])[0]?.values, ['007', '1e5'])
  const [big] = findCodeFields([listOf('list_datasets', '[{"id":9007199254740993},{"id":2.50}]')])
  assert.deepEqual(big?.values, ['9007199254740993', '2.50'])
})

test('accepts plain strings and the keys of an object as codes', () => {
  const [strings] = findCodeFields([listOf('list_datasets', ['a b', 'б', 'c'])])
  assert.deepEqual(strings?.values, ['a b', 'б', 'c'])
  const [keys] = findCodeFields([listOf('list_datasets', { s1: { n: 'Schools' }, p1: { n: 'Parks' } })])
  assert.equal(keys?.name, KEY_FIELD)
  assert.deepEqual(keys?.values, ['s1', 'p1'])
})

test('finds nothing in an empty list or a list of equal rows', () => {
  for (const body of [[], {}, [{ x: 1 }, { x: 1 }, { x: 1 }]])
    assert.deepEqual(codeFieldNames(body), [], JSON.stringify(body))
})

test('uses the configured field even if its values are unlikely codes', () => {
  const lists = [listOf('list_datasets', [{ k: 'a' }, { k: 'a' }, { k: '' }, { k: 'b' }])]
  assert.deepEqual(findCodeFields(lists), [])
  assert.deepEqual(findNamedField(lists, 'k')?.values, ['a', 'b'])
  assert.equal(findNamedField(lists, 'nothing'), undefined)
})

test('uses links to this service, with or without www, and no others', () => {
  const lists = [
    listOf('list_datasets', [
      { url: 'https://www.data.org/api/v1/get_dataset/a%20b/' },
      { url: 'http://data.org/api/v1/get_dataset/c/?type=json' },
      { url: '/api/v1/get_dataset/d/' },
      { url: 'https://other.org/api/v1/get_dataset/x/' },
      { html: '<a href="../get_dataset/a%20b/">again</a>' },
    ]),
    listOf('list', '<html><body><a href="/api/v1/get_dataset/e/">E</a></body></html>', 'html'),
    listOf('list_oivs', '<r><u href="/api/v1/get_dataset/f/"/></r>', 'xml'),
  ]
  assert.deepEqual(findLinkedCodes(lists, ['data.org']), ['a b', 'c', 'd', 'e', 'f'])
})
