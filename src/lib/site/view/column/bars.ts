import type { Column } from '../../../reading/index.ts'

/** The size of a chart, in units of the drawing. */
export const CHART_WIDTH = 160
export const HEIGHT = 28
const GAP = 1

/** Bars as the path of one stroke: a vertical line for each bin that is not empty, at least one unit high. */
export interface Bars {
  readonly path: string
  /** The width of the stroke. */
  readonly stroke: number
}

/** Draws bins; undefined if there are fewer than two or all are empty. */
export function barsOf(counts: readonly number[]): Bars | undefined {
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
export function fullestBin({ from, to, counts }: NonNullable<Column['histogram']>) {
  const count = Math.max(...counts)
  const at = counts.indexOf(count)
  const step = (to - from) / counts.length
  const all = counts.reduce((sum, each) => sum + each, 0)
  return { from: from + at * step, to: from + (at + 1) * step, count, all }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
