import type { Geography, Reading } from '../../../reading/index.ts'
import type { Detail, Outlines } from '../../outlines.ts'
import type { Locale } from '../locale.ts'
import { visible } from '../text.ts'
import { coreOf, countBeyond } from './core.ts'
import { type Bounds, extentOf, turnInto } from './extent.ts'
import { type Frame, frameOf, xOf, yOf } from './frame.ts'
import { type Grid, gridOf, latitudeText, longitudeText } from './grid.ts'
import { type Ground, groundOf } from './ground.ts'
import { dotsPath, pathOf } from './path.ts'

/** A map of the records, as a drawing that needs no script and no network. */
export interface MapView {
  readonly width: number
  readonly height: number
  readonly ground: Ground
  readonly grid: Grid
  readonly scale?: Scale
  /** Paths of areas and of lines. */
  readonly areas: string
  readonly lines: string
  /** Whether there are so many dots that they are drawn smaller. */
  readonly dense: boolean
  /** Paths of dots, by size: the smallest first. */
  readonly dots: readonly { readonly size: number; readonly path: string }[]
  /** A description for screen readers. */
  readonly label: string
  /** What is drawn and what is not, a sentence each. */
  readonly notes: readonly string[]
}

/** On maps wider than this, in degrees, coarse outlines are exact enough. */
const COARSE = 100
const SIZES = 4
/** The number of dot sizes on a map with shapes, which large dots would cover. */
const SIZES_BESIDE = 2
const DENSE = 400

/** The map of a reading; undefined if its records have no locations. */
export function mapOf(
  locale: Locale,
  { geography: read, count }: Pick<Reading, 'geography' | 'count'>,
  outlinesOf: (detail: Detail) => Outlines,
): MapView | undefined {
  const whole = read && extentOf(read)
  if (!whole) return undefined
  const { points, extent, exchanged } = read.shapes?.drawn
    ? { points: read.points, extent: whole, exchanged: 0 }
    : coreOf(read.points, whole)
  const geography = { ...read, points }
  const frame = frameOf(extent)
  const scale = scaleOf(locale, frame)
  const { width, height } = frame
  return {
    width,
    height,
    ground: groundOf(outlinesOf(width / frame.scale > COARSE ? 'coarse' : 'fine'), frame),
    grid: gridOf(locale, frame),
    ...(scale && { scale }),
    areas: shapesPath(geography, frame, true),
    lines: shapesPath(geography, frame, false),
    dense: geography.points.length > DENSE,
    dots: dotsOf(geography, frame),
    label: labelOf(locale, geography, extent),
    notes: notesOf(locale, geography, count, { beyond: countBeyond(points, frame), exchanged }),
  }
}

function shapesPath({ shapes }: Geography, frame: Frame, wanted: boolean): string {
  const lines = shapes?.lines.filter(({ area }) => area === wanted) ?? []
  return pathOf(
    lines.map(({ line }) => {
      const west = line.reduce((least, degrees, at) => (at % 2 === 0 ? Math.min(least, degrees) : least), 180)
      const turn = turnInto(frame, west) - west
      return line.map((degrees, at) => (at % 2 === 0 ? xOf(frame, degrees + turn) : yOf(frame, degrees)))
    }),
    wanted,
  )
}

// The largest dot stands for the greatest number of records; each smaller size for a quarter of the size above.
function dotsOf({ points, shapes }: Geography, frame: Frame): MapView['dots'] {
  const sizes = shapes?.drawn ? SIZES_BESIDE : SIZES
  const most = points.reduce((max, [, , count]) => Math.max(max, count), 1)
  const sizeOf = (count: number) =>
    most === 1 ? 1 : Math.max(1, Math.ceil(sizes + Math.log(count / most) / Math.log(4)))
  const seen = points.filter((point) => countBeyond([point], frame) === 0)
  const bySize = Map.groupBy(seen, ([, , count]) => sizeOf(count))
  return [...bySize]
    .sort(([a], [b]) => a - b)
    .map(([size, group]) => ({
      size,
      path: dotsPath(
        group.map(([longitude, latitude]) => [xOf(frame, turnInto(frame, longitude)), yOf(frame, latitude)]),
      ),
    }))
}

function labelOf(locale: Locale, { count }: Geography, { west, south, east, north }: Bounds): string {
  const size = Math.max(east - west, north - south)
  const digits = size > 20 ? 0 : size > 2 ? 1 : size > 0.2 ? 2 : 3
  return locale.words.map.label(
    count,
    [latitudeText(locale, south, digits), latitudeText(locale, north, digits)],
    [longitudeText(locale, west, digits), longitudeText(locale, east, digits)],
  )
}

function notesOf(
  locale: Locale,
  { columns, count, astray, points, shapes, metres }: Geography,
  records: number,
  { beyond, exchanged }: { readonly beyond: number; readonly exchanged: number },
): string[] {
  const { map } = locale.words
  const most = points.reduce((max, [, , each]) => Math.max(max, each), 1)
  return [
    map.placed(count, records, columns.map(visible)),
    ...(metres ? [map.metresNote] : []),
    ...(shapes && shapes.drawn < shapes.count ? [map.someShapes(shapes.drawn, shapes.count)] : []),
    ...(most > 1 ? [map.dots(locale.format.count(most))] : []),
    ...(exchanged > 0 ? [map.exchanged(exchanged)] : []),
    ...(beyond > 0 ? [map.beyond(beyond)] : []),
    ...(astray > 0 ? [map.astray(astray)] : []),
    map.source,
  ]
}

/** A line that is a round number of kilometres or metres long at the middle of a map. */
interface Scale {
  readonly length: number
  readonly text: string
}

const KM_PER_DEGREE = 111.2
/** On maps wider than this, in degrees, lengths differ too much from top to bottom for one scale. */
const WIDEST = 60

/** The scale of a frame; undefined for maps of large parts of the earth. */
function scaleOf(locale: Locale, { width, scale, north, south }: Frame): Scale | undefined {
  if (width / scale > WIDEST || north - south > WIDEST) return undefined
  const most = ((width / scale) * KM_PER_DEGREE) / 5
  const power = 10 ** Math.floor(Math.log10(most))
  const km = power * ([5, 2, 1].find((times) => times * power <= most) ?? 1)
  return { length: Math.round((km / KM_PER_DEGREE) * scale), text: lengthText(locale, km) }
}

function lengthText(locale: Locale, km: number): string {
  const { kilometres, metres } = locale.words.map
  return km >= 1 ? kilometres(locale.format.count(km)) : metres(locale.format.count(Math.round(km * 1000)))
}
