import { readNumbers } from './numbers.ts'
import {
  openTermReader,
  type TermPart,
  type TermQuery,
  type TermsHead,
  type TermVariant,
} from './term-reader.ts'

/** Words that are searched for. A document has a word if it has a term of any of its queries. */
export interface WordsQuery {
  readonly words: readonly (readonly TermQuery[])[]
  /** Whether a document must have all words, or any one. At most 16 words. */
  readonly combine: 'all' | 'any'
}

/** BM25+, with the parameters of MiniSearch. */
const BM25 = { k: 1.2, b: 0.7, d: 0.5 }
/** How much of its score a term keeps that only begins with what is searched for, or differs from it; those of MiniSearch. */
const PREFIX_WEIGHT = 0.375
const TYPO_WEIGHT = 0.45

/**
 * Opens an index of terms that is loaded in parts, as queries need them. `boosts`: how much a term counts in each field. `loadPart` is called once for each part that is needed, by its place.
 * Scores are those that MiniSearch gives documents for the same query (a test compares them); MiniSearch needs the whole index, and
 * 2.5 s to load that of 50,000 datasets.
 */
export function openTermIndex(
  head: TermsHead,
  boosts: readonly number[],
  loadPart: (at: number) => Promise<TermPart>,
) {
  const reader = openTermReader(head, loadPart)
  const addScores = openScores(head, boosts)
  const everyField = [...boosts.keys()]
  return {
    /** Rejects if a part cannot be loaded. */
    async find(query: WordsQuery) {
      await reader.load(query.words.flat())
      const found = openFound(head.documents)
      for (const uses of usesByTerm(query.words)) {
        found.beginTerm()
        for (const { termQuery, word } of uses)
          for (const variant of reader.variantsOf(termQuery))
            for (const field of termQuery.fields ?? everyField) addScores(found, variant, word, field)
      }
      return found.matches(query.combine === 'all' ? query.words.length : 0)
    },
  }
}

/** A term of a query, for the word at a place. */
interface TermUse {
  readonly termQuery: TermQuery
  readonly word: number
}

/** The queries of all words, those of the same term together. */
function usesByTerm(words: WordsQuery['words']): Iterable<TermUse[]> {
  const byTerm = new Map<string, TermUse[]>()
  for (const [word, queries] of words.entries())
    for (const termQuery of queries)
      byTerm.set(termQuery.term, [...(byTerm.get(termQuery.term) ?? []), { termQuery, word }])
  return byTerm.values()
}

type AddScores = (
  found: ReturnType<typeof openFound>,
  variant: TermVariant,
  word: number,
  field: number,
) => void

/** A function that adds the scores of a term in a field to the documents that have it. */
function openScores({ documents: count, lengths }: TermsHead, boosts: readonly number[]): AddScores {
  const { k, b, d } = BM25
  const fields = lengths.map((text) => {
    const all = readNumbers(text)
    return { lengths: all, average: all.reduce((sum, length) => sum + length, 0) / count }
  })
  return (found, variant, word, field) => {
    const occurrence = variant.occurrencesIn(field)
    const ofField = fields[field]
    if (occurrence === undefined || ofField === undefined) return
    const { documents, times } = occurrence
    const rarity = Math.log(1 + (count - documents.length + 0.5) / (documents.length + 0.5))
    const weight = weightOf(variant) * (boosts[field] as number) * rarity
    const perLength = (k * b) / ofField.average
    for (let at = 0; at < documents.length; at++) {
      const document = documents[at] as number
      const often = times === undefined ? 1 : (times[at] as number)
      const length = k * (1 - b) + perLength * (ofField.lengths[document] as number)
      found.add(document, word, weight * (d + (often * (k + 1)) / (often + length)))
    }
    found.note(variant.term, documents)
  }
}

function weightOf({ term, longer, typos }: TermVariant): number {
  if (longer > 0) return (PREFIX_WEIGHT * term.length) / (term.length + 0.3 * longer)
  if (typos > 0) return (TYPO_WEIGHT * term.length) / (term.length + typos)
  return 1
}

/** The documents that a query finds. */
export interface Matches {
  /** Their places, in order. */
  readonly documents: Uint32Array
  /** How well a document matches: higher is better. */
  scoreOf(document: number): number
  /** The terms of a document that match. */
  termsOf(document: number): string[]
}

/** The documents that a query has found so far. */
function openFound(count: number) {
  const scores = new Float64Array(count)
  /** A bit for each word that was found. */
  const words = new Uint16Array(count)
  /** How many terms of the query were found, and which last. */
  const terms = new Uint16Array(count)
  const lastTerm = new Uint16Array(count)
  const noted: [term: string, documents: Uint32Array][] = []
  let term = 0
  return {
    /** What is added next is found by another term of the query. */
    beginTerm() {
      term += 1
    },
    add(document: number, word: number, score: number) {
      scores[document] = (scores[document] as number) + score
      words[document] = (words[document] as number) | (1 << word)
      if (lastTerm[document] === term) return
      lastTerm[document] = term
      terms[document] = (terms[document] as number) + 1
    },
    /** Remembers which documents have a term. */
    note: (variant: string, documents: Uint32Array) => void noted.push([variant, documents]),
    /** The documents with at least this many of the words, at least one. */
    matches(wanted: number): Matches {
      const documents = new Uint32Array(count)
      const all = 2 ** wanted - 1
      let length = 0
      for (let document = 0; document < count; document++) {
        const has = words[document] as number
        if (has !== 0 && (has & all) === all) documents[length++] = document
      }
      return {
        documents: documents.subarray(0, length),
        scoreOf: (document: number) => (scores[document] as number) * (terms[document] as number),
        termsOf: (document: number) => [
          ...new Set(noted.flatMap(([variant, having]) => (includes(having, document) ? [variant] : []))),
        ],
      }
    },
  }
}

/** Whether a sorted list has a number. */
function includes(sorted: Uint32Array, wanted: number): boolean {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] as number) < wanted) low = middle + 1
    else high = middle
  }
  return sorted[low] === wanted
}
