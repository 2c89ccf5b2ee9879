import { compareDecimals } from '../../../lib/reading/profile/text-kind.ts'
import { foldedIn, hasWords, withoutMarkup } from '../../../lib/site/search/runs.ts'
import { isBlank, markOf, numberIn, orderOf, slashOrderOf, spanOf, type TypedColumn } from './column.ts'
import { fold, foldValue, type SearchTerm, searchTermsIn } from './search-terms.ts'
import { roundSteps, testOfStep } from './steps.ts'
import type { ColumnTable } from './table.ts'
import { ANY_COLUMN, type Box, type Filter, type Test } from './view.ts'

/** The rows that pass all filters, in the order of the table. `rowsIn` returns the rows with a place in a box, or undefined without a map. */
export function selectRows(
  table: ColumnTable,
  filters: readonly Filter[],
  rowsIn?: (box: Box) => ReadonlySet<number> | undefined,
): Uint32Array {
  let rows = new Uint32Array(table.rows)
  for (let row = 0; row < rows.length; row++) rows[row] = row
  for (const { column: at, test } of filters) {
    const column = table.columns[at]
    if (at === ANY_COLUMN && test.is === 'text') rows = findRows(table, rows, test.text)
    if (test.is === 'box') {
      const within = rowsIn?.(test)
      if (within) rows = rows.filter((row) => within.has(row))
    } else if (column) rows = passing(rows, column.codes, passesOf(column, test))
  }
  return rows
}

function passing(
  rows: Uint32Array<ArrayBuffer>,
  codes: Uint32Array,
  passes: Uint8Array,
): Uint32Array<ArrayBuffer> {
  let count = 0
  for (const row of rows) if (passes[codes[row] as number] === 1) rows[count++] = row
  return rows.subarray(0, count)
}

/** For each value of a column, whether it passes: 1 or 0. */
function passesOf(column: TypedColumn, test: ColumnTest): Uint8Array {
  const passes = new Uint8Array(column.values.length)
  const isWanted = wantedBy(column, test)
  column.values.forEach((text, code) => {
    if (isWanted(text, code)) passes[code] = 1
  })
  return passes
}

function wantedBy(column: TypedColumn, test: ColumnTest): (text: string | null, code: number) => boolean {
  if (test.is === 'values') {
    const named = new Set(test.values)
    return (text) => named.has(isBlank(text) ? null : text) !== test.not
  }
  if (test.is === 'text') {
    const part = fold(test.text)
    return (text) => text !== null && foldValue(text).includes(part)
  }
  return orderOf(column.kind) === 'date' ? withinSpan(column, test) : withinNumbers(column, test)
}

type ColumnTest = Exclude<Test, Box>

function withinNumbers(
  column: TypedColumn,
  { from, to }: Range,
): (text: string | null, code: number) => boolean {
  const { places } = column
  const mark = markOf(column)
  const [first, last] = [Number(from ?? Number.NaN), Number(to ?? Number.NaN)]
  // Compares floats, and exact decimals if the floats are equal.
  const compare = (text: string | null, place: number, bound: string, near: number) =>
    place !== near && Number.isFinite(place) && Number.isFinite(near)
      ? place - near
      : compareDecimals(numberIn(column, text, mark) ?? '', bound)
  return (text, code) => {
    const place = places[code] as number
    if (Number.isNaN(place)) return false
    const isAfter = from === undefined || compare(text, place, from, first) >= 0
    const isBefore = to === undefined || compare(text, place, to, last) <= 0
    return isAfter && isBefore
  }
}

function withinSpan(
  column: TypedColumn,
  { from, to }: Range,
): (text: string | null, code: number) => boolean {
  const { places } = column
  const slashes = slashOrderOf(column.values)
  const first = from === undefined ? Number.NEGATIVE_INFINITY : (spanOf(from, slashes)?.first ?? Number.NaN)
  const last = to === undefined ? Number.POSITIVE_INFINITY : (spanOf(to, slashes)?.last ?? Number.NaN)
  return (_, code) => (places[code] as number) >= first && (places[code] as number) <= last
}

/** Maximum number of words; one bit each. */
const MOST_WORDS = 8

/** The rows in which every word of a text occurs, in any column and any case. Whole words are only searched in columns of words. */
function findRows(
  { columns }: ColumnTable,
  rows: Uint32Array<ArrayBuffer>,
  text: string,
): Uint32Array<ArrayBuffer> {
  const words = searchTermsIn(text).slice(0, MOST_WORDS)
  const found = new Uint8Array(rows.length)
  for (const column of columns) {
    const { codes } = column
    const marks = marksOf(column, words)
    if (marks)
      for (let at = 0; at < rows.length; at++)
        (found[at] as number) |= marks[codes[rows[at] as number] as number] as number
  }
  const all = 2 ** words.length - 1
  return rows.filter((_, at) => found[at] === all)
}

/** For each value, a bit mask of the words it contains; undefined if none contains any. */
function marksOf(
  { kind, values }: Pick<TypedColumn, 'kind' | 'values'>,
  words: readonly SearchTerm[],
): Uint8Array | undefined {
  const isRead = hasWords(kind) && words.some(({ isWhole }) => isWhole)
  const marks = new Uint8Array(values.length)
  let isAny = false
  values.forEach((text, code) => {
    if (text === null) return
    const folded = foldValue(text)
    const read = isRead ? ` ${foldedIn(withoutMarkup(text)).join(' ')} ` : ''
    let mark = 0
    for (const [at, { text: word, isWhole }] of words.entries())
      if (isWhole ? read.includes(` ${word} `) : folded.includes(word)) mark |= 1 << at
    marks[code] = mark
    isAny ||= mark !== 0
  })
  return isAny ? marks : undefined
}

type Range = Extract<Test, { is: 'range' }>

/** The values of a column in the rows that pass the filters of other columns, most frequent first. */
export interface ValueCounts {
  /** At most the requested number. Null counts the rows without a value. */
  readonly values: readonly { readonly text: string | null; readonly count: number }[]
  /** Number of distinct values; all blank ones count as one. */
  readonly different: number
  /** The first and last value in the order of the column, unless it is text order. */
  readonly min?: string
  readonly max?: string
  /** For a column of dates: `min`, `max` and the bounds of its filter, as days. */
  readonly days?: DayBounds
  /** Ranges of numbers or dates, each with its number of rows, without empty ones; absent if there are few different values. */
  readonly ranges?: readonly { readonly test: Range; readonly count: number }[]
}

/** Days, as `2024-05-01`. A year or a month stands for its first day in `min` and `from`, and for its last day in `max` and `to`. */
type DayBounds = { readonly [bound in 'min' | 'max' | 'from' | 'to']?: string | undefined }

/** The bounds of a column of dates, as days; undefined for other columns. */
export function dayBounds(
  column: TypedColumn,
  { min, max }: Pick<ValueCounts, 'min' | 'max'>,
  filters: readonly Filter[],
): DayBounds | undefined {
  if (orderOf(column.kind) !== 'date') return undefined
  const slashes = slashOrderOf(column.values)
  const dayOf = (text: string | undefined, which: 'first' | 'last') => {
    const span = text === undefined ? undefined : spanOf(text, slashes)
    return span && new Date(span[which]).toISOString().slice(0, 10)
  }
  const test = filters.map((filter) => filter.test).find(({ is }) => is === 'range')
  const { from, to } = test?.is === 'range' ? test : {}
  return {
    min: dayOf(min, 'first'),
    max: dayOf(max, 'last'),
    from: dayOf(from, 'first'),
    to: dayOf(to, 'last'),
  }
}

/** Columns of numbers and dates with more different values than this have ranges to choose from, not values. */
export const FEW_VALUES = 40
const STEPS = 10

/** Counts the values of a column that contain the text `looked`, and returns the `most` most frequent. An empty text matches all. */
export function countValues(
  table: ColumnTable,
  rows: Uint32Array,
  at: number,
  looked: string,
  most: number,
): ValueCounts {
  const column = table.columns[at]
  if (!column) return { values: [], different: 0 }
  const { values, codes } = column
  const counts = new Uint32Array(values.length)
  for (const row of rows) (counts[codes[row] as number] as number)++
  let blank = 0
  const filled: number[] = []
  const part = fold(looked)
  counts.forEach((count, code) => {
    if (count === 0) return
    const text = values[code] ?? null
    if (isBlank(text)) blank += count
    else if (part === '' || foldValue(text as string).includes(part)) filled.push(code)
  })
  const top = filled.sort((a, b) => (counts[b] as number) - (counts[a] as number) || a - b).slice(0, most)
  const hasBlank = blank > 0 && part === ''
  const isRanged = part === '' && filled.length > FEW_VALUES && orderOf(column.kind) !== 'text'
  return {
    ...(isRanged && { ranges: rangesOf(column, filled, counts) }),
    values: [
      ...top.map((code) => ({ text: values[code] ?? null, count: counts[code] as number })),
      ...(hasBlank ? [{ text: null, count: blank }] : []),
    ],
    different: filled.length + (hasBlank ? 1 : 0),
  }
}

function rangesOf(
  column: TypedColumn,
  codes: readonly number[],
  counts: Uint32Array,
): NonNullable<ValueCounts['ranges']> {
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const code of codes) {
    const place = column.places[code] as number
    if (!Number.isFinite(place)) continue
    from = Math.min(from, place)
    to = Math.max(to, place)
  }
  if (!(to > from) || !Number.isFinite(to - from)) return []
  const order = orderOf(column.kind)
  const unit = order === 'number' ? unitOf(codes.map((code) => column.places[code] as number)) : undefined
  const steps = unit === undefined ? { from, to, count: STEPS } : roundSteps(from, to, STEPS, unit)
  return Array.from({ length: steps.count }, (_, at) => {
    const test = testOfStep(steps, at, order)
    const isWanted = wantedBy(column, test)
    let count = 0
    for (const code of codes) if (isWanted(column.values[code] ?? null, code)) count += counts[code] as number
    return { test, count }
  }).filter(({ count }) => count > 0)
}

/** Numbers with more decimals are hardly ever at the edge of a range. */
const MOST_DECIMALS = 6

// The unit of the last decimal place of some numbers: 1 for whole ones. Undefined if they have too many decimals or are too large.
function unitOf(numbers: readonly number[]): number | undefined {
  let most = 0
  for (const number of numbers) {
    const [whole = '', decimals = ''] = String(number).split('.')
    if (/\D/.test(whole.slice(1) + decimals) || decimals.length > MOST_DECIMALS) return undefined
    most = Math.max(most, decimals.length)
  }
  return numbers.every((number) => Math.abs(number) <= Number.MAX_SAFE_INTEGER) ? 10 ** -most : undefined
}
