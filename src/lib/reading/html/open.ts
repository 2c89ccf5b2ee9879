import { isEntryLink, type ListOperation } from '../../interface/index.ts'
import type { Events } from '../events.ts'
import type { OpenedDocument } from '../opened-document.ts'
import { parseDocument } from '../parse.ts'
import type { ByteSource, DocumentHint, Shape } from '../types.ts'
import { HtmlLinks } from './links.ts'
import { HtmlRecords } from './records.ts'
import { HtmlRest } from './rest.ts'
import { HtmlRows } from './rows.ts'
import { countHtmlRecords, type HtmlFinding, type HtmlPlan, HtmlSurvey } from './survey.ts'

/** Reads an html page and finds the table or list of links with its records. Throws UnreadableDocument. */
export function openHtml(source: ByteSource, hint: DocumentHint): OpenedDocument {
  const { list } = hint
  const survey = new HtmlSurvey(list && ((href) => isEntryLink(href, list)))
  const rows = new HtmlRows((row) => survey.visit(row))
  const { encoding } = parseDocument(source, hint, rows)
  const finding = survey.find()
  const findPaging = () => (rows.hasNext ? 'the page has a link with rel="next"' : undefined)
  const page = { format: hint.format, encoding, beside: [], others: [], findPaging, eachOther() {} }
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
    each: (visit) => eachRow(source, hint, plan, (record) => visit(record, undefined) !== false),
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
): void {
  const records = new HtmlRecords(plan, visit)
  const rows = new HtmlRows((row) => {
    if (!records.visit(row)) rows.done = true
  })
  parseDocument(source, hint, rows)
  records.end()
}

function eachOtherRow(source: ByteSource, hint: DocumentHint, finding: HtmlFinding, events: Events): void {
  const rest = new HtmlRest(finding, events)
  parseDocument(source, hint, new HtmlRows((row) => rest.visit(row)))
  rest.end()
}
