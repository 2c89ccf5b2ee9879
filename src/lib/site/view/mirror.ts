import { datasetResource } from '../../interface/index.ts'
import type { MirrorSource } from '../mirror.ts'
import { openRelated } from '../related.ts'
import { type BrowseFacet, type FacetRank, type FacetValues, findFacets, rankFacets } from './browse/facet.ts'
import { findInitials, type Initials, type Listings, makeListings } from './browse/listing.ts'
import { type DatasetSource, eventsOfDataset, findEvents, type Neighbours } from './dataset-source.ts'
import { pagesOfCatalogue } from './harvest/order.ts'
import { once, withLazy } from './once.ts'
import type { RelatedDataset } from './related.ts'
import { type Groups, makeGroups, namesByKey, type RelationName } from './relation.ts'
import { type DatasetSummary, type Summaries, summariesOf } from './summary.ts'

/** Everything the pages are made from: a generation, and what is found in it once for all pages. */
export interface Mirror extends MirrorSource, DatasetSource {
  readonly manifest: MirrorSource['manifest']
  readonly catalogue: MirrorSource['catalogue']
  readonly summaries: Summaries
  /** The categories and publishers with their datasets. */
  readonly groups: Readonly<Record<RelationName, Groups>>
  readonly facets: FacetValues
  /** The order of the values of facets that have too many to show. */
  readonly facetRanks: ReadonlyMap<BrowseFacet, FacetRank>
  readonly listings: Listings
  /** The initials of all titles. */
  readonly initials: Initials
}

/** Adds the indexes to a generation. Each is made once, on first use. */
export function indexMirror(source: MirrorSource): Mirror {
  const groupsOf = (relation: RelationName) =>
    makeGroups(source, relation, mirror.names[relation], mirror.summaries)
  const events = once(() => findEvents(source.changes))
  const cataloguePages = once(() => pagesOfCatalogue(source))
  const related = once(() => relatedFinder(source, mirror.summaries))
  const neighbours = once(() => findNeighbours(mirror.summaries, mirror.groups.categories))
  const mirror: Mirror = withLazy(
    {
      ...source,
      eventsOf: (code: string) => eventsOfDataset(source.changes, events(), code),
      cataloguePageOf: (code: string) => (source.site === undefined ? undefined : cataloguePages().get(code)),
      relatedTo: (code: string) => related()(code),
      neighboursOf: (code: string) => neighbours().get(code) ?? {},
    },
    {
      names: () => ({ categories: namesByKey(source, 'categories'), oivs: namesByKey(source, 'oivs') }),
      summaries: () => summariesOf(source),
      groups: () => ({ categories: groupsOf('categories'), oivs: groupsOf('oivs') }),
      facets: () => findFacets(source, mirror.summaries, mirror.groups),
      facetRanks: () => rankFacets(mirror.facets),
      listings: () => makeListings(mirror.summaries, mirror.facets),
      initials: () => findInitials(source, mirror.summaries.byTitle),
    },
  )
  return mirror
}

function relatedFinder(
  { extentOf }: MirrorSource,
  { byTitle, byCode }: Summaries,
): (code: string) => RelatedDataset[] {
  const find = openRelated(
    byTitle.map(({ code, oivs }) => ({ code, oivs, extent: extentOf(datasetResource(code)) })),
  )
  return (code) =>
    find(code).map((relation) => ({ ...relation, title: byCode.get(relation.code)?.title ?? relation.code }))
}

function findNeighbours({ byTitle }: Summaries, { byKey, rest }: Groups): ReadonlyMap<string, Neighbours> {
  const found = new Map<string, Neighbours>()
  const pick = ({ code, title }: DatasetSummary) => ({ code, title })
  const add = (members: readonly DatasetSummary[], isHere: (one: DatasetSummary) => boolean) => {
    for (const [at, one] of members.entries()) {
      const [previous, next] = [members[at - 1], members[at + 1]]
      if (isHere(one))
        found.set(one.code, {
          ...(previous && { previous: pick(previous) }),
          ...(next && { next: pick(next) }),
        })
    }
  }
  for (const [key, { members }] of byKey)
    add(members, ({ categories }) => categories.find((one) => byKey.has(one)) === key)
  const others = new Set(rest.members)
  add(byTitle, (one) => others.has(one))
  return found
}
