import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ColumnKind } from '../../src/lib/reading/index.ts'
import { readDocument } from '../../src/lib/reading/read.ts'
import { kindsOf } from '../../src/lib/site/grids.ts'

/** The one column of some values, read as a kind. */
function columnOf(values: readonly unknown[], kind: ColumnKind) {
  const bytes = Buffer.from(JSON.stringify(values.map((a) => ({ a, b: 1 }))))
  const [column] = readDocument(() => [bytes], { format: 'json', kinds: { a: kind } }).columns
  assert.ok(column)
  return column
}

const WORDS = ['red', 'green', 'blue', 'white']

const CASES: readonly (readonly [ColumnKind, readonly unknown[], exceptions: number])[] = [
  ['text', [1, 2, 3, 4], 0],
  ['number', [1, 2.5, ...WORDS], 4],
  ['number', ['1,5', '2,5', ...WORDS], 4],
  ['year', [1200, 1300, 5], 0],
  ['identifier', [12, 12, 14, 'x'], 1],
  ['date', ['2024-01-02', ...WORDS], 4],
  ['boolean', ['yes', 'no', ...WORDS], 4],
  ['link', ['https://example.org/', ...WORDS], 4],
  ['email', ['a@example.org', ...WORDS], 4],
  ['phone', ['+7 495 123-45-67', ...WORDS], 4],
  ['code', ['ab-12', 'ab-12', 'long text of words'], 1],
]

for (const [kind, values, exceptions] of CASES)
  test(`a column is read as the config states, and what does not fit is an exception: ${kind} of ${values.join(', ')}`, () => {
    const column = columnOf(values, kind)
    assert.equal(column.kind, kind)
    assert.equal(column.exceptions?.count ?? 0, exceptions)
    if (['number', 'year', 'date'].includes(kind)) assert.ok(column.histogram ?? column.min !== undefined)
  })

test('a kind that no value fits is ignored', () => {
  for (const [kind] of CASES.filter(([one]) => one !== 'text' && one !== 'code'))
    assert.equal(
      columnOf(
        WORDS.map((word) => `a ${word} car`),
        kind,
      ).kind,
      'text',
      kind,
    )
})

test('in dates that may be of either order the day comes first', () => {
  const [first, last] = [columnOf(['02/01/2024', '03/01/2024'], 'date'), columnOf(['01/20/2024'], 'date')]
  assert.deepEqual([first.min, first.max], ['02/01/2024', '03/01/2024'])
  assert.equal(last.kind, 'date')
})

test('what is stated for a dataset counts before what is stated for all', () => {
  const kinds = { x: { a: 'text' }, '*': { a: 'number', b: 'date' } } as const
  assert.deepEqual(kindsOf(kinds, 'x'), { a: 'text', b: 'date' })
  assert.deepEqual(kindsOf(kinds, 'y'), { a: 'number', b: 'date' })
  assert.equal(kindsOf({}, 'x'), undefined)
  assert.equal(kindsOf({}, 'constructor'), undefined)
  assert.equal(kindsOf(kinds, undefined), undefined)
})
