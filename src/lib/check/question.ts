import type { CheckAnswer } from './answer.ts'
import type { PromiseName } from './promise.ts'

/**
 * What one answer says of one promise: `pass` · `unsupported` it is not done, and nothing false is said: a host may be unable to ·
 * `fail` something else is said or done · `refused` the host took no more requests, so nobody knows.
 */
export interface CheckVerdict {
  readonly promise: PromiseName
  readonly outcome: 'pass' | 'unsupported' | 'fail' | 'refused'
  /** Unless it passes: what was seen, and what was to be seen. */
  readonly saw?: string
  readonly expected?: string
}

/** A verdict and where it was found. */
export type LocatedVerdict = CheckVerdict & { readonly address: string }

/** One request, and what its answer means. Both functions are pure. */
export interface Question {
  /** Below the base, percent-encoded, with its query: `api/v1/list/?type=json`. */
  readonly target: string
  readonly method?: 'HEAD' | 'OPTIONS' | 'PUT' | 'DELETE'
  readonly headers?: Readonly<Record<string, string>>
  /** Bytes of a decoded body beyond which no more is read. */
  readonly most: number
  /** First bytes of the body that are kept. Default: {@link PROBED_BYTES}. */
  readonly keep?: number
  judge(answer: CheckAnswer): readonly CheckVerdict[]
  /** What to ask next, given this answer. */
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
