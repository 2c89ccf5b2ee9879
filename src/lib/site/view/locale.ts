import type { Language } from '../../config/schema.ts'
import type { Formatter, Forms } from './format.ts'
import { en, enFormat, type Words } from './words/en.ts'
import { ru, ruFormat } from './words/ru.ts'

export type { Words } from './words/en.ts'

/** One language of the pages: its words and sentences, and how numbers, times and sizes are written. */
export interface Locale {
  readonly words: Words
  readonly format: Formatter
}

const LOCALES: Readonly<Record<Language, Locale>> = {
  en: { words: en, format: enFormat },
  ru: { words: ru, format: ruFormat },
}

export function localeOf(language: Language): Locale {
  return LOCALES[language]
}

/** A figure and what it counts. */
export interface Fact {
  readonly figure: string
  readonly label: string
}

/** A counted fact: `1 column`, `28,818 records`. */
export function factOf(locale: Locale, count: number, forms: Forms): Fact {
  return { figure: locale.format.count(count), label: locale.format.form(count, forms) }
}
