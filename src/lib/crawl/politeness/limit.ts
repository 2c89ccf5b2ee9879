/**
 * How many requests may be under way at once, found by trial: while nothing else is known a larger number is tried, and kept only
 * when more requests come through in the same time. Trouble halves it.
 */
export interface Limit {
  readonly now: number
  /** The number before, while a larger one is on trial. */
  readonly before: number | undefined
  /** Requests per ms that came through at `now`, or at `before` during a trial. */
  readonly throughput: number
  /** Windows to pass before the next trial. */
  readonly rest: number
}

const FIRST = 4
/** Share of the growth of the limit by which the throughput has to grow. */
const WORTH = 0.25
/** Windows without a trial after one that brought nothing, and after trouble. */
const REST = 8

export function firstLimit(most: number): Limit {
  return { now: Math.min(FIRST, most), before: undefined, throughput: 0, rest: 0 }
}

/** How many requests, all slots being taken, tell the throughput of a limit. */
export function windowOf({ now }: Limit): number {
  return Math.max(16, 2 * now)
}

/** What follows from the throughput of one window, in requests per ms. */
export function judgeWindow(limit: Limit, throughput: number, most: number): Limit {
  const { now, before, rest } = limit
  if (before === undefined)
    return rest > 0 ? { ...limit, throughput, rest: rest - 1 } : grow({ ...limit, throughput }, most)
  const wanted = limit.throughput * (1 + WORTH * (now / before - 1))
  return throughput >= wanted
    ? grow({ now, before: undefined, throughput, rest: 0 }, most)
    : { now: before, before: undefined, throughput: limit.throughput, rest: REST }
}

/** After an answer that asks for fewer requests, a deadline that passed, or a connection that broke. */
export function cutLimit({ now, before = now }: Limit): Limit {
  return { now: Math.max(1, Math.floor(before / 2)), before: undefined, throughput: 0, rest: REST }
}

function grow(limit: Limit, most: number): Limit {
  const larger = Math.min(most, limit.now < FIRST ? limit.now + 1 : limit.now * 2)
  return larger === limit.now ? limit : { ...limit, now: larger, before: limit.now }
}
