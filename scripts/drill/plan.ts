import type { Job, Kill } from './look.ts'

/** One round: which job is killed, and how. */
export interface Round {
  readonly job: Job
  readonly kill: Kill
}

/** The duration of an uninterrupted run, in ms, and the number of its calls that change files. */
export interface Measured {
  readonly whole: number
  readonly light: number
  readonly calls: { readonly main: number; readonly worker: number }
}

const SIGNALS = ['SIGKILL', 'SIGTERM', 'SIGINT'] as const
/** Rounds of each kind, out of ten. */
const SHARES = { call: 4, worker: 1, light: 4, whole: 1 } as const
type Kind = keyof typeof SHARES
const TURNS: readonly Kind[] = [
  'call',
  'light',
  'worker',
  'call',
  'light',
  'whole',
  'call',
  'light',
  'call',
  'light',
]

/** The rounds of a drill. Kills happen at random times, one in each of as many equal parts of a run as there are rounds of that kind. */
export function planRounds(count: number, seed: number, measured: Measured): Round[] {
  const random = openRandom(seed)
  const kinds = Array.from({ length: count }, (_, n) => TURNS[n % TURNS.length] as Kind)
  const total = (kind: Kind) => kinds.filter((other) => other === kind).length
  const instants = Object.fromEntries(
    Object.keys(SHARES).map((kind) => [kind, shuffle(spread(total(kind as Kind), random), random)]),
  ) as Record<Kind, number[]>
  return kinds.map((kind, n) => planRound(kind, instants[kind].pop() ?? 0, n, measured))
}

function planRound(kind: Kind, instant: number, n: number, { whole, light, calls }: Measured): Round {
  if (kind === 'call' || kind === 'worker') {
    const thread = kind === 'call' ? 'main' : 'worker'
    return { job: 'light', kill: { thread, call: 1 + Math.floor(instant * calls[thread]) } }
  }
  const signal = SIGNALS[Math.floor(n / 2) % SIGNALS.length] as NodeJS.Signals
  return { job: kind, kill: { signal, after: instant * (kind === 'whole' ? whole : light) } }
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
