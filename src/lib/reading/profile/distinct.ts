import { textBytes } from '../csv.ts'
import type { Column } from '../types.ts'
import { detachString } from '../value.ts'
import type { Places } from './range.ts'

const MAX_VALUES = 20_000
const MAX_LENGTH = 500
const TOP = 10
const NEARLY_UNIQUE = 0.95

/** Remaining characters of distinct values that the columns of one document may keep together. */
export interface Budget {
  chars: number
}

interface Seen {
  count: number
  readonly places: Places
  readonly csvBytes: number
}

/** Counts distinct values: exactly while they are few and short; then the count is a lower bound. */
export class DistinctValues {
  readonly #budget: Budget
  readonly #counts = new Map<string, Seen>()
  #seen = 0
  isFloor = false
  /** Bytes of all counted values in a csv. */
  csvBytes = 0

  constructor(budget: Budget) {
    this.#budget = budget
  }

  /** Counts a known value and returns its positions; undefined if it is new, or if there are too many to know. */
  again(text: string): Places | undefined {
    const known = this.#counts.get(text)
    if (!known) return undefined
    known.count++
    this.#seen++
    this.csvBytes += known.csvBytes
    return known.places
  }

  /** Counts a new value. */
  add(text: string, places: Places): void {
    const csvBytes = textBytes(text)
    this.csvBytes += csvBytes
    if (this.#counts.size >= MAX_VALUES || text.length > MAX_LENGTH || this.#budget.chars < text.length)
      this.isFloor = true
    else {
      this.#budget.chars -= text.length + 16
      this.#seen++
      this.#counts.set(detachString(text), { count: 1, places, csvBytes })
    }
  }

  /** Whether hardly any of the known values repeats. */
  get isNearlyUnique(): boolean {
    return this.#counts.size > 0 && this.#counts.size >= this.#seen * NEARLY_UNIQUE
  }

  get size(): number {
    return this.#counts.size === 0 && this.isFloor ? 1 : this.#counts.size
  }

  /** How many of the counted values satisfy a predicate. */
  countOf(isSuch: (value: string) => boolean): number {
    let sum = 0
    for (const [value, { count }] of this.#counts) if (isSuch(value)) sum += count
    return sum
  }

  /** The values that occur more than once, most frequent first, then in order of first occurrence; at most ten. */
  get frequent(): Column['frequent'] {
    const repeated: { value: string; count: number }[] = []
    for (const [value, { count }] of this.#counts) if (count > 1) repeated.push({ value, count })
    return repeated.sort((a, b) => b.count - a.count).slice(0, TOP)
  }
}
