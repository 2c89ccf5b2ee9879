/**
 * How many requests may run concurrently, found by trial: a larger number is tried from time to time, and kept only if the throughput
 * grows. Failures halve it.
 */
export interface Limit {
  readonly now: number
  /** The previous number, during the trial of a larger one. */
  readonly before: number | undefined
  /** Requests per ms at `now`, or at `before` during a trial. */
  readonly throughput: number
  /** Number of windows until the next trial. */
  readonly rest: number
}

const FIRST = 4
/** The throughput must grow by at least this share of the growth of the limit. */
const WORTH = 0.25
/** Windows without a trial after an unsuccessful one, and after a failure. */
const REST = 8

export function firstLimit(most: number): Limit {
  return { now: Math.min(FIRST, most), before: undefined, throughput: 0, rest: 0 }
}

/** Number of requests that measure the throughput, while all slots are busy. */
export function windowOf({ now }: Limit): number {
  return Math.max(16, 2 * now)
}

/** The limit after a window with this throughput, in requests per ms. */
export function judgeWindow(limit: Limit, throughput: number, most: number): Limit {
  const { now, before, rest } = limit
  if (before === undefined)
    return rest > 0 ? { ...limit, throughput, rest: rest - 1 } : grow({ ...limit, throughput }, most)
  const wanted = limit.throughput * (1 + WORTH * (now / before - 1))
  return throughput >= wanted
    ? grow({ now, before: undefined, throughput, rest: 0 }, most)
    : { now: before, before: undefined, throughput: limit.throughput, rest: REST }
}

/** The limit after a request for a pause, a timeout, or a broken connection. */
export function cutLimit({ now, before = now }: Limit): Limit {
  return { now: Math.max(1, Math.floor(before / 2)), before: undefined, throughput: 0, rest: REST }
}

function grow(limit: Limit, most: number): Limit {
  const larger = Math.min(most, limit.now < FIRST ? limit.now + 1 : limit.now * 2)
  return larger === limit.now ? limit : { ...limit, now: larger, before: limit.now }
}
