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
