import type { Geography, Reading } from '../../../reading/index.ts'
import type { Detail, Outlines } from '../../outlines.ts'
import type { Locale } from '../locale.ts'
import { ownNameOf } from '../table.ts'
import { oneLine } from '../text.ts'
import {
  type Bounds,
  countBeyond,
  countLeftOut,
  type Frame,
  frameOf,
  linesIn,
  longitudeWithin,
  shownExtentOf,
  xOf,
  yOf,
} from './frame.ts'
import { groundOf, ownGroundOf } from './ground.ts'
import { dotsPath, linesPath } from './path.ts'

/** On maps wider than this, in degrees, coarse outlines are exact enough. */
const COARSE = 100
const SIZES = 4
/** The number of dot sizes on a map with shapes, which large dots would cover. */
const SIZES_BESIDE = 2
const DENSE = 400
/** The characters of the name of a list in a note. */
const LONGEST_NAME = 120

/** A map of the records, as a drawing that needs no script and no network. */
export type MapView = NonNullable<ReturnType<typeof mapOf>>

/** The map of a reading; undefined if its records have no locations. */
export function mapOf(
  locale: Locale,
  {
    geography,
    count,
    columns = [],
  }: Pick<Reading, 'geography' | 'count'> & Partial<Pick<Reading, 'columns'>>,
  outlinesOf: (detail: Detail) => Outlines,
) {
  const extent = geography && shownExtentOf(geography)
  if (!extent) return undefined
  const frame = frameOf(extent)
  const scale = scaleOf(locale, frame)
  const { width, height } = frame
  const records = recordsOf(geography, frame, columns)
  const leftOut = countLeftOut(geography)
  const areas = shapeLines(geography, frame, true)
  const lines = shapeLines(geography, frame, false)
  const own = geography.ground
  const ground = own
    ? ownGroundOf(linesIn(frame, own.land), linesIn(frame, own.borders), frame)
    : groundOf(outlinesOf(width / frame.scale > COARSE ? 'coarse' : 'fine'), frame, areas, lines)
  return {
    width,
    height,
    ground,
    grid: gridOf(locale, frame),
    ...(scale && { scale }),
    /** Paths of areas and of lines. */
    areas: linesPath(areas, true),
    lines: linesPath(lines),
    /** Whether there are so many dots that they are drawn smaller. */
    dense: geography.points.length > DENSE,
    dots: dotsOf(geography, frame),
    /** A description for screen readers. */
    label: labelOf(locale, geography.count - leftOut, extent),
    /** What is drawn and what is not, a sentence each. */
    notes: notesOf(
      locale,
      { ...geography, columns: geography.columns.map((name) => ownNameOf(locale, columns, name)) },
      count,
      leftOut,
      ground.outlined,
    ),
    /** What a script needs to find the records on the map; absent if the table does not have their places. */
    ...(records && { records }),
  }
}

/** How records become places on a map, for `src/client/map`. */
export type MapRecords = NonNullable<ReturnType<typeof recordsOf>>

function recordsOf(
  { columns: named, count, points, exchanged, latitudeFirst, metres, grid, shapes, located }: Geography,
  frame: Frame,
  all: Reading['columns'],
) {
  const columns = located ? [] : named.map((name) => all.findIndex((column) => column.name === name))
  const placed = points.reduce((sum, [, , each]) => sum + each, 0)
  if (columns.includes(-1) || (located && located.length < placed)) return undefined
  const isTurned = (exchanged === count) !== (latitudeFirst === true)
  const shapesOf = (wanted: boolean) => {
    const records = shapes?.lines.filter(({ area }) => area === wanted).map(({ record }) => record) ?? []
    return records.map((record, at) => record - (records[at - 1] ?? 0))
  }
  const { west, north, scale, squeeze } = frame
  const round = (part: number) => Number(part.toPrecision(9))
  return {
    /** The edges in degrees, the units of the drawing per degree of latitude, and the relative width of a degree of longitude. */
    frame: [round(west), round(north), round(scale), round(squeeze)] as const,
    /** The columns by their positions among all: of longitude and latitude, or of texts and geometries. */
    columns,
    ...(isTurned && { latitudeFirst: true as const }),
    ...(metres && { metres }),
    /** In the notation of PROJ. */
    ...(grid !== undefined && { grid }),
    /** The record of each area and each line, counted from 0 and each as the difference from the one before. */
    areas: shapesOf(true),
    lines: shapesOf(false),
    /** The record, x and y of the spots of records that are found in no column. */
    located: (located ?? []).map(
      ([record, longitude, latitude]) =>
        [
          record,
          Math.round(xOf(frame, longitudeWithin(frame, longitude))),
          Math.round(yOf(frame, latitude)),
        ] as const,
    ),
  }
}

function shapeLines({ shapes }: Geography, frame: Frame, wanted: boolean): number[][] {
  const lines = shapes?.lines.flatMap(({ area, line }) => (area === wanted ? [line] : [])) ?? []
  return linesIn(frame, lines)
}

// Paths by size, the smallest first. The largest dot stands for the greatest number of records; each smaller size for a quarter of the size above.
function dotsOf({ points, shapes }: Geography, frame: Frame) {
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
        group.map(([longitude, latitude]) => [
          xOf(frame, longitudeWithin(frame, longitude)),
          yOf(frame, latitude),
        ]),
      ),
    }))
}

function labelOf(locale: Locale, count: number, { west, south, east, north }: Bounds): string {
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
  { columns, count, astray, points, shapes, ground, metres, byValues, stated, exchanged = 0 }: Geography,
  records: number,
  beyond: number,
  outlined: boolean,
): string[] {
  const { map } = locale.words
  const most = points.reduce((max, [, , each]) => Math.max(max, each), 1)
  return [
    map.placed(count - beyond, records, columns),
    ...(stated ? [map.stated[stated]] : []),
    ...(byValues ? [map.byValues] : []),
    ...(metres ? [map.metresNote] : []),
    ...(shapes && shapes.drawn < shapes.count ? [map.someShapes(shapes.drawn, shapes.count)] : []),
    ...(most > 1 ? [map.dots(locale.format.count(most))] : []),
    ...(exchanged > 0 ? [map.exchanged(exchanged)] : []),
    ...(beyond > 0 ? [map.beyond(beyond)] : []),
    ...(astray > 0 ? [map.astray(astray)] : []),
    ...(outlined ? [ground ? map.ownSource(oneLine(ground.name, LONGEST_NAME)) : map.source] : []),
  ]
}

const KM_PER_DEGREE = 111.2
/** On maps wider than this, in degrees, lengths differ too much from top to bottom for one scale. */
const WIDEST = 60

/** A line that is a round number of kilometres or metres long at the middle of a frame; undefined for maps of large parts of the earth. */
function scaleOf(locale: Locale, { width, scale, north, south }: Frame) {
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

/** A line of the grid of degrees, with its label. */
interface GridLine {
  /** From the left for a meridian, from the top for a parallel. */
  readonly at: number
  readonly text: string
  /** Whether a phone has no room for its label. */
  readonly spare?: true
}

const STEPS = [60, 30, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002]
/** Maximum number of lines along the longer side, unless the coarsest step has more. */
const LINES = 5
/** The room that a label needs. */
const EDGE = 40

/** Lines at regular steps of degrees. */
function gridOf(locale: Locale, frame: Frame) {
  const { west, east, south, north, width, height, squeeze } = frame
  const longer = Math.max((east - west) * squeeze, north - south)
  const step = STEPS.findLast((degrees) => longer / degrees <= LINES) ?? 60
  const digits = Math.max(0, Math.ceil(-Math.log10(step)))
  const meridians = multiples(west, east, step)
    .map((longitude) => ({
      at: Math.round(xOf(frame, longitude)),
      text: longitudeText(locale, longitude, digits),
    }))
    .filter(({ at }) => at > EDGE && at < width - EDGE)
  const parallels = multiples(south, north, step)
    .map((latitude) => ({
      at: Math.round(yOf(frame, latitude)),
      text: latitudeText(locale, latitude, digits),
    }))
    .filter(({ at }) => at > EDGE / 2 && at < height - EDGE)
  const path =
    meridians.map(({ at }) => `M${at} 0v${height}`).join('') +
    parallels.map(({ at }) => `M0 ${at}h${width}`).join('')
  return { meridians: labelled(meridians, width), parallels, path }
}

/** The sizes of labels on desktops and on phones, in units of the drawing (`columns.css`). */
const [LABEL, PHONE_LABEL] = [23, 28]
/** The width of a character relative to its size, and the least gap between labels. */
const [CHARACTER, LABEL_GAP] = [0.45, 14]

/** The meridians whose labels have room inside the map, and beside each other: in the north they are close together. */
function labelled(meridians: readonly GridLine[], width: number): GridLine[] {
  const [first, second] = meridians
  if (first === undefined || second === undefined) return [...meridians]
  const isInside = ({ at, text }: GridLine, size: number) =>
    Math.min(at, width - at) * 2 >= text.length * size * CHARACTER
  const longest = Math.max(...meridians.map(({ text }) => text.length))
  const everyOf = (size: number) =>
    Math.ceil((longest * size * CHARACTER + LABEL_GAP) / (second.at - first.at))
  const every = everyOf(LABEL)
  const everyOnPhones = Math.max(2, Math.ceil(everyOf(PHONE_LABEL) / every) * every)
  return meridians.flatMap((line, at) => {
    if (at % every > 0 || !isInside(line, LABEL)) return []
    const hasRoom = at % everyOnPhones === 0 && isInside(line, PHONE_LABEL)
    return hasRoom ? line : { ...line, spare: true as const }
  })
}

/** `37.6° E` */
function longitudeText(locale: Locale, longitude: number, digits: number): string {
  const turned = longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
  return degreesText(locale, turned, digits, Math.abs(turned) === 180 ? [] : ['east', 'west'])
}

/** `55.8° N` */
function latitudeText(locale: Locale, latitude: number, digits: number): string {
  return degreesText(locale, latitude, digits, ['north', 'south'])
}

type Side = Parameters<Locale['words']['map']['degrees']>[1]

function degreesText({ words, format }: Locale, degrees: number, digits: number, sides: Side[]): string {
  if (degrees === 0) return words.map.degrees(format.fixed(0, 0), undefined)
  return words.map.degrees(format.fixed(Math.abs(degrees), digits), sides[degrees > 0 ? 0 : 1])
}

function multiples(from: number, to: number, step: number): number[] {
  const first = Math.ceil(from / step)
  const count = Math.floor(to / step) - first + 1
  return Array.from({ length: Math.max(0, count) }, (_, at) => Math.round((first + at) * step * 1e6) / 1e6)
}
