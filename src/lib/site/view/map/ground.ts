import { simplify } from '../../../reading/index.ts'
import type { CountryOutline, Outlines } from '../../outlines.ts'
import { clipLine, clipRing, type Line, type Window } from './clip.ts'
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
/** How far outlines run beyond the edges, so that no edge of the drawing is seen as a line. */
const BLEED = 4

/** Draws the outlines within a frame. */
export function groundOf({ land, borders }: Outlines, frame: Frame): Ground {
  const rings = draw(land, frame, (line, window) => [clipRing(line, window)])
  return {
    land: pathOf(
      rings.filter((ring) => sizeOf(ring) >= LEAST),
      true,
    ),
    borders: pathOf(draw(borders, frame, clipLine)),
  }
}

// A frame may begin before 180° West or end after 180° East; what it sees there lies a turn further. Most of a long outline is cut off
// before anything else is done with it.
function draw(
  outlines: readonly CountryOutline[],
  frame: Frame,
  clip: (line: Line, window: Window) => readonly Line[],
): Line[] {
  return [-360, 0, 360].flatMap((turn) => {
    const window = windowOf(frame, turn)
    return outlines
      .filter((outline) => meets(outline, window))
      .flatMap(({ line }) => clip(line, window))
      .map((line) =>
        simplify(
          line.map((degrees, at) => (at % 2 === 0 ? xOf(frame, degrees + turn) : yOf(frame, degrees))),
          DETAIL,
        ),
      )
  })
}

function windowOf({ west, south, east, north, scale, squeeze }: Frame, turn: number): Window {
  const bleed = BLEED / scale
  return [west - turn - bleed / squeeze, east - turn + bleed / squeeze, south - bleed, north + bleed]
}

function meets(outline: CountryOutline, [left, right, low, high]: Window): boolean {
  return outline.east >= left && outline.west <= right && outline.north >= low && outline.south <= high
}

function sizeOf(line: Line): number {
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
