import type { RecordWordsHead } from '../head.ts'
import { foldedIn } from '../runs.ts'
import { readNumbers } from '../terms/numbers.ts'
import { openTermReader, type TermPart } from '../terms/term-reader.ts'
import { isIgnored, stemOf } from '../words.ts'

/** As many as the explorer finds. */
const MOST_WORDS = 8
const LEAST_LETTERS = 2

/** The words that are searched for in records: each once, in the order typed. */
export function recordWordsTyped(text: string): string[] {
  const words = foldedIn(text.slice(0, 1000)).filter(
    (word) => word.length >= LEAST_LETTERS && !isIgnored(word),
  )
  return [...new Set(words)].slice(0, MOST_WORDS)
}

/** What was found in the records of a dataset. */
export type FoundInRecords = Awaited<ReturnType<RecordSearch['find']>>[number]

export type RecordSearch = ReturnType<typeof openRecordSearch>

/** Opens a search in the records of all datasets. `loadPart` loads a part of the words, by its place. */
export function openRecordSearch(
  { starts, cut }: RecordWordsHead,
  loadPart: (at: number) => Promise<TermPart>,
) {
  const reader = openTermReader({ starts }, loadPart)
  return {
    /** The places of the datasets of which only the most frequent words are in the index. */
    cut: readNumbers(cut),
    /**
     * The datasets whose records have all words, those with the words as typed first, then those with most records. Empty if nothing that can
     * be searched for is typed. Rejects if a part of the index cannot be loaded. For each word that was typed, there are the words that count as
     * it: itself first, then its other forms, then longer words; the most frequent first.
     */
    async find(text: string) {
      const wanted = recordWordsTyped(text).map(wantedBy)
      await reader.load(wanted.map(({ query }) => query))
      const [first, ...others] = wanted.map((word) => formsOf(word, reader))
      const found = [...(first ?? [])].flatMap(([document, forms]) => {
        const all = [forms, ...others.map((byDocument) => byDocument.get(document))]
        return all.every((one) => one !== undefined) ? [{ document, forms: all }] : []
      })
      return found
        .map(({ document, forms }) => ({ document, forms: forms.map((one) => one.sort(compareForms)) }))
        .sort(compareDatasets)
        .map(({ document, forms }) => ({ document, words: forms }))
    },
  }
}

// The forms of a word begin with the letters that it shares with its stem; an "i" at its end may be a "y": city, cities.
function wantedBy(word: string) {
  const stem = stemOf(word)
  const firm = stem.endsWith('i') ? stem.slice(0, -1) : stem
  let shared = 0
  while (shared < firm.length && firm[shared] === word[shared]) shared += 1
  return { word, stem, query: { term: word.slice(0, Math.max(shared, LEAST_LETTERS)), prefix: true } }
}

/** A word of a dataset, and in how many of its records it is; `rank`: 0 as typed, 1 another form, 2 a longer word. */
interface Form {
  readonly text: string
  readonly count: number
  readonly rank: number
}

function formsOf(
  { word, stem, query }: ReturnType<typeof wantedBy>,
  reader: ReturnType<typeof openTermReader>,
): Map<number, Form[]> {
  const byDocument = new Map<number, Form[]>()
  for (const { term: text, occurrencesIn } of reader.variantsOf(query)) {
    const isForm = text !== word && stemOf(text) === stem
    if (!isForm && !text.startsWith(word)) continue
    const { documents = [], times } = occurrencesIn(0) ?? {}
    const rank = text === word ? 0 : isForm ? 1 : 2
    documents.forEach((document: number, at: number) => {
      const form = { text, count: times?.[at] ?? 1, rank }
      const known = byDocument.get(document)
      if (known) known.push(form)
      else byDocument.set(document, [form])
    })
  }
  return byDocument
}

function compareForms(a: Form, b: Form): number {
  return a.rank - b.rank || b.count - a.count || (a.text < b.text ? -1 : 1)
}

interface Ranked {
  readonly document: number
  /** For each word its forms, in order. */
  readonly forms: readonly (readonly Form[])[]
}

function compareDatasets(a: Ranked, b: Ranked): number {
  return worstRank(a) - worstRank(b) || leastCount(b) - leastCount(a) || a.document - b.document
}

function worstRank({ forms }: Ranked): number {
  return Math.max(...forms.map(([best]) => best?.rank ?? 0))
}

function leastCount({ forms }: Ranked): number {
  return Math.min(...forms.map((all) => all.reduce((sum, { count }) => sum + count, 0)))
}
