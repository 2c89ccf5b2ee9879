import assert from 'node:assert/strict'
import { test } from 'node:test'
import { INDEX_NAME, type SearchHead, unpackValues } from '../../../src/lib/site/search/head.ts'
import { openNarrowing } from '../../../src/lib/site/search/narrow.ts'
import { EMPTY_QUERY, parseSearchQuery, renderSearchQuery } from '../../../src/lib/site/search/query.ts'
import fc from '../../support/fast-check.ts'
import { anyText, catalogueOf, partsOf, searchIn } from './catalogues.ts'

const catalogue = catalogueOf(
  [
    { title: 'Park A', categories: [0], oivs: [0], shown: 0, changed: '2026-03-01' },
    { title: 'Park B', categories: [0], oivs: [1], state: 3, changed: '2024-12-31' },
    { title: 'Park C', categories: [1], oivs: [1], shown: 0, changed: '2025-01-01' },
    { title: 'Shop' },
  ],
  {
    categories: ['x', 'y'].map((key) => ({ key, title: key })),
    oivs: ['o', 'p'].map((key) => ({ key, title: key })),
  },
)

const head = partsOf(catalogue)('search-index.js', INDEX_NAME) as SearchHead
const narrow = openNarrowing(head, unpackValues(head))

async function find(text: string): Promise<Uint32Array> {
  return Uint32Array.from((await searchIn(catalogue)(text)).hits, ({ at }) => at).sort()
}

test('a filter keeps what has the value, and the counts of a facet follow all other facets', async () => {
  const documents = await find('park')
  const all = narrow(documents, EMPTY_QUERY)
  assert.equal(all.documents.length, 3)
  assert.deepEqual(all.choices.category, [
    { value: 'x', count: 2 },
    { value: 'y', count: 1 },
  ])
  const left = narrow(documents, { ...EMPTY_QUERY, category: 'x' })
  assert.deepEqual([...left.documents], [0, 1])
  assert.deepEqual(left.choices, {
    category: all.choices.category,
    oiv: [
      { value: 'o', count: 1 },
      { value: 'p', count: 1 },
    ],
    shown: [{ value: 'map', count: 1 }],
    changed: [
      { value: '2026', count: 1 },
      { value: '2024', count: 1 },
    ],
    state: [
      { value: 'current', count: 1 },
      { value: 'withdrawn', count: 1 },
    ],
  })
})

test('all filters combine, also with what pages show and the year of the last change', async () => {
  const documents = await find('park')
  const left = narrow(documents, { ...EMPTY_QUERY, shown: 'map', changed: '2026' })
  assert.deepEqual([...left.documents], [0])
  assert.deepEqual(left.choices.changed, [
    { value: '2026', count: 1 },
    { value: '2025', count: 1 },
  ])
  assert.deepEqual(left.choices.shown, [{ value: 'map', count: 1 }])
  assert.deepEqual([...narrow(documents, { ...EMPTY_QUERY, shown: 'chart' }).documents], [])
})

test('a filter without results stays visible, so it can be removed', async () => {
  const documents = await find('shop')
  const left = narrow(documents, { ...EMPTY_QUERY, category: 'x' })
  assert.deepEqual([...left.documents], [])
  assert.deepEqual(left.choices.category, [{ value: 'x', count: 0 }])
})

test('the address contains the whole query, and nothing for an empty one', () => {
  const text = anyText.map((any) => any.toWellFormed())
  fc.assert(
    fc.property(text, text, text, text, text, (q, category, oiv, changed, state) => {
      const query = { ...EMPTY_QUERY, q, category, oiv, changed, state }
      assert.deepEqual(parseSearchQuery(renderSearchQuery(query)), query)
    }),
  )
  assert.equal(renderSearchQuery(EMPTY_QUERY), '')
})
