import type { ColumnKind } from '../../../reading/types.ts'

/** Whether the words of a column are searched for: those of texts, not numbers, dates, links or lists. */
export function hasWords(kind: ColumnKind): boolean {
  return kind === 'text' || kind === 'email'
}
