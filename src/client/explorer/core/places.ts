import { geometryOf, numberOf, pairOfText } from '../../../lib/reading/geography/geometry.ts'
import { middleOf } from '../../../lib/reading/geography/shapes.ts'
import { fromMercator, type Geometry, isPlace, type Position } from '../../../lib/reading/geography/system.ts'
import { geometryOfText } from '../../../lib/reading/geography/wkt.ts'
import type { Value } from '../../../lib/reading/types.ts'
import { isMembers, valueOfJson } from '../../../lib/reading/value.ts'
import type { MapRecords } from '../../../lib/site/view/map/map.ts'
import { cornersOf, nearestOf, type Projection, type Spot, spotOf } from '../../map/box.ts'
import type { ColumnTable } from './table.ts'
import type { Box } from './view.ts'

/** The map of a page: how the positions of records are converted to spots of its drawing, and its marks. */
export interface PageMap
  extends Projection,
    Pick<MapRecords, 'columns' | 'latitudeFirst' | 'metres' | 'grid' | 'located'> {
  readonly width: number
  readonly height: number
  /** The first marks are dots, from left to right. */
  readonly dots: readonly Spot[]
  /** The marks after them are shapes: the record of each, counted from 0, and its centre. */
  readonly shapes: readonly { readonly record: number; readonly middle: Spot }[]
}

/** Converts positions of a grid to degrees. */
export type ToDegrees = (x: number, y: number) => Position | undefined

export type MarkCounts = ReturnType<RecordPlaces['count']>

/** The places of the rows of a table on a map. */
export class RecordPlaces {
  readonly #map: PageMap
  readonly #marks: number
  readonly #first: number
  readonly #places: { readonly row: number; readonly spot: Spot; readonly mark: number }[] = []

  /** `first`: the number of records before the first row. */
  constructor(table: ColumnTable, map: PageMap, first: number, toDegrees?: ToDegrees) {
    this.#map = map
    this.#marks = map.dots.length + map.shapes.length
    this.#first = first
    const shapes = new Map(map.shapes.map((shape, at) => [shape.record, { ...shape, at }]))
    const located = new Map<number, Spot[]>()
    for (const [record, ...spot] of map.located) located.set(record, [...(located.get(record) ?? []), spot])
    const spotsOf = spotFinder(table, map, toDegrees)
    for (let row = 0; row < table.rows; row++) {
      const shape = shapes.get(first + row)
      if (shape) this.#places.push({ row, spot: shape.middle, mark: map.dots.length + shape.at })
      else
        for (const spot of located.get(first + row) ?? spotsOf(row))
          this.#places.push({ row, spot, mark: nearestOf(map.dots, spot, Number.POSITIVE_INFINITY) })
    }
  }

  /** For each mark: the number of its records, the first of them, counted from 1, and the box around their spots as left, top, right, bottom. */
  count(rows: Uint32Array) {
    const counts = new Uint32Array(this.#marks)
    const numbers = new Uint32Array(this.#marks)
    const boxes = new Float32Array(this.#marks * 4)
    const last = new Int32Array(this.#marks).fill(-1)
    const counted = new Set(rows)
    for (const { row, spot, mark } of this.#places) {
      if (mark < 0 || !counted.has(row)) continue
      const at = mark * 4
      if (counts[mark] === 0) boxes.set([...spot, ...spot], at)
      const [left = 0, top = 0, right = 0, bottom = 0] = boxes.subarray(at, at + 4)
      const [x, y] = spot
      boxes.set([Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)], at)
      // A record may have several places at one mark.
      if (last[mark] !== row) (counts[mark] as number)++
      last[mark] = row
      numbers[mark] ||= this.#first + row + 1
    }
    return { counts, numbers, boxes }
  }

  /** The rows with a place in a box. */
  within(box: Box): ReadonlySet<number> {
    const [[left, top], [right, bottom]] = cornersOf(this.#map, box)
    const isWithin = ({ spot: [x, y] }: { readonly spot: Spot }) =>
      x >= left && x <= right && y >= top && y <= bottom
    return new Set(this.#places.filter(isWithin).map(({ row }) => row))
  }
}

/** Opens a function that finds the spots of a row, in the same way as the build finds its places. */
function spotFinder(
  { columns: all }: ColumnTable,
  map: PageMap,
  toDegrees: ToDegrees | undefined,
): (row: number) => readonly Spot[] {
  const columns = map.columns.flatMap((at) => all[at] ?? [])
  const [x, y] = columns.map(({ codes, values }) => ({
    codes,
    numbers: columns.length > 1 ? values.map((text) => numberOf(text) ?? Number.NaN) : [],
  }))
  const read = columns.map(() => new Map<number, readonly Spot[]>())
  const convert = toDegrees ?? (map.metres ? fromMercator : undefined)
  const spotOfPair = (a: number, b: number) => {
    const position = convert ? convert(a, b) : ([a, b] as const)
    return position ? spotWithin(map, position) : []
  }
  return (row) => {
    const [a, b] = [x, y].map((one) => one?.numbers[one.codes[row] as number])
    if (a !== undefined && b !== undefined && !Number.isNaN(a) && !Number.isNaN(b)) return spotOfPair(a, b)
    return columns.flatMap(({ codes, values }, at) => {
      const code = codes[row] as number
      const known = read[at]?.get(code)
      if (known) return known
      const text = values[code] ?? ''
      const pair = pairIn(text)
      const spots = pair ? spotOfPair(...pair) : geometryIn(text).flatMap((place) => spotWithin(map, place))
      read[at]?.set(code, spots)
      return spots
    })
  }
}

// The spot of a position on the map. Some records have latitude and longitude swapped, so both orders are tried.
function spotWithin(map: PageMap, [a, b]: Position): [] | [Spot] {
  const [longitude, latitude] = map.latitudeFirst ? [b, a] : [a, b]
  const spots = [[longitude, latitude] as const, [latitude, longitude] as const].flatMap((place) =>
    isPlace(...place) ? [spotOf(map, ...place)] : [],
  )
  const spot = spots.find(([x, y]) => x >= 0 && x <= map.width && y >= 0 && y <= map.height)
  return spot ? [spot] : []
}

function pairIn(text: string): readonly [number, number] | undefined {
  if (!text.startsWith('[')) {
    const [a, b] = pairOfText(text) ?? []
    return a === undefined || b === undefined ? undefined : [a, b]
  }
  const value = valueIn(text)
  const [a, b] = Array.isArray(value) ? (value as readonly Value[]).map(numberOf) : []
  return a === undefined || b === undefined ? undefined : [a, b]
}

function geometryIn(text: string): Position[] {
  const value = text.startsWith('{') ? valueIn(text) : undefined
  const found: Geometry | undefined = value && isMembers(value) ? geometryOf(value) : geometryOfText(text)
  return found ? [...found.points, ...(found.lines.length > 0 ? [middleOf(found.lines)] : [])] : []
}

function valueIn(json: string): Value | undefined {
  try {
    return valueOfJson(JSON.parse(json))
  } catch {
    return undefined
  }
}
