import type { Query, SearchOptions } from 'minisearch'
import { type Word, wordsIn } from './words.ts'

/** How strictly words are held to what was typed: as they are, with small typos, or with any one of them. */
export type Leniency = 'all' | 'typos' | 'any'
export const LENIENCIES = ['all', 'typos', 'any'] as const satisfies readonly Leniency[]

/** The fields of a dataset and how much a word in each of them says. */
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
// Words as short as this differ from others by one letter too often.
const TYPO_FROM = 5
const TWO_TYPOS_FROM = 9
// One letter begins thousands of words; it is looked for in titles alone.
const PREFIX_EVERYWHERE_FROM = 2
const TITLE_ONLY: SearchField[] = ['title']

/** The words that are looked for: each once, in the order typed, the last ones dropped when there are too many. */
export function wordsTyped(text: string): Word[] {
  const words = new Map(wordsIn(text.slice(0, 1000)).map((word) => [word.folded, word]))
  return [...words.values()].slice(0, MOST_WORDS)
}

/** What is asked of the index for these words; undefined when there are none. */
export function planQuery(words: readonly Word[], leniency: Leniency): Query | undefined {
  if (words.length === 0) return undefined
  return {
    combineWith: leniency === 'any' ? 'OR' : 'AND',
    queries: words.map((word) => queryOf(word, leniency)),
  }
}

/** Whether typos could be in any of these words. */
export function mayHaveTypos(words: readonly Word[]): boolean {
  return words.some(({ folded }) => typosIn(folded) > 0)
}

function queryOf({ folded, stem }: Word, leniency: Leniency): Query {
  const typos = leniency === 'all' ? 0 : typosIn(folded)
  const whole = leaf(folded, {
    prefix: true,
    fuzzy: typos,
    ...(folded.length < PREFIX_EVERYWHERE_FROM && { fields: TITLE_ONLY }),
  })
  const swapped: Query[] =
    typos > 0 ? swapsOf(folded).map((other): Query => leaf(other, { prefix: true })) : []
  const stems: Query[] = stem === undefined ? [] : [leaf(stem, { fuzzy: Math.min(typos, typosIn(stem)) })]
  if (swapped.length + stems.length === 0) return whole
  return { combineWith: 'OR', queries: [whole, ...stems, ...swapped] }
}

/** The words that two neighbouring letters of this one make when they change places: one slip, but two letters that are wrong. */
function swapsOf(word: string): string[] {
  const letters = [...word]
  return letters.slice(1).flatMap((letter, at) => {
    const before = letters[at] ?? ''
    return letter === before
      ? []
      : [[...letters.slice(0, at), letter, before, ...letters.slice(at + 2)].join('')]
  })
}

// A word of the query is a term of the index already. Whoever types it knows its first letter: a word with another one is another word.
function leaf(term: string, options: SearchOptions): Query {
  const [first] = term
  const isNear = (_: unknown, found: string) => (found.startsWith(first ?? '') ? 1 : 0)
  return { ...options, ...(options.fuzzy && { boostDocument: isNear }), queries: [term] }
}

/** How many letters may be wrong, numbers aside: a year that is another year is no typo. */
function typosIn(word: string): number {
  if (/\p{N}/u.test(word) || word.length < TYPO_FROM) return 0
  return word.length < TWO_TYPOS_FROM ? 1 : 2
}
