/**
 * Why a representation could not be had:
 * `network` no answer · `timeout` a deadline passed · `status` an answer that is not 200 or 304 · `redirect` to somewhere else ·
 * `cut` the body ended early · `malformed` it breaks its format · `foreign` it is another format · `large` it is over the limit ·
 * `encoding` a content coding nobody asked for.
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

export interface FailureDetails {
  readonly status?: number | undefined
  readonly mediaType?: string | undefined
  /** How long the origin asks us to wait, in ms. */
  readonly retryAfter?: number | undefined
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

  constructor(kind: FailureKind, address: string, message: string, details: FailureDetails = {}) {
    super(message, { cause: details.cause })
    this.kind = kind
    this.address = address
    this.status = details.status
    this.mediaType = details.mediaType
    this.retryAfter = details.retryAfter
  }
}

const PASSING_STATUSES = new Set([408, 425, 429])

/** Whether asking again may help: the network, deadlines, cut bodies, and answers that speak of a passing state. */
export function isPassing({ kind, status = 0 }: FetchFailure): boolean {
  if (kind === 'status')
    return PASSING_STATUSES.has(status) || (status >= 500 && status !== 501 && status !== 505)
  return kind === 'network' || kind === 'timeout' || kind === 'cut'
}
