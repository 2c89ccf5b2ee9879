import { type GeoProjection, geoProjection } from 'd3-geo'
import type { Bounds } from './extent.ts'

/** The picture of a part of the earth: degrees to units of a drawing. Degrees of longitude are as wide as they are at its middle. */
export interface Frame extends Bounds {
  readonly width: number
  readonly height: number
  /** Units per degree of latitude. */
  readonly scale: number
  /** How wide a degree of longitude is at the middle, as a part of one of latitude. */
  readonly squeeze: number
}

export const MAP_WIDTH = 960
/** The picture is so many times as wide as high. */
const FLATTEST = 2.2
const TALLEST = 1.55
/** What lies between the outermost places and the edge. */
const MARGIN = 0.07
/** A map of one place shows so many degrees. */
const LEAST = 0.02
/** Nearer to a pole a degree of longitude is drawn as wide as here. */
const MOST_NORTHERN = 80
/** How far outlines run beyond the edges, in units of the drawing, so that no edge of it is seen as a line. */
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

/** Where a longitude lies in the drawing, from its left. */
export function xOf({ west, scale, squeeze }: Frame, longitude: number): number {
  return (longitude - west) * scale * squeeze
}

/** Where a latitude lies in the drawing, from its top. */
export function yOf({ north, scale }: Frame, latitude: number): number {
  return (north - latitude) * scale
}

/**
 * The projection of outlines into the drawing, cut at its edges. It puts a place where {@link xOf} and {@link yOf} put it, on whichever
 * side of the date line.
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
