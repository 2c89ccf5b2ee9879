import type { ColumnKind } from '../types.ts'

/** Longer texts are not addresses. */
const MOST_LINK = 10_000
const LINK = /^https?:\/\/[^\s/?#]\S*$/i
const CODE = /^[\p{L}\p{N}._:~-]{1,64}$/u
const CODE_MARK = /[\p{N}._:~-]|^\p{Lu}+$|^[a-z]+$/u

/** Whether a text is exactly one web address. */
export function isLink(text: string): boolean {
  const c = text.charCodeAt(0)
  return (c === 104 || c === 72) && text.length <= MOST_LINK && LINK.test(text)
}

/** Whether a text may be an identifier: short, without spaces, and not just a capitalised word. */
export function isCodeLike(text: string): boolean {
  return text.length <= 64 && CODE.test(text) && CODE_MARK.test(text)
}

/** Whether a text is `true` or `false`. */
export function isBooleanText(text: string): boolean {
  return (text.length === 4 || text.length === 5) && /^(true|false)$/i.test(text)
}

const DECIMAL = /^[+-]?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** Longer numbers count as text. */
const MOST_DIGITS = 4096
/** Whether a text is a plain decimal number: no leading zeros, no separators, a decimal point. */
export function isDecimal(text: string): boolean {
  const c = text.charCodeAt(0)
  const starts = (c > 47 && c < 58) || c === 45 || c === 43
  return starts && text.length <= MOST_DIGITS && DECIMAL.test(text)
}

/** Compares two decimal numbers of any length exactly. Negative, zero or positive. */
export function compareDecimals(a: string, b: string): number {
  const [x, y] = [Number(a), Number(b)]
  if (x !== y && Number.isFinite(x) && Number.isFinite(y)) return x - y
  if (a.length <= 15 && b.length <= 15 && x === y && x !== 0 && Number.isFinite(x)) return 0
  return compareExactly(split(a), split(b))
}

interface Decimal {
  readonly sign: -1 | 0 | 1
  /** The digits without leading and trailing zeros. */
  readonly digits: string
  /** The number is 0.digits × 10^exponent. */
  readonly exponent: number
}

function split(text: string): Decimal {
  const [mantissa = '', power = '0'] = text.toLowerCase().split('e')
  const [whole = '', fraction = ''] = mantissa.replace(/^[+-]/, '').split('.')
  const all = whole + fraction
  const digits = all.replace(/^0+/, '')
  const exponent = whole.length + Number(power) - (all.length - digits.length)
  const sign = digits === '' ? 0 : mantissa.startsWith('-') ? -1 : 1
  return { sign, digits: withoutLastZeros(digits), exponent }
}

function compareExactly(a: Decimal, b: Decimal): number {
  if (a.sign !== b.sign || a.sign === 0) return a.sign - b.sign
  if (a.exponent !== b.exponent) return a.sign * (a.exponent - b.exponent)
  if (a.digits === b.digits) return 0
  return a.digits < b.digits ? -a.sign : a.sign
}

// Not with a regular expression, which would take quadratic time for long runs of zeros.
function withoutLastZeros(digits: string): string {
  let end = digits.length
  while (end > 0 && digits.charCodeAt(end - 1) === 48) end--
  return digits.slice(0, end)
}

// `@__PURE__`: what a script of the page does not use is left out of it.
// In English and in Russian: whole (as a Russian title or in a date), or cut.
const MONTHS = [
  'jan(?:uary)?|янв(?:ар[ья])?',
  'feb(?:ruary)?|фев(?:р(?:ал[ья])?)?',
  'mar(?:ch)?|мар(?:та?)?',
  'apr(?:il)?|апр(?:ел[ья])?',
  'may|ма[йя]',
  'june?|июн[ья]?',
  'july?|июл[ья]?',
  'aug(?:ust)?|авг(?:уста?)?',
  'sep(?:t(?:ember)?)?|сен(?:т(?:ябр[ья])?)?',
  'oct(?:ober)?|окт(?:ябр[ья])?',
  'nov(?:ember)?|ноя(?:б(?:р[ья])?)?',
  'dec(?:ember)?|дек(?:абр[ья])?',
]
const MONTH = /* @__PURE__ */ anyOf(MONTHS)

function anyOf(names: readonly string[]): RegExp {
  return new RegExp(`^(?:(${names.join(')|(')}))$`, 'i')
}

const LONGEST_ALTERED = 20
const SHORTENED = /^\d[.,]\d{1,14}E\+\d{2}$/
// Not in capitals, as codes are.
const DAY_OR_YEAR =
  /^(?:\d{1,2}[-.]([A-Za-z][a-z]{2}|[А-Яа-я][а-я]{2})|([A-Za-z][a-z]{2}|[А-Яа-я][а-я]{2})[-.]\d{2})$/

/** Whether a text is what a spreadsheet program makes of a long code (`7,72E+11`) or of two small numbers (`03-May`, `май.05`). */
export function isAltered(text: string): boolean {
  if (text.length > LONGEST_ALTERED) return false
  const [, month, other] = DAY_OR_YEAR.exec(text) ?? []
  return SHORTENED.test(text) || MONTH.test(month ?? other ?? '')
}

const TIME = '(?:[T ,]+(\\d{1,2}):(\\d{2})(?::(\\d{2})(?:[.,](\\d{1,9}))?)?\\s*(Z|[+-]\\d{2}:?\\d{2})?)?'
// `2021 г.` and `2021 года` are the year in Russian dates.
const NAMED_YEAR = '(\\d{4})(?:[ \u00a0]?г(?:\\.|ода)?)?'
const YEAR_FIRST = /* @__PURE__ */ dateForm('(\\d{4})([-/.])(\\d{1,2})(?:\\2(\\d{1,2}){time})?')
const DAY_FIRST = /* @__PURE__ */ dateForm('(\\d{1,2})\\.(\\d{1,2})\\.(\\d{4}){time}')
const SLASHES = /* @__PURE__ */ dateForm('(\\d{1,2})/(\\d{1,2})/(\\d{4}){time}')
const MONTH_DAY = /* @__PURE__ */ dateForm('([a-z]{3,9})\\.? (\\d{1,2}),? (\\d{4}){time}')
const DAY_MONTH = /* @__PURE__ */ dateForm(
  '(\\d{1,2})[ \u00a0]([a-z]{3,9}|[а-я]{3,8})\\.?,?[ \u00a0]{year}{time}',
)
const MONTH_YEAR = /* @__PURE__ */ dateForm('([a-z]{3,9}|[а-я]{3,8})\\.?,?[ \u00a0]{year}')

function dateForm(parts: string): RegExp {
  return new RegExp(`^${parts.replace('{time}', TIME).replace('{year}', NAMED_YEAR)}$`, 'i')
}

/** Which part of `03/04/2024` comes first. */
export type SlashOrder = 'day' | 'month'

/** How the dates of a column are written: with the day or the month first, where that matters, or as numbers. */
export type DateForm = SlashOrder | 'numeric'

const MIDNIGHT = /^(\d[\d./-]{7,9})[T ]0?0:00(?::00(?:[.,]0{1,9})?)?\s*(?:Z|[+-]\d{2}:?\d{2})?$/i

/** The day of a date whose time is midnight, as written: `2024-05-01` of `2024-05-01T00:00:00.000Z`; undefined for other texts. */
export function dayOfMidnight(text: string): string | undefined {
  return text.length <= 40 ? MIDNIGHT.exec(text)?.[1] : undefined
}

// Seconds from 1973 on, which no milliseconds overlap: those begin with 1973 too.
const [EARLIEST, LATEST] = [1e8, 4_102_444_800]
const BASIC_DAY = /^(19\d\d|20\d\d)(\d\d)(\d\d)$/

/**
 * Parses a time that is written as a number to ms since 1970; undefined if it is none: seconds or milliseconds since 1970 between 1973 and
 * 2100, or a day as `20240501` (ISO 8601, 5.2.2.1). Nothing but the name of a column distinguishes them from other numbers.
 */
export function parseNumericTime(text: string): number | undefined {
  if (text.length < 8 || text.length > 24 || !isDecimal(text)) return undefined
  const [, year, month, day] = BASIC_DAY.exec(text) ?? []
  if (year !== undefined) return moment(year, month, day, [])
  const value = Number(text)
  if (value >= EARLIEST && value < LATEST) return value * 1000
  return value >= EARLIEST * 1000 && value < LATEST * 1000 ? value : undefined
}

/**
 * A value of a column of dates as readers expect it: a time that is written as a number as `2024-05-01 12:30:00`, in UTC; if all times of the
 * column are midnight, the day alone. Undefined if it is shown as written.
 */
export function readableTime(
  text: string,
  { kind, onlyDays }: { readonly kind: ColumnKind; readonly onlyDays?: boolean },
): string | undefined {
  if (kind !== 'date') return undefined
  const trimmed = text.trim()
  const time = parseNumericTime(trimmed)
  if (time === undefined) return onlyDays ? dayOfMidnight(trimmed) : undefined
  const [day = '', clock = ''] = new Date(time).toISOString().split('T')
  return onlyDays ? day : `${day} ${clock.replace(/(?:\.000)?Z$/, '')}`
}

/** Parses a date of a column of dates to ms since 1970: as text, or as a number. */
export function parseTime(text: string, order: SlashOrder): number | undefined {
  return parseDate(text, order) ?? parseNumericTime(text)
}

/**
 * Parses a date to ms since 1970; undefined if it is none: ISO 8601 (`2024-05-01`, `2024-05-01T12:00Z`, `2024-05`), `2024/05/01`,
 * `01.05.2024`, `May 1, 2024`, `1 May 2024`, `1 мая 2024 г.`, `May 2024`, `май 2024`, and `01/05/2024` in the given order. Times without a
 * zone are UTC.
 */
export function parseDate(text: string, order: SlashOrder): number | undefined {
  if (text.length < 7 || text.length > 40 || !/\d{4}/.test(text)) return undefined
  return yearFirst(text) ?? dayFirst(text) ?? slashes(text, order) ?? withMonthName(text)
}

function yearFirst(text: string): number | undefined {
  const m = YEAR_FIRST.exec(text)
  if (!m || (m[4] === undefined && m[2] !== '-') || (m[2] === '-' && m[3]?.length !== 2)) return undefined
  return moment(m[1], m[3], m[4] ?? '1', m.slice(5))
}

function dayFirst(text: string): number | undefined {
  const m = DAY_FIRST.exec(text)
  return m ? moment(m[3], m[2], m[1], m.slice(4)) : undefined
}

function slashes(text: string, order: SlashOrder): number | undefined {
  const m = SLASHES.exec(text)
  if (!m) return undefined
  return order === 'day' ? moment(m[3], m[2], m[1], m.slice(4)) : moment(m[3], m[1], m[2], m.slice(4))
}

function withMonthName(text: string): number | undefined {
  const c = text.charCodeAt(0)
  if (c > 47 && c < 58) {
    const m = DAY_MONTH.exec(text)
    return m ? moment(m[3], monthNumber(m[2]), m[1], m.slice(4)) : undefined
  }
  const m = MONTH_DAY.exec(text)
  if (m) return moment(m[3], monthNumber(m[1]), m[2], m.slice(4))
  const n = MONTH_YEAR.exec(text)
  return n ? moment(n[2], monthNumber(n[1]), '1', []) : undefined
}

function monthNumber(name = ''): string | undefined {
  const found = MONTH.exec(name)?.findIndex((part, at) => at > 0 && part !== undefined)
  return found === undefined ? undefined : `${found}`
}

type Text = string | undefined

function moment(year: Text, month: Text, day: Text, time: readonly Text[]): number | undefined {
  const [y, m, d] = [Number(year), Number(month), Number(day)]
  const [hour = '0', minute = '0', second = '0', fraction = '0', zone] = time
  const isTime = Number(hour) <= 24 && Number(minute) < 60 && Number(second) <= 60
  if (!(m >= 1 && m <= 12 && d >= 1 && d <= daysIn(y, m) && isTime)) return undefined
  const date = new Date(0)
  date.setUTCFullYear(y, m - 1, d)
  date.setUTCHours(Number(hour), Number(minute), Number(second), Math.floor(Number(`0.${fraction}`) * 1000))
  return date.getTime() - zoneOffset(zone)
}

function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year % 400 || 400, month, 0)).getUTCDate()
}

function zoneOffset(zone: Text): number {
  const m = zone ? /^([+-])(\d{2}):?(\d{2})$/.exec(zone) : null
  if (!m) return 0
  return (m[1] === '-' ? -1 : 1) * (Number(m[2]) * 60 + Number(m[3])) * 60_000
}
