import { stemmer as stemEnglish } from '@orama/stemmers/english'
import { stemmer as stemRussian } from '@orama/stemmers/russian'
import { foldRun, runTextsIn } from './runs.ts'

/** A word as it is searched for: folded, and its stem if that differs. */
export interface Word {
  readonly folded: string
  readonly stem?: string
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
    .filter((word) => !isIgnored(word))
    .map(wordOf)
}

function wordOf(folded: string): Word {
  const stem = stemOf(folded)
  return stem === folded ? { folded } : { folded, stem }
}

/** The stem of a folded word by the rules of its alphabet: Russian for Cyrillic, English for Latin. Other words are their own stems. */
export function stemOf(folded: string): string {
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

/** Whether a folded word is in nearly every text. Such words are ignored, so "школы и парки" also finds "школы, парки". */
export function isIgnored(folded: string): boolean {
  return STOP_WORDS.has(folded)
}

const STOP_WORDS: ReadonlySet<string> = new Set(
  'a an and are as at by for from in into is of on or the to with без в во до за и из или к ко на над о об от по под при с со у для'.split(
    ' ',
  ),
)
