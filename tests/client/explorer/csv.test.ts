import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  type ColumnTable,
  CsvReader,
  loadTable,
  MOST_ROWS,
  TableBuilder,
} from '../../../src/client/explorer/core/table.ts'
import { csvLine } from '../../../src/lib/reading/csv.ts'
import fc from '../../support/fast-check.ts'

type Cell = string | null

const cell = fc.option(
  fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: fc.constantFrom('"', ',', '\r', '\n', 'a', ' ', '=') }),
    fc.constantFrom('', '""', '9007199254740993', '<img src=x onerror=alert(1)>', '=HYPERLINK("x")'),
  ),
  { nil: null },
)
const grid = fc
  .integer({ min: 1, max: 5 })
  .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1 }))
const cuts = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 })

/** The rows of a csv text in chunks of these lengths. */
function readIn(text: string, lengths: readonly number[]): Cell[][] {
  const rows: Cell[][] = []
  let row: Cell[] = []
  const reader = new CsvReader({
    cell: (column, cell) => {
      assert.equal(column, row.length)
      row.push(cell)
    },
    row: (cells) => {
      assert.equal(cells, row.length)
      rows.push(row)
      row = []
    },
  })
  for (let at = 0, turn = 0; at < text.length; turn++) {
    const length = lengths[turn % lengths.length] ?? 1
    reader.push(text.slice(at, at + length))
    at += length
  }
  reader.end()
  return rows
}

function cellsOf({ columns, rows }: ColumnTable): Cell[][] {
  return Array.from({ length: rows }, (_, row) =>
    columns.map(({ values, codes }) => values[codes[row] as number] ?? null),
  )
}

describe('reading csv', () => {
  it('gives back what was written, for any division into chunks', () => {
    fc.assert(
      fc.property(grid, cuts, (rows, lengths) => {
        const expected = rows.map((row) => (row.length === 1 ? [row[0] ?? ''] : row))
        assert.deepEqual(readIn(rows.map(csvLine).join(''), lengths), expected)
      }),
    )
  })

  it('accepts line feeds, carriage returns and a last line without an end', () => {
    assert.deepEqual(readIn('a,b\n1,2\r3,"x\r\ny"\r\n4,', [100]), [
      ['a', 'b'],
      ['1', '2'],
      ['3', 'x\r\ny'],
      ['4', null],
    ])
  })

  it('distinguishes nothing from an empty text', () => {
    assert.deepEqual(readIn('a,"",,""""\r\n', [3]), [['a', '', null, '"']])
  })

  it('extends an unclosed quote to the end of the text', () => {
    assert.deepEqual(readIn('a\r\n"b,c\r\nd', [2]), [['a'], ['b,c\r\nd']])
  })

  it('makes a table from bytes, cut inside characters too, with the first row as names', async () => {
    const text = `\ufeff${[
      ['Имя', 'n'],
      ['Ёж', '1'],
      [null, ''],
      ['👩‍👩‍👧', '2'],
    ]
      .map(csvLine)
      .join('')}`
    const bytes = new TextEncoder().encode(text)
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < bytes.length; at += 3) controller.enqueue(bytes.subarray(at, at + 3))
        controller.close()
      },
    })
    const table = await loadTable(stream, [{ name: 'Имя', kind: 'code' }], () => {})
    assert.deepEqual(
      table.columns.map(({ name, kind }) => [name, kind]),
      [
        ['Имя', 'code'],
        ['n', 'number'],
      ],
    )
    assert.deepEqual(cellsOf(table), [
      ['Ёж', '1'],
      [null, ''],
      ['👩‍👩‍👧', '2'],
    ])
  })

  it('counts each line as a record if there is one column, a blank one too', () => {
    const builder = new TableBuilder([])
    builder.push('a\r\n1\r\n\r\n""\r\n')
    assert.deepEqual(cellsOf(builder.finish()), [['1'], [null], ['']])
  })

  it('reads no more records than the limit', () => {
    const builder = new TableBuilder([])
    builder.push('a\n')
    assert.throws(() => builder.push('1\n'.repeat(MOST_ROWS + 1)), { name: 'TooLarge' })
  })
})
