import type { SearchHead } from './head.ts'
import {
  FIELDS,
  LENIENCIES,
  type Leniency,
  mayBeMistypedCode,
  mayHaveTypos,
  planQuery,
  wordsTyped,
} from './query.ts'
import { type Matches, openTermIndex } from './terms/term-index.ts'
import type { TermPart } from './terms/term-reader.ts'

/** What was found. */
interface SearchResult extends Matches {
  /** How far the words were allowed to differ from the texts. */
  readonly leniency: Leniency
}

export type SearchEngine = ReturnType<typeof openEngine>

/** Opens the search of one catalogue. `loadPart` loads a part of its terms, by its place. */
export function openEngine({ terms }: SearchHead, loadPart: (at: number) => Promise<TermPart>) {
  const index = openTermIndex(terms, Object.values(FIELDS), loadPart)
  return {
    /**
     * Everything that matches; all datasets if nothing that can be searched for is typed. Rejects if a part of the index cannot be
     * loaded.
     */
    async search(text: string): Promise<SearchResult> {
      const words = wordsTyped(text)
      if (words.length === 0) return { ...everything(terms.documents), leniency: 'all' }
      for (const leniency of LENIENCIES) {
        if (leniency === 'typos' && !mayHaveTypos(words)) continue
        if (leniency === 'codes' && !mayBeMistypedCode(words)) continue
        if (leniency === 'any' && words.length < 2) continue
        const query = planQuery(words, leniency)
        const found = query && (await index.find(query))
        if (found && found.documents.length > 0) return { ...found, leniency }
      }
      return { ...everything(0), leniency: 'all' }
    },
  }
}

function everything(count: number): Matches {
  return { documents: new Uint32Array(count).map((_, at) => at), scoreOf: () => 0, termsOf: () => [] }
}

/** The best datasets of a result, best first; those of equal score by their place in the catalogue. */
export function findBest({ scoreOf }: Matches, documents: Iterable<number>, count: number): number[] {
  const best: { at: number; score: number }[] = []
  for (const at of documents) {
    const score = Math.fround(scoreOf(at))
    if (best.length === count && score <= (best[count - 1]?.score ?? 0)) continue
    let place = best.length
    while (place > 0 && (best[place - 1]?.score as number) < score) place -= 1
    best.splice(place, 0, { at, score })
    if (best.length > count) best.pop()
  }
  return best.map(({ at }) => at)
}
