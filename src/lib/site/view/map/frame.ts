import { type GeoProjection, geoProjection } from 'd3-geo'
import { clusterOf, isNear } from '../../../reading/geography/cluster.ts'
import type { Geography } from '../../../reading/index.ts'
import type { Line } from './path.ts'

/** The part of the earth that contains all places, in degrees. `east` is beyond 180 if it crosses the date line. */
export interface Bounds {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

/** The Pacific is in the middle only if that makes a map narrower by this many degrees. */
const LEAST_GAIN = 60
/** Wider maps show the whole earth in the usual way. */
const NEARLY_ALL = 290

type Span = readonly [from: number, to: number]

/** The bounds of all places: the shortest interval of longitudes, even across the date line. */
export function extentOf({ points, shapes }: Pick<Geography, 'points' | 'shapes'>): Bounds | undefined {
  const lines = shapes?.lines.filter(({ line }) => line.length > 0) ?? []
  const longitudes: Span[] = [
    ...points.map(([longitude]): Span => [longitude, longitude]),
    ...lines.map(({ line }) => spanOf(line, 0)),
  ]
  const latitudes: Span[] = [
    ...points.map(([, latitude]): Span => [latitude, latitude]),
    ...lines.map(({ line }) => spanOf(line, 1)),
  ]
  if (longitudes.length === 0) return undefined
  const [west, east] = shortest(longitudes)
  const south = Math.min(...latitudes.map(([from]) => from))
  const north = Math.max(...latitudes.map(([, to]) => to))
  return { west, south, east, north }
}

/** The longitude of the same place within an extent: 360 more if the extent crosses the date line. */
export function longitudeWithin({ west }: Pick<Bounds, 'west'>, longitude: number): number {
  return longitude < west ? longitude + 360 : longitude
}

// Everything except the widest gap between neighbours.
function shortest(spans: readonly Span[]): Span {
  const sorted = [...spans].sort((a, b) => a[0] - b[0])
  const [first] = sorted as [Span]
  let [end, gap, after] = [first[1], 0, first[0]]
  for (const [from, to] of sorted) {
    if (from - end > gap) [gap, after] = [from - end, from]
    end = Math.max(end, to)
  }
  const around = first[0] + 360 - end
  if (gap <= around + LEAST_GAIN) return end - first[0] > NEARLY_ALL ? [-180, 180] : [first[0], end]
  const before = Math.max(...sorted.filter(([from]) => from < after).map(([, to]) => to))
  return [after, before + 360]
}

function spanOf(line: readonly number[], part: 0 | 1): Span {
  let [from, to] = [Infinity, -Infinity]
  for (let at = part; at < line.length; at += 2) {
    from = Math.min(from, line[at] as number)
    to = Math.max(to, line[at] as number)
  }
  return [from, to]
}

type Points = Geography['points']

/** Places outside the cluster are left out if all others then appear this many times larger. */
const LEAST_GROWTH = 5

/**
 * The bounds of the places without the few that are far from all others: these are mostly mistakes, and with them all the rest would be one
 * dot.
 */
function coreOf(points: Points, whole: Bounds): Bounds {
  const cluster = clusterOf(points)
  const inside = points.filter(([longitude, latitude]) => cluster && isNear(cluster, longitude, latitude))
  const core = extentOf({ points: inside })
  return core && sizeOf(core) > 0 && sizeOf(whole) >= sizeOf(core) * LEAST_GROWTH ? core : whole
}

function sizeOf({ west, east, south, north }: Bounds): number {
  return Math.max(east - west, north - south)
}

/** The part of the earth that a drawing of these places shows; undefined if there are none. */
export function shownExtentOf(places: Pick<Geography, 'points' | 'shapes'>): Bounds | undefined {
  const whole = extentOf(places)
  return whole && !places.shapes?.drawn ? coreOf(places.points, whole) : whole
}

/** How many places lie outside an extent. */
export function countBeyond(points: Points, extent: Bounds): number {
  return points.reduce((sum, point) => (isWithin(point, extent) ? sum : sum + point[2]), 0)
}

/** How many places the drawing of a map does not show, because they are far from all others. */
export function countLeftOut(places: Pick<Geography, 'points' | 'shapes'>): number {
  const extent = shownExtentOf(places)
  return extent ? countBeyond(places.points, frameOf(extent)) : 0
}

function isWithin(
  [longitude, latitude]: readonly [longitude: number, latitude: number, ...rest: readonly unknown[]],
  { west, east, south, north }: Bounds,
): boolean {
  const turned = longitudeWithin({ west }, longitude)
  return turned <= east && latitude >= south && latitude <= north
}

/** The projection of a part of the earth: degrees to units of a drawing. A degree of longitude is as wide as at the middle. */
export interface Frame extends Bounds {
  readonly width: number
  readonly height: number
  /** Units per degree of latitude. */
  readonly scale: number
  /** The width of a degree of longitude at the middle, relative to a degree of latitude. */
  readonly squeeze: number
}

const MAP_WIDTH = 960
/** Maximum ratio of width to height. */
const FLATTEST = 2.2
const TALLEST = 1.55
/** The margin between the outermost places and the edge, as a share of the size. */
const MARGIN = 0.07
/** The smallest extent of a map, in degrees. */
const LEAST = 0.02
/** Beyond this latitude, degrees of longitude have the same width as here. */
const MOST_NORTHERN = 80
/** How far outlines extend beyond the edges, in units of the drawing, so that cut edges are not visible as lines. */
const BLEED = 4

/** The frame around an extent. */
export function frameOf(extent: Bounds): Frame {
  const middle = Math.min(MOST_NORTHERN, Math.abs(extent.north + extent.south) / 2)
  const squeeze = Math.cos((middle * Math.PI) / 180)
  const across = (extent.east - extent.west) * squeeze
  const up = extent.north - extent.south
  const room = 1 + 2 * MARGIN
  const wide = Math.max(across * room, LEAST * TALLEST, up * room * TALLEST)
  const width = Math.min(360 * squeeze, wide)
  const height = Math.min(180, Math.max(up * room, width / FLATTEST, LEAST))
  const south = clamp((extent.south + extent.north - height) / 2, -90, 90 - height)
  const west = (extent.west + extent.east - width / squeeze) / 2
  const scale = MAP_WIDTH / width
  return {
    west,
    south,
    east: west + width / squeeze,
    north: south + height,
    width: MAP_WIDTH,
    height: Math.round(height * scale),
    scale,
    squeeze,
  }
}

/** The position of a longitude in the drawing, from its left. */
export function xOf({ west, scale, squeeze }: Frame, longitude: number): number {
  return (longitude - west) * scale * squeeze
}

/** The position of a latitude in the drawing, from its top. */
export function yOf({ north, scale }: Frame, latitude: number): number {
  return (north - latitude) * scale
}

/** Lines in degrees as lines in the drawing. */
export function linesIn(frame: Frame, lines: readonly Line[]): number[][] {
  return lines.map((line) => {
    const west = line.reduce((least, degrees, at) => (at % 2 === 0 ? Math.min(least, degrees) : least), 180)
    const turn = longitudeWithin(frame, west) - west
    return line.map((degrees, at) => (at % 2 === 0 ? xOf(frame, degrees + turn) : yOf(frame, degrees)))
  })
}

/**
 * The projection of outlines into the drawing, cut at its edges. It agrees with {@link xOf} and {@link yOf} on either side of the date
 * line.
 */
export function projectionOf({ west, east, north, width, height, scale, squeeze }: Frame): GeoProjection {
  return (
    geoProjection((longitude, latitude) => [longitude * squeeze, latitude])
      .rotate([-(west + east) / 2, 0])
      .scale((scale * 180) / Math.PI)
      .translate([width / 2, north * scale])
      .clipExtent([
        [-BLEED, -BLEED],
        [width + BLEED, height + BLEED],
      ])
      // Lines are straight between vertices, not arcs of great circles.
      .precision(0)
  )
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most)
}
