import type { Geography } from '../../../reading/index.ts'
import { type Extent, extentOf, turnInto } from './extent.ts'

/** So many places in a hundred may be left out at each side. */
const FEW = 0.5
/** They are when the rest then is so many times as large on the map. */
const WORTH = 5
/** What is shown around the rest, as a part of its own size, so that what lies near is still seen. */
const AROUND = 0.25

/**
 * The extent without the few places that are far from all others: mostly mistakes, which would make one dot of all the rest.
 * The extent itself where nothing would be gained.
 */
export function coreOf({ points }: Pick<Geography, 'points'>, extent: Extent): Extent {
  const [west, east] = trim(points.map(([longitude, , count]) => [turnInto(extent, longitude), count]))
  const [south, north] = trim(points.map(([, latitude, count]) => [latitude, count]))
  const core = Math.max(east - west, north - south)
  if (Math.max(extent.east - extent.west, extent.north - extent.south) < core * WORTH || core === 0)
    return extent
  const around = core * AROUND
  const near = { west: west - around, east: east + around, south: south - around, north: north + around }
  return (
    extentOf({ points: points.filter((point) => countBeyond({ points: [point] }, near) === 0) }) ?? extent
  )
}

/** How many places lie outside an extent. */
export function countBeyond(
  { points }: Pick<Geography, 'points'>,
  { west, east, south, north }: Extent,
): number {
  return points.reduce((sum, [longitude, latitude, count]) => {
    const turned = turnInto({ west }, longitude)
    return turned > east || latitude < south || latitude > north ? sum + count : sum
  }, 0)
}

function trim(values: (readonly [at: number, count: number])[]): readonly [from: number, to: number] {
  const sorted = values.sort((a, b) => a[0] - b[0])
  const few = (sorted.reduce((sum, [, count]) => sum + count, 0) * FEW) / 100
  return [after(sorted, few), after(sorted.toReversed(), few)]
}

function after(sorted: readonly (readonly [at: number, count: number])[], few: number): number {
  let seen = 0
  for (const [at, count] of sorted) {
    seen += count
    if (seen > few) return at
  }
  return sorted.at(-1)?.[0] ?? 0
}
