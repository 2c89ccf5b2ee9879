import { datasetResource } from '../../interface/index.ts'
import { simplify } from '../../reading/geography/shapes.ts'
import type { Geography, Reading } from '../../reading/index.ts'
import { barsOf } from './bars.ts'
import { type ChartView, chartViewOf, type DrawnChart } from './chart.ts'
import { pictureOf } from './column-picture.ts'
import { relativeLink } from './link.ts'
import { countBeyond, frameOf, linesIn, longitudeWithin, shownExtentOf, xOf, yOf } from './map/frame.ts'
import { sizeOfLine } from './map/ground.ts'
import { dotsPath, type Line, linesPath } from './map/path.ts'
import type { Mirror } from './mirror.ts'
import type { DatasetSummary } from './summary.ts'

/** A drawing without words, in a box of this size; what it shows is on the page of the dataset. */
interface StartPicture {
  readonly box: string
  readonly lines: readonly { readonly tone?: number; readonly path: string }[]
  readonly dots?: string
  readonly outlines?: string
  /** A grid of numbers, as on the page of the dataset. */
  readonly cells?: ChartView['cells']
  /** Whether it must not be stretched. */
  readonly isMap?: true
  readonly bars?: { readonly path: string; readonly stroke: number }
}

/** How many are shown, and how many datasets are candidates: every build has to read these. */
interface Extent {
  readonly shown: number
  readonly read: number
}
const SHELF: Extent = { shown: 6, read: 16 }
/** The page is without a map then. */
const WALL: Extent = { shown: 12, read: 32 }
const MOST_BYTES = 300_000
const LEAST_RECORDS = 12
const [LEAST_DOTS, LEAST_SHAPES] = [20, 5]

/**
 * At most six datasets to begin with, or twelve if the page draws nothing else. Those with places or a chart come before those with only a
 * distribution, and one of each category before a second one. Of datasets with the same columns, such as the years of a series, only one is
 * shown. Candidates are two of each of the largest categories, then those with the most records, if they are small enough to be read for
 * this.
 */
export function startsOf(mirror: Mirror, hasMap: boolean) {
  const extent = hasMap ? SHELF : WALL
  const cards = candidatesOf(mirror, extent).flatMap(({ summary, category }) => {
    const page = datasetResource(summary.code)
    const reading = mirror.readingOf(page)
    const picture = reading && pictureOfReading(mirror, reading)
    if (!reading || !picture) return []
    const { count, columns, moreColumns } = reading
    const size = mirror.words.sentence.size(count, columns.length, moreColumns === true)
    return [
      {
        columns: JSON.stringify(columns.map(({ name }) => name)),
        category,
        isPlain: picture.bars !== undefined,
        card: {
          title: summary.title,
          href: relativeLink('home', page),
          extent: size,
          picture,
        },
      },
    ]
  })
  const best = cards.toSorted((a, b) => Number(a.isPlain) - Number(b.isPlain))
  const isFirst = ({ category }: (typeof cards)[number], at: number) =>
    best.findIndex((other) => other.category === category) === at
  const [first, others] = [best.filter(isFirst), best.filter((one, at) => !isFirst(one, at))]
  const ordered = [...first, ...others]
  const isNew = ({ columns }: (typeof cards)[number], at: number) =>
    ordered.findIndex((other) => other.columns === columns) === at
  return ordered
    .filter(isNew)
    .slice(0, extent.shown)
    .map(({ card }) => card)
}

interface Candidate {
  readonly summary: DatasetSummary
  /** Its category, by its position; undefined if it has none. */
  readonly category: number | undefined
}

function candidatesOf({ groups, summaries }: Mirror, { shown, read }: Extent): Candidate[] {
  const isAble = ({ records = 0, bytes = Number.POSITIVE_INFINITY, state }: DatasetSummary) =>
    records >= LEAST_RECORDS && bytes <= MOST_BYTES && state === 'current'
  const largest = (members: readonly DatasetSummary[]) =>
    members.filter(isAble).toSorted((a, b) => (b.records ?? 0) - (a.records ?? 0))
  const found = new Map<DatasetSummary, number | undefined>()
  const categories = groups.categories.groups.toSorted((a, b) => b.members.length - a.members.length)
  for (const [at, { members }] of categories.slice(0, read / 2).entries())
    for (const summary of largest(members).slice(0, 2)) if (!found.has(summary)) found.set(summary, at)
  for (const summary of largest(summaries.all).slice(0, shown))
    if (!found.has(summary)) found.set(summary, undefined)
  return [...found].slice(0, read).map(([summary, category]) => ({ summary, category }))
}

function pictureOfReading(mirror: Mirror, reading: Reading): StartPicture | undefined {
  const { chart, geography, columns } = reading
  if (geography && (geography.points.length >= LEAST_DOTS || (geography.shapes?.drawn ?? 0) >= LEAST_SHAPES))
    return placesOf(geography)
  if (chart && chart.kind !== 'amounts') {
    const { panels, cells, width, height } = chartViewOf(mirror, shrunk(chart))
    if (cells) return { box: `0 0 ${width} ${height}`, lines: [], cells, isMap: true }
    const [panel] = panels
    if (panel)
      return {
        box: `${panel.left} ${panel.top} ${panel.right - panel.left} ${panel.bottom - panel.top}`,
        lines: panel.lines,
        ...(panel.dots !== undefined && { dots: panel.dots }),
      }
  }
  const rows = barsOf(mirror, reading)?.rows.flatMap(({ percent }) => percent ?? []) ?? []
  if (rows.length > 1)
    return {
      box: `0 0 100 ${rows.length}`,
      lines: [],
      bars: { path: rows.map((percent, at) => `M0 ${at + 0.5}h${percent}`).join(''), stroke: 0.7 },
    }
  for (const column of columns) {
    if (isFlat(column.histogram?.counts)) continue
    const picture = pictureOf(mirror, column, column.name)
    if (picture && picture.kind !== 'truth')
      return { box: `0 0 ${picture.width} 28`, lines: [], bars: picture.bars }
  }
  return undefined
}

/** A grid in a tile has no more columns and rows: they would be smaller than a point of the screen, and make the page heavy. */
const MOST_CELLS = 40

// A grid of numbers with fewer cells; other charts stay.
function shrunk(chart: DrawnChart): DrawnChart {
  if (chart.kind !== 'raster') return chart
  const step = Math.ceil(Math.max(chart.width, chart.height) / MOST_CELLS)
  const [width, height] = [Math.ceil(chart.width / step), Math.ceil(chart.height / step)]
  const cells = Array.from(
    { length: width * height },
    (_, at) => chart.cells[(at % width) * step + Math.floor(at / width) * step * chart.width] as string,
  ).join('')
  return { ...chart, width, height, cells }
}

// Numbers that only count the records are spread evenly: their picture is a row of equal bars, or a comb if they are few.
function isFlat(counts: readonly number[] = []): boolean {
  const most = Math.max(...counts)
  return counts.length > 1 && (most < 3 || most <= 1.5 * Math.min(...counts))
}

/** A drawing is this many times smaller than the map of its dataset. It has no land and borders, which would take more bytes than everything else. */
const SMALLER = 3
/** Vertices nearer to the line than this, in units of the drawing, are left out, and so are shapes that are hardly larger. */
const DETAIL = 1

function placesOf(geography: Geography): StartPicture | undefined {
  const { points, shapes } = geography
  const isOfDots = points.length >= LEAST_DOTS
  const extent = isOfDots ? shownExtentOf({ points }) : shownExtentOf(geography)
  if (!extent) return undefined
  const frame = frameOf(extent)
  const box = `0 0 ${frame.width / SMALLER} ${Math.round(frame.height / SMALLER)}`
  const small = (line: Line) => line.map((at) => at / SMALLER)
  if (isOfDots) {
    const seen = points.filter((point) => countBeyond([point], frame) === 0)
    const dots = seen.map(([x, y]) => [xOf(frame, longitudeWithin(frame, x)), yOf(frame, y)])
    return { box, lines: [], isMap: true, dots: dotsPath(dots.map((dot) => small(dot) as [number, number])) }
  }
  const outlines = linesIn(frame, shapes?.lines.map(({ line }) => line) ?? [])
    .map((line) => simplify(small(line), DETAIL))
    .filter((line) => sizeOfLine(line) > 2 * DETAIL)
  return { box, lines: [], isMap: true, outlines: linesPath(outlines) }
}
