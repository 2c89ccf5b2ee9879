import { parquetMetadata, parquetRead } from 'hyparquet'

/** A Parquet file as hyparquet reads it. */
export interface ReadParquet {
  readonly names: readonly string[]
  /** The physical type of each column, or the logical one if it has one. */
  readonly types: readonly string[]
  readonly groups: number
  readonly rows: readonly (readonly unknown[])[]
}

/** Reads a Parquet file with a reader that is not ours. */
export async function readParquet(bytes: Uint8Array): Promise<ReadParquet> {
  const file = new Uint8Array(bytes).buffer
  const metadata = parquetMetadata(file)
  const [, ...columns] = metadata.schema
  let rows: unknown[][] = []
  await parquetRead({
    file,
    metadata,
    rowFormat: 'array',
    onComplete(read) {
      rows = read as unknown[][]
    },
  })
  return {
    names: columns.map(({ name }) => name),
    types: columns.map(({ type = '', converted_type }) => converted_type ?? type),
    groups: metadata.row_groups.length,
    rows,
  }
}

type Cell = string | null | undefined

/** Why a value that was read is not that of a cell; undefined if it is. By other means than those of the code that wrote it. */
export function differsFrom(cell: Cell, value: unknown): string | undefined {
  const isSame =
    cell === null || cell === undefined
      ? value === null || value === undefined
      : value instanceof Date
        ? isSameTime(cell, value)
        : typeof value === 'number'
          ? isSameNumber(cell, String(value))
          : String(value) === cell.toWellFormed()
  return isSame ? undefined : `${JSON.stringify(cell)} was read as ${typeof value} ${String(value)}`
}

function isSameTime(cell: string, value: Date): boolean {
  const iso = value.toISOString()
  return cell.includes('T')
    ? iso.replace(/\.?0*Z$/, '') === cell.replace(/(\.\d*?)0*Z$/, '$1').replace(/\.?Z?$/, '') &&
        cell.endsWith('Z')
    : iso === `${cell}T00:00:00.000Z`
}

/** Whether two decimal numbers are equal, as fractions. */
export function isSameNumber(a: string, b: string): boolean {
  const [x, y] = [fractionOf(a), fractionOf(b)]
  return x !== undefined && y !== undefined && x.top * y.bottom === y.top * x.bottom
}

function fractionOf(text: string): { top: bigint; bottom: bigint } | undefined {
  const [, digits = '', fraction = '', exponent = '0'] = /^(-?\d+)\.?(\d*)(?:e([+-]?\d+))?$/i.exec(text) ?? []
  if (digits === '') return undefined
  const scale = Number(exponent) - fraction.length
  const power = 10n ** BigInt(Math.abs(scale))
  const all = BigInt(digits + fraction)
  return scale < 0 ? { top: all, bottom: power } : { top: all * power, bottom: 1n }
}
