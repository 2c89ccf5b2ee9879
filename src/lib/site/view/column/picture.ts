import type { Column } from '../../../reading/index.ts'
import type { Locale } from '../locale.ts'
import { shorten } from '../text.ts'
import { type Bars, barsOf, CHART_WIDTH, fullestBin, HEIGHT } from './bars.ts'
import { type Tick, ticksOf } from './ticks.ts'

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
  if (column.trues !== undefined) return truthOf(locale, column.trues, column.filled, name)
  const { histogram, kind } = column
  const bars = histogram && barsOf(histogram.counts)
  if (!histogram || !bars || histogram.from === histogram.to) return undefined
  const label = spreadLabel(locale, column, histogram, name)
  if (kind !== 'date') return { kind: 'histogram', width: CHART_WIDTH, height: HEIGHT, bars, label }
  const ticks = ticksOf(locale, histogram.from, histogram.to)
  return {
    kind: 'timeline',
    width: CHART_WIDTH,
    height: ticks.length > 0 ? HEIGHT + AXIS : HEIGHT,
    bars,
    ticks,
    label,
  }
}

// The ends are written as in the document. The fullest bin is named only if a few digits can distinguish its edges.
function spreadLabel(
  locale: Locale,
  { kind, min = '', max = '' }: Column,
  histogram: NonNullable<Column['histogram']>,
  name: string,
): string {
  const write =
    kind === 'date'
      ? (time: number) => locale.format.day(new Date(time).toISOString()).text
      : locale.format.number
  const { from, to, count, all } = fullestBin(histogram)
  const [start, end] = [write(from), write(to)]
  const spread = locale.words.columns.spread(
    name,
    shorten(min.trim(), ENDS_LIMIT),
    shorten(max.trim(), ENDS_LIMIT),
  )
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
