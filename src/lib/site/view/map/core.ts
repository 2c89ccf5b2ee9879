import type { Geography } from '../../../reading/index.ts'
import { type Bounds, extentOf, turnInto } from './extent.ts'

type Points = Geography['points']

/** The percentage of places that are enough to decide what a map shows. */
const MOST = 90
/** The other places are left out if these then appear this many times larger. */
const WORTH = 5

/** The places that a map shows. */
interface Core {
  readonly points: Points
  readonly extent: Bounds
  /** How many places have their latitude and longitude exchanged. */
  readonly exchanged: number
}

/**
 * The places without the few that are far from all others: these are mostly mistakes, and with them all the rest would be one dot. Places
 * that are among the others after exchanging latitude and longitude are moved there.
 */
export function coreOf(points: Points, whole: Bounds): Core {
  const dense = denseOf(points, whole)
  if (dense === undefined) return { points, extent: whole, exchanged: 0 }
  let exchanged = 0
  const put = points.map((point): Points[number] => {
    const [longitude, latitude, count] = point
    const other = [latitude, longitude, count] as const
    if (isWithin(point, dense) || !isWithin(other, dense)) return point
    exchanged += count
    return other
  })
  const inside = put.filter((point) => isWithin(point, dense))
  return { points: put, extent: extentOf({ points: inside }) ?? dense, exchanged }
}

/** How many places lie outside an extent. */
export function countBeyond(points: Points, extent: Bounds): number {
  return points.reduce((sum, point) => (isWithin(point, extent) ? sum : sum + point[2]), 0)
}

function isWithin(
  [longitude, latitude]: readonly [longitude: number, latitude: number, ...rest: readonly unknown[]],
  { west, east, south, north }: Bounds,
): boolean {
  const turned = turnInto({ west }, longitude)
  return turned <= east && latitude >= south && latitude <= north
}

// The shortest intervals that contain nearly all places, extended up to the first gap that is as wide as they are.
function denseOf(points: Points, whole: Bounds): Bounds | undefined {
  const longitudes = sorted(points.map(([longitude, , count]) => [turnInto(whole, longitude), count]))
  const latitudes = sorted(points.map(([, latitude, count]) => [latitude, count]))
  const [across, along] = [shortest(longitudes), shortest(latitudes)]
  const gap = Math.max(across[1] - across[0], along[1] - along[0])
  const [west, east] = grown(longitudes, across, gap)
  const [south, north] = grown(latitudes, along, gap)
  const size = Math.max(east - west, north - south)
  if (size === 0 || Math.max(whole.east - whole.west, whole.north - whole.south) < size * WORTH)
    return undefined
  const dense = { west, east, south, north }
  const all = points.reduce((sum, [, , count]) => sum + count, 0)
  return countBeyond(points, dense) * 100 <= all * (100 - MOST) ? dense : undefined
}

type Placed = readonly [at: number, count: number]
type Stretch = readonly [from: number, to: number]

function sorted(values: readonly Placed[]): Placed[] {
  return values.toSorted((a, b) => a[0] - b[0])
}

function shortest(values: readonly Placed[]): Stretch {
  const wanted = (values.reduce((sum, [, count]) => sum + count, 0) * MOST) / 100
  let best: Stretch = [values[0]?.[0] ?? 0, values.at(-1)?.[0] ?? 0]
  let [first, inside] = [0, 0]
  for (const [to, count] of values) {
    inside += count
    while (inside >= wanted && first < values.length) {
      const [from, least] = values[first] as Placed
      if (to - from < best[1] - best[0]) best = [from, to]
      inside -= least
      first++
    }
  }
  return best
}

function grown(values: readonly Placed[], [from, to]: Stretch, gap: number): Stretch {
  let [start, end] = [from, to]
  for (const [at] of values) if (at > end && at - end <= gap) end = at
  for (const [at] of values.toReversed()) if (at < start && start - at <= gap) start = at
  return [start, end]
}
