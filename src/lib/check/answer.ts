import type { IncomingHttpHeaders } from 'node:http'
import { findLocation, quotable, single } from '../http/index.ts'

/** The response to one question. */
export interface Given {
  readonly kind: 'given'
  readonly address: string
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** Length of the decoded body. */
  readonly bytes: number
  readonly sha256: string
  /** The first bytes of the body, as many as the question asks for. */
  readonly head: Buffer
  /** Why the body cannot be judged, as a clause: it was cut, could not be decoded, or was too long. */
  readonly problem?: string
}

/** A question without a response. The message is a clause: `could not be reached (ECONNREFUSED)`. */
interface Failed {
  readonly kind: 'failed'
  readonly address: string
  readonly message: string
  /** Whether it was not asked, because the host limits the request rate. */
  readonly limited?: true
}

export type CheckAnswer = Given | Failed

/** A header of an answer; repeated headers are joined to a list (RFC 9110, 5.3). */
export function headerOf({ headers }: Given, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}

/** The target of a redirect: null if its Location is invalid, undefined if the answer is no redirect. */
export function locationOf(answer: Given): URL | null | undefined {
  return findLocation(new URL(answer.address), answer)
}

/** A short description of an answer. */
export function describeAnswer(answer: CheckAnswer): string {
  if (answer.kind === 'failed') return `it ${answer.message}`
  const { status, bytes, sha256, problem } = answer
  const location = single(answer.headers.location)
  if (location !== undefined) return `${status} to ${quotable(Buffer.from(location, 'latin1').toString())}`
  if (problem !== undefined) return `${status}, and it ${problem}`
  return status === 200 ? describeBytes(bytes, sha256) : `${status}`
}

/** Describes bytes by their length and the first characters of their sha256. */
export function describeBytes(bytes: number | undefined, sha256: string): string {
  return `${bytes === undefined ? '' : `${bytes} bytes, `}sha256 ${sha256.slice(0, 12)}…`
}
