/** Limits the concurrent requests to one host, and adapts the limit to its throughput. */
export interface Concurrency {
  /** Resolves when a request may be sent; retries (`again`) go first. */
  enter(again: boolean): Promise<void>
  /** Must follow every `enter`. */
  leave(): void
  /** How often the limit was cut so far. */
  readonly cuts: number
  /** Cuts the limit, unless it was already cut since the request was sent, at `cutsThen`. */
  noteTrouble(cutsThen: number): void
  /** Counts an answer for the throughput. */
  noteAnswer(): void
}

/** `most` is the highest limit; `clock` gives the time in ms. */
export function openConcurrency(most: number, clock: () => number): Concurrency {
  let limit = firstLimit(most)
  let cuts = 0
  // Answers since a time; undefined while fewer slots are taken than show the throughput: that would measure the demand.
  let window: { readonly since: number; readonly done: number } | undefined
  const gate = openGate(() => limit.now)
  const isFull = () => gate.busy >= limit.now * 0.75
  return {
    enter(again) {
      const entered = gate.enter(again)
      if (isFull()) window ??= { since: clock(), done: 0 }
      return entered
    },
    leave: gate.leave,
    get cuts() {
      return cuts
    },
    noteTrouble(cutsThen) {
      window = { since: clock(), done: 0 }
      if (cutsThen !== cuts) return
      cuts++
      limit = cutLimit(limit)
    },
    noteAnswer() {
      window = isFull() && window ? { ...window, done: window.done + 1 } : undefined
      if (window === undefined || window.done < windowOf(limit)) return
      limit = judgeWindow(limit, window.done / Math.max(1e-3, clock() - window.since), most)
      window = { since: clock(), done: 0 }
    },
  }
}

/** Limits concurrent operations. Waiting ones enter in order of arrival, retries first. The limit may change at any time. */
interface Gate {
  /** Number of running operations. */
  readonly busy: number
  enter(again: boolean): Promise<void>
  /** Must follow every `enter`. Also admits waiting operations if the limit has grown. */
  leave(): void
}

export function openGate(limit: () => number): Gate {
  const first: (() => void)[] = []
  const others: (() => void)[] = []
  let busy = 0
  return {
    get busy() {
      return busy
    },
    enter(again) {
      if (busy < limit()) {
        busy++
        return Promise.resolve()
      }
      return new Promise((resolve) => (again ? first : others).push(resolve))
    },
    leave() {
      busy--
      while (busy < limit()) {
        const next = first.shift() ?? others.shift()
        if (next === undefined) return
        busy++
        next()
      }
    },
  }
}

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
  /** Until the first trial that does not succeed at once. Windows are short until then: a slow origin would take seconds for long ones. */
  readonly isStarting: boolean
}

const FIRST = 8
/** The throughput must grow by at least this share of the growth of the limit. */
const WORTH = 0.25
/** Windows without a trial after an unsuccessful one, and after a failure. */
const REST = 8

export function firstLimit(most: number): Limit {
  return { now: Math.min(FIRST, most), before: undefined, throughput: 0, rest: 0, isStarting: true }
}

/** Number of requests that measure the throughput, while all slots are busy. */
export function windowOf({ now, isStarting }: Limit): number {
  return isStarting ? now : Math.max(16, 2 * now)
}

/** The limit after a window with this throughput, in requests per ms. */
export function judgeWindow(limit: Limit, throughput: number, most: number): Limit {
  const { now, before, rest, isStarting } = limit
  if (before === undefined)
    return rest > 0 ? { ...limit, throughput, rest: rest - 1 } : grow({ ...limit, throughput }, most)
  const wanted = limit.throughput * (1 + WORTH * (now / before - 1))
  if (throughput >= wanted) return grow({ now, before: undefined, throughput, rest: 0, isStarting }, most)
  // A short window may fail by chance: a long one decides.
  return isStarting
    ? { ...limit, isStarting: false }
    : { now: before, before: undefined, throughput: limit.throughput, rest: REST, isStarting }
}

/** The limit after a request for a pause, a timeout, or a broken connection. */
export function cutLimit({ now, before = now }: Limit): Limit {
  return {
    now: Math.max(1, Math.floor(before / 2)),
    before: undefined,
    throughput: 0,
    rest: REST,
    isStarting: false,
  }
}

function grow(limit: Limit, most: number): Limit {
  const larger = Math.min(most, limit.now < FIRST ? limit.now + 1 : limit.now * 2)
  return larger === limit.now ? limit : { ...limit, now: larger, before: limit.now }
}
