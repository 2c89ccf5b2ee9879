import { nestedBytes, textBytes } from '../csv.ts'
import type { Column, ColumnKind, KeyColumn, Value } from '../types.ts'
import { cellText, detachString, isEmpty, isMembers, isNested, isNumeral } from '../value.ts'
import type { DateForm, SlashOrder } from './date-text.ts'
import { type Budget, DistinctValues, type FitGroup, type Read } from './distinct.ts'
import { isTypeOf, TypeFinder } from './field-types.ts'
import { FIT, fitsOf, type NameHints } from './fits.ts'
import { chooseDecimalMark, type DecimalMark, haveGroups, isDotted } from './number-text.ts'
import { Numbering } from './numbering.ts'
import { histogramOf, quantile, type Range, Ranges } from './range.ts'
import { hashText, sketchOf } from './sketch.ts'
import {
  isNamedLikeAmount,
  isNamedLikeDay,
  isNamedLikeEnd,
  isNamedLikeId,
  isNamedLikePhone,
  isNamedLikeSite,
  isNamedLikeStep,
  isNamedLikeTime,
  isNamedLikeVersion,
  isNamedLikeYear,
  namesTotal,
} from './stated-text.ts'
import { isMoney, withoutUnit } from './unit.ts'

/** The least share of the texts that name totals, unless they are nothing but that word. */
const LEAST_TOTALS = 0.01

/** The share of the values that decides the kind; the others are exceptions. */
const ENOUGH = 0.98
/**
 * A few words beside many numbers or dates are exceptions, however often they occur: `c` for what is confidential, `unlimited` among the last
 * days of permits.
 */
const [MOST_WORDS, LEAST_BESIDE] = [3, 8]
/** More numbers with another unit than this share are no exceptions, since the figures would be those of a part. */
const MOST_OF_OTHER_UNIT = 0.05
/** With fewer different values beside it, a text like `unknown` is an answer. */
const LEAST_ANSWERS = 3
/** Years in a column that is not named so are close together: at least half of those between the first and the last occur. */
const LEAST_YEARS = 5
/** Fewer numbers that could be days may be so by chance. */
const LEAST_DAYS = 8
/** Amounts with these signs before them have a decimal point, of two digits. */
const DOLLARS = /^(?:US|A|C|CA|HK|NZ)?[$£]$/
/** Plus, and any dash that is written for minus. */
const [SIGN, MOST_SIGNS] = [/^[+–—−-]$/, 4]
const MONTH = /^(?:19|20)\d\d(?:0[1-9]|1[0-2])$/
const SCHOOL_YEAR = /^(?:19|20)\d{4}$/
/** Fewer whole numbers that follow each other may be so by chance. */
const LEAST_NUMBERED = 20
/** Whole numbers of so many digits, all about as large and no two alike, are hardly quantities, except amounts by their name. */
const LEAST_LONG = 1e10
/** The distance between two larger numbers may not be a finite number. */
const LARGEST_DRAWN = 1e300
/** Fewer different values may be equal to those of another column by chance. */
const LEAST_NAMES = 5
/** Columns with fewer different values are equal by chance. */
const LEAST_REPEATED = 2
/** Whole numbers that fill more of their range than this are counted, and equal those of another column by chance. */
const DENSE = 0.1
const YEARS = { from: 1900, to: 2100 }
const YEARS_BY_NAME = { from: 1000, to: 2199 }
/** Many years in which none is missing. */
const YEARS_IN_A_ROW = { from: 1700, to: 2050 }

/** Profiles one column from the values of all records. */
export class ColumnProfiler {
  readonly name: string
  #chosen: ColumnKind | undefined
  #markOfOthers: DecimalMark | undefined
  readonly #distinct: DistinctValues
  readonly #ranges: Ranges
  readonly #hints: NameHints
  readonly #groups = new Map<number, FitGroup>()
  /** What is known about the values of the first records, by record. */
  readonly #cells: Read[] = []
  readonly #print = new ValuesPrint()
  readonly #types = new TypeFinder()
  #filled = 0
  /** Whether some values are numbers of json, whose decimal mark is known. */
  #hasNumerals = false
  readonly #numbering = new Numbering()
  #nested = 0
  #blank = 0
  /** Bytes in a csv of values that are not counted as distinct: lists, objects and blank texts. */
  #otherBytes = 0

  /** `chosen`: the kind, if it is not to be inferred; it counts only if a value fits it. */
  constructor(name: string, budget: Budget, chosen?: ColumnKind) {
    this.name = name
    this.#chosen = chosen
    this.#distinct = new DistinctValues(budget)
    this.#hints = {
      isPhone: chosen === 'phone' || isNamedLikePhone(name),
      isSite: chosen === 'link' || isNamedLikeSite(name),
    }
    this.#ranges = new Ranges({
      hasTimes: chosen === 'date' || isNamedLikeTime(name),
      hasSerials: chosen === 'date' || isNamedLikeDay(name),
      hasStandIns: chosen === undefined,
      hasYears: isNamedLikeYear(name),
    })
  }

  /** Adds the value of a record, by the position of the record. `isCharted`: whether it may be drawn with those of other columns. */
  add(value: Value, at: number, isCharted: boolean): void {
    if (value === null) return
    if (isNested(value) && !isEmpty(value)) {
      this.#types.add(isMembers(value) ? '{}' : '[]')
      this.#filled++
      this.#nested++
      this.#distinct.isFloor = true
      this.#otherBytes += nestedBytes(value)
      return
    }
    const written = cellText(value) ?? ''
    const text = written.trim()
    if (text === '') {
      this.#types.add(written)
      this.#blank++
      this.#otherBytes += textBytes(written)
      return
    }
    this.#filled++
    this.#hasNumerals ||= isNumeral(value)
    this.#numbering.add(text)
    const known = this.#distinct.again(written)
    if (known) this.#ranges.again(known.places)
    const read = known ?? this.#addNew(text, written)
    read.group.count++
    this.#print.add(at, read.hash)
    if (isCharted) this.#cells[at] = read
  }

  /** What is the same for columns with the same values in the same records, and hardly ever for others; undefined for nested and few values. */
  get print(): string | undefined {
    if (this.#nested > 0 || this.#distinct.size < LEAST_REPEATED) return undefined
    return `${this.#filled} ${this.#distinct.size} ${this.#print.text}`
  }

  /** The values of the records that were added with a position, and no others. */
  get charted(): ChartedColumn {
    const { kind, none, isFit, mark, form } = this.#decide()
    const isUsed = ({ group: { fits } }: Read) => (fits & none) === 0
    const positionOf = ({ places }: Read) => {
      if (kind === 'date')
        return (
          { day: places.dayFirst, month: places.monthFirst, numeric: undefined }[form ?? 'day'] ??
          places.numeric
        )
      return (
        places.plain ??
        (mark === '.' ? (places.point ?? places.unitPoint) : (places.comma ?? places.unitComma))
      )
    }
    const isOrdered = kind === 'date' || kind === 'number' || kind === 'year'
    return {
      name: this.name,
      kind,
      totals: new Set(this.#totals({ kind, none })),
      values: this.#cells.map((read) => (isUsed(read) ? read.value : undefined)),
      positions: isOrdered
        ? this.#cells.map((read) => {
            const at = isUsed(read) && isFit(read.group.fits) ? positionOf(read) : undefined
            return at !== undefined && Math.abs(at) <= LARGEST_DRAWN ? at : undefined
          })
        : [],
    }
  }

  /**
   * The column as one whose values name things: codes, identifiers, and texts of which nearly all look like codes. Undefined for any other,
   * and for whole numbers that count records.
   */
  findKey(): KeyColumn | undefined {
    const { kind, none, range, fit } = this.#decide()
    if (kind !== 'identifier' && kind !== 'code' && kind !== 'text') return undefined
    const bits = kind === 'text' ? FIT.code : fit
    const isName = (fits: number) => (fits & none) === 0 && (fits & bits) !== 0
    const isValue = (fits: number) => (fits & none) === 0
    if (this.#nested > 0 || this.#count(isName) < this.#count(isValue) * ENOUGH) return undefined
    const { size } = this.#distinct
    if (kind === 'identifier' && range && size > (range.to - range.from + 1) * DENSE) return undefined
    const sketch = sketchOf(namesIn(this.#distinct.fitting(isName)))
    if (sketch.length < LEAST_NAMES) return undefined
    const whole = kind === 'identifier' || bits === FIT.digits
    return { name: this.name, unique: this.#distinct.isNearlyUnique, whole, sketch }
  }

  /** The different values, if all may number the records of a list of `count` records, from 0. */
  numbersWithin(count: number): ReadonlySet<number> | undefined {
    if (this.#chosen !== undefined || !isNamedLikeEnd(this.name)) return undefined
    const { kind, none, range } = this.#decide()
    const isOther = (fits: number) => (fits & none) === 0 && (fits & FIT.whole) === 0
    if (kind !== 'number' || !range || range.to >= count || this.#distinct.isFloor) return undefined
    if (this.#count(isOther) > 0) return undefined
    return new Set(this.#distinct.fitting((fits) => (fits & none) === 0).map(([value]) => Number(value)))
  }

  /**
   * What the numbers show of the decimal mark of the document: commas between thousands and a decimal point, as in `1,234.5`; a point beside a
   * unit, as people write it, `74.5 %`; or a decimal comma. A plain `12.5` may come from a program. Undefined if they show nothing.
   */
  get shownMark(): DecimalMark | undefined {
    const { kind, mark } = this.#decide()
    if (kind !== 'number') return undefined
    if (mark === ',') return mark
    const isShown = (fits: number) =>
      ((fits & FIT.point) !== 0 && (fits & (FIT.comma | FIT.code)) === 0) ||
      ((fits & FIT.unitPoint) !== 0 && (fits & FIT.unitComma) === 0)
    return this.#count(isShown) > 0 ? mark : undefined
  }

  /** Whether some texts have a decimal point for certain, as `12.5` does. Coordinates have one beside decimal commas, too. */
  get hasPointFractions(): boolean {
    const isFraction = (fits: number) => isPoint(fits) && (fits & (FIT.comma | FIT.unitComma)) === 0
    return !this.#isCertain && this.#count(isFraction) > 0
  }

  // Whether the decimal mark is a point whatever it is in other columns: in numbers of json, and in coordinates.
  get #isCertain(): boolean {
    return this.#hasNumerals || Object.values(COORDINATES).some(({ names }) => names.test(this.name))
  }

  /**
   * States the decimal mark of other columns of the document. With a point, commas separate thousands, as in `1,234`, unless this column shows
   * otherwise. With a comma, `1.234` is no number for certain.
   */
  takeMarkOfOthers(mark: DecimalMark): void {
    this.#markOfOthers = mark
  }

  /** States that the values number records, and measure nothing. */
  takeAsNumbering(): void {
    this.#chosen = 'identifier'
  }

  /** Forgets the values of records. */
  dropCells(): void {
    this.#cells.length = 0
  }

  /** Number of values, including blank ones, and their bytes in a csv. */
  get csv(): { readonly values: number; readonly bytes: number } {
    return { values: this.#filled + this.#blank, bytes: this.#distinct.csvBytes + this.#otherBytes }
  }

  /** The profile of the values. `place`: the kind of a column of coordinates; `repeats`: the earlier column that has the same values. */
  finish(place?: ColumnKind, repeats?: string): Column {
    const own = this.#decide()
    const kind = place ?? own.kind
    const range = own.range
    const isMeasured = kind === 'number' || kind === 'year' || kind === 'date' || place !== undefined
    const histogram = range && isMeasured ? histogramOf(range, kind === 'date') : undefined
    const isValue = (fits: number) => (fits & own.none) === 0
    const isAltered = this.#alteredOf(own)
    const isException = (fits: number) =>
      isValue(fits) && own.fit !== 0 && !own.isFit(fits) && !isAltered(fits)
    const absent = this.#count((fits) => !isValue(fits))
    const [exceptions, altered] = [this.#count(isException), this.#count(isAltered)]
    const frequent = this.#distinct.frequent(isValue, kind === 'text')
    const texts = kind === 'text' || kind === 'code' ? this.#distinct.lengths(isValue) : undefined
    const none = absent > 0 ? this.#distinct.mostFrequent((fits) => !isValue(fits)) : undefined
    return {
      name: this.name,
      kind,
      type: this.#types.find(
        isTypeOf({ kind, mark: own.mark, hasUnit: own.unit !== undefined && exceptions === 0 }),
      ),
      filled: this.#filled,
      distinct: this.#distinct.count(isValue),
      distinctIsFloor: this.#distinct.isFloor,
      ...(repeats !== undefined && { repeats }),
      ...(none !== undefined && { absent: { count: absent, value: none } }),
      ...(exceptions > 0 && {
        exceptions: { count: exceptions, examples: this.#distinct.examples(isException) },
      }),
      ...(altered > 0 && { altered: { count: altered, examples: this.#distinct.examples(isAltered) } }),
      ...(range && { min: range.min, max: range.max }),
      frequent,
      ...(frequent.length === 0 && kind !== 'empty' && { examples: this.#distinct.examples(isValue) }),
      ...(histogram && { histogram }),
      ...(own.unit !== undefined && kind === 'number' && { unit: own.unit }),
      ...((own.none & (FIT.nines | FIT.highNines)) !== 0 && { standIns: this.#ranges.standIns }),
      ...(range && kind === 'number' && { numbers: this.#summarize(range, own) }),
      ...(texts && { texts }),
      ...(this.#totals(own).length > 0 && { hasTotals: true as const }),
      ...(kind === 'date' && this.#hasOnlyDays && { onlyDays: true as const }),
      ...(kind === 'boolean' && { trues: this.#countFit(FIT.yes) }),
      partial: this.#distinct.isFloor || (range?.sample.isPartial ?? false),
    }
  }

  /** The kind that nearly all values share. */
  get kind(): ColumnKind {
    return this.#decide().kind
  }

  /** The smallest and largest number, if nearly all values are numbers. */
  get numberRange(): readonly [from: number, to: number] | undefined {
    const { kind, range } = this.#decide()
    return range && kind !== 'date' ? [range.from, range.to] : undefined
  }

  #addNew(text: string, written: string): Read {
    this.#types.add(written)
    const places = this.#ranges.add(text, written)
    const fits = fitsOf(text, places, this.#hints)
    let group = this.#groups.get(fits)
    if (group === undefined) {
      group = { fits, count: 0 }
      this.#groups.set(fits, group)
    }
    const read = { value: detachString(written), hash: hashText(text), places, group }
    this.#distinct.add(read)
    return read
  }

  #count(isSuch: (fits: number) => boolean): number {
    let sum = 0
    for (const { fits, count } of this.#groups.values()) if (isSuch(fits)) sum += count
    return sum
  }

  // How many values fit one of some kinds, and none of others.
  #countFit(fit: number, none = 0): number {
    return this.#count((fits) => (fits & none) === 0 && (fits & fit) !== 0)
  }

  // The texts that name a record as the total of others. One title among thousands may begin with that word.
  #totals({ kind, none }: Pick<Decision, 'kind' | 'none'>): string[] {
    if (kind !== 'text') return []
    const named = this.#distinct
      .fitting((fits) => (fits & none) === 0)
      .filter(([value, count]) => namesTotal(value.trim(), count === 1))
      .map(([value]) => value)
      .toArray()
    const isFew = named.length < this.#distinct.size * LEAST_TOTALS
    return isFew ? named.filter((value) => namesTotal(value.trim(), false)) : named
  }

  // Whether all times are midnight.
  get #hasOnlyDays(): boolean {
    return this.#countFit(FIT.midnight) > 0 && this.#countFit(FIT.timed) === 0
  }

  // Which values state that there is none, and what nearly all of the others are.
  #decide(): Decision {
    const none = this.#noneBits()
    const own = this.#decideBeside(none)
    if (own.kind !== 'text' || this.#countFit(FIT.no) === 0) return own
    // Beside numbers, dates or addresses, the word for no states that there is no value.
    const other = this.#decideBeside(none | FIT.no | FIT.maybeNone)
    return other.kind === 'text' || other.kind === 'empty' || other.kind === 'boolean' ? own : other
  }

  // What nearly all values are that do not state that there is none.
  #decideBeside(none: number): Decision {
    const decide = (kind: ColumnKind, fit = 0, range?: Range, mark: DecimalMark = '.'): Decision => ({
      kind,
      none,
      fit,
      isFit: (fits) => (fits & fit) !== 0,
      range,
      mark,
    })
    const all = this.#count((fits) => (fits & none) === 0)
    if (this.#nested > 0) return decide(this.#nested >= all ? 'nested' : 'text')
    if (this.#areSigns) return { ...decide('boolean'), none: 0 }
    if (all === 0) return decide('empty')
    const countOf = (fit: number) => this.#countFit(fit, none)
    const isNearlyAll = (fit: number) => countOf(fit) >= all * ENOUGH
    const isEnough = (fit: number) => isNearlyAll(fit) || this.#isBesideWords(fit, none)
    const chosen = this.#chosenDecision(countOf, none)
    if (chosen) return { ...decide(chosen.kind, chosen.fit), ...chosen }
    if (isNearlyAll(FIT.yes | FIT.no) && this.#areAnswers(none)) return decide('boolean', FIT.yes | FIT.no)
    // Spreadsheet programs make numbers of the dates that they recognise.
    const form = this.#formOf(
      (fit) => isEnough(fit) || (countOf(fit) * 2 >= all && isEnough(fit | FIT.numeric)),
    )
    if (form !== undefined)
      return { ...decide('date', FIT[form] | FIT.numeric, this.#ranges.dates(form)), form }
    if (this.#hints.isPhone && isNearlyAll(FIT.phone)) return decide('phone', FIT.phone)
    const mark =
      (isEnough(FIT.point) || isEnough(FIT.comma)) && this.#areNumbers(none)
        ? this.#chooseMark(markOf(countOf, FIT.point, FIT.comma, FIT.unclear), none)
        : undefined
    if (
      !isEnough(FIT.whole) &&
      isNamedLikeId(this.name) &&
      countOf(FIT.whole) * 2 > all &&
      isNearlyAll(FIT.whole | FIT.altered)
    )
      return decide('identifier', FIT.whole, this.#ranges.numbers('.'))
    const isCode = (isNamedLikeVersion(this.name) || isNamedLikeId(this.name)) && !isEnough(FIT.whole)
    if (mark !== undefined && (isCode || this.#numbering.areSections)) return decide('code', FIT.code)
    if (mark !== undefined) {
      const range = this.#ranges.numbers(mark)
      const named = isEnough(FIT.whole) ? this.#kindOfWhole(this.#ranges.numbers('.')) : undefined
      return named === undefined
        ? decide('number', mark === '.' ? FIT.point : FIT.comma, range, mark)
        : decide(named, FIT.whole, this.#ranges.numbers('.'))
    }
    const measures = this.#measuresOf(countOf, none)
    if (measures && isEnough(measures.fit)) return { ...decide('number'), ...measures }
    for (const kind of ['link', 'email', 'phone'] as const)
      if (isNearlyAll(FIT[kind]) && !(kind === 'phone' && isNamedLikeId(this.name)))
        return decide(kind, FIT[kind])
    if (isNearlyAll(FIT.digits)) return decide('code', FIT.digits)
    // Numbers of which nothing shows whether they have a fraction are no codes.
    const areCodes = isNearlyAll(FIT.code) && this.#distinct.isNearlyUnique && !isNearlyAll(FIT.point)
    return areCodes ? decide('code', FIT.code) : decide('text')
  }

  // The kind that was chosen for the column, if any value fits it.
  #chosenDecision(
    countOf: (fit: number) => number,
    none: number,
  ): (Pick<Decision, 'kind'> & Partial<Omit<Decision, 'kind'>>) | undefined {
    const kind = this.#chosen
    switch (kind) {
      case undefined:
      case 'text':
        return kind && { kind }
      case 'boolean':
        return countOf(FIT.yes | FIT.no) > 0 ? { kind, fit: FIT.yes | FIT.no } : undefined
      case 'number': {
        const measures = this.#measuresOf(countOf, none)
        if (measures) return { kind, ...measures }
        const mark = countOf(FIT.point) >= countOf(FIT.comma) ? '.' : ','
        const fit = mark === '.' ? FIT.point : FIT.comma
        return countOf(fit) > 0 ? { kind, fit, mark, range: this.#ranges.numbers(mark) } : undefined
      }
      case 'date': {
        const [form = 'day'] = (['day', 'month', 'numeric'] as const).toSorted(
          (a, b) => countOf(FIT[b]) - countOf(FIT[a]),
        )
        return countOf(FIT[form]) > 0
          ? { kind, fit: FIT[form] | FIT.numeric, form, range: this.#ranges.dates(form) }
          : undefined
      }
      case 'year':
      case 'identifier':
        return countOf(FIT.whole) > 0 ? { kind, fit: FIT.whole, range: this.#ranges.numbers('.') } : undefined
      case 'link':
      case 'email':
      case 'phone':
      case 'code':
        return countOf(FIT[kind]) > 0 ? { kind, fit: FIT[kind] } : undefined
      default:
        return undefined
    }
  }

  // A text like `unknown` states that there is no value only among several others.
  #noneBits(): number {
    const nines = this.#ranges.standIns.reduce((bits, at) => bits | (at <= 0 ? FIT.nines : FIT.highNines), 0)
    const others = this.#distinct.fitting((fits) => (fits & (FIT.surelyNone | FIT.maybeNone)) === 0)
    const isMaybe = [...others.take(LEAST_ANSWERS)].length >= LEAST_ANSWERS
    return nines | FIT.surelyNone | (isMaybe ? FIT.maybeNone : 0)
  }

  // Whether the values that do not fit are a few words, numbers with marks, or few with another unit, and at least as many others do.
  #isBesideWords(fit: number, none: number): boolean {
    const isValue = (fits: number) => (fits & none) === 0
    const isFit = (fits: number) => isValue(fits) && (fits & fit) !== 0
    const isOther = (fits: number, bit: number) => isValue(fits) && (fits & fit) === 0 && (fits & bit) !== 0
    const isWord = (fits: number) => isOther(fits, FIT.word)
    const [all, fitting] = [this.#count(isValue), this.#count(isFit)]
    const ofOtherUnit = this.#count((fits) => isOther(fits, FIT.otherUnit) && (fits & FIT.marked) === 0)
    if (ofOtherUnit > all * MOST_OF_OTHER_UNIT) return false
    const others = this.#count((fits) => isOther(fits, FIT.word | FIT.marked | FIT.otherUnit))
    if (others === 0 || fitting * 2 < all || fitting + others < all * ENOUGH) return false
    const differentOf = (isSuch: (fits: number) => boolean, most: number) =>
      [...this.#distinct.fitting(isSuch).take(most)].length
    return (
      differentOf(isWord, MOST_WORDS + 1) <= MOST_WORDS && differentOf(isFit, LEAST_BESIDE) === LEAST_BESIDE
    )
  }

  // Whether words for yes and no are no codes.
  #areAnswers(none: number): boolean {
    if (this.#countFit(FIT.yes | FIT.no, none | FIT.paired) > 0) return true
    return this.#countFit(FIT.yes, none) > 0 && this.#countFit(FIT.no, none) > 0
  }

  // Whether the values are plus and minus signs, which are answers, although a dash among others states that there is no value.
  get #areSigns(): boolean {
    if (this.#chosen !== undefined || this.#distinct.size > MOST_SIGNS) return false
    const values = [...this.#distinct.fitting(() => true)].map(([value]) => value.trim())
    return values.includes('+') && values.every((value) => SIGN.test(value))
  }

  // Whether some number is not merely digits in brackets.
  #areNumbers(none: number): boolean {
    return this.#countFit(FIT.point | FIT.comma, none | FIT.bracketed) > 0
  }

  // The mark that the numbers show, or else one by their forms, or that of other columns. Where these have a decimal comma, `1.234` has none.
  #chooseMark(shown: DecimalMark | undefined, none: number, unit?: string): DecimalMark | undefined {
    if (shown !== ',' && this.#markOfOthers === ',' && this.#areDotted(none, unit))
      return this.#haveGroups(none, unit, 1) ? ',' : undefined
    if (shown !== undefined || this.#markOfOthers === '.') return shown ?? '.'
    if (this.#haveGroups(none, unit, unit !== undefined && isMoney(unit) ? 2 : Infinity)) return '.'
    return this.#markOfOthers ?? (unit !== undefined && DOLLARS.test(unit) ? '.' : undefined)
  }

  // Whether all that look like fractions are like `1.234`.
  #areDotted(none: number, unit?: string): boolean {
    if (this.#isCertain || this.hasPointFractions) return false
    const isSuch = ([value]: readonly [string, number]) =>
      isDotted(unit === undefined ? value.trim() : withoutUnit(value.trim(), unit))
    return this.#distinct.fitting((fits) => (fits & none) === 0 && isPoint(fits)).some(isSuch)
  }

  // Whether the forms of numbers that are all like `1,234`, or `1.234`, together show that the mark separates thousands.
  #haveGroups(none: number, unit: string | undefined, span: number): boolean {
    const isSuch = (fits: number) =>
      (fits & none) === 0 && (fits & (FIT.whole | FIT.point | FIT.comma | FIT.unitPoint)) !== 0
    const numbers = this.#distinct
      .fitting(isSuch)
      .map(([value]) => (unit === undefined ? value.trim() : withoutUnit(value.trim(), unit)))
    return haveGroups(numbers, span)
  }

  // What numbers with a unit are, if more values have the unit than not.
  #measuresOf(
    countOf: (fit: number) => number,
    none: number,
  ): Required<Pick<Decision, 'fit' | 'isFit' | 'mark' | 'unit' | 'range'>> | undefined {
    const { unit } = this.#ranges
    const [ofPoint, ofComma] = [FIT.point | FIT.unitPoint, FIT.comma | FIT.unitComma]
    if (unit === undefined || countOf(FIT.unitPoint | FIT.unitComma) * 2 < countOf(ofPoint | ofComma))
      return undefined
    const shown = markOf(countOf, ofPoint, ofComma, FIT.unclear | FIT.unitUnclear)
    const mark = this.#chooseMark(shown, none, unit)
    if (mark === undefined || countOf(ofPoint | ofComma) === 0) return undefined
    const fit = mark === '.' ? ofPoint : ofComma
    return { fit, isFit: (fits) => (fits & fit) !== 0, mark, unit, range: this.#ranges.measures(mark) }
  }

  #formOf(isEnough: (fit: number) => boolean): DateForm | undefined {
    const isNumeric = isEnough(FIT.numeric) && (isNamedLikeTime(this.name) || this.#areDays)
    return isNumeric ? 'numeric' : this.#orderOf(isEnough)
  }

  // Whether numbers that are all days, as `20240501`, are no names of things.
  get #areDays(): boolean {
    return this.#distinct.size >= LEAST_DAYS && !isNamedLikeId(this.name)
  }

  // Whether whole numbers are months, as `202405`: at least half of those between the first and the last.
  #areMonths({ from, to }: Range): boolean {
    const { size } = this.#distinct
    const orderOf = (month: number) => Math.floor(month / 100) * 12 + (month % 100)
    if (size < LEAST_YEARS || size * 2 <= orderOf(to) - orderOf(from)) return false
    return this.#distinct
      .fitting((fits) => (fits & FIT.whole) !== 0)
      .every(([value]) => MONTH.test(value.trim()))
  }

  // Whether whole numbers are two years that follow each other, as `202425`: at least half of those between the first and the last.
  #areSchoolYears({ from, to }: Range): boolean {
    const { size } = this.#distinct
    if (size < LEAST_YEARS || size * 2 <= (to - from) / 100) return false
    return this.#distinct
      .fitting((fits) => (fits & FIT.whole) !== 0)
      .every(
        ([value]) =>
          SCHOOL_YEAR.test(value.trim()) &&
          (Number(value.trim().slice(2, 4)) + 1) % 100 === Number(value) % 100,
      )
  }

  #orderOf(isEnough: (fit: number) => boolean): SlashOrder | undefined {
    const [day, month] = [isEnough(FIT.day), isEnough(FIT.month)]
    if (day && month) return this.#ranges.isAmbiguous ? undefined : 'day'
    if (day) return 'day'
    return month ? 'month' : undefined
  }

  // Which values a spreadsheet program has changed: only among codes and numbers, and never most of them.
  #alteredOf({ kind, none, fit, isFit }: Decision): (fits: number) => boolean {
    const isSuch = (fits: number) =>
      (fits & none) === 0 && (fits & FIT.altered) !== 0 && (kind !== 'number' || !isFit(fits))
    const isOwn = (fits: number) => (fits & (none | FIT.altered)) === 0
    const codes = this.#count((fits) => isOwn(fits) && (fits & (FIT.code | fit)) !== 0)
    const isAmongCodes =
      ['identifier', 'code', 'number', 'text'].includes(kind) && codes * 2 > this.#count(isOwn)
    return isAmongCodes && this.#count(isSuch) < codes ? isSuch : () => false
  }

  // Whole numbers may be years, or the names of things.
  #kindOfWhole(range: Range | undefined): 'year' | 'identifier' | undefined {
    if (range === undefined) return undefined
    const isIn = ({ from, to }: typeof YEARS) => range.from >= from && range.to <= to
    if (isNamedLikeYear(this.name) && isIn(YEARS_BY_NAME)) return 'year'
    if (isNamedLikeId(this.name)) return 'identifier'
    const { size } = this.#distinct
    if (isIn(YEARS) && size >= LEAST_YEARS && size * 2 > range.to - range.from) return 'year'
    const isRow = size >= LEAST_NUMBERED && range.to - range.from === size - 1
    if (isRow && isIn(YEARS_IN_A_ROW)) return 'year'
    if (this.#areMonths(range) || this.#areSchoolYears(range)) return 'identifier'
    const isLong = range.from >= LEAST_LONG && range.to < range.from * 10 && !isNamedLikeAmount(this.name)
    if (isLong && size === this.#filled && size >= LEAST_NUMBERED) return 'identifier'
    const isNumbering = isRow && size === this.#filled
    return (isNumbering || this.#numbering.isCount) && !isNamedLikeStep(this.name) ? 'identifier' : undefined
  }

  #summarize({ sum, count, sample }: Range, { mark, none, isFit }: Decision): NonNullable<Column['numbers']> {
    const sorted = Float64Array.from(sample.values).sort()
    const at = (share: number) => quantile(sorted, share)
    const isSuch = (bit: number) =>
      this.#count((fits) => (fits & none) === 0 && isFit(fits) && (fits & bit) !== 0)
    return {
      sum,
      mean: sum / count,
      median: at(0.5),
      quartiles: [at(0.25), at(0.75)],
      zeros: isSuch(FIT.zero),
      negatives: isSuch(FIT.negative),
      ...(mark === ',' && { decimalComma: true as const }),
    }
  }
}

/** Two hashes of the values of a column with the positions of their records. */
class ValuesPrint {
  #first = 0x811c9dc5
  #second = 0x9e3779b9

  add(at: number, hash: number): void {
    this.#first = Math.imul(this.#first ^ hash, 0x01000193) ^ at
    this.#second = Math.imul(this.#second ^ at, 0x85ebca6b) + hash
  }

  get text(): string {
    return `${this.#first >>> 0} ${this.#second >>> 0}`
  }
}

// The mark that numbers show, which are counted by how they fit.
function markOf(
  countOf: (fit: number) => number,
  point: number,
  comma: number,
  unclear: number,
): DecimalMark | undefined {
  return chooseDecimalMark({ point: countOf(point), comma: countOf(comma), unclear: countOf(unclear) })
}

function isPoint(fits: number): boolean {
  return (fits & (FIT.point | FIT.unitPoint)) !== 0
}

/** What a column is. */
interface Decision {
  readonly kind: ColumnKind
  /** The bits of values that state that there is none. */
  readonly none: number
  /** The bits of values that fit the kind; 0 if all do. */
  readonly fit: number
  readonly isFit: (fits: number) => boolean
  readonly range: Range | undefined
  readonly mark: DecimalMark
  /** How dates are written; only for dates. */
  readonly form?: DateForm
  /** The unit of numbers that are written with one. */
  readonly unit?: string
}

// One letter is hardly a name.
function* namesIn(values: Iterable<readonly [value: string, count: number]>): Generator<string> {
  for (const [value] of values) {
    const name = value.trim()
    if (name.length > 1) yield name
  }
}

/** The values of a column, by record; undefined where a record has none. */
export interface ChartedColumn {
  readonly name: string
  readonly kind: ColumnKind
  /** The values that name a record as the total of others. */
  readonly totals: ReadonlySet<string>
  readonly values: readonly (string | undefined)[]
  /** Numbers, years, or dates in ms since 1970; empty for other kinds. */
  readonly positions: readonly (number | undefined)[]
}

const LATITUDE = /(^|[^a-z])(geo_?)?lat(itude)?([^a-z]|$)|latitude|широт/i
const LONGITUDE = /(^|[^a-z])(geo_?)?(lon|lng|long|longitude)([^a-z]|$)|longitude|долгот/i

const X = /(^|[^\p{L}])[xх](?!\p{L})/iu
const Y = /(^|[^\p{L}])[yу](?!\p{L})/iu

/** The names of coordinates, and the word or letter (Latin or Cyrillic) for each, with what stays of it. */
const COORDINATES = {
  latitude: { names: LATITUDE, word: /latitude|lat|широт\p{L}*/u, stays: '' },
  longitude: { names: LONGITUDE, word: /longitude|long|lon|lng|долгот\p{L}*/u, stays: '' },
  x: { names: X, word: X, stays: '$1' },
  y: { names: Y, word: Y, stays: '$1' },
} as const

/** The name of a coordinate without the word for it, to find the one it belongs to; undefined for other names. */
export function restOfName(name: string, coordinate: keyof typeof COORDINATES): string | undefined {
  const { names, word, stays } = COORDINATES[coordinate]
  return names.test(name) ? name.toLowerCase().replace(word, stays) : undefined
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
