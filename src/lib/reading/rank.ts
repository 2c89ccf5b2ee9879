/** 2^32 divided by the golden ratio: its multiples modulo 2^32 are evenly distributed, also among every second, every third, … of them. */
const GOLDEN = 0x9e3779b1

/** The number of ranks. */
export const RANKS = 2 ** 32

/** The rank of what has a position: those with the lowest ranks come from all over, whatever repeats there in turn. */
export function rankOf(position: number): number {
  return Math.imul(position, GOLDEN) >>> 0
}
