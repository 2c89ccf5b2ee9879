import { type Range, RangeTracker } from './range.ts'

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
