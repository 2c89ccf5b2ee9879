import type { Geography } from '../types.ts'

/** So many cells at most; a map draws a dot for each. */
export const MAX_CELLS = 1500

// At the finest a cell is 2 by 1 metres at the equator; each coarser level has half as many columns or rows, in turn.
const BITS = 24
const ROWS = 2 ** BITS

interface Cell {
  count: number
  longitudes: number
  latitudes: number
}

/**
 * Counts points by the cells of a grid that becomes coarser when its cells become too many. The cells depend on the points alone, not on
 * their order: they are those of the finest level that has few enough.
 */
export class PointGrid {
  #cells = new Map<number, Cell>()
  #columnBits = BITS
  #rowBits = BITS

  /** Adds a point in degrees, or so many at one place. */
  add(longitude: number, latitude: number, count = 1): void {
    const column = cellOf((longitude + 180) / 360, this.#columnBits)
    const row = cellOf((latitude + 90) / 180, this.#rowBits)
    put(this.#cells, column * ROWS + row, {
      count,
      longitudes: longitude * count,
      latitudes: latitude * count,
    })
    while (this.#cells.size > MAX_CELLS) this.#coarsen()
  }

  /** The middle of each cell's points, from west to east, and how many they are. */
  get points(): Geography['points'] {
    return [...this.#cells.values()]
      .map(
        ({ count, longitudes, latitudes }) =>
          [round(longitudes / count), round(latitudes / count), count] as const,
      )
      .sort((a, b) => a[0] - b[0] || a[1] - b[1])
  }

  #coarsen(): void {
    const [columns, rows] = this.#columnBits > this.#rowBits ? [2, 1] : [1, 2]
    if (columns === 2) this.#columnBits--
    else this.#rowBits--
    const cells = new Map<number, Cell>()
    for (const [key, cell] of this.#cells) {
      const column = Math.floor(Math.floor(key / ROWS) / columns)
      const row = Math.floor((key % ROWS) / rows)
      put(cells, column * ROWS + row, cell)
    }
    this.#cells = cells
  }
}

function put(cells: Map<number, Cell>, key: number, { count, longitudes, latitudes }: Cell): void {
  const cell = cells.get(key)
  if (cell === undefined) cells.set(key, { count, longitudes, latitudes })
  else {
    cell.count += count
    cell.longitudes += longitudes
    cell.latitudes += latitudes
  }
}

function cellOf(share: number, bits: number): number {
  return Math.min(2 ** bits - 1, Math.max(0, Math.floor(share * 2 ** bits)))
}

function round(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5 + 0
}
