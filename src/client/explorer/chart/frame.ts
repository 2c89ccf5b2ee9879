import type { Formatter } from '../../../lib/site/view/format.ts'
import { plainText, shorten } from '../../../lib/site/view/text.ts'
import type { Words } from '../../../lib/site/view/words/en.ts'
import { decodeReference } from '../../element.ts'
import type { ChartData } from '../core/chart-data.ts'
import type { ChartPlace } from '../core/chart-slots.ts'
import type { MeasureText } from './marks.ts'

export type OwnChartWords = Words['ownChart']

/** What a drawing is adapted to: its width in px, the language, and the font that measures texts. */
export interface ChartFrame {
  readonly width: number
  readonly format: Formatter
  /** The locale for `Intl`. */
  readonly locale: string
  readonly words: OwnChartWords
  readonly measure: MeasureText
}

/** The data of a chart of lines or bars. */
export type PlacesData = Extract<ChartData, { is: 'places' }>

/** Drawings narrower than this, in px, have labels above their bars and fewer ticks. */
const NARROW = 560
export const isNarrow = ({ width }: ChartFrame): boolean => width < NARROW

/** The size of the texts of a drawing, in px. */
export const SIZE = 13

const NAME_LIMIT = 80

/** The label of a place on an axis, or of a colour. */
export function placeText(
  place: ChartPlace,
  frame: Omit<ChartFrame, 'width' | 'measure'>,
  data?: PlacesData,
): string {
  const { words, format } = frame
  const { text, joined, from, to } = place
  if (joined !== undefined) return format.form(joined, words.others).replace('{count}', format.count(joined))
  if (text === null) return words.empty
  if (data?.axis === 'date' && from !== undefined) {
    if (data.per === 'month') return format.month(new Date(from))
    if (data.per === 'day') return format.day(new Date(from).toISOString()).text
  }
  if (data?.axis === 'number' && data.step !== undefined && from !== undefined && to !== undefined)
    return words.range.replace('{from}', numberText(frame, from)).replace('{to}', numberText(frame, to))
  if (data?.axis === 'number' && from !== undefined) return numberText(frame, from)
  return shorten(plainText(text, decodeReference), NAME_LIMIT)
}

const MOST_DECIMALS = 6
const SHORT = 1e5

/** A number with enough decimals for four significant digits, at most six; with an exponent if it is very large or small. */
export function numberText({ locale }: Pick<ChartFrame, 'locale'>, value: number): string {
  const size = Math.abs(value)
  if (size >= 1e15 || (size > 0 && size < 1e-6)) return value.toExponential(3)
  const decimals = Math.min(MOST_DECIMALS, Math.max(0, 3 - Math.floor(Math.log10(size || 1))))
  return value.toLocaleString(locale, { maximumFractionDigits: decimals })
}

/** A number as short as possible: from 100,000 on, in compact notation. */
export function shortText(frame: Pick<ChartFrame, 'format' | 'locale'>, value: number): string {
  return Math.abs(value) >= SHORT ? frame.format.compact(value) : numberText(frame, value)
}

/** The tooltip of a bar: its place, its colour if there are several, and its value. */
export function hintOf(
  frame: ChartFrame,
  { series }: PlacesData,
  bar: { readonly label: string; readonly series: number; readonly value: number },
): string {
  const own = series[bar.series]
  const names = own === undefined ? [bar.label] : [bar.label, placeText(own, frame)]
  return `${names.join(', ')}: ${shortText(frame, bar.value)}`
}

/** Whether the values of all colours at a place are parts of a total, so that their bars are stacked. */
export function isStacked(data: PlacesData): boolean {
  const isPart = data.values.every((line) => line.every((one) => one === undefined || one.value >= 0))
  return data.choice.of !== 'mean' && isPart && totalsOf(data).every(Number.isFinite)
}

/** The sum of all colours at each place. */
export function totalsOf({ places, values }: PlacesData): number[] {
  return places.map((_, at) => values.reduce((sum, line) => sum + (line[at]?.value ?? 0), 0))
}
