import type { JsonScan } from '../reading/index.ts'
import type { CheckAnswer } from './answer.ts'
import type { PromiseName } from './promise.ts'

/**
 * What one answer shows about one requirement: `pass` · `unsupported` the host does not do it, which does no harm · `fail` the answer is
 * wrong · `refused` the host rejected the request because of its rate limit.
 */
export interface CheckVerdict {
  readonly promise: PromiseName
  readonly outcome: 'pass' | 'unsupported' | 'fail' | 'refused'
  /** Unless it passes: what was received, and what was expected. */
  readonly saw?: string
  readonly expected?: string
}

/** A verdict and the requested address. */
export type LocatedVerdict = CheckVerdict & { readonly address: string }

/** One request, and how its answer is judged. Both functions are pure. */
export interface Question {
  /** Relative to the base, percent-encoded, with its query: `api/v1/list/?type=json`. */
  readonly target: string
  readonly method?: 'HEAD' | 'OPTIONS' | 'PUT' | 'DELETE'
  readonly headers?: Readonly<Record<string, string>>
  /** Maximum bytes of the decoded body; a longer body is not read to its end. */
  readonly most: number
  /** How many of the first bytes of the body are stored. Default: {@link PROBED_BYTES}. */
  readonly keep?: number
  /** Opens what looks at the body as it comes. ExceedsLimit, thrown by it, ends the body and is its problem. */
  readonly scan?: () => JsonScan
  judge(answer: CheckAnswer): readonly CheckVerdict[]
  /** Questions that follow from this answer. */
  next?(answer: CheckAnswer): readonly Question[]
}

export const PROBED_BYTES = 64

export function pass(promise: PromiseName): CheckVerdict {
  return { promise, outcome: 'pass' }
}

export function unsupported(promise: PromiseName, saw: string, expected: string): CheckVerdict {
  return { promise, outcome: 'unsupported', saw, expected }
}

export function fail(promise: PromiseName, saw: string, expected: string): CheckVerdict {
  return { promise, outcome: 'fail', saw, expected }
}
