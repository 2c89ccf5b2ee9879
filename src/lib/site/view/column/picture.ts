import type { Column } from '../../../reading/index.ts'
import { formatDay, formatNumber, formatShare } from '../format.ts'
import { words } from '../words.ts'
import { type Bars, barsOf, fullestBin, HEIGHT, WIDTH } from './bars.ts'
import { type Tick, ticksOf } from './ticks.ts'

/** What the values of a column look like: how numbers or dates are spread, or how much of it is true. */
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

/** The picture of a column; undefined for kinds that have none, and where there is nothing to compare. */
export function pictureOf(column: Column, name: string): Picture | undefined {
  if (column.trues !== undefined) return truthOf(column.trues, column.filled, name)
  const { histogram, kind } = column
  const bars = histogram && barsOf(histogram.counts)
  if (!histogram || !bars || histogram.from === histogram.to) return undefined
  const write =
    kind === 'date' ? (time: number) => formatDay(new Date(time).toISOString()).text : formatNumber
  const [from, to] = fullestBin(histogram)
  const label = words.columns.spread(name, write(histogram.from), write(histogram.to), write(from), write(to))
  if (kind !== 'date') return { kind: 'histogram', width: WIDTH, height: HEIGHT, bars, label }
  const ticks = ticksOf(histogram.from, histogram.to)
  return {
    kind: 'timeline',
    width: WIDTH,
    height: ticks.length > 0 ? HEIGHT + AXIS : HEIGHT,
    bars,
    ticks,
    label,
  }
}

function truthOf(trues: number, filled: number, name: string): Picture | undefined {
  if (filled === 0) return undefined
  const text = words.columns.truth(formatShare(trues, filled), formatShare(filled - trues, filled))
  const yes = Math.round((trues / filled) * WIDTH)
  return { kind: 'truth', width: WIDTH, height: STRIP, yes, text, label: words.columns.truthOf(name, text) }
}
