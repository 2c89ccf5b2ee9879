import { attempt } from '../../interface/attempt.ts'
import { isBrokenJson, parseJson } from '../json/bounded.ts'
import type { Geography, PlacesChoice, Value } from '../types.ts'
import { isMembers, isNumeral, valueOfJson } from '../value.ts'
import { decimalsOf, geometryOf, numberOf, pairOfText } from './geometry.ts'
import { bestOf, candidatesOf, orient, type Pair, pairOf, place, roleOf, Series } from './pairs.ts'
import { type Placed, Placer } from './placer.ts'
import { emptyBox, ShapeSample, widen } from './shapes.ts'
import { type Geometry, isOnEarth, type Position } from './system.ts'
import { geometryOfText } from './wkt.ts'

/** Maximum number of columns with geometries. */
const MAX_GEOMETRIES = 8
/** Maximum number of columns whose numbers are kept. */
const MAX_SERIES = 200
/** Maximum number of numbers in memory. Beyond it, only the pairs that the first numbers prove are read. */
const MAX_NUMBERS = 1_000_000
/** Whether a column without a telling name may be a coordinate is decided after this many numbers. */
const TRIED = 50
const MAX_PAIRS = 4
/** The hexadecimal digits of a point. */
const SHORTEST_HEX = 42
/** Longer texts are no geometries. */
const LONGEST_JSON = 1_000_000
/** Maximum number of places of records that do not contain them. */
const MOST_LOCATED = 500

/** A column in which places are looked for. */
export interface PlaceColumn {
  readonly name: string
  /** Its numbers; undefined once it is known that they are no coordinates. */
  series: Series | undefined
  /** The numbers of values that are pairs. */
  both?: { readonly rank: 'text' | 'list'; readonly first: Series; readonly second: Series }
}

/**
 * Collects the locations of the records of a document: from two columns, from texts of two numbers, or from geometries in any column, as
 * well-known text or objects. Values decide; names only rank what values allow.
 */
export class GeographyProfile {
  readonly #columns: PlaceColumn[] = []
  readonly #geometries = new Geometries()
  #record = 0
  /** Whether the present record has a number in a column of latitudes, and whether any record has one beside a geometry. */
  #hasLatitude = false
  #hasBoth = false
  #series = 0
  #numbers = 0
  readonly #choice: PlacesChoice | undefined
  /** The pairs that further numbers are read for. */
  #chosen: Pair[] | undefined

  /** With a choice, only its columns are read; a pair of which the document lacks one is inferred as without. */
  constructor(choice?: PlacesChoice) {
    this.#choice = choice
  }

  /** Takes the name of a new column. Returns the column for {@link take}. */
  begin(name: string): PlaceColumn {
    const role =
      roleOf(name) ?? (this.#choice?.columns.includes(name) ? { hinted: true as const } : undefined)
    const isKept = (role !== undefined || this.#series < MAX_SERIES) && !this.#chosen
    const series = isKept ? new Series(name, this.#columns.length, role) : undefined
    const column: PlaceColumn = { name, series }
    if (isKept) this.#series++
    this.#columns.push(column)
    return column
  }

  /** Takes a value of the present record. */
  take(column: PlaceColumn, value: Value): void {
    const only = this.#choice?.columns
    if (only && only.length < 2 && only[0] !== column.name) return
    if (typeof value === 'string') this.#takeText(column, value)
    else if (typeof value !== 'object' || value === null) return
    else if (isNumeral(value)) this.#takeNumber(column, value)
    else if (isMembers(value)) {
      const geometry = geometryOf(value)
      if (geometry) this.#geometries.add(column.name, geometry, false)
    } else this.#takeList(column, value)
  }

  /** Ends the present record. */
  endRecord(): void {
    this.#hasBoth ||= this.#geometries.endRecord() && this.#hasLatitude
    this.#hasLatitude = false
    for (const pair of this.#chosen ?? []) {
      const { longitude, latitude, toDegrees, placer } = pair
      const isBoth = longitude.lastRecord === this.#record && latitude.lastRecord === this.#record
      if (isBoth) place(placer, toDegrees, longitude.last, latitude.last)
    }
    this.#record++
    if (this.#numbers > MAX_NUMBERS && !this.#chosen) this.#chosen = this.#choosePairs()
  }

  /** The locations of the records; undefined if there are none. */
  finish(): Geography | undefined {
    const pairs = (this.#chosen ?? this.#choosePairs()).map((pair) => ({ ...pair, ...pair.placer.finish() }))
    const pair = bestOf(pairs)
    const geometries = this.#geometries
    const isApart = pair && !this.#choice && !this.#hasBoth && geometries.count > 0
    if (isApart && (pair.rank === 'together' || pair.rank === 'first') && !pair.metres)
      return joinApart(pair, geometries.finish())
    const grid = pair?.rank === 'stated' ? this.#choice?.grid : undefined
    const stated = this.#choice && {
      ...(grid === undefined ? { stated: 'degrees' as const } : { stated: 'grid' as const, grid }),
    }
    if (!pair || (pair.count < geometries.count && pair.rank !== 'stated')) {
      const found = geometries.finish()
      return found && this.#choice?.columns.length === 1 ? { ...found, ...stated } : found
    }
    const { longitude, latitude, count, astray, exchanged, points, metres, rank } = pair
    const isOne = longitude.name === latitude.name
    return {
      columns: isOne ? [longitude.name] : [longitude.name, latitude.name],
      count,
      astray,
      points,
      ...((rank === 'stated' || this.#choice?.columns.length === 1) && stated),
      ...(rank === 'values' && { byValues: true as const }),
      ...(isOne && latitude.index === 0 && { latitudeFirst: true as const }),
      ...(exchanged > 0 && { exchanged }),
      ...(metres && { metres: true as const }),
    }
  }

  // The first character decides quickly for nearly all texts.
  #takeText(column: PlaceColumn, text: string): void {
    const first = text.charCodeAt(0)
    const isLetter = (first > 64 && first < 91) || (first > 96 && first < 123)
    const isHex = first === 48 && text.length >= SHORTEST_HEX
    if (isLetter || isHex || first <= 32) {
      const geometry = geometryOfText(text)
      if (geometry) return this.#geometries.add(column.name, geometry, geometry.metres)
    }
    if (first === 123) this.#takeJson(column, text)
    if (first > 57) return
    if (this.#takeNumber(column, text)) return
    const pair = pairOfText(text)
    if (pair) this.#takePair(column, 'text', ...pair)
  }

  // GeoJSON as a text.
  #takeJson(column: PlaceColumn, text: string): void {
    if (text.length > LONGEST_JSON || !text.includes('"coordinates"')) return
    const value = attempt(undefined, isBrokenJson, () => valueOfJson(parseJson(Buffer.from(text))))
    const geometry = value && isMembers(value) ? geometryOf(value) : undefined
    if (geometry) this.#geometries.add(column.name, geometry, false)
  }

  #takeList(column: PlaceColumn, [a, b, ...more]: readonly Value[]): void {
    if (more.length > 1) return
    const [first, second] = [numberOf(a), numberOf(b)]
    if (first !== undefined && second !== undefined)
      this.#takePair(column, 'list', first, second, Math.min(decimalsOf(a), decimalsOf(b)))
  }

  #takeNumber(column: PlaceColumn, value: Value): boolean {
    const { series } = column
    if (!series) return false
    const number = numberOf(value)
    if (number === undefined) return false
    if (series.role?.latitude !== undefined) this.#hasLatitude = true
    this.#addTo(series, number, decimalsOf(value))
    const isTried = series.role === undefined && series.count === TRIED && !this.#chosen
    if (isTried && !series.mayBePlaces) column.series = undefined
    return true
  }

  #takePair(
    column: PlaceColumn,
    rank: 'text' | 'list',
    first: number,
    second: number,
    decimals: number,
  ): void {
    if (!column.both) {
      if (this.#chosen) return
      const [one, other] = [0, 1].map((index) => new Series(column.name, index, undefined)) as [
        Series,
        Series,
      ]
      column.both = { rank, first: one, second: other }
    }
    this.#addTo(column.both.first, first, decimals)
    this.#addTo(column.both.second, second, decimals)
  }

  #addTo(series: Series, value: number, decimals: number): void {
    if (this.#chosen) {
      series.last = value
      series.lastRecord = this.#record
    } else {
      series.add(value, decimals, this.#record)
      this.#numbers++
    }
  }

  #statedOf(series: readonly Series[]): Parameters<typeof pairOf>[0] | undefined {
    const [longitude, latitude] = (this.#choice?.columns ?? []).map((name) =>
      series.find((one) => one.name === name),
    )
    return longitude && latitude ? { longitude, latitude, rank: 'stated' } : undefined
  }

  #choosePairs(): Pair[] {
    const columns = this.#columns
    const series = columns.flatMap(({ series }) => (series && series.count > 0 ? [series] : []))
    const texts = columns.flatMap(({ both }) =>
      both ? [orient({ latitude: both.first, longitude: both.second, rank: both.rank })] : [],
    )
    const stated = this.#statedOf(series)
    const candidates = stated ? [stated] : [...candidatesOf(series), ...texts]
    const pairs = candidates.flatMap((candidate) => pairOf(candidate, this.#choice?.convert) ?? [])
    for (const { values, records } of [
      ...series,
      ...texts.flatMap(({ latitude, longitude }) => [latitude, longitude]),
    ])
      values.length = records.length = 0
    return pairs.toSorted((a, b) => b.count - a.count).slice(0, MAX_PAIRS)
  }
}

// Records with a longitude and a latitude beside others with a geometry, as points beside areas of GeoJSON.
function joinApart(
  { longitude, latitude, count, astray, exchanged, points }: Pair,
  shapes: Geography | undefined,
): Geography {
  const all = exchanged + (shapes?.exchanged ?? 0)
  return {
    ...shapes,
    columns: [longitude.name, latitude.name, ...(shapes?.columns ?? [])],
    count: count + (shapes?.count ?? 0),
    astray: astray + (shapes?.astray ?? 0),
    points: [...(shapes?.points ?? []), ...points],
    ...(all > 0 && { exchanged: all }),
  }
}

/** Collects the geometries in the columns of records. */
export class Geometries {
  readonly #placer = new Placer()
  readonly #shapes = new ShapeSample()
  readonly #columns = new Set<string>()
  /** The places of records that do not contain them, while they are few; undefined for others. */
  #located: [record: number, longitude: number, latitude: number][] | undefined
  #record = 0
  /** Number of records with a geometry on the earth. */
  count = 0
  #astray = 0
  #found = false
  #lost = false
  #metres = false

  /** `isOutside`: whether the geometries are not values of their records. */
  constructor(isOutside = false) {
    if (isOutside) this.#located = []
  }

  /** Takes a geometry of the present record. */
  add(column: string, { points, lines }: Geometry, metres: boolean): void {
    if (!this.#columns.has(column) && this.#columns.size >= MAX_GEOMETRIES) return
    this.#columns.add(column)
    this.#metres ||= metres
    for (const [longitude, latitude] of points)
      if (this.#placer.add(longitude, latitude)) {
        this.#found = true
        this.#locate(this.#record, [longitude, latitude])
      } else this.#lost = true
    if (lines.length === 0) return
    const box = lines.reduce((box, { line }) => widen(box, line), emptyBox())
    if (!isOnEarth(box.west, box.south) || !isOnEarth(box.east, box.north)) this.#lost = true
    else {
      this.#found = true
      for (const { record, middle } of this.#shapes.add(this.#record, lines, box)) this.#put(record, middle)
    }
  }

  #put(record: number, middle: Position): void {
    this.#placer.add(...middle)
    this.#locate(record, middle)
  }

  #locate(record: number, position: Position): void {
    if (this.#located && this.#located.length < MOST_LOCATED) this.#located.push([record, ...position])
  }

  /** Ends the present record. Returns whether it has a geometry on the earth. */
  endRecord(): boolean {
    const isFound = this.#found
    this.#record++
    if (isFound) this.count++
    else if (this.#lost) this.#astray++
    this.#found = this.#lost = false
    return isFound
  }

  finish(): Geography | undefined {
    if (this.count === 0) return undefined
    const drawn = this.#shapes.finish()
    for (const { record, middle } of drawn?.tiny ?? []) this.#put(record, middle)
    const { points, exchanged }: Placed = this.#placer.finish()
    return {
      columns: [...this.#columns],
      count: this.count,
      astray: this.#astray,
      points,
      ...(exchanged > 0 && { exchanged }),
      ...(this.#metres && { metres: true as const }),
      ...(drawn && { shapes: drawn.shapes }),
      ...(this.#located && { located: this.#located }),
    }
  }
}
