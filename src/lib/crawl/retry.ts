import { type FetchFailure, isPassing } from './failure.ts'

const FIRST_PAUSE = 500
const LONGEST_PAUSE = 30_000
/** A Retry-After beyond this is not waited for within a run, in ms. */
export const LONGEST_RETRY_AFTER = 120_000

/**
 * How long to wait before attempt `attempt` + 1 (attempts count from 1), in ms; undefined to give up.
 * Exponential with full jitter, unless the origin said when to come back (RFC 9110, 10.2.3).
 */
export function planRetry(
  failure: FetchFailure,
  attempt: number,
  retries: number,
  random: number,
): number | undefined {
  if (attempt > retries || !isPassing(failure)) return undefined
  const { retryAfter } = failure
  if (retryAfter !== undefined) return retryAfter > LONGEST_RETRY_AFTER ? undefined : retryAfter
  return random * Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** attempt)
}

/** Reads a Retry-After header, in seconds or as a date (RFC 9110, 10.2.3), as ms from now; undefined when it is absurd or absent. */
export function parseRetryAfter(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined
  if (/^\d+$/.test(value.trim())) return Number(value) * 1000
  const date = Date.parse(value)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
