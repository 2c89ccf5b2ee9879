import type { Geography } from '../types.ts'
import { type Line, simplify } from './simplify.ts'

/** So many lines and areas are drawn as such. */
const MAX_SHAPES = 500
/** And so many vertices of them all. */
const MAX_VERTICES = 5000
/** A line is thinned to this part of its own size when it comes, to the map's when all have come. */
const OWN_DETAIL = 1000
const DETAIL = 600
/** A longer line loses vertices at equal steps before it is looked at. */
const LONGEST = 4000
/** When so many vertices are held, there is no room for another shape. */
const HELD = 60_000

/** Where something lies: its edges in degrees. */
export interface Box {
  west: number
  south: number
  east: number
  north: number
}

/** A box that holds nothing. */
export const emptyBox = (): Box => ({ west: Infinity, south: Infinity, east: -Infinity, north: -Infinity })

/** Widens a box by a line. */
export function widen(box: Box, line: Line): Box {
  for (let at = 0; at < line.length; at += 2) {
    box.west = Math.min(box.west, line[at] as number)
    box.east = Math.max(box.east, line[at] as number)
    box.south = Math.min(box.south, line[at + 1] as number)
    box.north = Math.max(box.north, line[at + 1] as number)
  }
  return box
}

/** Keeps the first lines and areas of a document, simplified, in bounded memory. */
export class ShapeSample {
  readonly #lines: { readonly area: boolean; readonly line: Line }[] = []
  readonly #box = emptyBox()
  #drawn = 0
  #held = 0
  #count = 0

  /** Takes the lines of one shape; false when there is no room for it. `box` is where they lie. */
  add(lines: readonly { readonly area: boolean; readonly line: Line }[], box: Box): boolean {
    this.#count++
    if (this.#drawn >= MAX_SHAPES || this.#held >= HELD) return false
    this.#drawn++
    widen(this.#box, [box.west, box.south, box.east, box.north])
    const tolerance = sizeOf(box) / OWN_DETAIL
    for (const { area, line } of lines) {
      const simple = simplify(thin(line), tolerance)
      this.#held += simple.length / 2
      this.#lines.push({ area, line: simple })
    }
    return true
  }

  /** What is drawn; undefined when there were no shapes. */
  get shapes(): Geography['shapes'] {
    if (this.#count === 0) return undefined
    let tolerance = sizeOf(this.#box) / DETAIL
    let lines = this.#simplified(tolerance)
    while (verticesOf(lines) > MAX_VERTICES && tolerance < 45) {
      tolerance *= 1.5
      lines = this.#simplified(tolerance)
    }
    const digits = Math.min(6, Math.max(1, 1 - Math.floor(Math.log10(tolerance || 1e-6))))
    const round = (degrees: number) => Number(degrees.toFixed(digits)) + 0
    return {
      count: this.#count,
      drawn: this.#drawn,
      lines: lines.map(({ area, line }) => ({ area, line: line.map(round) })),
    }
  }

  // Inner rings and islands that are too small to be seen are left out; the first line is always there.
  #simplified(tolerance: number) {
    return this.#lines
      .filter(({ line }, at) => at === 0 || sizeOf(widen(emptyBox(), line)) >= tolerance / 2)
      .map(({ area, line }) => ({ area, line: simplify(line, tolerance) }))
  }
}

function thin(line: Line): Line {
  const vertices = line.length / 2
  if (vertices <= LONGEST) return line
  const step = Math.ceil(vertices / LONGEST)
  return line.filter((_, index) => (index >> 1) % step === 0 || index >> 1 === vertices - 1)
}

function verticesOf(lines: readonly { readonly line: Line }[]): number {
  return lines.reduce((sum, { line }) => sum + line.length / 2, 0)
}

function sizeOf({ west, south, east, north }: Box): number {
  return Math.max(0, east - west, north - south)
}
