import type { IncomingHttpHeaders } from 'node:http'
import { findLocation, quotable, single } from '../http/index.ts'

/** What came over HTTP to one question. */
export interface Given {
  readonly kind: 'given'
  readonly address: string
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** Of the body, its content coding undone. */
  readonly bytes: number
  readonly sha256: string
  /** The first bytes of it, as many as the question keeps. */
  readonly head: Buffer
  /** Why the body is none to judge, as a clause: it broke off, could not be decoded, or did not end. */
  readonly problem?: string
}

/** A question nothing came to, twice. The message is a clause: `could not be reached (ECONNREFUSED)`. */
interface Failed {
  readonly kind: 'failed'
  readonly address: string
  readonly message: string
}

export type CheckAnswer = Given | Failed

/** Statuses of a host that is busy, not wrong. */
export const BUSY: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504])

/** A header of an answer; what is repeated counts as a list (RFC 9110, 5.3). */
export function headerOf({ headers }: Given, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}

/** Where an answer leads to: null when its Location is no address, undefined when it is no redirect. */
export function locationOf(answer: Given): URL | null | undefined {
  return findLocation(new URL(answer.address), answer)
}

/** What was seen, in a few words. */
export function describeAnswer(answer: CheckAnswer): string {
  if (answer.kind === 'failed') return `it ${answer.message}`
  const { status, bytes, sha256, problem } = answer
  const location = single(answer.headers.location)
  if (location !== undefined) return `${status} to ${quotable(Buffer.from(location, 'latin1').toString())}`
  if (problem !== undefined) return `${status}, and it ${problem}`
  return status === 200 ? describeBytes(bytes, sha256) : `${status}`
}

/** Bytes by their number and the beginning of their sha256. */
export function describeBytes(bytes: number | undefined, sha256: string): string {
  return `${bytes === undefined ? '' : `${bytes} bytes, `}sha256 ${sha256.slice(0, 12)}…`
}
