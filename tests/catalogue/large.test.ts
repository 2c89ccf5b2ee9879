import assert from 'node:assert/strict'
import { test } from 'node:test'
import { catalogueOf } from './lists.ts'

test('reads a list in which every record has a different field', () => {
  const codes = Array.from({ length: 30_000 }, (_, n) => `d${n}`)
  const list_datasets = codes.map((code, n) => ({ code, title: `About ${n}`, [`only ${n}`]: 'x' }))
  const { datasets } = catalogueOf({ list_datasets }, codes, 'code')
  assert.deepEqual(datasets.at(-1)?.title, 'About 29999')
})

test('assigns many datasets to many categories in linear time', () => {
  const codes = Array.from({ length: 20_000 }, (_, n) => `d${n}`)
  const list_datasets = codes.map((code, n) => ({ code, category: `c${n}` }))
  const list_categories = codes.map((_, n) => ({ id: `c${n}`, title: `Category ${n}` }))
  const { datasets, categories } = catalogueOf({ list_datasets, list_categories }, codes, 'code')
  assert.equal(categories.length, codes.length)
  assert.deepEqual(datasets.at(-1)?.categories, ['c19999'])
})
