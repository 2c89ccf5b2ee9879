import { RecordSize } from '../limits.ts'
import { Names } from '../records/names.ts'
import type { ReadRecord, Value } from '../types.ts'
import type { HtmlRow } from './list.ts'
import type { HtmlPlan } from './survey.ts'

/**
 * Turns the rows of the chosen list into records, in a second pass. The links of a cell become additional columns, `<name> (link)`,
 * `<name> (link 2)`, …; a cell that spans columns fills the first of them. The first record has all columns of the header, null where no
 * row has a cell. Takes every row of the page; call `end` after the last one. Throws UnreadableDocument if rows that form one record exceed its limit.
 */
export class HtmlRecords {
  readonly #plan: HtmlPlan
  readonly #visit: (record: ReadRecord) => boolean
  readonly #taken = new Names()
  readonly #names: string[]
  readonly #upright = new Map<string, Value>()
  readonly #size = new RecordSize()
  /** Minimum number of columns of the next record. */
  #least: number
  #seen = 0
  #done = false

  constructor(plan: HtmlPlan, visit: (record: ReadRecord) => boolean) {
    this.#plan = plan
    this.#visit = visit
    this.#names = plan.names.map((name) => this.#taken.take(name))
    this.#least = plan.names.findLastIndex((name) => name !== '') + 1
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
    this.#add(column, cell?.text ?? '')
    for (const [at, href] of cell?.hrefs.entries() ?? [])
      this.#add(this.#taken.take(linkOf(column, at)), href)
  }

  #add(column: string, text: string): void {
    this.#size.add(column.length + text.length)
    this.#upright.set(column, text)
  }

  #read(row: HtmlRow): ReadRecord {
    const record = new Map<string, Value>()
    let column = 0
    for (const { text, hrefs, span } of row.cells) {
      const name = this.#name(column)
      record.set(name, text)
      for (const [at, href] of hrefs.entries()) record.set(linkOf(name, at), href)
      column += span
    }
    for (; column < this.#least; column++) record.set(this.#name(column), null)
    this.#least = 0
    return record
  }

  #name(column: number): string {
    while (this.#names.length <= column) this.#names.push(this.#taken.take(`${this.#names.length + 1}`))
    return this.#names[column] ?? ''
  }
}

function linkOf(column: string, at: number): string {
  return at === 0 ? `${column} (link)` : `${column} (link ${at + 1})`
}
