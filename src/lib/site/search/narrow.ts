import { type NumberLists, type SearchHead, type SearchValues, SHOWN_ORDER, STATE_ORDER } from './head.ts'
import { byFacet, type SearchFacet, type SearchQuery } from './query.ts'

/** For each facet every value that would leave something, and the chosen one, with how many results have it. */
export type FacetChoices = ReturnType<Narrow>['choices']

export type Narrow = ReturnType<typeof openNarrowing>

/** Opens the filters of a catalogue, which return the results that are left. The counts of a facet are those of the results that all other facets leave. */
export function openNarrowing(
  { categories, oivs, years }: Pick<SearchHead, 'categories' | 'oivs' | 'years'>,
  values: SearchValues,
) {
  const keys: Record<SearchFacet, readonly string[]> = {
    category: categories.map(({ key }) => key),
    oiv: oivs.map(({ key }) => key),
    shown: SHOWN_ORDER,
    changed: years,
    state: STATE_ORDER,
  }
  return (documents: Uint32Array, query: SearchQuery) => {
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
        .map((value, at) => ({ value, count: counts[at] as number }))
        .filter(({ value, count }) => count > 0 || value === chosen),
  }
}
