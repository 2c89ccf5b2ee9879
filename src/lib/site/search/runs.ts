import type { ColumnKind } from '../../reading/types.ts'
import { withoutTags } from '../view/text.ts'

// The sign № is not part of a word, although NFKC turns it into "No".
const RUNS = /[\p{L}\p{N}\p{M}\u00ad]+/gu
const MOST_LETTERS = 40

/** The runs of letters and digits in a text, in order: each from `start` up to `end`, in UTF-16 units. */
export function runsIn(text: string) {
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

/** References of HTML that are often left in values: those of signs, and those by number. */
const REFERENCE =
  /&(?:(amp|quot|apos|[lg]t|nbsp|[lr]aquo|[lr][sd]quo|bdquo|[nm]dash|hellip)|#(\d{1,6})|#x([\da-f]{1,5}));/gi
const SIGNS: Readonly<Record<string, string>> = {
  amp: '&',
  quot: '"',
  apos: "'",
  lt: '<',
  gt: '>',
  nbsp: ' ',
  laquo: '«',
  raquo: '»',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  bdquo: '„',
  ndash: '–',
  mdash: '—',
  hellip: '…',
}

/** A value of a record without tags, and with characters in place of references of HTML. */
export function withoutMarkup(value: string): string {
  const text = withoutTags(value)
  if (!text.includes('&')) return text
  return text.replace(
    REFERENCE,
    (_, name: string | undefined, decimal?: string, hex?: string) =>
      SIGNS[name?.toLowerCase() ?? ''] ?? String.fromCodePoint(Number(decimal ?? `0x${hex}`)),
  )
}

/** The words of a text as they are compared, in order, repeats kept. */
export function foldedIn(text: string): string[] {
  return runTextsIn(text).flatMap(foldRun)
}

/**
 * A run as it is compared: in the compatibility form NFKC, lower case, ё as е, without accents and marks. A character that NFKC splits
 * (½) gives several words.
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

/** Whether the words of a column are searched for: those of texts, not numbers, dates, links or lists. */
export function hasWords(kind: ColumnKind): boolean {
  return kind === 'text' || kind === 'email'
}
