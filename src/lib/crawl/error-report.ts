import type { Format } from '../interface/index.ts'
import { findErrorReport } from '../reading/index.ts'

/** A report of an error is short; what is longer is data. */
const LONGEST = 16 * 1024
/** The name of the first element of a document, whatever stands before it. */
const ROOT = /<(?:[\w.-]+:)?([\p{L}_][\p{L}\p{N}_.-]*)/u
const SUSPECT_ROOT = /err|exce|fault|probl|resp|result|env|serv|rep|stat|mess|ошиб|отв/i

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
      if (chunks === undefined || chunks[0] === undefined || !mayReport(chunks[0], format)) return undefined
      return findErrorReport(() => chunks, { format, ...(charset && { charset }) })
    },
  }
}

function mayReport(head: Uint8Array, format: Format): boolean {
  const text = Buffer.from(head).subarray(0, 1024).toString()
  // UTF-16 is rare enough to be read in any case.
  if (text.includes('\0')) return true
  if (format === 'json') return /^[\s\ufeff]*\{/.test(text)
  return SUSPECT_ROOT.test(ROOT.exec(text)?.[1] ?? '')
}
