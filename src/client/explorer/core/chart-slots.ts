import { multipleOf, roundStep } from '../../../lib/site/view/chart-scale.ts'
import { CHART_PERIODS, type ChartChoice } from './chart-choice.ts'
import { isBlank, isFinitePlace, orderOf, type TypedColumn } from './column.ts'
import { exactly, type Keyed, tally } from './groups.ts'
import type { Test } from './view.ts'

/** A place on an axis: a value, a range of numbers, or a period. */
export interface ChartPlace {
  /** The value as written, or a period as `2019` or `2019-05`; null for records without a value. */
  readonly text: string | null
  /** The number of values that it combines. */
  readonly joined?: number
  /** Where it begins and ends on an axis of numbers or of ms since 1970; the same for a point. */
  readonly from?: number
  readonly to?: number
  /** The test that exactly its records pass; absent if no test describes them, as for combined values and ranges. */
  readonly test?: Test
}

/** The places into which rows are divided, and the kind of axis they are on. */
export interface Slots extends Keyed {
  readonly axis: 'category' | 'number' | 'year' | 'date'
  readonly per?: NonNullable<ChartChoice['per']>
  readonly step?: number
  readonly most?: number
  readonly places: readonly ChartPlace[]
}

/** The number of bars on an axis of texts; further values are combined. */
const MOST_CATEGORIES = 20
/** If there are more different numbers than this, bars stand for ranges. */
const FEW_NUMBERS = 30
/** The limits on places for years and periods: of bars, and of a line. */
const MOST_BARS = 200
const MOST_PLACES = 2_000
const RANGES = 25
const FINE_RANGES = 200
/** The limits on periods if no period was chosen: five months by days or twelve years by months; and on the points of a line of sums or means. */
const [MOST_PERIODS, MOST_DATES] = [150, 400]

/** The value of some rows as a float, by which values are sorted: this is faster than the exact number. */
type RoughValue = (rows: readonly number[]) => number

/** The places of a chart of lines or bars: numbers, ranges of numbers, periods or texts. */
export function openSlots(
  column: TypedColumn,
  rows: Uint32Array,
  choice: ChartChoice,
  roughly: RoughValue,
): Slots {
  const isBar = choice.kind === 'bar'
  const order = orderOf(column.kind)
  const isSum = choice.of === 'sum'
  if (order === 'date') return openPeriods(column, rows, choice)
  const texts = { most: MOST_CATEGORIES, isSum, roughly }
  if (order === 'text') return openTexts(column, rows, { ...texts, order: 'size' })
  const numbers = differentPlaces(column, rows)
  const isYear = column.kind === 'year'
  if (isBar && !isYear && numbers.length <= FEW_NUMBERS)
    return openTexts(column, rows, { ...texts, most: FEW_NUMBERS, order: 'place' })
  const most = isBar ? MOST_BARS : MOST_PLACES
  const isEach = isYear ? rangeOf(numbers) <= most : !isBar && numbers.length <= most
  if (isEach) return isYear ? openYears(column, numbers) : openNumbers(column, numbers)
  const ranges = openRanges(column, numbers, isBar ? RANGES : FINE_RANGES)
  const joined = { ...ranges, most: isBar ? (isYear ? MOST_BARS : FEW_NUMBERS) : MOST_PLACES }
  return ranges.places.length > 0 ? joined : openTexts(column, rows, { ...texts, order: 'place' })
}

/** How many texts are named, which (the ones with the largest sums, or else the most frequent), and whether they are sorted by size or as numbers. */
interface Naming {
  readonly most: number
  readonly isSum: boolean
  readonly order: 'size' | 'place'
  readonly roughly: RoughValue
}

/** The values of a column as texts. Those beyond `most` are combined in the last place; records without a value have the place before it. */
export function openTexts(column: TypedColumn, rows: Uint32Array, naming: Naming): Slots {
  const { values, codes } = column
  const { most, isSum, order, roughly } = naming
  const placeOf = (code: number) => column.places[code] as number
  // Code 0 is that of cells without text, and here of all blank values. The same number may be written in several ways.
  const same = new Map<number, number>()
  const own = Uint32Array.from(values, (text, code) => {
    if (isBlank(text)) return 0
    if (order !== 'place' || Number.isNaN(placeOf(code))) return code
    const known = same.get(placeOf(code)) ?? code
    same.set(placeOf(code), known)
    return known
  })
  const met = tally(rows, [{ codes, of: own, count: values.length }]).map((members) => {
    const value = roughly(members)
    const code = own[codes[members[0] as number] as number] as number
    return { code, value, weight: isSum ? Math.abs(value) : members.length }
  })
  const filled = met.filter(({ code }) => code !== 0).sort((a, b) => b.weight - a.weight)
  const named = filled.slice(0, most)
  const byPlace = (a: number, b: number) => Number(Number.isNaN(a)) - Number(Number.isNaN(b)) || a - b
  named.sort((a, b) => (order === 'place' ? byPlace(placeOf(a.code), placeOf(b.code)) : b.value - a.value))
  const joined = filled.length - named.length
  const hasBlank = met.length > filled.length
  const of = new Uint32Array(values.length).fill(named.length + Number(hasBlank))
  const slots = new Map(named.map(({ code }, at) => [code, at]))
  const spelt = new Map<number, string[]>(named.map(({ code }) => [code, []]))
  own.forEach((code, at) => {
    const slot = code === 0 ? named.length : slots.get(code)
    if (slot !== undefined) of[at] = slot
    spelt.get(code)?.push(values[at] as string)
  })
  const places: ChartPlace[] = [
    ...named.map(({ code }) => ({ text: (values[code] as string).trim(), test: exactly(spelt.get(code)) })),
    ...(hasBlank ? [{ text: null, test: exactly([null]) }] : []),
    ...(joined > 0 ? [{ text: null, joined }] : []),
  ]
  return { axis: 'category', codes, of, count: Math.max(1, places.length), places }
}

function within(text: string): Test {
  return { is: 'range', from: text, to: text }
}

// Whether the text of a float surely has all digits of the number in the data.
function isExact(at: number): boolean {
  return Math.abs(at) <= Number.MAX_SAFE_INTEGER && String(at).length <= 16 && !String(at).includes('e')
}

/** The different finite places of a column in some rows, ascending. */
function differentPlaces(column: TypedColumn, rows: Uint32Array): number[] {
  const isMet = new Uint8Array(column.values.length)
  for (const row of rows) if (isFinitePlace(column, row)) isMet[column.codes[row] as number] = 1
  const met = new Set<number>()
  isMet.forEach((is, code) => {
    if (is) met.add(column.places[code] as number)
  })
  return [...met].sort((a, b) => a - b)
}

function rangeOf(numbers: readonly number[]): number {
  return numbers.length === 0 ? 0 : (numbers.at(-1) as number) - (numbers[0] as number) + 1
}

function openNumbers(column: TypedColumn, numbers: readonly number[]): Slots {
  const places = numbers.map((at) => ({
    text: String(at),
    from: at,
    to: at,
    ...(isExact(at) && { test: within(String(at)) }),
  }))
  const slots = new Map(numbers.map((at, slot) => [at, slot]))
  return { axis: 'number', ...keyedBy(column, (at) => slots.get(at)), count: places.length, places }
}

// Every year between the first and the last.
function openYears(column: TypedColumn, numbers: readonly number[]): Slots {
  const first = numbers[0] ?? 0
  const places = Array.from({ length: rangeOf(numbers) }, (_, at) => ({
    text: String(first + at),
    from: first + at,
    to: first + at,
    test: within(String(first + at)),
  }))
  return { axis: 'year', ...keyedBy(column, (at) => at - first), count: places.length, places }
}

// Ranges of the same round width, each with its lower end; none if their ends cannot be distinguished as floats.
function openRanges(column: TypedColumn, numbers: readonly number[], count: number): Slots {
  const [first, last] = [numbers[0] ?? 0, numbers.at(-1) ?? 0]
  const step = roundStep(first, last, count)
  const start = Math.floor(first / step)
  const length = Math.floor(last / step) - start + 1
  const isSound = step > 0 && Number.isFinite(length) && length > 0 && length <= 2 * count + 2
  const places = Array.from({ length: isSound ? length : 0 }, (_, at) => {
    const [from, to] = [multipleOf(step, start + at), multipleOf(step, start + at + 1)]
    return { text: `${from}–${to}`, from, to }
  })
  const slotOf = (at: number) => Math.min(Math.max(0, Math.floor(at / step) - start), length - 1)
  return { axis: 'number', step, ...keyedBy(column, slotOf), count: places.length, places }
}

type Per = NonNullable<ChartChoice['per']>

const DAY = 86_400_000

// The number of a period, counted from the one that begins in 1970.
function periodAt(moment: number, per: Per): number {
  if (per === 'day') return Math.floor(moment / DAY)
  const date = new Date(moment)
  const years = date.getUTCFullYear() - 1970
  return per === 'year' ? years : years * 12 + date.getUTCMonth()
}

function startOf(period: number, per: Per): number {
  if (per === 'day') return period * DAY
  const [years, month] =
    per === 'year' ? [period, 0] : [Math.floor(period / 12), period - 12 * Math.floor(period / 12)]
  return new Date(0).setUTCFullYear(1970 + years, month)
}

const WRITTEN: Readonly<Record<Per, number>> = { year: 4, month: 7, day: 10 }

/** All periods between the first and the last date; only those with records if these are too many, or for a line of sums or means. */
function openPeriods(column: TypedColumn, rows: Uint32Array, { kind, per: asked, of }: ChartChoice): Slots {
  const moments = differentPlaces(column, rows)
  const lengthBy = (per: Per) =>
    periodAt(moments.at(-1) ?? 0, per) - periodAt(moments[0] ?? 0, per) + Number(moments.length > 0)
  const limit = kind === 'bar' ? MOST_BARS : MOST_PLACES
  const isLine = kind === 'line' && of !== undefined
  const most = asked ? limit : isLine ? MOST_DATES : MOST_PERIODS
  const able = CHART_PERIODS.slice(0, asked ? CHART_PERIODS.indexOf(asked) + 1 : undefined)
  // A line through dates far apart has few points, however many days are between them.
  const isFew = (per: Per) =>
    lengthBy(per) <= most || (isLine && new Set(moments.map((at) => periodAt(at, per))).size <= most)
  const per = able.findLast(isFew) ?? 'year'
  const met = [...new Set(moments.map((at) => periodAt(at, per)))]
  const length = lengthBy(per)
  const first = met[0] ?? 0
  const isWhole = length <= limit && !isLine
  const periods = isWhole ? Array.from({ length }, (_, at) => first + at) : met
  const slots = new Map(periods.map((period, slot) => [period, slot]))
  const places = periods.map((period) => {
    const from = startOf(period, per)
    const text = new Date(from).toISOString().slice(0, WRITTEN[per])
    return { text, from, to: startOf(period + 1, per), test: within(text) }
  })
  return {
    axis: 'date',
    per,
    ...(asked && asked !== per && { most: limit }),
    ...keyedBy(column, (at) => slots.get(periodAt(at, per))),
    count: places.length,
    places,
  }
}

function keyedBy(
  column: TypedColumn,
  slotOf: (place: number) => number | undefined,
): Pick<Keyed, 'codes' | 'of'> {
  const { codes, places } = column
  const of = new Uint32Array(column.values.length)
  places.forEach((at, code) => {
    if (Number.isFinite(at)) of[code] = slotOf(at) ?? 0
  })
  return { codes, of }
}
