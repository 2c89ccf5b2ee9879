import { dayOfMidnight, isMonth, parseDate } from './date-text.ts'
import { isDotted, readNumber } from './number-text.ts'
import type { Places } from './range.ts'
import {
  findPhone,
  hasDigitsOfPhone,
  hasOnlyAddresses,
  isEmail,
  isPaired,
  isSite,
  readNone,
  readTruth,
} from './stated-text.ts'
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
  /** A time that is written as a number. */
  numeric: 131072,
  /** A date with a time: midnight, or any other. */
  midnight: 262144,
  timed: 524288,
  /** A number with the unit of the column and a decimal point, or with a decimal comma; `unitUnclear`: another one with the other mark. */
  unitPoint: 1048576,
  unitComma: 2097152,
  unitUnclear: 4194304,
  /** What a spreadsheet program makes of a code or number. */
  altered: 8388608,
  /** A short text without digits that is neither yes nor no, or a range of numbers: `5–10`. */
  word: 16777216,
  /** A number of nines below zero, or a zero among years, which often stands for none; `highNines`: above zero. */
  nines: 33554432,
  /** Digits in brackets: a negative number beside others, but by itself a code of an area, or the number of a note. */
  bracketed: 67108864,
  /** A word for yes or no that is also a code of a state or language. */
  paired: 134217728,
  highNines: 268435456,
  /** A number with a mark that makes it another one or less certain: `<5`, `~30`, `12*`, `85+`, `12.5 p`, `0.3 ± 0.1`. */
  marked: 536870912,
  /** A number with another unit than that of the column. */
  otherUnit: 1073741824,
} as const

/** In milliseconds. */
const DAY = 86_400_000
/** Longer texts fit no kind but that of links. */
const MOST_CHARS = 400
const LONGEST_WORD = 30
const BRACKETED = /^\(\d+\)$/
const RANGE = /^\d+(?:[.,]\d+)? ?[-–—] ?\d+(?:[.,]\d+)?$/
const MARKED =
  /^(?:[<>≤≥~≈] ?[<>=]? ?[\d., ]*\d|[-+]?\p{Sc}?\d[\d., ]*(?:\*{1,3}|[+†‡¹²³⁴-⁹]| \d\)| (?:[a-z]{1,2}|\[[a-z]{1,2}\])| (?:и (?:более|старше)|and (?:over|older))|± ?[\d.,]+))$/u

/** What the name of a column suggests about its values. */
export interface NameHints {
  readonly isPhone: boolean
  readonly isSite: boolean
}

/** The kinds that a trimmed text fits, whose places are known, as bits of {@link FIT}. */
export function fitsOf(text: string, places: Places, hints: NameHints): number {
  return isAltered(text) ? kindsOf(text, places, hints) | FIT.altered : kindsOf(text, places, hints)
}

function kindsOf(text: string, places: Places, hints: NameHints): number {
  const { plain, point, comma, dayFirst, monthFirst } = places
  if (plain !== undefined)
    return ofPlain(text, plain, places.isNines) | ofDates(text, places) | ofPhone(text, hints)
  if (text.length > MOST_CHARS) return isLink(text) ? FIT.link : 0
  let fits = ofDates(text, places)
  if (point !== undefined) fits |= FIT.point | ofSign(point)
  if (comma !== undefined) fits |= FIT.comma | ofSign(comma)
  if (point !== undefined && comma !== undefined && point !== comma && !isDotted(text)) fits |= FIT.unclear
  if (BRACKETED.test(text)) fits |= FIT.bracketed
  fits |= ofMeasure(places)
  if (dayFirst === undefined && monthFirst === undefined) fits |= ofPhone(text, hints)
  return fits | ofText(text, hints)
}

function ofMeasure({ unitPoint, unitComma, hasOtherUnit }: Places): number {
  if (hasOtherUnit) return FIT.otherUnit
  let fits = 0
  if (unitPoint !== undefined) fits |= FIT.unitPoint | ofSign(unitPoint)
  if (unitComma !== undefined) fits |= FIT.unitComma | ofSign(unitComma)
  const isUnclear = unitPoint !== undefined && unitComma !== undefined && unitPoint !== unitComma
  return isUnclear ? fits | FIT.unitUnclear : fits
}

function ofPhone(text: string, { isPhone }: NameHints): number {
  if (!hasDigitsOfPhone(text, isPhone)) return 0
  const isNumber = (part: string) => findPhone(part, isPhone) !== undefined
  if (isNumber(text)) return FIT.phone
  // Several dates or amounts look like several numbers.
  const isOnlyNumber = (part: string) =>
    isNumber(part) && parseDate(part, 'day') === undefined && (isPhone || readNumber(part, '.') === undefined)
  return /\d{2}/.test(text) && hasOnlyAddresses('phone', text, isOnlyNumber) ? FIT.phone : 0
}

function ofText(text: string, hints: NameHints): number {
  const truth = readTruth(text)
  const none = readNone(text)
  let fits = truth === undefined ? 0 : truth ? FIT.yes : FIT.no
  if (isPaired(text)) fits |= FIT.paired
  if (none !== undefined) fits |= none === 'surely' ? FIT.surelyNone : FIT.maybeNone
  const isAddress = (part: string) => isLink(part) || isSite(part, hints.isSite)
  if (text.includes('.') && hasOnlyAddresses('link', text, isAddress)) fits |= FIT.link
  if (text.includes('@') && hasOnlyAddresses('email', text, isEmail)) fits |= FIT.email
  if (/^\d+$/.test(text)) fits |= FIT.digits
  if (truth === undefined && text.length <= LONGEST_WORD && (!/\d/.test(text) || RANGE.test(text)))
    fits |= FIT.word
  if (text.length <= LONGEST_WORD && MARKED.test(text)) fits |= FIT.marked
  return isCodeLike(text) ? fits | FIT.code : fits
}

function ofPlain(text: string, value: number, isNines: boolean): number {
  const isWhole = /^\d+$/.test(text)
  const mark = text.includes('.') ? FIT.point : FIT.point | FIT.comma
  const nines = isNines ? (value <= 0 ? FIT.nines : FIT.highNines) : 0
  return nines | mark | ofSign(value) | (isWhole ? FIT.whole | FIT.digits | FIT.code : FIT.code)
}

function ofSign(value: number): number {
  if (value === 0) return FIT.zero
  return value < 0 ? FIT.negative : 0
}

function ofDates(text: string, { dayFirst, monthFirst, numeric }: Places): number {
  if (numeric !== undefined) return FIT.numeric | (numeric % DAY === 0 ? FIT.midnight : FIT.timed)
  if (dayFirst === undefined && monthFirst === undefined) return 0
  const time = text.includes(':') ? (dayOfMidnight(text) === undefined ? FIT.timed : FIT.midnight) : 0
  return time | (dayFirst === undefined ? 0 : FIT.day) | (monthFirst === undefined ? 0 : FIT.month)
}

const LONGEST_ALTERED = 20
const SHORTENED = /^\d[.,]\d{1,14}E\+\d{2}$/
// Not in capitals, as codes are.
const DAY_OR_YEAR =
  /^(?:\d{1,2}[-.]([A-Za-z][a-z]{2}|[А-Яа-я][а-я]{2})|([A-Za-z][a-z]{2}|[А-Яа-я][а-я]{2})[-.]\d{2})$/

/** Months in Portuguese and Spanish that are words in English: `Set-12` is a code. */
const WORDS = /^(?:ago|out|set)$/i

// Whether a text is what a spreadsheet program makes of a long code (`7,72E+11`) or of two small numbers (`03-May`, `май.05`).
function isAltered(text: string): boolean {
  if (text.length > LONGEST_ALTERED) return false
  const [, month, other] = DAY_OR_YEAR.exec(text) ?? []
  const word = month ?? other ?? ''
  return SHORTENED.test(text) || (isMonth(word) && !WORDS.test(word))
}
