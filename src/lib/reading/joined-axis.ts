import type { ChartedColumn } from './profile/column.ts'
import { isMonth, parseDate } from './profile/date-text.ts'
import { isNamedLikeMonth } from './profile/stated-text.ts'

/** The times of a table that has them in two columns: years and months or quarters, or days and hours. */
interface JoinedAxis {
  readonly whole: ChartedColumn
  readonly part: ChartedColumn
  /** The first day of each month or quarter, or each hour. */
  readonly axis: ChartedColumn
}

const NEARLY_ALL = 0.95
const LEAST_MONTHS = 3
const NUMBER = /^(?:0?[1-9]|1[0-2])$/
const QUARTER = /^(?:[1-4]|I{1,3}|IV)$/
const WORD_OF_QUARTER = /(?:^|\P{L})(?:q[1-4]?|кв|квартал|quarter|quartal|trimestre|kvartal)(?:$|\P{L})/iu

/**
 * The months, or quarters, that a column of years and one of these make together. Months are names, or numbers from 1 to 12 in a column with such a
 * name: these may also be classes or stops. Undefined if there are none, or if a column of dates is as fine.
 */
export function monthsOf(columns: readonly ChartedColumn[]): JoinedAxis | undefined {
  const year = columns.find(({ kind }) => kind === 'year')
  if (year === undefined) return undefined
  for (const month of columns) {
    if (month.kind !== 'text' && month.kind !== 'number' && month.kind !== 'code') continue
    const isNamed = isNamedLikeMonth(month.name)
    const isOfQuarters = WORD_OF_QUARTER.test(month.name)
    const positions = year.positions.map((at, record) => {
      const text = month.values[record]?.trim() ?? ''
      if (at === undefined) return undefined
      if (isNamed && NUMBER.test(text)) return parseDate(`${at}-${text.padStart(2, '0')}`, 'day')
      if (isOfQuarters && QUARTER.test(text)) return parseDate(`${text} quarter ${at}`, 'day')
      return isMonth(text) || WORD_OF_QUARTER.test(text) ? parseDate(`${text} ${at}`, 'day') : undefined
    })
    const filled = positions.filter((at) => at !== undefined).length
    const isMonths =
      filled >= year.positions.length * NEARLY_ALL && new Set(month.values).size >= LEAST_MONTHS
    if (isMonths && !hasAsManyDates(columns, positions))
      return { whole: year, part: month, axis: { ...year, kind: 'date', positions } }
  }
  return undefined
}

/** In milliseconds. */
const [DAY, MINUTE] = [86_400_000, 60_000]
const CLOCK = /^([01]?\d|2[0-4])(?::([0-5]\d)(?::[0-5]\d)?)?$/
const HOUR_NAME = /(?:^|\P{L})(?:hour|hr|час|часы|stunde|heure|hora)(?:$|\P{L})/iu

/**
 * The hours that a column of days and one of times of a clock make together; whole numbers are hours in a column with such a name. Undefined if
 * there are none.
 */
export function hoursOf(columns: readonly ChartedColumn[]): JoinedAxis | undefined {
  const day = columns.find(
    ({ kind, positions }) => kind === 'date' && positions.every((at) => !at || at % DAY === 0),
  )
  if (day === undefined) return undefined
  for (const part of columns) {
    const isNamed = HOUR_NAME.test(part.name)
    const positions = day.positions.map((at, record) => {
      const [, hour, minute] = CLOCK.exec(part.values[record]?.trim() ?? '') ?? []
      if (at === undefined || hour === undefined || (minute === undefined && !isNamed)) return undefined
      return at + (Number(hour) * 60 + Number(minute ?? 0)) * MINUTE
    })
    const filled = positions.filter((at) => at !== undefined).length
    const isFiner = new Set(positions).size > new Set(day.positions).size
    if (isFiner && filled >= positions.length * NEARLY_ALL)
      return { whole: day, part, axis: { ...day, positions } }
  }
  return undefined
}

function hasAsManyDates(columns: readonly ChartedColumn[], months: ChartedColumn['positions']): boolean {
  const least = new Set(months).size
  return columns.some(({ kind, positions }) => kind === 'date' && new Set(positions).size >= least)
}
