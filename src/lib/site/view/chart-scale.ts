import { type Tick, type TimeAxis, timeTicks } from './column-picture.ts'
import type { Formatter } from './format.ts'
import type { Locale } from './locale.ts'

/** The lowest and the highest value. */
export type Extent = readonly [from: number, to: number]

/** The extent of values; if all are the same it is a unit wide, or so wide that floats can tell its ends apart. */
export function chartExtent(values: readonly number[]): Extent {
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const value of values) {
    if (value < from) from = value
    if (value > to) to = value
  }
  const room = Math.max(0.5, Math.abs(from) * 1e-6)
  return from === to ? [from - room, to + room] : [from, to]
}

/** Where a value is in an extent: 0 at its beginning, 1 at its end. */
export function placeIn(value: number, [from, to]: Extent): number {
  const length = to - from
  return Number.isFinite(length) ? (value - from) / length : (value / 2 - from / 2) / (to / 2 - from / 2)
}

const DASHES = [undefined, undefined, '12 8', '1 7', '14 7 1 7', '26 8', '14 7 1 7 1 7']

/** The dashes of one of several lines, by its tone, as in svg; the first is solid. Lines differ without their colours, too (WCAG 2.2, 1.4.1). */
export const dashOf = (tone: number): string | undefined => DASHES[tone]

/** An axis begins at zero where that leaves at least this share of it to the values. */
const LEAST_USED = 0.65

/** A vertical axis. */
export type YScale = ReturnType<typeof yScale>

/** The axis of values, with about four marks. `least`: how much of it the values must use if it begins at zero. */
export function yScale(format: Formatter, values: readonly number[], least = LEAST_USED) {
  const [low, high] = chartExtent(values)
  const from = low > 0 && (high - low) / high >= least ? 0 : low
  const to = high < 0 && (high - low) / -low >= least ? 0 : high
  return { from, to, ticks: marksOf(format, roundValues(from, to, 4)) }
}

const MOST_DIGITS = 12
/** Longer texts leave too little room for the plot. */
const LONGEST_MARK = 24

/** Round values as texts in little room, no two alike: else with the digits that tell neighbours apart, or none at all. */
export function marksOf(
  format: Formatter,
  values: readonly number[],
): { readonly value: number; readonly text: string }[] {
  const step = Math.abs((values[1] ?? 1) - (values[0] ?? 0))
  const digits = Math.min(MOST_DIGITS, Math.max(0, Math.ceil(-Math.log10(step))))
  const ways = [
    format.compact,
    (value: number) => format.fixed(value, digits),
    (value: number) => value.toExponential(2),
  ]
  for (const way of ways) {
    const marks = values.map((value) => ({ value, text: way(value) }))
    const isDistinct = new Set(marks.map(({ text }) => text)).size === marks.length
    if (isDistinct && marks.every(({ text }) => text.length <= LONGEST_MARK)) return marks
  }
  return []
}

/** Round values between two bounds, about `count` of them, but at least two, since one gives no scale: steps of 1, 2 or 5 times a power of ten. */
export function roundValues(from: number, to: number, count: number): number[] {
  const values = multiplesOf(roundStep(from, to, count), from, to)
  return values.length > 1 ? values : multiplesOf(roundStep(from, to, 2 * count), from, to)
}

function multiplesOf(step: number, from: number, to: number): number[] {
  if (!Number.isFinite(step) || step === 0) return []
  const first = Math.ceil(from / step - 1e-9)
  const last = Math.floor(to / step + 1e-9)
  return Array.from({ length: Math.min(20, Math.max(0, last - first + 1)) }, (_, n) =>
    multipleOf(step, first + n),
  )
}

/** A step of 1, 2 or 5 times a power of ten that divides an extent into about `count` parts; 0 or not finite if there is none. */
export function roundStep(from: number, to: number, count: number): number {
  const rough = (to - from) / count
  const power = 10 ** Math.floor(Math.log10(rough))
  return power * ([1, 2, 5, 10].find((factor) => factor * power >= rough * 0.999) ?? 10)
}

/** The length of `count` steps. A step below one is used as a divisor, so that three tenths are 0.3 and not 0.30000000000000004. */
export function multipleOf(step: number, count: number): number {
  return step < 1 ? count / Math.round(1 / step) : count * step
}

/** Where an axis lies in a drawing. */
type Room = readonly [left: number, right: number]

/** How many years and months a wide axis names. */
const TIMES: Omit<TimeAxis, 'length'> = { years: 8, months: 6, edge: { year: 0, month: 30 } }

/** Marks for dates in ms since 1970: years, months or days. `times`: how many of them there is room for. */
export function dateTicks(
  locale: Pick<Locale, 'format'>,
  [from, to]: Extent,
  [left, right]: Room,
  times = TIMES,
): Tick[] {
  const length = right - left
  const ticks = [1, 1.5]
    .map((more) =>
      timeTicks(locale, from, to, {
        ...times,
        years: times.years * more,
        months: times.months * more,
        length,
      }),
    )
    .find((marks) => marks.length > 1)
  return ticks
    ? ticks.map(({ at, text }) => ({ at: at + left, text }))
    : dayTicks(locale.format, [from, to], [left, right], times.months)
}

const DAY = 86_400_000
const DAYS = [1, 2, 5, 7, 14]
/** Room at the right end of a drawing, for half of a label. */
export const EDGE = 24
/** Half of the length of the text of a day. */
const HALF_DAY = 52

// The first one is the first day whose text has room: charts beside each other name the same days then.
function dayTicks(format: Formatter, [from, to]: Extent, [left, right]: Room, most: number): Tick[] {
  const days = (to - from) / DAY
  const step = DAY * (DAYS.find((step) => days / step <= most) ?? Math.ceil(days / most))
  const least = from + ((HALF_DAY - EDGE) / (right - left)) * (to - from)
  const first = Math.ceil(least / DAY) * DAY
  const count = Math.max(0, Math.floor((to - first) / step) + 1)
  return Array.from({ length: count }, (_, n) => first + n * step)
    .map((time) => ({
      at: xOf(time, [from, to], [left, right]),
      text: format.day(new Date(time).toISOString()).text,
    }))
    .filter(({ at }) => at <= right + EDGE - HALF_DAY)
}

/** Marks for numbers, about `most` of them. */
export function valueTicks(format: Formatter, xs: Extent, room: Room, most = 7): Tick[] {
  return marksOf(format, roundValues(...xs, most)).map(({ value, text }) => ({
    at: xOf(value, xs, room),
    text,
  }))
}

/** Marks for years, about `most` of them. */
export function yearTicks(xs: Extent, room: Room, most = 7): Tick[] {
  return roundValues(...xs, most)
    .filter(Number.isInteger)
    .map((year) => ({ at: xOf(year, xs, room), text: String(year) }))
}

function xOf(value: number, xs: Extent, [left, right]: Room): number {
  return Math.round(left + placeIn(value, xs) * (right - left))
}
