import { type NumberLists, type SearchHead, type SearchValues, SHOWN_ORDER, STATE_ORDER } from './head.ts'
import { byFacet, type SearchFacet, type SearchQuery } from './query.ts'

/** One value results can be filtered by, with how many of them have it. */
interface FacetChoice {
  readonly value: string
  readonly count: number
}

/** The datasets that are left, and what else they could be filtered by. */
interface Narrowed {
  readonly documents: Uint32Array
  /** For each facet every value that would leave something, and the chosen one. */
  readonly choices: FacetChoices
}

/** For each facet its values. */
export type FacetChoices = Readonly<Record<SearchFacet, readonly FacetChoice[]>>

/** Filters results by what was chosen. */
export type Narrow = (documents: Uint32Array, query: SearchQuery) => Narrowed

/** Opens the filters of a catalogue. The counts of a facet are those of the results that all other facets leave. */
export function openNarrowing(
  { categories, oivs, years }: Pick<SearchHead, 'categories' | 'oivs' | 'years'>,
  values: SearchValues,
): Narrow {
  const keys: Record<SearchFacet, readonly string[]> = {
    category: categories.map(({ key }) => key),
    oiv: oivs.map(({ key }) => key),
    shown: SHOWN_ORDER,
    changed: years,
    state: STATE_ORDER,
  }
  return (documents, query) => {
    const opened = byFacet((facet) => openFacet(values[facet], keys[facet], query[facet]))
    const facets = Object.values(opened)
    const left = documents.filter((at) => {
      let missed = 0
      for (const facet of facets) if (!facet.allows(at)) missed += 1
      for (const facet of facets) if (missed === 0 || (missed === 1 && !facet.allows(at))) facet.count(at)
      return missed === 0
    })
    return { documents: left, choices: byFacet((facet) => opened[facet].choices()) }
  }
}

function openFacet({ numbers, starts }: NumberLists, keys: readonly string[], chosen: string) {
  const counts = new Uint32Array(keys.length)
  const place = keys.indexOf(chosen)
  const has = (at: number) => {
    const end = starts[at + 1] as number
    for (let next = starts[at] as number; next < end; next++) if (numbers[next] === place) return true
    return false
  }
  return {
    allows: (at: number) => chosen === '' || has(at),
    count(at: number) {
      const end = starts[at + 1] as number
      for (let next = starts[at] as number; next < end; next++) {
        const number = numbers[next] as number
        counts[number] = (counts[number] as number) + 1
      }
    },
    choices: () =>
      keys
        .map((value, at): FacetChoice => ({ value, count: counts[at] as number }))
        .filter(({ value, count }) => count > 0 || value === chosen),
  }
}
