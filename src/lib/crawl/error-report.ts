import type { Format } from '../interface/index.ts'
import { findErrorReport } from '../reading/index.ts'

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
      return findErrorReport(() => chunks, { format, ...(charset && { charset }) })
    },
  }
}

function mayReport(head: Buffer, format: Format, bytes: number): boolean {
  const text = head.toString()
  // UTF-16 is rare, so it is always checked.
  if (text.includes('\0')) return true
  if (format === 'xml') return bytes <= SHORT || SUSPECT_ROOT.test(ROOT.exec(text)?.[1] ?? '')
  const isNoList = /^[\s\ufeff]*(?:\{|null|false|"\s*")/.test(text)
  return isNoList && (bytes <= SHORT || SUSPECT_WORDS.test(text))
}
