import { findEntry } from '../../interface/index.ts'
import { type Events, ITEM } from '../events.ts'
import { RecordSize } from '../limits.ts'
import type { OpenedDocument, VisitRecord } from '../opened-document.ts'
import { parseDocument } from '../parse.ts'
import { Names } from '../records/reader.ts'
import type { ByteSource, DocumentHint, ReadRecord, Shape, Value } from '../types.ts'
import { findLines } from './lines.ts'
import { findLinks } from './links.ts'
import { HtmlOutline } from './outline.ts'
import { type HtmlCell, type HtmlRow, HtmlRows } from './rows.ts'
import {
  countHtmlRecords,
  type FindEntry,
  type HtmlFinding,
  type HtmlPlan,
  HtmlSurvey,
  linkedEntries,
  textOfLink,
} from './survey.ts'

/** Reads an html page and finds the table or list of links with its records. Throws UnreadableDocument. */
export function openHtml(source: ByteSource, hint: DocumentHint): OpenedDocument {
  const { list } = hint
  const find = list && ((href: string) => findEntry(href, list))
  const survey = new HtmlSurvey(find)
  const rows = newRows(find, (row) => survey.visit(row))
  const { encoding } = parseDocument(source, hint, rows)
  const finding = survey.find()
  const findPaging = () => (rows.hasNext ? 'the page has a link with rel="next"' : undefined)
  const page = {
    format: hint.format,
    encoding,
    beside: [],
    around: [],
    others: [],
    findPaging,
    eachOther() {},
  }
  const links = list && finding?.chosen.kind !== 'table' ? findLinks(source, hint, list) : undefined
  const isInGroups = finding?.chosen.isGrouped === true
  if (links && (links.count > (finding?.entries ?? 0) || (isInGroups && links.count > 0)))
    return {
      ...page,
      shape: 'elements',
      path: 'links',
      each: (visit) => links.each((record) => visit(record, undefined) !== false),
    }
  const hasEntries = links === undefined || links.isRefusal || links.count > 0
  const lines = hasEntries ? undefined : findLines(source, hint)
  if (lines && lines.count > (finding === undefined ? 0 : countHtmlRecords(finding.chosen)))
    return {
      ...page,
      shape: 'elements',
      path: 'lines',
      each: (visit) => lines.each((record) => visit(record, undefined) !== false),
    }
  if (!finding || links?.isRefusal) return { ...page, shape: 'tree', path: '', each() {} }
  const { chosen: plan } = finding
  return {
    ...page,
    shape: shapeOf(plan),
    path: plan.kind === 'table' ? 'table' : 'list of links',
    others: nameOthers(finding).map(({ plan: other, name }) => ({
      path: name,
      count: countHtmlRecords(other),
      each: (visit) => eachRow(source, hint, { ...finding, chosen: other }, visit, undefined),
    })),
    each: (visit) => eachRow(source, hint, finding, visit, find),
    eachOther: (events) => eachOtherRow(source, hint, finding, events, find),
  }
}

function shapeOf(plan: HtmlPlan): Shape {
  if (plan.kind === 'links') return 'elements'
  if (plan.isUpright) return 'single'
  return countHtmlRecords(plan) === 0 ? 'empty' : 'table'
}

// Only the parts of a list name groups.
function newRows(find: FindEntry | undefined, visit: (row: HtmlRow) => void): HtmlRows {
  return new HtmlRows(visit, find && new HtmlOutline())
}

function eachRow(
  source: ByteSource,
  hint: DocumentHint,
  { chosen: plan, groups }: HtmlFinding,
  visit: VisitRecord,
  find: FindEntry | undefined,
): void {
  const records = new HtmlRecords(plan, (record) => visit(record, undefined) !== false)
  const rows = newRows(find, (row) => {
    const isOfEntries = find && plan.parts.has(row.list)
    for (const { entry, row: one } of isOfEntries ? entryRows(row, plan, find) : [{ row, entry: undefined }])
      if (!records.visit(one, entry === undefined ? [] : groups.fieldsOf(entry))) rows.done = true
  })
  parseDocument(source, hint, rows)
  records.end()
}

/** A row, with the entry that it is of. */
interface EntryRow {
  readonly row: HtmlRow
  readonly entry?: string | undefined
}

// The link to the entry comes first in its cell. Of groups, there is a row for each entry, with the text of its link as that of the cell.
// An item of a list has the title of its entry, then its whole text if that is another one.
function entryRows(row: HtmlRow, { isGrouped, isTitled }: HtmlPlan, find: FindEntry): EntryRow[] {
  const at = row.cells.findIndex((cell) => linkedEntries(cell, find).length > 0)
  const cell = row.cells[at]
  if (cell === undefined) return [{ row }]
  const withCell = (text: string, links: HtmlCell['links']) => ({
    ...row,
    cells: row.cells.with(at, { ...cell, text, links }),
  })
  const linksTo = (entry: string) => cell.links.filter(({ href }) => find(href) === entry)
  const entries = linkedEntries(cell, find)
  const [first] = entries
  if (isGrouped)
    return entries.map((entry) => ({ entry, row: withCell(textOfLink([cell], entry, find), linksTo(entry)) }))
  if (first === undefined) return [{ row }]
  const own = linksTo(first)
  const titled = isTitled ? textOfLink([cell], first, find) : withoutLinks(cell)
  const title = row.kind === 'links' && titled !== '' ? titled : cell.text
  const one = withCell(title, [...own, ...cell.links.filter((link) => !own.includes(link))])
  const whole = title === cell.text ? one : { ...one, cells: [...one.cells, { ...cell, links: [] }] }
  return [{ entry: first, row: whole }]
}

// The text of an item without the texts of links at its end or its beginning, such as the names of formats.
function withoutLinks({ text, links }: HtmlCell): string {
  const texts = links.map((link) => link.text).filter((one) => one !== '')
  let left = text
  for (let one = texts[0]; one !== undefined && left.startsWith(one); one = texts[0]) {
    left = left.slice(one.length).replace(/^[\s.,;|/)\]·•:–—-]+/, '')
    texts.shift()
  }
  for (const one of texts.toReversed()) {
    const end = left.replace(/[\s,;|/)\]·•]+$/, '')
    if (end.endsWith(one)) left = end.slice(0, -one.length).replace(/[\s,;|/([·•:–—-]+$/, '')
  }
  return left
}

function eachOtherRow(
  source: ByteSource,
  hint: DocumentHint,
  finding: HtmlFinding,
  events: Events,
  find: FindEntry | undefined,
): void {
  const rest = new HtmlRest(finding, events)
  const rows = newRows(find, (row) => rest.visit(row))
  parseDocument(source, hint, rows)
  rest.end()
}

/** The other lists of a page, named `table <n>` or `list <n>`, numbered over the page including the chosen one, and followed by the caption. */
function nameOthers({
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
class HtmlRest {
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
class HtmlRecords {
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
