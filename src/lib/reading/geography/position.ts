import { isDecimal } from '../profile/decimal.ts'
import type { Value } from '../types.ts'
import { isNumeral } from '../value.ts'

const COMMA = /^[+-]?\d{1,3},\d+$/

/** A coordinate as a number, from a numeral or a text with decimal point or comma; undefined for anything else. */
export function coordinateOf(value: Value | undefined): number | undefined {
  if (value === null || value === undefined) return undefined
  if (typeof value !== 'string') return isNumeral(value) ? Number(value.numeral) : undefined
  const text = value.trim()
  if (isDecimal(text)) return Number(text)
  return COMMA.test(text) ? Number(text.replace(',', '.')) : undefined
}

/** Whether two numbers are within the ranges of longitude and latitude. */
export function isOnEarth(longitude: number, latitude: number): boolean {
  return Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90
}

/** Whether two numbers may be coordinates. Software writes 0°, 0° for unknown ones. */
export function isPlace(longitude: number, latitude: number): boolean {
  return isOnEarth(longitude, latitude) && !(longitude === 0 && latitude === 0)
}
