import { parseDate } from '../../../lib/reading/profile/date.ts'
import { compareDecimals, isDecimal } from '../../../lib/reading/profile/decimal.ts'
import { type Column, isBlank } from './column.ts'
import { orderOf, slashOrderOf } from './kind.ts'

/** The order of a column: for each of its values a rank, equal for values that are equal in that order. */
export interface Ranks {
  readonly of: Uint32Array
  /** How many ranks there are. Blank values have the last one, whichever way the rows are turned. */
  readonly count: number
}

/**
 * Ranks the values of a column by its kind: numbers exactly by size, moments by time, texts by the alphabet of the reader. A value that
 * is none of its kind comes behind those that are, in the order of texts.
 */
export function rankColumn(column: Column, compareText: (a: string, b: string) => number): Ranks {
  const { values } = column
  const filled: number[] = []
  for (let code = 1; code < values.length; code++) if (!isBlank(values[code])) filled.push(code)
  const textOf = (code: number) => values[code] as string
  const compare = comparerOf(column, compareText)
  filled.sort(compare)
  const of = new Uint32Array(values.length)
  let rank = 0
  filled.forEach((code, at) => {
    if (at > 0 && compare(filled[at - 1] as number, code) !== 0) rank++
    of[code] = rank
  })
  const last = filled.length === 0 ? 0 : rank + 1
  for (let code = 0; code < values.length; code++) if (isBlank(values[code])) of[code] = last
  return { of, count: last + 1 }

  function comparerOf({ kind }: Column, byText: typeof compareText): (a: number, b: number) => number {
    const order = orderOf(kind)
    if (order === 'text') return (a, b) => byText(textOf(a), textOf(b))
    const places = placesOf(column)
    return (a, b) => {
      const [x, y] = [places[a] as number, places[b] as number]
      if (Number.isNaN(x) || Number.isNaN(y))
        return Number.isNaN(x) && Number.isNaN(y) ? byText(textOf(a), textOf(b)) : Number.isNaN(x) ? 1 : -1
      if (x !== y && Number.isFinite(x) && Number.isFinite(y)) return x - y
      return order === 'number' ? compareDecimals(textOf(a).trim(), textOf(b).trim()) : 0
    }
  }
}

/** Where each value of a column of numbers or dates lies: the number as near as a float comes, or ms since 1970; NaN where nowhere. */
export function placesOf({ kind, values }: Column): Float64Array {
  const places = new Float64Array(values.length).fill(Number.NaN)
  const isNumber = orderOf(kind) === 'number'
  const slashes = slashOrderOf(isNumber ? [] : values)
  values.forEach((written, code) => {
    const text = written?.trim() ?? ''
    if (text === '') return
    if (!isNumber) places[code] = parseDate(text, slashes) ?? Number.NaN
    else if (isDecimal(text)) places[code] = Number(text)
  })
  return places
}
