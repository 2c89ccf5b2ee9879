import type { Chart, ChartLine, Column } from '../../reading/index.ts'
import {
  chartExtent,
  dashOf,
  dateTicks,
  EDGE,
  type Extent,
  placeIn,
  valueTicks,
  type YScale,
  yearTicks,
  yScale,
} from './chart-scale.ts'
import type { Tick } from './column-picture.ts'
import type { Locale } from './locale.ts'
import { ownNameOf, showName } from './table.ts'
import { plainValue, shorten } from './text.ts'

/** A chart of several columns, as a drawing that needs no script. */
export interface ChartView {
  readonly width: number
  readonly height: number
  /** A description for screen readers. */
  readonly label: string
  readonly panels: readonly ChartPanel[]
  /** The part of the drawing that each panel takes, if they stand in columns: a phone shows them below each other. */
  readonly parts?: readonly Part[]
  /** A grid of numbers in place of panels: for each level from 1 to 9, runs of cells in units of the drawing. */
  readonly cells?: readonly { readonly level: number; readonly runs: readonly Run[] }[]
  /** The lines that have a colour, by its number. */
  readonly legend: readonly {
    readonly tone: number
    readonly dash: string | undefined
    readonly name: string
  }[]
  /** What is drawn, a sentence each. */
  readonly notes: readonly string[]
}

/** A part of a drawing. */
interface Part {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Cells of one level beside each other. */
type Run = readonly [x: number, y: number, length: number]

/** The columns of a chart by their names in the document, for the explorer to begin with. */
export interface ChartColumns {
  readonly kind: 'line' | 'scatter' | 'bar'
  readonly x: string
  /** Without it, records are counted. */
  readonly y?: string
  readonly colour?: string
}

/** The columns that a chart draws; of several panels those of the first. Where each year is a column, bars of the last year; undefined for a grid. */
export function chartColumnsOf(chart: Chart): ChartColumns | undefined {
  switch (chart.kind) {
    case 'raster':
      return undefined
    case 'scatter':
      return { kind: 'scatter', x: chart.x, y: chart.y }
    case 'amounts':
      return { kind: 'bar', x: chart.name, y: chart.y }
    case 'years': {
      const [x, colour] = chart.names
      return x === undefined
        ? undefined
        : { kind: 'bar', x, y: chart.last, ...(colour !== undefined && { colour }) }
    }
    case 'lines': {
      const { x, part, panels, group = part } = chart
      const [panel] = panels
      return panel && { kind: 'line', x, y: panel.y, ...(group !== undefined && { colour: group }) }
    }
  }
}

/** One plot, with its edges. */
interface ChartPanel {
  readonly title?: string
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
  /** Marks on its axis; none where another plot below it has the same. */
  readonly xTicks: readonly Tick[]
  readonly yTicks: readonly Tick[]
  /** Paths. Those of groups have a tone, of which 0 is quiet. */
  readonly lines: readonly {
    readonly tone?: number
    readonly path: string
    readonly dash?: string | undefined
  }[]
  /** A path of dots. */
  readonly dots?: string
}

const WIDTH = 960
const TONES = 5
const TALL = 320
const SHORT = 110
/** If there are more plots, they are in two columns, so that the records below are nearer. */
const MOST_STACKED = 2
const TITLE_LIMIT = 30
/** Room above a plot, for the label of its upper mark, or for its title. */
const [ABOVE, ABOVE_TITLED] = [14, 36]
const AXIS = 34
/** Room below an axis without labels, for the lower half of its lowest value. */
const BELOW = 8
const CHAR = 9.5
const NAME_LIMIT = 40
/** The line that stands for a single point. */
const DASH = 6

/** A chart that is a drawing, not a list of bars. */
export type DrawnChart = Exclude<Chart, { kind: 'amounts' }>

/** The chart of a reading, with the columns of all its records, as a drawing. */
export function chartViewOf(locale: Locale, chart: DrawnChart, columns: readonly Column[] = []): ChartView {
  const nameOf = (name: string) => ownNameOf(locale, columns, name)
  switch (chart.kind) {
    case 'raster':
      return rasterView(locale, chart)
    case 'scatter':
      return scatterView(locale, chart, nameOf)
    case 'years': {
      const { first, last, lines, names, isEachNamed, count, totals, step } = chart
      const [name] = names.map(nameOf)
      const group = isEachNamed && names.length === 1 ? name : undefined
      // The year that some periods share tells them from others.
      const [from = '', to = ''] = [first, last].map(step ? (one) => showName(locale, one) : nameOf)
      const what = locale.words.chart.columns(from, to, step !== undefined)
      const isDate = step === 'date'
      const view = linesView(locale, { what, panels: [{ lines }], isDate, groups: { group, count } })
      return { ...view, notes: [...view.notes, ...totalsNote(locale, totals)] }
    }
    case 'lines': {
      const { x, part, group, groups: count = 0, isDate } = chart
      const panels = chart.panels.map(({ y, lines }) => ({ title: nameOf(y), lines }))
      const ys = panels.map(({ title }) => title)
      const times = [x, part].flatMap((name) => (name === undefined ? [] : nameOf(name)))
      const what = locale.words.chart.over(ys, times.join(', '))
      const groups = group === undefined ? undefined : { group: nameOf(group), count }
      return linesView(locale, { what, panels, isDate, ...(groups && { groups }) })
    }
  }
}

function rasterView(
  { words, format }: Locale,
  { columns, rows, width, height, cells, from, to }: Extract<Chart, { kind: 'raster' }>,
): ChartView {
  const byLevel = new Map<number, Run[]>()
  for (let y = 0; y < height; y++)
    for (const { 0: run, index: x } of cells.slice(y * width, (y + 1) * width).matchAll(/(\d)\1*/g)) {
      const level = Number(run[0]) + 1
      const runs = byLevel.get(level) ?? []
      byLevel.set(level, runs)
      runs.push([x, y, run.length])
    }
  const label = words.chart.raster(
    format.count(columns),
    format.count(rows),
    format.number(from),
    format.number(to),
  )
  return {
    width,
    height,
    label,
    panels: [],
    cells: [...byLevel].sort(([a], [b]) => a - b).map(([level, runs]) => ({ level, runs })),
    legend: [],
    notes: [label],
  }
}

/** Lines in one or more panels. */
interface Lines {
  /** What is drawn, as a sentence. */
  readonly what: string
  readonly panels: readonly { readonly title?: string; readonly lines: readonly ChartLine[] }[]
  readonly isDate: boolean
  /** What each line stands for, else a record, and how many there are; absent if a panel has only one. */
  readonly groups?: { readonly group: string | undefined; readonly count: number }
}

function linesView(locale: Locale, chart: Lines): ChartView {
  const { what, panels, groups } = chart
  const { words } = locale
  const all = panels.flatMap(({ lines }) => lines.flatMap(({ parts }) => parts.flat()))
  const xs = chartExtent(all.map(([x]) => x))
  const drawn = panelsOf(locale, chart, xs)
  const [from = '', to = ''] = xs.map((at) => timeTextOf(locale, chart, at))
  const lines = panels[0]?.lines ?? []
  const coloured = Math.min(lines.length, TONES)
  return {
    width: WIDTH,
    height: Math.max(...drawn.map(({ bottom }) => bottom)) + AXIS,
    label: [words.chart.label(what, from, to), ...valuesOf(locale, chart)].join(' '),
    panels: drawn,
    ...(drawn.length > MOST_STACKED && { parts: drawn.map(partOf) }),
    legend: groups
      ? lines.slice(0, TONES).map(({ name = '' }, at) => ({
          tone: at + 1,
          dash: dashOf(at + 1),
          name: shorten(plainValue(name), NAME_LIMIT),
        }))
      : [],
    notes: [
      what,
      ...(groups ? [words.chart.grouped(groups.group, coloured, lines.length, groups.count)] : []),
    ],
  }
}

/** A place on the axis of the times of lines, as a day or a year. */
export function timeTextOf(locale: Locale, { isDate }: { readonly isDate: boolean }, at: number): string {
  return isDate ? locale.format.day(new Date(at).toISOString()).text : String(Math.floor(at))
}

// What the lines show, for readers who do not see them: of groups the last values of the coloured ones, else what each column begins and ends with,
// and how far it goes.
function valuesOf({ words, format }: Locale, { panels, groups }: Lines): string[] {
  return panels.flatMap(({ title = '', lines }) => {
    const series = lines.map(({ name = '', parts }) => ({ name, ys: parts.flat().map(([, y]) => y) }))
    const all = chartExtent(series.flatMap(({ ys }) => ys))
    const text = (value = 0) => format.number(value, all[1] - all[0])
    if (groups === undefined) {
      const ys = series.flatMap((one) => one.ys)
      return [words.chart.series(title, text(ys[0]), text(ys.at(-1)), text(all[0]), text(all[1]))]
    }
    const lasts = series
      .slice(0, TONES)
      .map(({ name, ys }) => `${shorten(plainValue(name), NAME_LIMIT)} ${text(ys.at(-1))}`)
    return [words.chart.lasts(lasts)]
  })
}

/** The plots of a chart of lines, below each other or in two columns. */
function panelsOf(locale: Locale, { panels, isDate, groups }: Lines, xs: Extent): ChartPanel[] {
  const ysOf = ({ parts }: ChartLine) => parts.flat().map(([, y]) => y)
  const scales = panels.map(({ lines }) => yScale(locale.format, lines.flatMap(ysOf)))
  const marks = leftOf(scales)
  const columns = panels.length > MOST_STACKED ? 2 : 1
  const [plot, above] = panels.length === 1 ? [TALL, ABOVE] : [SHORT, ABOVE_TITLED]
  return panels.map(({ title = '', lines }, at) => {
    const scale = scales[at] as YScale
    const top = Math.floor(at / columns) * (plot + above) + above
    const room: Extent = [
      (at % columns) * (WIDTH / columns) + marks,
      ((at % columns) + 1) * (WIDTH / columns) - EDGE,
    ]
    const place = placing(xs, room, scale, [top, top + plot])
    const drawn = lines.map(({ parts }, line) => {
      const path = parts.map((part) => pathOf(part.map(place))).join('')
      const tone = line < TONES ? line + 1 : 0
      return groups ? { tone, path, dash: dashOf(tone) } : { path }
    })
    const isLowest = at + columns >= panels.length
    return {
      ...(panels.length > 1 && { title: columns > 1 ? shorten(title, TITLE_LIMIT) : title }),
      top,
      bottom: top + plot,
      left: room[0],
      right: room[1],
      xTicks: isLowest ? timesOf(locale, isDate, xs, room) : [],
      yTicks: scale.ticks.map(({ value, text }) => ({ at: place([xs[0], value])[1], text })),
      lines: drawn.sort((a, b) => (a.tone ?? 0) - (b.tone ?? 0)),
    }
  })
}

/** The half of the width that a panel takes, from its title to its axis. */
function partOf({ top, bottom, left, xTicks }: ChartPanel): Part {
  const width = WIDTH / 2
  const y = top - ABOVE_TITLED
  return { x: left < width ? 0 : width, y, width, height: bottom - y + (xTicks.length > 0 ? AXIS : BELOW) }
}

/** How many years and months a plot of half the width names. */
const NARROW_TIMES = { years: 4, months: 4, edge: { year: 0, month: 30 } }

function timesOf(locale: Locale, isDate: boolean, xs: Extent, room: Extent): Tick[] {
  const isNarrow = room[1] - room[0] < WIDTH / 2
  if (isDate) return dateTicks(locale, xs, room, isNarrow ? NARROW_TIMES : undefined)
  return yearTicks(xs, room, isNarrow ? NARROW_TIMES.years : undefined)
}

type Scatter = Extract<Chart, { kind: 'scatter' }>

function scatterView(locale: Locale, chart: Scatter, nameOf: (name: string) => string): ChartView {
  const { points, count, totals } = chart
  const { words, format } = locale
  const xs = chartExtent(points.map(([x]) => x))
  const ys = points.map(([, y]) => y)
  const scale = yScale(locale.format, ys)
  const left = leftOf([scale])
  const [top, bottom] = [ABOVE, ABOVE + TALL]
  const place = placing(xs, [left, WIDTH - EDGE], scale, [top, bottom])
  const [x, y] = [nameOf(chart.x), nameOf(chart.y)]
  return {
    width: WIDTH,
    height: bottom + AXIS,
    label: words.chart.label(words.chart.against(y, x), format.number(xs[0]), format.number(xs[1])),
    panels: [
      {
        top,
        bottom,
        left,
        right: WIDTH - EDGE,
        xTicks: valueTicks(locale.format, xs, [left, WIDTH - EDGE]),
        yTicks: scale.ticks.map(({ value, text }) => ({ at: place([xs[0], value])[1], text })),
        lines: [],
        dots: points.map((point) => `M${place(point).join(' ')}h0`).join(''),
      },
    ],
    legend: [],
    notes: [
      words.chart.against(y, x),
      ...totalsNote(locale, totals),
      ...(points.length < count ? [words.chart.some(points.length, count)] : []),
    ],
  }
}

const MOST_TOTALS = 3

/** States which records are left out because they are totals of others; empty if none is. */
export function totalsNote({ words }: Locale, totals: readonly string[] = []): string[] {
  const names = totals.slice(0, MOST_TOTALS).map((name) => shorten(plainValue(name), NAME_LIMIT))
  return names.length === 0 ? [] : [words.chart.totals(names, totals.length > names.length)]
}

function leftOf(scales: readonly YScale[]): number {
  const longest = Math.max(2, ...scales.flatMap(({ ticks }) => ticks.map(({ text }) => text.length)))
  return Math.round(longest * CHAR + 14)
}

function placing(
  xs: Extent,
  [left, right]: Extent,
  { from, to }: YScale,
  [top, bottom]: Extent,
): (point: readonly [number, number]) => [number, number] {
  return ([x, y]) => [
    Math.round(left + placeIn(x, xs) * (right - left)),
    Math.round(bottom - placeIn(y, [from, to]) * (bottom - top)),
  ]
}

function pathOf(places: readonly (readonly [x: number, y: number])[]): string {
  const [first = [0, 0], ...others] = places
  // A line without a length is not drawn.
  if (others.length === 0) return `M${first[0] - DASH / 2} ${first[1]}h${DASH}`
  const steps = others.map(([x, y], at) => {
    const [beforeX, beforeY] = places[at] ?? first
    return `${x - beforeX} ${y - beforeY}`
  })
  return `M${first[0]} ${first[1]}l${steps.join(' ')}`
}
