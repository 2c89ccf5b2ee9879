/** A line: x and y, or longitude and latitude, in turn. */
export type Line = readonly number[]

/** A rectangle: the least and the largest x, the least and the largest y. */
export type Window = readonly [left: number, right: number, low: number, high: number]

type Edge = readonly [axis: 0 | 1, limit: number, sign: 1 | -1]

function edgesOf([left, right, low, high]: Window): readonly Edge[] {
  return [
    [0, left, 1],
    [0, right, -1],
    [1, low, 1],
    [1, high, -1],
  ]
}

/** The part of an area within a window, by its ring (Sutherland and Hodgman); empty where it lies outside. */
export function clipRing(ring: Line, window: Window): Line {
  return edgesOf(window).reduce(cutRing, ring)
}

function cutRing(ring: Line, edge: Edge): Line {
  const cut: number[] = []
  let before = ring.length - 2
  for (let at = 0; at < ring.length; at += 2) {
    const [from, to] = [depth(ring, before, edge), depth(ring, at, edge)]
    if (from < 0 !== to < 0) push(cut, ring, before, at, from / (from - to))
    if (to >= 0) cut.push(ring[at] as number, ring[at + 1] as number)
    before = at
  }
  return cut
}

/** The parts of a line within a window. */
export function clipLine(line: Line, window: Window): Line[] {
  return edgesOf(window).reduce<Line[]>((lines, edge) => lines.flatMap((part) => cutLine(part, edge)), [line])
}

function cutLine(line: Line, edge: Edge): Line[] {
  const parts: number[][] = []
  let part: number[] = []
  for (let at = 0; at < line.length; at += 2) {
    const to = depth(line, at, edge)
    const from = at === 0 ? to : depth(line, at - 2, edge)
    if (from < 0 !== to < 0) push(part, line, at - 2, at, from / (from - to))
    if (to >= 0) part.push(line[at] as number, line[at + 1] as number)
    else if (part.length > 0) {
      parts.push(part)
      part = []
    }
  }
  return part.length > 0 ? [...parts, part] : parts
}

// How far inside an edge a vertex lies; negative outside.
function depth(line: Line, at: number, [axis, limit, sign]: Edge): number {
  return ((line[at + axis] as number) - limit) * sign
}

function push(into: number[], line: Line, from: number, to: number, share: number): void {
  for (const axis of [0, 1] as const) {
    const start = line[from + axis] as number
    into.push(start + ((line[to + axis] as number) - start) * share)
  }
}
