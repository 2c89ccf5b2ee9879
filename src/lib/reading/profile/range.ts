import { detachString } from '../text/detach-string.ts'
import { parseDate, type SlashOrder } from './date.ts'
import { compareDecimals, isDecimal } from './decimal.ts'
import { Sample } from './sample.ts'

/** What min, max and histogram are made of. */
export interface Range {
  readonly min: string
  readonly max: string
  readonly from: number
  readonly to: number
  readonly sample: Sample
}

/** The smallest and the largest of a column's values, as long as all of them can be put in one order. */
export class RangeTracker {
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

  /** Adds a filled value; `text` is without padding, `written` as the document has it. Returns its place in the order, if it has one. */
  add(text: string, written: string): number | undefined {
    if (!this.#all) return undefined
    const at = this.#position(text)
    if (at === undefined) this.#all = false
    else this.place(at, text, written)
    return at
  }

  /** Adds a filled value whose place in the order is known. Returns that place. */
  place(at: number, text: string, written: string): number | undefined {
    if (!this.#all) return undefined
    const isFirst = this.#count++ === 0
    if (isFirst || this.#order(at, text, this.#min) < 0) this.#min = { text: detachString(written), at }
    if (isFirst || this.#order(at, text, this.#max) > 0) this.#max = { text: detachString(written), at }
    this.#sample.add(at)
    return at
  }

  /** Adds a value that was added before, by its place. */
  again(at: number): void {
    if (this.#all) this.#sample.add(at)
  }

  /** The range of all values added; undefined when one of them had no place in the order, or none was added. */
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
