import type { Kill } from './look.ts'

/** The duration of an uninterrupted run, in ms, and the number of its calls that change files. */
export interface Measured {
  readonly milliseconds: number
  readonly calls: number
}

const SIGNALS = ['SIGKILL', 'SIGTERM', 'SIGINT'] as const

/** The kills of a drill, one for each round: before a call that changes a file, and by a signal, in turn. They happen at random times, one in each of as many equal parts of a run as there are kills of that kind. */
export function planKills(count: number, seed: number, { milliseconds, calls }: Measured): Kill[] {
  const random = openRandom(seed)
  const atCalls = shuffle(spread(Math.ceil(count / 2), random), random)
  const afterTimes = shuffle(spread(Math.floor(count / 2), random), random)
  return Array.from({ length: count }, (_, n): Kill => {
    if (n % 2 === 0) return { call: 1 + Math.floor((atCalls.pop() ?? 0) * calls) }
    const signal = SIGNALS[Math.floor(n / 2) % SIGNALS.length] as NodeJS.Signals
    return { signal, after: (afterTimes.pop() ?? 0) * milliseconds }
  })
}

function spread(count: number, random: () => number): number[] {
  return Array.from({ length: count }, (_, n) => (n + random()) / count)
}

function shuffle<T>(all: readonly T[], random: () => number): T[] {
  return all
    .map((one) => ({ one, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ one }) => one)
}

// mulberry32: short, and good enough for choosing times.
function openRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
