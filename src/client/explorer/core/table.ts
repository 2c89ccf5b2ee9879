import type { ColumnKind } from '../../../lib/reading/types.ts'
import { ColumnBuilder, type TypedColumn } from './column.ts'
import { CsvReader } from './csv-reader.ts'
import { guessKind } from './kind.ts'

/** A table in memory, column by column. */
export interface ColumnTable {
  readonly columns: readonly TypedColumn[]
  readonly rows: number
}

/** The known name and kind of a column. */
export interface KnownColumn {
  readonly name: string
  readonly kind: ColumnKind
}

/** Thrown if a table is too large for the browser. */
export class TooLarge extends Error {
  override name = 'TooLarge'
}

/** Maximum bytes to load; with more, mobile systems close the page. */
export const MOST_BYTES = 64_000_000
export const MOST_ROWS = 1_000_000

/** Builds a table from chunks of csv; the first row contains the column names. */
export class TableBuilder {
  readonly #known: readonly KnownColumn[]
  readonly #reader: CsvReader
  readonly #header: string[] = []
  #columns: ColumnBuilder[] | undefined
  rows = 0

  constructor(known: readonly KnownColumn[]) {
    this.#known = known
    this.#reader = new CsvReader({
      cell: (column, text) => {
        if (this.#columns) this.#columns[column]?.set(this.rows, text)
        else this.#header.push(text ?? '')
      },
      row: (cells) => this.#endRow(cells),
    })
  }

  /** Throws TooLarge. */
  push(text: string): void {
    this.#reader.push(text)
  }

  finish(): ColumnTable {
    this.#reader.end()
    const columns = (this.#columns ?? []).map((column, at) =>
      column.finish(this.rows, (name, values) => this.#kindOf(at, name, values)),
    )
    return { columns, rows: this.rows }
  }

  #endRow(cells: number): void {
    if (!this.#columns) {
      this.#columns = this.#header.map((name) => new ColumnBuilder(name))
      return
    }
    // A blank line between rows of several cells is ignored.
    if (cells === 1 && this.#columns.length > 1 && this.#isBlankLine()) return
    this.rows++
    if (this.rows > MOST_ROWS) throw new TooLarge()
  }

  #isBlankLine(): boolean {
    return this.#columns?.[0]?.has(this.rows) === false
  }

  // The page knows the kinds from all records; they apply if the file has the same columns.
  #kindOf(at: number, name: string, values: TypedColumn['values']): ColumnKind {
    const known = this.#known[at]
    return known?.name === name ? known.kind : guessKind(values)
  }
}

/** A table from existing rows. */
export function tableOf(
  known: readonly KnownColumn[],
  rows: readonly (readonly (string | null)[])[],
): ColumnTable {
  const columns = known.map(({ name, kind }, at) => {
    const column = new ColumnBuilder(name)
    rows.forEach((row, index) => {
      column.set(index, row[at] ?? null)
    })
    return column.finish(rows.length, () => kind)
  })
  return { columns, rows: rows.length }
}
