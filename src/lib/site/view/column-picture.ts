import type { Column } from '../../reading/index.ts'
import { binsBetween } from '../../reading/profile/bins.ts'
import { readableTime } from '../../reading/profile/date-text.ts'
import type { Locale } from './locale.ts'
import { shorten } from './text.ts'

/** The size of a chart, in units of the drawing. */
const CHART_WIDTH = 160
const HEIGHT = 28
const GAP = 1

type Bars = NonNullable<ReturnType<typeof barsOf>>

/** Bins as the path of one stroke: a vertical line for each that is not empty, at least one unit high; undefined if there are fewer than two or all are empty. */
function barsOf(counts: readonly number[]) {
  const most = Math.max(0, ...counts)
  if (most === 0 || counts.length < 2) return undefined
  const step = CHART_WIDTH / counts.length
  const path = counts
    .map((count, at) => {
      if (count === 0) return ''
      return `M${round((at + 0.5) * step)} ${HEIGHT}V${HEIGHT - Math.max(1, Math.round((count / most) * HEIGHT))}`
    })
    .join('')
  return { path, stroke: Math.max(1, round(step) - GAP) }
}

/** The bin with the most values, the first of equals: its edges and its count, and the count of all bins. */
function fullestBin({ from, to, counts, step }: NonNullable<Column['histogram']>) {
  const count = Math.max(...counts)
  const at = counts.indexOf(count)
  const { width } = binsBetween(from, to, step)
  const all = counts.reduce((sum, each) => sum + each, 0)
  return { from: from + at * width, to: Math.min(to, from + (at + 1) * width - (step ?? 0)), count, all }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

/** A mark on an axis. */
export interface Tick {
  readonly at: number
  readonly text: string
}

const MONTH = 30.44 * 86_400_000
const YEAR = 12 * MONTH
const YEARS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000]
const MONTHS = [1, 2, 3, 6]
/** The size of a time axis: its length, how many years and months it can name, and how near to an end. */
export interface TimeAxis {
  readonly length: number
  readonly years: number
  readonly months: number
  readonly edge: { readonly year: number; readonly month: number }
}

/** A label nearer to an end would extend beyond it. */
const SMALL: TimeAxis = { length: CHART_WIDTH, years: 4, months: 3, edge: { year: 12, month: 24 } }

/** Marks for the years between two times in ms since 1970; for months if that is less than two years; none if it is less than a month. */
export function timeTicks(locale: Pick<Locale, 'format'>, from: number, to: number, axis: TimeAxis): Tick[] {
  const span = to - from
  if (span >= 2 * YEAR) {
    const step = YEARS.find((years) => span / (years * YEAR) <= axis.years) ?? 10_000
    const first = Math.ceil(yearOf(from) / step) * step
    return within(
      count(first, step, yearOf(to)),
      (year) => yearTime(year, 0),
      [axis.length, axis.edge.year],
      from,
      to,
      String,
    )
  }
  const step = MONTHS.find((months) => span / (months * MONTH) <= axis.months) ?? 12
  const [start, end] = [monthsUntil(from), monthsUntil(to)]
  const first = Math.ceil(start / step) * step
  const timeOf = (month: number) => yearTime(Math.floor(month / 12), month % 12)
  return within(count(first, step, end), timeOf, [axis.length, axis.edge.month], from, to, (month) =>
    locale.format.month(new Date(timeOf(month))),
  )
}

function within(
  values: readonly number[],
  timeOf: (value: number) => number,
  [length, edge]: readonly [number, number],
  from: number,
  to: number,
  textOf: (value: number) => string,
): Tick[] {
  return values
    .map((value) => ({
      at: Math.round(((timeOf(value) - from) / (to - from)) * length),
      text: textOf(value),
    }))
    .filter(({ at }) => at >= edge && at <= length - edge)
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

/** The months until a moment, counted from the year 0. */
export function monthsUntil(time: number): number {
  const date = new Date(time)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}

// Date.UTC maps the years 0 to 99 to 1900 to 1999.
function yearTime(year: number, month: number): number {
  return new Date(0).setUTCFullYear(year, month, 1)
}

/** A chart of a column: the distribution of numbers or dates, or the share of true values. */
export type Picture = {
  readonly width: number
  readonly height: number
  /** The same in words. */
  readonly label: string
} & (
  | { readonly kind: 'histogram'; readonly bars: Bars }
  | { readonly kind: 'timeline'; readonly bars: Bars; readonly ticks: readonly Tick[] }
  | { readonly kind: 'truth'; readonly yes: number; readonly text: string }
)

const STRIP = 6
const AXIS = 14
const ENDS_LIMIT = 40

/** The chart of a column; undefined for kinds that have none, and if there is nothing to compare. */
export function pictureOf(locale: Locale, column: Column, name: string): Picture | undefined {
  if (column.trues !== undefined) {
    const { trues, filled, absent, exceptions } = column
    return truthOf(locale, trues, filled - (absent?.count ?? 0) - (exceptions?.count ?? 0), name)
  }
  const { histogram, kind } = column
  const bars = histogram && barsOf(histogram.counts)
  if (!histogram || !bars || histogram.from === histogram.to) return undefined
  const label = spreadLabel(locale, column, histogram, name)
  if (kind !== 'date') return { kind: 'histogram', width: CHART_WIDTH, height: HEIGHT, bars, label }
  const ticks = timeTicks(locale, histogram.from, histogram.to, SMALL)
  return {
    kind: 'timeline',
    width: CHART_WIDTH,
    height: ticks.length > 0 ? HEIGHT + AXIS : HEIGHT,
    bars,
    ticks,
    label,
  }
}

/** The smallest and the largest value, as shown. Quantities and coordinates are rounded outwards. */
export function boundsOf(locale: Locale, column: Column): readonly [from: string, to: string] | undefined {
  const { kind, min, max, unit, histogram } = column
  if (min === undefined || max === undefined) return undefined
  const isRounded = kind === 'number' || kind === 'latitude' || kind === 'longitude'
  if (isRounded && unit === undefined && histogram) return locale.format.bounds(histogram.from, histogram.to)
  const show = (text: string) => readableTime(text, column) ?? shorten(text.trim(), ENDS_LIMIT)
  return [show(min), show(max)]
}

// The fullest bin is named only if a few digits can distinguish its edges.
function spreadLabel(
  locale: Locale,
  column: Column,
  histogram: NonNullable<Column['histogram']>,
  name: string,
): string {
  const write =
    column.kind === 'date'
      ? (time: number) => locale.format.day(new Date(time).toISOString()).text
      : locale.format.number
  const { from, to, count, all } = fullestBin(histogram)
  const [start, end] = [write(from), write(to)]
  const spread = locale.words.columns.spread(name, ...(boundsOf(locale, column) ?? ['', '']))
  return start === end
    ? spread
    : locale.words.columns.fullest(spread, locale.format.share(count, all), start, end)
}

function truthOf(locale: Locale, trues: number, filled: number, name: string): Picture | undefined {
  if (filled === 0) return undefined
  const text = locale.words.columns.truth(
    locale.format.share(trues, filled),
    locale.format.share(filled - trues, filled),
  )
  const yes = Math.round((trues / filled) * CHART_WIDTH)
  return {
    kind: 'truth',
    width: CHART_WIDTH,
    height: STRIP,
    yes,
    text,
    label: locale.words.columns.truthOf(name, text),
  }
}
