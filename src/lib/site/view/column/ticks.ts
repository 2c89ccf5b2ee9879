import type { Locale } from '../locale.ts'
import { CHART_WIDTH } from './bars.ts'

/** A mark on a time axis. */
export interface Tick {
  readonly at: number
  readonly text: string
}

const MONTH = 30.44 * 86_400_000
const YEAR = 12 * MONTH
const YEARS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000]
const MONTHS = [1, 2, 3, 6]
/** Maximum number of labels on the axis. */
const MOST_YEARS = 4
const MOST_MONTHS = 3
/** A label nearer to an end would extend beyond it. */
const EDGE = { year: 12, month: 24 }

/** Marks for the years between two times in ms since 1970; for months if that is less than two years; none if it is less than a month. */
export function ticksOf(locale: Locale, from: number, to: number): Tick[] {
  const span = to - from
  if (span >= 2 * YEAR) {
    const step = YEARS.find((years) => span / (years * YEAR) <= MOST_YEARS) ?? 10_000
    const first = Math.ceil(yearOf(from) / step) * step
    return within(count(first, step, yearOf(to)), (year) => yearTime(year, 0), EDGE.year, from, to, String)
  }
  const step = MONTHS.find((months) => span / (months * MONTH) <= MOST_MONTHS) ?? 12
  const [start, end] = [monthsOf(from), monthsOf(to)]
  const first = Math.ceil(start / step) * step
  const timeOf = (month: number) => yearTime(Math.floor(month / 12), month % 12)
  return within(count(first, step, end), timeOf, EDGE.month, from, to, (month) =>
    locale.format.month(new Date(timeOf(month))),
  )
}

function within(
  values: readonly number[],
  timeOf: (value: number) => number,
  edge: number,
  from: number,
  to: number,
  textOf: (value: number) => string,
): Tick[] {
  return values
    .map((value) => ({
      at: Math.round(((timeOf(value) - from) / (to - from)) * CHART_WIDTH),
      text: textOf(value),
    }))
    .filter(({ at }) => at >= edge && at <= CHART_WIDTH - edge)
}

function count(first: number, step: number, last: number): number[] {
  return Array.from(
    { length: Math.max(0, Math.floor((last - first) / step) + 1) },
    (_, at) => first + at * step,
  )
}

function yearOf(time: number): number {
  return new Date(time).getUTCFullYear()
}

function monthsOf(time: number): number {
  const date = new Date(time)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}

// Date.UTC maps the years 0 to 99 to 1900 to 1999.
function yearTime(year: number, month: number): number {
  return new Date(0).setUTCFullYear(year, month, 1)
}
