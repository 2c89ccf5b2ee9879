import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runInNewContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { generateCatalogue } from '../../../scripts/bench/search/catalogue.ts'
import type { SearchCatalogue } from '../../../src/lib/site/search/catalogue.ts'
import {
  escapeLine,
  INDEX_NAME,
  packCatalogue,
  renderIndex,
  unpackCatalogue,
} from '../../../src/lib/site/search/packed.ts'
import { descriptionLimit } from '../../../src/lib/site/view/index.ts'
import { anyText } from './catalogues.ts'

const text = anyText.map((any) => any.toWellFormed())
const line = text.map(escapeLine)
const plain = { noNullPrototype: true }
const group = fc.record({ key: text, title: line }, plain)
const catalogue: fc.Arbitrary<SearchCatalogue> = fc.record(
  {
    categories: fc.array(group, { maxLength: 3 }),
    oivs: fc.array(group, { maxLength: 3 }),
    datasets: fc.array(
      fc.record(
        {
          code: text,
          title: line,
          description: line,
          categories: fc.array(fc.nat(2), { maxLength: 2 }),
          oivs: fc.array(fc.nat(2), { maxLength: 2 }),
          columns: fc.array(line, { maxLength: 4 }),
          records: fc.integer({ min: -1 }),
          width: fc.nat(),
          state: fc.nat(4),
          changed: fc.constantFrom('', '2026-11-21'),
        },
        {
          ...plain,
          requiredKeys: ['code', 'title', 'description', 'categories', 'oivs', 'columns', 'state', 'changed'],
        },
      ),
      { maxLength: 5 },
    ),
  },
  plain,
)

test('any catalogue is unpacked as it was packed', () => {
  fc.assert(fc.property(catalogue, (all) => assert.deepEqual(unpackCatalogue(packCatalogue(all)), all)))
})

test('the index is a script of data only, which cannot end a tag or a line, and gives the catalogue back', () => {
  const hostile = [
    '</script><script>alert(1)</script>',
    '<!-- \u2028\u2029',
    '`$' + '{alert(1)}`',
    '__proto__',
    '\'"\\',
  ]
  const all: SearchCatalogue = {
    categories: [],
    oivs: [],
    datasets: hostile.map((title) => ({
      code: title,
      title: escapeLine(title),
      description: '',
      categories: [],
      oivs: [],
      columns: [escapeLine(title)],
      state: 0,
      changed: '',
    })),
  }
  const script = renderIndex(all)
  assert.doesNotMatch(script, /<[/!]|[\u2028\u2029]|\n./)
  const self: Record<string, unknown> = {}
  runInNewContext(script, { self, alert: () => assert.fail('it ran') })
  // What another context made has other prototypes.
  assert.deepEqual(unpackCatalogue(JSON.parse(JSON.stringify(self[INDEX_NAME]))), all)
})

test('the index of 10,000 datasets is less than a megabyte compressed', () => {
  const bytes = gzipSync(renderIndex(generateCatalogue(10_000, descriptionLimit(10_000)))).length
  assert.ok(bytes < 1_000_000, `${bytes} bytes`)
  assert.ok(bytes > 300_000, `${bytes} bytes are too few to be 10,000 datasets`)
})

test('the index of the same mirror has the same bytes', () => {
  assert.equal(renderIndex(generateCatalogue(200, 100)), renderIndex(generateCatalogue(200, 100)))
})
