import { datasetResource } from '../../../interface/index.ts'
import { EMPTY_QUERY, renderSearchQuery } from '../../search/query.ts'
import { type Chrome, chromeOf } from '../chrome.ts'
import { capitalize, type Moment } from '../format.ts'
import { addressBelowRoot, type Page, relativeLink } from '../link.ts'
import type { Locale } from '../locale.ts'
import type { Mirror } from '../mirror.ts'
import { type Belonging, namerOf, RELATIONS, type RelationName } from '../relation.ts'
import type { Badge } from '../state.ts'
import type { DatasetSummary } from '../summary.ts'
import { htmlText } from '../text.ts'
import type { FacetValue } from './facet.ts'
import { type Choice, type FacetView, facetName, facetViewsOf, sectionOf } from './facet-view.ts'
import { feedPath } from './feed.ts'
import { type GroupView, groupViewOf, searchFilterOf, withinOf } from './group.ts'
import {
  type BrowseListing,
  lettersOf,
  listingPageOf,
  numbersAround,
  ordersOf,
  PAGE_SIZE,
  pageCount,
  SORTS,
  type Sort,
  slicePage,
} from './listing.ts'

/** An order of a list of datasets. */
interface SortChoice extends Choice {
  /** For a script that sorts the list in place: the name of the order, the positions of the datasets in it, and the range then. */
  readonly inPlace?: { readonly sort: Sort; readonly order: string; readonly range: string }
}

/** A page of a list of datasets. */
export interface BrowseView {
  readonly chrome: Chrome
  readonly page: Page
  /** The name of the facet, `Category`; absent for the whole list. */
  readonly facet?: string
  readonly title: string
  /** Whether the title comes from the data. */
  readonly foreign: boolean
  /** `61–120 of 2,400 datasets, by title` */
  readonly range: string
  readonly sorts: readonly SortChoice[]
  /** The other pages of the list, whose datasets the script needs to sort all of them. */
  readonly sortPages?: readonly string[]
  /** The heading of `facets`. */
  readonly narrow: string
  readonly facets: readonly FacetView[]
  readonly letters: ReturnType<typeof lettersOf>
  readonly cards: readonly Card[]
  readonly changedWord: string
  /** Absent if there is only one page. */
  readonly pager?: Pager
  /** A link to the whole list, from a part of it. */
  readonly all?: { readonly text: string; readonly href: string }
  /** A link to the search, within this part of the list. Only the search combines filters. */
  readonly search?: { readonly text: string; readonly href: string }
  /** The view of a category or publisher; on its first page only. */
  readonly group?: GroupView
  readonly feed: { readonly text: string; readonly href: string }
}

export function browseView(mirror: Mirror, listing: BrowseListing, number: number): BrowseView {
  const makeCard = cardMaker(mirror, listingPageOf(listing, number), commonOf(listing.value))
  return { ...frameOf(mirror, listing, number), cards: slicePage(listing.members, number).map(makeCard) }
}

/**
 * What a page of a list of datasets is made from, with a checksum in place of each card: equal sources give the same page. A dataset is on
 * many pages, so `sums` has the checksum of its card on the home page, by code: on another page it has the same texts and links to the same pages.
 */
export function browseSource(
  mirror: Mirror,
  listing: BrowseListing,
  number: number,
  sums: ReadonlyMap<string, string>,
): unknown {
  const cards = slicePage(listing.members, number).map(({ code }) => sums.get(code))
  return { ...frameOf(mirror, listing, number), common: commonOf(listing.value), cards }
}

function frameOf(mirror: Mirror, listing: BrowseListing, number: number): Omit<BrowseView, 'cards'> {
  const { value, members } = listing
  const page = listingPageOf(listing, number)
  const pages = pageCount(members.length)
  const { browse } = mirror.words
  const title = value ? headingOf(value) : mirror.words.lists.list_datasets
  const facet = value && facetName(mirror, value.facet)
  const named = facet === undefined || value?.foreign ? title : browse.valued(facet, title)
  const heading = pages === 1 ? named : browse.ofPages(named, number, pages)
  const chrome = chromeOf(mirror, {
    page,
    title: heading,
    description: browse.lead(members.length, heading, htmlText(mirror.title)),
    section: sectionOf(value),
    ...aboveOf(mirror, listing, title, number),
    ...(number > 1 && { prev: listingPageOf(listing, number - 1) }),
    ...(number < pages && { next: listingPageOf(listing, number + 1) }),
    feeds: [
      {
        title: browse.feed.title(value?.key === undefined ? htmlText(mirror.title) : title),
        path: feedPath(value),
      },
    ],
  })
  const isFirst = number === 1
  const isGroup = value?.facet === 'category' || value?.facet === 'oiv'
  const group = isFirst && isGroup ? groupViewOf(mirror, value, page) : undefined
  return {
    chrome,
    page,
    ...(facet !== undefined && { facet }),
    title,
    foreign: value?.foreign ?? false,
    range: rangeOf(mirror, listing, number),
    ...(value ? sortsInPlace(mirror, listing, value, page) : { sorts: sortsOf(mirror, listing, page) }),
    narrow: group?.related?.name ?? browse.narrow,
    facets: isFirst ? narrowersOf(mirror, value, group, page) : [],
    letters: value || listing.sort !== 'title' ? [] : lettersOf(mirror, listing, mirror.initials, page),
    changedWord: changedWord(mirror),
    ...(pages > 1 && { pager: pagerOf(mirror, number, pages, page, (to) => listingPageOf(listing, to)) }),
    ...(value && { all: allDatasets(mirror, page) }),
    ...searchOf(mirror, value, page),
    ...(group && { group }),
    feed: { text: browse.feed.link, href: chrome.feeds[0]?.href ?? '' },
  }
}

// Names of formats stay as they are.
function headingOf({ facet, foreign, text }: FacetValue): string {
  return foreign || facet === 'format' ? htmlText(text) : capitalize(text)
}

// A part of the list can be narrowed by values that are counted in it; the other values of its own facet follow.
function narrowersOf(
  mirror: Mirror,
  value: FacetValue | undefined,
  group: GroupView | undefined,
  page: Page,
): FacetView[] {
  if (group) return group.related ? [group.related] : []
  const all = facetViewsOf(mirror, value, page)
  if (value === undefined) return all
  const counted = (['categories', 'oivs'] as const).flatMap((relation) => {
    const name = facetName(mirror, RELATIONS[relation].prefix)
    return (searchFilterOf(value) && withinOf(mirror, value, relation, name, page)) ?? []
  })
  return [...counted, ...all.filter(({ facet }) => facet === value.facet)]
}

function commonOf(value: FacetValue | undefined) {
  if (value?.facet === 'category') return { relation: 'categories', key: value.key } as const
  return value?.facet === 'oiv' ? ({ relation: 'oivs', key: value.key } as const) : {}
}

function aboveOf(locale: Locale, listing: BrowseListing, title: string, number: number) {
  const operation = sectionOf(listing.value)
  const list = { text: locale.words.lists[operation], page: { operation } as Page }
  const isList = listing.value === undefined && number === 1 && listing.sort === 'title'
  const first = { text: title, page: listingPageOf(listing, 1) }
  return { above: isList ? [] : listing.value && number > 1 ? [list, first] : [list] }
}

function sortWord(mirror: Mirror, sort: Sort) {
  return sort === 'updated' && mirror.summaries.clock === 'mirror' ? 'changed' : sort
}

/** Fewer datasets than these are found without sorting; for more, too many pages would be loaded. */
const [FEWEST_SORTED, MOST_SORTED] = [4, 10 * PAGE_SIZE]

// A list of a value has pages for one order only. On the first of them, a script sorts it.
function sortsInPlace(
  mirror: Mirror,
  listing: BrowseListing,
  value: FacetValue,
  page: Page,
): Pick<BrowseView, 'sorts' | 'sortPages'> {
  const count = listing.members.length
  const isFirst = addressBelowRoot(page) === addressBelowRoot(listingPageOf(listing, 1))
  const orders =
    isFirst && count >= FEWEST_SORTED && count <= MOST_SORTED ? [...ordersOf(listing, value)] : []
  if (orders.length < 2) return { sorts: [] }
  const { browse } = mirror.words
  const others = Array.from({ length: pageCount(count) - 1 }, (_, at) => listingPageOf(listing, at + 2))
  return {
    sorts: orders.map(([sort, order]) => ({
      text: browse.sorts[sortWord(mirror, sort)],
      href: `?sort=${sort}`,
      current: sort === listing.sort,
      foreign: false,
      inPlace: {
        sort,
        order: order.join(' '),
        range: browse.range(1, count, count, browse.sortedBy[sortWord(mirror, sort)]),
      },
    })),
    ...(others.length > 0 && { sortPages: others.map((other) => relativeLink(page, other)) }),
  }
}

function sortsOf(mirror: Mirror, listing: BrowseListing, page: Page): SortChoice[] {
  const { sorts } = mirror.listings
  const shown = SORTS.filter(
    (sort) => sort !== 'updated' || sort === listing.sort || !mirror.summaries.isOneDate,
  )
  return shown.map((sort) => ({
    text: mirror.words.browse.sorts[sortWord(mirror, sort)],
    href: relativeLink(page, listingPageOf(sorts[sort], 1)),
    current: sort === listing.sort,
    foreign: false,
  }))
}

function rangeOf(mirror: Mirror, { members, sort }: BrowseListing, number: number): string {
  const from = (number - 1) * PAGE_SIZE + 1
  const to = Math.min(members.length, number * PAGE_SIZE)
  return mirror.words.browse.range(
    from,
    to,
    members.length,
    mirror.words.browse.sortedBy[sortWord(mirror, sort)],
  )
}

export type Pager = ReturnType<typeof pagerOf>

/** Links from one of several pages to the others. */
export function pagerOf(
  locale: Locale,
  number: number,
  pages: number,
  page: Page,
  pageAt: (number: number) => Page,
) {
  const linkTo = (to: number) => relativeLink(page, pageAt(to))
  return {
    ...(number > 1 && { previous: linkTo(number - 1) }),
    ...(number < pages && { next: linkTo(number + 1) }),
    /** `1 2 3 … 20`; undefined for a gap. */
    numbers: numbersAround(number, pages).map((to) =>
      to === undefined
        ? undefined
        : { text: locale.format.count(to), href: linkTo(to), current: to === number },
    ),
  }
}

/** A link to the list of all datasets. */
export function allDatasets(mirror: Mirror, page: Page) {
  const all: readonly DatasetSummary[] = mirror.summaries.all
  return {
    text: mirror.words.homePage.all.datasets(all.length),
    href: relativeLink(page, { operation: 'list_datasets' }),
  }
}

// The search has fewer facets than the lists.
function searchOf(locale: Locale, value: FacetValue | undefined, page: Page) {
  const search = relativeLink(page, 'search')
  const { browse } = locale.words
  if (value === undefined) return { search: { text: browse.combine, href: search } }
  const filter = searchFilterOf(value)
  if (filter === undefined) return {}
  const query = renderSearchQuery({ ...EMPTY_QUERY, ...filter })
  return { search: { text: browse.searchHere, href: search + query } }
}

/** A dataset in a list of datasets. */
export interface Card {
  readonly title: string
  readonly href: string
  readonly oivs: readonly Belonging[]
  readonly categories: readonly Belonging[]
  readonly extent?: string
  /** `json 12.3 kB`, `csv`. */
  readonly files: readonly string[]
  readonly changed?: Moment
  readonly badge?: Badge
}

/** Returns a function that makes the cards of one page. `common`: the category or publisher of the page, which its cards do not repeat. */
export function cardMaker(
  mirror: Mirror,
  from: Page,
  common: { readonly relation?: RelationName; readonly key?: string | undefined } = {},
): (summary: DatasetSummary) => Card {
  const nameOivs = namerOf(mirror.names, 'oivs', from)
  const nameCategories = namerOf(mirror.names, 'categories', from)
  const others = (relation: RelationName, keys: readonly string[]) =>
    common.relation === relation ? keys.filter((key) => key !== common.key) : keys
  return ({ code, title, oivs, categories, extent, files, hasTable, changed, badge }) => ({
    title,
    href: relativeLink(from, datasetResource(code)),
    oivs: nameOivs(others('oivs', oivs)),
    categories: nameCategories(others('categories', categories)),
    ...(extent !== undefined && { extent }),
    files: [...files.map(({ format, size }) => `${format} ${size}`), ...(hasTable ? ['csv'] : [])],
    ...(changed && !mirror.summaries.isOneDate && { changed }),
    ...(badge && { badge }),
  })
}

/** The label of the date on cards: updated at the origin, or changed in the mirror. */
export function changedWord(mirror: Mirror): string {
  return mirror.summaries.clock === 'origin' ? mirror.words.table.updated : mirror.words.table.changed
}
