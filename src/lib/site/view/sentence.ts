import { type Column, countAnswers, type Reading } from '../../reading/index.ts'
import { isNamedLikeGrid } from '../../reading/profile/stated-text.ts'
import { chartColumnsOf, timeTextOf } from './chart.ts'
import { orderColumns } from './column-order.ts'
import { middleHalfOf, numberTextOf } from './column-profile.ts'
import { periodOf } from './coverage.ts'
import type { Locale } from './locale.ts'
import { countLeftOut } from './map/frame.ts'
import { CLEAR } from './shared-name.ts'
import { ownNameOf } from './table.ts'
import { plainValue, shorten } from './text.ts'

/** A part of the sentence about the records of a dataset. */
export interface Clause {
  /** The column that it is about, as shown; absent if it is about all records. */
  readonly column?: string
  /** Words of ours. */
  readonly text: string
  /** A value of that column. */
  readonly value?: string
  /** How many records have that value. */
  readonly share?: string
}

/** A value is typical if at least the first share of the values are the same; it says nothing if more than the second share are. */
const [LEAST_TYPICAL, MOST_TYPICAL] = [0.2, 0.95]
/** It must also be this many times as frequent as if all values were equally frequent. */
const STANDS_OUT = 1.25
/** A series rises or falls if its last value is at least so many times the width of the middle half away from its first one; 2 of an even rise. */
const LEAST_CHANGE = 1.5
const MOST_KINDS = 100
/** With fewer records, no value is typical. */
const LEAST_RECORDS = 10
const VALUE_LIMIT = 60

/** What the records of a dataset are like, in one sentence: how many, one for each of what, where, of which years, with which typical value or numbers, or from which number to which. Empty for a document without records. */
export function sentenceOf(locale: Locale, reading: Reading): readonly Clause[] {
  const { shape, count, columns, geography, chart, moreColumns } = reading
  if (shape === 'tree' || count === 0) return []
  const { words, format } = locale
  const shown = geography && geography.count - countLeftOut(geography)
  const places = shown !== undefined && {
    text: shown >= count ? words.sentence.allOnMap(count) : words.sentence.onMap(format.count(shown)),
  }
  const each = findEach(reading)
  const own = each && ownNameOf(locale, columns, each.name)
  const changed = changedOf(locale, reading)
  const typical = changed.length > 0 ? changed : typicalOf(locale, reading)
  return [
    { text: words.sentence.size(count, columns.length, moreColumns === true) },
    ...(chart?.kind === 'raster'
      ? [{ text: words.sentence.grid(format.count(chart.columns), format.count(chart.rows)) }]
      : []),
    ...(own === undefined
      ? []
      : columns.length === 1
        ? [{ text: words.sentence.allDifferent }]
        : [{ text: words.sentence.oneEach, value: words.sentence.eachName(own) }]),
    ...(places ? [places] : []),
    ...datedOf(locale, reading, each),
    ...(typical.length > 0 || chart?.kind === 'raster' ? typical : middleClauseOf(locale, reading)),
  ]
}

// What one record stands for: the column that names the records, else one of codes, of dates or of years, if each of them has a value of its own
// there. Years with gaps between them are none: the sentence also states the first and the last. Neither are dates over which nothing is drawn, such
// as those of birth, and places.
function findEach(reading: Reading): Column | undefined {
  const { columns, count, chart, geography } = reading
  if (count < 2) return undefined
  const named = columns[orderColumns(reading).title ?? -1]
  const others = (['code', 'date', 'year'] as const).flatMap((each) =>
    columns.filter(({ kind }) => kind === each),
  )
  const isOwn = ({ filled, distinct, distinctIsFloor, absent, frequent }: Column) =>
    filled === count && distinct === count && !distinctIsFloor && !absent && frequent.length === 0
  const hasGaps = ({ kind, min, max }: Column) => kind === 'year' && Number(max) - Number(min) >= count
  const isOther = ({ kind, name }: Column) =>
    (kind === 'date' && !(chart?.kind === 'lines' && chart.x === name)) || geography?.columns.includes(name)
  return [...(named ? [named] : []), ...others].find(
    (column) => isOwn(column) && !hasGaps(column) && !isOther(column),
  )
}

// Where each record is one of these dates, their column is named already.
function datedOf(locale: Locale, reading: Reading, each: Column | undefined): Clause[] {
  const period = periodOf(reading)
  if (period === undefined) return []
  const { column, years } = period
  return [
    { ...(column !== each && { column: ownNameOf(locale, reading.columns, column.name) }), text: years },
  ]
}

// The first and the last value of a series that rises or falls: of such numbers, the middle half says little. Its times are named unless those of
// the records are.
function changedOf(locale: Locale, reading: Reading): Clause[] {
  const { chart, columns } = reading
  if (chart?.kind !== 'lines' || chart.group !== undefined) return []
  const areNamed = periodOf(reading)?.column.name === chart.x
  for (const { y, lines } of chart.panels) {
    const points = lines.flatMap(({ parts }) => parts.flat())
    const [first, last] = [points[0], points.at(-1)]
    const column = columns.find(({ name }) => name === y)
    const [lower, upper] = column?.numbers?.quartiles ?? []
    if (!(first && last && column) || lower === undefined || upper === undefined) continue
    const change = Math.abs(last[1] - first[1])
    if (change === 0 || change < LEAST_CHANGE * (upper - lower)) continue
    const [from, to] = [first, last].map(([at]) => (areNamed ? undefined : timeTextOf(locale, chart, at)))
    const [before, now] = [first, last].map(([, value]) => numberTextOf(locale.format, column)(value))
    const text = locale.words.sentence.changed([before as string, from], [now as string, to])
    return [{ column: ownNameOf(locale, columns, y), text }]
  }
  return []
}

// The column in which one value stands out most.
function typicalOf(locale: Locale, { columns, count }: Reading): Clause[] {
  if (count < LEAST_RECORDS) return []
  const shareOf = (column: Column) => (column.frequent[0]?.count ?? 0) / Math.max(1, countAnswers(column))
  const telling = columns.filter(
    (column) =>
      column.kind === 'text' &&
      column.filled * 2 >= count &&
      !column.partial &&
      column.distinct <= MOST_KINDS &&
      shareOf(column) >= Math.max(LEAST_TYPICAL, STANDS_OUT / column.distinct) &&
      shareOf(column) <= MOST_TYPICAL,
  )
  const [column] = telling.toSorted((a, b) => shareOf(b) - shareOf(a))
  const top = column?.frequent[0]
  if (column === undefined || top === undefined) return []
  return [
    {
      column: ownNameOf(locale, columns, column.name),
      text: locale.words.sentence.mostOften,
      value: shorten(plainValue(top.value), VALUE_LIMIT),
      share: locale.format.share(top.count, countAnswers(column)),
    },
  ]
}

// Where the middle half of a number lies: of the one that is drawn, else of the first that is no coordinate.
function middleClauseOf(locale: Locale, { columns, count, chart, geography }: Reading): Clause[] {
  const isTelling = (column: Column) =>
    column.kind === 'number' &&
    column.filled * 2 >= count &&
    column.distinct >= LEAST_RECORDS &&
    CLEAR.test(column.name) &&
    !isPlace(column) &&
    !isInGrid(column) &&
    !geography?.columns.includes(column.name)
  const drawn = chart && chartColumnsOf(chart)?.y
  const able = columns.filter(isTelling)
  const column = able.find(({ name }) => name === drawn) ?? able[0]
  const text = column && middleHalfOf(locale, column)
  return column && text !== undefined ? [{ column: ownNameOf(locale, columns, column.name), text }] : []
}

/** Metres of a grid are more than this, other numbers that are only called X hardly ever. */
const LEAST_METRES = 10_000

function isInGrid({ name, numbers }: Column): boolean {
  return isNamedLikeGrid(name) && Math.abs(numbers?.median ?? 0) >= LEAST_METRES
}

/** Of whole numbers from 0 or 1 to at most this one, such as minutes. */
const LAST_PLACE = 60

// Whether the numbers are those of months, hours or stops, each of which occurs: they are places in an order, not amounts.
function isPlace({ histogram, distinct }: Column): boolean {
  if (histogram === undefined) return false
  const { from, to } = histogram
  return (from === 0 || from === 1) && to <= LAST_PLACE && distinct === to - from + 1
}
