import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { TableEngine } from '../../../src/client/explorer/core/engine.ts'
import { divideGroups, openParts } from '../../../src/client/explorer/core/parts.ts'
import { type ColumnTable, type LoadProgress, TableBuilder } from '../../../src/client/explorer/core/table.ts'
import { readAddress, WHOLE, writeAddress } from '../../../src/client/explorer/core/view.ts'
import { csvLine } from '../../../src/lib/reading/csv.ts'
import { openParquet } from '../../../src/lib/site/parquet.ts'
import fc from '../../support/fast-check.ts'

type Cell = string | null

const COLUMNS = [
  { name: 'id', type: 'integer', kind: 'identifier' },
  { name: 'price', type: 'number', kind: 'number' },
  { name: 'open', type: 'boolean', kind: 'boolean' },
  { name: 'day', type: 'date', kind: 'date' },
  { name: 'at', type: 'instant', kind: 'date' },
  { name: 'a.b "c"', type: 'text', kind: 'text' },
] as const
/** Each row group has this many records: 1,000,000 cells, or 100,000 rows. */
const GROUP = 100_000

const rowOf = (id: number): Cell[] => [
  id % 7 === 3 ? null : String(BigInt(id) - 9_007_199_254_740_993n),
  id % 5 === 0 ? null : String((id % 90) / 8),
  id % 3 === 0 ? 'true' : 'false',
  new Date(Date.UTC(1850, 0, 1 + id)).toISOString().slice(0, 10),
  new Date(Date.UTC(2020, 0, 1) + id * 1001).toISOString().replace('.000Z', 'Z'),
  ['', null, 'ёж "x",\r\n', ' padded ', `t${id % 11}`][id % 5] as Cell,
]

function parquetOf(rows: Iterable<Cell[]>): Buffer {
  const chunks: Uint8Array[] = []
  const table = openParquet(COLUMNS, (chunk) => chunks.push(chunk))
  for (const row of rows) table.add(row)
  table.finish()
  return Buffer.concat(chunks)
}

/** A file in memory. `slices`: the ranges that were read. */
function fileOf(bytes: Buffer) {
  const slices: [start: number, end: number][] = []
  return {
    slices,
    byteLength: bytes.length,
    slice: async (start: number, end = bytes.length) => {
      slices.push([start, end])
      return new Uint8Array(bytes.subarray(start, end)).buffer
    },
  }
}

function csvTable(rows: readonly Cell[][]): ColumnTable {
  const builder = new TableBuilder(COLUMNS)
  builder.push(csvLine(COLUMNS.map(({ name }) => name)) + rows.map(csvLine).join(''))
  return builder.finish()
}

// As text: comparing hundreds of thousands of rows one by one takes ten times as long.
const cellsOf = ({ columns, rows }: ColumnTable): string[] =>
  columns.map(({ values, codes }) =>
    JSON.stringify(Array.from({ length: rows }, (_, row) => values[codes[row] as number] ?? null)),
  )

describe('a table in parts', () => {
  const ids = Array.from({ length: GROUP + 5 }, (_, id) => id)
  const bytes = parquetOf(ids.map(rowOf))

  it('has the same cells and kinds as its csv, one part after another', async () => {
    const parted = await openParts(fileOf(bytes), COLUMNS, { rows: GROUP, bytes: 1e9 })
    assert.deepEqual(
      parted.parts.map(({ first, rows }) => [first, rows]),
      [
        [0, GROUP],
        [GROUP, 5],
      ],
    )
    for (const [at, { first, rows }] of parted.parts.entries()) {
      const progress: LoadProgress[] = []
      const table = await parted.read(at + 1, (one) => progress.push(one))
      const expected = csvTable(ids.slice(first, first + rows).map(rowOf))
      assert.deepEqual(cellsOf(table), cellsOf(expected))
      assert.deepEqual(
        table.columns.map(({ name, kind }) => [name, kind]),
        COLUMNS.map(({ name, kind }) => [name, kind]),
      )
      assert.deepEqual(progress, [{ share: 1, rows }])
    }
  })

  it('is opened by its end alone, and of a part only its bytes are read', async () => {
    const file = fileOf(bytes)
    const parted = await openParts(file, COLUMNS, { rows: GROUP, bytes: 1e9 })
    const ends = file.slices.splice(0)
    assert.ok(ends.every(([start]) => start >= file.byteLength - 2 ** 19))
    await parted.read(2, () => {})
    const read = file.slices.reduce((sum, [start, end]) => sum + end - start, 0)
    assert.ok(read < file.byteLength / 100, `${read} of ${file.byteLength} bytes`)
  })

  it('numbers its records as in the whole table', async () => {
    const parted = await openParts(fileOf(bytes), COLUMNS, { rows: GROUP, bytes: 1e9 })
    const { first } = parted.parts[1] ?? { first: 0 }
    const engine = new TableEngine(await parted.read(2, () => {}), 'en', { first })
    assert.deepEqual(engine.page(WHOLE).rows[0], { number: GROUP + 1, cells: rowOf(GROUP) })
    assert.deepEqual(engine.open(WHOLE, GROUP + 2), {
      row: { number: GROUP + 2, cells: rowOf(GROUP + 1) },
      place: 2,
      before: GROUP + 1,
      after: GROUP + 3,
    })
    assert.equal(engine.open(WHOLE, GROUP), undefined)
    assert.equal(engine.open(WHOLE, GROUP + 6), undefined)
  })

  it('is divided so that every record is in one part, within the limits if a row group is', () => {
    const group = fc.record({
      rows: fc.integer({ min: 1, max: 60 }),
      bytes: fc.integer({ min: 1, max: 600 }),
    })
    fc.assert(
      fc.property(fc.array(group, { minLength: 1, maxLength: 30 }), (groups) => {
        const parts = divideGroups(groups, { rows: 100, bytes: 1000 })
        let next = 0
        for (const { first, rows } of parts) {
          assert.equal(first, next)
          assert.ok(rows <= 100)
          next += rows
        }
        assert.equal(
          next,
          groups.reduce((sum, { rows }) => sum + rows, 0),
        )
      }),
    )
    assert.equal(divideGroups([{ rows: 500, bytes: 9000 }], { rows: 100, bytes: 1000 }).length, 1)
  })

  it('has its part in the address, also if a column has the name of the setting', () => {
    const names = ['.part', 'part']
    const view = {
      ...WHOLE,
      part: 3,
      filters: [0, 1].map((column) => ({
        column,
        test: { is: 'values' as const, values: ['2'], not: false },
      })),
    }
    const address = writeAddress(view, names)
    assert.equal(address, '.1..part=2&part=2&.part=3')
    assert.deepEqual(readAddress(address, names), view)
    assert.equal(writeAddress({ ...WHOLE, part: 1 }, names), '')
  })
})
