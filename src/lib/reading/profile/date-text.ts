import type { ColumnKind } from '../types.ts'
import { isDecimal } from './text-kind.ts'

// `@__PURE__`: what a script of the page does not use is left out of it.
// In English, German, French, Portuguese, Spanish, Croatian and Russian: whole, as a title or in a date, or cut.
const MONTHS = [
  'jan(?:uary?|eiro|v(?:ier)?)?|ene(?:ro)?|jänner|siječ(?:anj|nja)|янв(?:ар[ья])?',
  'feb(?:ruary?|rero|braio)?|f[ée]v(?:r(?:ier)?|ereiro)?|velj(?:ač[ae])?|фев(?:р(?:ал[ья])?)?',
  'mar(?:ch|s|ço|zo)?|märz?|mrz|ožuj(?:ak|ka)|мар(?:та?)?',
  'a[bpv]r(?:il)?|trav(?:anj|nja)|апр(?:ел[ья])?',
  'ma[yi]o?|svib(?:anj|nja)|ма[йя]',
  'jun(?:[ei]|ho|io)?|juin|lip(?:anj|nja)|июн[ья]?',
  'jul(?:[yi]|ho|io)?|juil(?:let)?|srp(?:anj|nja)|июл[ья]?',
  'aug(?:ust)?|ao[uû]t|ago(?:sto)?|kolovoza?|авг(?:уста?)?',
  'sep(?:t(?:i?emb(?:er|re))?)?|set(?:embro)?|rujan|rujna|сен(?:т(?:ябр[ья])?)?',
  'o[ck]t(?:ob(?:er|re)|ubre)?|out(?:ubro)?|listopada?|окт(?:ябр[ья])?',
  'nov(?:emb(?:er|re|ro)|iembre)?|studen(?:i|oga?)|ноя(?:б(?:р[ья])?)?',
  'de[cz](?:emb(?:er|ro))?|d[ée]c(?:embre)?|dic(?:iembre)?|prosin(?:ac|ca)|дек(?:абр[ья])?',
]
const MONTH = /* @__PURE__ */ anyOf(MONTHS)

function anyOf(names: readonly string[]): RegExp {
  return new RegExp(`^(?:(${names.join(')|(')}))$`, 'i')
}

/** Whether a word is the name of a month, whole or cut. */
export function isMonth(word: string): boolean {
  return MONTH.test(word)
}

/** Which part of `03/04/2024` comes first. */
export type SlashOrder = 'day' | 'month'

/** How the dates of a column are written: with the day or the month first, where that matters, or as numbers. */
export type DateForm = SlashOrder | 'numeric'

/** Whether a text may be a date in two orders. */
export function hasTwoOrders(text: string): boolean {
  return /^\d{1,2}[/-]\d/.test(text)
}

const MIDNIGHT =
  /^(\d[\d./-]{5,9})[T ](?:0?0:00(?::00(?:[.,]0{1,9})?)?|12:00(?::00)? ?AM)\s*(?:Z|[+-]\d{2}(?::?\d{2})?)?$/i

/** The day of a date whose time is midnight, as written: `2024-05-01` of `2024-05-01T00:00:00.000Z`; undefined for other texts. */
export function dayOfMidnight(text: string): string | undefined {
  return text.length <= 40 ? MIDNIGHT.exec(text)?.[1] : undefined
}

const BASIC_DAY = /^(19\d\d|20\d\d)(\d\d)(\d\d)(?:(\d\d)(\d\d)(\d\d))?$/

/**
 * Parses a time that is written as a number to ms since 1970; undefined if it is none: seconds, milliseconds or microseconds since 1970 between
 * 1973 and 2099, a day as `20240501` (ISO 8601, 5.2.2.1), also with its time behind it, or as spreadsheet programs number them. Nothing but the
 * name of a column distinguishes them from other numbers.
 */
export function parseNumericTime(text: string): number | undefined {
  if (!isDecimal(text)) return undefined
  const value = Number(text)
  // Days as spreadsheet programs number them, from 1954 to 2064; the first of 1970 is 25569.
  if (value >= 20_000 && value < 60_000) return Math.round((value - 25_569) * 86_400) * 1000
  const [, year, month, day, hour = '00', minute = '00', second = '00'] = BASIC_DAY.exec(text) ?? []
  if (year !== undefined) {
    const date = `${year}-${month}-${day}`
    const at = Date.parse(`${date}T${hour}:${minute}:${second}Z`)
    // Some engines read a day that does not exist as one of the next month.
    return new Date(at || 0).toISOString().startsWith(date) ? at : undefined
  }
  // From 1973 on, which no other unit overlaps: seconds begin with 1973 too.
  for (const unit of [1000, 1, 0.001]) if (value * unit >= 1e11 && value * unit < 4.1e12) return value * unit
  return undefined
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
  return onlyDays ? day : `${day} ${clock.replace(/(\.000)?Z$/, '')}`
}

/** Parses a date of a column of dates to ms since 1970: as text, also with a year of two digits, or as a number. */
export function parseTime(text: string, order: SlashOrder): number | undefined {
  return parseDate(text, order, true) ?? parseNumericTime(text)
}

const TIME =
  '(?:[T ,]+(\\d{1,2}):(\\d{2})(?::(\\d{2})(?:[.,](\\d{1,9}))?)?\\s*([ap])?\\.?(?:m\\.?)?\\s*(Z|UTC|GMT|[+-]\\d{2}(?::?\\d{2})?)?)?'
// `2021 г.` and `2021 года` are the year in Russian dates, `2021.` in Croatian ones.
const NAMED_YEAR = '(\\d{4})(?:[ \u00a0]?г(?:\\.|ода)?|\\.)?'
const WEEKDAY = '(?:(?:[\\p{L}-]{2,13}[.,]{1,2}|\\p{L}{3,6}d(?:ay|i))[ \u00a0])?'
const QUARTER = '[ \u00a0](?:кв\\.?|квартал[ае]?|quarter|quartal|trimestre|kvartal|tromjesečje),?'

const YEAR_FIRST = /* @__PURE__ */ dateForm('(\\d{4})([-/.])(\\d{1,2})(?:\\2(\\d{1,2}){time})?')
const BASIC = /* @__PURE__ */ dateForm('(\\d{4})(\\d\\d)(\\d\\d)T(\\d\\d)(\\d\\d)(\\d\\d)?Z?')
const DAY_FIRST = /* @__PURE__ */ dateForm('{weekday}(\\d{1,2})\\. ?(\\d{1,2})\\. ?(?:{year}|(\\d\\d)){time}')
const SLASHES = /* @__PURE__ */ dateForm('(\\d{1,2})([/-])(\\d{1,2})\\2(\\d{4}|\\d\\d){time}')
const MONTH_DAY = /* @__PURE__ */ dateForm('{weekday}(\\p{L}{3,9})\\.? (\\d{1,2}),? (\\d{4}){time}')
const DAY_MONTH = /* @__PURE__ */ dateForm(
  '{weekday}[«"]?(\\d{1,2})(?:st|nd|rd|th|er|\\.)?[»"]?[ \u00a0-](?:de )?(\\p{L}{3,10})\\.?,?[ \u00a0-](?:de )?(?:{year}|(?<=-)(\\d\\d)){time}',
)
const MONTH_YEAR = /* @__PURE__ */ dateForm('(\\p{L}{3,10})\\.?,?[ \u00a0-](?:de )?{year}')
const NUMBERED_MONTH_YEAR = /^(0[1-9]|1[0-2])[./]((?:19|20)\d\d)$/
// With other years, these forms are codes and numbers of houses: `1234M01`, `1234/35`.
const YEAR_MONTH = /^((?:1[5-9]|20)\d\d)M(\d\d)$/
const YEAR_WEEK = /^((?:1[5-9]|20)\d\d)-?W(\d\d)$/
const YEAR_QUARTER = /^((?:1[5-9]|20)\d\d)[ \u00a0./-]{0,2}Q([1-4])$/i
const QUARTER_YEAR = /* @__PURE__ */ dateForm(
  '(?:Q([1-4])|([1-4]|I{1,3}|IV)[.-]?й?{quarter})[ \u00a0./-]{1,2}{year}',
)
/** A year of a budget, a school or a season: `2023/24`, `2023-24`, `2023–2024`. */
const TWO_YEARS = /^((?:1[5-9]|20)\d\d)(?:[/-](\d\d)|[/–-](\d{4}))$/
const ONLY_YEAR = /^(\d{4})[ \u00a0]?г(?:\.|ода?)?$/i

function dateForm(parts: string): RegExp {
  const form = parts
    .replace('{weekday}', WEEKDAY)
    .replace('{quarter}', QUARTER)
    .replace('{year}', NAMED_YEAR)
    .replace('{time}', TIME)
  // In Unicode mode, workers of WebKit find no text that a back reference repeats.
  return new RegExp(`^${form}$`, form.includes('\\p{') ? 'iu' : 'i')
}

/**
 * Parses a date to ms since 1970; undefined if it is none: ISO 8601 (`2024-05-01`, `2024-05-01T12:00Z`, `2024-05`, `2024-W18`), `2024/05/01`,
 * `01.05.2024`, `1. 5. 2024.`, `Mo, 01.05.2024`, `May 1, 2024`, `1 May 2024`, `1-May-24`, `1 мая 2024 г.`, `1 de mayo de 2024`, `May 2024`, `05/2024`, quarters (`2024 Q2`, `II квартал
 * 2024`), two years that follow each other, `2024 г.`, and `01/05/2024` or `01-05-2024` in the given order. Times without a zone are UTC. A
 * quarter, month, week or year is its first day. `isShort`: also with the last two digits of a year, `01.05.24`.
 */
export function parseDate(text: string, order: SlashOrder, isShort = false): number | undefined {
  if (text.length < 6 || text.length > 40) return undefined
  const c = text.charCodeAt(0)
  if ((c < 48 || c > 57) && !/\d{4}/.test(text)) return undefined
  return (
    withYearFirst(text) ?? withDayFirst(text, order, isShort) ?? withPart(text, isShort) ?? withWord(text)
  )
}

function withYearFirst(text: string): number | undefined {
  const m = YEAR_FIRST.exec(text)
  if (m && (m[4] !== undefined || (m[2] === '-' && m[3]?.length === 2)))
    return moment(m[1], m[3], m[4] ?? '1', m.slice(5))
  const n = BASIC.exec(text)
  return n ? moment(n[1], n[2], n[3], n.slice(4)) : undefined
}

function withDayFirst(text: string, order: SlashOrder, isShort: boolean): number | undefined {
  const m = DAY_FIRST.exec(text)
  if (m) return isShort || m[3] ? moment(m[3] ?? longYear(m[4]), m[2], m[1], m.slice(5)) : undefined
  const [, first, , second, year = '', ...time] = SLASHES.exec(text) ?? []
  if (year === '' || (year.length < 4 && !isShort)) return undefined
  const [day, month] = order === 'day' ? [first, second] : [second, first]
  return moment(longYear(year), month, day, time)
}

// Parts of years and years, which begin with a digit.
function withPart(text: string, isShort: boolean): number | undefined {
  const [, one, of] = NUMBERED_MONTH_YEAR.exec(text) ?? []
  if (of !== undefined) return moment(of, one, '1', [])
  const [, year, month] = YEAR_MONTH.exec(text) ?? []
  if (year !== undefined) return moment(year, month, '1', [])
  const [, whole, quarter] = YEAR_QUARTER.exec(text) ?? []
  if (whole !== undefined) return quarterOf(whole, quarter)
  const [, weekYear, week] = YEAR_WEEK.exec(text) ?? []
  if (weekYear !== undefined) return weekOf(Number(weekYear), Number(week))
  const [, from, short, to = `${from?.slice(0, 2)}${short}`] = TWO_YEARS.exec(text) ?? []
  // Beside months, `2011-12`, it would be one of them.
  if (text[4] === '-' && short && !isShort) return undefined
  const isNext = Number(to) % 100 === (Number(from) + 1) % 100 && Number(to) - Number(from) < 2
  if (from !== undefined) return isNext ? moment(from, '1', '1', []) : undefined
  return moment(ONLY_YEAR.exec(text)?.[1], '1', '1', [])
}

function withWord(text: string): number | undefined {
  const m = DAY_MONTH.exec(text)
  if (m) return moment(m[3] ?? longYear(m[4]), monthNumber(m[2]), m[1], m.slice(5)) ?? quarterIn(text)
  const n = MONTH_DAY.exec(text)
  if (n) return moment(n[3], monthNumber(n[1]), n[2], n.slice(4))
  const o = MONTH_YEAR.exec(text)
  return o ? moment(o[2], monthNumber(o[1]), '1', []) : quarterIn(text)
}

function quarterIn(text: string): number | undefined {
  const [, digit, numeral = '', year] = QUARTER_YEAR.exec(text) ?? []
  const roman = ['i', 'ii', 'iii', 'iv'].indexOf(numeral.toLowerCase()) + 1
  return quarterOf(year, digit ?? (roman > 0 ? `${roman}` : numeral))
}

function quarterOf(year: Text, quarter: Text): number | undefined {
  return moment(year, `${Number(quarter) * 3 - 2}`, '1', [])
}

// The week with the 4th of January is the first one, and begins with its Monday (ISO 8601, 3.1.1.23).
function weekOf(year: number, week: number): number | undefined {
  const fourth = moment(`${year}`, '1', '4', [])
  if (fourth === undefined || week < 1 || week > 53) return undefined
  const weekday = (new Date(fourth).getUTCDay() + 6) % 7
  return fourth + ((week - 1) * 7 - weekday) * DAY
}

// As POSIX reads them: 69 to 99 are of the last century.
function longYear(year: Text): Text {
  return year?.length === 2 ? `${Number(year) > 68 ? 19 : 20}${year}` : year
}

function monthNumber(name = ''): string | undefined {
  const found = MONTH.exec(name)?.findIndex((part, at) => at > 0 && part !== undefined)
  return found === undefined ? undefined : `${found}`
}

type Text = string | undefined

/** In milliseconds. */
const DAY = 86_400_000

function moment(year: Text, month: Text, day: Text, time: readonly Text[]): number | undefined {
  const [y, m, d] = [Number(year), Number(month), Number(day)]
  const [written = '0', minute = '0', second = '0', fraction = '0', half, zone] = time
  const hour = half ? (Number(written) % 12) + (/p/i.test(half) ? 12 : 0) : Number(written)
  const isTime = hour <= 24 && Number(minute) < 60 && Number(second) <= 60
  if (!(y >= 0 && m >= 1 && m <= 12 && d >= 1 && d <= daysIn(y, m) && isTime)) return undefined
  const date = new Date(0)
  date.setUTCFullYear(y, m - 1, d)
  date.setUTCHours(hour, Number(minute), Number(second), Math.floor(Number(`0.${fraction}`) * 1000))
  return date.getTime() - zoneOffset(zone)
}

function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year % 400 || 400, month, 0)).getUTCDate()
}

function zoneOffset(zone: Text): number {
  const m = zone ? /^([+-])(\d{2}):?(\d{2})?$/.exec(zone) : null
  if (!m) return 0
  return (m[1] === '-' ? -1 : 1) * (Number(m[2]) * 60 + Number(m[3] ?? 0)) * 60_000
}
