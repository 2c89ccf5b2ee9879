/** How a map projects degrees: the units of its drawing per degree of latitude, and its edges. `east` is beyond 180 if it crosses the date line. */
export interface Projection {
  readonly west: number
  readonly east: number
  readonly north: number
  readonly scale: number
  /** The width of a degree of longitude relative to one of latitude. */
  readonly squeeze: number
}

/** A point or the corner of a box in the units of a drawing. */
export type Spot = readonly [x: number, y: number]

/** Two bounds as they are written in a filter. */
type Bounds = readonly [from: string, to: string]

/** The degrees of a box in a drawing: from 170 to -170 if it crosses the date line. */
export function degreesOf(
  { west, north, scale, squeeze }: Projection,
  [a, b]: readonly [Spot, Spot],
): { readonly longitude: Bounds; readonly latitude: Bounds } {
  // A tenth of a unit is more exact than any hand.
  const digits = Math.min(8, Math.max(1, Math.ceil(Math.log10(scale)) + 1))
  const bounds = (one: number, other: number): Bounds => [
    String(Number(Math.min(one, other).toFixed(digits))),
    String(Number(Math.max(one, other).toFixed(digits))),
  ]
  const longitudeOf = (x: number) => west + x / scale / squeeze
  const latitudeOf = (y: number) => north - y / scale
  const [from, to] = bounds(longitudeOf(a[0]), longitudeOf(b[0]))
  const turn = (degrees: string) =>
    Number(degrees) > 180 ? String(Number((Number(degrees) - 360).toFixed(digits))) : degrees
  return {
    longitude: Number(to) - Number(from) < 360 ? [turn(from), turn(to)] : ['-180', '180'],
    latitude: bounds(latitudeOf(a[1]), latitudeOf(b[1])),
  }
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

/** The dots of a path, which are each relative to the one before. */
export function dotsOf(path: string): Spot[] {
  let [x, y] = [0, 0]
  return Array.from(path.matchAll(DOT), ([, dx, dy]): Spot => {
    x += Number(dx)
    y += Number(dy)
    return [x, y]
  })
}

/** The path of dots, as {@link dotsOf} reads it. */
export function pathOf(dots: readonly Spot[]): string {
  return dots
    .map(([x, y], at) => {
      const [fromX, fromY] = dots[at - 1] ?? [0, 0]
      return `m${x - fromX} ${y - fromY}h0`
    })
    .join('')
}

/** The index of the dot nearest to a spot, not further away than `most`; -1 if there is none. The dots are in order from left to right. */
export function nearestOf(dots: readonly Spot[], [x, y]: Spot, most: number): number {
  let [low, high] = [0, dots.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((dots[middle] as Spot)[0] < x) low = middle + 1
    else high = middle
  }
  let [nearest, least] = [-1, most]
  // Outwards from the spot, until the dots are further to the side than the nearest one.
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
