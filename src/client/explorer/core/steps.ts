import type { Order } from './column.ts'
import type { Test } from './view.ts'

/** Equal steps between the positions of the lowest and the highest value of a column. */
export interface Steps {
  readonly from: number
  readonly to: number
  readonly count: number
}

const DAY = 86_400_000

/**
 * The filter for one of the steps, with bounds as people write them: days, or numbers rounded to a hundredth of a step. The first and the last
 * step have one bound, so that rounding leaves no value out. With `isWhole`, a step has all days in which it has times, of which others may
 * have a part; else each day is of one step, and a step may have none.
 */
export function testOfStep(
  { from, to, count }: Steps,
  at: number,
  order: Order,
  isWhole = false,
): Extract<Test, { is: 'range' }> {
  const step = (to - from) / count
  const digits = Math.max(0, 2 - Math.floor(Math.log10(step)))
  const placeOf = (edge: number) => from + edge * step
  const show = (place: number, day: number) =>
    order === 'date'
      ? new Date(day * DAY).toISOString().slice(0, 10)
      : String(digits > 100 ? place : Number(place.toFixed(digits)))
  const [low, high] = [placeOf(at), placeOf(at + 1)]
  const last = Math.ceil((at < count - 1 ? high : to + 1) / DAY) - 1
  // Of plain days, both ends are at midnight.
  const isPart = isWhole && (from % DAY || to % DAY)
  const first = Math[isPart ? 'floor' : 'ceil'](low / DAY)
  return {
    is: 'range',
    ...(at > 0 && { from: show(low, isWhole ? Math.min(first, last) : first) }),
    ...(at < count - 1 && { to: show(high, last) }),
  }
}
