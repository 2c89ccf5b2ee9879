import { textBytes } from '../csv.ts'
import type { Column } from '../types.ts'
import type { Places } from './range.ts'

const MAX_VALUES = 20_000
const MAX_LENGTH = 500
const TOP = 10
const NEARLY_UNIQUE = 0.95
/** With more different values, spellings of one value are not joined. */
const MOST_SPELLED = 5_000
const EXAMPLES = 3

/** Remaining characters of distinct values that the columns of one document may keep together. */
export interface Budget {
  chars: number
}

/** Values that fit the same kinds, by the bits of `fits`. */
export interface FitGroup {
  readonly fits: number
  count: number
}

/** What is known about one value. */
export interface Read {
  /** The value as written. */
  readonly value: string
  /** The hash of the value without blanks around it. */
  readonly hash: number
  readonly places: Places
  readonly group: FitGroup
}

interface Seen extends Read {
  count: number
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

  /** Counts a known value and returns what is known about it; undefined if it is new, or if there are too many to know. */
  again(text: string): Read | undefined {
    const known = this.#counts.get(text)
    if (!known) return undefined
    known.count++
    this.#seen++
    this.csvBytes += known.csvBytes
    return known
  }

  /** Counts a new value, whose text has its own memory. */
  add(read: Read): void {
    const { value: text, hash, places, group } = read
    const csvBytes = textBytes(text)
    this.csvBytes += csvBytes
    if (this.#counts.size >= MAX_VALUES || text.length > MAX_LENGTH || this.#budget.chars < text.length)
      this.isFloor = true
    else {
      this.#budget.chars -= text.length + 16
      this.#seen++
      this.#counts.set(text, { value: text, hash, count: 1, places, group, csvBytes })
    }
  }

  /** Whether hardly any of the known values repeats. */
  get isNearlyUnique(): boolean {
    return this.#counts.size > 0 && this.#counts.size >= this.#seen * NEARLY_UNIQUE
  }

  /** The number of known values. */
  get size(): number {
    return this.#counts.size
  }

  /** The number of known values that fit one of these kinds; at least 1 if there are others that are not known. */
  count(isSuch: (fits: number) => boolean): number {
    let count = 0
    for (const { group } of this.#counts.values()) if (isSuch(group.fits)) count++
    return Math.max(this.isFloor ? 1 : 0, count)
  }

  /** The known values that fit one of these kinds, with their numbers, in order of first occurrence. */
  *fitting(isSuch: (fits: number) => boolean): Generator<readonly [value: string, count: number]> {
    for (const [value, { group, count }] of this.#counts) if (isSuch(group.fits)) yield [value, count]
  }

  /** The first known values that fit one of these kinds, at most three. */
  examples(isSuch: (fits: number) => boolean): string[] {
    return this.fitting(isSuch)
      .take(EXAMPLES)
      .map(([value]) => value)
      .toArray()
  }

  /** How long the values are that fit one of these kinds; undefined if there are none, or not all are known. */
  lengths(isSuch: (fits: number) => boolean): Column['texts'] {
    if (this.isFloor) return undefined
    const byWords: number[] = []
    let [longest, all] = [0, 0]
    for (const [value, count] of this.fitting(isSuch)) {
      const text = value.trim()
      if (text.length > longest) longest = Math.max(longest, [...text].length)
      const words = text.split(/\s+/).length
      byWords[words] = (byWords[words] ?? 0) + count
      all += count
    }
    if (all === 0) return undefined
    let [usual, fewer] = [0, 0]
    while (fewer * 2 < all) fewer += byWords[++usual] ?? 0
    return { longest, words: [usual, byWords.length - 1] }
  }

  /** The most frequent of the values that fit one of these kinds. */
  mostFrequent(isSuch: (fits: number) => boolean): string | undefined {
    let most: readonly [value: string, count: number] | undefined
    for (const one of this.fitting(isSuch)) if (most === undefined || one[1] > most[1]) most = one
    return most?.[0]
  }

  /**
   * The values that occur more than once, most frequent first, then in order of first occurrence; at most ten. With `isSpelled`, values that
   * differ only by case and blanks count as the one that is written most often.
   */
  frequent(isSuch: (fits: number) => boolean, isSpelled: boolean): Column['frequent'] {
    const joined =
      isSpelled && this.#counts.size <= MOST_SPELLED
        ? joinSpellings(this.fitting(isSuch))
        : this.fitting(isSuch).map(([value, count]) => ({ value, count }))
    return [...joined.filter(({ count }) => count > 1)].sort((a, b) => b.count - a.count).slice(0, TOP)
  }
}

function* joinSpellings(
  values: Iterable<readonly [value: string, count: number]>,
): Generator<Column['frequent'][number]> {
  const joined = new Map<string, { value: string; most: number; count: number; spellings: number }>()
  for (const [value, count] of values) {
    const key = value.trim().replace(/\s+/g, ' ').toLowerCase()
    const known = joined.get(key)
    if (known === undefined) joined.set(key, { value, most: count, count, spellings: 1 })
    else {
      known.count += count
      known.spellings++
      if (count > known.most) Object.assign(known, { value, most: count })
    }
  }
  for (const { value, count, spellings } of joined.values())
    yield { value, count, ...(spellings > 1 && { spellings }) }
}
