import type { Language } from '../../config/schema.ts'
import { once } from './once.ts'

/** A point in time for machines and for people. */
export interface Moment {
  /** For the `datetime` attribute of HTML. */
  readonly datetime: string
  readonly text: string
}

/** A noun in each plural form of its language: `{ one: 'record', other: 'records' }`. Counts are whole, so what Intl calls `many` in Russian is `other`: no fraction needs a form of its own. */
export interface Forms {
  readonly one: string
  readonly few?: string
  readonly other: string
}

/** How one language writes numbers, times and sizes, and sorts titles. */
export interface Formatter {
  /** `28,818` */
  count(count: number): string
  /** The form of a noun after a count: `record` for 1, `записи` for 2. */
  form(count: number, forms: Forms): string
  /** `1 record`, `28,818 records`, `28 818 записей`: by the plural rules of the language. */
  plural(count: number, forms: Forms): string
  /** `1,234,567 bytes` */
  wholeBytes(bytes: number): string
  /** `1,024 characters` */
  characters(count: number): string
  /** `512 bytes`, `1.23 kB`, `12.3 MB`: decimal units, three significant digits, a non-breaking space. */
  bytes(bytes: number): string
  /** `99.9 %`: never 100 % if something is missing, never 0 % if something is there. */
  share(part: number, all: number): string
  /** A number with this many decimals, including zeros: `37.60`. */
  fixed(value: number, digits: number): string
  /** A number for reading, with three significant digits: `1,230,000`, `1540`, `0.0123`, `1.49 × 10³⁰²`; with more, as many as tell it apart from others that lie so far apart, such as years. */
  number(value: number, width?: number): string
  /** The bounds of a range, rounded outwards to four digits or to whole numbers: `37.31`, `876,702,246`. */
  bounds(from: number, to: number): readonly [from: string, to: string]
  /** A number in little room: `1.5M`, `1,5 млн`. */
  compact(value: number): string
  /** The month of a time for an axis, `Nov 2026`; in Russian without *г.*, which axes have no room for. */
  month(time: Date): string
  /** A time of the manifest, `21 Nov 2026, 08:36 UTC`; a text that is not a time is shown unchanged. */
  moment(iso: string): Moment
  /** The day of a time of the manifest, `21 Nov 2026`. */
  day(iso: string): Moment
  /**
   * A date in data, if it exists and is written as in ISO 8601; undefined for anything that would need guessing. A time without a zone is
   * shown without one, a time with a zone in UTC.
   */
  findMoment(text: string): Moment | undefined
  /** The order of titles for people: numbers by value, letters ignoring case. */
  compare(a: string, b: string): number
  /** Whether two letters differ only in accents and case. */
  isSameLetter(a: string, b: string): boolean
}

/** A word of ours at the beginning of a line. */
export function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/** The range between two sizes as {@link Formatter.bytes} renders them, with their unit once: `10–100 kB`, `100 kB – 1 MB`. */
export function joinSizes(from: string, to: string): string {
  const [[, unit], [, last]] = [from.split('\u00a0'), to.split('\u00a0')]
  return unit === last ? `${from.split('\u00a0')[0]}–${to}` : `${from}\u00a0– ${to}`
}

const TAGS: Readonly<Record<Language, string>> = { en: 'en-GB', ru: 'ru-RU' }
/** Nouns of sizes, and the units of 1000 bytes and of its powers. */
interface Units {
  readonly byte: Forms
  readonly character: Forms
  readonly units: readonly string[]
}

const UNITS: Readonly<Record<Language, Units>> = {
  en: {
    byte: { one: 'byte', other: 'bytes' },
    character: { one: 'character', other: 'characters' },
    units: ['kB', 'MB', 'GB', 'TB'],
  },
  ru: {
    byte: { one: 'байт', few: 'байта', other: 'байт' },
    character: { one: 'знак', few: 'знака', other: 'знаков' },
    units: ['кБ', 'МБ', 'ГБ', 'ТБ'],
  },
}

/** The conventions of one language. Objects of Intl are made on first use, because making them is slow. */
function conventionsOf(language: Language) {
  const tag = TAGS[language]
  const number = (options: Intl.NumberFormatOptions) => once(() => new Intl.NumberFormat(tag, options))
  const time = (options: Intl.DateTimeFormatOptions) =>
    once(() => new Intl.DateTimeFormat(tag, { ...options, timeZone: 'UTC' }))
  return {
    tag,
    whole: number({ useGrouping: true }),
    wholeValue: number(VALUE),
    short: number({ ...VALUE, maximumSignificantDigits: DIGITS }),
    lower: number({ ...VALUE, maximumSignificantDigits: BOUND_DIGITS, roundingMode: 'floor' }),
    upper: number({ ...VALUE, maximumSignificantDigits: BOUND_DIGITS, roundingMode: 'ceil' }),
    compact: number({ notation: 'compact', maximumSignificantDigits: 3 }),
    tenths: number({ maximumFractionDigits: 1 }),
    day: time({ dateStyle: 'medium' }),
    month: time({ year: 'numeric', month: 'short' }),
    clock: time({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
    order: once(() => new Intl.Collator(tag, { numeric: true })),
    letters: once(() => new Intl.Collator(tag, { sensitivity: 'base' })),
    plural: once(() => new Intl.PluralRules(tag)),
    ...UNITS[language],
  }
}

type Conventions = ReturnType<typeof conventionsOf>

const BOUND_DIGITS = 4
/** Significant digits of numbers for reading, and of those that differ little. */
const [DIGITS, MOST_DIGITS] = [3, 15]
/** How values are written, as those in tables: fewer than five digits are read without a gap, and may be a year. */
const VALUE = { useGrouping: 'min2' } as const

/** Larger numbers have no names. */
const LARGEST_NAMED = 1e15
/** Smaller numbers are mostly zeros. */
const LEAST_WRITTEN = 1e-6

// The power of ten of the first digit.
function powerOf(value: number): number {
  return Math.floor(Math.log10(Math.abs(value)))
}

// Whether the whole part of a bound has all digits that are shown.
function isWholeBound(value: number): boolean {
  const size = Math.abs(value)
  return size >= 10 ** (BOUND_DIGITS - 1) && size < LARGEST_NAMED
}

// `fraction`: to how many digits the number before a power of ten is rounded first; undefined for none.
function numberText(value: number, short: Conventions['short'], fraction?: number): string {
  const size = Math.abs(value)
  if (!Number.isFinite(value) || value === 0 || (size >= LEAST_WRITTEN && size < LARGEST_NAMED))
    return short().format(value)
  const [digits, power = ''] = value.toExponential(fraction).split('e')
  const raised = [...power.replace('+', '')].map((sign) => (sign === '-' ? '⁻' : '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(sign)]))
  return `${short().format(Number(digits))}\u00a0×\u00a010${raised.join('')}`
}

/** The formatter of a language. It has no state, and its functions do not use `this`. */
export function formatterOf(language: Language): Formatter {
  const conventions = conventionsOf(language)
  const { tag, whole, wholeValue, short, compact, tenths, month, order, letters } = conventions
  return {
    ...nounsOf(conventions),
    ...timesOf(conventions),
    share: (part, all) => shareText(part, all, tenths),
    fixed: (value, digits) =>
      value.toLocaleString(tag, {
        ...VALUE,
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      }),
    count: (count) => whole().format(count),
    number(value, width = Number.POSITIVE_INFINITY) {
      const digits = Math.min(MOST_DIGITS, DIGITS + powerOf(value) - powerOf(width))
      return digits > DIGITS && Math.abs(value) < LARGEST_NAMED
        ? value.toLocaleString(tag, { ...VALUE, maximumSignificantDigits: digits })
        : numberText(value, short, DIGITS - 1)
    },
    bounds: (from, to) => [
      isWholeBound(from) ? wholeValue().format(Math.floor(from)) : numberText(from, conventions.lower),
      isWholeBound(to) ? wholeValue().format(Math.ceil(to)) : numberText(to, conventions.upper),
    ],
    compact: (value) => (Math.abs(value) < LARGEST_NAMED ? compact().format(value) : value.toExponential(0)),
    month: (time) =>
      month()
        .formatToParts(time)
        .flatMap(({ type, value }) => (type === 'literal' ? [] : [value]))
        .join(' '),
    compare: (a, b) => order().compare(a, b),
    isSameLetter: (a, b) => a === b || letters().compare(a, b) === 0,
  }
}

function nounsOf({ whole, short, plural, byte, character, units }: Conventions) {
  const formOf = (count: number, forms: Forms) => forms[plural().select(count) as keyof Forms] ?? forms.other
  const pluralOf = (count: number, forms: Forms) => `${whole().format(count)} ${formOf(count, forms)}`
  return {
    form: formOf,
    plural: pluralOf,
    wholeBytes: (bytes: number) => pluralOf(bytes, byte),
    characters: (count: number) => pluralOf(count, character),
    bytes(bytes: number) {
      if (bytes < 1000) return pluralOf(bytes, byte)
      let value = bytes / 1000
      let unit = 0
      while (value >= 999.5 && unit < units.length - 1) {
        value /= 1000
        unit += 1
      }
      return `${short().format(value)}\u00a0${units[unit]}`
    },
  }
}

function shareText(part: number, all: number, tenths: Conventions['tenths']): string {
  if (all === 0) return '–'
  const percent = (part / all) * 100
  if (part < all && percent > 99.9) return `${tenths().format(99.9)}\u00a0%`
  if (part > 0 && percent < 0.1) return `<\u00a0${tenths().format(0.1)}\u00a0%`
  return `${tenths().format(percent)}\u00a0%`
}

const ISO = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,]\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/
/** The length of `2024-05-01`. */
const DAY_LENGTH = 10

/** A date in data as {@link Formatter.findMoment} understands it: a day, a time without a zone, or one in UTC that ends in `Z`. */
export function findTime(text: string): string | undefined {
  const match = ISO.exec(text)
  if (!match) return undefined
  const [, year, month, date, hour, minute, second = '00', zone] = match
  const day = `${year}-${month}-${date}`
  const midnight = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(midnight.getTime()) || midnight.getUTCDate() !== Number(date)) return undefined
  if (hour === undefined) return day
  const offset = zone?.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone
  const time = new Date(`${day}T${hour}:${minute}:${second}${offset ?? 'Z'}`)
  if (Number.isNaN(time.getTime())) return undefined
  return zone === undefined ? time.toISOString().slice(0, -'.000Z'.length) : time.toISOString()
}

function timesOf({ day, clock }: Conventions): Pick<Formatter, 'moment' | 'day' | 'findMoment'> {
  // Without line breaks: a date is hard to read if the year is on the next line.
  const dateText = (time: Date) => day().format(time).replaceAll(' ', '\u00a0')
  const momentOf = (iso: string): Moment => {
    const time = new Date(iso)
    if (Number.isNaN(time.getTime())) return { datetime: '', text: iso }
    return { datetime: time.toISOString(), text: `${dateText(time)}, ${clock().format(time)} UTC` }
  }
  return {
    moment: momentOf,
    day(iso) {
      const time = new Date(iso)
      if (Number.isNaN(time.getTime())) return { datetime: '', text: iso }
      return { datetime: time.toISOString().slice(0, 10), text: dateText(time) }
    },
    findMoment(text) {
      const datetime = findTime(text)
      if (datetime === undefined) return undefined
      if (datetime.length === DAY_LENGTH) return { datetime, text: dateText(new Date(datetime)) }
      if (datetime.endsWith('Z')) return momentOf(datetime)
      const time = new Date(`${datetime}Z`)
      return { datetime, text: `${dateText(time)}, ${clock().format(time)}` }
    },
  }
}
