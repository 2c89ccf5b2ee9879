import type { Box } from '../explorer/core/view.ts'

/** How a map projects degrees: its edges, and the units of its drawing per degree of latitude. `east` is above 180 if it crosses the date line. */
export interface Projection {
  readonly west: number
  readonly east: number
  readonly north: number
  readonly scale: number
  /** The width of a degree of longitude relative to one of latitude. */
  readonly squeeze: number
}

/** A point in the units of a drawing. */
export type Spot = readonly [x: number, y: number]

/** Converts a box of a drawing, given by two opposite corners, to degrees: from 170 to -170 if it crosses the date line. */
export function degreesOf({ west, north, scale, squeeze }: Projection, [a, b]: readonly [Spot, Spot]): Box {
  // Enough digits for a tenth of a unit; nobody points more precisely.
  const digits = Math.min(8, Math.max(1, Math.ceil(Math.log10(scale)) + 1))
  const round = (degrees: number) => Number(degrees.toFixed(digits))
  const [from, to] = [Math.min(a[0], b[0]), Math.max(a[0], b[0])].map((x) => west + x / scale / squeeze) as [
    number,
    number,
  ]
  const turn = (degrees: number) => round(degrees > 180 ? degrees - 360 : degrees)
  const isPart = to - from < 360
  return {
    is: 'box',
    west: isPart ? turn(from) : -180,
    south: round(north - Math.max(a[1], b[1]) / scale),
    east: isPart ? turn(to) : 180,
    north: round(north - Math.min(a[1], b[1]) / scale),
  }
}

/** The upper left and the lower right corner of a box of degrees in a drawing. */
export function cornersOf(map: Projection, { west, south, east, north }: Box): readonly [Spot, Spot] {
  const [left, top] = spotOf(map, west, north)
  const [right, bottom] = spotOf(map, east, south)
  const turn = right < left ? 360 * map.scale * map.squeeze : 0
  return [
    [left, top],
    [right + turn, bottom],
  ]
}

/** The spot of a place in a drawing. */
export function spotOf(
  { west, east, north, scale, squeeze }: Projection,
  longitude: number,
  latitude: number,
): Spot {
  const turned = longitude < west && longitude + 360 <= east ? longitude + 360 : longitude
  return [(turned - west) * scale * squeeze, (north - latitude) * scale]
}

const DOT = /m(-?\d+) ?(-?\d+)h0/g

/** The dots of a path, in which each is relative to the one before. */
export function dotsOf(path: string): Spot[] {
  let [x, y] = [0, 0]
  return Array.from(path.matchAll(DOT), ([, dx, dy]): Spot => {
    x += Number(dx)
    y += Number(dy)
    return [x, y]
  })
}

/** The path of some dots, in the form that {@link dotsOf} reads. */
export function pathOf(dots: readonly Spot[]): string {
  return dots
    .map(([x, y], at) => {
      const [fromX, fromY] = dots[at - 1] ?? [0, 0]
      return `m${x - fromX} ${y - fromY}h0`
    })
    .join('')
}

/** A line or ring as a path of its own, and the box around it. */
export interface Outline {
  readonly path: string
  readonly box: readonly [Spot, Spot]
}

/** The lines or rings of a path. Each begins with `M` and continues with relative steps. */
export function outlinesOf(path: string): Outline[] {
  return path.split(/(?=M)/).flatMap((own) => {
    const [x, y, ...steps] = (own.match(/-?\d+/g) ?? []).map(Number)
    if (x === undefined || y === undefined) return []
    let [atX, atY] = [x, y]
    let [left, top, right, bottom] = [x, y, x, y]
    for (let at = 0; at + 1 < steps.length; at += 2) {
      atX += steps[at] as number
      atY += steps[at + 1] as number
      ;[left, top] = [Math.min(left, atX), Math.min(top, atY)]
      ;[right, bottom] = [Math.max(right, atX), Math.max(bottom, atY)]
    }
    const box = [
      [left, top],
      [right, bottom],
    ] as const
    return { path: own, box }
  })
}

/** The index of the dot nearest to a spot, at a distance of at most `most`; -1 if there is none. The dots are sorted from left to right. */
export function nearestOf(dots: readonly Spot[], [x, y]: Spot, most: number): number {
  let [low, high] = [0, dots.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((dots[middle] as Spot)[0] < x) low = middle + 1
    else high = middle
  }
  let [nearest, least] = [-1, most]
  // Searches outwards, until the horizontal distance of a dot is larger than the distance of the nearest.
  const look = (at: number, step: number) => {
    for (; at >= 0 && at < dots.length; at += step) {
      const dot = dots[at] as Spot
      if (Math.abs(dot[0] - x) > least) return
      const distance = Math.hypot(dot[0] - x, dot[1] - y)
      if (distance <= least) [nearest, least] = [at, distance]
    }
  }
  look(low, 1)
  look(low - 1, -1)
  return nearest
}
