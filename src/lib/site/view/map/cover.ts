/** A line or ring: x and y in turn. */
type Line = readonly number[]

/** How far from an area a vertex still counts, in units of the drawing: the same coast differs between two files. */
const NEAR = 6
const AROUND = [
  [0, 0],
  [-NEAR, 0],
  [NEAR, 0],
  [0, -NEAR],
  [0, NEAR],
] as const

/** Finds whether each vertex of a line is within areas, which are drawn with the rule `evenodd`, or next to them. */
export function coverOf(rings: readonly Line[]): (line: Line) => boolean {
  const boxed = rings.map((ring) => ({ ring, ...edgesOf(ring) }))
  const isWithin = (x: number, y: number) =>
    boxed.filter(
      ({ ring, left, right, top, bottom }) =>
        x >= left && x <= right && y >= top && y <= bottom && isInRing(ring, x, y),
    ).length %
      2 ===
    1
  const isCovered = (x: number, y: number) => AROUND.some(([dx, dy]) => isWithin(x + dx, y + dy))
  return (line) => line.every((x, at) => at % 2 === 1 || isCovered(x, line[at + 1] as number))
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
