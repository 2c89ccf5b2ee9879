import { restOfLatitude, restOfLongitude } from '../profile/place.ts'
import type { ReadRecord } from '../types.ts'
import { PointGrid } from './grid.ts'
import { coordinateOf, isPlace } from './position.ts'

const MAX_PAIRS = 4
const MAX_NAMES = 50

/** Two columns that may hold places together. */
export interface Pair {
  readonly longitude: string
  readonly latitude: string
  /** Whether the two names go together. */
  readonly matched: boolean
  readonly grid: PointGrid
  /** How many records have a place here, and how many have numbers here that are none. */
  count: number
  astray: number
}

/** Finds the columns of latitude and longitude by their names, and the places in them. */
export class Pairs {
  readonly #latitudes: Named[] = []
  readonly #longitudes: Named[] = []
  readonly #pairs: Pair[] = []

  /** Takes the name of a column that has not been seen before. */
  begin(name: string): void {
    const latitude = restOfLatitude(name)
    const longitude = restOfLongitude(name)
    if (latitude !== undefined) this.#take(this.#latitudes, { name, rest: latitude })
    else if (longitude !== undefined) this.#take(this.#longitudes, { name, rest: longitude })
  }

  add(record: ReadRecord): void {
    for (const pair of this.#pairs) {
      const longitude = coordinateOf(record.get(pair.longitude))
      const latitude = coordinateOf(record.get(pair.latitude))
      if (longitude === undefined || latitude === undefined) continue
      if (isPlace(longitude, latitude)) {
        pair.count++
        pair.grid.add(longitude, latitude)
      } else pair.astray++
    }
  }

  /** The pair with the most places, of those whose names go together if there are any, when most of its numbers are places. */
  get best(): Pair | undefined {
    const [best] = this.#pairs
      .filter(({ count, astray }) => count > 0 && count >= astray)
      .sort((a, b) => Number(b.matched) - Number(a.matched) || b.count - a.count)
    return best
  }

  // `start_lat` goes with `start_lon`; where no two names go together, the first of each do.
  #take(names: Named[], named: Named): void {
    if (names.length < MAX_NAMES) names.push(named)
    const matched = this.#latitudes.flatMap((latitude) =>
      this.#longitudes
        .filter(({ rest }) => rest === latitude.rest)
        .map((longitude) => [longitude, latitude] as const),
    )
    const [longitude, latitude] = [this.#longitudes[0], this.#latitudes[0]]
    const wanted =
      matched.length > 0 ? matched : longitude && latitude ? [[longitude, latitude] as const] : []
    for (const [{ name: longitude }, { name: latitude }] of wanted) {
      const isKnown = this.#pairs.some((pair) => pair.longitude === longitude && pair.latitude === latitude)
      if (!isKnown && this.#pairs.length < MAX_PAIRS)
        this.#pairs.push({
          longitude,
          latitude,
          matched: matched.length > 0,
          grid: new PointGrid(),
          count: 0,
          astray: 0,
        })
    }
  }
}

interface Named {
  readonly name: string
  /** What is left of the name without the word for the coordinate. */
  readonly rest: string
}
