import { nestedBytes, textBytes } from '../csv.ts'
import type { Column, ColumnKind, Value } from '../types.ts'
import { cellText, isNested } from '../value.ts'
import { type Budget, DistinctValues } from './distinct.ts'
import { histogramOf, type Range, Ranges } from './range.ts'
import { isBooleanText, isCodeLike, isLink, isTrueText } from './text-kind.ts'

/** Profiles one column from the values of all records. */
export class ColumnProfiler {
  readonly name: string
  readonly #distinct: DistinctValues
  readonly #ranges = new Ranges()
  #filled = 0
  #nested = 0
  #blank = 0
  /** Bytes in a csv of values that are not counted as distinct: lists, objects and blank texts. */
  #otherBytes = 0
  #allLinks = true
  #allCodes = true
  #allBooleans = true

  constructor(name: string, budget: Budget) {
    this.name = name
    this.#distinct = new DistinctValues(budget)
  }

  add(value: Value): void {
    if (value === null) return
    if (isNested(value)) {
      this.#filled++
      this.#nested++
      this.#distinct.isFloor = true
      this.#otherBytes += nestedBytes(value)
      return
    }
    const written = cellText(value) ?? ''
    const text = written.trim()
    if (text === '') {
      this.#blank++
      this.#otherBytes += textBytes(written)
      return
    }
    this.#filled++
    const places = this.#distinct.again(written)
    if (places) this.#ranges.again(places)
    else this.#addNew(text, written)
  }

  /** Number of values, including blank ones, and their bytes in a csv. */
  get csv(): { readonly values: number; readonly bytes: number } {
    return { values: this.#filled + this.#blank, bytes: this.#distinct.csvBytes + this.#otherBytes }
  }

  /** The profile of the values. `kind` overrides the inferred kind. */
  finish(kind: ColumnKind = this.kind): Column {
    const range = this.#rangeOf(kind)
    const histogram = range && histogramOf(range)
    return {
      name: this.name,
      kind,
      filled: this.#filled,
      distinct: this.#filled === 0 ? 0 : Math.max(1, this.#distinct.size),
      distinctIsFloor: this.#distinct.isFloor,
      ...(range && { min: range.min, max: range.max }),
      frequent: this.#distinct.frequent,
      ...(histogram && { histogram }),
      ...(kind === 'boolean' && { trues: this.#distinct.countOf(isTrueText) }),
      partial: this.#distinct.isFloor || (range?.sample.isPartial ?? false),
    }
  }

  /** The kind that all non-blank values share. */
  get kind(): ColumnKind {
    if (this.#filled === 0) return 'empty'
    if (this.#nested > 0) return this.#nested * 2 >= this.#filled ? 'nested' : 'text'
    if (this.#allBooleans) return 'boolean'
    if (this.#ranges.numbers) return 'number'
    if (this.#ranges.dates) return 'date'
    if (this.#allLinks) return 'link'
    return this.#allCodes && this.#distinct.isNearlyUnique ? 'code' : 'text'
  }

  /** The smallest and largest number, if all non-blank values are numbers. */
  get numberRange(): readonly [from: number, to: number] | undefined {
    const range = this.#nested === 0 ? this.#ranges.numbers : undefined
    return range && [range.from, range.to]
  }

  #addNew(text: string, written: string): void {
    this.#distinct.add(written, this.#ranges.add(text, written))
    this.#allLinks &&= isLink(text)
    this.#allCodes &&= isCodeLike(text)
    this.#allBooleans &&= isBooleanText(text)
  }

  #rangeOf(kind: ColumnKind): Range | undefined {
    if (kind === 'date') return this.#ranges.dates
    return kind === 'number' || kind === 'latitude' || kind === 'longitude' ? this.#ranges.numbers : undefined
  }
}

const LATITUDE = /(^|[^a-z])(geo_?)?lat(itude)?([^a-z]|$)|latitude|широт/i
const LONGITUDE = /(^|[^a-z])(geo_?)?(lon|lng|long|longitude)([^a-z]|$)|longitude|долгот/i

const LATITUDE_WORD = /latitude|lat|широт\p{L}*/u
const LONGITUDE_WORD = /longitude|long|lon|lng|долгот\p{L}*/u

/** The name of a latitude without the word for it, to find the matching longitude; undefined for other names. */
export function restOfLatitude(name: string): string | undefined {
  return LATITUDE.test(name) ? name.toLowerCase().replace(LATITUDE_WORD, '') : undefined
}

/** The same for a longitude. */
export function restOfLongitude(name: string): string | undefined {
  return LONGITUDE.test(name) ? name.toLowerCase().replace(LONGITUDE_WORD, '') : undefined
}

const X = /(^|[^\p{L}])[xх](?!\p{L})/iu
const Y = /(^|[^\p{L}])[yу](?!\p{L})/iu

/** The name of an X column without that letter, Latin or Cyrillic, to find the matching Y; undefined for other names. */
export function restOfX(name: string): string | undefined {
  return X.test(name) ? name.toLowerCase().replace(X, '$1') : undefined
}

/** The same for a Y. */
export function restOfY(name: string): string | undefined {
  return Y.test(name) ? name.toLowerCase().replace(Y, '$1') : undefined
}

/**
 * The columns of coordinates: numbers within the ranges of latitude and longitude. Because the ranges alone prove little, the names decide,
 * and only if there are both.
 */
export function findPlaces(columns: readonly ColumnProfiler[]): ReadonlyMap<ColumnProfiler, ColumnKind> {
  const latitudes = columns.filter((column) => LATITUDE.test(column.name) && isWithin(column, 90))
  const longitudes = columns.filter((column) => LONGITUDE.test(column.name) && isWithin(column, 180))
  const places = new Map<ColumnProfiler, ColumnKind>()
  if (latitudes.length === 0 || longitudes.length === 0) return places
  for (const column of latitudes) places.set(column, 'latitude')
  for (const column of longitudes) places.set(column, 'longitude')
  return places
}

function isWithin({ numberRange, kind }: ColumnProfiler, limit: number): boolean {
  return kind === 'number' && numberRange !== undefined && numberRange[0] >= -limit && numberRange[1] <= limit
}
