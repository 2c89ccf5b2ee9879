import { nearestOf, type Projection, type Spot, spotOf } from '../../map/box.ts'
import type { ColumnTable } from './table.ts'

/** The dots of a map, from left to right, and the columns of their coordinates. */
export interface MapDots extends Projection {
  readonly longitude: number
  readonly latitude: number
  readonly width: number
  readonly height: number
  readonly dots: readonly Spot[]
}

/** For each dot of a map: how many records it stands for, and the number of the first of them. */
export interface DotCounts {
  readonly counts: Uint32Array
  readonly numbers: Uint32Array
}

/** For each row, the index of its dot on a map; -1 if it has none. */
export function dotOfRows({ columns, rows }: ColumnTable, map: MapDots): Int16Array {
  const [x, y] = [columns[map.longitude], columns[map.latitude]]
  const found = new Int16Array(rows).fill(-1)
  if (!x || !y) return found
  for (let row = 0; row < rows; row++) {
    const longitude = x.places[x.codes[row] as number] as number
    const latitude = y.places[y.codes[row] as number] as number
    // Software writes 0°, 0° for an unknown place. Some records have their coordinates exchanged.
    const spot =
      longitude === 0 && latitude === 0
        ? undefined
        : (spotWithin(map, longitude, latitude) ?? spotWithin(map, latitude, longitude))
    if (spot) found[row] = nearestOf(map.dots, spot, Number.POSITIVE_INFINITY)
  }
  return found
}

function spotWithin(map: MapDots, longitude: number, latitude: number): Spot | undefined {
  const [x, y] = spotOf(map, longitude, latitude)
  return x >= 0 && x <= map.width && y >= 0 && y <= map.height ? [x, y] : undefined
}

/** Counts rows at the dots that they have. `first`: the number of records before the first row. */
export function countAtDots(dotOf: Int16Array, dots: number, rows: Uint32Array, first: number): DotCounts {
  const [counts, numbers] = [new Uint32Array(dots), new Uint32Array(dots)]
  for (const row of rows) {
    const dot = dotOf[row] as number
    if (dot < 0) continue
    ;(counts[dot] as number)++
    numbers[dot] ||= first + row + 1
  }
  return { counts, numbers }
}
