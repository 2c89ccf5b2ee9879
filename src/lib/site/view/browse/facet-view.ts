import type { ListOperation } from '../../../interface/index.ts'
import { type Page, relativeLink } from '../link.ts'
import type { Locale } from '../locale.ts'
import type { Mirror } from '../mirror.ts'
import {
  BROWSE_FACETS,
  type BrowseFacet,
  type FacetRank,
  type FacetValue,
  type FacetValues,
} from './facet.ts'
import { listingPageOf } from './listing.ts'

/** A link to the page of a value, with its number of datasets. */
export interface Choice {
  readonly text: string
  readonly href: string
  readonly current: boolean
  /** Whether the text comes from the data. */
  readonly foreign: boolean
  readonly count?: string
}

/** One facet with its values. If there are too many, it has those with the most datasets, and `more` links to all. */
export interface FacetView {
  readonly facet: BrowseFacet
  readonly name: string
  readonly values: readonly Choice[]
  /** The other values, collapsed. */
  readonly rest?: { readonly text: string; readonly values: readonly Choice[] }
  readonly more?: { readonly text: string; readonly href: string }
  readonly note?: string
}

/** The values of every facet as links from a page; `chosen` is marked. */
export function facetViewsOf(mirror: Mirror, chosen: FacetValue | undefined, page: Page): FacetView[] {
  const values = shownFacets(mirror)
  const { byFolder } = mirror.listings
  const linkOf = (value: FacetValue): Choice => {
    const listing = byFolder.get(`${value.facet}/${value.slot}`)
    return {
      text: value.text,
      href: listing ? relativeLink(page, listingPageOf(listing, 1)) : '',
      current: value === chosen,
      foreign: value.foreign,
      count: mirror.format.count(value.members.length),
    }
  }
  const all = mirror.summaries.all.length
  // A facet is left out if all datasets have each of its values.
  const narrows = (value: FacetValue) => value === chosen || value.members.length < all
  return BROWSE_FACETS.filter((facet) => values[facet].some(narrows)).map((facet) => {
    const shown = fullest(values[facet], mirror.facetRanks.get(facet), chosen)
    const left = values[facet].length - shown.length
    const operation = sectionOf(values[facet][0])
    const hasList = operation !== 'list_datasets'
    return {
      facet,
      name: facetName(mirror, facet),
      values: shown.map(linkOf),
      ...(left > 0 && hasList && { more: allOf(mirror, operation, values[facet].length, page) }),
      ...(left > 0 &&
        !hasList && {
          rest: restOf(mirror, values[facet].filter((value) => !shown.includes(value)).map(linkOf)),
        }),
      ...(facet === 'changed' && { note: mirror.words.browse.clocks[mirror.summaries.clock] }),
    }
  })
}

function shownFacets(mirror: Mirror): FacetValues {
  const { format, ...others } = mirror.facets
  return { ...others, format: format.filter(({ members }) => members.length > 0) }
}

/** A link to the list of all values of a facet. */
export function allOf(
  locale: Locale,
  operation: ListOperation,
  count: number,
  page: Page,
): NonNullable<FacetView['more']> {
  return { text: locale.words.browse.facets.all(count), href: relativeLink(page, { operation }) }
}

/** The values that are collapsed. */
export function restOf(locale: Locale, values: readonly Choice[]): NonNullable<FacetView['rest']> {
  return { text: locale.words.browse.facets.more(values.length), values }
}

// In the order of the facet; if there are too many, without those with the fewest datasets.
function fullest(
  values: readonly FacetValue[],
  rank: FacetRank | undefined,
  chosen: FacetValue | undefined,
): readonly FacetValue[] {
  if (rank === undefined) return values
  const { places, most } = rank
  const isShown = chosen === undefined || !places.has(chosen) || most.includes(chosen)
  const selected = isShown ? most : [...most.slice(0, -1), chosen]
  return selected.toSorted((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0))
}

/** The name of a facet. The facet of years is named after the dates it uses: those of the origin or those of the mirror. */
export function facetName(mirror: Mirror, facet: BrowseFacet): string {
  const { facets } = mirror.words.browse
  return facet === 'changed' && mirror.summaries.clock === 'origin' ? facets.updated : facets[facet]
}

/** The list a value belongs to. */
export function sectionOf(value: FacetValue | undefined): ListOperation {
  if (value?.facet === 'category') return 'list_categories'
  return value?.facet === 'oiv' ? 'list_oivs' : 'list_datasets'
}
