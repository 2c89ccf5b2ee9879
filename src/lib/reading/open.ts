import type { Format } from '../interface/index.ts'
import { ANY, type Events, ITEM } from './events.ts'
import { type Beside, findBeside } from './find/beside.ts'
import { findNextLink, findPaging } from './find/paging.ts'
import { findRecords, pathText } from './find/plan.ts'
import { openHtml } from './html/open.ts'
import { parseDocument } from './parse.ts'
import { RecordCollector } from './records/collector.ts'
import { createRecordReader } from './records/reader.ts'
import { Rest } from './records/rest.ts'
import { Survey } from './survey/survey.ts'
import type { ByteSource, DocumentHint, ReadRecord, Shape } from './types.ts'

/** Called with each record, and with its key where records are keyed; false stops. */
export type VisitRecord = (record: ReadRecord, key: string | undefined) => unknown

/** A document after its first pass: what it is, and how to go through its records. */
export interface OpenedDocument {
  readonly format: Format
  readonly encoding: string
  readonly shape: Shape
  readonly path: string
  readonly beside: readonly Beside[]
  readonly others: readonly { readonly path: string; readonly count: number }[]
  /** Why it may be one page of several, given how many records it has. */
  findPaging(count: number): string | undefined
  /** Reads the document again and visits all records, or as many as are wanted. Nothing is visited without records. */
  each(visit: VisitRecord): void
  /** Reads the document again for what is not in its records: wrappers, values and lists beside them; of html other lists alone. Nothing of a tree. */
  eachOther(events: Events): void
}

/** Reads a document once and decides where its records lie. Throws UnreadableDocument. */
export function openDocument(source: ByteSource, hint: DocumentHint): OpenedDocument {
  return hint.format === 'html' ? openHtml(source, hint) : openData(source, hint)
}

function openData(source: ByteSource, hint: DocumentHint): OpenedDocument {
  const { format } = hint
  const survey = new Survey()
  const { encoding } = parseDocument(source, hint, survey)
  const finding = findRecords(survey.root)
  const nothing = {
    format,
    encoding,
    beside: [],
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
      findPaging: (n) => findPaging(beside, n),
      eachOther: (events) => void parseDocument(source, hint, new Rest([...finding.steps, ITEM], events)),
    }
  }
  const { chosen, others } = finding
  const beside = findBeside(chosen.nodes.slice(0, chosen.steps.indexOf(ANY) + 1 || undefined))
  const next = findNextLink(chosen.nodes)
  return {
    format,
    encoding,
    shape: chosen.shape,
    path: path(chosen.steps),
    beside,
    others: others.map(({ steps, count }) => ({ path: path(steps), count })),
    findPaging: (count) => (chosen.shape === 'single' ? undefined : (findPaging(beside, count) ?? next)),
    each(visit) {
      const read = createRecordReader(chosen)
      let skip = chosen.header?.isFirstRow ? 1 : 0
      const collector = new RecordCollector(chosen.steps, (value, key) => {
        if (skip-- > 0) return true
        return visit(read(value, key), key) !== false
      })
      parseDocument(source, hint, collector)
    },
    eachOther: (events) => void parseDocument(source, hint, new Rest(chosen.steps, events)),
  }
}
