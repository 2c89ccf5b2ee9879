import { RANKS, rankOf } from '../rank.ts'
import type { Column } from '../types.ts'
import { detachString } from '../value.ts'
import { binsBetween, stepOf } from './bins.ts'
import { type DateForm, hasTwoOrders, parseDate, parseNumericTime } from './date-text.ts'
import { type DecimalMark, isDotted, readNumber } from './number-text.ts'
import { isNoDate } from './stated-text.ts'
import { compareDecimals, isCodeWithE, isDecimal } from './text-kind.ts'
import { isSameUnit, readMeasure } from './unit.ts'
import { isUnit } from './unit-word.ts'

/** The position of a value in each order in which it is valid. */
export interface Places {
  /** As a plain decimal number. */
  readonly plain: number | undefined
  /** Whether it may stand for no number. */
  readonly isNines: boolean
  /** As any other number with a decimal point, and with a decimal comma. */
  readonly point: number | undefined
  readonly comma: number | undefined
  /** As the number of a text with the unit of the column, with either mark. */
  readonly unitPoint: number | undefined
  readonly unitComma: number | undefined
  /** Whether it is a number with another unit. */
  readonly hasOtherUnit: boolean
  readonly dayFirst: number | undefined
  readonly monthFirst: number | undefined
  /** As a time that is written as a number. */
  readonly numeric: number | undefined
}

const NOWHERE: Places = {
  plain: undefined,
  isNines: false,
  point: undefined,
  comma: undefined,
  unitPoint: undefined,
  unitComma: undefined,
  hasOtherUnit: false,
  dayFirst: undefined,
  monthFirst: undefined,
  numeric: undefined,
}
const OTHER_UNIT: Places = { ...NOWHERE, hasOtherUnit: true }

/** Smaller numbers may be days as spreadsheet programs number them, but no other times. */
const LEAST_TIME = 1e6
/** A day as `20240501`, which few other numbers are. */
const BASIC_DAY = /^(?:19|20)\d{6}$/

/** Whether a plain number consists of nines, as what stands for no number does: `-99`, `-9999.0`, `999`. */
function isNines(text: string): boolean {
  return /^(?:-99|-?999)9{0,6}(?:\.[09]+)?$/.test(text)
}

/** The ranges of a column in each possible order of its values. A value that has no position in an order is left out of that order. */
export class Ranges {
  readonly #plain = new RangeTracker(compareDecimals)
  /** Numbers of nines below and above zero; those below with the zeros among years. */
  readonly #nines = [new RangeTracker(compareDecimals), new RangeTracker(compareDecimals)] as const
  readonly #point = new RangeTracker()
  readonly #comma = new RangeTracker()
  readonly #unitPoint = new RangeTracker()
  readonly #unitComma = new RangeTracker()
  readonly #dayFirst = new RangeTracker()
  readonly #monthFirst = new RangeTracker()
  readonly #numeric = new RangeTracker()
  readonly #hasTimes: boolean
  readonly #hasSerials: boolean
  readonly #hasStandIns: boolean
  readonly #hasYears: boolean
  readonly #unit = new UnitFinder()
  #isAmbiguous = false

  /**
   * `hasTimes`: whether numbers may be times, and years of dates may have two digits; `hasSerials`: whether they may be days as spreadsheet programs
   * number them. `hasStandIns`: whether nines may stand for no number; `hasYears`: whether zeros may.
   */
  constructor(hints: {
    readonly hasTimes: boolean
    readonly hasSerials: boolean
    readonly hasStandIns: boolean
    readonly hasYears: boolean
  }) {
    this.#hasTimes = hints.hasTimes
    this.#hasSerials = hints.hasSerials
    this.#hasStandIns = hints.hasStandIns
    this.#hasYears = hints.hasYears
  }

  /** Adds a new non-blank value; `text` is trimmed, `written` as in the document. */
  add(text: string, written: string): Places {
    if (isCodeWithE(text) || isNoDate(text)) return NOWHERE
    const hasNines = isNines(text) || (this.#hasYears && text === '0')
    const tracker = this.#trackerOf(Number(text), hasNines)
    const plain = isDecimal(text) && !isDotted(text) ? tracker.add(Number(text), text, written) : undefined
    const [point, comma] = plain === undefined ? this.#addMarked(text, written) : []
    const day = this.#hasYears ? parseYears(text) : parseDate(text, 'day', this.#hasTimes)
    const month = hasTwoOrders(text) ? parseDate(text, 'month', this.#hasTimes) : day
    if (day !== month && day !== undefined && month !== undefined) this.#isAmbiguous = true
    const dayFirst = day === undefined ? undefined : this.#dayFirst.add(day, text, written)
    const monthFirst = month === undefined ? undefined : this.#monthFirst.add(month, text, written)
    const isSmall = plain !== undefined && plain < LEAST_TIME
    const mayBeTime = isSmall ? this.#hasSerials : this.#hasTimes || BASIC_DAY.test(text)
    const time = mayBeTime && plain !== undefined ? parseNumericTime(text) : undefined
    const numeric = time === undefined ? undefined : this.#numeric.add(time, text, written)
    const isSome = plain ?? point ?? comma ?? day ?? month
    if (isSome === undefined) return this.#addMeasure(text, written)
    return {
      ...NOWHERE,
      plain,
      isNines: hasNines,
      point,
      comma,
      dayFirst,
      monthFirst,
      numeric,
    }
  }

  #addMeasure(text: string, written: string): Places {
    const number = this.#unit.numberOf(text)
    if (number === undefined) return this.#unit.isOther(text) ? OTHER_UNIT : NOWHERE
    const [point, comma] = [readNumber(number, '.'), readNumber(number, ',')]
    if (point === undefined && comma === undefined) return NOWHERE
    return {
      ...NOWHERE,
      unitPoint: point === undefined ? undefined : this.#unitPoint.add(Number(point), text, written),
      unitComma: comma === undefined ? undefined : this.#unitComma.add(Number(comma), text, written),
    }
  }

  #addMarked(text: string, written: string): (number | undefined)[] {
    const [point, comma] = [readNumber(text, '.'), readNumber(text, ',')]
    return [
      point === undefined ? undefined : this.#point.add(Number(point), text, written),
      comma === undefined ? undefined : this.#comma.add(Number(comma), text, written),
    ]
  }

  /** Adds a known value. */
  again({ plain, isNines, point, comma, unitPoint, unitComma, dayFirst, monthFirst, numeric }: Places): void {
    if (plain !== undefined) this.#trackerOf(plain, isNines).again(plain)
    if (point !== undefined) this.#point.again(point)
    if (comma !== undefined) this.#comma.again(comma)
    if (unitPoint !== undefined) this.#unitPoint.again(unitPoint)
    if (unitComma !== undefined) this.#unitComma.again(unitComma)
    if (dayFirst !== undefined) this.#dayFirst.again(dayFirst)
    if (monthFirst !== undefined) this.#monthFirst.again(monthFirst)
    if (numeric !== undefined) this.#numeric.again(numeric)
  }

  #trackerOf(at: number, isNines: boolean): RangeTracker {
    return isNines ? this.#nines[at <= 0 ? 0 : 1] : this.#plain
  }

  /** The range of the numbers with a decimal mark. */
  numbers(mark: DecimalMark): Range | undefined {
    const others = this.#othersBy(mark)
    return this.#nines.reduce(
      (range, { range: nines }) => (this.#isStandIn(nines, others) ? range : joinRanges(nines, range)),
      others,
    )
  }

  /** The range of the numbers with a decimal mark, with and without the unit. */
  measures(mark: DecimalMark): Range | undefined {
    return joinRanges(this.numbers(mark), (mark === '.' ? this.#unitPoint : this.#unitComma).range)
  }

  /** The numbers that stand for no number: they repeat, and are far from all others; those above zero are no single mistakes. */
  get standIns(): readonly number[] {
    const others = this.#othersBy(this.#point.range ? '.' : ',')
    return this.#nines.flatMap(({ range }) => (range && this.#isStandIn(range, others) ? [range.from] : []))
  }

  #othersBy(mark: DecimalMark): Range | undefined {
    return joinRanges(this.#plain.range, (mark === '.' ? this.#point : this.#comma).range)
  }

  #isStandIn(nines: Range | undefined, others: Range | undefined): boolean {
    if (!this.#hasStandIns || nines === undefined || others === undefined || nines.from < nines.to)
      return false
    const width = others.to - others.from
    if (nines.from <= 0) return nines.count >= 2 && width > 0 && others.from - nines.to > FAR * width
    const isFrequent = nines.count >= Math.max(LEAST_HIGH, others.count * OFTEN)
    return isFrequent && width > 0 && nines.from - others.to > FAR * width
  }

  /** The unit of the numbers with a unit, as it is written most often; undefined if there are none. */
  get unit(): string | undefined {
    return this.#unit.unit
  }

  /** The range of the dates that are written in this form, or as numbers. */
  dates(form: DateForm): Range | undefined {
    const texts = { day: this.#dayFirst.range, month: this.#monthFirst.range, numeric: undefined }
    return joinRanges(texts[form], this.#numeric.range)
  }

  /** Whether a date such as `03/04/2024` is another one in the other order. */
  get isAmbiguous(): boolean {
    return this.#isAmbiguous
  }
}

// In a column of years, `2011-12` is two of them that follow each other, not a month.
function parseYears(text: string): number | undefined {
  return parseDate(text.replace(/^(\d{4})-(?=\d\d$)/, '$1/'), 'day') ?? parseDate(text, 'day')
}

/** The unit of a column: that of the first value that is a number with a unit. */
class UnitFinder {
  /** How often each way to write the unit occurs. */
  readonly #spellings = new Map<string, number>()
  /** Texts behind numbers that are another unit, or none. */
  readonly #others = new Set<string>()

  /** The number of a text with the unit of the column; undefined for other texts. */
  numberOf(text: string): string | undefined {
    const measure = readMeasure(text)
    if (measure === undefined || this.#others.has(measure.unit)) return undefined
    const { number, unit } = measure
    const [first] = this.#spellings.keys()
    const known = this.#spellings.get(unit)
    if (known === undefined && !(first === undefined ? isUnit(unit) : isSameUnit(first, unit))) {
      if (this.#others.size < MOST_UNITS) this.#others.add(unit)
      return undefined
    }
    this.#spellings.set(unit, (known ?? 0) + 1)
    return number
  }

  /** Whether a text is a number with a unit that is not the one of the column. */
  isOther(text: string): boolean {
    const measure = this.#spellings.size > 0 ? readMeasure(text) : undefined
    return measure !== undefined && this.#others.has(measure.unit) && isUnit(measure.unit)
  }

  get unit(): string | undefined {
    const [most] = [...this.#spellings].sort((a, b) => b[1] - a[1])
    return most?.[0]
  }
}

const MOST_UNITS = 100
/** In widths of the range of all other numbers. */
const FAR = 3
/** How often a number of nines above zero has to occur, also as a share of all others. */
const [LEAST_HIGH, OFTEN] = [3, 0.01]
const CAPACITY = 8192

/**
 * A deterministic sample of numbers of bounded size: all of them, then a half, a quarter, … from all over the document. They are not every
 * second, every fourth: where two things are measured in turn, these would be those of one of the two.
 */
class Sample {
  #values: number[] = []
  /** The rank of each: those with the lowest are kept. */
  #ranks: number[] = []
  #stride = 1
  #seen = 0

  add(value: number): void {
    const rank = rankOf(this.#seen++)
    if (rank * this.#stride >= RANKS) return
    this.#values.push(value)
    this.#ranks.push(rank)
    if (this.#values.length >= CAPACITY) this.#thin(this.#stride * 2)
  }

  #thin(stride: number): void {
    const isKept = (_: number, index: number) => (this.#ranks[index] ?? 0) * stride < RANKS
    this.#values = this.#values.filter(isKept)
    this.#ranks = this.#ranks.filter(isKept)
    this.#stride = stride
  }

  get values(): readonly number[] {
    return this.#values
  }

  /** A sample of the values of both. */
  join(other: Sample): Sample {
    const joined = new Sample()
    joined.#values = [...this.#values, ...other.#values]
    joined.#ranks = [...this.#ranks, ...other.#ranks]
    joined.#thin(Math.max(this.#stride, other.#stride))
    return joined
  }

  /** Whether some numbers are not in the sample. */
  get isPartial(): boolean {
    return this.#stride > 1
  }
}

/** The data for min, max, histogram and quantiles. */
export interface Range {
  readonly min: string
  readonly max: string
  readonly from: number
  readonly to: number
  /** Number of values, and their sum. */
  readonly count: number
  readonly sum: number
  readonly sample: Sample
}

/** The smallest and largest value of a column in one order. */
class RangeTracker {
  readonly #compare: ((a: string, b: string) => number) | undefined
  readonly #sample = new Sample()
  #min = { text: '', at: 0 }
  #max = { text: '', at: 0 }
  #count = 0
  #sum = 0

  constructor(compare?: (a: string, b: string) => number) {
    this.#compare = compare
  }

  /** Adds a new value with its position; `text` is trimmed, `written` as in the document. Returns the position. */
  add(at: number, text: string, written: string): number {
    const isFirst = this.#count === 0
    if (isFirst || this.#order(at, text, this.#min) < 0) this.#min = { text: detachString(written), at }
    if (isFirst || this.#order(at, text, this.#max) > 0) this.#max = { text: detachString(written), at }
    this.again(at)
    return at
  }

  /** Adds a known value by its position. */
  again(at: number): void {
    this.#count++
    this.#sum += at
    this.#sample.add(at)
  }

  /** The range of all added values; undefined if there are none. */
  get range(): Range | undefined {
    if (this.#count === 0) return undefined
    const { text: min, at: from } = this.#min
    const { text: max, at: to } = this.#max
    return { min, max, from, to, count: this.#count, sum: this.#sum, sample: this.#sample }
  }

  #order(at: number, text: string, other: { readonly text: string; readonly at: number }): number {
    if (at !== other.at && Number.isFinite(at) && Number.isFinite(other.at)) return at - other.at
    return this.#compare ? this.#compare(text, other.text.trim()) : at - other.at
  }
}

function joinRanges(a: Range | undefined, b: Range | undefined): Range | undefined {
  if (a === undefined || b === undefined) return a ?? b
  const [low, high] = [a.from <= b.from ? a : b, a.to >= b.to ? a : b]
  return {
    min: low.min,
    from: low.from,
    max: high.max,
    to: high.to,
    count: a.count + b.count,
    sum: a.sum + b.sum,
    sample: a.sample.join(b.sample),
  }
}

/** The value below which a share of a sample lies, between two values by their distance; NaN for an empty sample. */
export function quantile(sorted: ArrayLike<number>, share: number): number {
  const at = (sorted.length - 1) * share
  const [low, high] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]]
  return low === undefined || high === undefined ? Number.NaN : low + (high - low) * (at - Math.floor(at))
}

/**
 * Equal-width bins from the smallest to the largest value. A value on an edge counts in the upper bin. Times have no step, since an axis of
 * time names years or months, not single values.
 */
export function histogramOf({ from, to, sample }: Range, isTime: boolean): Column['histogram'] {
  if (!Number.isFinite(to - from)) return undefined
  if (from === to) return { from, to, counts: [sample.values.length] }
  const step = isTime ? undefined : stepOf([...sample.values, to], from)
  const { width, count } = binsBetween(from, to, step)
  const counts = new Array<number>(count).fill(0)
  for (const value of sample.values) {
    const place =
      step === undefined
        ? ((value - from) / (to - from)) * count
        : Math.round((value - from) / step) / Math.round(width / step)
    const bin = Math.min(count - 1, Math.max(0, Math.floor(place)))
    counts[bin] = (counts[bin] ?? 0) + 1
  }
  return { from, to, counts, ...(step !== undefined && { step }) }
}
