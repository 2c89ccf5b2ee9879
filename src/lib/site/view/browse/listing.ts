import type { Page } from '../link.ts'
import type { DatasetSummary, Summaries } from '../summary.ts'
import { BROWSE_FACETS, type FacetValue, type FacetValues } from './facet.ts'
import { pageCount } from './pager.ts'

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

/** All listings of a mirror. */
export interface Listings {
  readonly sorts: Readonly<Record<Sort, BrowseListing>>
  /** By folder, including those of values. */
  readonly byFolder: ReadonlyMap<string, BrowseListing>
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

/** A page below `browse/`. */
interface ListingPage {
  readonly path: string
  readonly folder: string
  readonly number: number
}

/**
 * Every page of every listing except that of `list_datasets`. If a listing depends on the contents of documents, these are all pages that
 * it may have; {@link hasPage} decides which exist.
 */
export function listingPages({ listings }: { readonly listings: Listings }): ListingPage[] {
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

/** Makes the listings of all datasets in every order, and those of every value. */
export function makeListings({ byTitle }: Summaries, values: FacetValues): Listings {
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
    byFolder: new Map([...Object.values(sorts), ...valued].map((listing) => [listing.folder, listing])),
  }
}

// In the order of titles. Until the documents are read, it may contain all datasets.
function readListing(folder: string, value: FacetValue, all: BrowseListing): BrowseListing {
  return {
    folder,
    sort: 'title',
    value,
    count: all.count,
    get members() {
      return value.members
    },
    get whole() {
      return value.members.length === all.count ? all : undefined
    },
  }
}

// Sorted on first use: by then the pages of the datasets have counted their records.
function listingOf(byTitle: readonly DatasetSummary[], sort: Sort): BrowseListing {
  let members: readonly DatasetSummary[] | undefined
  return {
    folder: `by-${sort}`,
    sort,
    count: byTitle.length,
    get members() {
      members ??= sorted(byTitle, sort)
      return members
    },
  }
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
