import { parseDate } from '../../../lib/reading/profile/date.ts'
import { isDecimal } from '../../../lib/reading/profile/decimal.ts'
import type { TypedColumn } from './column.ts'
import { orderOf, slashOrderOf } from './kind.ts'

const known = new WeakMap<TypedColumn, Float64Array>()

/** The position of each value of a numeric or date column: a float, or ms since 1970; NaN if there is none. */
export function placesOf(column: TypedColumn): Float64Array {
  const found = known.get(column)
  if (found) return found
  const { kind, values } = column
  const places = new Float64Array(values.length).fill(Number.NaN)
  const isNumber = orderOf(kind) === 'number'
  const slashes = slashOrderOf(isNumber ? [] : values)
  values.forEach((written, code) => {
    const text = written?.trim() ?? ''
    if (text === '') return
    if (!isNumber) places[code] = parseDate(text, slashes) ?? Number.NaN
    else if (isDecimal(text)) places[code] = Number(text)
  })
  known.set(column, places)
  return places
}
