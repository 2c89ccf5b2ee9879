import type { Format } from '../interface/index.ts'
import { findErrorReport } from '../reading/index.ts'

/** A report of an error is short; what is longer is data. */
const LONGEST = 16 * 1024
/** So short a document is read in any case; a longer one only when its head sounds like a report. */
const SHORT = 1024
/** The name of the first element of a document, whatever stands before it. */
const ROOT = /<(?:[\w.-]+:)?([\p{L}_][\p{L}\p{N}_.-]*)/u
const SUSPECT_ROOT = /err|exce|fault|probl|resp|rsp|result|env|serv|rep|stat|mess|ошиб|отв|исклю/i
const SUSPECT_WORDS = /err|exce|fault|fail|success|"ok"|stat|mess|detail|ошиб|исклю/i

/** Listens to a document as it comes, for the case that it tells of an error in the place of data. */
export interface ReportCheck {
  write(chunk: Uint8Array): void
  /** What it tells, as a clause; undefined for data. Call after the last chunk. */
  find(): string | undefined
}

/** A check that costs next to nothing for what cannot be a report: long documents, json lists, xml of other elements. */
export function createReportCheck(format: Format, charset: string | undefined): ReportCheck {
  let held: Uint8Array[] | undefined = []
  let bytes = 0
  return {
    write(chunk) {
      bytes += chunk.length
      if (bytes > LONGEST) held = undefined
      held?.push(chunk)
    },
    find() {
      const chunks = held
      if (chunks === undefined || !mayReport(Buffer.concat(chunks).subarray(0, SHORT), format, bytes))
        return undefined
      return findErrorReport(() => chunks, { format, ...(charset && { charset }) })
    },
  }
}

function mayReport(head: Buffer, format: Format, bytes: number): boolean {
  const text = head.toString()
  // UTF-16 is rare enough to be read in any case.
  if (text.includes('\0')) return true
  if (format === 'xml') return bytes <= SHORT || SUSPECT_ROOT.test(ROOT.exec(text)?.[1] ?? '')
  const isNoList = /^[\s\ufeff]*(?:\{|null|false|"\s*")/.test(text)
  return isNoList && (bytes <= SHORT || SUSPECT_WORDS.test(text))
}
