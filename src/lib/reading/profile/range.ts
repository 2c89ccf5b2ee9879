import type { Column } from '../types.ts'
import { detachString } from '../value.ts'
import { compareDecimals, isDecimal, parseDate, type SlashOrder } from './text-kind.ts'

/** The position of a value in each order in which it is valid. */
export interface Places {
  readonly number: number | undefined
  readonly dayFirst: number | undefined
  readonly monthFirst: number | undefined
}

const NOWHERE: Places = { number: undefined, dayFirst: undefined, monthFirst: undefined }

/** The ranges of a column in each possible order of its values. */
export class Ranges {
  readonly #numbers = RangeTracker.ofNumbers()
  readonly #dayFirst = RangeTracker.ofDates('day')
  readonly #monthFirst = RangeTracker.ofDates('month')
  #isAmbiguous = false

  /** Adds a new non-blank value; `text` is trimmed, `written` as in the document. */
  add(text: string, written: string): Places {
    const number = this.#numbers.add(text, written)
    const dayFirst = this.#dayFirst.add(text, written)
    const isSame = dayFirst !== undefined && !text.includes('/')
    const monthFirst = isSame
      ? this.#monthFirst.place(dayFirst, text, written)
      : this.#monthFirst.add(text, written)
    if (dayFirst !== monthFirst && dayFirst !== undefined && monthFirst !== undefined)
      this.#isAmbiguous = true
    if (number === undefined && dayFirst === undefined && monthFirst === undefined) return NOWHERE
    return { number, dayFirst, monthFirst }
  }

  /** Adds a known value. */
  again({ number, dayFirst, monthFirst }: Places): void {
    if (number !== undefined) this.#numbers.again(number)
    if (dayFirst !== undefined) this.#dayFirst.again(dayFirst)
    if (monthFirst !== undefined) this.#monthFirst.again(monthFirst)
  }

  /** The range of the numbers, if all values are numbers. */
  get numbers(): Range | undefined {
    return this.#numbers.range
  }

  /**
   * The range of the dates, if all values are dates. `03/04/2024` is a date only if another value of the column excludes one of the two
   * orders.
   */
  get dates(): Range | undefined {
    const [day, month] = [this.#dayFirst.range, this.#monthFirst.range]
    if (day && month) return this.#isAmbiguous ? undefined : day
    return day ?? month
  }
}

const CAPACITY = 8192

/** A deterministic sample of numbers of bounded size: all of them, then every second, every fourth, … */
class Sample {
  #values: number[] = []
  #stride = 1
  #seen = 0

  add(value: number): void {
    if (this.#seen++ % this.#stride !== 0) return
    this.#values.push(value)
    if (this.#values.length < CAPACITY) return
    this.#values = this.#values.filter((_, index) => index % 2 === 0)
    this.#stride *= 2
  }

  get values(): readonly number[] {
    return this.#values
  }

  /** Whether some numbers are not in the sample. */
  get isPartial(): boolean {
    return this.#stride > 1
  }
}

/** The data for min, max and histogram. */
export interface Range {
  readonly min: string
  readonly max: string
  readonly from: number
  readonly to: number
  readonly sample: Sample
}

/** The smallest and largest value of a column, as long as all of them are valid in one order. */
class RangeTracker {
  readonly #position: (text: string) => number | undefined
  readonly #compare: ((a: string, b: string) => number) | undefined
  readonly #sample = new Sample()
  #all = true
  #min = { text: '', at: 0 }
  #max = { text: '', at: 0 }
  #count = 0

  private constructor(
    position: (text: string) => number | undefined,
    compare?: (a: string, b: string) => number,
  ) {
    this.#position = position
    this.#compare = compare
  }

  static ofNumbers(): RangeTracker {
    return new RangeTracker((text) => (isDecimal(text) ? Number(text) : undefined), compareDecimals)
  }

  static ofDates(order: SlashOrder): RangeTracker {
    return new RangeTracker((text) => parseDate(text, order))
  }

  /** Adds a non-blank value; `text` is trimmed, `written` as in the document. Returns its position in the order, if it has one. */
  add(text: string, written: string): number | undefined {
    if (!this.#all) return undefined
    const at = this.#position(text)
    if (at === undefined) this.#all = false
    else this.place(at, text, written)
    return at
  }

  /** Adds a non-blank value with a known position. Returns that position. */
  place(at: number, text: string, written: string): number | undefined {
    if (!this.#all) return undefined
    const isFirst = this.#count++ === 0
    if (isFirst || this.#order(at, text, this.#min) < 0) this.#min = { text: detachString(written), at }
    if (isFirst || this.#order(at, text, this.#max) > 0) this.#max = { text: detachString(written), at }
    this.#sample.add(at)
    return at
  }

  /** Adds a known value by its position. */
  again(at: number): void {
    if (this.#all) this.#sample.add(at)
  }

  /** The range of all added values; undefined if one of them had no position, or if there are none. */
  get range(): Range | undefined {
    if (!this.#all || this.#count === 0) return undefined
    const { text: min, at: from } = this.#min
    const { text: max, at: to } = this.#max
    return { min, max, from, to, sample: this.#sample }
  }

  #order(at: number, text: string, other: { readonly text: string; readonly at: number }): number {
    if (at !== other.at && Number.isFinite(at) && Number.isFinite(other.at)) return at - other.at
    return this.#compare ? this.#compare(text, other.text.trim()) : at - other.at
  }
}

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
