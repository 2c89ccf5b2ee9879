import { parseDate, type SlashOrder } from '../../../lib/reading/profile/date.ts'
import { isDecimal } from '../../../lib/reading/profile/decimal.ts'
import { isBooleanText, isLink } from '../../../lib/reading/profile/text-kind.ts'
import type { ColumnKind } from '../../../lib/reading/types.ts'
import { isBlank, type TypedColumn } from './column.ts'

/** How the values of a column are ordered and filtered. */
export type Order = 'number' | 'date' | 'text'

/** The order of a kind. */
export function orderOf(kind: ColumnKind): Order {
  if (kind === 'number' || kind === 'latitude' || kind === 'longitude') return 'number'
  return kind === 'date' ? 'date' : 'text'
}

/** The kind that all non-blank values share, for a column without a known kind. */
export function guessKind(values: TypedColumn['values']): ColumnKind {
  const filled = values.filter((text) => !isBlank(text)).map((text) => (text as string).trim())
  if (filled.length === 0) return 'empty'
  if (filled.every(isBooleanText)) return 'boolean'
  if (filled.every(isDecimal)) return 'number'
  if (filled.every(isLink)) return 'link'
  const order = slashOrderOf(filled)
  return filled.every((text) => parseDate(text, order) !== undefined) ? 'date' : 'text'
}

/** How `03/04/2024` is read in a column: month first if some value is invalid with the day first. */
export function slashOrderOf(values: readonly (string | null)[]): SlashOrder {
  const isDayFirst = values.every(
    (text) =>
      text === null || !text.includes('/') || isBlank(text) || parseDate(text.trim(), 'day') !== undefined,
  )
  return isDayFirst ? 'day' : 'month'
}
