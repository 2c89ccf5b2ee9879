import { PROMISE_NAMES, type PromiseName } from './promise.ts'
import type { LocatedVerdict } from './read-site.ts'

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
  readonly refused: number
  /** What is wrong first, then in the order of the questions; at most {@link MOST_EXAMPLES}. */
  readonly examples: readonly Example[]
}

export const MOST_EXAMPLES = 20

/** Counts verdicts. Memory does not grow with them. */
export interface ReportBuilder {
  /** `at` says where in the order of the questions it belongs. */
  note(found: LocatedVerdict, at: number): void
  count(promise: PromiseName): Count
}

interface Kept extends Example {
  readonly at: number
}

/** `overlooks` says of a verdict whether it counts for nothing. */
export function openReport(overlooks: (found: LocatedVerdict) => boolean): ReportBuilder {
  const counts = new Map(
    PROMISE_NAMES.map((name) => [name, { held: 0, lacked: 0, wrong: 0, refused: 0, examples: [] as Kept[] }]),
  )
  const of = (promise: PromiseName) => counts.get(promise) as NonNullable<ReturnType<typeof counts.get>>
  return {
    note(found, at) {
      if (overlooks(found)) return
      const { promise, outcome, address, saw = '', expected = '' } = found
      const count = of(promise)
      if (outcome === 'holds') {
        count.held++
        return
      }
      count[COUNTED[outcome]]++
      count.examples.push({ address, saw, expected, at: at + BEHIND[outcome] })
      if (count.examples.length > 2 * MOST_EXAMPLES) shorten(count.examples)
    },
    count(promise) {
      const { examples, ...count } = of(promise)
      shorten(examples)
      return { ...count, examples: examples.map(({ at: _, ...example }) => example) }
    },
  }
}

const COUNTED = { lacks: 'lacked', wrong: 'wrong', refused: 'refused' } as const
// What is wrong comes first, and what nobody knows last.
const BEHIND = { wrong: 0, lacks: 2 ** 50, refused: 2 ** 51 } as const

function shorten(examples: Kept[]): void {
  examples.sort((a, b) => a.at - b.at).splice(MOST_EXAMPLES)
}
