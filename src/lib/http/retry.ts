import { type OriginAnswer, single } from './exchange.ts'
import { type FetchFailure, isPushback, isTransient } from './failure.ts'
import { FIRST_PAUSE, LONGEST_PAUSE, LONGEST_RETRY_AFTER } from './politeness/backoff.ts'

/**
 * How long to wait before attempt `attempt` + 1 (attempts count from 1), in ms; undefined to give up. Exponential with full jitter; 0 if
 * the host itself pauses.
 */
export function planRetry(
  failure: FetchFailure,
  attempt: number,
  retries: number,
  random: number,
): number | undefined {
  if (attempt > retries || !isTransient(failure)) return undefined
  if ((failure.retryAfter ?? 0) > LONGEST_RETRY_AFTER) return undefined
  return isPushback(failure) ? 0 : random * Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** attempt)
}

/** Enough digits for a number of seconds that any clock can represent. */
const MOST_DIGITS = 12

/** The Retry-After of a response, in ms from now. */
export function retryAfterOf({ headers }: OriginAnswer): number | undefined {
  return parseRetryAfter(single(headers['retry-after']), Date.now(), single(headers.date))
}

/**
 * Parses a Retry-After header, in seconds or as a date (RFC 9110, 10.2.3), to ms from `now`; undefined if it is absent or invalid. A date
 * is compared with the Date header of the response, if it has one.
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

// IMF-fixdate and the two obsolete forms (RFC 9110, 5.6.7) only; Date.parse accepts many others.
function parseHttpDate(text: string): number | undefined {
  if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /.test(text)) return undefined
  const time = Date.parse(text)
  return Number.isNaN(time) ? undefined : time
}
