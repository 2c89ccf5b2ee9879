import type { Row, SourceTable } from '../package/content.ts'
import type { Pieces } from '../text/encode.ts'

/** Writes one record as JSON: an object or an array, depending on the shape. */
type WriteRow = (row: Row, index: number) => string

/** The records of a table as the items of a JSON array or object, one per line, between two brackets. */
export function* jsonItems(
  { rows }: Pick<SourceTable, 'rows'>,
  [open, close]: readonly [string, string],
  write: WriteRow,
): Pieces {
  yield open
  let separator = '\n'
  for (const [index, row] of rows.entries()) {
    yield separator + write(row, index)
    separator = ',\n'
  }
  yield `\n${close}`
}

/** Writes a record as an object with the column names; missing cells are left out. */
export function objectWriter(columns: readonly string[]): WriteRow {
  const names = columns.map((name) => `${JSON.stringify(name)}:`)
  return (row) => {
    const members = row.flatMap((cell, index) =>
      cell === undefined ? [] : names[index] + JSON.stringify(cell),
    )
    return `{${members.join(',')}}`
  }
}

/** Writes a record as an array in the order of the columns; a missing cell is null. */
export function arrayWriter(columns: readonly string[]): WriteRow {
  return (row) => `[${columns.map((_, index) => JSON.stringify(row[index] ?? null)).join(',')}]`
}
