import type { Geography, Members, ReadRecord, Value } from '../types.ts'
import { isMembers, isNumeral } from '../value.ts'
import { PointGrid } from './grid.ts'
import { isOnEarth, isPlace, Pairs, pointOf } from './pairs.ts'
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

/** The points, lines and rings of a geometry. */
interface Geometry {
  readonly points: (readonly [longitude: number, latitude: number])[]
  readonly lines: { readonly area: boolean; readonly line: number[] }[]
}

/** Nesting depth of positions in the coordinates of a geometry (RFC 7946, 3.1). */
const DEPTHS: Readonly<Record<string, number>> = {
  Point: 0,
  MultiPoint: 1,
  LineString: 1,
  MultiLineString: 2,
  Polygon: 2,
  MultiPolygon: 3,
}
const MAX_MEMBERS = 8
const MAX_NESTED = 8

/** The geometry of a GeoJSON object; undefined if it is none. */
function geometryOf(value: Members): Geometry | undefined {
  const geometry: Geometry = { points: [], lines: [] }
  return take(value, geometry, 0) ? geometry : undefined
}

function take(value: Value, into: Geometry, nested: number): boolean {
  if (!isMembers(value) || value.members.length > MAX_MEMBERS || nested > MAX_NESTED) return false
  const type = memberOf(value, 'type')
  if (typeof type !== 'string') return false
  if (type === 'GeometryCollection') {
    const geometries = memberOf(value, 'geometries')
    return Array.isArray(geometries) && geometries.every((geometry) => take(geometry, into, nested + 1))
  }
  const depth = Object.hasOwn(DEPTHS, type) ? DEPTHS[type] : undefined
  const coordinates = memberOf(value, 'coordinates')
  if (depth === undefined || !Array.isArray(coordinates)) return false
  if (type.endsWith('Point')) return eachAt(coordinates, depth, (position) => takePoint(position, into))
  const area = type.endsWith('Polygon')
  return eachAt(coordinates, depth - 1, (line) => takeLine(line, area, into))
}

function takePoint(position: Value, { points }: Geometry): boolean {
  const point = positionOf(position)
  if (point) points.push(point)
  return point !== undefined
}

function takeLine(positions: Value, area: boolean, { lines }: Geometry): boolean {
  if (!Array.isArray(positions)) return false
  const line: number[] = []
  for (const position of positions) {
    const point = positionOf(position)
    if (!point) return false
    line.push(...point)
  }
  if (line.length > 0) lines.push({ area, line })
  return true
}

function positionOf(position: Value): readonly [number, number] | undefined {
  if (!Array.isArray(position)) return undefined
  const [longitude, latitude] = position as readonly Value[]
  if (longitude === undefined || latitude === undefined) return undefined
  return isNumeral(longitude) && isNumeral(latitude)
    ? [Number(longitude.numeral), Number(latitude.numeral)]
    : undefined
}

function eachAt(value: Value, depth: number, visit: (value: Value) => boolean): boolean {
  if (depth === 0) return visit(value)
  return Array.isArray(value) && value.every((item) => eachAt(item, depth - 1, visit))
}

function memberOf({ members }: Members, name: string): Value | undefined {
  return members.find(([member]) => member === name)?.[1]
}
