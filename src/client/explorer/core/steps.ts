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
 * step have one bound, so that rounding leaves no value out.
 */
export function testOfStep(
  { from, to, count }: Steps,
  at: number,
  order: Order,
): Extract<Test, { is: 'range' }> {
  const step = (to - from) / count
  const digits = Math.min(100, Math.max(0, 2 - Math.floor(Math.log10(step))))
  const edgeOf = (edge: number, back: number) =>
    order === 'date'
      ? new Date(Math.floor((from + edge * step) / DAY - back) * DAY).toISOString().slice(0, 10)
      : String(Number((from + edge * step).toFixed(digits)))
  return {
    is: 'range',
    ...(at > 0 && { from: edgeOf(at, 0) }),
    ...(at < count - 1 && { to: edgeOf(at + 1, 1) }),
  }
}
