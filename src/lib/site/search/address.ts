/** What is searched for: what was typed, and what the results are narrowed to. All of it is in the address. */
export interface SearchQuery {
  readonly q: string
  /** Keys of one category and one publisher, and a state; empty for all. */
  readonly category: string
  readonly oiv: string
  readonly state: string
}

export const SEARCH_FACETS = ['category', 'oiv', 'state'] as const
export type SearchFacet = (typeof SEARCH_FACETS)[number]
export const EMPTY_QUERY: SearchQuery = { q: '', category: '', oiv: '', state: '' }

/** States as addresses named them before version 2 of the manifest: such links still work. */
const FORMER_STATES: Readonly<Record<string, string>> = { kept: 'stale', quarantined: 'missing' }

/** Reads the query of an address, with or without its question mark. */
export function parseSearchQuery(text: string): SearchQuery {
  const given = new URLSearchParams(text)
  const read = (name: keyof SearchQuery) => given.get(name) ?? ''
  const state = read('state')
  return { q: read('q'), category: read('category'), oiv: read('oiv'), state: FORMER_STATES[state] ?? state }
}

/** The query of an address, with its question mark; empty for an empty query. */
export function renderSearchQuery(query: SearchQuery): string {
  const given = new URLSearchParams()
  for (const name of ['q', ...SEARCH_FACETS] as const) if (query[name] !== '') given.set(name, query[name])
  const text = given.toString()
  return text === '' ? '' : `?${text}`
}
