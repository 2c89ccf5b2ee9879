import type { Language, Settings } from '../../config/index.ts'
import type { Manifest } from '../../snapshot/index.ts'
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

/** The name of a mirror: that of the config, else one with the host of the origin, in the language of the pages. */
export function siteTitleOf({ title, language }: Settings, { origin, sample }: Manifest): string {
  const { words } = localeOf(language)
  return title ?? (sample ? words.siteTitleOfSample : words.siteTitle(new URL(origin[0] as string).host))
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
