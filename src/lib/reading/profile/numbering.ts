const NUMBERED = /^\d{1,3}(?:\.\d{1,3})*$/
/** Fewer values are numbered so by chance. */
const LEAST_NUMBERED = 5
/** Sections that end before a new one begins. Numbers that rise by 0.1 do so only behind 9. */
const [LEAST_ENDS, LAST_TENTH] = [2, 9]

/**
 * Finds whether values, in their order, count the records, as `1`, `2`, `3` do, or number the sections of a text, as `1`, `1.1`, `1.2`, `2`,
 * `2.1` do.
 */
export class Numbering {
  #first: string | undefined
  /** The parts of the last value; undefined before the first, empty as soon as a value does not follow the one before it. */
  #last: readonly number[] | undefined
  #count = 0
  #depth = 0
  #ends = 0

  add(text: string): void {
    if (this.#last?.length === 0) return
    const parts = NUMBERED.test(text) ? text.split('.').map(Number) : []
    if (this.#last && parts.length > 0 && !this.#follows(this.#last, parts)) this.#last = []
    else this.#last = parts
    this.#first ??= text
    this.#depth = Math.max(this.#depth, parts.length)
    this.#count++
  }

  get #isWhole(): boolean {
    return this.#count >= LEAST_NUMBERED && this.#last !== undefined && this.#last.length > 0
  }

  /** Whether all values count from 0 or 1. */
  get isCount(): boolean {
    return this.#isWhole && this.#depth === 1 && (this.#first === '0' || this.#first === '1')
  }

  /** Whether all values are numbers of sections. */
  get areSections(): boolean {
    return this.#isWhole && this.#ends >= LEAST_ENDS
  }

  // The next number at some depth, with the first ones below it.
  #follows(last: readonly number[], next: readonly number[]): boolean {
    const from = next.findIndex((part, depth) => part !== last[depth])
    if (from < 0) return false
    const isNext = from >= last.length || next[from] === (last[from] as number) + 1
    const areFirst = next.slice(from >= last.length ? from : from + 1).every((part) => part === 1)
    if (from < last.length - 1 && last.at(-1) !== LAST_TENTH) this.#ends++
    return isNext && areFirst
  }
}
