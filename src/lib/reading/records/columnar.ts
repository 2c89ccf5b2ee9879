import type { Container, Events, Scalar } from '../events.ts'
import { MOST_RECORD, tooLarge, VALUE } from '../limits.ts'
import type { VisitRecord } from '../opened-document.ts'
import type { ReadRecord, Value } from '../types.ts'
import { cellText } from '../value.ts'
import { ValueBuilder } from './collector.ts'

/** Values that are kept at a time. A table by columns with more is read several times. */
const MOST_CELLS = 1_000_000

/** Where a table by columns is. */
interface ColumnarTable {
  /** The steps from the document to the object of columns. */
  readonly steps: readonly string[]
  readonly names: readonly string[]
  /** Number of values in each column. */
  readonly rows: number
}

/**
 * Visits the rows of a table by columns until the visitor returns false. Rows need the values of all columns, the last of which may be at the
 * end of the document: as many rows as fit into memory are collected each time that `parse` reads it. Throws UnreadableDocument.
 */
export function eachRowOfColumns(
  { steps, names, rows }: ColumnarTable,
  parse: (events: Events) => void,
  visit: VisitRecord,
): void {
  let from = 0
  while (from < rows) {
    const most = Math.max(1, Math.floor(MOST_CELLS / names.length))
    const part = new RowCollector(steps, names, from, Math.min(most, rows - from))
    parse(part)
    for (const row of part.take()) if (visit(row, undefined) === false) return
    from += part.size
  }
}

/** Collects some rows of a table by columns: `size` from the row `from` on, fewer if their texts are long. */
class RowCollector implements Events {
  readonly #steps: readonly string[]
  readonly #columns: Map<string, Value[]>
  readonly #from: number
  readonly #builder = new ValueBuilder()
  /** Characters of each row, and of all. */
  #chars: number[]
  #total = 0
  #size: number
  #depth = 0
  #matched = 0
  #at = 0
  #values: Value[] | undefined
  #left: number
  done = false

  constructor(steps: readonly string[], names: readonly string[], from: number, size: number) {
    this.#steps = steps
    this.#columns = new Map(names.map((name) => [name, []]))
    this.#left = names.length
    this.#from = from
    this.#size = size
    this.#chars = new Array<number>(size).fill(0)
  }

  /** Number of rows. */
  get size(): number {
    return this.#size
  }

  /** The rows, when the document was read. */
  *take(): Generator<ReadRecord> {
    const columns = [...this.#columns]
    for (let row = 0; row < this.#size; row++)
      yield new Map(columns.map(([name, values]) => [name, values[row] ?? null]))
  }

  open(step: string, kind: Container): void {
    const level = this.#depth++
    if (this.#values !== undefined) {
      if (this.#isWanted()) this.#builder.open(step, kind)
    } else if (this.#matched === level && level < this.#steps.length && this.#steps[level] === step)
      this.#matched++
    else if (this.#matched === level && level === this.#steps.length) {
      this.#values = this.#columns.get(step)
      this.#at = 0
    }
  }

  close(): void {
    const level = --this.#depth
    if (this.#values === undefined) {
      this.#matched = Math.min(this.#matched, level)
      return
    }
    if (level === this.#steps.length) {
      this.#values = undefined
      this.#left--
      this.done = this.#left === 0
      return
    }
    if (!this.#isWanted()) {
      if (level === this.#steps.length + 1) this.#at++
      return
    }
    const value = this.#builder.close()
    if (value !== undefined) this.#add(value)
  }

  scalar(step: string, value: Scalar): void {
    if (this.#values === undefined) return
    if (this.#depth > this.#steps.length + 1) {
      if (this.#isWanted()) this.#builder.scalar(step, value)
    } else if (this.#isWanted()) this.#add(value)
    else this.#at++
  }

  #isWanted(): boolean {
    return this.#at >= this.#from && this.#at < this.#from + this.#size
  }

  #add(value: Value): void {
    const row = this.#at++ - this.#from
    this.#values?.push(value)
    const chars = VALUE + (cellText(value) ?? '').length
    this.#chars[row] = (this.#chars[row] ?? 0) + chars
    this.#total += chars
    while (this.#total > MOST_RECORD) this.#halve()
    // The rest of the last column is not needed.
    if (this.#left === 1 && row === this.#size - 1) this.done = true
  }

  #halve(): void {
    if (this.#size === 1) throw tooLarge(`a record of more than ${MOST_RECORD} characters`)
    this.#size = Math.ceil(this.#size / 2)
    for (const values of this.#columns.values()) values.splice(this.#size)
    for (const chars of this.#chars.splice(this.#size)) this.#total -= chars
  }
}
