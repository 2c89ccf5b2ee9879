import type { Places } from './range.ts'
import { isEmail, isPhone, isSite, readNone, readTruth } from './stated-text.ts'
import { isCodeLike, isLink } from './text-kind.ts'

/** The kinds that a value fits, as bits. */
export const FIT = {
  /** A number with a decimal point, or with a decimal comma; `unclear`: another one with the other mark. */
  point: 1,
  comma: 2,
  unclear: 4,
  /** A plain whole number that is not negative. */
  whole: 8,
  zero: 16,
  negative: 32,
  /** A date with the day or the month first, where that matters. */
  day: 64,
  month: 128,
  yes: 256,
  no: 512,
  link: 1024,
  email: 2048,
  phone: 4096,
  /** Digits alone. */
  digits: 8192,
  code: 16384,
  surelyNone: 32768,
  maybeNone: 65536,
} as const

/** Longer texts fit no kind but that of links. */
const MOST_CHARS = 400

/** The kinds that a trimmed text fits, whose places are known, as bits of {@link FIT}. */
export function fitsOf(text: string, places: Places): number {
  const { plain, point, comma, dayFirst, monthFirst } = places
  if (plain !== undefined) return ofPlain(text, plain) | ofDates(places)
  if (text.length > MOST_CHARS) return isLink(text) ? FIT.link : 0
  let fits = ofDates(places)
  if (point !== undefined) fits |= FIT.point | ofSign(point)
  if (comma !== undefined) fits |= FIT.comma | ofSign(comma)
  if (point !== undefined && comma !== undefined && point !== comma) fits |= FIT.unclear
  if (dayFirst === undefined && monthFirst === undefined && isPhone(text)) fits |= FIT.phone
  return fits | ofText(text)
}

function ofText(text: string): number {
  const truth = readTruth(text)
  const none = readNone(text)
  let fits = truth === undefined ? 0 : truth ? FIT.yes : FIT.no
  if (none !== undefined) fits |= none === 'surely' ? FIT.surelyNone : FIT.maybeNone
  if (isLink(text) || isSite(text)) fits |= FIT.link
  if (isEmail(text)) fits |= FIT.email
  if (/^\d+$/.test(text)) fits |= FIT.digits
  return isCodeLike(text) ? fits | FIT.code : fits
}

function ofPlain(text: string, value: number): number {
  const isWhole = /^\d+$/.test(text)
  const mark = text.includes('.') ? FIT.point : FIT.point | FIT.comma
  return mark | ofSign(value) | (isWhole ? FIT.whole | FIT.digits | FIT.code : FIT.code)
}

function ofSign(value: number): number {
  if (value === 0) return FIT.zero
  return value < 0 ? FIT.negative : 0
}

function ofDates({ dayFirst, monthFirst }: Places): number {
  return (dayFirst === undefined ? 0 : FIT.day) | (monthFirst === undefined ? 0 : FIT.month)
}
