import type { Events } from '../events.ts'
import type { OpenedDocument } from '../open.ts'
import { parseDocument } from '../parse.ts'
import type { ByteSource, DocumentHint, Shape } from '../types.ts'
import { HtmlRecords } from './records.ts'
import { HtmlRest } from './rest.ts'
import { HtmlRows } from './rows.ts'
import { countOf, type HtmlFinding, type HtmlPlan, HtmlSurvey } from './survey.ts'

/** Reads an html page once and decides which table or list of links holds its records. Throws UnreadableDocument. */
export function openHtml(source: ByteSource, hint: DocumentHint): OpenedDocument {
  const survey = new HtmlSurvey()
  const rows = new HtmlRows((row) => survey.visit(row))
  const { encoding } = parseDocument(source, hint, rows)
  const finding = survey.find()
  const findPaging = () => (rows.hasNext ? 'the page has a link with rel="next"' : undefined)
  const page = { format: hint.format, encoding, beside: [], others: [], findPaging, eachOther() {} }
  if (!finding) return { ...page, shape: 'tree', path: '', each() {} }
  const { chosen: plan, others } = finding
  return {
    ...page,
    shape: shapeOf(plan),
    path: pathOf(plan),
    others: others.map((other) => ({ path: pathOf(other), count: countOf(other) })),
    each: (visit) => eachRow(source, hint, plan, (record) => visit(record, undefined) !== false),
    eachOther: (events) => eachOtherRow(source, hint, finding, events),
  }
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
