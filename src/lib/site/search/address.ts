/** What is searched for: what was typed, and what the results are narrowed to. All of it is in the address. */
export interface Asked {
  readonly q: string
  /** Keys of one category and one publisher, and a state; empty for all. */
  readonly category: string
  readonly oiv: string
  readonly state: string
}

export const SEARCH_FACETS = ['category', 'oiv', 'state'] as const
export type SearchFacet = (typeof SEARCH_FACETS)[number]
export const NOTHING_ASKED: Asked = { q: '', category: '', oiv: '', state: '' }

/** States as addresses named them before version 2 of the manifest: such links still work. */
const FORMER_STATES: Readonly<Record<string, string>> = { kept: 'stale', quarantined: 'missing' }

/** Reads the query of an address, with or without its question mark. */
export function parseAsked(query: string): Asked {
  const given = new URLSearchParams(query)
  const read = (name: keyof Asked) => given.get(name) ?? ''
  const state = read('state')
  return { q: read('q'), category: read('category'), oiv: read('oiv'), state: FORMER_STATES[state] ?? state }
}

/** The query of an address, with its question mark; empty when nothing is asked. */
export function renderAsked(asked: Asked): string {
  const given = new URLSearchParams()
  for (const name of ['q', ...SEARCH_FACETS] as const) if (asked[name] !== '') given.set(name, asked[name])
  const query = given.toString()
  return query === '' ? '' : `?${query}`
}
