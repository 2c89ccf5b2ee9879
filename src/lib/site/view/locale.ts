import type { Language } from '../../config/languages.ts'

/** A noun in each form that a number may ask for, by the plural rules of its language: `{ one: 'record', other: 'records' }`. */
export interface Forms {
  readonly one: string
  readonly few?: string
  readonly many?: string
  readonly other: string
}

/** How numbers, times and titles are written and ordered in one language. Made once: Intl is slow. */
interface Locale {
  /** For Intl: `en-GB`. */
  readonly tag: string
  readonly whole: Intl.NumberFormat
  readonly short: Intl.NumberFormat
  readonly tenths: Intl.NumberFormat
  readonly day: Intl.DateTimeFormat
  readonly month: Intl.DateTimeFormat
  readonly clock: Intl.DateTimeFormat
  readonly order: Intl.Collator
  readonly letters: Intl.Collator
  readonly plural: Intl.PluralRules
  readonly byte: Forms
  readonly character: Forms
  /** Powers of a thousand bytes, the first of them a thousand. */
  readonly units: readonly string[]
}

const TAGS: Readonly<Record<Language, string>> = { en: 'en-GB', ru: 'ru-RU' }
const UNITS: Readonly<Record<Language, Pick<Locale, 'byte' | 'character' | 'units'>>> = {
  en: {
    byte: { one: 'byte', other: 'bytes' },
    character: { one: 'character', other: 'characters' },
    units: ['kB', 'MB', 'GB', 'TB'],
  },
  ru: {
    byte: { one: 'байт', few: 'байта', many: 'байт', other: 'байта' },
    character: { one: 'знак', few: 'знака', many: 'знаков', other: 'знака' },
    units: ['кБ', 'МБ', 'ГБ', 'ТБ'],
  },
}

/** The locale of a language: `en-GB`, `ru-RU`. */
export function localeOf(language: Language): Locale {
  const tag = TAGS[language]
  return {
    tag,
    whole: new Intl.NumberFormat(tag, { useGrouping: true }),
    short: new Intl.NumberFormat(tag, { maximumSignificantDigits: 3 }),
    tenths: new Intl.NumberFormat(tag, { maximumFractionDigits: 1 }),
    day: new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeZone: 'UTC' }),
    month: new Intl.DateTimeFormat(tag, { year: 'numeric', month: 'short', timeZone: 'UTC' }),
    clock: new Intl.DateTimeFormat(tag, {
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZone: 'UTC',
    }),
    order: new Intl.Collator(tag, { numeric: true }),
    letters: new Intl.Collator(tag, { sensitivity: 'base' }),
    plural: new Intl.PluralRules(tag),
    ...UNITS[language],
  }
}
