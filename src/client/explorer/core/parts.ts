import { parquetMetadataAsync, parquetRead } from 'hyparquet'
import { ColumnBuilder } from './column.ts'
import {
  type ColumnTable,
  type KnownColumn,
  type LoadProgress,
  MOST_BYTES,
  MOST_ROWS,
  TooLarge,
  typeOf,
} from './table.ts'

/** Consecutive records of a table that is too large for a browser. */
export interface TablePart {
  /** The number of records before it. */
  readonly first: number
  readonly rows: number
}

/** A file that is read in byte ranges. */
interface RangedFile {
  readonly byteLength: number
  /** The bytes from `start` to before `end`. */
  slice(start: number, end?: number): Promise<ArrayBuffer>
}

/** A Parquet file whose records are read in parts. */
export interface PartedTable {
  readonly parts: readonly TablePart[]
  /** Reads a part, counted from 1, one row group after another. */
  read(part: number, onProgress: (progress: LoadProgress) => void): Promise<ColumnTable>
}

/** A row group: the number of its records, and its size without compression, in bytes. */
interface RowGroup {
  readonly rows: number
  readonly bytes: number
}

/** Divides row groups into parts with at most `most` records and bytes. A row group that exceeds the limits is a part of its own. */
export function divideGroups(
  groups: readonly RowGroup[],
  most = { rows: MOST_ROWS, bytes: MOST_BYTES },
): TablePart[] {
  const parts: { first: number; rows: number; bytes: number }[] = []
  let first = 0
  for (const { rows, bytes } of groups) {
    const last = parts.at(-1)
    if (last && last.rows + rows <= most.rows && last.bytes + bytes <= most.bytes) {
      last.rows += rows
      last.bytes += bytes
    } else parts.push({ first, rows, bytes })
    first += rows
  }
  return parts.map(({ first, rows }) => ({ first, rows }))
}

/** Opens a Parquet file of the mirror by reading only its end. The kinds of its columns are those that the page states. */
export async function openParts(
  file: RangedFile,
  known: readonly KnownColumn[],
  most?: Parameters<typeof divideGroups>[1],
): Promise<PartedTable> {
  const metadata = await parquetMetadataAsync(file)
  const [, ...columns] = metadata.schema
  const days = columns.map(({ converted_type }) => converted_type === 'DATE')
  const groups = metadata.row_groups.map(({ num_rows, total_byte_size }) => ({
    rows: Number(num_rows),
    bytes: Number(total_byte_size),
  }))
  const parts = divideGroups(groups, most)
  return {
    parts,
    async read(number, onProgress) {
      const { first, rows } = parts[number - 1] as TablePart
      const builders = columns.map(({ name }) => new ColumnBuilder(name))
      let at = 0
      const add = (cells: readonly unknown[]) => {
        for (const [place, builder] of builders.entries())
          builder.set(at, textOf(cells[place], days[place] === true))
        at++
      }
      let start = 0
      for (const group of groups) {
        const rowEnd = start + group.rows
        if (start >= first && rowEnd <= first + rows) {
          const onComplete = (read: unknown[]) => (read as unknown[][]).forEach(add)
          await parquetRead({ file, metadata, rowStart: start, rowEnd, rowFormat: 'array', onComplete })
          onProgress({ share: at / rows, rows: at })
        }
        start = rowEnd
      }
      const finished = builders.map((builder, place) =>
        builder.finish(rows, (name, values) => typeOf(known[place], name, values)),
      )
      return { columns: finished, rows }
    },
  }
}

// The text of a value as in the csv, except for numbers and times that can be written in several ways.
function textOf(value: unknown, isDay: boolean): string | null {
  if (value === null || value === undefined) return null
  if (value instanceof Date)
    return isDay ? value.toISOString().slice(0, 10) : value.toISOString().replace('.000Z', 'Z')
  return String(value)
}

/**
 * Opens a file that is read by range requests (RFC 9110, 14). Throws TooLarge if the host ignores them, and an error if the file does not have
 * the size that the page states, or changes between two requests.
 */
export function rangedFile(address: string, byteLength: number): RangedFile {
  let version: string | null | undefined
  return {
    byteLength,
    async slice(start, end = byteLength) {
      const answer = await fetch(address, { headers: { range: `bytes=${start}-${end - 1}` } })
      if (answer.status !== 206) {
        await answer.body?.cancel()
        if (answer.ok) throw new TooLarge()
        throw new Error(`${address} answered ${answer.status}`)
      }
      const etag = answer.headers.get('etag')
      const isAnother = answer.headers.get('content-range') !== `bytes ${start}-${end - 1}/${byteLength}`
      if (isAnother || (version !== undefined && version !== etag)) throw new Error(`${address} has changed`)
      version = etag
      return answer.arrayBuffer()
    },
  }
}
