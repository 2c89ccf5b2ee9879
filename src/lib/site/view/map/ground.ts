import { geoPath } from 'd3-geo'
import { simplify } from '../../../reading/geography/shapes.ts'
import type { MapOutline, Outlines } from '../../outlines.ts'
import { coverOf, edgesOf } from './cover.ts'
import { type Frame, projectionOf } from './frame.ts'
import { type Line, linesPath } from './path.ts'

/** The land and borders under the places, as paths. */
export interface Ground {
  readonly land: string
  readonly borders: string
  /** Whether an outline is visible: within a country or at sea, none is. */
  readonly outlined: boolean
  /** Whether these are areas of the data itself, which stand for those of the records. */
  readonly own?: true
}

/** Vertices nearer to the line than this, in units of the drawing, are left out. A unit is less than a pixel. */
const DETAIL = 1.2
/** Islands smaller than this many times the detail are left out, and borders shorter than the detail. */
const LEAST = 2
/** If there are too many vertices, the detail is coarser by this factor, and again. */
const COARSER = 1.25
/** The most vertices of shapes and outlines together, and of outlines beside many shapes. */
const MOST_VERTICES = 1900
const LEAST_VERTICES = 600

/**
 * Draws the outlines within a frame, without the land and the borders that areas cover. The more vertices the shapes of the data have, the
 * fewer the outlines.
 */
export function groundOf(
  { land, borders }: Outlines,
  frame: Frame,
  areas: readonly Line[] = [],
  lines: readonly Line[] = [],
): Ground {
  const cover = coverOf(areas)
  return drawn(
    draw(land, frame)
      .filter((rings) => !cover.hasAreas(rings))
      .flat(),
    draw(borders, frame)
      .flat()
      .filter((line) => !cover.hasLine(line)),
    frame,
    MOST_VERTICES - verticesOf([...areas, ...lines]),
  )
}

/** Draws the outlines of the data itself, in units of the drawing. */
export function ownGroundOf(land: readonly Line[], borders: readonly Line[], frame: Frame): Ground {
  return { ...drawn(land, borders, frame, MOST_VERTICES), own: true }
}

function drawn(land: readonly Line[], borders: readonly Line[], frame: Frame, most: number): Ground {
  for (let detail = DETAIL; ; detail *= COARSER) {
    const rings = land
      .map((ring) => simplify(ring, detail))
      .filter((ring) => sizeOfLine(ring) >= LEAST * detail)
    const lines = borders.map((line) => simplify(line, detail)).filter((line) => sizeOfLine(line) >= detail)
    if (verticesOf([...rings, ...lines]) > Math.max(most, LEAST_VERTICES)) continue
    return {
      land: linesPath(rings, true),
      borders: linesPath(lines),
      outlined: lines.length > 0 || rings.some((ring) => isVisible(ring, frame)),
    }
  }
}

// The lines of each outline.
function draw(outlines: readonly MapOutline[], frame: Frame): number[][][] {
  let lines: number[][] = []
  const path = geoPath(projectionOf(frame), {
    moveTo: (x, y) => lines.push([x, y]),
    lineTo: (x, y) => lines.at(-1)?.push(x, y),
    // The path closes its rings itself. Outlines have no points, which would be drawn as arcs.
    closePath() {},
    beginPath() {},
    arc() {},
  })
  return outlines.flatMap((outline) => {
    lines = []
    if (meets(outline, frame)) path(outline.shape)
    return lines.length > 0 ? [lines] : []
  })
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

// Land that fills the drawing has only corners, which are beyond its edges.
function isVisible(ring: Line, { width, height }: Frame): boolean {
  return ring.some((x, at) => {
    const y = ring[at + 1] as number
    return at % 2 === 0 && ((x > 0 && x < width) || (y > 0 && y < height))
  })
}

function verticesOf(lines: readonly Line[]): number {
  return lines.reduce((sum, { length }) => sum + length / 2, 0)
}

/** The length of the longer side of the box around a line. */
export function sizeOfLine(line: Line): number {
  const { left, right, top, bottom } = edgesOf(line)
  return Math.max(right - left, bottom - top)
}
