/** A line as alternating numbers: longitude, latitude, longitude, latitude, … */
export type Polyline = readonly number[]

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
