import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { NOTHING_ASKED, parseAsked, renderAsked } from '../../../src/lib/site/search/address.ts'
import { openEngine } from '../../../src/lib/site/search/engine.ts'
import { narrow } from '../../../src/lib/site/search/narrow.ts'
import { anyText, catalogueOf } from './catalogues.ts'

const catalogue = catalogueOf(
  [
    { title: 'Park A', categories: [0], oivs: [0] },
    { title: 'Park B', categories: [0], oivs: [1], state: 3 },
    { title: 'Park C', categories: [1], oivs: [1] },
    { title: 'Shop' },
  ],
  {
    categories: ['x', 'y'].map((key) => ({ key, title: key })),
    oivs: ['o', 'p'].map((key) => ({ key, title: key })),
  },
)

test('a filter keeps what has the value, and the counts of a facet follow all other facets', async () => {
  const { hits } = (await openEngine(catalogue)).search('park')
  const all = narrow(catalogue, hits, NOTHING_ASKED)
  assert.equal(all.hits.length, 3)
  assert.deepEqual(all.choices.category, [
    { value: 'x', count: 2 },
    { value: 'y', count: 1 },
  ])
  const left = narrow(catalogue, hits, { ...NOTHING_ASKED, category: 'x' })
  assert.deepEqual(
    left.hits.map(({ at }) => at),
    [0, 1],
  )
  assert.deepEqual(left.choices, {
    category: all.choices.category,
    oiv: [
      { value: 'o', count: 1 },
      { value: 'p', count: 1 },
    ],
    state: [
      { value: 'current', count: 1 },
      { value: 'withdrawn', count: 1 },
    ],
  })
})

test('a filter without results stays visible, so it can be removed', async () => {
  const { hits } = (await openEngine(catalogue)).search('shop')
  const left = narrow(catalogue, hits, { ...NOTHING_ASKED, category: 'x' })
  assert.deepEqual(left.hits, [])
  assert.deepEqual(left.choices.category, [{ value: 'x', count: 0 }])
})

test('the address contains the whole query, and nothing for an empty one', () => {
  const text = anyText.map((any) => any.toWellFormed())
  fc.assert(
    fc.property(text, text, text, text, (q, category, oiv, state) => {
      const asked = { q, category, oiv, state }
      assert.deepEqual(parseAsked(renderAsked(asked)), asked)
    }),
  )
  assert.equal(renderAsked(NOTHING_ASKED), '')
})
