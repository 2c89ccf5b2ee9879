import { isDecimal } from '../profile/decimal.ts'
import type { Value } from '../types.ts'
import { isNumeral } from '../value.ts'

const COMMA = /^[+-]?\d{1,3},\d+$/

/** A coordinate as a number: a numeral, or its text, a decimal comma allowed; undefined for anything else. */
export function coordinateOf(value: Value | undefined): number | undefined {
  if (value === null || value === undefined) return undefined
  if (typeof value !== 'string') return isNumeral(value) ? Number(value.numeral) : undefined
  const text = value.trim()
  if (isDecimal(text)) return Number(text)
  return COMMA.test(text) ? Number(text.replace(',', '.')) : undefined
}

/** Whether two numbers lie within the ranges of coordinates. */
export function isOnEarth(longitude: number, latitude: number): boolean {
  return Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90
}

/** Whether two numbers can be a place. 0°, 0° is how software writes that it knows none. */
export function isPlace(longitude: number, latitude: number): boolean {
  return isOnEarth(longitude, latitude) && !(longitude === 0 && latitude === 0)
}
