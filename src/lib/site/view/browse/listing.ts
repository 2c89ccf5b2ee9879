import { type Page, relativeLink } from '../link.ts'
import type { Locale } from '../locale.ts'
import { withLazy } from '../once.ts'
import type { DatasetSummary, Summaries } from '../summary.ts'
import { BROWSE_FACETS, type FacetValue, type FacetValues } from './facet.ts'

/** The orders of the whole list. */
export const SORTS = ['title', 'updated', 'rows', 'size'] as const
export type Sort = (typeof SORTS)[number]

/** A list of datasets, divided into pages. */
export interface BrowseListing {
  /** Its folder below `browse/`. */
  readonly folder: string
  readonly sort: Sort
  /** The value that its datasets share; absent for the whole list. */
  readonly value?: FacetValue
  /** The number of datasets; an upper bound if it depends on the contents of documents. */
  readonly count: number
  readonly members: readonly DatasetSummary[]
  /** The whole list, if all datasets have the value: both have the same pages from the second on. */
  readonly whole?: BrowseListing | undefined
}

/** A page of a listing, counted from 1. The first page by title is that of `list_datasets`. */
export function listingPageOf(listing: BrowseListing, number: number): Page {
  return number > 1 && listing.whole ? listingPageOf(listing.whole, number) : ownPageOf(listing, number)
}

function ownPageOf({ folder, value, sort }: BrowseListing, number: number): Page {
  if (number > 1) return { browse: `${folder}/${number}` }
  return value || sort !== 'title' ? { browse: folder } : { operation: 'list_datasets' }
}

/** Whether a listing has a page of this number. */
export function hasPage({ members, value, whole }: BrowseListing, number: number): boolean {
  if (value && members.length === 0) return false
  return number <= (whole ? 1 : pageCount(members.length))
}

/**
 * Every page of every listing except that of `list_datasets`. If a listing depends on the contents of documents, these are all pages that
 * it may have; {@link hasPage} decides which exist.
 */
export function listingPages({ listings }: { readonly listings: Listings }) {
  return [...listings.byFolder.values()].flatMap((listing) => {
    const pages = !listing.value?.read && listing.whole ? 1 : pageCount(listing.count)
    return Array.from({ length: pages }, (_, at) => at + 1).flatMap((number) => {
      const page = ownPageOf(listing, number)
      return typeof page === 'object' && 'browse' in page
        ? { path: page.browse, folder: listing.folder, number }
        : []
    })
  })
}

export type Listings = ReturnType<typeof makeListings>

/** Makes the listings of all datasets in every order, and those of every value. */
export function makeListings({ byTitle }: Summaries, values: FacetValues) {
  const sorts = {
    title: listingOf(byTitle, 'title'),
    updated: listingOf(byTitle, 'updated'),
    rows: listingOf(byTitle, 'rows'),
    size: listingOf(byTitle, 'size'),
  }
  const valued = BROWSE_FACETS.flatMap((facet) => values[facet]).map((value): BrowseListing => {
    const sort = value.facet === 'size' ? 'size' : value.facet === 'changed' ? 'updated' : 'title'
    const folder = `${value.facet}/${value.slot}`
    if (value.read) return readListing(folder, value, sorts.title)
    if (value.members.length === byTitle.length)
      return { folder, sort, value, count: byTitle.length, members: sorts[sort].members, whole: sorts[sort] }
    return { folder, sort, value, count: value.members.length, members: sorted(value.members, sort) }
  })
  return {
    sorts,
    /** By folder, including those of values. */
    byFolder: new Map([...Object.values(sorts), ...valued].map((listing) => [listing.folder, listing])),
  }
}

// In the order of titles. Until the documents are read, it may contain all datasets.
function readListing(folder: string, value: FacetValue, all: BrowseListing): BrowseListing {
  return withLazy(
    { folder, sort: 'title' as const, value, count: all.count },
    {
      members: () => value.members,
      whole: () => (value.members.length === all.count ? all : undefined),
    },
  )
}

// Sorted on first use: by then the pages of the datasets have counted their records.
function listingOf(byTitle: readonly DatasetSummary[], sort: Sort): BrowseListing {
  return withLazy(
    { folder: `by-${sort}`, sort, count: byTitle.length },
    { members: () => sorted(byTitle, sort) },
  )
}

/** The datasets of a value in each order that distinguishes them, as their positions in the order of the page. */
export function ordersOf(
  { members, sort: own }: BrowseListing,
  value: FacetValue,
): Map<Sort, readonly number[]> {
  const at = new Map(members.map((member, position) => [member, position]))
  const telling = SORTS.filter((sort) => sort === own || new Set(members.map(SORT_KEYS[sort])).size > 1)
  return new Map(
    telling.map((sort) => [sort, sorted(value.members, sort).map((member) => at.get(member) as number)]),
  )
}

const SORT_KEYS: Readonly<Record<Sort, (summary: DatasetSummary) => unknown>> = {
  title: ({ code }) => code,
  updated: ({ changed }) => changed?.text,
  rows: ({ records }) => records,
  size: ({ bytes }) => bytes,
}

// Equal datasets stay in the order of titles; those without a value come last.
function sorted(byTitle: readonly DatasetSummary[], sort: Sort): readonly DatasetSummary[] {
  switch (sort) {
    case 'title':
      return byTitle
    case 'updated':
      return byTitle.toSorted((a, b) =>
        a.changedAt === b.changedAt ? 0 : a.changedAt < b.changedAt ? 1 : -1,
      )
    case 'rows':
      return byTitle.toSorted((a, b) => (b.records ?? -1) - (a.records ?? -1))
    case 'size':
      return byTitle.toSorted((a, b) => (b.bytes ?? -1) - (a.bytes ?? -1))
  }
}

/** With more initials than this, there is no alphabet to choose from. */
const MOST_LETTERS = 64

/** The position of the first title with each initial, and the number of titles with it. */
export type Initials = ReadonlyMap<string, { readonly at: number; readonly count: number }>

/** The letters of the list of all datasets by title, as links from one of its pages; none if the list has one page. */
export function lettersOf(locale: Locale, listing: BrowseListing, initials: Initials, page: Page) {
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

/** Datasets per page: about ten screens of a phone, under 10 kB compressed. */
export const PAGE_SIZE = 60

/** The number of pages for this many entries; an empty list has one page. */
export function pageCount(count: number): number {
  return Math.max(1, Math.ceil(count / PAGE_SIZE))
}

/** The entries of one page, the first page being 1. */
export function slicePage<T>(entries: readonly T[], page: number): readonly T[] {
  return entries.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
}

/** The page numbers that a pager shows: the first, the last and those around the current one; undefined for a gap. */
export function numbersAround(page: number, pages: number): (number | undefined)[] {
  const near = [page - 2, page - 1, page, page + 1, page + 2]
  const wanted = [...new Set([1, ...near, pages])]
    .filter((number) => number >= 1 && number <= pages)
    .sort((a, b) => a - b)
  return wanted.flatMap((number, at) => {
    const left = number - (wanted[at - 1] ?? number - 1) - 1
    // A gap of one page would be no shorter than its number.
    return left === 0 ? [number] : [left === 1 ? number - 1 : undefined, number]
  })
}
