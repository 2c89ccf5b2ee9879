import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildCatalogue, type ListDocument } from '../../src/lib/catalogue/index.ts'
import { parseDatasetCode } from '../../src/lib/interface/index.ts'
import { listOf } from './lists.ts'

const CATEGORIES = { transport: { title: 'Transport' }, schools: { title: 'Schools' } }
const THEMES = ['transport', 'schools']

const catalogueFor = (documents: readonly ListDocument[], codes: readonly string[], name: string) =>
  buildCatalogue({
    documents,
    codes: codes.map(parseDatasetCode),
    codeField: { operation: 'list_datasets', name },
    named: {},
  })

test('reads titles and categories from a json keyed list although the field of codes is only in the xml', () => {
  const codes = ['set 0', 'set 1', 'set 2', 'set 3']
  const fields = (n: number) => ({ title: `Set of data no. ${n}`, theme: THEMES[n % 2] ?? '', rows: `${n}` })
  const json = Object.fromEntries(codes.map((code, n) => [code, fields(n)]))
  const items = codes.map((code, n) => `<d><code>${code}</code><title>Set of data no. ${n}</title></d>`)
  const documents = [
    listOf('list_datasets', json),
    listOf('list_datasets', `<r>${items.join('')}</r>`, 'xml'),
    listOf('list_categories', CATEGORIES),
  ]
  for (const name of ['code', '(key)']) {
    const { datasets, categories, roles } = catalogueFor(documents, codes, name)
    assert.deepEqual(
      datasets.map(({ title, categories }) => [title, ...categories]),
      codes.map((_, n) => [`Set of data no. ${n}`, THEMES[n % 2]]),
    )
    assert.deepEqual(
      categories.map(({ title }) => title),
      ['Transport', 'Schools'],
    )
    assert.equal(roles.code?.field, '(key)')
  }
})

test('reads title and category of a dataset from the only format that lists it', () => {
  const json = [{ code: 'a', title: 'Title of a', theme: 'transport' }]
  const xml =
    '<r><d id="a" name="Title of a" kind="transport"/><d id="b" name="Title of b" kind="schools"/></r>'
  const documents = [
    listOf('list_datasets', json),
    listOf('list_datasets', xml, 'xml'),
    listOf('list_categories', CATEGORIES),
  ]
  const { datasets } = catalogueFor(documents, ['a', 'b'], 'code')
  assert.deepEqual(
    datasets.map(({ title, categories }) => [title, ...categories]),
    [
      ['Title of a', 'transport'],
      ['Title of b', 'schools'],
    ],
  )
})

test('reads a title that is blank in one list from another list', () => {
  const documents = [
    listOf('list_datasets', [
      { code: 'a', title: null, size: 4 },
      { code: 'b', title: null, size: 4 },
    ]),
    listOf('list', [
      { code: 'a', title: 'Title of a' },
      { code: 'b', title: 'Title of b' },
    ]),
  ]
  assert.deepEqual(
    catalogueFor(documents, ['a', 'b'], 'code').datasets.map(({ title }) => title),
    ['Title of a', 'Title of b'],
  )
})
