import type { DocumentSize } from '../mirror.ts'

const ALWAYS_TAKEN = 1_000_000

/**
 * Whether a document gets a table: it has records, all their columns are known, and the table is not larger than the document. If records
 * have hardly any column in common, a table would be mostly commas, so there is none with more cells than the document has bytes. Both the
 * pages that link to a table and the worker that writes it use this function.
 */
export function isTabular(
  { shape, count, columns, moreColumns }: Omit<DocumentSize, 'names'>,
  bytes: number,
): boolean {
  if (shape === 'tree' || shape === 'empty' || count === 0 || columns === 0 || moreColumns) return false
  return count * columns <= Math.max(bytes, ALWAYS_TAKEN)
}
