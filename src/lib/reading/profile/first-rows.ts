import { cellText } from '../cell-text.ts'
import { detachString } from '../text/detach-string.ts'
import type { ReadRecord } from '../types.ts'

const MAX_ROWS = 100
const MAX_CHARS = 4_000_000

/** Keeps the first records as texts: a hundred, or as many as fit into four million characters; cells are never cut. */
export class FirstRows {
  readonly #rows: Map<string, string>[] = []
  /** The names of the columns; each string is stored once. */
  readonly #names = new Map<string, string>()
  #chars = 0
  #full = false

  add(record: ReadRecord): void {
    if (this.#full) return
    const row = new Map<string, string>()
    for (const [name, value] of record) {
      const text = cellText(value)
      if (text === null) continue
      this.#chars += text.length + 8
      row.set(this.#names.get(name) ?? this.#hold(name), detachString(text))
    }
    if (this.#chars > MAX_CHARS) this.#full = true
    else this.#full = this.#rows.push(row) >= MAX_ROWS
  }

  #hold(name: string): string {
    const held = detachString(name)
    this.#names.set(held, held)
    return held
  }

  /** The rows with a cell for each name; null where a record has none. */
  cells(names: readonly string[]): (string | null)[][] {
    return this.#rows.map((row) => names.map((name) => row.get(name) ?? null))
  }
}
