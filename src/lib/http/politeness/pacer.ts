/** Spaces requests evenly: at most one per interval. */
export interface Pacer {
  /** Reserves the next slot; returns the ms to wait for it from `now`. */
  reserve(now: number): number
  /** Lengthens the interval for slots not yet reserved. */
  slowTo(interval: number): void
}

/** Opens a pacer with so many ms between requests; 0 is unlimited. */
export function openPacer(interval: number): Pacer {
  let between = interval
  let free = Number.NEGATIVE_INFINITY
  return {
    reserve(now) {
      if (between === 0) return 0
      const at = Math.max(now, free)
      free = at + between
      return at - now
    },
    slowTo(longer) {
      between = Math.max(between, longer)
    },
  }
}

/** Number of retries that every run may make, and the additional share of its requests. */
const FLOOR = 50
const SHARE = 0.1

/** Limits the unsuccessful retries of one run, so an origin that always fails does not get many times the requests. */
interface RequestBudget {
  /** Takes one retry, given the number of requests so far; false if none is left. */
  take(requests: number): boolean
  /** Returns the retries of a request that succeeded in the end. */
  giveBack(retries: number): void
}

export function openBudget(): RequestBudget {
  let taken = 0
  return {
    take(requests) {
      if (taken >= FLOOR + SHARE * requests) return false
      taken++
      return true
    },
    giveBack(retries) {
      taken -= retries
    },
  }
}
