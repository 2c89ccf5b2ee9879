import type { Language } from '../../config/languages.ts'
import { type Forms, localeOf } from './locale.ts'

let locale = localeOf('en')
// The same few days stand on thousands of pages, and Intl is slow.
const days = new Map<number, string>()
const DAYS_HELD = 10_000

/** Writes numbers, times and sizes in this language from now on. */
export function formatIn(language: Language): void {
  locale = localeOf(language)
  days.clear()
}

/** A point in time for machines and for people. */
export interface Moment {
  /** As HTML's `datetime` attribute takes it. */
  readonly datetime: string
  readonly text: string
}

/** `28,818` */
export function formatCount(count: number): string {
  return locale.whole.format(count)
}

/** The form of a noun that goes with a count: `record` for 1, `записи` for 2. */
export function pluralOf(count: number, forms: Forms): string {
  return forms[locale.plural.select(count) as keyof Forms] ?? forms.other
}

/** `1 record`, `28,818 records`, `28 818 записей`: by the plural rules of the language. */
export function formatPlural(count: number, forms: Forms): string {
  return `${formatCount(count)} ${pluralOf(count, forms)}`
}

/** `1,234,567 bytes` */
export function formatWholeBytes(bytes: number): string {
  return formatPlural(bytes, locale.byte)
}

/** `1,024 characters` */
export function formatCharacters(count: number): string {
  return formatPlural(count, locale.character)
}

/** `512 bytes`, `1.23 kB`, `12.3 MB`: decimal units, three significant digits, a blank that does not break. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return formatWholeBytes(bytes)
  const { units } = locale
  let value = bytes / 1000
  let unit = 0
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000
    unit += 1
  }
  return `${locale.short.format(value)}\u00a0${units[unit]}`
}

/** `99.9 %`: never 100 % when something is missing, never 0 % when something is there. */
export function formatShare(part: number, all: number): string {
  if (all === 0) return '–'
  const percent = (part / all) * 100
  if (part < all && percent > 99.9) return '99.9\u00a0%'
  if (part > 0 && percent < 0.1) return '<\u00a00.1\u00a0%'
  return `${locale.tenths.format(percent)}\u00a0%`
}

/** A number with so many digits behind the decimal mark, none of them dropped: `37.60`. */
export function formatFixed(value: number, digits: number): string {
  return value.toLocaleString(locale.tag, { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

/** A number for reading, three digits of it exact: `1,230,000`, `0.0123`. */
export function formatNumber(value: number): string {
  return locale.short.format(value)
}

/** The month of a time, `Nov 2026`. */
export function formatMonth(time: Date): string {
  return locale.month.format(time)
}

/** A manifest's time, `21 Nov 2026, 08:36 UTC`; what is not a time is shown as it stands. */
export function formatMoment(iso: string): Moment {
  const time = new Date(iso)
  if (Number.isNaN(time.getTime())) return { datetime: '', text: iso }
  return { datetime: time.toISOString(), text: `${formatDate(time)}, ${locale.clock.format(time)} UTC` }
}

function formatDate(time: Date): string {
  const number = Math.floor(time.getTime() / 86_400_000)
  const known = days.get(number)
  if (known !== undefined) return known
  // A date is one word: `22 нояб.` on one line and the year on the next is read twice.
  const text = locale.tag.startsWith('ru')
    ? locale.day.format(time).replaceAll(' ', '\u00a0')
    : locale.day.format(time)
  if (days.size < DAYS_HELD) days.set(number, text)
  return text
}

/** The day of a manifest's time, `21 Nov 2026`. */
export function formatDay(iso: string): Moment {
  const time = new Date(iso)
  if (Number.isNaN(time.getTime())) return { datetime: '', text: iso }
  return { datetime: time.toISOString().slice(0, 10), text: formatDate(time) }
}

const ISO = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,]\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/

/**
 * A date in data, when it is written the ISO 8601 way and exists; undefined for anything that would need guessing.
 * A time without a zone stays in its own unnamed zone, a time with one is shown in UTC.
 */
export function findMoment(text: string): Moment | undefined {
  const match = ISO.exec(text)
  if (!match) return undefined
  const [, year, month, date, hour, minute, second = '00', zone] = match
  const midnight = new Date(`${year}-${month}-${date}T00:00:00Z`)
  if (Number.isNaN(midnight.getTime()) || midnight.getUTCDate() !== Number(date)) return undefined
  if (hour === undefined) return { datetime: `${year}-${month}-${date}`, text: formatDate(midnight) }
  const offset = zone?.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone
  const time = new Date(`${year}-${month}-${date}T${hour}:${minute}:${second}${offset ?? 'Z'}`)
  if (Number.isNaN(time.getTime())) return undefined
  if (zone !== undefined) return formatMoment(time.toISOString())
  return {
    datetime: time.toISOString().slice(0, 19),
    text: `${formatDate(time)}, ${locale.clock.format(time)}`,
  }
}

/** The order of titles for people: numbers by size, letters whatever their case. */
export function compareText(a: string, b: string): number {
  return locale.order.compare(a, b)
}

/** Whether two letters differ in no more than accents and case. */
export function isSameLetter(a: string, b: string): boolean {
  return a === b || locale.letters.compare(a, b) === 0
}
