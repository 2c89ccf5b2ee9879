import type MiniSearch from 'minisearch'
import { type Breath, openIndexBuilder } from './build-index.ts'
import type { SearchCatalogue } from './catalogue.ts'
import {
  FIELDS,
  LENIENCIES,
  type Leniency,
  mayHaveTypos,
  planQuery,
  type SearchField,
  wordsTyped,
} from './query.ts'
import { runTextsIn, termsOf } from './words.ts'

/** A dataset that was found. */
export interface Hit {
  /** Its place in the catalogue. */
  readonly at: number
  readonly score: number
  /** The terms of its texts that matched. */
  readonly terms: readonly string[]
}

/** What was found, best first. */
interface SearchResult {
  readonly hits: readonly Hit[]
  /** How far what was typed had to be stretched to find anything. */
  readonly leniency: Leniency
}

/** A search over one catalogue. */
export interface SearchEngine {
  /** Everything that matches; all datasets, by title, when nothing that can be looked for is typed. */
  search(text: string): SearchResult
}

const CHUNK = 250
const FIELD_NAMES = Object.keys(FIELDS) as SearchField[]

/** Makes the search of a catalogue, in parts, so that a page stays alive meanwhile. */
export async function openEngine(catalogue: SearchCatalogue, breath?: Breath): Promise<SearchEngine> {
  const builder = openIndexBuilder({
    fields: FIELD_NAMES,
    searchOptions: { boost: FIELDS, tokenize: (term) => [term], processTerm: (term) => term },
  })
  const reader = readerOf(catalogue, builder.postingsOf)
  const count = catalogue.datasets.length
  for (let at = 0; at < count; at++) {
    if (at % CHUNK === 0) await breath?.()
    builder.add(reader(at))
  }
  const index = await builder.finish()
  return { search: (text) => search(index, count, text) }
}

function search(index: MiniSearch<number>, count: number, text: string): SearchResult {
  const words = wordsTyped(text)
  for (const leniency of LENIENCIES) {
    if (leniency === 'typos' && !mayHaveTypos(words)) continue
    if (leniency === 'any' && words.length < 2) continue
    const query = planQuery(words, leniency)
    if (query === undefined) break
    const hits = index
      .search(query)
      .map(({ id, score, terms }): Hit => ({ at: id, score, terms }))
      .sort((a, b) => b.score - a.score || a.at - b.at)
    if (hits.length > 0) return { hits, leniency }
  }
  if (words.length > 0) return { hits: [], leniency: 'all' }
  return { hits: Array.from({ length: count }, (_, at) => ({ at, score: 0, terms: [] })), leniency: 'all' }
}

/** A function that reads a dataset into the terms of its fields. Names of groups and lists of columns are read once. */
export function readerOf<Term>(
  { datasets, categories, oivs }: SearchCatalogue,
  termOf: (term: string) => Term,
): (at: number) => Term[][] {
  const byRun = new Map<string, readonly Term[]>()
  const readRun = (run: string) => {
    const known = byRun.get(run)
    if (known) return known
    const terms = termsOf(run).map(termOf)
    byRun.set(run, terms)
    return terms
  }
  // Most of the time an index takes is spent here.
  const read = (text: string) => {
    const read: Term[] = []
    for (const run of runTextsIn(text)) for (const term of readRun(run)) read.push(term)
    return read
  }
  const categoryTerms = categories.map(({ title }) => read(title))
  const oivTerms = oivs.map(({ title }) => read(title))
  const byColumns = new Map<readonly string[], Term[]>()
  const readColumns = (columns: readonly string[]) => {
    const terms = byColumns.get(columns) ?? [...new Set(columns.flatMap(read))]
    byColumns.set(columns, terms)
    return terms
  }
  return (at) => {
    const dataset = datasets[at]
    if (dataset === undefined) return []
    const fields: Record<SearchField, Term[]> = {
      title: read(dataset.title),
      code: read(dataset.code),
      oivs: dataset.oivs.flatMap((place) => oivTerms[place] ?? []),
      categories: dataset.categories.flatMap((place) => categoryTerms[place] ?? []),
      description: read(dataset.description),
      columns: readColumns(dataset.columns),
    }
    return FIELD_NAMES.map((name) => fields[name])
  }
}
