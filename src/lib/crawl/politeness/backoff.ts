/** What a host has asked of us, and for how long it has. Times are ms of one clock. */
export interface Backoff {
  /** No request before this. */
  readonly until: number
  /** Counts the pauses; a request carries the number it was sent under. */
  readonly epoch: number
  /** How often the next pause is doubled. */
  readonly step: number
  /** Answers that asked for no pause, since the last that did. */
  readonly successes: number
  /** Pauses in a row without any other answer in between. */
  readonly refusals: number
  /** Requests in a row that got no answer at all, over a connection. */
  readonly silence: number
  /** Answers in a row that asked for more than is waited for, and until when the last of them did. */
  readonly deferrals: number
  readonly deferredUntil: number
  /** Whether there ever was another answer. */
  readonly answered: boolean
}

export interface Pushback {
  /** The epoch its request was sent under. */
  readonly epoch: number
  /** ms from now, as the origin said. */
  readonly retryAfter: number | undefined
}

export const NO_BACKOFF: Backoff = {
  until: 0,
  epoch: 0,
  step: 0,
  successes: 0,
  refusals: 0,
  silence: 0,
  deferrals: 0,
  deferredUntil: 0,
  answered: false,
}

/** The first pause, which doubles from then on, and the longest, in ms. */
export const FIRST_PAUSE = 500
export const LONGEST_PAUSE = 30_000
/** A Retry-After beyond this is not waited for, in ms. */
export const LONGEST_RETRY_AFTER = 120_000
/** Answers that take one doubling back. More than the share of retries allows, so that a host with a quota costs no document. */
const SUCCESSES_PER_STEP = 20
/** Pauses in a row, or requests without an answer, after which a host that answered before is left alone. */
const LAST_REFUSAL = 40
/** Answers in a row with such a Retry-After by which a host means itself: fewer may be of one dataset, in its two formats. */
const LAST_DEFERRAL = 3

/**
 * The pause after an answer that asks for one: as the origin says, at least an exponential step with jitter (`random` of 0 to 1).
 * Requests sent before a pause began belong to its burst: they may make it longer when the origin says so, and are no step.
 */
export function notePushback(
  backoff: Backoff,
  { epoch, retryAfter = 0 }: Pushback,
  now: number,
  random: number,
): Backoff {
  const isLong = retryAfter > LONGEST_RETRY_AFTER
  const said = isLong ? 0 : retryAfter
  const deferral = isLong && {
    deferrals: backoff.deferrals + 1,
    deferredUntil: Math.max(backoff.deferredUntil, now + retryAfter),
  }
  if (epoch !== backoff.epoch)
    return { ...backoff, ...deferral, until: Math.max(backoff.until, said > 0 ? now + said : 0) }
  const step = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** backoff.step) * (0.5 + random / 2)
  return {
    ...backoff,
    ...deferral,
    until: Math.max(backoff.until, now + Math.max(said, step)),
    epoch: epoch + 1,
    step: backoff.step + 1,
    successes: 0,
    refusals: backoff.refusals + 1,
  }
}

/** After any other answer: pauses become shorter again. One to a request of before the last pause says little about now. */
export function noteSuccess(backoff: Backoff, epoch: number): Backoff {
  if (epoch !== backoff.epoch)
    return backoff.answered && backoff.silence === 0 ? backoff : { ...backoff, answered: true, silence: 0 }
  const successes = backoff.successes + 1
  const step = successes % SUCCESSES_PER_STEP === 0 && backoff.step > 0 ? backoff.step - 1 : backoff.step
  return { ...backoff, successes, step, refusals: 0, silence: 0, deferrals: 0, answered: true }
}

/** After a failure that stays until somebody mends it: nothing is gained by a pause. */
export function noteLasting(backoff: Backoff): Backoff {
  return { ...backoff, epoch: backoff.epoch + 1, refusals: backoff.refusals + 1 }
}

/** After a request that nobody answered. */
export function noteSilence(backoff: Backoff): Backoff {
  return { ...backoff, silence: backoff.silence + 1 }
}

/** Whether a host asks for nothing but pauses, so that trying again is no use within this run. */
export function isUnresponsive({ refusals, answered }: Backoff, retries: number): boolean {
  return refusals >= firstPatience(retries) * (answered ? 2 : 1)
}

/** Whether a host asked to be left alone for longer than is waited for, and that time is not over. */
export function isDeferred({ deferrals, deferredUntil }: Backoff, now: number): boolean {
  return deferrals >= LAST_DEFERRAL && deferredUntil > now
}

/** Whether a host is to be left alone for the rest of the run. */
export function isClosed({ refusals, silence, answered }: Backoff, retries: number): boolean {
  return Math.max(refusals, silence) >= (answered ? LAST_REFUSAL : firstPatience(retries))
}

// One that never answered is given as much as one request is.
function firstPatience(retries: number): number {
  return Math.max(5, retries + 1)
}
