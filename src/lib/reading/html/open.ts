import { findEntry, type ListOperation } from '../../interface/index.ts'
import { type Container, type Events, type Scalar, TEXT } from '../events.ts'
import { MOST_RECORD, tooLong } from '../limits.ts'
import type { OpenedDocument } from '../opened-document.ts'
import { parseDocument } from '../parse.ts'
import { isErrorHeading } from '../report/words.ts'
import type { ByteSource, DocumentHint, ReadRecord, Shape } from '../types.ts'
import { HtmlRecords, HtmlRest } from './rest.ts'
import { type HtmlCell, type HtmlRow, HtmlRows, renderedText } from './rows.ts'
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
  const rows = new HtmlRows((row) => survey.visit(row))
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
  if (list && links && links.count > (finding?.entries ?? 0))
    return {
      ...page,
      shape: 'elements',
      path: 'links',
      each: (visit) => eachLink(source, hint, list, (record) => visit(record, undefined) !== false),
    }
  if (!finding || links?.isRefusal) return { ...page, shape: 'tree', path: '', each() {} }
  const { chosen: plan, others } = finding
  return {
    ...page,
    shape: shapeOf(plan),
    path: pathOf(plan),
    others: others.map((other) => ({ path: pathOf(other), count: countHtmlRecords(other) })),
    each: (visit) => eachRow(source, hint, plan, (record) => visit(record, undefined) !== false, find),
    eachOther: (events) => eachOtherRow(source, hint, finding, events),
  }
}

/** The links of a page to entries of its list; none if the page states an error. */
function findLinks(
  source: ByteSource,
  hint: DocumentHint,
  list: ListOperation,
): { count: number; isRefusal: boolean } {
  const links = new HtmlLinks(list)
  parseDocument(source, hint, links)
  return { count: links.isRefusal ? 0 : links.count, isRefusal: links.isRefusal }
}

function eachLink(
  source: ByteSource,
  hint: DocumentHint,
  list: ListOperation,
  visit: ConstructorParameters<typeof HtmlRecords>[1],
): void {
  parseDocument(source, hint, new HtmlLinks(list, visit))
}

function pathOf({ kind }: HtmlPlan): string {
  return kind === 'table' ? 'table' : 'list of links'
}

function shapeOf({ kind, isUpright, rows, skip }: HtmlPlan): Shape {
  if (kind === 'links') return 'elements'
  if (isUpright) return 'single'
  return rows === skip ? 'empty' : 'table'
}

function eachRow(
  source: ByteSource,
  hint: DocumentHint,
  plan: HtmlPlan,
  visit: ConstructorParameters<typeof HtmlRecords>[1],
  find?: FindEntry,
): void {
  const records = new HtmlRecords(plan, visit)
  const rows = new HtmlRows((row) => {
    const isOfEntries = find && row.list === plan.index
    for (const one of isOfEntries ? entryRows(row, plan, find) : [row])
      if (!records.visit(one)) rows.done = true
  })
  parseDocument(source, hint, rows)
  records.end()
}

// The link to the entry comes first in its cell. Of groups, there is a row for each entry, with the text of its link as that of the cell.
// An item of a list has the title of its entry, then its whole text if that is another one.
function entryRows(row: HtmlRow, { isGrouped, isTitled }: HtmlPlan, find: FindEntry): HtmlRow[] {
  const at = row.cells.findIndex((cell) => linkedEntries(cell, find).length > 0)
  const cell = row.cells[at]
  if (cell === undefined) return [row]
  const withCell = (text: string, links: HtmlCell['links']) => ({
    ...row,
    cells: row.cells.with(at, { ...cell, text, links }),
  })
  const linksTo = (entry: string) => cell.links.filter(({ href }) => find(href) === entry)
  const entries = linkedEntries(cell, find)
  const [first] = entries
  if (isGrouped) return entries.map((entry) => withCell(textOfLink([cell], entry, find), linksTo(entry)))
  if (first === undefined) return [row]
  const own = linksTo(first)
  const titled = isTitled ? textOfLink([cell], first, find) : withoutLinks(cell)
  const title = row.kind === 'links' && titled !== '' ? titled : cell.text
  const one = withCell(title, [...own, ...cell.links.filter((link) => !own.includes(link))])
  return [title === cell.text ? one : { ...one, cells: [...one.cells, { ...cell, links: [] }] }]
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

function eachOtherRow(source: ByteSource, hint: DocumentHint, finding: HtmlFinding, events: Events): void {
  const rest = new HtmlRest(finding, events)
  parseDocument(source, hint, new HtmlRows((row) => rest.visit(row)))
  rest.end()
}

const HEADINGS = new Set(['title', 'h1', 'h2'])
/** Attributes that name a link without text. */
const NAMES = new Set(['@title', '@aria-label', '@alt'])

interface OpenLink {
  readonly depth: number
  readonly href: string
  readonly entry: string
  text: string
  name: string
}

/** Turns all links of a page to entries of a list into records; of several links to one entry, the first with a text. */
class HtmlLinks implements Events {
  readonly #operation: ListOperation
  readonly #visit: (record: ReadRecord) => boolean
  readonly #seen = new Set<string>()
  readonly #path: string[] = []
  #link: OpenLink | undefined
  #heading = ''
  #headings = 0
  done = false
  /** Whether a heading states an error or the page has a password field, so its links are no list. */
  isRefusal = false

  constructor(operation: ListOperation, visit: (record: ReadRecord) => boolean = () => true) {
    this.#operation = operation
    this.#visit = visit
  }

  /** Number of distinct entries. */
  get count(): number {
    return this.#seen.size
  }

  open(step: string, _kind: Container): void {
    this.#path.push(step)
    if (HEADINGS.has(step) && this.#headings++ === 0) this.#heading = ''
  }

  close(): void {
    const step = this.#path.pop() ?? ''
    if (HEADINGS.has(step) && --this.#headings === 0 && isErrorHeading(renderedText(this.#heading)))
      this.isRefusal = true
    if (this.#link && this.#path.length < this.#link.depth) this.#end(this.#link)
  }

  scalar(step: string, value: Scalar): void {
    if (typeof value !== 'string') return
    const element = this.#path.at(-1) ?? ''
    if (element === 'input' && step === '@type' && value.trim().toLowerCase() === 'password')
      this.isRefusal = true
    const entry = element === 'a' && step === '@href' ? findEntry(value, this.#operation) : undefined
    if (entry !== undefined) this.#link = { depth: this.#path.length, href: value, entry, text: '', name: '' }
    if (step === TEXT) this.#addText(value)
    else if (this.#link && NAMES.has(step)) this.#link.name ||= renderedText(value)
  }

  #addText(text: string): void {
    if (this.#headings > 0 && this.#heading.length < 200) this.#heading += text
    if (!this.#link) return
    this.#link.text += text
    if (this.#link.text.length > MOST_RECORD) throw tooLong()
  }

  #end({ href, entry, text, name }: OpenLink): void {
    this.#link = undefined
    const title = renderedText(text) || name
    if (title === '' || this.#seen.has(entry) || this.done) return
    this.#seen.add(entry)
    const record = new Map([
      ['text', title],
      ['text (link)', href],
    ])
    this.done = !this.#visit(record)
  }
}
