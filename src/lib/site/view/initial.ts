import type { Locale } from './locale.ts'

/** The letter a title is found under: without accents, in upper case; digits together, everything else together. */
export function initialOf(locale: Locale, title: string): string {
  const first = initialLetterOf(locale, title.trimStart())
  if (/\p{L}/u.test(first)) return first.toLocaleUpperCase('en')
  return /\p{N}/u.test(first) ? locale.words.listPage.digits : locale.words.listPage.symbols
}

// Й is no И with an accent, as Ё is an Е with one: the order of the language knows.
function initialLetterOf(locale: Locale, title: string): string {
  const [whole = ''] = title.slice(0, 8).normalize('NFKC')
  const [base = '', mark = ''] = whole.normalize('NFKD')
  return /\p{M}/u.test(mark) && !locale.format.isSameLetter(whole, base) ? whole : base
}
