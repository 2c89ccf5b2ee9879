import type { Language } from '../../config/languages.ts'
import type { Formatter } from './format.ts'
import { en, enFormat } from './words/en.ts'
import { ru, ruFormat } from './words/ru.ts'
import type { Words } from './words/type.ts'

export type { Words } from './words/type.ts'

/** What a page needs to be in one language: every word and sentence, and how numbers, times and sizes are written. */
export interface Locale {
  readonly words: Words
  readonly format: Formatter
}

const LOCALES: Readonly<Record<Language, Locale>> = {
  en: { words: en, format: enFormat },
  ru: { words: ru, format: ruFormat },
}

/** The locale of a language. */
export function localeOf(language: Language): Locale {
  return LOCALES[language]
}
