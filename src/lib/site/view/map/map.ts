import { geoPath } from 'd3-geo'
import { simplify } from '../../../reading/geography/shapes.ts'
import type { Geography, Reading } from '../../../reading/index.ts'
import type { Detail, MapOutline, Outlines } from '../../outlines.ts'
import type { Locale } from '../locale.ts'
import { ownNameOf } from '../table.ts'
import { coverOf, edgesOf } from './cover.ts'
import {
  type Bounds,
  coreOf,
  countBeyond,
  extentOf,
  type Frame,
  frameOf,
  projectionOf,
  turnInto,
  xOf,
  yOf,
} from './frame.ts'

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
  /** What a script needs to find the records on the map; absent if the table does not have their places. */
  readonly records?: MapRecords
}

/** How records become places on a map, for `src/client/map`. */
export interface MapRecords {
  /** The edges in degrees, the units of the drawing per degree of latitude, and the relative width of a degree of longitude. */
  readonly frame: readonly [west: number, north: number, scale: number, squeeze: number]
  /** The columns by their positions among all: of longitude and latitude, or of texts and geometries. */
  readonly columns: readonly number[]
  readonly latitudeFirst?: true
  readonly metres?: true
  /** In the notation of PROJ. */
  readonly grid?: string
  /** The record of each area and each line, counted from 0 and each as the difference from the one before. */
  readonly areas: readonly number[]
  readonly lines: readonly number[]
  /** The spots of records that are found in no column. */
  readonly located: readonly (readonly [record: number, x: number, y: number])[]
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
  {
    geography,
    count,
    columns = [],
  }: Pick<Reading, 'geography' | 'count'> & Partial<Pick<Reading, 'columns'>>,
  outlinesOf: (detail: Detail) => Outlines,
): MapView | undefined {
  const whole = geography && extentOf(geography)
  if (!whole) return undefined
  const extent = geography.shapes?.drawn ? whole : coreOf(geography.points, whole)
  const frame = frameOf(extent)
  const scale = scaleOf(locale, frame)
  const { width, height } = frame
  const records = recordsOf(geography, frame, columns)
  const areas = shapeLines(geography, frame, true)
  return {
    width,
    height,
    ground: groundOf(outlinesOf(width / frame.scale > COARSE ? 'coarse' : 'fine'), frame, areas),
    grid: gridOf(locale, frame),
    ...(scale && { scale }),
    areas: pathOf(areas, true),
    lines: pathOf(shapeLines(geography, frame, false)),
    dense: geography.points.length > DENSE,
    dots: dotsOf(geography, frame),
    label: labelOf(locale, geography, extent),
    notes: notesOf(
      locale,
      { ...geography, columns: geography.columns.map((name) => ownNameOf(locale, columns, name)) },
      count,
      countBeyond(geography.points, frame),
    ),
    ...(records && { records }),
  }
}

function recordsOf(
  { columns: named, count, exchanged, latitudeFirst, metres, grid, shapes, located }: Geography,
  frame: Frame,
  all: Reading['columns'],
): MapRecords | undefined {
  const columns = located ? [] : named.map((name) => all.findIndex((column) => column.name === name))
  if (columns.includes(-1)) return undefined
  const isTurned = (exchanged === count) !== (latitudeFirst === true)
  const shapesOf = (wanted: boolean) => {
    const records = shapes?.lines.filter(({ area }) => area === wanted).map(({ record }) => record) ?? []
    return records.map((record, at) => record - (records[at - 1] ?? 0))
  }
  const { west, north, scale, squeeze } = frame
  const round = (part: number) => Number(part.toPrecision(9))
  return {
    frame: [round(west), round(north), round(scale), round(squeeze)],
    columns,
    ...(isTurned && { latitudeFirst: true }),
    ...(metres && { metres }),
    ...(grid !== undefined && { grid }),
    areas: shapesOf(true),
    lines: shapesOf(false),
    located: (located ?? []).map(([record, longitude, latitude]) => [
      record,
      Math.round(xOf(frame, turnInto(frame, longitude))),
      Math.round(yOf(frame, latitude)),
    ]),
  }
}

function shapeLines({ shapes }: Geography, frame: Frame, wanted: boolean): number[][] {
  const lines = shapes?.lines.filter(({ area }) => area === wanted) ?? []
  return lines.map(({ line }) => {
    const west = line.reduce((least, degrees, at) => (at % 2 === 0 ? Math.min(least, degrees) : least), 180)
    const turn = turnInto(frame, west) - west
    return line.map((degrees, at) => (at % 2 === 0 ? xOf(frame, degrees + turn) : yOf(frame, degrees)))
  })
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
  { columns, count, astray, points, shapes, metres, byValues, stated, exchanged = 0 }: Geography,
  records: number,
  beyond: number,
): string[] {
  const { map } = locale.words
  const most = points.reduce((max, [, , each]) => Math.max(max, each), 1)
  return [
    map.placed(count, records, columns),
    ...(stated ? [map.stated[stated]] : []),
    ...(byValues ? [map.byValues] : []),
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

/** The land and borders under the places, as paths. */
interface Ground {
  readonly land: string
  readonly borders: string
}

/** Vertices nearer to the line than this, in units of the drawing, are left out. */
const DETAIL = 0.8
/** Islands smaller than this are left out. */
const LEAST = 1.5

/** Draws the outlines within a frame, without the borders that areas cover. */
export function groundOf({ land, borders }: Outlines, frame: Frame, areas: readonly Line[] = []): Ground {
  const isCovered = coverOf(areas)
  return {
    land: pathOf(
      draw(land, frame).filter((ring) => sizeOf(ring) >= LEAST),
      true,
    ),
    borders: pathOf(draw(borders, frame).filter((line) => !isCovered(line))),
  }
}

function draw(outlines: readonly MapOutline[], frame: Frame): number[][] {
  const lines: number[][] = []
  const path = geoPath(projectionOf(frame), {
    moveTo: (x, y) => lines.push([x, y]),
    lineTo: (x, y) => lines.at(-1)?.push(x, y),
    // The path closes its rings itself. Outlines have no points, which would be drawn as arcs.
    closePath() {},
    beginPath() {},
    arc() {},
  })
  for (const outline of outlines) if (meets(outline, frame)) path(outline.shape)
  return lines.map((line) => simplify(line, DETAIL))
}

// Most outlines are far from a map and need not be projected.
function meets({ west, south, east, north }: MapOutline, frame: Frame): boolean {
  if (south > frame.north || north < frame.south) return false
  return eastOf(frame.west, west) <= frame.east - frame.west || eastOf(west, frame.west) <= east - west
}

/** How many degrees to the east of one longitude another one is. */
function eastOf(from: number, longitude: number): number {
  return (((longitude - from) % 360) + 360) % 360
}

function sizeOf(line: Line): number {
  const { left, right, top, bottom } = edgesOf(line)
  return Math.max(right - left, bottom - top)
}

/** A line of the grid of degrees, with its label. */
interface GridLine {
  /** From the left for a meridian, from the top for a parallel. */
  readonly at: number
  readonly text: string
  /** Whether a phone has no room for its label. */
  readonly spare?: true
}

/** Lines at regular steps of degrees. */
interface Grid {
  readonly meridians: readonly GridLine[]
  readonly parallels: readonly GridLine[]
  readonly path: string
}

const STEPS = [60, 30, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002]
/** Maximum number of lines along the longer side, unless the coarsest step has more. */
const LINES = 5
/** The room that a label needs. */
const EDGE = 40

/** The grid of a frame. */
function gridOf(locale: Locale, frame: Frame): Grid {
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
  return { meridians: labelled(meridians), parallels, path }
}

/** The sizes of labels on desktops and on phones, in units of the drawing (`columns.css`). */
const [LABEL, PHONE_LABEL] = [23, 28]
/** The width of a character relative to its size, and the least gap between labels. */
const [CHARACTER, LABEL_GAP] = [0.45, 14]

/** The meridians whose labels have room beside each other: in the north they are close together. */
function labelled(meridians: readonly GridLine[]): GridLine[] {
  const [first, second] = meridians
  if (first === undefined || second === undefined) return [...meridians]
  const longest = Math.max(...meridians.map(({ text }) => text.length))
  const everyOf = (size: number) =>
    Math.ceil((longest * size * CHARACTER + LABEL_GAP) / (second.at - first.at))
  const every = everyOf(LABEL)
  const everyOnPhones = Math.max(2, Math.ceil(everyOf(PHONE_LABEL) / every) * every)
  return meridians.flatMap((line, at) => {
    if (at % every > 0) return []
    return at % everyOnPhones > 0 ? { ...line, spare: true as const } : line
  })
}

/** `37.6° E` */
function longitudeText(locale: Locale, longitude: number, digits: number): string {
  const turned = longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
  if (turned === 0) return locale.words.map.degrees(locale.format.fixed(0, 0), undefined)
  const side = Math.abs(turned) === 180 ? undefined : turned > 0 ? 'east' : 'west'
  return locale.words.map.degrees(locale.format.fixed(Math.abs(turned), digits), side)
}

/** `55.8° N` */
function latitudeText(locale: Locale, latitude: number, digits: number): string {
  if (latitude === 0) return locale.words.map.degrees(locale.format.fixed(0, 0), undefined)
  const side = latitude > 0 ? 'north' : 'south'
  return locale.words.map.degrees(locale.format.fixed(Math.abs(latitude), digits), side)
}

function multiples(from: number, to: number, step: number): number[] {
  const first = Math.ceil(from / step)
  const count = Math.floor(to / step) - first + 1
  return Array.from({ length: Math.max(0, count) }, (_, at) => Math.round((first + at) * step * 1e6) / 1e6)
}

/** A line: x and y in turn. */
type Line = readonly number[]

/**
 * The SVG path of lines, each vertex relative to the one before, in whole units. A line shorter than a unit is a stroke without length,
 * which a round cap makes a dot. `closed` joins the ends of each line.
 */
function pathOf(lines: readonly Line[], closed = false): string {
  return lines.map((line) => linePath(line, closed)).join('')
}

function linePath(line: Line, closed: boolean): string {
  if (line.length < 2) return ''
  const start = [Math.round(line[0] as number), Math.round(line[1] as number)] as const
  let [x, y] = start
  let steps = ''
  for (let at = 2; at < line.length; at += 2) {
    const [dx, dy] = [Math.round(line[at] as number) - x, Math.round(line[at + 1] as number) - y]
    if (dx === 0 && dy === 0) continue
    steps += `${steps === '' ? 'l' : separator(dx)}${dx}${separator(dy)}${dy}`
    x += dx
    y += dy
  }
  return `M${start.join(' ')}${steps === '' ? 'h0' : steps}${closed ? 'z' : ''}`
}

/** The SVG path of dots: strokes without length, which a round cap makes visible. From left to right, each relative to the one before. */
export function dotsPath(dots: readonly (readonly [x: number, y: number])[]): string {
  const whole = dots.map(([x, y]) => [Math.round(x), Math.round(y)] as const)
  const sorted = [...new Map(whole.map((dot) => [dot.join(), dot])).values()].sort(
    (a, b) => a[0] - b[0] || a[1] - b[1],
  )
  let [x, y] = [0, 0]
  let path = ''
  for (const [atX, atY] of sorted) {
    path += `m${atX - x}${separator(atY - y)}${atY - y}h0`
    ;[x, y] = [atX, atY]
  }
  return path
}

// A minus sign separates numbers as well as a blank.
function separator(value: number): string {
  return value < 0 ? '' : ' '
}
