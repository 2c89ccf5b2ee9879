import { PROMISE_NAMES, type PromiseName } from './promise.ts'
import type { Found } from './read-site.ts'

/** An address at which a promise does not hold. */
export interface Example {
  readonly address: string
  readonly saw: string
  readonly expected: string
}

export interface Count {
  readonly held: number
  readonly lacked: number
  readonly wrong: number
  /** What is wrong first, then in the order of the questions; at most {@link MOST_EXAMPLES}. */
  readonly examples: readonly Example[]
}

export const MOST_EXAMPLES = 20

/** Counts verdicts. Memory does not grow with them. */
export interface Tally {
  /** `at` says where in the order of the questions it belongs. */
  note(found: Found, at: number): void
  count(promise: PromiseName): Count
}

interface Kept extends Example {
  readonly at: number
}

export function openTally(): Tally {
  const counts = new Map(
    PROMISE_NAMES.map((name) => [name, { held: 0, lacked: 0, wrong: 0, examples: [] as Kept[] }]),
  )
  const of = (promise: PromiseName) => counts.get(promise) as NonNullable<ReturnType<typeof counts.get>>
  return {
    note({ promise, outcome, address, saw = '', expected = '' }, at) {
      const count = of(promise)
      if (outcome === 'holds') {
        count.held++
        return
      }
      count[outcome === 'wrong' ? 'wrong' : 'lacked']++
      count.examples.push({ address, saw, expected, at: outcome === 'wrong' ? at : at + LACKING })
      if (count.examples.length > 2 * MOST_EXAMPLES) shorten(count.examples)
    },
    count(promise) {
      const { examples, ...count } = of(promise)
      shorten(examples)
      return { ...count, examples: examples.map(({ at: _, ...example }) => example) }
    },
  }
}

// Behind whatever is wrong.
const LACKING = 2 ** 50

function shorten(examples: Kept[]): void {
  examples.sort((a, b) => a.at - b.at).splice(MOST_EXAMPLES)
}
