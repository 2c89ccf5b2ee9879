import { hash } from 'node:crypto'
import { attempt } from '../../interface/attempt.ts'
import { type DataOutline, eachRecord, HALF, outlineData, readOr, wordsOf } from '../../reading/index.ts'
import { type Generation, isAbsent, type ManifestRecord } from '../../snapshot/index.ts'

/** Share of common words from which two documents are versions of the same data. */
const ALIKE = 0.8
/** With fewer words, two documents may have the same ones by chance. */
export const LEAST_WORDS = 8
/** With this many common values, it is the same data under other field names. */
const LEAST_SAME = 3

/** The outline of a record's file; undefined if the file is absent or unreadable. */
export function outlineOf(
  { path, format, charset, bytes = 0 }: Pick<ManifestRecord, 'path' | 'format' | 'charset' | 'bytes'>,
  source: Generation['source'],
): DataOutline | undefined {
  return attempt(undefined, isAbsent, () =>
    readOr(undefined, () => outlineData(source(path), { format, charset }, bytes)),
  )
}

/** A hash of the field names: equal for answers that differ only in their values. */
export function fieldNamesOf({ names }: DataOutline): string {
  return hashOf(names.keys())
}

/** A hash of field names and words: equal for answers that differ only in times, numbers, ids, and the code of their dataset. */
export function textOf(outline: DataOutline, code: string): string {
  return `${fieldNamesOf(outline)} ${hashOf(outline.words.difference(new Set(wordsOf(code))))}`
}

function hashOf(texts: Iterable<string>): string {
  return hash('sha256', [...texts].sort().join('\n')).slice(0, 16)
}

/** Whether less than half of the values of a document are in fields that another one has too. */
export function hasOtherFields(one: DataOutline, other: DataOutline): boolean {
  return shareOfFields(one, other) < HALF
}

/** The share of the values of a document that are in fields which another one has too. */
export function shareOfFields({ names }: DataOutline, other: DataOutline): number {
  return ratioOf(sumOf([...names].filter(([name]) => other.names.has(name))), sumOf([...names]))
}

/** Whether two documents may be the same data in other forms: one has nearly all words of the other one; if they have few, most values. */
export function haveSameData(one: DataOutline, other: DataOutline): boolean {
  const [few, many] = one.words.size < other.words.size ? [one, other] : [other, one]
  return few.words.size < LEAST_WORDS
    ? hasSameValues(few, many) || hasSameValues(many, few)
    : few.words.intersection(many.words).size >= ALIKE * few.words.size
}

/** Whether a body has most values of its copy: the same data may have other field names, or come as attributes or as rows under a header. */
export function hasSameValues(before: DataOutline, now: DataOutline): boolean {
  const same = [...before.distinct].filter((value) => now.distinct.has(value)).length
  return same >= LEAST_SAME && same >= before.distinct.size * HALF
}

/** Whether two documents have nearly all words in common. */
export function haveSameWords(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const shared = [...one].filter((word) => other.has(word)).length
  return shared >= ALIKE * Math.max(one.size, other.size)
}

export function sumOf(counts: readonly (readonly [string, number])[]): number {
  return counts.reduce((sum, [, count]) => sum + count, 0)
}

export function ratioOf(part: number, whole: number): number {
  return whole === 0 ? 1 : part / whole
}

/** The length of the substrings that are compared, and how much of a document is. */
const LENGTH = 5
const MOST_COMPARED = 64 * 1024

/** The similarity of two documents, from 0 to 1: the share of short substrings they have in common. */
export function similarity(a: string, b: string): number {
  const [left, right] = [piecesOf(a), piecesOf(b)]
  const shared = [...left].filter((piece) => right.has(piece)).length
  const all = left.size + right.size - shared
  return all === 0 ? 1 : shared / all
}

/** The beginning of a document, for {@link similarity}. */
export function headOf(source: () => Iterable<Uint8Array>): string {
  for (const chunk of source()) return Buffer.from(chunk).subarray(0, MOST_COMPARED).toString('latin1')
  return ''
}

function piecesOf(text: string): Set<string> {
  const pieces = new Set<string>()
  const end = Math.min(text.length, MOST_COMPARED) - LENGTH
  for (let at = 0; at <= end; at++) pieces.add(text.slice(at, at + LENGTH))
  return pieces
}

/** Whether a document is an empty list. All of these are equal. */
export function isEmptyList(
  source: () => Iterable<Uint8Array>,
  { format, charset }: Pick<ManifestRecord, 'format' | 'charset'>,
): boolean {
  return readOr(false, () => eachRecord(source, { format, charset }, () => false).shape === 'empty')
}
