import { nestedBytes, textBytes } from '../csv.ts'
import type { Column, ColumnKind, Value } from '../types.ts'
import { cellText, detachString, isNested } from '../value.ts'
import { histogramOf, type Places, type Range, Ranges } from './range.ts'
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

const MAX_VALUES = 20_000
const MAX_LENGTH = 500
const TOP = 10
const NEARLY_UNIQUE = 0.95

/** Remaining characters of distinct values that the columns of one document may keep together. */
export interface Budget {
  chars: number
}

interface Seen {
  count: number
  readonly places: Places
  readonly csvBytes: number
}

/** Counts distinct values: exactly while they are few and short; then the count is a lower bound. */
class DistinctValues {
  readonly #budget: Budget
  readonly #counts = new Map<string, Seen>()
  #seen = 0
  isFloor = false
  /** Bytes of all counted values in a csv. */
  csvBytes = 0

  constructor(budget: Budget) {
    this.#budget = budget
  }

  /** Counts a known value and returns its positions; undefined if it is new, or if there are too many to know. */
  again(text: string): Places | undefined {
    const known = this.#counts.get(text)
    if (!known) return undefined
    known.count++
    this.#seen++
    this.csvBytes += known.csvBytes
    return known.places
  }

  /** Counts a new value. */
  add(text: string, places: Places): void {
    const csvBytes = textBytes(text)
    this.csvBytes += csvBytes
    if (this.#counts.size >= MAX_VALUES || text.length > MAX_LENGTH || this.#budget.chars < text.length)
      this.isFloor = true
    else {
      this.#budget.chars -= text.length + 16
      this.#seen++
      this.#counts.set(detachString(text), { count: 1, places, csvBytes })
    }
  }

  /** Whether hardly any of the known values repeats. */
  get isNearlyUnique(): boolean {
    return this.#counts.size > 0 && this.#counts.size >= this.#seen * NEARLY_UNIQUE
  }

  get size(): number {
    return this.#counts.size === 0 && this.isFloor ? 1 : this.#counts.size
  }

  /** How many of the counted values satisfy a predicate. */
  countOf(isSuch: (value: string) => boolean): number {
    let sum = 0
    for (const [value, { count }] of this.#counts) if (isSuch(value)) sum += count
    return sum
  }

  /** The values that occur more than once, most frequent first, then in order of first occurrence; at most ten. */
  get frequent(): Column['frequent'] {
    const repeated: { value: string; count: number }[] = []
    for (const [value, { count }] of this.#counts) if (count > 1) repeated.push({ value, count })
    return repeated.sort((a, b) => b.count - a.count).slice(0, TOP)
  }
}
