import { quantile } from './profile/range.ts'
import { isDecimal } from './profile/text-kind.ts'
import type { Chart, Reading, ReadRecord, Value } from './types.ts'
import { cellText } from './value.ts'

type Raster = Extract<Chart, { kind: 'raster' }>

/** The most cells of a side of the picture; each cell stands for a square of values. */
const MOST_CELLS = 120
/** Longer grids are no pictures, and would need memory. */
const MOST_ROWS = 100_000
/** A side with fewer values has no shape. */
const LEAST_SIDE = 8
/** The least share of the values that are numbers. */
const ENOUGH = 0.98
/** The difference of neighbours, relative to the standard deviation of all values. For values in random order it is 1.13. */
const SMOOTH = 0.7
const LEVELS = 9
/** The share of the lowest and of the highest values that have the colour of the next ones, so that a few do not make all others alike. */
const TAIL = 0.02

const WIDTH = new Set(['width', 'ncols', 'cols', 'columns', 'nx', 'xsize'])
const HEIGHT = new Set(['height', 'nrows', 'rows', 'lines', 'ny', 'ysize'])
const NO_DATA = new Set(['nodata', 'no_data', 'nodata_value'])

/** Collects a grid of numbers as a picture. Memory is bounded by the picture and one row. */
interface RasterCollector {
  add(record: ReadRecord): void
  /** The picture; undefined if it is none. `count`: the number of records. */
  finish(count: number): Raster | undefined
}

/**
 * Collects the grid of a document that may be one: a list of numbers beside its width and height, or rows of numbers without names, whose
 * neighbours are alike. Undefined for any other document.
 */
export function openRaster({
  shape,
  beside,
}: Pick<Reading, 'shape' | 'beside'>): RasterCollector | undefined {
  const find = (names: ReadonlySet<string>) => beside.find(({ name }) => names.has(name.toLowerCase()))?.value
  const noData = find(NO_DATA)
  if (shape === 'rows') return rowCollector(noData)
  const [width, height] = [Number(find(WIDTH)), Number(find(HEIGHT))]
  const isSize = [width, height].every((side) => Number.isInteger(side) && side >= LEAST_SIDE)
  return shape === 'values' && isSize ? listCollector(width, height, noData) : undefined
}

function listCollector(width: number, height: number, noData: string | undefined): RasterCollector {
  const grid = new Grid(width, Math.ceil(Math.max(width, height) / MOST_CELLS))
  let at = 0
  return {
    add(record) {
      const [value = null] = record.values()
      grid.add(at % width, Math.floor(at / width), numberOf(value, noData))
      at++
    },
    finish: (count) => (count === width * height ? grid.finish(height) : undefined),
  }
}

function rowCollector(noData: string | undefined): RasterCollector {
  let grid: Grid | undefined
  let row = 0
  let isGrid = true
  return {
    add(record) {
      if (row === 0) {
        isGrid = record.size >= LEAST_SIDE && [...record.keys()].every((name, at) => name === String(at + 1))
        grid = new Grid(record.size, Math.ceil(record.size / MOST_CELLS))
      }
      isGrid &&= record.size === grid?.width && row < MOST_ROWS
      if (!isGrid || grid === undefined) return
      let column = 0
      for (const value of record.values()) grid.add(column++, row, numberOf(value, noData))
      row++
    },
    finish: () => (isGrid && row >= LEAST_SIDE && grid?.isSmooth ? grid.finish(row) : undefined),
  }
}

function numberOf(value: Value, noData: string | undefined): number | undefined {
  const text = cellText(value)?.trim() ?? ''
  return isDecimal(text) && text !== noData ? Number(text) : undefined
}

/** The sums of the squares of a grid, and how alike neighbours are. */
class Grid {
  readonly width: number
  readonly #size: number
  readonly #sums: number[] = []
  readonly #counts: number[] = []
  readonly #before: (number | undefined)[] = []
  readonly #differences = { across: 0, down: 0 }
  #seen = 0
  #count = 0
  #mean = 0
  #squares = 0

  /** `size`: how many values a cell has across and down. */
  constructor(width: number, size: number) {
    this.width = width
    this.#size = size
  }

  add(x: number, y: number, value: number | undefined): void {
    this.#seen++
    const [left, above] = [x === 0 ? undefined : this.#before[x - 1], this.#before[x]]
    this.#before[x] = value
    if (value === undefined) return
    this.#differences.across += Math.abs(value - (left ?? value))
    this.#differences.down += Math.abs(value - (above ?? value))
    this.#count++
    const distance = value - this.#mean
    this.#mean += distance / this.#count
    this.#squares += distance * (value - this.#mean)
    const cell = Math.floor(y / this.#size) * this.#across + Math.floor(x / this.#size)
    this.#sums[cell] = (this.#sums[cell] ?? 0) + value
    this.#counts[cell] = (this.#counts[cell] ?? 0) + 1
  }

  /** Whether the values are numbers, and neighbours in both directions are alike. */
  get isSmooth(): boolean {
    const { across, down } = this.#differences
    const most = SMOOTH * Math.sqrt(this.#squares / this.#count) * this.#count
    return this.#count >= this.#seen * ENOUGH && across < most && down < most
  }

  finish(height: number): Raster | undefined {
    const rows = Math.ceil(height / this.#size)
    if (rows > MOST_CELLS * 3) return undefined
    const means = Array.from({ length: rows * this.#across }, (_, cell) =>
      this.#counts[cell] ? (this.#sums[cell] as number) / (this.#counts[cell] as number) : undefined,
    )
    const sorted = means.filter((mean) => mean !== undefined).sort((a, b) => a - b)
    const [from, to] = [quantile(sorted, TAIL), quantile(sorted, 1 - TAIL)]
    if (!(to > from && Number.isFinite(to - from))) return undefined
    const levelOf = (mean: number) =>
      Math.min(LEVELS - 1, Math.max(0, Math.floor(((mean - from) / (to - from)) * LEVELS)))
    return {
      kind: 'raster',
      columns: this.width,
      rows: height,
      width: this.#across,
      height: rows,
      cells: means.map((mean) => (mean === undefined ? '.' : String(levelOf(mean)))).join(''),
      from,
      to,
    }
  }

  get #across(): number {
    return Math.ceil(this.width / this.#size)
  }
}
