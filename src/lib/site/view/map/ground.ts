import { geoPath } from 'd3-geo'
import { simplify } from '../../../reading/geography/shapes.ts'
import type { MapOutline, Outlines } from '../../outlines.ts'
import { type Frame, projectionOf } from './frame.ts'
import { type Line, linesPath } from './path.ts'

/** The land and borders under the places, as paths. */
interface Ground {
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

/** How far from an area a vertex still counts, in units of the drawing: the same coast differs between two files. */
const NEAR = 6
/** How far apart the places are at which the inside of areas is examined. */
const STEP = 20

/** What areas cover, given by their rings, which are drawn with the rule `evenodd`. */
function coverOf(areas: readonly Line[]) {
  const isWithin = insideOf(areas)
  const boxed = areas.map((ring) => ({ ring, ...edgesOf(ring) }))
  const isNear = (x: number, y: number) =>
    boxed.some(
      ({ ring, left, right, top, bottom }) =>
        x >= left - NEAR &&
        x <= right + NEAR &&
        y >= top - NEAR &&
        y <= bottom + NEAR &&
        distanceTo(ring, x, y) <= NEAR,
    )
  const isCovered = (x: number, y: number) => isWithin(x, y) || isNear(x, y)
  const hasLine = (line: Line) => line.every((x, at) => at % 2 === 1 || isCovered(x, line[at + 1] as number))
  return {
    /** Whether each vertex of a line is within the areas or next to them. */
    hasLine,
    /** Whether the edges of other areas and all that is inside them are. */
    hasAreas: (rings: readonly Line[]) =>
      rings.every(hasLine) && spotsIn(rings).every(([x, y]) => isCovered(x, y)),
  }
}

function insideOf(rings: readonly Line[]): (x: number, y: number) => boolean {
  const boxed = rings.map((ring) => ({ ring, ...edgesOf(ring) }))
  return (x, y) =>
    boxed.filter(
      ({ ring, left, right, top, bottom }) =>
        x >= left && x <= right && y >= top && y <= bottom && isInRing(ring, x, y),
    ).length %
      2 ===
    1
}

function distanceTo(ring: Line, x: number, y: number): number {
  let least = Infinity
  for (let at = 2; at < ring.length; at += 2) {
    const [fromX, fromY] = [(ring[at - 2] as number) - x, (ring[at - 1] as number) - y]
    const [dx, dy] = [(ring[at] as number) - x - fromX, (ring[at + 1] as number) - y - fromY]
    const along = -(fromX * dx + fromY * dy) / (dx * dx + dy * dy || 1)
    const part = Math.min(1, Math.max(0, along))
    least = Math.min(least, Math.hypot(fromX + part * dx, fromY + part * dy))
  }
  return least
}

// Places inside, at regular steps.
function spotsIn(rings: readonly Line[]): [x: number, y: number][] {
  const isWithin = insideOf(rings)
  const { left, right, top, bottom } = edgesOf(rings.flat())
  const spots: [x: number, y: number][] = []
  for (let x = left + STEP / 2; x < right; x += STEP)
    for (let y = top + STEP / 2; y < bottom; y += STEP) if (isWithin(x, y)) spots.push([x, y])
  return spots
}

/** The box around a line. */
function edgesOf(line: Line) {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity]
  for (let at = 0; at < line.length; at += 2) {
    const [x, y] = [line[at] as number, line[at + 1] as number]
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  return { left, right, top, bottom }
}

// Whether a line from the place to the right crosses the ring an odd number of times.
function isInRing(ring: Line, x: number, y: number): boolean {
  let isWithin = false
  let [fromX, fromY] = [ring.at(-2) as number, ring.at(-1) as number]
  for (let at = 0; at < ring.length; at += 2) {
    const [toX, toY] = [ring[at] as number, ring[at + 1] as number]
    if (fromY > y !== toY > y && x < fromX + ((y - fromY) / (toY - fromY)) * (toX - fromX))
      isWithin = !isWithin
    fromX = toX
    fromY = toY
  }
  return isWithin
}
