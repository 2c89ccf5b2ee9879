import { type OriginAnswer, single } from '../exchange.ts'
import { type FetchFailure, isPushback, isTransient } from '../failure.ts'

/** The backoff state of a host. Times are ms of one clock. */
export interface Backoff {
  /** Send no request before this time. */
  readonly until: number
  /** Number of pauses so far; each request records the epoch it was sent in. */
  readonly epoch: number
  /** How many times the next pause is doubled if nothing else is answered before it. */
  readonly step: number
  /** The length of all pauses together. */
  readonly paused: number
  /** Other answers since the last pause was requested. */
  readonly successes: number
  /** Consecutive pauses without any other answer in between. */
  readonly refusals: number
  /** Consecutive requests that got no answer although connected. */
  readonly silence: number
  /** Consecutive answers that asked for a longer wait than is accepted, and when the longest of them ends. */
  readonly deferrals: number
  readonly deferredUntil: number
  /** Answers with 503 and without Retry-After, minus other answers; at least 0. */
  readonly unavailable: number
  /** Whether any other answer has been received. */
  readonly answered: boolean
}

interface Pushback {
  /** The epoch its request was sent in. */
  readonly epoch: number
  /** Time to wait from now, in ms, as requested by the origin. */
  readonly retryAfter: number | undefined
}

export const NO_BACKOFF: Backoff = {
  until: 0,
  epoch: 0,
  step: 0,
  paused: 0,
  successes: 0,
  refusals: 0,
  silence: 0,
  deferrals: 0,
  deferredUntil: 0,
  unavailable: 0,
  answered: false,
}

/** The first pause, which doubles each time, and the longest, in ms. */
const FIRST_PAUSE = 500
const LONGEST_PAUSE = 30_000
/** A longer Retry-After is not waited for, in ms. */
const LONGEST_RETRY_AFTER = 120_000
/**
 * Other answers that undo one doubling. With this number a host with a quota costs no documents, since there are fewer pauses than retries.
 */
const SUCCESSES_PER_STEP = 20
/** Consecutive pauses, or requests without an answer, after which no more requests are sent to a host that answered before. */
const LAST_REFUSAL = 40
/**
 * Consecutive answers with a longer Retry-After after which it applies to the whole host: fewer may concern one dataset in its two formats.
 */
const LAST_DEFERRAL = 3
/** By how much answers with 503 must outnumber the others before they are taken for an overloaded host. */
const MOST_UNAVAILABLE = 8

/**
 * The state after an answer that asks for a pause: as long as the origin states, but at least an exponential step with jitter (`random`: 0
 * to 1). Answers to requests sent before the current pause belong to the same burst: they may lengthen the pause, but are no further step.
 * A pause after which the host answered was long enough, so the next one is no longer: otherwise a host that accepts one request per second
 * would get one request every half minute.
 */
export function notePushback(
  backoff: Backoff,
  { epoch, retryAfter = 0 }: Pushback,
  now: number,
  random: number,
): Backoff {
  const isLong = retryAfter > LONGEST_RETRY_AFTER
  const requested = isLong ? 0 : retryAfter
  const deferral = isLong && {
    deferrals: backoff.deferrals + 1,
    deferredUntil: Math.max(backoff.deferredUntil, now + retryAfter),
  }
  if (epoch !== backoff.epoch)
    return pauseUntil({ ...backoff, ...deferral }, requested > 0 ? now + requested : 0, now)
  const step = backoff.refusals === 0 ? Math.max(0, backoff.step - 1) : backoff.step
  const length = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** step) * (0.5 + random / 2)
  return {
    ...pauseUntil({ ...backoff, ...deferral }, now + Math.max(requested, length), now),
    epoch: epoch + 1,
    step: step + 1,
    successes: 0,
    refusals: backoff.refusals + 1,
  }
}

function pauseUntil(backoff: Backoff, wanted: number, now: number): Backoff {
  const until = Math.max(backoff.until, wanted)
  return { ...backoff, until, paused: backoff.paused + Math.max(0, until - Math.max(now, backoff.until)) }
}

/** The state after any other answer: pauses become shorter. Answers to requests sent before the last pause hardly count. */
export function noteSuccess(backoff: Backoff, epoch: number): Backoff {
  const unavailable = Math.max(0, backoff.unavailable - 1)
  if (epoch !== backoff.epoch) return { ...backoff, unavailable, answered: true, silence: 0 }
  const successes = backoff.successes + 1
  const step = successes % SUCCESSES_PER_STEP === 0 && backoff.step > 0 ? backoff.step - 1 : backoff.step
  return {
    ...{ ...backoff, unavailable, successes, step },
    ...{ refusals: 0, silence: 0, deferrals: 0, answered: true },
  }
}

/** The state after a failure that lasts until somebody fixes it, so a pause would not help. */
export function noteLasting(backoff: Backoff): Backoff {
  return { ...backoff, epoch: backoff.epoch + 1, refusals: backoff.refusals + 1 }
}

/** The state after a request without an answer. */
export function noteSilence(backoff: Backoff): Backoff {
  return { ...backoff, silence: backoff.silence + 1 }
}

/**
 * The state after a 503 without Retry-After. It may concern one address only; {@link isOverloaded} decides whether it also counts as a
 * request for a pause.
 */
export function noteUnavailable(backoff: Backoff): Backoff {
  return { ...backoff, unavailable: Math.min(MOST_UNAVAILABLE, backoff.unavailable + 1) }
}

/**
 * Whether a 503 without Retry-After concerns the whole host: an address answered so to a retry (`again`), too, or 503 outnumbers the
 * other answers, or there were none yet.
 */
export function isOverloaded({ answered, unavailable }: Backoff, again: boolean): boolean {
  return again || !answered || unavailable >= MOST_UNAVAILABLE
}

/** Whether a host only asks for pauses, so retries are useless in this run. */
export function isUnresponsive({ refusals, answered }: Backoff, retries: number): boolean {
  return refusals >= maxRefusals(retries) * (answered ? 2 : 1)
}

/** Whether a host asked for a longer wait than is accepted, and that time is not over. */
export function isDeferred({ deferrals, deferredUntil }: Backoff, now: number): boolean {
  return deferrals >= LAST_DEFERRAL && deferredUntil > now
}

/** Whether no more requests are sent to a host in this run. */
export function isClosed({ refusals, silence, answered }: Backoff, retries: number): boolean {
  return Math.max(refusals, silence) >= (answered ? LAST_REFUSAL : maxRefusals(retries))
}

// For a host that never answered: as many attempts as one request has.
function maxRefusals(retries: number): number {
  return Math.max(5, retries + 1)
}

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
