import { stemmer as stemEnglish } from '@orama/stemmers/english'
import { stemmer as stemRussian } from '@orama/stemmers/russian'

/** A run of letters and digits in a text: from `start` up to `end`, in UTF-16 units. */
interface WordRun {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** A word as it is searched for: folded, and its stem if that differs. */
export interface Word {
  readonly folded: string
  readonly stem?: string
}

// The sign № is not part of a word, although NFKC turns it into "No".
const RUNS = /[\p{L}\p{N}\p{M}\u00ad]+/gu
const MOST_LETTERS = 40

/** The runs of a text with their positions, in order. */
export function runsIn(text: string): WordRun[] {
  return [...text.matchAll(RUNS)].map(({ 0: run, index }) => ({
    start: index,
    end: index + run.length,
    text: run,
  }))
}

/** The runs of a text, in order. */
export function runTextsIn(text: string): readonly string[] {
  return text.match(RUNS) ?? []
}

/** Every word of a text that can be searched for, in order, repeats kept. */
export function wordsIn(text: string): Word[] {
  return runTextsIn(text).flatMap(indexedWords)
}

/** The terms that find a run: its words and their stems. */
export function termsOf(run: string): string[] {
  return indexedWords(run).flatMap(({ folded, stem }) => (stem === undefined ? [folded] : [folded, stem]))
}

/** The words of a run: usually one; for a name such as `globalId` the whole name and its parts. */
function indexedWords(run: string): Word[] {
  return [run, ...partsOf(run)]
    .flatMap((part) => foldRun(part))
    .filter((word) => !STOP_WORDS.has(word))
    .map(wordOf)
}

/**
 * A run as it is compared: in the compatibility form NFKC, lower case, ё as е, without accents and marks. A character that NFKC splits
 * (½) gives several words.
 */
function foldRun(run: string): string[] {
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

/** The stem of a folded word by the rules of its alphabet: Russian for Cyrillic, English for Latin. Other words are their own stems. */
function stemOf(folded: string): string {
  if (folded.length < 3) return folded
  if (/^[а-я]+$/.test(folded)) return stemRussian(folded) || folded
  if (/^[a-z]+$/.test(folded)) return stemEnglish(folded) || folded
  return folded
}

// `globalId`, `XMLName`. A run in one case, or with a capital only at its start, is one word.
function partsOf(run: string): string[] {
  if (!/\p{Ll}\p{Lu}|\p{Lu}\p{Lu}\p{Ll}/u.test(run)) return []
  const parts = run.split(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u)
  return parts.length > 1 ? parts : []
}

/** Words that are in nearly every text. They are ignored, so "школы и парки" also finds "школы, парки". Folded by {@link foldRun}. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  'a an and are as at by for from in into is of on or the to with без в во до за и из или к ко на над о об от по под при с со у для'.split(
    ' ',
  ),
)
