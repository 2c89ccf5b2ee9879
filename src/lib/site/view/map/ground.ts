import { geoPath } from 'd3-geo'
import { simplify } from '../../../reading/index.ts'
import type { MapOutline, Outlines } from '../../outlines.ts'
import { type Frame, projectionOf } from './frame.ts'
import { pathOf } from './path.ts'

/** The land and borders under the places, as paths. */
export interface Ground {
  readonly land: string
  readonly borders: string
}

/** Vertices nearer to the line than this, in units of the drawing, are left out. */
const DETAIL = 0.8
/** Islands smaller than this are left out. */
const LEAST = 1.5

/** Draws the outlines within a frame. */
export function groundOf({ land, borders }: Outlines, frame: Frame): Ground {
  return {
    land: pathOf(
      draw(land, frame).filter((ring) => sizeOf(ring) >= LEAST),
      true,
    ),
    borders: pathOf(draw(borders, frame)),
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

function sizeOf(line: readonly number[]): number {
  let [left, right, low, high] = [Infinity, -Infinity, Infinity, -Infinity]
  for (let at = 0; at < line.length; at += 2) {
    const [x, y] = [line[at] as number, line[at + 1] as number]
    left = Math.min(left, x)
    right = Math.max(right, x)
    low = Math.min(low, y)
    high = Math.max(high, y)
  }
  return Math.max(right - left, high - low)
}
