import type { ChartedColumn } from './profile/column.ts'
import { isMonth, parseDate } from './profile/date-text.ts'
import { isNamedLikeMonth } from './profile/stated-text.ts'

/** The months of a table that has a column of years and one of months. */
interface MonthAxis {
  readonly year: ChartedColumn
  readonly month: ChartedColumn
  /** The first day of each month. */
  readonly axis: ChartedColumn
}

const NEARLY_ALL = 0.95
const LEAST_MONTHS = 3
const NUMBER = /^(?:0?[1-9]|1[0-2])$/

/**
 * The months that a column of years and one of months make together. Months are names, or numbers from 1 to 12 in a column with such a name:
 * these may also be classes or stops. Undefined if there are none, or if a column of dates is as fine.
 */
export function monthsOf(columns: readonly ChartedColumn[]): MonthAxis | undefined {
  const year = columns.find(({ kind }) => kind === 'year')
  if (year === undefined) return undefined
  for (const month of columns) {
    if (month.kind !== 'text' && month.kind !== 'number' && month.kind !== 'code') continue
    const isNamed = isNamedLikeMonth(month.name)
    const positions = year.positions.map((at, record) => {
      const text = month.values[record]?.trim() ?? ''
      if (at === undefined) return undefined
      if (isNamed && NUMBER.test(text)) return parseDate(`${at}-${text.padStart(2, '0')}`, 'day')
      return isMonth(text) ? parseDate(`${text} ${at}`, 'day') : undefined
    })
    const filled = positions.filter((at) => at !== undefined).length
    const isMonths =
      filled >= year.positions.length * NEARLY_ALL && new Set(month.values).size >= LEAST_MONTHS
    if (isMonths && !hasAsManyDates(columns, positions))
      return { year, month, axis: { ...year, kind: 'date', positions } }
  }
  return undefined
}

function hasAsManyDates(columns: readonly ChartedColumn[], months: ChartedColumn['positions']): boolean {
  const least = new Set(months).size
  return columns.some(({ kind, positions }) => kind === 'date' && new Set(positions).size >= least)
}
