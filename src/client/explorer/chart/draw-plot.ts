import { splitAtGaps } from '../../../lib/reading/gap.ts'
import {
  chartExtent,
  dateTicks,
  type Extent,
  placeIn,
  valueTicks,
  type YScale,
  yearTicks,
  yScale,
} from '../../../lib/site/view/chart-scale.ts'
import { monthsUntil, type Tick } from '../../../lib/site/view/column-picture.ts'
import type { ChartData } from '../core/chart-data.ts'
import type { ChartPlace } from '../core/chart-slots.ts'
import {
  type ChartFrame,
  hintOf,
  isNarrow,
  isStacked,
  type PlacesData,
  placeText,
  SIZE,
  totalsOf,
} from './frame.ts'
import type { Drawing, Mark } from './marks.ts'
import { barMark, dotsMark, px, seriesStyleOf } from './series-style.ts'

const ABOVE = 12
const AXIS = 30
const [TALL, LOW] = [320, 230]
const RIGHT = 12
/** The width in px that a tick needs: with a number or year, and with a month. */
const [NUMBER_ROOM, MONTH_ROOM] = [60, 110]
/** With more points than this, only points without a neighbour on their line have dots. */
const MOST_DOTS = 80

/** The axes of a drawing: their extent, their edges in px, and the conversion of values to px. */
interface Plot {
  readonly frame: ChartFrame
  readonly xs: Extent
  readonly scale: YScale
  readonly left: number
  readonly right: number
  readonly bottom: number
  readonly xOf: (value: number) => number
  readonly yOf: (value: number) => number
}

function plotOf(frame: ChartFrame, xs: Extent, scale: YScale): Plot {
  const widest = Math.max(0, ...scale.ticks.map(({ text }) => frame.measure(text, SIZE)))
  const [left, right] = [Math.ceil(widest) + 10, frame.width - RIGHT]
  const bottom = ABOVE + (isNarrow(frame) ? LOW : TALL)
  return {
    frame,
    xs,
    scale,
    left,
    right,
    bottom,
    xOf: (value) => px(left + placeIn(value, xs) * (right - left)),
    yOf: (value) => px(bottom - placeIn(value, [scale.from, scale.to]) * (bottom - ABOVE)),
  }
}

/** A plot whose axes include all points. */
function plotOfPoints(
  frame: ChartFrame,
  points: readonly (readonly [x: number, y: number, ...rest: unknown[]])[],
): Plot {
  const xs = chartExtent(points.map(([x]) => x))
  const ys = points.map(([, y]) => y)
  return plotOf(frame, xs, yScale(frame.format, ys))
}

function drawingOf(
  { frame, scale, left, right, bottom, yOf }: Plot,
  ticks: readonly Tick[],
  marks: readonly Mark[],
): Drawing {
  const grid = scale.ticks.flatMap(({ value, text }): Mark[] => [
    { is: 'line', d: `M${left} ${yOf(value)}H${right}`, ink: 'rule', width: 1 },
    { is: 'text', x: left - 8, y: yOf(value), text, ink: 'quiet', anchor: 'end', size: SIZE },
  ])
  const axis: Mark[] = [
    { is: 'line', d: `M${left} ${bottom}H${right}`, ink: 'quiet', width: 1 },
    ...ticks.flatMap(({ at, text }): Mark[] => {
      const half = frame.measure(text, SIZE) / 2
      const x = px(Math.min(Math.max(at, half), frame.width - half))
      return [
        { is: 'line', d: `M${at} ${bottom}v5`, ink: 'quiet', width: 1 },
        { is: 'text', x, y: bottom + AXIS / 2 + 3, text, ink: 'quiet', anchor: 'middle', size: SIZE },
      ]
    }),
  ]
  return { width: frame.width, height: bottom + AXIS, marks: [...grid, ...marks, ...axis] }
}

/** Ticks of a continuous axis. */
function ticksOf({ frame, xs, left, right }: Plot, axis: PlacesData['axis']): Tick[] {
  const room = right - left
  const numbers = Math.max(2, Math.floor(room / NUMBER_ROOM))
  if (axis === 'date') {
    const months = Math.max(2, Math.min(6, Math.floor(room / MONTH_ROOM)))
    return dateTicks(frame, xs, [left, right], {
      years: Math.min(8, numbers),
      months,
      edge: { year: 0, month: 0 },
    })
  }
  return axis === 'year'
    ? yearTicks(xs, [left, right], numbers)
    : valueTicks(frame.format, xs, [left, right], numbers)
}

/** Lines over numbers or dates, one for each colour. */
export function drawLines(data: PlacesData, frame: ChartFrame): Drawing {
  const { places, values } = data
  const at = (place: number) => (places[place] as ChartPlace).from as number
  const lines = values.map((line) =>
    line.flatMap((one, place): [number, number][] => (one ? [[at(place), one.value]] : [])),
  )
  const all = lines.flat()
  const plot = plotOfPoints(frame, all)
  const isDotted = all.length <= MOST_DOTS
  const isDate = data.axis === 'date'
  const marks = lines.flatMap((points, series): Mark[] => {
    const look = seriesStyleOf(data, series)
    const { ink, opacity, dash } = look
    const parts = (isDate || data.axis === 'year' ? splitAtGaps(points, isDate) : [points]).map((part) =>
      part.map(([x, y]) => `${plot.xOf(x)} ${plot.yOf(y)}`),
    )
    const dotted = parts.filter((part) => isDotted || part.length === 1).flat()
    const path = parts.filter((part) => part.length > 1).map((part) => `M${part.join('L')}`)
    return [
      { is: 'line', d: path.join(''), ink, width: 2, dash, ...(opacity !== undefined && { opacity }) },
      dotsMark(look, dotted),
    ]
  })
  return drawingOf(plot, ticksOf(plot, data.axis), marks.toReversed())
}

/** Vertical bars over years, periods or ranges of numbers. */
export function drawColumns(data: PlacesData, frame: ChartFrame): Drawing {
  const { places, values } = data
  const together = isStacked(data)
  const ends = places.map(
    ({ from = 0, to = 0 }): Extent => (from === to ? [from - 0.5, to + 0.5] : [from, to]),
  )
  const tops = together ? totalsOf(data) : values.flat().map((one) => one?.value ?? 0)
  const plot = plotOf(
    frame,
    [ends[0]?.[0] ?? 0, ends.at(-1)?.[1] ?? 1],
    yScale(frame.format, [0, ...tops], 0),
  )
  const { xOf, yOf } = plot
  const marks = places.flatMap((place, at) => {
    const [from, to] = ends[at] as Extent
    const [left, right] = [xOf(from), xOf(to)]
    const gap = right - left > 3 ? 1 : 0
    const width = Math.max(1, right - left - gap) / (together ? 1 : values.length)
    let sum = 0
    return values.flatMap((line, series): Mark[] => {
      const one = line[at]
      if (!one || one.value === 0) return []
      const base = together ? sum : 0
      sum += one.value
      const [y, end] = [yOf(Math.max(base, base + one.value)), yOf(Math.min(base, base + one.value))]
      const hint = hintOf(frame, data, { label: placeText(place, frame, data), series, value: one.value })
      const x = left + (together ? 0 : series * width)
      return [barMark(seriesStyleOf(data, series), { x, y, width, height: Math.max(1, end - y) }, hint)]
    })
  })
  const ticks = data.axis === 'number' ? ticksOf(plot, 'number') : placeTicks(data, plot, ends)
  return drawingOf(plot, ticks, marks)
}

/** The months from one label to the next. They divide twelve or are multiples of it, so January is labelled in each labelled year. */
const MONTH_STEPS = [1, 2, 3, 6, 12, 24, 60, 120]
const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]

// Labels for as many periods as there is room for, each below the middle of its bar.
function placeTicks(data: PlacesData, { frame, xOf, left, right }: Plot, ends: readonly Extent[]): Tick[] {
  const { places, per } = data
  const texts = places.map((place) => placeText(place, frame, data))
  const widest = Math.max(0, ...texts.map((text) => frame.measure(text, SIZE))) + 14
  const most = Math.max(1, Math.floor((right - left) / widest))
  const isByYear = data.axis === 'year' || per === 'year'
  const able = per === 'month' ? MONTH_STEPS : STEPS
  const step = able.find((each) => places.length / each <= most) ?? places.length
  return texts.flatMap((text, at) => {
    const number = isByYear ? Number(text) : per === 'month' ? monthsUntil(places[at]?.from ?? 0) : at
    if (number % step !== 0) return []
    const [from, to] = ends[at] as Extent
    return [{ at: xOf((from + to) / 2), text }]
  })
}

/** A dot for each record. */
export function drawPoints(
  data: Extract<ChartData, { is: 'points' }>,
  frame: ChartFrame,
  isDate: boolean,
): Drawing {
  const { points, series } = data
  const plot = plotOfPoints(frame, points)
  const marks = Array.from({ length: Math.max(1, series.length) }, (_, own): Mark => {
    const dots = points.flatMap(([x, y, at]) => (at === own ? [`${plot.xOf(x)} ${plot.yOf(y)}`] : []))
    return dotsMark({ opacity: series.length > 1 ? 0.8 : 0.6, ...seriesStyleOf(data, own) }, [
      ...new Set(dots),
    ])
  })
  return drawingOf(plot, ticksOf(plot, isDate ? 'date' : 'number'), marks.toReversed())
}
