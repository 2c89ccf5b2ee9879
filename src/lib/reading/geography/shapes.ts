import { rankOf } from '../rank.ts'
import type { Geography } from '../types.ts'
import type { Position } from './system.ts'

/** Maximum number of lines and areas that are drawn. */
export const MAX_SHAPES = 500
/** Maximum number of their vertices. */
const MAX_VERTICES = 3500
/** A line is simplified to this fraction of its own size when it arrives, and of the map's size in the end. */
const OWN_DETAIL = 1000
const DETAIL = 600
/** Vertices of longer lines are sampled at equal steps first. */
const LONGEST = 4000
/** Maximum number of vertices in memory, unless a single shape has more. */
const MAX_VERTICES_IN_MEMORY = 60_000

/** A bounding box in degrees. */
interface Box {
  west: number
  south: number
  east: number
  north: number
}

export const emptyBox = (): Box => ({ west: Infinity, south: Infinity, east: -Infinity, north: -Infinity })

export function widen(box: Box, line: Polyline): Box {
  for (let at = 0; at < line.length; at += 2) {
    box.west = Math.min(box.west, line[at] as number)
    box.east = Math.max(box.east, line[at] as number)
    box.south = Math.min(box.south, line[at + 1] as number)
    box.north = Math.max(box.north, line[at + 1] as number)
  }
  return box
}

/** The centre of the shape of a record. */
interface Middle {
  readonly record: number
  readonly middle: Position
}

type ShapeLines = readonly { readonly area: boolean; readonly line: Polyline }[]

interface Shape extends Middle {
  readonly no: number
  readonly rank: number
  readonly lines: ShapeLines
  readonly vertices: number
  readonly box: Box
}

/**
 * Keeps a sample of simplified lines and areas from all over a document in bounded memory: those with the lowest ranks. Ranks depend only
 * on the position in the document, so the result is deterministic.
 */
export class ShapeSample {
  /** Sorted by rank. */
  readonly #shapes: Shape[] = []
  #limit = Infinity
  #vertices = 0
  #count = 0

  /** Adds the lines of one shape of a record with its bounding box. Returns the centres of shapes that are dropped, possibly this one. */
  add(record: number, lines: ShapeLines, box: Box): Middle[] {
    const no = this.#count++
    const rank = rankOf(no)
    const middle = middleOf(lines)
    if (rank >= this.#limit) return [{ record, middle }]
    const tolerance = sizeOf(box) / OWN_DETAIL
    const simple = lines.map(({ area, line }) => ({ area, line: simplify(thin(line), tolerance) }))
    const shape = { record, no, rank, lines: simple, vertices: verticesOf(simple), box, middle }
    const at = this.#shapes.findIndex((other) => other.rank > rank)
    this.#shapes.splice(at < 0 ? this.#shapes.length : at, 0, shape)
    this.#vertices += shape.vertices
    const dropped: Middle[] = []
    while (
      this.#shapes.length > MAX_SHAPES ||
      (this.#vertices > MAX_VERTICES_IN_MEMORY && this.#shapes.length > 1)
    ) {
      const last = this.#shapes.pop() as Shape
      this.#limit = last.rank
      this.#vertices -= last.vertices
      dropped.push(last)
    }
    return dropped
  }

  /** The shapes to draw, and the centres of those too small for the map; of areas that are too many, all centres. Undefined if there were no shapes. */
  finish(): { readonly shapes: NonNullable<Geography['shapes']>; readonly tiny: Middle[] } | undefined {
    if (this.#count === 0) return undefined
    const kept = this.#shapes.toSorted((a, b) => a.no - b.no)
    // A few of the areas that cover a country show nothing; a few streets show the town.
    if (kept.length < this.#count && kept.every(({ lines }) => lines.every(({ area }) => area)))
      return {
        shapes: { count: this.#count, drawn: 0, lines: [] },
        tiny: kept,
      }
    const { groups: drawn, round } = withinLimits(kept.map(({ lines }) => lines))
    return {
      shapes: {
        count: this.#count,
        drawn: drawn.filter(({ length }) => length > 0).length,
        lines: drawn.flatMap((lines, at) => {
          const { record } = kept[at] as Shape
          return lines.map(({ area, line }) => ({ record, area, line: round(line) }))
        }),
      },
      tiny: kept.filter((_, at) => drawn[at]?.length === 0),
    }
  }
}

/** Groups of lines simplified to the size of their map and to the maximum number of vertices; `round` leaves out digits that it does not show. */
export function withinLimits(groups: readonly ShapeLines[]): {
  readonly groups: ShapeLines[]
  round(line: Polyline): number[]
} {
  let tolerance = sizeOfAll(groups.flat()) / DETAIL
  let drawn = groups.map((lines) => simplified(lines, tolerance))
  while (verticesOf(drawn.flat()) > MAX_VERTICES && tolerance < 45) {
    tolerance *= 1.25
    drawn = groups.map((lines) => simplified(lines, tolerance))
  }
  const digits = Math.min(6, Math.max(1, 1 - Math.floor(Math.log10(tolerance || 1e-6))))
  const round = (degrees: number) => Number(degrees.toFixed(digits)) + 0
  return { groups: drawn, round: (line) => line.map(round) }
}

// A map may cross the date line.
function sizeOfAll(lines: ShapeLines): number {
  const boxes = lines.map(({ line }) => widen(emptyBox(), line))
  const sizes = [0, 360].map((turn) =>
    sizeOf(
      boxes.reduce((all, { west, south, east, north }) => {
        const by = west < 0 ? turn : 0
        return widen(all, [west + by, south, east + by, north])
      }, emptyBox()),
    ),
  )
  return Math.min(...sizes)
}

// Rings and islands too small to be visible are left out.
function simplified(lines: ShapeLines, tolerance: number): ShapeLines {
  return lines
    .filter(({ line }) => sizeOf(widen(emptyBox(), line)) >= tolerance / 2)
    .map(({ area, line }) => ({ area, line: simplify(thin(line), tolerance) }))
}

function thin(line: Polyline): Polyline {
  const vertices = line.length / 2
  if (vertices <= LONGEST) return line
  const step = Math.ceil(vertices / LONGEST)
  return line.filter((_, index) => (index >> 1) % step === 0 || index >> 1 === vertices - 1)
}

function verticesOf(lines: readonly { readonly line: Polyline }[]): number {
  return lines.reduce((sum, { line }) => sum + line.length / 2, 0)
}

function sizeOf({ west, south, east, north }: Box): number {
  return Math.max(0, east - west, north - south)
}

/** The centre of the longest line: all of them together may span the date line. */
export function middleOf(lines: ShapeLines): Position {
  const [longest] = lines.toSorted((a, b) => b.line.length - a.line.length)
  const { west, south, east, north } = widen(emptyBox(), longest?.line ?? [])
  return [(west + east) / 2, (south + north) / 2]
}

/** A line as alternating numbers: longitude, latitude, longitude, latitude, … */
type Polyline = readonly number[]

/** The line without vertices that are within `tolerance` of the simplified line (Douglas and Peucker). Keeps both ends. */
export function simplify(line: Polyline, tolerance: number): number[] {
  const last = line.length / 2 - 1
  if (last < 2) return [...line]
  const keep = new Uint8Array(last + 1)
  keep[0] = keep[last] = 1
  const open: [number, number][] = [[0, last]]
  for (let range = open.pop(); range; range = open.pop()) {
    const [from, to] = range
    const [at, square] = farthest(line, from, to)
    if (at < 0 || square <= tolerance * tolerance) continue
    keep[at] = 1
    open.push([from, at], [at, to])
  }
  return line.filter((_, index) => keep[index >> 1] === 1)
}

/** The vertex farthest from the segment between two others, and the square of its distance. */
function farthest(line: Polyline, from: number, to: number): [at: number, square: number] {
  const [x, y] = [line[2 * from] as number, line[2 * from + 1] as number]
  const [dx, dy] = [(line[2 * to] as number) - x, (line[2 * to + 1] as number) - y]
  const length = dx * dx + dy * dy
  let [found, most] = [-1, -1]
  for (let at = from + 1; at < to; at++) {
    const [px, py] = [(line[2 * at] as number) - x, (line[2 * at + 1] as number) - y]
    const along = length === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / length))
    const [offX, offY] = [px - along * dx, py - along * dy]
    const square = offX * offX + offY * offY
    if (square > most) [found, most] = [at, square]
  }
  return [found, most]
}
