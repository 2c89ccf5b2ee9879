import type { DocumentSize } from '../mirror.ts'

const ALWAYS_TAKEN = 1_000_000

/**
 * Whether a table is published of a document: it has records with columns that are all known, and they fill a table. A document
 * whose records have hardly a column in common would make a file of commas, many times its size: one with more cells than the
 * document has bytes is left alone. Pages link to a table where this says so, and the table is there where this says so.
 */
export function isTabular(
  { shape, count, columns, moreColumns }: Omit<DocumentSize, 'names'>,
  bytes: number,
): boolean {
  if (shape === 'tree' || shape === 'empty' || count === 0 || columns === 0 || moreColumns) return false
  return count * columns <= Math.max(bytes, ALWAYS_TAKEN)
}
