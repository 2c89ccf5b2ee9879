import { findEntry } from '../../interface/index.ts'
import type { Events } from '../events.ts'
import type { OpenedDocument } from '../opened-document.ts'
import { parseDocument } from '../parse.ts'
import type { ByteSource, DocumentHint, ReadRecord, Shape } from '../types.ts'
import { findLinks } from './links.ts'
import { HtmlOutline } from './outline.ts'
import { HtmlRecords, HtmlRest, nameOthers } from './rest.ts'
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
  if (!finding || links?.isRefusal) return { ...page, shape: 'tree', path: '', each() {} }
  const { chosen: plan } = finding
  return {
    ...page,
    shape: shapeOf(plan),
    path: pathOf(plan),
    others: nameOthers(finding).map(({ plan: other, name }) => ({
      path: name,
      count: countHtmlRecords(other),
      each: (visit) => eachRowOf(source, hint, other, (record) => visit(record, undefined) !== false),
    })),
    each: (visit) => eachRow(source, hint, finding, (record) => visit(record, undefined) !== false, find),
    eachOther: (events) => eachOtherRow(source, hint, finding, events, find),
  }
}

function pathOf({ kind }: HtmlPlan): string {
  return kind === 'table' ? 'table' : 'list of links'
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
  visit: ConstructorParameters<typeof HtmlRecords>[1],
  find: FindEntry | undefined,
): void {
  const records = new HtmlRecords(plan, visit)
  const rows = newRows(find, (row) => {
    const isOfEntries = find && plan.parts.has(row.list)
    for (const { entry, row: one } of isOfEntries ? entryRows(row, plan, find) : [{ row, entry: undefined }])
      if (!records.visit(one, entry === undefined ? [] : groups.fieldsOf(entry))) rows.done = true
  })
  parseDocument(source, hint, rows)
  records.end()
}

function eachRowOf(
  source: ByteSource,
  hint: DocumentHint,
  plan: HtmlPlan,
  visit: (record: ReadRecord) => boolean,
): void {
  const records = new HtmlRecords(plan, visit)
  const rows = new HtmlRows((row) => {
    if (!records.visit(row)) rows.done = true
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
