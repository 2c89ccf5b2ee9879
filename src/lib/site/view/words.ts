import type { Language } from '../../config/languages.ts'
import { formatIn } from './format.ts'
import { en } from './words/en.ts'
import { ru } from './words/ru.ts'
import type { Words } from './words/type.ts'

export type { Words } from './words/type.ts'

/** The words by language. */
export const WORDS: Readonly<Record<Language, Words>> = { en, ru }

/** Every word and sentence of the pages, in the language of the site. Read it when a page is made, not when a module is loaded. */
export let words: Words = en

/** Makes the pages speak a language from now on. A site has one; it is told when its mirror is opened. */
export function speak(language: Language): void {
  words = WORDS[language]
  formatIn(language)
}
