import { marksOf, placeIn, roundValues } from '../../../lib/site/view/chart-scale.ts'
import {
  type ChartFrame,
  hintOf,
  isNarrow,
  isStacked,
  type PlacesData,
  placeText,
  SIZE,
  shortText,
  totalsOf,
} from './frame.ts'
import { type Drawing, fitText, type Mark } from './marks.ts'
import { barMark, px, seriesStyleOf } from './series-style.ts'

const BAR = 18
/** The height of a bar that is one of several for the same value. */
const THIN_BAR = 12
const GAP = 9
const AXIS = 26
/** The height of a label above its bars, in a narrow drawing. */
const LABEL = 19
/** The largest share of the width that labels beside the bars take. */
const MOST_LABEL = 0.38
const BESIDE = 8

/** Horizontal bars: one for each value, with its name. */
export function drawBars(data: PlacesData, frame: ChartFrame): Drawing {
  const { width, measure } = frame
  const { places } = data
  const narrow = isNarrow(frame)
  const labels = places.map((place) => placeText(place, frame, data))
  const widest = Math.max(0, ...labels.map((label) => measure(label, SIZE)))
  const left = narrow ? 0 : Math.min(Math.ceil(widest) + BESIDE, Math.round(width * MOST_LABEL))
  const rows = withoutDwarfing(rowsOf(data), places)
  const ends = rows.flatMap((bars) => bars.flatMap(({ to, isUnscaled }) => (isUnscaled ? [] : [to])))
  const [low, high] = [Math.min(0, ...ends), Math.max(0, ...ends)]
  const top = high > low ? high : low + 1
  const texts = ends.map((value) => measure(shortText(frame, value), SIZE))
  const right = width - Math.ceil(Math.max(0, ...texts)) - BESIDE
  const xOf = (value: number) => left + placeIn(value, [low, top]) * (right - left)
  const marks: Mark[] = []
  let y = 0
  rows.forEach((bars, at) => {
    const label = labels[at] as string
    const thickness = bars.some(({ isWhole }) => !isWhole) ? THIN_BAR : BAR
    const lines = new Set(bars.map(({ line }) => line)).size
    const height = thickness * lines
    const room = (narrow ? width : left) - BESIDE
    const text = fitText(label, room, SIZE, measure)
    if (narrow) y += LABEL
    const middle = narrow ? y - LABEL / 2 : y + height / 2
    const place = narrow ? { x: 0, anchor: 'start' as const } : { x: left - BESIDE, anchor: 'end' as const }
    marks.push({ is: 'text', ...place, y: middle, text, ink: 'ink', size: SIZE })
    for (const bar of bars)
      marks.push(...barMarks(bar, label, { xOf, y: y + bar.line * thickness, thickness, frame, data }))
    y += height + GAP
  })
  const scale = scaleMarks([low, top], xOf, y, frame)
  return { width, height: Math.ceil(y + AXIS), marks: [...scale, ...marks] }
}

/** A bar: its series, its ends, and its line within the row. `isWhole`: the row has only one line. */
interface Bar {
  readonly series: number
  readonly from: number
  readonly to: number
  readonly line: number
  readonly isWhole: boolean
  /** The value to write at its end, if any. */
  readonly text?: number
  /** Only its value is written: a bar to scale would make all other bars too short. */
  readonly isUnscaled?: true
}

/** Combined values have no bar if it would be more than this many times as long as the longest other bar. */
const DWARFING = 2

function withoutDwarfing(rows: readonly Bar[][], places: PlacesData['places']): Bar[][] {
  const lengthOf = (bars: readonly Bar[]) => Math.max(0, ...bars.map(({ to }) => Math.abs(to)))
  const isJoined = (at: number) => places[at]?.joined !== undefined
  const longest = Math.max(0, ...rows.map((bars, at) => (isJoined(at) ? 0 : lengthOf(bars))))
  return rows.map((bars, at) => {
    if (!isJoined(at) || longest === 0 || lengthOf(bars) <= DWARFING * longest) return bars
    return bars.map((bar) => ({ ...bar, isUnscaled: true }))
  })
}

function rowsOf(data: PlacesData): Bar[][] {
  const { places, values } = data
  const together = isStacked(data)
  const totals = totalsOf(data)
  return places.map((_, at) => {
    let sum = 0
    const met = values.flatMap((line, series) => (line[at] ? [{ series, value: line[at].value }] : []))
    return met.map(({ series, value }, index) => {
      const isLast = index === met.length - 1
      const from = together ? sum : 0
      sum += value
      if (!together)
        return { series, from, to: value, line: index, isWhole: values.length === 1, text: value }
      return { series, from, to: sum, line: 0, isWhole: true, ...(isLast && { text: totals[at] as number }) }
    })
  })
}

interface BarPlace {
  readonly xOf: (value: number) => number
  readonly y: number
  readonly thickness: number
  readonly frame: ChartFrame
  readonly data: PlacesData
}

function barMarks({ series, from, to, text, isUnscaled }: Bar, label: string, place: BarPlace): Mark[] {
  const { xOf, y, thickness, frame, data } = place
  const [start, end] = isUnscaled ? [xOf(0), xOf(0)] : [xOf(Math.min(from, to)), xOf(Math.max(from, to))]
  const hint = hintOf(frame, data, { label, series, value: to - from })
  const box = { x: start, y, width: Math.max(1, end - start), height: thickness - 1 }
  const area = isUnscaled ? [] : [barMark(seriesStyleOf(data, series), box, hint)]
  if (text === undefined) return area
  const written = shortText(frame, text)
  const x = px(Math.max(end, xOf(0)) + 6)
  return [
    ...area,
    { is: 'text', x, y: y + (thickness - 1) / 2, text: written, ink: 'quiet', anchor: 'start', size: SIZE },
  ]
}

function scaleMarks(
  [low, high]: readonly [number, number],
  xOf: (value: number) => number,
  bottom: number,
  frame: ChartFrame,
): Mark[] {
  const ticks = marksOf(frame.format, roundValues(low, high, isNarrow(frame) ? 3 : 6))
  return ticks.flatMap(({ value, text }): Mark[] => {
    const x = px(xOf(value))
    const half = frame.measure(text, SIZE) / 2
    const anchor = x < half ? 'start' : x > frame.width - half ? 'end' : 'middle'
    return [
      { is: 'line', d: `M${x} 0V${px(bottom)}`, ink: value === 0 ? 'quiet' : 'rule', width: 1 },
      { is: 'text', x, y: bottom + AXIS / 2 + 2, text, ink: 'quiet', anchor, size: SIZE },
    ]
  })
}
