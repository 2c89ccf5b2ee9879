const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
)

const TIME = '(?:[T ,]+(\\d{1,2}):(\\d{2})(?::(\\d{2})(?:[.,](\\d{1,9}))?)?\\s*(Z|[+-]\\d{2}:?\\d{2})?)?'
const YEAR_FIRST = new RegExp(`^(\\d{4})([-/.])(\\d{1,2})(?:\\2(\\d{1,2})${TIME})?$`, 'i')
const DAY_FIRST = new RegExp(`^(\\d{1,2})\\.(\\d{1,2})\\.(\\d{4})${TIME}$`, 'i')
const SLASHES = new RegExp(`^(\\d{1,2})/(\\d{1,2})/(\\d{4})${TIME}$`, 'i')
const MONTH_DAY = new RegExp(`^([a-z]{3,9})\\.? (\\d{1,2}),? (\\d{4})${TIME}$`, 'i')
const DAY_MONTH = new RegExp(`^(\\d{1,2}) ([a-z]{3,9})\\.?,? (\\d{4})${TIME}$`, 'i')

/** Which part of `03/04/2024` comes first. */
export type SlashOrder = 'day' | 'month'

/**
 * Parses a date to ms since 1970; undefined if it is none: ISO 8601 (`2024-05-01`, `2024-05-01T12:00Z`, `2024-05`), `2024/05/01`,
 * `01.05.2024`, `May 1, 2024`, `1 May 2024`, and `01/05/2024` in the given order. Times without a zone are UTC.
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
  const m = MONTH_DAY.exec(text)
  if (m) return moment(m[3], monthNumber(m[1]), m[2], m.slice(4))
  const n = DAY_MONTH.exec(text)
  return n ? moment(n[3], monthNumber(n[2]), n[1], n.slice(4)) : undefined
}

function monthNumber(name = ''): string | undefined {
  const lower = name.toLowerCase()
  const index = MONTHS.findIndex((month) => month === lower || month.slice(0, 3) === lower)
  return index < 0 ? undefined : `${index + 1}`
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
