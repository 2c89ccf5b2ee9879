import type { SearchState } from '../../lib/site/search/catalogue.ts'
import type { SearchHead } from '../../lib/site/search/head.ts'
import type { FacetChoices } from '../../lib/site/search/narrow.ts'
import { SEARCH_FACETS, type SearchFacet, type SearchQuery } from '../../lib/site/search/query.ts'
import { fillWords, type SearchWords, type Speech } from './words.ts'

/** The selects that filter the results. */
export interface Facets {
  /** Fills in the options; a select without options is hidden. */
  show(query: SearchQuery, choices: FacetChoices, groups: Pick<SearchHead, 'categories' | 'oivs'>): void
}

/** Opens the selects inside `place`. When one is used, `changed` is called with the values of all. */
export function openFacets(
  place: HTMLElement,
  words: SearchWords,
  speech: Speech,
  changed: (chosen: Pick<SearchQuery, SearchFacet>) => void,
): Facets {
  const selects = Object.fromEntries(
    SEARCH_FACETS.map((facet) => [facet, place.querySelector(`[name=${facet}]`)]),
  ) as Record<SearchFacet, HTMLSelectElement>
  place.addEventListener('change', () =>
    changed({ category: selects.category.value, oiv: selects.oiv.value, state: selects.state.value }),
  )
  return {
    show(query, choices, groups) {
      const titles: Record<SearchFacet, ReadonlyMap<string, string>> = {
        category: new Map(groups.categories.map(({ key, title }) => [key, title])),
        oiv: new Map(groups.oivs.map(({ key, title }) => [key, title])),
        state: new Map(Object.entries(words.states) as [SearchState, string][]),
      }
      for (const facet of SEARCH_FACETS) {
        const options = choices[facet].map(({ value, count }) => {
          const title = titles[facet].get(value) ?? value
          const option = new Option(fillWords(words.choice, { title, count: speech.number(count) }), value)
          if (facet !== 'state') Object.assign(option, { dir: 'auto', lang: '' })
          return option
        })
        selects[facet].replaceChildren(new Option(words.all, ''), ...options)
        selects[facet].value = query[facet]
        const label = selects[facet].closest('label')
        if (label) label.hidden = options.length < 2 && query[facet] === ''
      }
      place.hidden = SEARCH_FACETS.every((facet) => selects[facet].closest('label')?.hidden)
    },
  }
}
