import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { DataFormat, Format } from '../../src/lib/interface/index.ts'
import {
  createDocumentCheck,
  deriveDocument,
  eachRecord,
  eachText,
  findErrorReport,
  UnreadableDocument,
} from '../../src/lib/reading/index.ts'
import { readDocument } from '../../src/lib/reading/read.ts'
import { sourceOf } from './generate.ts'

type Nesting = readonly [format: Format, open: string, middle: string, close: string]

const NESTINGS: readonly Nesting[] = [
  ['json', '[', '1', ']'],
  ['json', '{"a":', '1', '}'],
  ['json', '[{"id":1,"a":', '1', '}]'],
  ['xml', '<a>', 'x', '</a>'],
  ['xml', '<field name="a" type="array">', '', '</field>'],
  ['xml', '<a><b>1</b>', '', '</a>'],
  ['html', '<div>', 'x', '</div>'],
  ['html', '<ul><li><a href="/x">', 'x', '</a></li></ul>'],
  ['html', '<table><tr><td>', 'x', '</td></tr></table>'],
]

const nest = ([, open, middle, close]: Nesting, depth: number) =>
  open.repeat(depth) + middle + close.repeat(depth)

function check(format: Format, text: string, maxDepth?: number): void {
  const whole = createDocumentCheck(format, undefined, maxDepth === undefined ? {} : { maxDepth })
  for (const piece of sourceOf(text, 50_000)()) whole.write(piece)
  whole.end()
}

const namesTheDepth = (depth: number) => (error: unknown) => {
  assert.ok(error instanceof UnreadableDocument)
  assert.equal(error.fault, 'malformed')
  assert.match(error.message, new RegExp(`nested deeper than ${depth} levels \\(the config key maxDepth\\)`))
  return true
}

describe('the maximum depth of a check', () => {
  for (const nesting of NESTINGS.slice(0, 2).concat(NESTINGS.slice(3, 4), NESTINGS.slice(6, 7)))
    test(`${nesting[0]} of ${nesting[1]} is accepted up to the limit, and rejected one level deeper`, () => {
      check(nesting[0], nest(nesting, 1000))
      assert.throws(() => check(nesting[0], nest(nesting, 1001)), namesTheDepth(1000))
      check(nesting[0], nest(nesting, 3), 3)
      assert.throws(() => check(nesting[0], nest(nesting, 4), 3), namesTheDepth(3))
    })

  for (const nesting of NESTINGS)
    test(`a million levels of ${nesting[1]} as ${nesting[0]} are rejected at the limit, long before the end`, () => {
      const whole = createDocumentCheck(nesting[0])
      const piece = Buffer.from(nesting[1].repeat(1000))
      let pieces = 0
      assert.throws(() => {
        for (; pieces < 1000; pieces++) whole.write(piece)
      }, namesTheDepth(1000))
      assert.ok(pieces <= 17, `${pieces} pieces were read`)
    })

  test('html is never accepted deeper than 2000 levels, since parsing becomes slow', () => {
    assert.throws(
      () => check('html', nest(['html', '<div>', 'x', '</div>'], 2001), 100_000),
      namesTheDepth(2000),
    )
  })
})

describe('a document as deep as any check accepts', () => {
  const readers: Readonly<Record<string, (text: string, format: Format) => unknown>> = {
    readDocument: (text, format) => readDocument(sourceOf(text, 50_000), { format }).count,
    eachRecord: (text, format) => eachRecord(sourceOf(text, 50_000), { format }, () => {}).visited,
    eachText: (text, format) => eachText(sourceOf(text, 50_000), { format }, () => {}),
    findErrorReport: (text, format) => findErrorReport(sourceOf(text, 50_000), { format }),
  }
  for (const nesting of NESTINGS.filter((_, at) => at % 2 === 0))
    test(`${nesting[1]} is read as ${nesting[0]} by every reader without a stack overflow`, () => {
      const [format, open] = nesting
      const levels = (open.match(/[[{]|<[a-z]/g) ?? []).length
      const text = nest(nesting, Math.floor((format === 'html' ? 2000 : 100_000) / levels))
      check(format, text, 100_000)
      for (const read of Object.values(readers)) read(text, format)
      for (const to of ['json', 'xml'] as const) if (to !== format) checkDerived(text, format, to)
    })
})

// What is derived is deeper than its source; it has to be readable all the same.
function checkDerived(text: string, format: Format, to: DataFormat): void {
  const parts: string[] = []
  deriveDocument(sourceOf(text, 50_000), { format }, to, (part) => parts.push(part))
  const derived = parts.join('')
  check(to, derived, 250_000)
  assert.ok(readDocument(sourceOf(derived, 50_000), { format: to }).count >= 0)
}
