import type { MirrorSource } from '../mirror.ts'
import { type BrowseFacet, type FacetRank, type FacetValues, findFacets, rankFacets } from './browse/facet.ts'
import { findInitials, type Initials } from './browse/letters.ts'
import { type Listings, makeListings } from './browse/listing.ts'
import { type EventsByCode, findEvents } from './events.ts'
import { entriesByKey, type Groups, makeGroups, type RelationEntries, type RelationName } from './relation.ts'
import { type Summaries, summarise } from './summary.ts'

/** Everything that pages are made from: a generation, and indexes of its data. */
export interface Mirror extends MirrorSource {
  readonly summaries: Summaries
  /** The categories and publishers by their keys. */
  readonly entries: RelationEntries
  /** The categories and publishers with their datasets. */
  readonly groups: Readonly<Record<RelationName, Groups>>
  readonly facets: FacetValues
  /** The order of the values of facets that have too many to show. */
  readonly facetRanks: ReadonlyMap<BrowseFacet, FacetRank>
  readonly listings: Listings
  /** The initials of all titles. */
  readonly initials: Initials
  /** What the last runs did to each dataset. */
  readonly events: EventsByCode
}

/** Adds the indexes to a generation. Each is made once, on first use. */
export function indexMirror(source: MirrorSource): Mirror {
  const { catalogue } = source
  const summaries = once(() => summarise(source))
  const entries = once(() => ({
    categories: entriesByKey(catalogue.categories),
    oivs: entriesByKey(catalogue.oivs),
  }))
  const groupsOf = (relation: RelationName) => makeGroups(source, relation, entries()[relation], summaries())
  const groups = once(() => ({ categories: groupsOf('categories'), oivs: groupsOf('oivs') }))
  const facets = once(() => findFacets(source, summaries(), groups()))
  const facetRanks = once(() => rankFacets(facets()))
  const listings = once(() => makeListings(summaries(), facets()))
  const initials = once(() => findInitials(source, summaries().byTitle))
  const events = once(() => findEvents(source.changes))
  return {
    ...source,
    get entries() {
      return entries()
    },
    get summaries() {
      return summaries()
    },
    get groups() {
      return groups()
    },
    get facets() {
      return facets()
    },
    get facetRanks() {
      return facetRanks()
    },
    get listings() {
      return listings()
    },
    get initials() {
      return initials()
    },
    get events() {
      return events()
    },
  }
}

function once<T extends object>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
