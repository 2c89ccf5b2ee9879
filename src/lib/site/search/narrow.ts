import { type Asked, SEARCH_FACETS, type SearchFacet } from './address.ts'
import { type SearchCatalogue, type SearchDataset, STATE_ORDER } from './catalogue.ts'
import type { Hit } from './engine.ts'

/** One value results can be narrowed to, with how many of them it would leave. */
interface FacetChoice {
  readonly value: string
  readonly count: number
}

/** The hits that are left, and what else they could be narrowed to. */
export interface Narrowed {
  readonly hits: readonly Hit[]
  /** For each facet every value that would leave something, and the chosen one. */
  readonly choices: Readonly<Record<SearchFacet, readonly FacetChoice[]>>
}

/** Narrows hits. The counts of a facet are those of the hits that all other facets leave. */
export function narrow(catalogue: SearchCatalogue, hits: readonly Hit[], asked: Asked): Narrowed {
  const valuesOf = readerOf(catalogue)
  const counts = { category: new Map(), oiv: new Map(), state: new Map() } as Record<
    SearchFacet,
    Map<string, number>
  >
  const left = hits.filter((hit) => {
    const dataset = catalogue.datasets[hit.at] as SearchDataset
    const values = {
      category: valuesOf.category(dataset),
      oiv: valuesOf.oiv(dataset),
      state: valuesOf.state(dataset),
    }
    const missed = SEARCH_FACETS.filter(
      (facet) => asked[facet] !== '' && !values[facet].includes(asked[facet]),
    )
    for (const facet of SEARCH_FACETS)
      if (missed.length === 0 || (missed.length === 1 && missed[0] === facet))
        for (const value of values[facet]) counts[facet].set(value, (counts[facet].get(value) ?? 0) + 1)
    return missed.length === 0
  })
  const choicesOf = (facet: SearchFacet, order: readonly string[]) =>
    [...new Set(order)]
      .map((value) => ({ value, count: counts[facet].get(value) ?? 0 }))
      .filter(({ value, count }) => count > 0 || value === asked[facet])
  return {
    hits: left,
    choices: {
      category: choicesOf(
        'category',
        catalogue.categories.map(({ key }) => key),
      ),
      oiv: choicesOf(
        'oiv',
        catalogue.oivs.map(({ key }) => key),
      ),
      state: choicesOf('state', STATE_ORDER),
    },
  }
}

function readerOf({
  categories,
  oivs,
}: SearchCatalogue): Record<SearchFacet, (dataset: SearchDataset) => string[]> {
  const keysOf = (places: readonly number[], groups: SearchCatalogue['oivs']) => [
    ...new Set(places.map((place) => groups[place]?.key ?? '')),
  ]
  return {
    category: (dataset) => keysOf(dataset.categories, categories),
    oiv: (dataset) => keysOf(dataset.oivs, oivs),
    state: ({ state }) => [STATE_ORDER[state] ?? 'current'],
  }
}
