import { openDocument } from './open.ts'
import type { OpenedDocument } from './opened-document.ts'
import type { ByteSource, DocumentHint, ReadRecord } from './types.ts'

/** The properties of a document, without its records. */
type Outline = Pick<OpenedDocument, 'format' | 'encoding' | 'shape' | 'path' | 'beside' | 'others'> & {
  /** Number of visited records. */
  readonly visited: number
  /** Why the document may be one page of several; only if all records were visited. */
  readonly paging?: string
}

/**
 * Visits all records of a document in order, one at a time; false from `visit` stops. `key` is the name of the member in an object of
 * records by key, which is also the first column. Records that are plain values have the one column `value`. Throws UnreadableDocument.
 */
export function eachRecord(
  source: ByteSource,
  hint: DocumentHint,
  // biome-ignore lint/suspicious/noConfusingVoidType: a visitor may return nothing at all
  visit: (record: ReadRecord, key: string | undefined) => void | false,
): Outline {
  const opened = openDocument(source, hint)
  const { format, encoding, shape, path, beside, others } = opened
  let visited = 0
  let isStopped = false
  opened.each((record, key) => {
    visited++
    isStopped = visit(record, key) === false
    return !isStopped
  })
  const paging = isStopped ? undefined : opened.findPaging(visited)
  return {
    format,
    encoding,
    shape,
    path,
    beside,
    others,
    visited,
    ...(paging !== undefined && { paging }),
  }
}
