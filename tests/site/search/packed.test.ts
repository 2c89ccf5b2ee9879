import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runInNewContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { generateCatalogue } from '../../../scripts/bench/search/catalogue.ts'
import {
  INDEX_FILE,
  INDEX_NAME,
  listAt,
  type SearchDataset,
  type SearchHead,
  textPartName,
  unpackValues,
} from '../../../src/lib/site/search/head.ts'
import { type PackedTexts, renderPart, takePart, unpackTexts } from '../../../src/lib/site/search/packed.ts'
import { renderIndex } from '../../../src/lib/site/search/render-index.ts'
import { descriptionLimit } from '../../../src/lib/site/view/index.ts'
import fc from '../../support/fast-check.ts'
import { anyText, PARTS, partsOf } from './catalogues.ts'

const text = anyText.map((any) => any.toWellFormed())
const line = text.map((any) => any.replace(/\s+/g, ' ').trim())
const dataset: fc.Arbitrary<SearchDataset> = fc.record(
  {
    code: text,
    title: line,
    description: line,
    categories: fc.uniqueArray(fc.nat(2), { maxLength: 2 }),
    oivs: fc.uniqueArray(fc.nat(200), { maxLength: 3 }),
    columns: fc.array(line, { maxLength: 4 }),
    first: fc.array(line, { maxLength: 3 }),
    years: fc.constantFrom('1999', '2001–2014'),
    records: fc.integer({ min: -1 }),
    width: fc.nat(),
    state: fc.nat(4),
    changed: fc.constantFrom('', '2026-11-21'),
  },
  {
    noNullPrototype: true,
    requiredKeys: ['code', 'title', 'description', 'categories', 'oivs', 'columns', 'state', 'changed'],
  },
)

test('the datasets of an index are those of the catalogue', () => {
  fc.assert(
    fc.property(fc.array(dataset, { maxLength: 150 }), (datasets) => {
      const read = partsOf({ categories: [], oivs: [], datasets })
      const head = read(INDEX_FILE, INDEX_NAME) as SearchHead
      const values = unpackValues(head)
      const texts = head.texts.files.flatMap((file, at) =>
        unpackTexts(read(PARTS + file, textPartName(at)) as PackedTexts),
      )
      assert.deepEqual(
        texts.map((each, at) => ({
          ...each,
          categories: [...listAt(values.category, at)],
          oivs: [...listAt(values.oiv, at)],
          state: listAt(values.state, at)[0],
        })),
        datasets,
      )
    }),
    { numRuns: 50 },
  )
})

test('a part is a script of data only, which cannot end a tag or a line, and gives the value back', () => {
  const hostile = [
    '</script><script>alert(1)</script>',
    '<!-- -->',
    ']]>\u2028\u2029',
    `\${alert(1)}\``,
    '__proto__',
    '\'"\\',
  ]
  const script = renderPart('part', hostile)
  assert.doesNotMatch(script, /<[/!]|[\u2028\u2029]|\n./)
  const self = {}
  runInNewContext(script, { self, alert: () => assert.fail('it ran') })
  // What another context made has other prototypes.
  assert.deepEqual(JSON.parse(JSON.stringify(takePart(self, 'part'))), hostile)
  assert.equal(takePart(self, 'part'), undefined)
})

test('the head of the index of 10,000 datasets has less than 100 kB compressed, and no part has more than 100 kB', () => {
  const files = [...renderIndex(generateCatalogue(10_000, descriptionLimit(10_000)), PARTS)]
  const [head, ...parts] = files.reverse()
  const bytes = gzipSync(head?.text ?? '').length
  assert.ok(bytes < 100_000, `${bytes} bytes`)
  assert.ok(bytes > 10_000, `${bytes} bytes are too few to be 10,000 datasets`)
  for (const { path, text } of parts) assert.ok(text.length < 100_000, path)
})

test('the index of the same catalogue has the same files', () => {
  const render = () => [...renderIndex(generateCatalogue(2000, 100), PARTS)]
  assert.deepEqual(render(), render())
})

test('the name of a part changes with its content', () => {
  const datasets = generateCatalogue(200, 100).datasets
  const pathsOf = (changed: string) => {
    const catalogue = datasets.map((each, at) => (at === 150 ? { ...each, changed } : each))
    return [...renderIndex({ categories: [], oivs: [], datasets: catalogue }, PARTS)].map(({ path }) => path)
  }
  const before = pathsOf('2026-01-01')
  const after = pathsOf('2026-01-02')
  const others = after.filter((path) => !before.includes(path))
  assert.equal(after.length, before.length)
  assert.equal(others.length, 1)
  assert.match(others[0] ?? '', /^parts\/search-d2\.[0-9a-f]{8}\.js$/)
})
