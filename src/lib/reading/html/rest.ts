import { type Events, ITEM } from '../events.ts'
import { RecordSize } from '../limits.ts'
import { Names } from '../records/reader.ts'
import type { ReadRecord, Value } from '../types.ts'
import type { HtmlCell, HtmlRow } from './rows.ts'
import type { HtmlFinding, HtmlPlan } from './survey.ts'

/** The other lists of a page, named `table <n>` or `list <n>`, numbered over the page including the chosen one, and followed by the caption. */
export function nameOthers({
  chosen,
  others,
}: Pick<HtmlFinding, 'chosen' | 'others'>): { readonly plan: HtmlPlan; readonly name: string }[] {
  return [chosen, ...others]
    .sort((a, b) => a.index - b.index)
    .map((plan, at) => {
      const title = plan.caption ? `: ${plan.caption}` : ''
      return { plan, name: `${plan.kind === 'table' ? 'table' : 'list'} ${at + 1}${title}` }
    })
    .filter(({ plan }) => plan !== chosen)
}

interface Open {
  readonly name: string
  readonly rows: number
  readonly records: HtmlRecords
  seen: number
}

/**
 * Emits the other lists of a page as one object: each list is an array of records named `table <n>` or `list <n>`, numbered over the page
 * including the chosen one, and followed by the caption: `table 2: Prices`. The caption of the chosen one comes first, as `caption`. A list that is interrupted by another one continues under a further name. Takes every row of the page; call
 * `end` after the last one.
 */
export class HtmlRest {
  readonly #to: Events
  readonly #plans = new Map<number, ReturnType<typeof nameOthers>[number]>()
  readonly #begun = new Map<number, Open>()
  readonly #names = new Names()
  readonly #isEmpty: boolean
  #current: number | undefined

  constructor({ chosen, others }: HtmlFinding, to: Events) {
    this.#to = to
    for (const other of nameOthers({ chosen, others })) this.#plans.set(other.plan.index, other)
    this.#isEmpty = others.length === 0
    if (this.#isEmpty) return
    to.open(ITEM, 'object')
    if (chosen.caption) to.scalar('caption', chosen.caption)
  }

  visit(row: HtmlRow): void {
    const list = this.#begun.get(row.list) ?? this.#begin(row.list)
    if (!list) return
    if (this.#current !== row.list) {
      this.#leave()
      this.#current = row.list
      this.#to.open(this.#names.take(list.name), 'array')
    }
    list.records.visit(row)
    if (++list.seen === list.rows) {
      list.records.end()
      this.#begun.delete(row.list)
      this.#plans.delete(row.list)
    }
  }

  end(): void {
    this.#leave()
    if (!this.#isEmpty) this.#to.close()
  }

  #begin(index: number): Open | undefined {
    const other = this.#plans.get(index)
    if (!other) return undefined
    const { plan, name } = other
    const records = new HtmlRecords(plan, (record) => {
      this.#to.open(ITEM, 'object')
      for (const [column, value] of record) this.#to.scalar(column, value as string)
      this.#to.close()
      return true
    })
    const begun = { name, rows: plan.rows, records, seen: 0 }
    this.#begun.set(index, begun)
    return begun
  }

  #leave(): void {
    if (this.#current !== undefined) this.#to.close()
    this.#current = undefined
  }
}

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
  /** Names of the columns of links and groups, which must not be those of other columns. */
  readonly #others = new Map<string, string>()
  readonly #upright = new Map<string, Value>()
  readonly #size = new RecordSize()
  /** Minimum number of columns of the next record. */
  #least: number
  /** How many rows of each table have been seen. */
  readonly #seen = new Map<number, number>()
  #done = false

  constructor(plan: HtmlPlan, visit: (record: ReadRecord) => boolean) {
    this.#plan = plan
    this.#visit = visit
    this.#names = plan.names.map((name) => this.#taken.take(name))
    this.#least = plan.names.findLastIndex((name) => name !== '') + 1
  }

  /** Takes a row, and further fields of its record. Returns false if no more rows are needed. */
  visit(row: HtmlRow, more: readonly (readonly [name: string, value: Value])[] = []): boolean {
    const skip = this.#plan.parts.get(row.list)
    if (skip === undefined || this.#done) return !this.#done
    const seen = (this.#seen.get(row.list) ?? 0) + 1
    this.#seen.set(row.list, seen)
    if (this.#plan.isUpright) this.#visitUpright(row)
    else if (seen > skip) this.#done = !this.#visit(this.#read(row, more))
    return !this.#done
  }

  end(): void {
    if (this.#upright.size > 0 && !this.#done) this.#visit(this.#upright)
  }

  #visitUpright({ cells: [name, cell] }: HtmlRow): void {
    const column = this.#taken.take(name?.text ?? '')
    this.#add(column, cell?.text ?? '')
    for (const [at, href] of cell ? hrefsOf(cell).entries() : [])
      this.#add(this.#taken.take(linkOf(column, at)), href)
  }

  #add(column: string, text: string): void {
    this.#size.add(column.length + text.length)
    this.#upright.set(column, text)
  }

  #read(row: HtmlRow, more: readonly (readonly [string, Value])[]): ReadRecord {
    const record = new Map<string, Value>()
    let column = 0
    for (const cell of row.cells) {
      const name = this.#name(column)
      record.set(name, cell.text)
      for (const [at, href] of hrefsOf(cell).entries()) record.set(this.#further(linkOf(name, at)), href)
      column += cell.span
    }
    for (; column < this.#least; column++) record.set(this.#name(column), null)
    this.#least = 0
    for (const [name, value] of more) record.set(this.#further(name), value)
    return record
  }

  #further(wanted: string): string {
    const name = this.#others.get(wanted) ?? this.#taken.take(wanted)
    this.#others.set(wanted, name)
    return name
  }

  #name(column: number): string {
    while (this.#names.length <= column) this.#names.push(this.#taken.take(`${this.#names.length + 1}`))
    return this.#names[column] ?? ''
  }
}

/** Maximum number of columns for the links of a cell. */
const MOST_LINKS = 20

function hrefsOf({ links }: HtmlCell): string[] {
  return links.slice(0, MOST_LINKS).map(({ href }) => href)
}

function linkOf(column: string, at: number): string {
  return at === 0 ? `${column} (link)` : `${column} (link ${at + 1})`
}
