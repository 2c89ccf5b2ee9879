import type { WordsQuery } from './terms/term-index.ts'
import type { TermQuery } from './terms/term-reader.ts'
import { type Word, wordsIn } from './words.ts'

/**
 * How far the words may differ from the texts: not at all, by typos, by typos in a code, digits included, or all but one of them may be
 * missing.
 */
export type Leniency = 'all' | 'typos' | 'codes' | 'any'
export const LENIENCIES = ['all', 'typos', 'codes', 'any'] as const satisfies readonly Leniency[]

/** The fields of a dataset and how much a word counts in each of them. */
export const FIELDS = {
  title: 8,
  code: 4,
  oivs: 2,
  categories: 2,
  description: 1.5,
  columns: 1,
} as const
export type SearchField = keyof typeof FIELDS

const MOST_WORDS = 12
// Shorter words differ from too many others by one letter.
const TYPO_FROM = 5
const TWO_TYPOS_FROM = 9
// Thousands of words begin with one letter: it is searched for in titles only.
const PREFIX_EVERYWHERE_FROM = 2
// In shorter ones each digit may be that of any other code.
const CODE_FROM = 3
const CODE_ONLY = [Object.keys(FIELDS).indexOf('code')]
const HAS_DIGIT = /\p{N}/u
const TITLE_ONLY = [Object.keys(FIELDS).indexOf('title')]

/** The words that are searched for: each once, in the order typed, at most twelve. */
export function wordsTyped(text: string): Word[] {
  const words = new Map(wordsIn(text.slice(0, 1000)).map((word) => [word.folded, word]))
  return [...words.values()].slice(0, MOST_WORDS)
}

/** The query for these words; undefined if there are none. */
export function planQuery(words: readonly Word[], leniency: Leniency): WordsQuery | undefined {
  if (words.length === 0) return undefined
  return {
    combine: leniency === 'any' ? 'any' : 'all',
    words: words.map((word) => queriesOf(word, leniency)),
  }
}

/** Whether any of these words may have typos. */
export function mayHaveTypos(words: readonly Word[]): boolean {
  return words.some(({ folded }) => typosIn(folded) > 0)
}

/** Whether any of these words may be one of a code that is typed wrongly. */
export function mayBeMistypedCode(words: readonly Word[]): boolean {
  return words.some(({ folded }) => HAS_DIGIT.test(folded) && folded.length >= CODE_FROM)
}

function queriesOf({ folded, stem }: Word, leniency: Leniency): TermQuery[] {
  if (leniency === 'codes') {
    const typos = folded.length < CODE_FROM ? 0 : Math.max(1, typosIn(folded))
    return [folded, ...swapsOf(folded)].map((term, at) => ({
      term,
      fields: CODE_ONLY,
      ...(at === 0 && { typos }),
    }))
  }
  const typos = leniency === 'all' ? 0 : typosIn(folded)
  const whole: TermQuery = {
    term: folded,
    prefix: true,
    typos,
    ...(folded.length < PREFIX_EVERYWHERE_FROM && { fields: TITLE_ONLY }),
  }
  const stems = stem === undefined ? [] : [{ term: stem, typos: Math.min(typos, typosIn(stem)) }]
  const swapped = typos > 0 ? swapsOf(folded).map((term) => ({ term, prefix: true })) : []
  return [whole, ...stems, ...swapped]
}

/** The words with two neighbouring letters swapped: one typo, although two letters differ. */
function swapsOf(word: string): string[] {
  const letters = [...word]
  return letters.slice(1).flatMap((letter, at) => {
    const before = letters[at] ?? ''
    return letter === before
      ? []
      : [[...letters.slice(0, at), letter, before, ...letters.slice(at + 2)].join('')]
  })
}

/** How many letters of a word may be wrong; none in numbers: another year is no typo. */
function typosIn(word: string): number {
  if (HAS_DIGIT.test(word) || word.length < TYPO_FROM) return 0
  return word.length < TWO_TYPOS_FROM ? 1 : 2
}

/** What is searched for: what was typed, and what the results are narrowed to. All of it is in the address. */
export interface SearchQuery {
  readonly q: string
  /** Keys of one category and one publisher, what pages show, a year, and a state; empty for all. */
  readonly category: string
  readonly oiv: string
  readonly shown: string
  readonly changed: string
  readonly state: string
}

export const SEARCH_FACETS = ['category', 'oiv', 'shown', 'changed', 'state'] as const
export type SearchFacet = (typeof SEARCH_FACETS)[number]

/** Something for each facet. */
export function byFacet<T>(make: (facet: SearchFacet) => T): Record<SearchFacet, T> {
  return Object.fromEntries(SEARCH_FACETS.map((facet) => [facet, make(facet)])) as Record<SearchFacet, T>
}

export const EMPTY_QUERY: SearchQuery = { q: '', category: '', oiv: '', shown: '', changed: '', state: '' }

/** States as addresses named them before version 2 of the manifest: such links still work. */
const FORMER_STATES: Readonly<Record<string, string>> = { kept: 'stale', quarantined: 'missing' }

/** Reads the query of an address, with or without its question mark. */
export function parseSearchQuery(text: string): SearchQuery {
  const given = new URLSearchParams(text)
  const read = (name: keyof SearchQuery) => given.get(name) ?? ''
  const state = read('state')
  return { q: read('q'), ...byFacet(read), state: FORMER_STATES[state] ?? state }
}

/** The query of an address, with its question mark; empty for an empty query. */
export function renderSearchQuery(query: SearchQuery): string {
  const given = new URLSearchParams()
  for (const name of ['q', ...SEARCH_FACETS] as const) if (query[name] !== '') given.set(name, query[name])
  const text = given.toString()
  return text === '' ? '' : `?${text}`
}
