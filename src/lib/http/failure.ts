import type { Evidence, Facts, ManifestRecord } from '../snapshot/index.ts'

/**
 * Why a representation could not be fetched: `network` no response · `timeout` a deadline passed · `status` a status other than 200 or 304
 * · `redirect` a redirect that is not followed · `cut` the body ended early · `malformed` the body violates its format · `foreign` the body
 * has another format · `large` a limit was exceeded · `encoding` a content coding that was not requested · `error` an error report in place
 * of data · `mismatch` the data of another dataset · `loss` too little of the stored copy · `robots` robots.txt disallows the request, or
 * cannot be read.
 */
export const FAILURE_KINDS = [
  'network',
  'timeout',
  'status',
  'redirect',
  'cut',
  'malformed',
  'foreign',
  'large',
  'encoding',
  'error',
  'mismatch',
  'loss',
  'robots',
] as const
export type FailureKind = (typeof FAILURE_KINDS)[number]

interface FailureDetails {
  readonly status?: number | undefined
  readonly mediaType?: string | undefined
  /** How long the origin asks us to wait, in ms. */
  readonly retryAfter?: number | undefined
  /** The rejected body. */
  readonly evidence?: Evidence | undefined
  /** For doubtful answers: since when, and in how many runs, they came. */
  readonly doubted?: ManifestRecord['doubted']
  /** Whether no connection could be opened: unknown host, connection refused, or no TLS. */
  readonly unconnected?: boolean | undefined
  /** Whether it lasts until somebody fixes it, such as an unknown host or an untrusted certificate. */
  readonly lasting?: boolean | undefined
  /** Whether a connection was opened but not trusted: TLS failed, or the certificate was refused. */
  readonly untrusted?: boolean | undefined
  /** Whether no request was sent, because of backoff or a limit. */
  readonly unsent?: boolean | undefined
  /** Whether it concerns one address only, so its host is not paused. */
  readonly single?: boolean | undefined
  /** The numbers, names and addresses in the message, except the status. */
  readonly facts?: Facts | undefined
  readonly cause?: unknown
}

/** A request without an acceptable response. The message is a clause: `answered 410 Gone`. */
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
  readonly untrusted: boolean
  readonly unsent: boolean
  readonly single: boolean
  readonly facts: Facts

  constructor(kind: FailureKind, address: string, message: string, details: FailureDetails = {}) {
    // Messages quote the origin, so they may contain anything of any length.
    super(quoteForeign(message, 500), { cause: details.cause })
    this.kind = kind
    this.address = address
    this.status = details.status
    this.mediaType = details.mediaType && quoteForeign(details.mediaType, 100)
    this.retryAfter = details.retryAfter
    this.evidence = details.evidence
    this.doubted = details.doubted
    this.unconnected = details.unconnected === true
    this.lasting = details.lasting === true
    this.untrusted = details.untrusted === true
    this.unsent = details.unsent === true
    this.single = details.single === true
    const { facts = {}, status } = details
    this.facts = { ...facts, ...(status !== undefined && { status }) }
  }
}

/** The same failure with more details. */
export function amendFailure(
  failure: FetchFailure,
  {
    address = failure.address,
    message = failure.message,
    evidence = failure.evidence,
    single = failure.single,
  }: { address?: string; message?: string; evidence?: Evidence | undefined; single?: boolean },
): FetchFailure {
  return new FetchFailure(failure.kind, address, message, {
    ...{ ...failure, evidence, single },
    cause: failure,
  })
}

const TRANSIENT_STATUSES = new Set([408, 425, 429])

/** Whether a retry may help: network errors, deadlines, cut bodies, and statuses of temporary conditions, also for robots.txt. */
export function isTransient({ kind, status = 0 }: FetchFailure): boolean {
  if (kind === 'status' || kind === 'robots')
    return TRANSIENT_STATUSES.has(status) || (status >= 500 && status !== 501 && status !== 505)
  return kind === 'network' || kind === 'timeout' || kind === 'cut'
}

/** Whether the host needs a pause: it asks for one (RFC 6585, 4; RFC 9110, 15.6.4 and 10.2.3), or temporarily accepts no connections. A pause does not change a certificate. */
export function isPushback(failure: FetchFailure): boolean {
  const { status, retryAfter, unconnected, untrusted, single } = failure
  if (single || untrusted) return false
  return (
    status === 429 || status === 503 || ((retryAfter !== undefined || unconnected) && isTransient(failure))
  )
}

/**
 * A text of the origin for use in messages: control characters and those that change the writing direction are shown as numbers, so it can
 * neither break a log line nor change the colours of a terminal; cut to `most` characters.
 */
export function quoteForeign(text: string, most = 200): string {
  const shown = text.length > most ? `${text.slice(0, most - 1)}…` : text
  return shown
    .toWellFormed()
    .replace(
      /[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
      (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
    .replaceAll('\n', ' ')
}
