import type { Geography, Members, ReadRecord } from '../types.ts'
import { geometryOf } from './geometry.ts'
import { PointGrid } from './grid.ts'
import { Pairs } from './pairs.ts'
import { isOnEarth, isPlace, pointOf } from './position.ts'
import { emptyBox, ShapeSample, widen } from './shapes.ts'

const MAX_COLUMNS = 8

/** Collects the locations of the records of a document: from a pair of columns, or from GeoJSON geometries or WKT points in any column. */
export class GeographyProfile {
  readonly #pairs = new Pairs()
  readonly #grid = new PointGrid()
  readonly #shapes = new ShapeSample()
  readonly #columns = new Set<string>()
  #count = 0
  #astray = 0
  #found = false
  #lost = false
  #metres = false

  /** Takes the name of a new column. */
  begin(name: string): void {
    this.#pairs.begin(name)
  }

  /** Takes an object in a column. */
  addObject(column: string, value: Members): void {
    const isKnown = this.#columns.has(column)
    if (!isKnown && this.#columns.size >= MAX_COLUMNS) return
    const geometry = geometryOf(value)
    if (geometry === undefined) return
    if (!isKnown) this.#columns.add(column)
    const { points, lines } = geometry
    for (const [longitude, latitude] of points)
      if (isPlace(longitude, latitude)) this.#put(longitude, latitude)
      else this.#lost = true
    if (lines.length === 0) return
    const box = lines.reduce((box, { line }) => widen(box, line), emptyBox())
    if (!isOnEarth(box.west, box.south) || !isOnEarth(box.east, box.north)) this.#lost = true
    else {
      this.#found = true
      for (const left of this.#shapes.add(lines, box)) this.#grid.add(...left)
    }
  }

  /** Takes a text in a column. */
  addText(column: string, text: string): void {
    const point = pointOf(text)
    if (point === undefined) return
    if (!this.#columns.has(column) && this.#columns.size >= MAX_COLUMNS) return
    this.#columns.add(column)
    this.#metres ||= point.metres
    if (isPlace(...point.position)) this.#put(...point.position)
    else this.#lost = true
  }

  /** Takes a record, after the contents of its columns. */
  add(record: ReadRecord): void {
    this.#pairs.add(record)
    if (this.#found) this.#count++
    else if (this.#lost) this.#astray++
    this.#found = this.#lost = false
  }

  /** The locations of the records; undefined if there are none. */
  finish(): Geography | undefined {
    const pair = this.#pairs.best
    if (pair && pair.count >= this.#count) {
      const { longitude, latitude, count, astray, grid } = pair
      return { columns: [longitude, latitude], count, astray, points: grid.points }
    }
    if (this.#count === 0) return undefined
    const drawn = this.#shapes.finish()
    for (const middle of drawn?.tiny ?? []) this.#grid.add(...middle)
    return {
      columns: [...this.#columns],
      count: this.#count,
      astray: this.#astray,
      points: this.#grid.points,
      ...(this.#metres && { metres: true as const }),
      ...(drawn && { shapes: drawn.shapes }),
    }
  }

  #put(longitude: number, latitude: number): void {
    this.#found = true
    this.#grid.add(longitude, latitude)
  }
}
