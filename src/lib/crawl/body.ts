import {
  FetchFailure,
  findNoCodings,
  type OriginAnswer,
  openHead,
  quoteForeign,
  single,
} from '../http/index.ts'
import type { Format, Representation } from '../interface/index.ts'
import { createDocumentCheck, findErrorReport, sniffEncoding, UnreadableDocument } from '../reading/index.ts'
import type { Draft, Evidence, FileSink, ManifestRecord } from '../snapshot/index.ts'
import { collectNames, findPagingHeaders } from './partial.ts'
import { type BodySink, describeEvidence } from './request.ts'

/** An encoding declaration is within these first bytes (WHATWG HTML, 13.2.3.2). */
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
  const names = collectNames()
  const onName = format === 'html' ? undefined : names.add
  const check = createDocumentCheck(format, charset, { maxDepth, maxBytes, ...(onName && { onName }) })
  const reportCheck = refuse.includes('errors') ? createReportCheck(format, charset) : undefined
  let encoding = 'utf-8'
  const head = openHead(HEAD_BYTES)
  const checked = (act: () => void) => {
    try {
      act()
    } catch (error) {
      if (!(error instanceof UnreadableDocument)) throw error
      throw unreadable(error, answer, head.bytes(), format, address)
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
    mayHavePaging: () => names.mayHavePaging() || findPagingHeaders(answer.headers) !== undefined,
    evidence() {
      const { bytes, sha256 } = file.digest()
      return bytes === 0 ? undefined : describeEvidence(bytes, sha256, head.bytes())
    },
  }
}

function unreadable(
  error: UnreadableDocument,
  { headers }: OriginAnswer,
  head: Uint8Array,
  format: Format,
  address: string,
): FetchFailure {
  const { mediaType } = parseContentType(single(headers['content-type']))
  const [coding] = findNoCodings(headers['content-encoding'])
  const labelled =
    coding === undefined
      ? ''
      : ` labelled "${quoteForeign(coding, 40)}", which is no registered content coding,`
  const isCoded = isGzip(head)
  const fault = error.fault === 'large' ? 'too large' : `not ${format}`
  const why = isCoded ? UNSTATED : error.message.replace(/\.$/, '')
  return new FetchFailure(
    coding === undefined && !isCoded ? error.fault : 'encoding',
    address,
    `answered 200 with a body${labelled} that is ${fault}: ${why}`,
    { status: 200, mediaType, cause: error },
  )
}

/** Nothing states how often such a body is compressed, so it is not decompressed. */
const UNSTATED =
  'it is compressed with gzip, which its Content-Encoding does not state, or states less often than it was done. Ask the operator of the origin to compress it once and to state that'

/** Whether bytes begin as a member of gzip that is compressed with deflate (RFC 1952, 2.3.1). */
function isGzip([first, second, method]: Uint8Array): boolean {
  return first === 0x1f && second === 0x8b && method === 8
}

/** An error report is short; longer documents are data. */
const LONGEST = 16 * 1024
/** Documents of up to this size are always checked; longer ones only if their beginning contains a suspicious word. */
const SHORT = 1024
/** The name of the root element, whatever precedes it. */
const ROOT = /<(?:[\w.-]+:)?([\p{L}_][\p{L}\p{N}_.-]*)/u
const SUSPECT_ROOT = /err|exce|fault|probl|resp|rsp|result|env|serv|rep|stat|mess|ошиб|отв|исклю/i
const SUSPECT_WORDS = /err|exce|fault|fail|success|"ok"|stat|mess|detail|ошиб|исклю/i

/** Checks a document, while it arrives, for an error report in place of data. */
interface ReportCheck {
  write(chunk: Uint8Array): void
  /** A clause that quotes the report; undefined for data. Call after the last chunk. */
  find(): string | undefined
}

/** Opens a check that costs almost nothing for documents that cannot be reports: long ones, json arrays, xml with other root elements. */
export function createReportCheck(format: Format, charset: string | undefined): ReportCheck {
  let stored: Uint8Array[] | undefined = []
  let bytes = 0
  return {
    write(chunk) {
      bytes += chunk.length
      if (bytes > LONGEST) stored = undefined
      stored?.push(chunk)
    },
    find() {
      const chunks = stored
      if (chunks === undefined || !mayReport(Buffer.concat(chunks).subarray(0, SHORT), format, bytes))
        return undefined
      return findErrorReport(() => chunks, { format, charset })
    },
  }
}

/** Whether a stored body is a report of an error, which a run with another config accepted. */
export function isStoredReport(
  { format, charset, bytes = 0 }: Pick<ManifestRecord, 'format' | 'charset' | 'bytes'>,
  source: () => Iterable<Uint8Array>,
): boolean {
  if (bytes > LONGEST) return false
  const check = createReportCheck(format, charset)
  for (const chunk of source()) check.write(chunk)
  return check.find() !== undefined
}

function mayReport(head: Buffer, format: Format, bytes: number): boolean {
  const text = head.toString()
  // UTF-16 is rare, so it is always checked.
  if (text.includes('\0')) return true
  if (format === 'xml') return bytes <= SHORT || SUSPECT_ROOT.test(ROOT.exec(text)?.[1] ?? '')
  const isNoList = /^[\s\ufeff]*(?:\{|null|false|"\s*")/.test(text)
  return isNoList && (bytes <= SHORT || SUSPECT_WORDS.test(text))
}

/** Parses a Content-Type header: the media type in lower case, and its charset parameter (RFC 9110, 8.3.1). */
export function parseContentType(header: string | undefined): { mediaType?: string; charset?: string } {
  const [type = '', ...parameters] = (header ?? '').split(';')
  const mediaType = type.trim().toLowerCase()
  const charset = parameters
    .map((parameter) => /^\s*charset\s*=\s*"?([^";\s]+)/i.exec(parameter)?.[1]?.toLowerCase())
    .find((value) => value !== undefined)
  return { ...(mediaType && { mediaType }), ...(charset && { charset }) }
}
