import type { Words } from '../../src/lib/site/view/index.ts'

/** A word, a sentence, or a function that makes one, with its path: `aboutPage.lead`. */
export interface Said {
  readonly path: string
  readonly value: unknown
}

/** All words of a language, except the forms of nouns, in which languages differ. */
export function saidBy(words: Words): Said[] {
  return walk(words, '')
}

/** All words of a language as texts: functions are called with the word MARK, or with a number that is shown as MARK. */
export function sentencesOf(words: Words): { readonly path: string; readonly text: string }[] {
  const texts = saidBy(words).filter(({ value }) => value !== FORMS)
  return [...texts, ...formsOf(words, '')].flatMap(({ path, value }) =>
    (typeof value === 'function' ? callsOf(value as Sentence) : [String(value)]).map((text) => ({
      path,
      text,
    })),
  )
}

type Sentence = (...values: never[]) => unknown

const FORMS = Symbol('forms of a noun')

function walk(value: unknown, path: string): Said[] {
  if (typeof value !== 'object' || value === null) return [{ path, value }]
  if (isForms(value)) return [{ path, value: FORMS }]
  return Object.entries(value).flatMap(([key, inner]) => walk(inner, path === '' ? key : `${path}.${key}`))
}

function formsOf(value: unknown, path: string): Said[] {
  if (typeof value !== 'object' || value === null) return []
  if (isForms(value))
    return Object.entries(value).map(([key, form]) => ({ path: `${path}.${key}`, value: form }))
  return Object.entries(value).flatMap(([key, inner]) => formsOf(inner, `${path}.${key}`))
}

function isForms(value: object): boolean {
  return 'one' in value && 'other' in value
}

// The parameters of a function are not known: tries numbers for each form, a text, a list, and a state.
function callsOf(make: Sentence): string[] {
  const texts = [7777, 7771, 7772, 1, 0, 'MARK', ['MARK', 'MARK']].flatMap((guess) => callOf(make, guess))
  return texts.length > 0 ? texts : callOf(make, 'stale')
}

function callOf(make: Sentence, guess: unknown): string[] {
  try {
    const text = make(...(Array.from({ length: 4 }, () => guess) as never[]))
    if (typeof text !== 'string' || /NaN|undefined/.test(text)) return []
    return [text.replaceAll(/7\D?77\d/g, 'MARK')]
  } catch {
    return []
  }
}
