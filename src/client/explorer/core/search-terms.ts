import { foldedIn, withoutMarkup } from '../../../lib/site/search/runs.ts'

/** What is searched in records, after `fold`: a part of a text, or a sequence of whole words, separated by spaces. */
export interface SearchTerm {
  readonly text: string
  readonly isWhole: boolean
}

/** The terms of a search. Text in double quotes is a sequence of whole words, divided as in the search index. */
export function searchTermsIn(text: string): SearchTerm[] {
  return [...text.matchAll(/"([^"]*)"|\S+/g)].map(([part, quoted]) => {
    const words = foldedIn(quoted ?? '').join(' ')
    return words === '' ? { text: fold(part), isWhole: false } : { text: words, isWhole: true }
  })
}

/** The texts of a value to search in: as written, and as shown, without HTML tags and character references. */
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
