import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import type { FieldType } from '../reading/index.ts'

type SchemaElement = ParquetWriter['schema'][number]

/** How the values of a type are stored: the element of the schema, and what the text of a cell becomes. */
interface Storage {
  readonly element: Omit<SchemaElement, 'name'>
  store(text: string): unknown
}

const DAY = 86_400_000

const STORAGE: Readonly<Record<FieldType['exact'], Storage>> = {
  text: { element: { type: 'BYTE_ARRAY', converted_type: 'UTF8' }, store: (text) => text },
  integer: { element: { type: 'INT64' }, store: BigInt },
  number: { element: { type: 'DOUBLE' }, store: Number },
  boolean: { element: { type: 'BOOLEAN' }, store: (text) => text === 'true' },
  date: { element: { type: 'INT32', converted_type: 'DATE' }, store: (text) => Date.parse(text) / DAY },
  instant: {
    element: {
      type: 'INT64',
      converted_type: 'TIMESTAMP_MILLIS',
      logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
    },
    store: (text) => BigInt(Date.parse(text)),
  },
}

// A row group is in memory while it is written, and a reader that wants all of its columns reads it at once.
const GROUP_ROWS = 100_000
const GROUP_CELLS = 1_000_000
const GROUP_CHARS = 16 * 2 ** 20

/**
 * Writes a table as Apache Parquet (2.11): compressed with Snappy, which every reader has, with all columns optional. The bytes depend on
 * the columns and cells alone. Memory is bounded by one row group, and by the largest record.
 */
export function openParquet(
  columns: readonly { readonly name: string; readonly type: FieldType['exact'] }[],
  write: (chunk: Uint8Array) => void,
) {
  const out = new ByteWriter()
  const storages = columns.map(({ type }) => STORAGE[type])
  const schema = columns.map(
    ({ name }, at): SchemaElement => ({ name, repetition_type: 'OPTIONAL', ...storages[at]?.element }),
  )
  const parquet = new ParquetWriter({
    writer: out,
    schema: [{ name: 'schema', num_children: columns.length }, ...schema],
  })
  const flush = () => {
    write(out.getBytes().slice())
    out.index = 0
  }
  let group: unknown[][] = columns.map(() => [])
  let [rows, chars] = [0, 0]
  const mostRows = Math.min(GROUP_ROWS, Math.ceil(GROUP_CELLS / columns.length))
  const endGroup = () => {
    if (rows === 0) return
    const columnData = columns.map(({ name }, at) => ({ name, data: group[at] as unknown[] }))
    parquet.write({ columnData, rowGroupSize: rows })
    flush()
    group = columns.map(() => [])
    rows = 0
    chars = 0
  }
  return {
    /** Adds a record. Every cell has to fit the type of its column; null and missing ones at the end are null. */
    add(cells: readonly (string | null | undefined)[]) {
      for (const [at, { store }] of storages.entries()) {
        const cell = cells[at] ?? null
        group[at]?.push(cell === null ? null : store(cell))
        chars += cell?.length ?? 0
      }
      rows++
      if (rows >= mostRows || chars >= GROUP_CHARS) endGroup()
    },
    finish() {
      endGroup()
      parquet.finish()
      flush()
    },
  }
}
