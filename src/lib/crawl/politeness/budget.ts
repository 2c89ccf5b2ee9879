/** Retries a run may make whatever its size, and the share of its requests that may be retries beyond. */
const FLOOR = 50
const SHARE = 0.1

/** How many retries one run may make, so that an origin that fails altogether is not asked many times over. */
export interface RequestBudget {
  /** Takes one retry, given the requests so far; false when there is none left. */
  take(requests: number): boolean
}

export function openBudget(): RequestBudget {
  let taken = 0
  return {
    take(requests) {
      if (taken >= FLOOR + SHARE * requests) return false
      taken++
      return true
    },
  }
}
