import type { Geography } from '../types.ts'

/** The places near the middle of most places. */
export interface Cluster {
  readonly longitude: number
  readonly latitude: number
  /** The greatest distance from the middle, in degrees of latitude, to the east and to the north alike. */
  readonly radius: number
}

type Points = Geography['points']

/** The percentage of places that are in the cluster. */
const MOST = 90

/**
 * The cluster that holds at least 90 % of places in two dimensions, extended up to the first gap that is as wide as it. Its middle is the
 * median of both axes, which the other places cannot move far. Undefined if there are no places.
 */
export function clusterOf(points: Points): Cluster | undefined {
  if (points.length === 0) return undefined
  const straight = clusterAround(points, (longitude) => longitude)
  if (straight.radius < 60) return straight
  // Places on both sides of the date line.
  const turned = clusterAround(points, (longitude) => (longitude < 0 ? longitude + 360 : longitude))
  return turned.radius < straight.radius ? turned : straight
}

/** Whether a place is in a cluster. */
export function isNear(cluster: Cluster, longitude: number, latitude: number): boolean {
  return distanceFrom(cluster, longitude, latitude) <= cluster.radius * 1.000001
}

function clusterAround(points: Points, turn: (longitude: number) => number): Cluster {
  const longitude = medianOf(points.map(([longitude, , count]) => [turn(longitude), count]))
  const latitude = medianOf(points.map(([, latitude, count]) => [latitude, count]))
  const middle = { longitude, latitude }
  const distances = points
    .map(([x, y, count]): Counted => [distanceFrom(middle, x, y), count])
    .sort((a, b) => a[0] - b[0])
  const wanted = (sumOf(distances) * MOST) / 100
  let [radius, seen] = [0, 0]
  for (const [distance, count] of distances) {
    if (seen >= wanted && distance > 2 * radius) break
    radius = distance
    seen += count
  }
  return { longitude: longitude > 180 ? longitude - 360 : longitude, latitude, radius }
}

function distanceFrom(middle: Omit<Cluster, 'radius'>, longitude: number, latitude: number): number {
  const across = Math.abs(longitude - middle.longitude) % 360
  const east = Math.min(across, 360 - across) * Math.cos((middle.latitude * Math.PI) / 180)
  return Math.max(east, Math.abs(latitude - middle.latitude))
}

type Counted = readonly [at: number, count: number]

function sumOf(values: readonly Counted[]): number {
  return values.reduce((sum, [, count]) => sum + count, 0)
}

function medianOf(values: readonly Counted[]): number {
  const half = sumOf(values) / 2
  let seen = 0
  for (const [at, count] of values.toSorted((a, b) => a[0] - b[0])) {
    seen += count
    if (seen >= half) return at
  }
  return 0
}
