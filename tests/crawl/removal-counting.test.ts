import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Catalogue, DatasetEntry } from '../../src/lib/catalogue/index.ts'
import { countListed } from '../../src/lib/crawl/removal/plan-removal.ts'
import { parseDatasetCode } from '../../src/lib/interface/index.ts'

const COUNT = 2000

const NOTHING: Catalogue = {
  roles: {},
  datasets: [],
  categories: [],
  oivs: [],
  former: { categories: new Map(), oivs: new Map() },
  inferences: [],
}

test('counts the memberships of datasets in linear time', () => {
  let looks = 0
  const datasets = Array.from({ length: COUNT }, (_, n): DatasetEntry => {
    const code = parseDatasetCode(`d${n}`)
    const belongs = [`k${n % COUNT}`]
    return {
      key: code,
      code,
      title: code,
      fields: new Map(),
      get categories() {
        looks++
        return belongs
      },
      get oivs() {
        looks++
        return belongs
      },
    }
  })
  const entries = datasets.map((_, n) => ({ key: `k${n}`, title: `Title ${n}`, fields: new Map() }))
  const catalogue: Catalogue = { ...NOTHING, datasets, categories: entries, oivs: entries }
  const { groups } = countListed(
    [],
    catalogue,
    datasets.map(({ code }) => code),
  )
  assert.equal(groups.length, 2 * COUNT)
  assert.ok(groups.every(({ codes }) => codes.size === 1))
  assert.ok(looks <= 4 * COUNT, `${looks} looks`)
})

test('counts the datasets of a repeated key once, for the first entry', () => {
  const code = parseDatasetCode('a')
  const dataset = { key: code, code, title: 'A', fields: new Map(), categories: ['k'], oivs: [] }
  const entry = (title: string) => ({ key: 'k', title, fields: new Map() })
  const categories = [entry('One'), entry('Other')]
  const catalogue = { ...NOTHING, datasets: [dataset], categories }
  const { groups } = countListed([], catalogue, [code])
  assert.deepEqual(
    groups.map(({ title, codes }) => [title, [...codes]]),
    [
      ['One', ['a']],
      ['Other', []],
    ],
  )
})
