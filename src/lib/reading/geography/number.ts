import { isDecimal } from '../profile/text-kind.ts'
import type { Value } from '../types.ts'
import { isNumeral } from '../value.ts'

const COMMA = /^[+-]?\d{1,9},\d{1,20}$/
const LONGEST = 40

/** A coordinate as a number, from a numeral or a text with decimal point or comma; undefined for anything else. */
export function numberOf(value: Value | undefined): number | undefined {
  if (value === null || value === undefined) return undefined
  if (typeof value !== 'string') return isNumeral(value) ? Number(value.numeral) : undefined
  if (value.length > LONGEST) return undefined
  const text = value.trim()
  // Most texts that begin with a digit are no numbers.
  const last = text.charCodeAt(text.length - 1)
  if (!(last > 47 && last < 58)) return undefined
  if (isDecimal(text)) return Number(text)
  return COMMA.test(text) ? Number(text.replace(',', '.')) : undefined
}

/** The number of digits after the decimal point or comma of a value that is a number. */
export function decimalsOf(value: Value | undefined): number {
  const text = typeof value === 'string' ? value.trim() : value && isNumeral(value) ? value.numeral : ''
  const point = Math.max(text.indexOf('.'), text.indexOf(','))
  return point < 0 ? 0 : text.length - point - 1
}

// Two numbers with decimals and what may stand around them. A comma between digits is a decimal comma only if something else separates the
// numbers.
const NUMBER = String.raw`([+-]?\d{1,3}\.\d{2,20})`
const WITH_COMMA = String.raw`([+-]?\d{1,3},\d{2,20})`
const pairOf = (number: string, separator: string) =>
  new RegExp(
    String.raw`^[([{]?\s{0,3}(?:[NSEW]\s?)?${number}\s?°?\s?([NSEW]?)\s{0,3}${separator}\s{0,3}(?:[NSEW]\s?)?${number}\s?°?\s?([NSEW]?)\s{0,3}[)\]}]?$`,
    'i',
  )
const PAIRS = [pairOf(NUMBER, '[,;|/\\s]'), pairOf(WITH_COMMA, '(?:[;|/\\s]|,\\s)')]
const LONGEST_PAIR = 80

/** Two numbers that a text consists of, `55.75, 37.62` or `55,75; 37,62`, and the least number of their decimals; undefined for others. */
export function pairOfText(
  text: string,
): readonly [first: number, second: number, decimals: number] | undefined {
  if (text.length < 9 || text.length > LONGEST_PAIR) return undefined
  const trimmed = text.trim()
  for (const pattern of PAIRS) {
    const found = pattern.exec(trimmed)
    if (!found) continue
    const [first = '', side = '', second = '', other = ''] = found.slice(1)
    const [a, b] = [first, second].map((digits) => Number(digits.replace(',', '.'))) as [number, number]
    const decimals = Math.min(decimalsOf(first), decimalsOf(second))
    return [/[sw]/i.test(side) ? -a : a, /[sw]/i.test(other) ? -b : b, decimals]
  }
  return undefined
}
