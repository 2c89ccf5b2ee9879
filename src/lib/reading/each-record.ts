import { type Events, ITEM, type Scalar } from './events.ts'
import { openDocument, type VisitText } from './open.ts'
import type { OpenedDocument } from './opened-document.ts'
import { parseDocument } from './parse.ts'
import { ValueBuilder } from './records/collector.ts'
import { type ByteSource, type DocumentHint, type ReadRecord, readOr, type Value } from './types.ts'

/** The properties of a document, without its records. */
type Outline = Pick<
  OpenedDocument,
  'format' | 'encoding' | 'shape' | 'path' | 'beside' | 'around' | 'others'
> & {
  /** Number of visited records. */
  readonly visited: number
  /** Why the document may be one page of several; only if all records were visited. */
  readonly paging?: string
  /** The same if it has this many entries, however they are counted. */
  findPaging(counts: readonly number[]): string | undefined
  /**
   * The whole document as one value, where it has no records, or where values beside them have one of these names or are columns; undefined where not,
   * for html. Throws UnreadableDocument if it is larger than a record may be.
   */
  readWhole(names: ReadonlySet<string>): Value | undefined
  /** What lies outside of the records, as one value; undefined where there is nothing, for html, or if it is larger than a record may be. */
  readRest(): Value | undefined
}

/**
 * Visits all records of a document in order, one at a time; false from `visit` stops. `key` is the name of the member in an object of
 * records by key, which is also the first column. Records that are plain values have the one column `value`. With `visitText`, every text of
 * the document is visited first, as by {@link eachText}. Throws UnreadableDocument.
 */
export function eachRecord(
  source: ByteSource,
  hint: DocumentHint,
  // biome-ignore lint/suspicious/noConfusingVoidType: a visitor may return nothing at all
  visit: (record: ReadRecord, key: string | undefined) => void | false,
  visitText?: VisitText,
): Outline {
  const opened = openDocument(source, hint, visitText)
  const { format, encoding, shape, path, beside, around, others } = opened
  let visited = 0
  let isStopped = false
  opened.each((record, key) => {
    visited++
    isStopped = visit(record, key) === false
    return !isStopped
  })
  const paging = isStopped ? undefined : opened.findPaging([visited])
  return {
    format,
    encoding,
    shape,
    path,
    beside,
    around,
    others,
    visited,
    ...(paging !== undefined && { paging }),
    findPaging: opened.findPaging,
    readWhole: (names) => (mayHaveMore(opened, names, visited) ? readWhole(source, hint) : undefined),
    readRest: () => (format === 'html' ? undefined : readOr(undefined, () => readRest(opened))),
  }
}

function mayHaveMore(opened: OpenedDocument, names: ReadonlySet<string>, records: number): boolean {
  if (opened.format === 'html' || opened.shape === 'tree') return opened.shape === 'tree'
  if (opened.hasColumns) return true
  if (opened.shape === 'rows') return hasOtherItems(opened, names)
  // Lists of as many plain values may be columns: `<code>a</code><code>b</code><title>A</title><title>B</title>`.
  // So may objects by position: `{"code": {"0": "a", "1": "b"}, "title": {"0": "A", "1": "B"}}`.
  if (opened.shape === 'keyed' && names.has('0') && names.has('1')) return true
  if (names.size === 1 && opened.others.some(({ count }) => count === records)) return true
  const counts: number[] = []
  const alike = {
    done: false,
    open(step: string) {
      counts.push(0)
      alike.done ||= names.has(step) || (step === ITEM && counts.length > 1)
    },
    close() {
      const count = counts.pop()
      alike.done ||= count === records && records > 1
    },
    scalar(step: string) {
      if (step === ITEM && counts.length > 0) counts.push((counts.pop() ?? 0) + 1)
      alike.done ||= names.has(step.replace(/^@/, '')) || step === ITEM
    },
  }
  opened.eachOther(alike)
  return alike.done
}

// Whether there are lists beside rows of cells, other than that with the names of the columns.
function hasOtherItems(opened: OpenedDocument, names: ReadonlySet<string>): boolean {
  let depth = 0
  const others = {
    done: false,
    open(step: string) {
      others.done ||= step === ITEM && depth > 0
      depth++
    },
    close() {
      depth--
    },
    scalar(step: string, value: Scalar) {
      others.done ||= step === ITEM && value !== null && !names.has(String(value))
    },
  }
  opened.eachOther(others)
  return others.done
}

function readWhole(source: ByteSource, hint: DocumentHint): Value | undefined {
  return build((events) => void parseDocument(source, hint, events))
}

function readRest(opened: OpenedDocument): Value | undefined {
  return build((events) => opened.eachOther(events))
}

function build(parse: (events: Events) => void): Value | undefined {
  const builder = new ValueBuilder()
  let value: Value | undefined
  parse({
    open: (step, kind) => builder.open(step, kind),
    scalar: (step, value) => builder.scalar(step, value),
    close() {
      value = builder.close()
    },
  })
  return value
}
