/** Spaces requests evenly: never two within an interval. */
export interface Pacer {
  /** Takes the next free place; gives the ms to wait for it from `now`. */
  reserve(now: number): number
  /** Lengthens the interval to so many ms, for the places not yet taken. */
  slowTo(interval: number): void
}

/** A pacer of so many ms between requests; 0 is no pace. */
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
