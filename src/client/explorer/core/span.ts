import { parseDate, type SlashOrder } from '../../../lib/reading/profile/date.ts'

/** The first and last moment of a date, in ms since 1970: of a year, a month, a day, or one moment. */
interface Span {
  readonly first: number
  readonly last: number
}

/** The span of `2024`, `2024-05`, or any date of the data; undefined if it is no date. */
export function spanOf(text: string, order: SlashOrder): Span | undefined {
  const trimmed = text.trim()
  const year = /^\d{4}$/.test(trimmed) ? Number(trimmed) : undefined
  const first = parseDate(year === undefined ? trimmed : `${trimmed}-01-01`, order)
  if (first === undefined) return undefined
  if (year !== undefined) return { first, last: after(first, 12) - 1 }
  if (/^\d{4}-\d{2}$/.test(trimmed)) return { first, last: after(first, 1) - 1 }
  return { first, last: trimmed.includes(':') ? first : first + 86_400_000 - 1 }
}

function after(moment: number, months: number): number {
  const date = new Date(moment)
  return date.setUTCMonth(date.getUTCMonth() + months)
}
