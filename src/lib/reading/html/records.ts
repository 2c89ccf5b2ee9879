import { Names } from '../records/names.ts'
import type { ReadRecord, Value } from '../types.ts'
import type { HtmlRow } from './list.ts'
import type { HtmlPlan } from './survey.ts'

/**
 * Turns the rows of the chosen list into records, in a second pass. The first link of a cell becomes an additional column, `<name> (link)`;
 * a cell that spans columns fills the first of them. Takes every row of the page; call `end` after the last one.
 */
export class HtmlRecords {
  readonly #plan: HtmlPlan
  readonly #visit: (record: ReadRecord) => boolean
  readonly #taken = new Names()
  readonly #names: string[]
  readonly #upright = new Map<string, Value>()
  #seen = 0
  #done = false

  constructor(plan: HtmlPlan, visit: (record: ReadRecord) => boolean) {
    this.#plan = plan
    this.#visit = visit
    this.#names = plan.names.map((name) => this.#taken.take(name))
  }

  /** Returns false if no more rows are needed. */
  visit(row: HtmlRow): boolean {
    if (row.list !== this.#plan.index || this.#done) return !this.#done
    this.#seen++
    if (this.#plan.isUpright) this.#visitUpright(row)
    else if (this.#seen > this.#plan.skip) this.#done = !this.#visit(this.#read(row))
    return !this.#done
  }

  end(): void {
    if (this.#upright.size > 0 && !this.#done) this.#visit(this.#upright)
  }

  #visitUpright({ cells: [name, cell] }: HtmlRow): void {
    const column = this.#taken.take(name?.text ?? '')
    this.#upright.set(column, cell?.text ?? '')
    if (cell?.href !== undefined) this.#upright.set(this.#taken.take(`${column} (link)`), cell.href)
  }

  #read(row: HtmlRow): ReadRecord {
    const record = new Map<string, Value>()
    let column = 0
    for (const { text, href, span } of row.cells) {
      const name = this.#name(column)
      record.set(name, text)
      if (href !== undefined) record.set(`${name} (link)`, href)
      column += span
    }
    return record
  }

  #name(column: number): string {
    while (this.#names.length <= column) this.#names.push(this.#taken.take(`${this.#names.length + 1}`))
    return this.#names[column] ?? ''
  }
}
