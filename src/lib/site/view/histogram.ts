import type { Column } from '../../reading/index.ts'
import { formatDay } from './format.ts'
import { visible } from './text.ts'

/** A histogram as one SVG path, and its ends in words. */
export interface Bars {
  readonly width: number
  readonly height: number
  readonly path: string
  readonly from: string
  readonly to: string
}

const WIDTH = 96
const HEIGHT = 20

/** Draws the bins of a column; undefined when all values are one. A bin that holds anything is at least one unit high. */
export function barsOf(
  { from, to, counts }: NonNullable<Column['histogram']>,
  { kind, min, max }: Pick<Column, 'kind' | 'min' | 'max'>,
): Bars | undefined {
  const most = Math.max(0, ...counts)
  if (most === 0 || counts.length < 2 || from === to) return undefined
  const step = WIDTH / counts.length
  const gap = step > 3 ? 1 : 0
  const path = counts
    .map((count, at) => {
      if (count === 0) return ''
      const height = round(Math.max(1, (count / most) * HEIGHT))
      return `M${round(at * step)} ${HEIGHT}v-${height}h${round(step - gap)}v${height}z`
    })
    .join('')
  const end = (edge: number, written: string | undefined) =>
    kind === 'date' ? formatDay(new Date(edge).toISOString()).text : visible(written ?? String(edge))
  return { width: WIDTH, height: HEIGHT, path, from: end(from, min), to: end(to, max) }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
