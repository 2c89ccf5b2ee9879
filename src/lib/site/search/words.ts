import { stemmer as stemEnglish } from '@orama/stemmers/english'
import { stemmer as stemRussian } from '@orama/stemmers/russian'

/** A run of letters and digits in a text: from `start` up to `end`, in UTF-16 units. */
interface WordRun {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** A word as it is looked for: folded, and its stem where that is another word. */
export interface Word {
  readonly folded: string
  readonly stem?: string
}

// A sign of number stands before what is looked for; it is no letter, though compatibility makes "No" of it.
const RUNS = /[\p{L}\p{N}\p{M}\u00ad]+/gu
const MOST_LETTERS = 40
const known = new Map<string, readonly Word[]>()
const MOST_KNOWN = 200_000

/** The runs of a text with where they are, in order. */
export function runsIn(text: string): WordRun[] {
  return [...text.matchAll(RUNS)].map(({ 0: run, index }) => ({
    start: index,
    end: index + run.length,
    text: run,
  }))
}

/** The runs of a text alone. */
export function runTextsIn(text: string): readonly string[] {
  return text.match(RUNS) ?? []
}

/** Every word of a text that is worth looking for, in order, repeats kept. */
export function wordsIn(text: string): Word[] {
  return runTextsIn(text).flatMap(indexedWords)
}

/** What a run is found by: its words and their stems. */
export function termsOf(run: string): string[] {
  return indexedWords(run).flatMap(({ folded, stem }) => (stem === undefined ? [folded] : [folded, stem]))
}

/** The words of one run: one, or, for a name such as `globalId`, the whole of it and its parts. */
function indexedWords(run: string): readonly Word[] {
  const made = known.get(run)
  if (made) return made
  if (known.size >= MOST_KNOWN) known.clear()
  const words = [run, ...partsOf(run)]
    .flatMap((part) => foldRun(part))
    .filter((word) => !STOP_WORDS.has(word))
    .map(wordOf)
  known.set(run, words)
  return words
}

/**
 * A run as it is compared: compatibility forms as one, lower case, ё as е, without accents and marks. What compatibility takes
 * apart (½) becomes several.
 */
export function foldRun(run: string): string[] {
  const plain = /^[a-z0-9а-я]+$/.test(run) ? run : foldLetters(run)
  return plain.match(/[\p{L}\p{N}]+/gu)?.map((word) => word.slice(0, MOST_LETTERS)) ?? []
}

function foldLetters(run: string): string {
  return run
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[^\u0000-\u007f\p{Script=Cyrillic}]+/gu, (other) => other.normalize('NFD'))
    .replace(/[\p{M}\u00ad]/gu, '')
    .normalize('NFC')
}

function wordOf(folded: string): Word {
  const stem = stemOf(folded)
  return stem === folded ? { folded } : { folded, stem }
}

/** The stem of a folded word, by the rules of the language its letters are of; the word itself where there is no rule. */
export function stemOf(folded: string): string {
  if (folded.length < 3) return folded
  if (/^[а-я]+$/.test(folded)) return stemRussian(folded) || folded
  if (/^[a-z]+$/.test(folded)) return stemEnglish(folded) || folded
  return folded
}

// `globalId`, `XMLName`; what is all one case, or Cyrillic with a capital at the start, is one word.
function partsOf(run: string): string[] {
  if (!/\p{Ll}\p{Lu}|\p{Lu}\p{Lu}\p{Ll}/u.test(run)) return []
  const parts = run.split(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u)
  return parts.length > 1 ? parts : []
}

/**
 * Words that stand in nearly every text and say nothing of it. They are not looked for, so that who types "школы и парки" finds
 * "школы, парки" too. Folded as {@link foldRun} folds.
 */
const STOP_WORDS: ReadonlySet<string> = new Set(
  'a an and are as at by for from in into is of on or the to with без в во до за и из или к ко на над о об от по под при с со у для'.split(
    ' ',
  ),
)
