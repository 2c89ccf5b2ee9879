import { compareText, formatCount, isSameLetter } from './format.ts'
import { words } from './words.ts'

/** A run of a sorted list under one heading. */
export interface Run<T> {
  readonly id: string
  /** `B`, or, when a letter is split or there are too many letters, its first and last words: `Barley – Birds`. */
  readonly heading: string
  readonly items: readonly T[]
}

/** The runs, and what the index at the top leads to: the first run of every letter. */
export interface Runs<T> {
  readonly runs: readonly Run<T>[]
  readonly index: readonly { readonly text: string; readonly anchor: string; readonly count: string }[]
}

const FEW = 60
const LONGEST_RUN = 200
const MOST_INITIALS = 64
const HEAD_LENGTH = 24

/**
 * Cuts a list into runs by the first letter of its titles, as a reference work does. Short lists stay whole, long letters are
 * split, and a script with too many letters to list is cut by length alone.
 */
export function runsOf<T extends { readonly title: string }>(sorted: readonly T[]): Runs<T> {
  if (sorted.length <= FEW) {
    const only = { id: 'run-1', heading: '', items: sorted }
    return { runs: sorted.length === 0 ? [] : [only], index: [] }
  }
  const letters = Map.groupBy(sorted, ({ title }) => initialOf(title))
  const groups =
    letters.size > MOST_INITIALS
      ? [['', sorted] as const]
      : [...letters].sort(([a], [b]) => rank(a) - rank(b) || compareText(a, b))
  const runs: Run<T>[] = []
  const index: { text: string; anchor: string; count: string }[] = []
  for (const [letter, items] of groups) {
    const parts = split(items)
    const named = parts.map((part, at) => ({
      id: `run-${runs.length + at + 1}`,
      heading: parts.length === 1 && letter !== '' ? letter : rangeOf(part),
      items: part,
    }))
    runs.push(...named)
    if (letter === '')
      index.push(
        ...named.map(({ id, heading, items }) => ({
          text: heading,
          anchor: id,
          count: formatCount(items.length),
        })),
      )
    else index.push({ text: letter, anchor: named[0]?.id ?? '', count: formatCount(items.length) })
  }
  return { runs, index }
}

/** The letter a title is found under: without accents, in upper case; digits together, everything else together. */
export function initialOf(title: string): string {
  const first = initialLetterOf(title.trimStart())
  if (/\p{L}/u.test(first)) return first.toLocaleUpperCase('en')
  return /\p{N}/u.test(first) ? words.listPage.digits : words.listPage.symbols
}

// Й is no И with an accent, as Ё is an Е with one: the order of the language knows.
function initialLetterOf(title: string): string {
  const [whole = ''] = title.slice(0, 8).normalize('NFKC')
  const [base = '', mark = ''] = whole.normalize('NFKD')
  return /\p{M}/u.test(mark) && !isSameLetter(whole, base) ? whole : base
}

function rank(initial: string): number {
  if (initial === words.listPage.symbols) return 2
  return initial === words.listPage.digits ? 1 : 0
}

function split<T>(items: readonly T[]): (readonly T[])[] {
  const parts = Math.ceil(items.length / LONGEST_RUN)
  const length = Math.ceil(items.length / parts)
  return Array.from({ length: parts }, (_, at) => items.slice(at * length, (at + 1) * length))
}

/** The first and last title of a run, each as far as it takes to tell them apart. */
function rangeOf(items: readonly { readonly title: string }[]): string {
  const [from, to] = [items[0], items.at(-1)].map((item) => (item?.title ?? '').trim())
  if (from === undefined || to === undefined || from === to) return head(from ?? '', 0)
  let shared = 0
  while (from[shared] === to[shared]) shared += 1
  return words.listPage.part(head(from, shared), head(to, shared))
}

/** A title from its start, or from the word that differs when that is far in, to the end of that word. */
function head(title: string, differs: number): string {
  const start = differs > HEAD_LENGTH ? title.lastIndexOf(' ', differs) + 1 : 0
  const stop = title.indexOf(' ', Math.max(differs, start === 0 ? HEAD_LENGTH / 3 : 0))
  const end = Math.min(stop === -1 ? title.length : stop, start + HEAD_LENGTH * 2)
  return `${start > 0 ? '…' : ''}${title.slice(start, end).toWellFormed()}`
}
