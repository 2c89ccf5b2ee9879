import { compareDecimals } from '../../../lib/reading/profile/text-kind.ts'
import { isBlank, markOf, numberIn, orderOf, type TypedColumn } from './column.ts'

/** The sort order of a column: a rank for each of its values, equal for equal values. */
export interface Ranks {
  readonly of: Uint32Array
  /** Number of ranks. Blank values have the last one, in either sort direction. */
  readonly count: number
}

type Compare = (a: number, b: number) => number

const KEYS_AT_ONCE = 10_000

/**
 * Ranks the values of a column by its kind: numbers exactly, dates by time, texts by the language of the reader. Values of another kind
 * follow, in text order. Yields every few milliseconds.
 */
export function* rankSteps(column: TypedColumn, texts: TextOrder): Generator<void, Ranks> {
  const { values } = column
  const filled = new Uint32Array(values.length)
  let last = 0
  for (let code = 1; code < values.length; code++) if (!isBlank(values[code])) filled[last++] = code
  const codes = filled.slice(0, last)
  const compare: Compare =
    orderOf(column.kind) === 'text' ? yield* textSteps(values, codes, texts) : placeCompare(column, texts)
  yield* sortSteps(codes, compare)
  const of = new Uint32Array(values.length)
  let rank = 0
  for (let at = 0; at < codes.length; at++) {
    const code = codes[at] as number
    if (at > 0 && compare(codes[at - 1] as number, code) !== 0) rank++
    of[code] = rank
  }
  const blank = codes.length === 0 ? 0 : rank + 1
  for (let code = 0; code < values.length; code++) if (isBlank(values[code])) of[code] = blank
  return { of, count: blank + 1 }
}

function* textSteps(
  values: TypedColumn['values'],
  codes: Uint32Array,
  texts: TextOrder,
): Generator<void, Compare> {
  const keys = new Array<string | undefined>(values.length)
  for (let at = 0; at < codes.length; at++) {
    const code = codes[at] as number
    keys[code] = texts.keyOf(values[code] as string)
    if (at % KEYS_AT_ONCE === 0) yield
  }
  return (a, b) => {
    const [x, y] = [keys[a], keys[b]]
    if (x !== undefined && y !== undefined && x !== y) return x < y ? -1 : 1
    return texts.compare(values[a] as string, values[b] as string)
  }
}

function placeCompare(column: TypedColumn, texts: TextOrder): Compare {
  const { places } = column
  const textOf = (code: number) => column.values[code] as string
  const isNumber = orderOf(column.kind) === 'number'
  const mark = isNumber ? markOf(column) : '.'
  const numberOf = (code: number) => numberIn(column, textOf(code), mark) ?? ''
  return (a, b) => {
    const [x, y] = [places[a] as number, places[b] as number]
    if (x !== y && Number.isFinite(x) && Number.isFinite(y)) return x - y
    if (Number.isNaN(x) || Number.isNaN(y)) {
      const isNeither = Number.isNaN(x) && Number.isNaN(y)
      return isNeither ? texts.compare(textOf(a), textOf(b)) : Number.isNaN(x) ? 1 : -1
    }
    return isNumber ? compareDecimals(numberOf(a), numberOf(b)) : x - y
  }
}

/** Sorts rows by a column, in linear time. Equal rows keep their order in either direction; rows without a value come last. */
export function sortRows(rows: Uint32Array, codes: Uint32Array, ranks: Ranks, isDown: boolean): Uint32Array {
  const { of, count } = ranks
  const last = count - 1
  const bucketOf = (row: number) => {
    const rank = of[codes[row] as number] as number
    return isDown && rank !== last ? last - 1 - rank : rank
  }
  const starts = new Uint32Array(count + 1)
  for (const row of rows) (starts[bucketOf(row) + 1] as number)++
  for (let at = 1; at <= count; at++) starts[at] = (starts[at] as number) + (starts[at - 1] as number)
  const sorted = new Uint32Array(rows.length)
  for (const row of rows) {
    const bucket = bucketOf(row)
    const place = starts[bucket] as number
    sorted[place] = row
    starts[bucket] = place + 1
  }
  return sorted
}

const RUN = 4096

/** Sorts in place, by sorting and then merging runs; yields after each step of a few milliseconds. */
export function* sortSteps(
  items: Uint32Array<ArrayBuffer>,
  compare: (a: number, b: number) => number,
): Generator<void, void> {
  for (let from = 0; from < items.length; from += RUN) {
    items.subarray(from, from + RUN).sort(compare)
    yield
  }
  let [source, target] = [items, new Uint32Array(items.length)]
  for (let width = RUN; width < items.length; width *= 2) {
    for (let from = 0; from < items.length; from += 2 * width) {
      merge(source, target, from, from + width, from + 2 * width, compare)
      yield
    }
    ;[source, target] = [target, source]
  }
  if (source !== items) items.set(source)
}

function merge(
  source: Uint32Array,
  target: Uint32Array,
  from: number,
  middle: number,
  to: number,
  compare: (a: number, b: number) => number,
): void {
  const end = Math.min(to, source.length)
  const half = Math.min(middle, end)
  let [left, right] = [from, half]
  for (let at = from; at < end; at++) {
    const isLeft =
      left < half && (right >= end || compare(source[left] as number, source[right] as number) <= 0)
    target[at] = source[isLeft ? left++ : right++] as number
  }
}

// Characters that a collator compares one by one: it ignores none of them, and combines none with others.
const ORDINARY = ` _-,;:!?.'"()[]{}@*/&#%+<=>|$0123456789abcdefghijklmnopqrstuvwxyzабвгдеёжзийклмнопрстуфхцчшщъыьэюя«»`
const DIGIT = /\d/
/** Numbers with more digits need the collator. In a key, a number begins with its number of digits. */
const MOST_DIGITS = 40
const DIGITS_AT = 256
/** Longer texts need the collator: a key is created by one call, and browsers limit the number of arguments. */
const MOST_KEYED = 10_000

export type TextOrder = ReturnType<typeof openTextOrder>

/**
 * The order of texts in a language: numbers in texts by their value; case matters only if texts are otherwise equal. Compares like a collator,
 * but much faster if both texts contain only ordinary characters.
 */
export function openTextOrder(language: string) {
  const { compare } = new Intl.Collator(language, { numeric: true })
  const weights = weigh(language)
  return {
    compare,
    /** A key whose order by code units is that of the collator; undefined if the collator is needed. */
    keyOf(text: string) {
      if (text.length > MOST_KEYED) return undefined
      const units: number[] = []
      for (let at = 0; at < text.length; at++) {
        const weight = weights.get(text.charCodeAt(at))
        if (weight === undefined) return undefined
        if (weight !== DIGITS_AT) units.push(weight)
        else {
          const end = endOfDigits(text, at)
          while (at < end - 1 && text.charCodeAt(at) === 48) at++
          if (end - at > MOST_DIGITS) return undefined
          units.push(DIGITS_AT + end - at)
          for (; at < end; at++) units.push(text.charCodeAt(at))
          at--
        }
      }
      return String.fromCharCode(...units)
    },
  }
}

// Characters that differ only in case or accent have the same weight. Punctuation comes before digits, and digits before letters.
function weigh(language: string): ReadonlyMap<number, number> {
  const { compare } = new Intl.Collator(language, { sensitivity: 'base' })
  const sorted = [...ORDINARY].sort(compare)
  const weights = new Map<number, number>()
  const firstDigit = sorted.findIndex((char) => DIGIT.test(char))
  sorted.forEach((char, at) => {
    const before = sorted[at - 1]
    const isSame = before !== undefined && compare(before, char) === 0
    const own = at < firstDigit ? at + 1 : at + 1 + 2 * DIGITS_AT
    const weight = DIGIT.test(char) ? DIGITS_AT : isSame ? weights.get(before.charCodeAt(0)) : own
    for (const form of [char, char.toUpperCase()])
      if (form.length === 1 && weight !== undefined) weights.set(form.charCodeAt(0), weight)
  })
  return weights
}

function endOfDigits(text: string, from: number): number {
  let end = from
  while (end < text.length && text.charCodeAt(end) >= 48 && text.charCodeAt(end) <= 57) end++
  return end
}
