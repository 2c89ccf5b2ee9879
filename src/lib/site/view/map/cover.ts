import type { Line } from './path.ts'

/** How far from an area a vertex still counts, in units of the drawing: the same coast differs between two files. */
const NEAR = 6
/** How far apart the places are at which the inside of areas is examined. */
const STEP = 20

/** What areas of a drawing cover. */
interface Cover {
  /** Whether each vertex of a line is within the areas or next to them. */
  hasLine(line: Line): boolean
  /** Whether the edges of other areas and all that is inside them are. */
  hasAreas(rings: readonly Line[]): boolean
}

/** What areas cover, given by their rings, which are drawn with the rule `evenodd`. */
export function coverOf(areas: readonly Line[]): Cover {
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
    hasLine,
    hasAreas: (rings) => rings.every(hasLine) && spotsIn(rings).every(([x, y]) => isCovered(x, y)),
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
export function edgesOf(line: Line) {
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
