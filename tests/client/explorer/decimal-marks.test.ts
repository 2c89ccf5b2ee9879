import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ColumnBuilder, markOf } from '../../../src/client/explorer/core/column.ts'
import { readDocument } from '../../../src/lib/reading/read.ts'
import fc from '../../support/fast-check.ts'

const times = (count: number, text: string) => Array.from({ length: count }, () => text)

/** The mark that the build reads a column with, and that of the explorer; the first is undefined if the column is not of numbers. */
function marksOf(texts: readonly string[]) {
  const body = Buffer.from(JSON.stringify(texts.map((value) => ({ value, other: 'x' }))))
  const [column] = readDocument(() => [body], { format: 'json' }).columns ?? []
  const builder = new ColumnBuilder('value')
  for (const [row, text] of texts.entries()) builder.set(row, text)
  const typed = builder.finish(texts.length, () => column ?? { kind: 'text' })
  const built = column?.kind === 'number' ? (column.numbers?.decimalComma ? ',' : '.') : undefined
  return [built, markOf(typed), typed.places] as const
}

test('a value that occurs often decides between marks, in the explorer as in the build', () => {
  const texts = [...times(98, '1,5'), '2.5', '3.5']
  const [built, explored, places] = marksOf(texts)
  assert.deepEqual([built, explored], [',', ','])
  assert.deepEqual([...places], [Number.NaN, 1.5, Number.NaN, Number.NaN])
})

test('numbers with a unit have the same places in the explorer as in the build, and those with another unit none', () => {
  const texts = [...times(98, '1,5 км'), '2 000 км', '3 м']
  const [built, explored, places] = marksOf(texts)
  assert.deepEqual([built, explored], [',', ','])
  assert.deepEqual([...places], [Number.NaN, 1.5, 2000, Number.NaN])
})

test('a column of thousands with one fraction has the same mark in both', () => {
  const [built, explored] = marksOf([...times(30, '1.234'), ...times(30, '12.345'), '1.234,5'])
  assert.equal(built, explored)
})

test('both choose the same mark for any column of numbers', () => {
  const number = fc.constantFrom(
    '1',
    '1,5',
    '2,25',
    '1.5',
    '3.125',
    '1.234,5',
    '1,234.5',
    '1 234,5',
    '1,234',
    '1.234',
    '0',
    '-7',
  )
  fc.assert(
    fc.property(
      fc.array(fc.tuple(number, fc.integer({ min: 1, max: 150 })), { minLength: 1, maxLength: 6 }),
      (parts) => {
        const [built, explored] = marksOf(parts.flatMap(([text, count]) => times(count, text)))
        if (built !== undefined) assert.equal(explored, built)
      },
    ),
  )
})
