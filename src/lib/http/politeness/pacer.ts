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
