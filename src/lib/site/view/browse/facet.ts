import { DATA_FORMATS } from '../../../interface/index.ts'
import type { Locale } from '../locale.ts'
import { withLazy } from '../once.ts'
import { type Groups, NO_SLOT, RELATIONS, type RelationName } from '../relation.ts'
import type { DatasetSummary, Summaries } from '../summary.ts'
import { PAGE_STATES } from '../terms.ts'
import { titleOf } from '../text.ts'

/** The facets by which datasets can be filtered. */
export const BROWSE_FACETS = ['category', 'oiv', 'format', 'size', 'changed', 'state'] as const
export type BrowseFacet = (typeof BROWSE_FACETS)[number]

/** A value of a facet, with its datasets by title. It has at least one dataset, unless `read` is set. */
export interface FacetValue {
  readonly facet: BrowseFacet
  /** The name of its folder, below that of the facet. */
  readonly slot: string
  /** The key of the category or publisher. */
  readonly key?: string
  readonly text: string
  /** Whether the text comes from the data. */
  readonly foreign: boolean
  readonly members: readonly DatasetSummary[]
  /** Its datasets depend on the contents of documents: they are looked up when a page shows them, and there may be none. */
  readonly read?: true
}

/** The lower bound of each size in bytes. The slots stay when the words change. */
const SIZES: readonly (readonly [slot: string, from: number])[] = [
  ['under-10-kb', 0],
  ['10-kb', 10_000],
  ['100-kb', 100_000],
  ['1-mb', 1_000_000],
  ['10-mb', 10_000_000],
  ['100-mb', 100_000_000],
]

/** The values of every facet that have datasets. */
export type FacetValues = Readonly<Record<BrowseFacet, readonly FacetValue[]>>

/** Finds the values of every facet. */
export function findFacets(
  locale: Locale,
  summaries: Summaries,
  groups: Readonly<Record<RelationName, Groups>>,
): FacetValues {
  return {
    category: relatedValues(locale, 'categories', groups.categories),
    oiv: relatedValues(locale, 'oivs', groups.oivs),
    format: formatValues(locale, summaries),
    size: sizeValues(locale, summaries),
    changed: changedValues(locale, summaries),
    state: stateValues(locale, summaries),
  }
}

function relatedValues(locale: Locale, relation: RelationName, { groups, rest }: Groups): FacetValue[] {
  const facet = RELATIONS[relation].prefix
  const none = locale.words.listPage.unfiled[relation]
  return filled([
    ...groups.map(({ entry, slot, members }) => ({
      facet,
      slot,
      key: entry.key,
      text: titleOf(entry),
      foreign: true,
      members,
    })),
    ...(groups.length > 0
      ? [{ facet, slot: rest.slot, text: none, foreign: false, members: rest.members }]
      : []),
  ])
}

function formatValues(locale: Locale, { byTitle }: Summaries): FacetValue[] {
  const published = DATA_FORMATS.map((wanted) =>
    own(
      'format',
      wanted,
      wanted,
      byTitle.filter(({ files }) => files.some(({ format }) => format === wanted)),
    ),
  )
  return [
    ...filled(published),
    whenRead('csv', locale.words.tableFile.format, () => byTitle.filter(({ hasTable }) => hasTable)),
    whenRead('geojson', 'GeoJSON', () => byTitle.filter(({ isGeoJson }) => isGeoJson)),
  ]
}

function whenRead(slot: string, text: string, find: () => readonly DatasetSummary[]): FacetValue {
  return withLazy({ ...own('format', slot, text), read: true as const }, { members: find })
}

function sizeValues(locale: Locale, { byTitle }: Summaries): FacetValue[] {
  const { facets } = locale.words.browse
  const slotOf = ({ bytes }: DatasetSummary) =>
    bytes === undefined ? NO_SLOT : (SIZES.findLast(([, from]) => bytes >= from)?.[0] ?? NO_SLOT)
  const bySlot = Map.groupBy(byTitle, slotOf)
  return filled([
    ...SIZES.map(([slot, from], at) => {
      const to = SIZES[at + 1]?.[1]
      return own(
        'size',
        slot,
        facets.sizeFrom(
          from === 0 ? '' : locale.format.bytes(from),
          to === undefined ? '' : locale.format.bytes(to),
        ),
        bySlot.get(slot),
      )
    }),
    own('size', NO_SLOT, facets.noSize, bySlot.get(NO_SLOT)),
  ])
}

function changedValues(locale: Locale, { byTitle }: Summaries): FacetValue[] {
  const byYear = Map.groupBy(byTitle, ({ changedAt }) => changedAt.slice(0, 4))
  const { '': undated, ...years } = Object.fromEntries(byYear)
  return filled([
    ...Object.entries(years)
      .sort(([a], [b]) => Number(b) - Number(a))
      .map(([year, members]) => own('changed', year, year, members)),
    own('changed', NO_SLOT, locale.words.browse.facets.undated, undated),
  ])
}

function stateValues(locale: Locale, { byTitle }: Summaries): FacetValue[] {
  const byState = Map.groupBy(byTitle, ({ state }) => state)
  return filled(
    PAGE_STATES.map((state) => own('state', state, locale.words.states[state], byState.get(state))),
  )
}

function own(
  facet: BrowseFacet,
  slot: string,
  text: string,
  members: readonly DatasetSummary[] | undefined = [],
): FacetValue {
  return { facet, slot, text, foreign: false, members }
}

function filled(values: readonly FacetValue[]): FacetValue[] {
  return values.filter(({ members }) => members.length > 0)
}

/** The order of the values of a facet that has too many to show. */
export interface FacetRank {
  /** The position of each value in the facet. */
  readonly places: ReadonlyMap<FacetValue, number>
  /** The values with the most datasets, in descending order. */
  readonly most: readonly FacetValue[]
}

const MOST_VALUES = 12

/** Ranks the values of every facet that has more than a page shows. */
export function rankFacets(facets: FacetValues): ReadonlyMap<BrowseFacet, FacetRank> {
  return new Map(
    BROWSE_FACETS.filter((facet) => facets[facet].length > MOST_VALUES).map((facet) => [
      facet,
      rankOf(facets[facet]),
    ]),
  )
}

function rankOf(values: readonly FacetValue[]): FacetRank {
  return {
    places: new Map(values.map((value, at) => [value, at])),
    most: values.toSorted((a, b) => b.members.length - a.members.length).slice(0, MOST_VALUES),
  }
}
