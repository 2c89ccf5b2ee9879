import { FetchFailure, findNoCodings, type OriginAnswer, openHead, quotable, single } from '../http/index.ts'
import type { Format, Representation } from '../interface/index.ts'
import { createDocumentCheck, sniffEncoding, UnreadableDocument } from '../reading/index.ts'
import type { Draft, Evidence, FileSink } from '../snapshot/index.ts'
import { parseContentType } from './content-type.ts'
import { createReportCheck } from './error-report.ts'
import { describeEvidence } from './evidence.ts'
import { findPagingHeaders, openPagingHint } from './partial.ts'
import type { BodySink } from './request.ts'

/** An encoding declaration lies within these first bytes (WHATWG HTML, 13.2.3.2). */
const HEAD_BYTES = 1024

/** A body that is being written into the draft. */
export interface Body extends BodySink {
  readonly file: FileSink
  readonly encoding: () => string
  /** Whether the encoding can be found from the bytes alone, without the Content-Type header. */
  readonly isSelfDescribing: () => boolean
  evidence(): Evidence | undefined
  /** Whether it contains a name that may indicate paging. */
  readonly mayHavePaging: () => boolean
}

/** The limits and checks that apply to a body. */
export interface BodyContext {
  readonly draft: Draft
  readonly onBytes: (count: number) => void
  /** Maximum bytes of a body, and of a list. Expanded xml entities count as well. */
  readonly maxBodyBytes: number
  readonly maxListBytes: number
  /** Maximum nesting depth. */
  readonly maxDepth: number
  /** Kinds of answers with status 200 that are rejected. */
  readonly refuse: readonly ('errors' | 'mismatches' | 'losses')[]
}

/** Receives a body: every chunk is hashed, stored and checked as it arrives; the transfer is aborted as soon as the body is rejected. */
export function openBody(
  { draft, onBytes, maxBodyBytes, maxListBytes, maxDepth, refuse }: BodyContext,
  { resource, format }: Representation,
  path: string,
  answer: OriginAnswer,
  address: string,
): Body {
  const file = draft.open(path)
  const { mediaType, charset } = parseContentType(single(answer.headers['content-type']))
  const maxBytes = resource.operation === 'get_dataset' ? maxBodyBytes : Math.min(maxListBytes, maxBodyBytes)
  const check = createDocumentCheck(format, charset, { maxDepth, maxBytes })
  const reportCheck = refuse.includes('errors') ? createReportCheck(format, charset) : undefined
  let encoding = 'utf-8'
  const head = openHead(HEAD_BYTES)
  const pagingHint = openPagingHint(format)
  const checked = (act: () => void) => {
    try {
      act()
    } catch (error) {
      if (!(error instanceof UnreadableDocument)) throw error
      throw unreadable(error, answer, format, address)
    }
  }
  return {
    file,
    encoding: () => encoding,
    isSelfDescribing: () => sniffEncoding(head.bytes(), undefined) === encoding,
    write(chunk) {
      head.write(chunk)
      onBytes(chunk.length)
      file.write(chunk)
      checked(() => check.write(chunk))
      reportCheck?.write(chunk)
      pagingHint.write(chunk)
    },
    finish() {
      checked(() => {
        encoding = check.end().encoding
      })
      const report = reportCheck?.find()
      if (report !== undefined)
        throw new FetchFailure(
          'error',
          address,
          `answered 200 with an error instead of data: it ${report} (the config key refuse)`,
          { status: 200, mediaType },
        )
    },
    mayHavePaging: () => pagingHint.found() || findPagingHeaders(answer.headers) !== undefined,
    evidence() {
      const { bytes, sha256 } = file.digest()
      return bytes === 0 ? undefined : describeEvidence(bytes, sha256, head.bytes())
    },
  }
}

function unreadable(
  error: UnreadableDocument,
  { headers }: OriginAnswer,
  format: Format,
  address: string,
): FetchFailure {
  const { mediaType } = parseContentType(single(headers['content-type']))
  const [coding] = findNoCodings(headers['content-encoding'])
  const labelled =
    coding === undefined ? '' : ` labelled "${quotable(coding, 40)}", which is no registered content coding,`
  return new FetchFailure(
    coding === undefined ? error.fault : 'encoding',
    address,
    `answered 200 with a body${labelled} that is not ${format}: ${error.message.replace(/\.$/, '')}`,
    { status: 200, mediaType, cause: error },
  )
}
