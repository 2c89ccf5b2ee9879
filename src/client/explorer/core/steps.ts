import type { Order } from './column.ts'
import type { Test } from './view.ts'

/** Equal steps between the positions of the lowest and the highest value of a column. */
export interface Steps {
  readonly from: number
  readonly to: number
  readonly count: number
  /** If all values differ from the first by multiples of a unit: that unit, and the width of each step. */
  readonly unit?: number | undefined
  readonly width?: number
}

/** The bars above a column, as the page states them: their range, the unit of the values, and a bit mask of the bars that are drawn. */
export type Spread = readonly [from: number, to: number, unit: number | null, bars: number]

const DAY = 86_400_000
/** The number of digits that are exact in a sum of decimals. */
const EXACT = 15

/**
 * The filter for one step. Its bounds are days, or numbers rounded to a hundredth of a step. The first and the last step have only one bound, so
 * that rounding excludes no value. With `isWhole`, a step includes every day that it overlaps, so one day may be in two steps; otherwise each
 * day is in one step, and a step may be empty. With a unit, no number is in two steps.
 */
export function testOfStep(
  { from, to, count, unit, width }: Steps,
  at: number,
  order: Order,
  isWhole = false,
): Extract<Test, { is: 'range' }> {
  if (unit !== undefined && width !== undefined && order === 'number') {
    const show = (place: number) => String(Number(place.toPrecision(EXACT)))
    return {
      is: 'range',
      ...(at > 0 && { from: show(from + at * width) }),
      ...(at < count - 1 && { to: show(from + (at + 1) * width - unit) }),
    }
  }
  const step = (to - from) / count
  const digits = Math.max(0, 2 - Math.floor(Math.log10(step)))
  const placeOf = (edge: number) => from + edge * step
  const show = (place: number, day: number) =>
    order === 'date'
      ? new Date(day * DAY).toISOString().slice(0, 10)
      : String(digits > 100 ? place : Number(place.toFixed(digits)))
  const [low, high] = [placeOf(at), placeOf(at + 1)]
  const last = Math.ceil((at < count - 1 ? high : to + 1) / DAY) - 1
  // If all values are days, both ends are at midnight, and no day is in two steps.
  const isPart = isWhole && (from % DAY || to % DAY)
  const first = Math[isPart ? 'floor' : 'ceil'](low / DAY)
  return {
    is: 'range',
    ...(at > 0 && { from: show(low, isWhole ? Math.min(first, last) : first) }),
    ...(at < count - 1 && { to: show(high, last) }),
  }
}

const ROUND = [1, 2, 5, 10]

/** About `most` steps of a round width, for numbers that are multiples of `unit`. */
export function roundSteps(from: number, to: number, most: number, unit: number): Steps {
  const least = (to - from) / most
  const power = 10 ** Math.floor(Math.log10(least))
  const width = Math.max(unit, power * (ROUND.find((times) => times * power >= least) ?? 10))
  const first = Math.floor(from / width)
  return { from: first * width, to, unit, width, count: Math.floor(to / width) - first + 1 }
}
