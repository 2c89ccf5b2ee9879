import { type FetchFailure, isPassing, isPushback } from './failure.ts'
import { FIRST_PAUSE, LONGEST_PAUSE, LONGEST_RETRY_AFTER } from './politeness/backoff.ts'

/**
 * How long to wait before attempt `attempt` + 1 (attempts count from 1), in ms; undefined to give up.
 * Exponential with full jitter; 0 after an answer for which the host itself pauses.
 */
export function planRetry(
  failure: FetchFailure,
  attempt: number,
  retries: number,
  random: number,
): number | undefined {
  if (attempt > retries || !isPassing(failure)) return undefined
  if ((failure.retryAfter ?? 0) > LONGEST_RETRY_AFTER) return undefined
  return isPushback(failure) ? 0 : random * Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** attempt)
}

/** Digits enough for a number of seconds that any clock can hold. */
const MOST_DIGITS = 12

/**
 * Reads a Retry-After header, in seconds or as a date (RFC 9110, 10.2.3), as ms from `now`; undefined when it is absurd or absent.
 * A date is compared with the origin's own clock where its Date header tells it.
 */
export function parseRetryAfter(
  value: string | undefined,
  now: number,
  date?: string | undefined,
): number | undefined {
  const text = value?.trim() ?? ''
  if (/^\d+$/.test(text)) return Number(text.slice(0, MOST_DIGITS)) * 1000
  const until = parseHttpDate(text)
  return until === undefined ? undefined : Math.max(0, until - (parseHttpDate(date ?? '') ?? now))
}

// IMF-fixdate, and the two obsolete forms (RFC 9110, 5.6.7); whatever else Date.parse takes for a date is none here.
function parseHttpDate(text: string): number | undefined {
  if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /.test(text)) return undefined
  const time = Date.parse(text)
  return Number.isNaN(time) ? undefined : time
}
