import { detachString } from '../../../reading/value.ts'
import { foldRun, runTextsIn, withoutMarkup } from '../runs.ts'
import { openNumberWriter } from '../terms/numbers.ts'
import { sortedTerms } from '../terms/term-writer.ts'
import { isIgnored } from '../words.ts'

/** The words of the records of a document, as plain data that can be cached as json. */
export interface WordCounts {
  /** The words, folded, sorted by UTF-16 units, one per line. */
  readonly words: string
  /** In how many records each of them is, as text of `numbers.ts`. */
  readonly counts: string
  /** Whether the document has more different words than are counted. */
  readonly isPart: boolean
}

/** How many different words of a document are counted: those that come first. */
const MOST_WORDS = 50_000
/** Shorter words are in too many records, and longer ones are no words. */
const LETTERS = { least: 2, most: 39 }
/** How many runs are remembered with their words. */
const MOST_RUNS = 100_000

interface CountedWord {
  count: number
  /** The last record that has it. */
  last: number
}

/** Opens a counter of the records that have each word, for the columns at these places. Its memory does not depend on the number of records. */
export function openWordCounter(columns: readonly number[], most = MOST_WORDS) {
  const words = new Map<string, CountedWord>()
  const byRun = new Map<string, readonly CountedWord[]>()
  let record = 0
  let isPart = false
  const wordOf = (text: string): CountedWord[] => {
    if (text.length < LETTERS.least || text.length > LETTERS.most || isIgnored(text)) return []
    const known = words.get(text)
    if (known) return [known]
    isPart ||= words.size >= most
    if (isPart) return []
    const word = { count: 0, last: 0 }
    words.set(detachString(text), word)
    return [word]
  }
  const wordsOfRun = (run: string): readonly CountedWord[] => {
    const known = byRun.get(run)
    if (known) return known
    if (byRun.size >= MOST_RUNS) byRun.clear()
    const found = foldRun(run).flatMap(wordOf)
    byRun.set(detachString(run), found)
    return found
  }
  return {
    /** Counts the words of the next record: its cells, by column. */
    add(cells: readonly (string | null | undefined)[]) {
      record += 1
      for (const at of columns)
        for (const run of runTextsIn(withoutMarkup(cells[at] ?? '')))
          for (const word of wordsOfRun(run)) {
            if (word.last === record) continue
            word.last = record
            word.count += 1
          }
    },
    finish(): WordCounts {
      const writer = openNumberWriter()
      let sorted = ''
      for (const [text, { count }] of sortedTerms(words)) {
        sorted += `${text}\n`
        writer.put(count)
      }
      return { words: sorted, counts: writer.take(), isPart }
    },
  }
}
