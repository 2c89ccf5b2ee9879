import type { Column } from '../types.ts'
import type { Range } from './range.ts'

const BINS = 20

/** Equal-width bins from the smallest to the largest value. A value on an edge counts in the upper bin, the last edge in the last bin. */
export function histogramOf({ from, to, sample }: Range): Column['histogram'] {
  if (!Number.isFinite(to - from)) return undefined
  if (from === to) return { from, to, counts: [sample.values.length] }
  const counts = new Array<number>(BINS).fill(0)
  for (const value of sample.values) {
    const bin = Math.min(BINS - 1, Math.max(0, Math.floor(((value - from) / (to - from)) * BINS)))
    counts[bin] = (counts[bin] ?? 0) + 1
  }
  return { from, to, counts }
}
