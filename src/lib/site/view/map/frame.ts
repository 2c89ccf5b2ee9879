import { type GeoProjection, geoProjection } from 'd3-geo'
import type { Bounds } from './extent.ts'

/** The projection of a part of the earth: degrees to units of a drawing. A degree of longitude is as wide as at the middle. */
export interface Frame extends Bounds {
  readonly width: number
  readonly height: number
  /** Units per degree of latitude. */
  readonly scale: number
  /** The width of a degree of longitude at the middle, relative to a degree of latitude. */
  readonly squeeze: number
}

export const MAP_WIDTH = 960
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
