/** How a map projects degrees: the units of its drawing per degree of latitude, and its north-western corner. */
export interface Projection {
  readonly west: number
  readonly north: number
  readonly scale: number
  /** The width of a degree of longitude relative to one of latitude. */
  readonly squeeze: number
}

/** A point or the corner of a box in the units of a drawing. */
export type Spot = readonly [x: number, y: number]

/** Two bounds as they are written in a filter. */
type Bounds = readonly [from: string, to: string]

/** The degrees of a box in a drawing. */
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
  return {
    longitude: bounds(longitudeOf(a[0]), longitudeOf(b[0])),
    latitude: bounds(latitudeOf(a[1]), latitudeOf(b[1])),
  }
}

/** The box of a drawing with these degrees. */
export function boxOf(
  { west, north, scale, squeeze }: Projection,
  longitude: readonly [number, number],
  latitude: readonly [number, number],
): readonly [Spot, Spot] {
  const [left, right] = longitude.map((degrees) => (degrees - west) * scale * squeeze) as [number, number]
  const [bottom, top] = latitude.map((degrees) => (north - degrees) * scale) as [number, number]
  return [
    [left, top],
    [right, bottom],
  ]
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

/** The dot nearest to a spot, not further away than `most`. */
export function nearestOf(dots: readonly Spot[], [x, y]: Spot, most: number): Spot | undefined {
  let [nearest, least]: [Spot | undefined, number] = [undefined, most]
  for (const dot of dots) {
    const distance = Math.hypot(dot[0] - x, dot[1] - y)
    if (distance <= least) [nearest, least] = [dot, distance]
  }
  return nearest
}
