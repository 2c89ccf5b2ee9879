import type { Chart, ChartPoints } from '../../reading/index.ts'
import { type Tick, type TimeAxis, timeTicks } from './column-picture.ts'
import type { Locale } from './locale.ts'
import { showName } from './table.ts'
import { shorten, unpadded } from './text.ts'

/** A chart of several columns, as a drawing that needs no script. */
export interface ChartView {
  readonly width: number
  readonly height: number
  /** A description for screen readers. */
  readonly label: string
  readonly panels: readonly ChartPanel[]
  /** Marks on the common axis. */
  readonly xTicks: readonly Tick[]
  /** Where the plots begin and end, from the left. */
  readonly left: number
  readonly right: number
  /** The lines that have a colour, by its number. */
  readonly legend: readonly { readonly tone: number; readonly name: string }[]
  /** What is drawn, a sentence each. */
  readonly notes: readonly string[]
}

/** One plot; `top` and `bottom` are its edges. */
interface ChartPanel {
  readonly title?: string
  readonly top: number
  readonly bottom: number
  readonly yTicks: readonly Tick[]
  /** Paths; tone 0 is quiet. */
  readonly lines: readonly { readonly tone: number; readonly path: string }[]
  /** A path of dots. */
  readonly dots?: string
}

const WIDTH = 960
const TONES = 5
const TALL = 320
const SHORT = 110
/** Room above a plot, for the label of its upper mark, or for its title. */
const [ABOVE, ABOVE_TITLED] = [14, 36]
const AXIS = 34
const CHAR = 9.5
const NAME_LIMIT = 40

/** The chart of a reading as a drawing. */
export function chartViewOf(locale: Locale, chart: Chart): ChartView {
  return chart.kind === 'lines' ? linesView(locale, chart) : scatterView(locale, chart)
}

type Lines = Extract<Chart, { kind: 'lines' }>

function linesView(locale: Locale, chart: Lines): ChartView {
  const { panels, isDate, group, groups = 0 } = chart
  const { words } = locale
  const all = panels.flatMap(({ lines }) => lines.flatMap(({ points }) => points))
  const xs = extentOf(all.map(([x]) => x))
  const scales = panels.map(({ lines }) =>
    yScale(
      locale,
      lines.flatMap(({ points }) => points.map(([, y]) => y)),
    ),
  )
  const left = leftOf(scales)
  const [plot, above] = panels.length === 1 ? [TALL, ABOVE] : [SHORT, ABOVE_TITLED]
  const [x, y] = [showName(locale, chart.x), panels.map(({ y }) => showName(locale, y))]
  const isGrouped = group !== undefined
  const drawn = panels.map(({ lines }, at): ChartPanel => {
    const scale = scales[at] as YScale
    const top = at * (plot + above) + above
    const place = placing(xs, [left, WIDTH - EDGE], scale, [top, top + plot])
    const toned = lines.map(({ points }, line) => ({
      tone: isGrouped ? (line < TONES ? line + 1 : 0) : 2,
      path: pathOf(points, place),
    }))
    return {
      ...(panels.length > 1 && { title: y[at] as string }),
      top,
      bottom: top + plot,
      yTicks: scale.ticks.map(({ value, text }) => ({ at: place([xs[0], value])[1], text })),
      lines: toned.sort((a, b) => a.tone - b.tone),
    }
  })
  const ends = xs.map((at) => (isDate ? locale.format.day(new Date(at).toISOString()).text : String(at)))
  const lines = panels[0]?.lines ?? []
  return {
    width: WIDTH,
    height: (drawn.at(-1)?.bottom ?? 0) + AXIS,
    label: words.chart.label(words.chart.over(y, x), ends[0] as string, ends[1] as string),
    panels: drawn,
    xTicks: isDate ? dateTicks(locale, xs, left) : yearTicks(xs, left),
    left,
    right: WIDTH - EDGE,
    legend: isGrouped
      ? lines
          .slice(0, TONES)
          .map(({ name = '' }, at) => ({ tone: at + 1, name: shorten(unpadded(name), NAME_LIMIT) }))
      : [],
    notes: [
      words.chart.over(y, x),
      ...(isGrouped
        ? [words.chart.grouped(showName(locale, group), Math.min(lines.length, TONES), groups)]
        : []),
    ],
  }
}

type Scatter = Extract<Chart, { kind: 'scatter' }>

function scatterView(locale: Locale, chart: Scatter): ChartView {
  const { points, count } = chart
  const { words, format } = locale
  const xs = extentOf(points.map(([x]) => x))
  const scale = yScale(
    locale,
    points.map(([, y]) => y),
  )
  const left = leftOf([scale])
  const [top, bottom] = [ABOVE, ABOVE + TALL]
  const place = placing(xs, [left, WIDTH - EDGE], scale, [top, bottom])
  const [x, y] = [showName(locale, chart.x), showName(locale, chart.y)]
  return {
    width: WIDTH,
    height: bottom + AXIS,
    label: words.chart.label(words.chart.against(y, x), format.number(xs[0]), format.number(xs[1])),
    panels: [
      {
        top,
        bottom,
        yTicks: scale.ticks.map(({ value, text }) => ({ at: place([xs[0], value])[1], text })),
        lines: [],
        dots: points.map((point) => `M${place(point).join(' ')}h0`).join(''),
      },
    ],
    xTicks: valueTicks(locale, xs, left),
    left,
    right: WIDTH - EDGE,
    legend: [],
    notes: [
      words.chart.against(y, x),
      ...(points.length < count ? [words.chart.some(points.length, count)] : []),
    ],
  }
}

/** Room at the right end, for half of a label. */
const EDGE = 24

type Extent = readonly [from: number, to: number]

function extentOf(values: readonly number[]): Extent {
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const value of values) {
    if (value < from) from = value
    if (value > to) to = value
  }
  return from === to ? [from - 0.5, to + 0.5] : [from, to]
}

interface YScale {
  readonly from: number
  readonly to: number
  readonly ticks: readonly { readonly value: number; readonly text: string }[]
}

/** An axis begins at zero where that leaves at least this share of it to the values. */
const LEAST_USED = 0.65

function yScale(locale: Locale, values: readonly number[]): YScale {
  const [low, high] = extentOf(values)
  const from = low > 0 && (high - low) / high >= LEAST_USED ? 0 : low
  const to = high < 0 && (high - low) / -low >= LEAST_USED ? 0 : high
  return { from, to, ticks: marksOf(locale, roundValues(from, to, 4)) }
}

const MOST_DIGITS = 12
/** Longer texts leave too little room for the plot. */
const LONGEST_MARK = 24

// In little room, but no two alike: else with the digits that tell neighbours apart, or none at all.
function marksOf({ format }: Locale, values: readonly number[]): YScale['ticks'] {
  const step = Math.abs((values[1] ?? 1) - (values[0] ?? 0))
  const digits = Math.min(MOST_DIGITS, Math.max(0, Math.ceil(-Math.log10(step))))
  const ways = [
    format.compact,
    (value: number) => format.fixed(value, digits),
    (value: number) => value.toExponential(2),
  ]
  for (const way of ways) {
    const marks = values.map((value) => ({ value, text: way(value) }))
    const isDistinct = new Set(marks.map(({ text }) => text)).size === marks.length
    if (isDistinct && marks.every(({ text }) => text.length <= LONGEST_MARK)) return marks
  }
  return []
}

/** Round values between two bounds, about so many: steps of 1, 2 or 5 times a power of ten. */
function roundValues(from: number, to: number, count: number): number[] {
  const rough = (to - from) / count
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= rough * 0.999) ?? 10)
  if (!Number.isFinite(step) || step === 0) return []
  const first = Math.ceil(from / step - 1e-9)
  const last = Math.floor(to / step + 1e-9)
  // Multiples are divided where a step is below one, so that they are not 0.30000000000000004.
  const at = (n: number) => (step < 1 ? n / Math.round(1 / step) : n * step)
  return Array.from({ length: Math.min(20, Math.max(0, last - first + 1)) }, (_, n) => at(first + n))
}

function leftOf(scales: readonly YScale[]): number {
  const longest = Math.max(2, ...scales.flatMap(({ ticks }) => ticks.map(({ text }) => text.length)))
  return Math.round(longest * CHAR + 14)
}

function placing(
  [fromX, toX]: Extent,
  [left, right]: Extent,
  { from, to }: YScale,
  [top, bottom]: Extent,
): (point: readonly [number, number]) => [number, number] {
  return ([x, y]) => [
    Math.round(left + ((x - fromX) / (toX - fromX)) * (right - left)),
    Math.round(bottom - ((y - from) / (to - from)) * (bottom - top)),
  ]
}

function pathOf(points: ChartPoints, place: (point: readonly [number, number]) => [number, number]): string {
  let path = ''
  let before: readonly [number, number] | undefined
  for (const point of points) {
    const [x, y] = place(point)
    path += before === undefined ? `M${x} ${y}l` : `${x - before[0]} ${y - before[1]} `
    before = [x, y]
  }
  return path.trimEnd()
}

const TIMES: Omit<TimeAxis, 'length'> = { years: 8, months: 6, edge: { year: 0, month: 30 } }

function dateTicks(locale: Locale, [from, to]: Extent, left: number): Tick[] {
  const axis = { ...TIMES, length: WIDTH - EDGE - left }
  const ticks = timeTicks(locale, from, to, axis).map(({ at, text }) => ({ at: at + left, text }))
  return ticks.length > 1 ? ticks : dayTicks(locale, [from, to], left)
}

const DAY = 86_400_000
const DAYS = [1, 2, 5, 7, 14]
/** Half of the length of the text of a day. */
const HALF_DAY = 52

function dayTicks({ format }: Locale, [from, to]: Extent, left: number): Tick[] {
  const step = DAY * (DAYS.find((days) => (to - from) / (days * DAY) <= 6) ?? 30)
  const first = Math.ceil(from / step) * step
  const count = Math.max(0, Math.floor((to - first) / step) + 1)
  return Array.from({ length: count }, (_, n) => first + n * step)
    .map((time) => ({
      at: xOf(time, [from, to], left),
      text: format.day(new Date(time).toISOString()).text,
    }))
    .filter(({ at }) => at >= HALF_DAY && at <= WIDTH - HALF_DAY)
}

function valueTicks(locale: Locale, xs: Extent, left: number): Tick[] {
  return marksOf(locale, roundValues(...xs, 7)).map(({ value, text }) => ({ at: xOf(value, xs, left), text }))
}

function yearTicks(xs: Extent, left: number): Tick[] {
  return roundValues(...xs, 7)
    .filter(Number.isInteger)
    .map((year) => ({ at: xOf(year, xs, left), text: String(year) }))
}

function xOf(value: number, [from, to]: Extent, left: number): number {
  return Math.round(left + ((value - from) / (to - from)) * (WIDTH - EDGE - left))
}
