import type { Evidence, Facts, ManifestRecord, ProblemCode } from '../snapshot/index.ts'
import { quotable } from './quotable.ts'

/**
 * Why a representation could not be had:
 * `network` no answer · `timeout` a deadline passed · `status` an answer that is not 200 or 304 · `redirect` to somewhere else ·
 * `cut` the body ended early · `malformed` it breaks its format · `foreign` it is another format · `large` it is over the limit ·
 * `encoding` a content coding nobody asked for · `error` it tells of an error in the place of data ·
 * `mismatch` it is the data of another dataset · `loss` it has too little of the copy that is held · `robots` robots.txt forbids to ask for it, or cannot be read.
 */
export type FailureKind =
  | 'network'
  | 'timeout'
  | 'status'
  | 'redirect'
  | 'cut'
  | 'malformed'
  | 'foreign'
  | 'large'
  | 'encoding'
  | 'error'
  | 'mismatch'
  | 'loss'
  | 'robots'

export interface FailureDetails {
  readonly status?: number | undefined
  readonly mediaType?: string | undefined
  /** How long the origin asks us to wait, in ms. */
  readonly retryAfter?: number | undefined
  /** What came in the place of a body to believe. */
  readonly evidence?: Evidence | undefined
  /** For `loss`: since when, and in how many runs, it came so. */
  readonly doubted?: ManifestRecord['doubted']
  /** Whether there never was a connection to ask over: no such name, refused, no TLS. */
  readonly unconnected?: boolean | undefined
  /** Whether it stays so until somebody mends it: no such host, a certificate that is not trusted. */
  readonly lasting?: boolean | undefined
  /** Whether nothing was sent, since the host is left alone. */
  readonly unasked?: boolean | undefined
  /** The numbers, names and addresses in the message, but its status. */
  readonly facts?: Facts | undefined
  readonly cause?: unknown
}

/** One request that gave no body to believe. The message is a clause: `answered 410 Gone`. */
export class FetchFailure extends Error {
  override name = 'FetchFailure'
  readonly kind: FailureKind
  readonly address: string
  readonly status: number | undefined
  readonly mediaType: string | undefined
  readonly retryAfter: number | undefined
  readonly evidence: Evidence | undefined
  readonly doubted: ManifestRecord['doubted']
  readonly unconnected: boolean
  readonly lasting: boolean
  readonly unasked: boolean
  readonly facts: Facts

  constructor(kind: FailureKind, address: string, message: string, details: FailureDetails = {}) {
    // Reasons quote the origin, which may say anything at any length.
    super(quotable(message, 500), { cause: details.cause })
    this.kind = kind
    this.address = address
    this.status = details.status
    this.mediaType = details.mediaType && quotable(details.mediaType, 100)
    this.retryAfter = details.retryAfter
    this.evidence = details.evidence
    this.doubted = details.doubted
    this.unconnected = details.unconnected === true
    this.lasting = details.lasting === true
    this.unasked = details.unasked === true
    const { facts = {}, status } = details
    this.facts = { ...facts, ...(status !== undefined && { status }) }
  }
}

/** The same failure, with more known about it. */
export function amendFailure(
  failure: FetchFailure,
  {
    address = failure.address,
    message = failure.message,
    evidence = failure.evidence,
  }: { address?: string; message?: string; evidence?: Evidence | undefined },
): FetchFailure {
  return new FetchFailure(failure.kind, address, message, { ...failure, evidence, cause: failure })
}

const PASSING_STATUSES = new Set([408, 425, 429])

/**
 * Whether asking again may help: the network, deadlines, cut bodies, and answers that speak of a passing state, also in the place
 * of robots.txt.
 */
export function isPassing({ kind, status = 0 }: FetchFailure): boolean {
  if (kind === 'status' || kind === 'robots')
    return PASSING_STATUSES.has(status) || (status >= 500 && status !== 501 && status !== 505)
  return kind === 'network' || kind === 'timeout' || kind === 'cut'
}

/**
 * Whether a host is to be given a pause: it asks for one (RFC 6585, 4; RFC 9110, 15.6.4 and 10.2.3), or no connection to it can
 * be had for now.
 */
export function isPushback(failure: FetchFailure): boolean {
  const { status, retryAfter, unconnected } = failure
  return status === 429 || status === 503 || ((retryAfter !== undefined || unconnected) && isPassing(failure))
}

/** The code of the problem that a failure is. */
export function problemCodeOf({ kind, status, unasked, unconnected }: FetchFailure): ProblemCode {
  if (unasked && !unconnected) return 'not-asked'
  switch (kind) {
    case 'status':
      return codeOfStatus(status)
    // Without an answer, it is the limit of the run that was reached.
    case 'large':
      return status === undefined ? 'not-asked' : 'too-large'
    case 'robots':
      return status === undefined ? 'robots-disallowed' : 'robots-unreadable'
    default:
      return CODES[kind]
  }
}

const CODES = {
  network: 'unreachable',
  timeout: 'timeout',
  redirect: 'redirected',
  cut: 'cut-short',
  malformed: 'malformed',
  foreign: 'wrong-format',
  encoding: 'unknown-coding',
  error: 'error-in-place-of-data',
  mismatch: 'wrong-dataset',
  loss: 'suspicious-change',
} as const satisfies Record<Exclude<FailureKind, 'status' | 'large' | 'robots'>, ProblemCode>

// RFC 9110, 15.5 and 15.6; RFC 6585, 4; RFC 7725, 3.
function codeOfStatus(status = 0): ProblemCode {
  if (status === 404) return 'not-found'
  if (status === 410) return 'gone'
  if ([401, 402, 403, 407, 451].includes(status)) return 'access-denied'
  if (status === 429) return 'rate-limited'
  return status >= 500 ? 'server-error' : 'unexpected-status'
}
