import { type Page, relativeLink } from '../link.ts'
import type { Locale } from '../locale.ts'
import type { DatasetSummary } from '../summary.ts'
import { type BrowseListing, listingPageOf } from './listing.ts'
import { PAGE_SIZE } from './pager.ts'

/** A letter of the alphabet, with a link to the first page of its titles. */
export interface Letter {
  readonly text: string
  readonly href: string
  readonly count: string
}

/** With more initials than this, there is no alphabet to choose from. */
const MOST_LETTERS = 64

/** The position of the first title with each initial, and the number of titles with it. */
export type Initials = ReadonlyMap<string, { readonly at: number; readonly count: number }>

/** The letters of the list of all datasets by title, as links from one of its pages; none if the list has one page. */
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

/** The letter under which a title is listed: in upper case and without accents. All digits are one letter, and everything else another. */
export function initialOf(locale: Locale, title: string): string {
  const first = initialLetterOf(locale, title.trimStart())
  if (/\p{L}/u.test(first)) return first.toLocaleUpperCase('en')
  return /\p{N}/u.test(first) ? locale.words.listPage.digits : locale.words.listPage.symbols
}

// The collation of the language decides: Ё is Е with an accent, but Й is not И with one.
function initialLetterOf(locale: Locale, title: string): string {
  const [whole = ''] = title.slice(0, 8).normalize('NFKC')
  const [base = '', mark = ''] = whole.normalize('NFKD')
  return /\p{M}/u.test(mark) && !locale.format.isSameLetter(whole, base) ? whole : base
}
