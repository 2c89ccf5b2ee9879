import type { Geography } from '../types.ts'
import { type Cluster, clusterOf, isNear } from './cluster.ts'
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

/** Maximum number of cells; a map draws a dot for each. */
const MAX_CELLS = 1500

// At the finest level a cell is 2 by 1 metres at the equator; each coarser level halves the columns or the rows, alternately.
const BITS = 24
const SIDE = 2 ** BITS
const FINEST = 2 * BITS

// More are kept while points are added, so cells are rarely merged.
const KEPT_CELLS = 4 * MAX_CELLS

interface Cell {
  count: number
  longitudes: number
  latitudes: number
}

/**
 * Counts points in the cells of a grid, which becomes coarser when there are too many cells. The result does not depend on the order of
 * points: it is the finest level with few enough cells.
 */
export class PointGrid {
  #cells = new Map<number, Cell>()
  #level = FINEST
  /** The size of a cell, in columns and rows of the finest level. */
  #column = 1
  #row = 1

  /** Adds a point in degrees. */
  add(longitude: number, latitude: number): void {
    const column = Math.min(SIDE - 1, Math.floor(((longitude + 180) / 360) * SIDE))
    const row = Math.min(SIDE - 1, Math.floor(((latitude + 90) / 180) * SIDE))
    const key = Math.floor(column / this.#column) * SIDE + Math.floor(row / this.#row)
    const cell = this.#cells.get(key)
    if (cell === undefined) {
      this.#cells.set(key, { count: 1, longitudes: longitude, latitudes: latitude })
      if (this.#cells.size > KEPT_CELLS) this.#coarsen()
    } else {
      cell.count++
      cell.longitudes += longitude
      cell.latitudes += latitude
    }
  }

  /** The mean position of the points of each cell, from west to east, with their number. */
  get points(): Geography['points'] {
    if (this.#cells.size > MAX_CELLS) this.#coarsen()
    return [...this.#cells.values()]
      .map(
        ({ count, longitudes, latitudes }) =>
          [round(longitudes / count), round(latitudes / count), count] as const,
      )
      .sort((a, b) => a[0] - b[0] || a[1] - b[1])
  }

  // The number of cells falls with every level, so a binary search finds the finest level with few enough.
  #coarsen(): void {
    let [coarse, fine] = [0, this.#level]
    while (fine - coarse > 1) {
      const middle = (coarse + fine) >> 1
      if (this.#isTooFine(middle)) fine = middle
      else coarse = middle
    }
    const cells = new Map<number, Cell>()
    const keyOf = this.#keysAt(coarse)
    for (const [old, cell] of this.#cells) {
      const key = keyOf(old)
      const known = cells.get(key)
      if (known === undefined) cells.set(key, cell)
      else {
        known.count += cell.count
        known.longitudes += cell.longitudes
        known.latitudes += cell.latitudes
      }
    }
    this.#cells = cells
    this.#level = coarse
    ;[this.#column, this.#row] = widthsAt(coarse)
  }

  #isTooFine(level: number): boolean {
    const keyOf = this.#keysAt(level)
    const keys = new Set<number>()
    for (const key of this.#cells.keys()) if (keys.add(keyOf(key)).size > MAX_CELLS) return true
    return false
  }

  #keysAt(level: number): (key: number) => number {
    const [column, row] = widthsAt(level)
    const [columns, rows] = [column / this.#column, row / this.#row]
    return (key) => Math.floor(Math.floor(key / SIDE) / columns) * SIDE + Math.floor((key % SIDE) / rows)
  }
}

function widthsAt(level: number): [column: number, row: number] {
  return [2 ** (BITS - Math.ceil(level / 2)), 2 ** (BITS - Math.floor(level / 2))]
}

function round(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5 + 0
}
