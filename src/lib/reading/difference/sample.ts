import { parseDate } from '../profile/date-text.ts'
import { isCodeLike } from '../profile/text-kind.ts'
import type { Cells, Table } from '../table.ts'
import type { Value } from '../types.ts'
import { cellText, isNumeral } from '../value.ts'
import type { CommonColumn, Side } from './schema.ts'

/** How many records are read to find out what a column may be; fewer in wide tables. */
const MOST_SAMPLED = 4096
const MOST_CELLS = 400_000
/** Longer texts identify nothing. */
const MOST_KEY_CHARS = 200
/** The share of values that must be times or tokens. */
const NEARLY_ALL = 0.95

/** What the values of one column are like in evenly spaced records. */
interface SampledColumn {
  /** Every record has a short value. */
  readonly isFilled: boolean
  /** The number of different values, and the number of each value by record. */
  readonly distinct: number
  readonly values: readonly number[]
  /** Every value is a number, and some have decimals. */
  readonly hasDecimals: boolean
  /** Every value is the number of the record, counted from any number. */
  readonly isCounter: boolean
  /** Nearly all values are times or tokens. */
  readonly isTimeOrToken: boolean
  /** The value that all records have, if they have the same. */
  readonly only?: string
}

/** Evenly spaced records of a table. */
export interface Sample {
  readonly records: number
  readonly columns: readonly SampledColumn[]
}

class Collector {
  readonly #known = new Map<string, number>()
  readonly #values: number[] = []
  #isFilled = true
  #numbers = 0
  #decimals = 0
  #timesOrTokens = 0
  #filled = 0
  #offset: number | undefined
  #isCounter = true

  add(text: string | null, position: number): void {
    this.#isFilled &&= text !== null && text.length <= MOST_KEY_CHARS
    const short = text === null ? '' : text.slice(0, MOST_KEY_CHARS)
    const value = this.#known.get(short) ?? this.#known.size
    this.#known.set(short, value)
    this.#values.push(value)
    if (text === null) return
    this.#filled++
    if (/^-?\d+(?:[.,]\d+)?$/.test(short)) this.#numbers++
    if (/^-?\d+[.,]\d+$/.test(short)) this.#decimals++
    if (isTimeOrToken(short)) this.#timesOrTokens++
    const offset = /^\d{1,15}$/.test(short) ? Number(short) - position : Number.NaN
    this.#offset ??= offset
    this.#isCounter &&= offset === this.#offset
  }

  finish(): SampledColumn {
    const all = this.#values.length
    const [only] = this.#known.keys()
    return {
      isFilled: this.#isFilled,
      distinct: this.#known.size,
      values: this.#values,
      hasDecimals: this.#decimals > 0 && this.#numbers === all,
      isCounter: this.#isCounter && this.#filled === all && all > 1,
      isTimeOrToken: this.#filled > 0 && this.#timesOrTokens >= this.#filled * NEARLY_ALL,
      ...(this.#known.size === 1 && only && { only }),
    }
  }
}

/** Looks at evenly spaced records of one version. */
export function takeSample(table: Table, columns: readonly CommonColumn[], side: Side): Sample {
  const collectors = columns.map(() => new Collector())
  const most = Math.min(MOST_SAMPLED, Math.ceil(MOST_CELLS / Math.max(1, columns.length)))
  const step = Math.max(1, Math.ceil(table.count / most))
  let position = 0
  let records = 0
  table.each((cells: Cells) => {
    if (position++ % step > 0) return
    records++
    for (const [at, column] of columns.entries())
      collectors[at]?.add(cells[column[side]] ?? null, position - 1)
  })
  return { records, columns: collectors.map((one) => one.finish()) }
}

const LOOSE = /^\s|\s$|\s\s|[^\S ]/
/** Numbers with more digits are compared as they are written. */
const MOST_DIGITS = 15

/**
 * The text of a value without what does not change its meaning: white space around and between words, and how a number of json is written
 * (`1.50` is `1.5`). Blank texts are null, as missing values are.
 */
export function canonicalText(value: Value): string | null {
  if (value !== null && isNumeral(value)) return plainNumber(value.numeral)
  const text = cellText(value)
  if (text === null) return null
  const trimmed = LOOSE.test(text) ? text.trim().replace(/\s+/g, ' ') : text
  return trimmed === '' ? null : trimmed
}

function plainNumber(text: string): string {
  const isPlain = !/[.eE]|^-0$/.test(text)
  if (isPlain || text.replace(/[eE].*|[-.]/g, '').length > MOST_DIGITS) return text
  const number = Number(text)
  if (number === 0) return /^[-0.]*(?:[eE]|$)/.test(text) ? '0' : text
  return Number.isFinite(number) ? String(number) : text
}

const LEAST_TOKEN = 12
const EPOCH = /^\d{10}(?:\d{3})?(?:\.\d+)?$/
/** Years 2001 to 2096, in seconds. */
const EPOCHS = [1_000_000_000, 4_000_000_000] as const

/** Whether a text may be a time or the token of an export, which do not describe anything in a record. */
export function isTimeOrToken(text: string): boolean {
  if (isCodeLike(text) && text.length >= LEAST_TOKEN && /\d/.test(text) && /[a-z]/i.test(text)) return true
  if (parseDate(text, 'day') !== undefined || parseDate(text, 'month') !== undefined) return true
  const seconds = EPOCH.test(text) ? Number(text) / (/^\d{13}/.test(text) ? 1000 : 1) : 0
  return seconds >= EPOCHS[0] && seconds < EPOCHS[1]
}
