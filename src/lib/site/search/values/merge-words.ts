import { readNumbers } from '../terms/numbers.ts'
import { cutParts, type Occurrences, sortedTerms } from '../terms/term-writer.ts'
import type { WordCounts } from './count-words.ts'

/** How many words the index has in all: a word in three datasets counts as three. */
const MOST_ENTRIES = 4_000_000

/**
 * Merges the words of datasets, by their places, into the parts of one index, one after another, so that not all are in memory; undefined for a
 * dataset without a table. `cut`: the places of the datasets of which some words are left out. If they are too many, those of the datasets with
 * the most words are left out, the rarest first.
 */
export function mergeWords(datasets: readonly (WordCounts | undefined)[], most = MOST_ENTRIES) {
  const counts = datasets.map((words) => readNumbers(words?.counts ?? ''))
  const level = levelOf(
    counts.map(({ length }) => length),
    most,
  )
  const cursors = datasets.flatMap((words, document) =>
    words ? [openCursor(words.words, counts[document] as Uint32Array, { document, level })] : [],
  )
  const cut = datasets.flatMap((words, at) =>
    words?.isPart || (counts[at]?.length ?? 0) > level ? [at] : [],
  )
  return { parts: cutParts(termsByLetter(cursors)), cut }
}

/** How many words each dataset may have, so that all have at most `most` together. */
function levelOf(lengths: readonly number[], most: number): number {
  let left = most
  for (const [at, length] of lengths.toSorted((a, b) => a - b).entries()) {
    const share = Math.floor(left / (lengths.length - at))
    if (length > share) return share
    left -= length
  }
  return Number.POSITIVE_INFINITY
}

/** The words of a dataset that are in the index, in order. */
interface Cursor {
  readonly document: number
  /** The next word; undefined after the last. */
  word: string | undefined
  count: number
  next(): void
}

function openCursor(
  words: string,
  counts: Uint32Array,
  { document, level }: { readonly document: number; readonly level: number },
): Cursor {
  const takes = takerOf(counts, level)
  let start = 0
  let at = 0
  const cursor: Cursor = {
    document,
    word: undefined,
    count: 0,
    next() {
      for (cursor.word = undefined; cursor.word === undefined && start < words.length; at++) {
        const end = words.indexOf('\n', start)
        cursor.count = counts[at] as number
        if (takes(cursor.count)) cursor.word = words.slice(start, end)
        start = end + 1
      }
    },
  }
  cursor.next()
  return cursor
}

/** Whether a word with this count is in the index: the `level` most frequent are, and of those that are equally frequent the first. */
function takerOf(counts: Uint32Array, level: number): (count: number) => boolean {
  if (counts.length <= level) return () => true
  const least = counts.toSorted()[counts.length - level] ?? Number.POSITIVE_INFINITY
  let equal = level - counts.reduce((sum, count) => sum + (count > least ? 1 : 0), 0)
  return (count) => count > least || (count === least && equal-- > 0)
}

// Letter by letter, so that the words of one letter are in memory.
function* termsByLetter(cursors: readonly Cursor[]): Generator<readonly [string, Occurrences]> {
  let open = cursors.filter(({ word }) => word !== undefined)
  while (open.length > 0) {
    const unit = open.reduce((least, { word = '' }) => Math.min(least, word.charCodeAt(0)), 0xffff)
    const terms = new Map<string, number[]>()
    for (const cursor of open)
      for (; cursor.word?.charCodeAt(0) === unit; cursor.next()) {
        const known = terms.get(cursor.word)
        if (known) known.push(cursor.document, cursor.count)
        else terms.set(cursor.word, [cursor.document, cursor.count])
      }
    for (const [term, found] of sortedTerms(terms)) yield [term, [found]]
    open = open.filter(({ word }) => word !== undefined)
  }
}
