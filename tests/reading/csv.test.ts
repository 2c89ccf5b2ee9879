import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { CSV_BOM, csvLine } from '../../src/lib/reading/index.ts'
import { readCsv } from '../support/csv.ts'
import fc from '../support/fast-check.ts'

const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'grapheme-ascii' }),
  fc.constantFrom(
    '',
    ' ',
    ' a',
    'a ',
    '"',
    '""',
    ',',
    '\r',
    '\n',
    '\r\n',
    'a\r\nb',
    '=1+1',
    '@x',
    '\ufeff',
    '00123',
    'NA',
  ),
)
const cell = fc.option(text, { nil: null })

describe('csv', () => {
  test('is read back as the same texts, and null differs from an empty text', () => {
    const table = fc.integer({ min: 2, max: 6 }).chain((width) => {
      const line = fc.array(cell, { minLength: width, maxLength: width })
      return fc.tuple(fc.array(text, { minLength: width, maxLength: width }), fc.array(line))
    })
    fc.assert(
      fc.property(table, ([names, rows]) => {
        assert.deepEqual(readCsv(CSV_BOM + [names, ...rows].map(csvLine).join('')), { names, rows })
      }),
    )
  })

  test('of one column has a line for every record that no reader skips, even without a value', () => {
    fc.assert(
      fc.property(fc.array(cell), (cells) => {
        const lines = cells.map((one) => csvLine([one]))
        assert.ok(lines.every((line) => line !== '\r\n'))
        assert.deepEqual(
          readCsv(csvLine(['n']) + lines.join('')).rows,
          cells.map((one) => [one ?? '']),
        )
      }),
    )
  })

  test('leaves values that spreadsheets interpret as formulas unchanged', () => {
    assert.equal(csvLine(['=HYPERLINK(1)', '+1', '-1', '@a', '']), '=HYPERLINK(1),+1,-1,@a,""\r\n')
  })
})
