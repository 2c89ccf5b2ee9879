import { type Page, relativeLink } from '../link.ts'
import type { Locale } from '../locale.ts'
import type { DatasetSummary } from '../summary.ts'
import { type BrowseListing, listingPageOf } from './listing.ts'
import { PAGE_SIZE } from './pager.ts'

/** A letter of the alphabet with the page on which its titles begin. */
export interface Letter {
  readonly text: string
  readonly href: string
  readonly count: string
}

/** A script with more initials than this has no alphabet to choose from. */
const MOST_LETTERS = 64

/** The place of the first title with each initial among all titles, and how many have it. */
export type Initials = ReadonlyMap<string, { readonly at: number; readonly count: number }>

/** The letters of the list of all datasets by title, from one page of it; none for a list of one page. */
export function lettersOf(locale: Locale, listing: BrowseListing, initials: Initials, page: Page): Letter[] {
  if (listing.members.length <= PAGE_SIZE || initials.size > MOST_LETTERS) return []
  return [...initials].map(([text, { at, count }]) => ({
    text,
    href: relativeLink(page, listingPageOf(listing, Math.floor(at / PAGE_SIZE) + 1)),
    count: locale.format.count(count),
  }))
}

/** Finds the initials of titles in their order. */
export function findInitials(locale: Locale, members: readonly DatasetSummary[]): Initials {
  const letters = new Map<string, { readonly at: number; count: number }>()
  members.forEach(({ title }, at) => {
    const initial = initialOf(locale, title)
    const letter = letters.get(initial)
    if (letter) letter.count += 1
    else letters.set(initial, { at, count: 1 })
  })
  return letters
}

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
