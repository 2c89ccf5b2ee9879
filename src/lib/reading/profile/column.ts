import { nestedBytes, textBytes } from '../csv.ts'
import { cellText } from '../json/value-to-json.ts'
import type { Column, ColumnKind, Value } from '../types.ts'
import { isNested } from '../value.ts'
import { type Budget, DistinctValues } from './distinct.ts'
import { Ranges } from './places.ts'
import { histogramOf, type Range } from './range.ts'
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
