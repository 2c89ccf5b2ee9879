import { foldedIn, withoutMarkup } from '../../../lib/site/search/runs.ts'

/** What is searched in records, folded: a part of a text, or whole words that follow each other, separated by blanks. */
export interface SearchTerm {
  readonly text: string
  readonly isWhole: boolean
}

/** The words of a search. Those in double quotes are whole words, as the search of the mirror counts them. */
export function searchTermsIn(text: string): SearchTerm[] {
  return [...text.matchAll(/"([^"]*)"|\S+/g)].map(([part, quoted]) => {
    const words = foldedIn(quoted ?? '').join(' ')
    return words === '' ? { text: fold(part), isWhole: false } : { text: words, isWhole: true }
  })
}

/** A value as it is searched: as it is written, and without tags and references of HTML, as it is shown. */
export function foldValue(text: string): string {
  const shown = withoutMarkup(text)
  return fold(shown === text ? text : `${text}\n${shown}`)
}

const ASCII = /^[\u0000-\u007f]*$/

/** Normalises a text for searching: ignores case, and treats ё as е. */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  return text.normalize('NFC').toLowerCase().replaceAll('ё', 'е')
}
