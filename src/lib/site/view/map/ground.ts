import { simplify } from '../../../reading/index.ts'
import type { Outline, Outlines } from '../../outlines.ts'
import { clipLine, clipRing, type Line } from './clip.ts'
import { type Frame, xOf, yOf } from './frame.ts'
import { pathOf } from './path.ts'

/** What lies under the places: land and borders, as paths. */
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
  const { width, height } = frame
  const rings = within(land, frame)
    .map((ring) => simplify(clipRing(ring, width, height), DETAIL))
    .filter((ring) => sizeOf(ring) >= LEAST)
  const lines = within(borders, frame)
    .flatMap((line) => clipLine(line, width, height))
    .map((line) => simplify(line, DETAIL))
  return { land: pathOf(rings, true), borders: pathOf(lines) }
}

// A frame may begin before 180° West or end after 180° East; what it sees there lies a turn further.
function within(outlines: readonly Outline[], frame: Frame): Line[] {
  return [-360, 0, 360].flatMap((turn) =>
    outlines
      .filter(
        ({ west, south, east, north }) =>
          east + turn >= frame.west &&
          west + turn <= frame.east &&
          north >= frame.south &&
          south <= frame.north,
      )
      .map(({ line }) =>
        line.map((degrees, at) => (at % 2 === 0 ? xOf(frame, degrees + turn) : yOf(frame, degrees))),
      ),
  )
}

function sizeOf(line: Line): number {
  const xs = line.filter((_, at) => at % 2 === 0)
  const ys = line.filter((_, at) => at % 2 === 1)
  return Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys))
}
