import { ANY, type Events, IGNORE, ITEM } from './events.ts'
import { findBeside, findPaging, isPagerName, pageIn } from './find/beside.ts'
import type { Candidate } from './find/candidate.ts'
import { isHeaderName, isOneArray } from './find/columnar.ts'
import { findRecords, pathText } from './find/plan.ts'
import { openHtml } from './html/open.ts'
import type { OpenedDocument, VisitRecord } from './opened-document.ts'
import { parseDocument } from './parse.ts'
import { RecordCollector } from './records/collector.ts'
import { eachRowOfColumns } from './records/columnar.ts'
import { createRecordReader, Rest } from './records/reader.ts'
import {
  countOf,
  isTextElement,
  namedChildren,
  plainCount,
  type SkeletonNode,
  StructureSurvey,
} from './survey.ts'
import type { ByteSource, DocumentHint } from './types.ts'

/** Reads a document once and finds its records; with `visit`, also visits every text, as {@link eachText} does. Throws UnreadableDocument. */
export function openDocument(source: ByteSource, hint: DocumentHint, visit?: VisitText): OpenedDocument {
  if (hint.format !== 'html') return openData(source, hint, visit)
  if (visit) eachText(source, hint, visit)
  return openHtml(source, hint)
}

/** Called with each text of a document: the name of a json member, or a string, attribute or text node. */
export type VisitText = (text: string, where: 'key' | 'value') => void

/**
 * Visits every text of a document of any shape, in order: json strings and member names, the text and attributes of xml and html.
 * Names of elements and attributes are not texts; neither are numbers. Throws UnreadableDocument.
 */
export function eachText(source: ByteSource, hint: DocumentHint, visit: VisitText): void {
  parseDocument(source, hint, visitingTexts(IGNORE, hint, visit))
}

function visitingTexts(events: Events, { format }: DocumentHint, visit: VisitText): Events {
  const isJson = format === 'json'
  return {
    open(step, kind) {
      if (isJson && step !== ITEM) visit(step, 'key')
      events.open(step, kind)
    },
    close: () => events.close(),
    scalar(step, value) {
      if (isJson && step !== ITEM) visit(step, 'key')
      if (typeof value === 'string') visit(value, 'value')
      events.scalar(step, value)
    },
  }
}

function openData(source: ByteSource, hint: DocumentHint, visit?: VisitText): OpenedDocument {
  const { format } = hint
  const survey = new StructureSurvey()
  const { encoding } = parseDocument(source, hint, visit ? visitingTexts(survey, hint, visit) : survey)
  const finding = findRecords(survey.root, hint.list !== undefined)
  const nothing = {
    format,
    encoding,
    beside: [],
    around: [],
    others: [],
    path: '',
    findPaging: () => undefined,
    each() {},
    eachOther() {},
  }
  if (finding.shape === 'tree') return { ...nothing, shape: 'tree' }
  const path = (steps: readonly string[]) => pathText(steps, format === 'xml')
  if (finding.shape === 'empty') {
    const beside = findBeside([...finding.nodes, ...finding.nodes.slice(-1)])
    return {
      ...nothing,
      shape: 'empty',
      path: path(finding.steps),
      beside,
      findPaging: (counts) => findPaging(beside, counts),
      eachOther: (events) => void parseDocument(source, hint, new Rest([...finding.steps, ITEM], events)),
    }
  }
  const { chosen, others, dictionary } = finding
  const columns = chosen.columns?.map(({ step }) => step)
  const around = stepsAround(chosen)
  const beside = findBeside(
    chosen.nodes.slice(0, (columns === undefined && chosen.steps.indexOf(ANY) + 1) || undefined),
    chosen.columns,
  )
  const links = findPageLinks(chosen.nodes)
  const parse = (events: Events) => void parseDocument(source, hint, events)
  return {
    format,
    encoding,
    shape: chosen.shape,
    path: path(around),
    beside,
    around: around.slice(format === 'xml' ? 0 : 1).filter((step) => step !== ITEM && step !== ANY),
    others: others.map((list) => ({
      path: path(stepsAround(list)),
      count: list.count,
      each: (visit) => eachIn(list, parse, visit),
    })),
    ...(dictionary && { eachDescribed: (visit) => eachIn(dictionary, parse, visit) }),
    findPaging: (counts) => (chosen.shape === 'single' ? undefined : (findPaging(beside, counts) ?? links)),
    hasObjects: columns === undefined && hasObjects(chosen),
    hasColumns: hasColumns(chosen),
    each: (visit) => eachIn(chosen, parse, visit),
    eachOther(events) {
      if (!chosen.nodes.slice(0, -1).every(isPathAlone)) parse(new Rest(chosen.steps, events, columns))
    },
  }
}

/** The steps to a record, or to the object of columns. */
function stepsAround({ steps, columns }: Candidate): readonly string[] {
  return columns === undefined ? steps : steps.slice(0, -2)
}

/** Visits the records of a list, which may be columns. */
function eachIn(list: Candidate, parse: (events: Events) => void, visit: VisitRecord): void {
  const names = list.columns?.map(({ step }) => step)
  if (names === undefined) eachOf(list, parse, visit)
  else eachRowOfColumns({ steps: stepsAround(list), names, rows: list.count }, parse, visit)
}

function eachOf(chosen: Candidate, parse: (events: Events) => void, visit: VisitRecord): void {
  const read = createRecordReader(chosen)
  let skip = chosen.header?.isFirstRow ? 1 : 0
  parse(
    new RecordCollector(chosen.steps, (value, key) => {
      if (skip-- > 0) return true
      return visit(read(value, key), chosen.shape === 'keyed' ? key : undefined) !== false
    }),
  )
}

/** Whether records may contain objects. */
function hasObjects(chosen: Candidate): boolean {
  const below = chosen.nodes.slice(chosen.steps.includes(ANY) ? chosen.steps.indexOf(ANY) : -1)
  const inner = below.flatMap((node) => [...node.children.values()])
  const innermost = inner.flatMap((node) => [...node.children.values()])
  return [...inner, ...innermost].some(
    (node) => node.objects > 0 || (node.elements > 0 && !isTextElement(node)),
  )
}

/** Whether an array that records lie in is a column beside others: `{"code": ["a", "b"], "groups": [["x"], ["y", "z"]]}`. */
function hasColumns({ nodes, header }: Candidate): boolean {
  return nodes.some((node, at) => {
    const column = nodes[at + 1]
    if (node.objects !== 1 || column === undefined || !isOneArray(column) || column.width < 2) return false
    const others = [...node.children.values()].filter(
      (child) => child !== column && isOneArray(child) && child.width === column.width,
    )
    const names = others.find(
      (child) => header?.item !== undefined && child.children.get(ITEM) === header.item,
    )
    return others.length > 0 && !(names !== undefined && isHeaderName(names.step))
  })
}

/** Whether every value here is a container with the next step of a path and nothing else. */
function isPathAlone(node: SkeletonNode): boolean {
  return node.children.size === 1 && plainCount(node) === 0
}

const RELATIONS = ['@rel', 'rel', 'relation']
const MOST_LEVELS = 4

/**
 * Why a document has further pages according to what it links to outside of its records, `nodes` of which lead to one: a link to the next or last
 * page, or to the one before (`<link rel="next">`, `{"rel": "next"}`, RFC 8288), or a list of pages (`{"pages": ["/?page=1", "/?page=2"]}`).
 */
function findPageLinks(nodes: readonly SkeletonNode[]): string | undefined {
  for (const node of besideOf(nodes)) {
    const relations = relationsOf(node)
    const pages = textsBelow(node).map(pageIn)
    const has = (...names: string[]) => relations.some((relation) => names.includes(relation))
    const isMany = pages.some((page) => page > 1)
    if (has('next')) return `there is a ${node.step} with rel="next"`
    if (has('last') && isMany) return `there is a ${node.step} with rel="last" to a later page`
    if (has('prev', 'previous') && pages.some((page) => page >= 0))
      return `there is a ${node.step} with rel="prev" to another page`
    if (isPagerName(node.step) && isListOfPages(node)) return `${node.step} is a list of several pages`
  }
  return undefined
}

// The relations as words: a registered one may be stated as an address.
function relationsOf(node: SkeletonNode): string[] {
  const values = RELATIONS.flatMap((name) => itemsOf(node).children.get(name)?.values ?? [])
  return values.flatMap((value) =>
    value
      .toLowerCase()
      .split(/\s+/)
      .map((relation) => relation.slice(Math.max(relation.lastIndexOf('/'), relation.lastIndexOf('#')) + 1)),
  )
}

function itemsOf(node: SkeletonNode): SkeletonNode {
  return node.children.get(ITEM) ?? node
}

// All that lies outside of the records, also in objects that occur once.
function besideOf(nodes: readonly SkeletonNode[]): SkeletonNode[] {
  const below = (node: SkeletonNode, levels: number): SkeletonNode[] =>
    namedChildren(node)
      .filter((child) => !nodes.includes(child) && child.step !== ITEM)
      .flatMap((child) => [
        child,
        ...(levels > 0 && child.objects + child.elements === 1 ? below(child, levels - 1) : []),
      ])
  return nodes
    .slice(0, -1)
    .filter(({ objects, elements }) => objects + elements < 2)
    .flatMap((wrapper) => below(wrapper, MOST_LEVELS))
}

function textsBelow(node: SkeletonNode, levels = MOST_LEVELS): readonly string[] {
  const inner = levels > 0 ? [...node.children.values()] : []
  return [...node.values, ...inner.flatMap((child) => textsBelow(child, levels - 1))]
}

// Addresses of several pages, or their numbers from the first one on.
function isListOfPages(node: SkeletonNode): boolean {
  const texts = textsBelow(node)
  if (new Set(texts.map(pageIn).filter((page) => page >= 0)).size > 1) return true
  if (texts.includes('1') && texts.includes('2')) return true
  const item = itemsOf(node)
  return item.numerals > 1 && item.numerals === countOf(item) && item.sample === '1'
}
