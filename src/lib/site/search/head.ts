import { byFacet, SEARCH_FACETS, type SearchFacet } from './query.ts'
import { openNumberWriter, readNumbers } from './terms/numbers.ts'
import type { TermsHead } from './terms/term-reader.ts'

/** A category or a publisher as the search knows it. */
export interface SearchGroup {
  readonly key: string
  readonly title: string
}

/** A dataset as the search knows it. */
export interface SearchDataset {
  readonly code: string
  readonly title: string
  readonly description: string
  /** Places in {@link SearchCatalogue.categories} and {@link SearchCatalogue.oivs}. */
  readonly categories: readonly number[]
  readonly oivs: readonly number[]
  readonly columns: readonly string[]
  /** What its page shows of the names of the first columns. */
  readonly first?: readonly string[]
  /** The years of its records, `2001–2014`. */
  readonly years?: string
  /** How many records; -1 for a tree, undefined where there is no good copy. */
  readonly records?: number
  /** How many columns there are, which may be more than are named. */
  readonly width?: number
  /** Whether there are more columns than were counted. */
  readonly wider?: boolean
  /** A place in {@link STATE_ORDER}. */
  readonly state: number
  /** When it changed, `2026-10-02`; empty when nobody knows. */
  readonly changed: string
  /** What its page shows of the records: a place in {@link SHOWN_ORDER}; absent for a table alone. */
  readonly shown?: number
}

/** What the search knows of a mirror: its datasets by title. */
export interface SearchCatalogue {
  readonly categories: readonly SearchGroup[]
  readonly oivs: readonly SearchGroup[]
  readonly datasets: readonly SearchDataset[]
}

/** The states of a dataset, in the order the index numbers them. */
export const STATE_ORDER = ['current', 'stale', 'derived', 'withdrawn', 'missing'] as const

/** What pages show of records beside a table, in the order the index numbers them. */
export const SHOWN_ORDER = ['map', 'chart'] as const

/** The file below the root of the site that a page loads for the first search. */
export const INDEX_FILE = 'search-index.js'
/** The name of its part. */
export const INDEX_NAME = 'search-index'

/** The name of a part of the terms, by its place. */
export function termPartName(at: number): string {
  return `search-t${at}`
}

/** The name of a part of the words of records, by its place. */
export function wordPartName(at: number): string {
  return `search-w${at}`
}

/** The name of the head of the words of records. */
export const WORDS_NAME = 'search-words'

/** What is loaded of the words of records before any part of them. */
export interface RecordWordsHead extends Pick<TermsHead, 'starts'> {
  readonly files: readonly string[]
  /** The places of the datasets of which only the most frequent words are in the index, as text of `numbers.ts`. */
  readonly cut: string
}

/** The name of a part of the texts, by its place. */
export function textPartName(at: number): string {
  return `search-d${at}`
}

/** The part of the search index that is loaded first: what filters need, and where the other parts are. */
export interface SearchHead {
  /** The layout of this object and of the other parts. */
  readonly search: 4
  /** The folder of the other parts, below the root of the site. */
  readonly folder: string
  readonly terms: TermsHead & { readonly files: readonly string[] }
  /** The file of the head of the words of records; absent if no dataset has words. */
  readonly words?: string
  /** The texts of the datasets, `each` of them in a file. */
  readonly texts: { readonly each: number; readonly files: readonly string[] }
  readonly categories: readonly SearchGroup[]
  readonly oivs: readonly SearchGroup[]
  /** The years in which datasets changed, the latest first. */
  readonly years: readonly string[]
  /** The values of the datasets, as text of {@link renderLists}. */
  readonly values: Readonly<Record<SearchFacet, string>>
}

/** Lists of whole numbers, one for each dataset, in one array. */
export interface NumberLists {
  readonly numbers: Uint32Array
  /** Where the list of each dataset begins in `numbers`, and at the end its length. */
  readonly starts: Uint32Array
}

/** The values that results are filtered by, by dataset: places in what the head lists of a facet. */
export type SearchValues = Readonly<Record<SearchFacet, NumberLists>>

/** The values of the datasets of a catalogue, for {@link SearchHead}. */
export function packValues({ datasets }: SearchCatalogue): Pick<SearchHead, 'years' | 'values'> {
  const years = yearsOf(datasets)
  const values = datasets.map((dataset) => valuesOf(dataset, years))
  return { years, values: byFacet((facet) => renderLists(values.map((one) => one[facet]))) }
}

/** The facets by which datasets can be filtered: at least two values occur. */
export function facetsWithChoice(datasets: readonly SearchDataset[]): SearchFacet[] {
  const years = yearsOf(datasets)
  const found = byFacet(() => new Set<number>())
  for (const dataset of datasets) {
    const values = valuesOf(dataset, years)
    for (const facet of SEARCH_FACETS) for (const value of values[facet]) found[facet].add(value)
  }
  return SEARCH_FACETS.filter((facet) => found[facet].size > 1)
}

// The years in which datasets changed, the latest first.
function yearsOf(datasets: readonly SearchDataset[]): string[] {
  const years = new Set(datasets.map(({ changed }) => changed.slice(0, 4)))
  return [...years].filter((year) => year !== '').sort((a, b) => (a < b ? 1 : -1))
}

function valuesOf(
  { categories, oivs, shown, changed, state }: SearchDataset,
  years: readonly string[],
): Readonly<Record<SearchFacet, readonly number[]>> {
  return {
    category: categories,
    oiv: oivs,
    shown: shown === undefined ? [] : [shown],
    changed: changed === '' ? [] : [years.indexOf(changed.slice(0, 4))],
    state: [state],
  }
}

/** The values of the datasets. */
export function unpackValues({ values }: SearchHead): SearchValues {
  return byFacet((facet) => readLists(values[facet]))
}

/** The list of one dataset. */
export function listAt({ numbers, starts }: NumberLists, at: number): Uint32Array {
  return numbers.subarray(starts[at], starts[at + 1])
}

// Each number plus one, times two, plus one if more follow; 0 for an empty list.
function renderLists(lists: readonly (readonly number[])[]): string {
  const writer = openNumberWriter()
  for (const list of lists) {
    if (list.length === 0) writer.put(0)
    for (const [at, number] of list.entries()) writer.put(2 * (number + 1) + (at < list.length - 1 ? 1 : 0))
  }
  return writer.take()
}

function readLists(text: string): NumberLists {
  const packed = readNumbers(text)
  const numbers = new Uint32Array(packed.length)
  const starts = new Uint32Array(packed.length + 1)
  let count = 0
  let length = 0
  for (const number of packed) {
    if (number > 1) numbers[length++] = (number >>> 1) - 1
    if (number & 1) continue
    count += 1
    starts[count] = length
  }
  return { numbers: numbers.subarray(0, length), starts: starts.subarray(0, count + 1) }
}
