import type { ColumnKind } from '../../../lib/reading/types.ts'

/** One column of a table: its distinct texts, and for each row the index of its text. */
export interface TypedColumn {
  readonly name: string
  readonly kind: ColumnKind
  /** The distinct texts in the order of their first occurrence; the first is null, for cells without text. */
  readonly values: readonly (string | null)[]
  /** For each row, the index of its text in `values`. */
  readonly codes: Uint32Array
}

/** Whether a cell is empty: no text, or only white space. */
export function isBlank(text: string | null | undefined): boolean {
  return text === null || text === undefined || text === '' || text.trim() === ''
}

const FIRST_ROOM = 1024

/** Collects the texts of one column, row by row. */
export class ColumnBuilder {
  readonly name: string
  #values: (string | null)[] = [null]
  #places = new Map<string, number>()
  #codes = new Uint32Array(FIRST_ROOM)

  constructor(name: string) {
    this.name = name
  }

  set(row: number, text: string | null): void {
    if (text === null) return
    if (row >= this.#codes.length) this.#grow(row)
    let code = this.#places.get(text)
    if (code === undefined) {
      code = this.#values.length
      const kept = own(text)
      this.#values.push(kept)
      this.#places.set(kept, code)
    }
    this.#codes[row] = code
  }

  /** Whether a row has a text. */
  has(row: number): boolean {
    return (this.#codes[row] ?? 0) !== 0
  }

  /** The column with the first `rows` rows. The builder must not be used afterwards. */
  finish(rows: number, kindOf: (name: string, values: TypedColumn['values']) => ColumnKind): TypedColumn {
    const values = this.#values
    if (rows > this.#codes.length) this.#grow(rows)
    this.#places.clear()
    return { name: this.name, kind: kindOf(this.name, values), values, codes: this.#codes.slice(0, rows) }
  }

  #grow(row: number): void {
    const codes = new Uint32Array(Math.max(row + 1, this.#codes.length * 2))
    codes.set(this.#codes)
    this.#codes = codes
  }
}

// A slice of a string keeps the whole string in memory: a few bytes would hold a whole chunk of the file.
function own(text: string): string {
  return text.length < 13 ? text : ` ${text}`.slice(1)
}
