import { ANY, ITEM } from './events.ts'
import { findBeside, findNextLink, findPaging } from './find/beside.ts'
import { findRecords, pathText } from './find/plan.ts'
import { openHtml } from './html/open.ts'
import type { OpenedDocument } from './opened-document.ts'
import { parseDocument } from './parse.ts'
import { RecordCollector } from './records/collector.ts'
import { createRecordReader, Rest } from './records/reader.ts'
import { StructureSurvey } from './survey.ts'
import type { ByteSource, DocumentHint } from './types.ts'

/** Reads a document once and finds its records. Throws UnreadableDocument. */
export function openDocument(source: ByteSource, hint: DocumentHint): OpenedDocument {
  return hint.format === 'html' ? openHtml(source, hint) : openData(source, hint)
}

function openData(source: ByteSource, hint: DocumentHint): OpenedDocument {
  const { format } = hint
  const survey = new StructureSurvey()
  const { encoding } = parseDocument(source, hint, survey)
  const finding = findRecords(survey.root)
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
  const { chosen, others } = finding
  const beside = findBeside(chosen.nodes.slice(0, chosen.steps.indexOf(ANY) + 1 || undefined))
  const next = findNextLink(chosen.nodes)
  return {
    format,
    encoding,
    shape: chosen.shape,
    path: path(chosen.steps),
    beside,
    around: chosen.steps.slice(format === 'xml' ? 0 : 1).filter((step) => step !== ITEM && step !== ANY),
    others: others.map(({ steps, count }) => ({ path: path(steps), count })),
    findPaging: (counts) => (chosen.shape === 'single' ? undefined : (findPaging(beside, counts) ?? next)),
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
