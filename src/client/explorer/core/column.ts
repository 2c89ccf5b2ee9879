import {
  hasTwoOrders,
  parseDate,
  parseTime,
  type SlashOrder,
} from '../../../lib/reading/profile/date-text.ts'
import { type DecimalMark, findDecimalMark, readNumber } from '../../../lib/reading/profile/number-text.ts'
import { isBooleanText, isDecimal, isLink } from '../../../lib/reading/profile/text-kind.ts'
import { withoutUnit } from '../../../lib/reading/profile/unit.ts'
import type { ColumnKind } from '../../../lib/reading/types.ts'

/** The kind of a column, and how its numbers are written. */
export interface ColumnType {
  readonly kind: ColumnKind
  /** The unit after its numbers. */
  readonly unit?: string | undefined
  /** Numbers that stand for a missing value, such as -9999. */
  readonly none?: readonly number[] | undefined
}

/** One column of a table: its distinct texts, and for each row the index of its text. */
export interface TypedColumn extends ColumnType {
  readonly name: string
  /** The distinct texts in the order of their first occurrence; the first is null, for cells without text. */
  readonly values: readonly (string | null)[]
  /** For each row, the index of its text in `values`. */
  readonly codes: Uint32Array
  /** The position of each value of a numeric or date column: a float, or ms since 1970; NaN if there is none. Computed at the first use. */
  readonly places: Float64Array
}

/** Whether a cell is empty: no text, or only white space. */
export function isBlank(text: string | null | undefined): boolean {
  return text === null || text === undefined || text === '' || text.trim() === ''
}

/** Whether a row has a finite number or a date. */
export function isFinitePlace({ codes, places }: TypedColumn, row: number): boolean {
  return Number.isFinite(places[codes[row] as number])
}

const FIRST_ROOM = 1024

/** Collects the texts of one column, row by row. */
export class ColumnBuilder {
  readonly name: string
  #values: (string | null)[] = [null]
  #places = new Map<string, number>()
  #codes = new Uint32Array(FIRST_ROOM)

  constructor(name: string) {
    this.name = name
  }

  set(row: number, text: string | null): void {
    if (text === null) return
    if (row >= this.#codes.length) this.#grow(row)
    let code = this.#places.get(text)
    if (code === undefined) {
      code = this.#values.length
      const kept = own(text)
      this.#values.push(kept)
      this.#places.set(kept, code)
    }
    this.#codes[row] = code
  }

  has(row: number): boolean {
    return (this.#codes[row] ?? 0) !== 0
  }

  /** The column with the first `rows` rows. The builder must not be used afterwards. */
  finish(rows: number, typeOf: (name: string, values: TypedColumn['values']) => ColumnType): TypedColumn {
    const values = this.#values
    if (rows > this.#codes.length) this.#grow(rows)
    this.#places.clear()
    const { kind, unit, none } = typeOf(this.name, values)
    let places: Float64Array | undefined
    const column = { kind, unit, none, values, codes: this.#codes.slice(0, rows) }
    return {
      name: this.name,
      ...column,
      get places() {
        places ??= placesOf(column)
        return places
      },
    }
  }

  #grow(row: number): void {
    const codes = new Uint32Array(Math.max(row + 1, this.#codes.length * 2))
    codes.set(this.#codes)
    this.#codes = codes
  }
}

// A slice of a string keeps the whole string in memory, so a few bytes would retain a whole chunk of the file. This makes a copy.
function own(text: string): string {
  return text.length < 13 ? text : ` ${text}`.slice(1)
}

/** How the values of a column are ordered and filtered. */
export type Order = 'number' | 'date' | 'text'

const NUMBERS: ReadonlySet<ColumnKind> = new Set(['number', 'year', 'identifier', 'latitude', 'longitude'])

export function orderOf(kind: ColumnKind = 'text'): Order {
  return NUMBERS.has(kind) ? 'number' : kind === 'date' ? 'date' : 'text'
}

/** The kind that all non-blank values share, for a column without a known kind. */
export function guessKind(values: TypedColumn['values']): ColumnKind {
  const filled = values.filter((text) => !isBlank(text)).map((text) => (text as string).trim())
  if (filled.length === 0) return 'empty'
  if (filled.every(isBooleanText)) return 'boolean'
  if (filled.every(isDecimal)) return 'number'
  if (filled.every(isLink)) return 'link'
  const order = slashOrderOf(filled)
  return filled.every((text) => parseDate(text, order) !== undefined) ? 'date' : 'text'
}

/** How `03/04/2024` is read in a column: month first if some value is a date only in that order. Other values do not matter. */
export function slashOrderOf(values: readonly (string | null)[]): SlashOrder {
  const isMonthFirst = values.some((text) => {
    const trimmed = text?.trim() ?? ''
    return (
      hasTwoOrders(trimmed) &&
      parseTime(trimmed, 'day') === undefined &&
      parseTime(trimmed, 'month') !== undefined
    )
  })
  return isMonthFirst ? 'month' : 'day'
}

/** The first and last moment of a year, a month, a day or a time, in ms since 1970. */
interface Span {
  readonly first: number
  readonly last: number
}

/** The span of `2024`, `2024-05`, or a date in any format of the data; undefined if the text is not a date. */
export function spanOf(text: string, order: SlashOrder): Span | undefined {
  const trimmed = text.trim()
  const year = /^\d{4}$/.test(trimmed) ? Number(trimmed) : undefined
  const first = parseTime(year === undefined ? trimmed : `${trimmed}-01-01`, order)
  if (first === undefined) return undefined
  if (year !== undefined) return { first, last: after(first, 12) - 1 }
  if (/^\d{4}-\d{2}$/.test(trimmed)) return { first, last: after(first, 1) - 1 }
  const isMoment = trimmed.includes(':') || (trimmed.length > 8 && isDecimal(trimmed))
  return { first, last: isMoment ? first : first + 86_400_000 - 1 }
}

function after(moment: number, months: number): number {
  const date = new Date(moment)
  return date.setUTCMonth(date.getUTCMonth() + months)
}

/** The decimal mark of the numbers of a column, found in the same way as by the build. */
export function markOf({
  kind,
  unit,
  values,
  codes,
}: Pick<TypedColumn, 'kind' | 'unit' | 'values' | 'codes'>): DecimalMark {
  // Years and identifiers are plain whole numbers.
  if (kind === 'year' || kind === 'identifier') return '.'
  const counts = new Uint32Array(values.length)
  for (const code of codes) counts[code] = (counts[code] ?? 0) + 1
  const texts = values.map((text, code): [string, number] => [bareNumber(text, unit), counts[code] ?? 0])
  return findDecimalMark(texts) ?? '.'
}

/** The number in a value of a column, as plain decimal text; undefined if there is none. */
export function numberIn(
  { unit, none }: ColumnType,
  text: string | null | undefined,
  mark: DecimalMark,
): string | undefined {
  const number = readNumber(bareNumber(text, unit), mark)
  return none?.includes(Number(number)) ? undefined : number
}

function bareNumber(text: string | null | undefined, unit: string | undefined): string {
  const trimmed = text?.trim() ?? ''
  return unit === undefined ? trimmed : withoutUnit(trimmed, unit)
}

function placesOf(column: Pick<TypedColumn, 'kind' | 'unit' | 'none' | 'values' | 'codes'>): Float64Array {
  const { kind, values } = column
  const places = new Float64Array(values.length).fill(Number.NaN)
  const isNumber = orderOf(kind) === 'number'
  const slashes = slashOrderOf(isNumber ? [] : values)
  const mark = isNumber ? markOf(column) : '.'
  values.forEach((written, code) => {
    const text = written?.trim() ?? ''
    if (text === '') return
    if (isNumber) places[code] = Number(numberIn(column, text, mark) ?? Number.NaN)
    else places[code] = parseTime(text, slashes) ?? Number.NaN
  })
  return places
}
