import type { Geography } from '../types.ts'

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
