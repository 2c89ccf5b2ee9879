import type { Geography } from '../types.ts'
import { type Cluster, clusterOf, isNear } from './cluster.ts'
import { PointGrid } from './grid.ts'
import { isPlace } from './system.ts'

/** Maximum number of positions in memory; by then it is known where most are. */
const MOST_KEPT = 50_000
/** In a wider cluster, in degrees, an exchange is no better an explanation than a place far away. */
const WIDEST = 15

/** The places of positions. */
export interface Placed {
  readonly points: Geography['points']
  /** Number of places. */
  readonly count: number
  /** How many of these had their longitude and latitude exchanged. */
  readonly exchanged: number
  /** Number of positions that are no places. */
  readonly astray: number
}

/** How a position is read: as it is, or with longitude and latitude exchanged. */
interface Rule {
  /** Whether all are exchanged. */
  readonly turned: boolean
  readonly cluster: Cluster | undefined
}

/**
 * Puts positions on the earth and recognises exchanged coordinates. All are exchanged if more of them are places then. A single one is if
 * that brings it from far away, or from no place at all, among the others.
 */
export class Placer {
  #xs: number[] = []
  #ys: number[] = []
  #grid = new PointGrid()
  #rule: Rule | undefined
  #count = 0
  #exchanged = 0
  #astray = 0

  /** Adds a position in degrees. Returns whether it is a place, possibly after an exchange. */
  add(longitude: number, latitude: number): boolean {
    if (!isPlace(longitude, latitude) && !isPlace(latitude, longitude)) {
      this.#astray++
      return false
    }
    if (this.#rule) this.#put(this.#rule, longitude, latitude)
    else {
      this.#xs.push(longitude)
      this.#ys.push(latitude)
      if (this.#xs.length >= MOST_KEPT) this.#chooseRule()
    }
    return true
  }

  finish(): Placed {
    if (!this.#rule) this.#chooseRule()
    return { points: this.#grid.points, count: this.#count, exchanged: this.#exchanged, astray: this.#astray }
  }

  #chooseRule(): void {
    const [xs, ys] = [this.#xs, this.#ys]
    const straight = countOf(xs, ys)
    const turned = countOf(ys, xs) > straight
    const valid = turned ? countOf(ys, xs) : straight
    const grid = new PointGrid()
    for (const [at, x] of xs.entries()) {
      const y = ys[at] as number
      const [longitude, latitude] = turned ? [y, x] : [x, y]
      if (isPlace(longitude, latitude)) grid.add(longitude, latitude)
    }
    const cells = grid.points
    const cluster = clusterOf(cells)
    this.#rule = { turned, cluster: cluster && cluster.radius <= WIDEST ? cluster : undefined }
    const isPlain =
      valid === xs.length && cells.every(([x, y]) => cluster === undefined || isNear(cluster, x, y))
    if (isPlain) {
      this.#grid = grid
      this.#count = xs.length
      this.#exchanged = turned ? xs.length : 0
    } else for (const [at, x] of xs.entries()) this.#put(this.#rule, x, ys[at] as number)
    this.#xs = []
    this.#ys = []
  }

  #put({ turned, cluster }: Rule, x: number, y: number): void {
    const [longitude, latitude] = turned ? [y, x] : [x, y]
    const isNearAsIs = cluster !== undefined && isNear(cluster, longitude, latitude)
    const isExchanged =
      cluster !== undefined &&
      !isNearAsIs &&
      isPlace(latitude, longitude) &&
      isNear(cluster, latitude, longitude)
    if (isExchanged) this.#take(latitude, longitude, !turned)
    else if (isPlace(longitude, latitude)) this.#take(longitude, latitude, turned)
    else this.#astray++
  }

  #take(longitude: number, latitude: number, isExchanged: boolean): void {
    this.#grid.add(longitude, latitude)
    this.#count++
    if (isExchanged) this.#exchanged++
  }
}

function countOf(longitudes: readonly number[], latitudes: readonly number[]): number {
  return longitudes.reduce(
    (sum, longitude, at) => (isPlace(longitude, latitudes[at] as number) ? sum + 1 : sum),
    0,
  )
}
