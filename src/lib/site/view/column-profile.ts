import { decodeHTMLStrict } from 'entities'
import { type Column, countAnswers, type Reading } from '../../reading/index.ts'
import { readableTime } from '../../reading/profile/date-text.ts'
import { isNamedLikeAmount, isNamedLikeNoAmount } from '../../reading/profile/stated-text.ts'
import { isAddedUp } from '../../reading/profile/unit.ts'
import { boundsOf, type Picture, pictureOf } from './column-picture.ts'
import type { Locale } from './locale.ts'
import { type NameParts, splitNames } from './shared-name.ts'
import { meaningOf, type StatedMeaning, showName } from './table.ts'
import { htmlText, plainValueOf, shorten, shortenApart } from './text.ts'

export interface ColumnProfile {
  readonly name: string
  /** The name in parts, if other columns share some of them. */
  readonly parts?: NameParts
  readonly kind: string
  readonly meaning?: StatedMeaning
  readonly filled: string
  /** Whether all records have a value here, at least half of them, or fewer. */
  readonly fill: 'full' | 'most' | 'least'
  readonly distinct: string
  /** The smallest and the largest value; `exact` where they are shown with fewer digits. */
  readonly range?: { readonly from: string; readonly to?: string; readonly exact?: string }
  /** What numbers are like: `median 12 · half of them 5 – 30 · mean 15.2`. */
  readonly figures: readonly string[]
  /** Filled values that state that there is none: their share and what they say. */
  readonly absent?: { readonly share: string; readonly value: string }
  /** Values of another kind: `12 exceptions`, and the first of them. */
  readonly exceptions?: OddValues
  /** Values that a spreadsheet program seems to have changed: how many, and the first of them. */
  readonly altered?: OddValues
  /** Some of the values, where hardly any repeats. */
  readonly examples: readonly string[]
  /** Values that repeat, most frequent first, each with its share of the filled values. */
  readonly frequent: ReturnType<typeof frequentOf>
  readonly picture?: Picture
  /** Whether the picture and the frequent values are those of a sample. */
  readonly sampled: boolean
}

interface OddValues {
  readonly text: string
  readonly values: readonly string[]
}

/** The number of columns with pictures and frequent values; further columns have only figures, to keep pages small. */
export const PICTURED = 60
const WORDS_SHOWN = 5
const NUMBERS_SHOWN = 3
const RARE = 0.005
/** Less frequent numbers, years and dates say nothing beside their distribution. */
const RARE_MEASURED = 0.1
const VALUE_LIMIT = 60
const RANGE_LIMIT = 40
const EXAMPLES = 3
/** If nearly all values are different, the few that repeat say less than examples. */
const HARDLY_REPEATING = 0.9
/** Below this, a lower bound of the number of values only states that they were too long to be counted. */
const LEAST_FLOOR = 100
/** Nobody reads the figures of more columns: if there are more, only the first ones have figures, and the others are named. */
const MOST_PROFILED = 300
const FIRST_PROFILED = 100
/** How many columns are named together; the heads of the records name all. */
const MOST_NAMED = 100

/** The profiles of a reading's columns, in the document's order. */
export function profilesOf(locale: Locale, reading: Reading): ColumnProfile[] {
  const names = splitNames(reading.columns.map(({ name }) => showName(locale, name)))
  return reading.columns.map((column, at) => {
    const parts = names[at]
    const own = profileOf(locale, reading, column, at < PICTURED)
    const profile = looksLikePlaces(reading, column)
      ? { ...own, figures: [locale.words.columns.coordinates] }
      : own
    return parts && parts.own !== profile.name ? { ...profile, parts } : profile
  })
}

// Whether the values alone say that a column has coordinates: its name states something else, or nothing.
function looksLikePlaces({ geography }: Reading, { name, kind }: Column): boolean {
  return geography?.byValues === true && geography.columns.includes(name) && kind !== 'nested'
}

function profileOf(locale: Locale, reading: Reading, column: Column, pictured: boolean): ColumnProfile {
  const { count } = reading
  const { kind, absent, exceptions, altered } = column
  const { words, format } = locale
  const name = showName(locale, column.name)
  const filled = countAnswers(column)
  const range = rangeOf(locale, column)
  const meaning = meaningOf(locale, column)
  const picture = pictured ? pictureOf(locale, column, name) : undefined
  const frequent = pictured && kind !== 'boolean' ? frequentOf(locale, column, filled) : []
  const hasValues = frequent.length > 0 || range !== undefined || kind === 'boolean' || !pictured
  return {
    name,
    kind: column.unit === undefined ? words.kinds[kind] : `${words.kinds[kind]} (${htmlText(column.unit)})`,
    ...(meaning && { meaning }),
    filled: format.share(filled, count),
    fill: filled === count ? 'full' : filled * 2 >= count ? 'most' : 'least',
    distinct:
      kind === 'nested' || (column.distinctIsFloor && column.distinct < LEAST_FLOOR)
        ? words.columns.notCounted
        : words.datasetPage.distinctNote(format.count(column.distinct), column.distinctIsFloor),
    ...(range && { range }),
    figures: figuresOf(locale, reading, column),
    ...(absent && {
      absent: { share: format.share(absent.count, count), value: showValue(column, absent.value) },
    }),
    ...(exceptions && { exceptions: oddOf(column, exceptions, words.columns.exceptions) }),
    ...(altered && { altered: oddOf(column, altered, words.columns.altered) }),
    frequent,
    examples: hasValues
      ? []
      : showValues(column, (column.examples ?? column.frequent.map(({ value }) => value)).slice(0, EXAMPLES)),
    ...(picture && { picture }),
    sampled: column.partial && (picture !== undefined || frequent.length > 0),
  }
}

function oddOf(
  column: Column,
  { count, examples }: NonNullable<Column['exceptions']>,
  textOf: (count: number) => string,
): OddValues {
  return { text: textOf(count), values: examples.map((value) => showValue(column, value)) }
}

function showValue(column: Column, value: string): string {
  return shorten(plainOf(column, value), VALUE_LIMIT)
}

function showValues(column: Column, values: readonly string[]): string[] {
  const texts = values.map((value) => plainOf(column, value))
  return shortenApart(texts, VALUE_LIMIT)
}

function plainOf({ kind }: Column, value: string): string {
  return plainValueOf(kind, value.trim(), decodeHTMLStrict)
}

// Numbers and dates have a picture, so more values of texts are listed. Values that are hardly more frequent than the rest are not.
function frequentOf(locale: Locale, column: Column, filled: number) {
  const { frequent, kind, distinct } = column
  if (distinct >= filled * HARDLY_REPEATING) return []
  const isMeasured = ['number', 'year', 'identifier', 'date', 'latitude', 'longitude'].includes(kind)
  const most = frequent[0]?.count ?? 0
  const listed = frequent
    .filter(({ count }) => count / filled >= (isMeasured ? RARE_MEASURED : RARE))
    .slice(0, isMeasured ? NUMBERS_SHOWN : WORDS_SHOWN)
  const written = listed.map(({ value }) => readableTime(value, column) ?? value)
  const values = showValues(column, written)
  return listed.map(({ count, spellings }, at) => ({
    value: values[at] as string,
    share: locale.format.share(count, filled),
    /** The length of its bar, in percent of the longest one. */
    percent: Math.max(1, Math.round((count / most) * 100)),
    /** `3 spellings`, if values that differ by case and blanks are counted together. */
    ...(spellings !== undefined && { spellings: locale.words.columns.spellings(spellings) }),
  }))
}

function rangeOf(locale: Locale, column: Column): ColumnProfile['range'] {
  const { min = '', max = '' } = column
  const bounds = boundsOf(locale, column)
  if (bounds === undefined) return undefined
  const [from, to] = bounds
  const written = [min, max].map((bound) => shorten(bound.trim(), RANGE_LIMIT))
  return {
    from,
    ...(max.trim() !== min.trim() && { to }),
    ...((written[0] !== from || written[1] !== to) && { exact: written.join(' – ') }),
  }
}

function figuresOf({ words, format }: Locale, reading: Reading, column: Column): string[] {
  const { numbers, texts, distinct, refersTo } = column
  if (refersTo) return [words.columns.refersTo(htmlText(refersTo.path))]
  if (texts && texts.words[1] > 1 && distinct >= LEAST_TEXTS)
    return [words.columns.texts(...texts.words, texts.longest)]
  const middle = middleHalfOf({ words, format }, column)
  if (numbers === undefined || middle === undefined) return []
  const { sum, mean, median, zeros, negatives } = numbers
  const { columns } = words
  const filled = countAnswers(column)
  const numberText = numberTextOf(format, column)
  return [
    columns.median(numberText(median)),
    middle,
    ...(Number.isFinite(mean) ? [columns.mean(numberText(mean))] : []),
    ...(Number.isFinite(sum) && isAmount(reading, column)
      ? [columns.sum(amountText(format, sum), column.exceptions !== undefined)]
      : []),
    ...(zeros > 0 ? [columns.zeros(format.share(zeros, filled))] : []),
    ...(negatives > 0 ? [columns.negatives(format.share(negatives, filled))] : []),
  ]
}

/** Between which two numbers the middle half of a column lies; undefined if these are the same, or if there are hardly any. */
export function middleHalfOf(
  { words, format }: Pick<Locale, 'words' | 'format'>,
  column: Column,
): string | undefined {
  const [lower, upper] = column.numbers?.quartiles.map(numberTextOf(format, column)) ?? []
  if (lower === undefined || upper === undefined || lower === upper || column.distinct < 3) return undefined
  return words.columns.middle(lower, upper)
}

/** Writes the numbers of a column, with as many digits as tell them apart. */
export function numberTextOf(format: Locale['format'], { histogram }: Column): (value: number) => string {
  const width = histogram && histogram.to - histogram.from
  return (value) => format.number(value, width)
}

/** The length of fewer texts is seen at a glance. */
const LEAST_TEXTS = 10

/** With this many records for each date or year, the same things are probably measured repeatedly. */
const MEASURED_AGAIN = 5
/** The share by which a total may differ from the sum, because numbers are rounded. */
const TOTAL = 0.001

// Whether the sum of the numbers means something, according to their unit or the name of the column. What is measured repeatedly must not be added up.
export function isAmount({ columns, chart }: Reading, { name, unit, numbers, histogram }: Column): boolean {
  const isOverTime = columns.some(
    ({ kind, filled, distinct }) =>
      (kind === 'date' || kind === 'year') && filled >= distinct * MEASURED_AGAIN,
  )
  if (columns.some(({ hasTotals }) => hasTotals) || (chart && 'totals' in chart)) return false
  // One record may have the total of all others.
  const hasTotal = histogram && numbers && Math.abs(numbers.sum - 2 * histogram.to) < TOTAL * numbers.sum
  if (isOverTime || hasTotal || chart?.kind === 'lines' || chart?.kind === 'years') return false
  return unit === undefined ? isNamedLikeAmount(name) : isAddedUp(unit) && !isNamedLikeNoAmount(name)
}

/** A sum: whole from 1000 on. */
export function amountText(format: Locale['format'], sum: number): string {
  return Math.abs(sum) < 1000 || !Number.isSafeInteger(Math.round(sum))
    ? format.number(sum)
    : format.count(Math.round(sum))
}

/** Columns with so little information that one line names them, with their only value, the column that they repeat, or their kind. */
export interface FoldedColumns {
  /** `3 empty columns` */
  readonly text: string
  readonly columns: readonly FoldedColumn[]
  /** `and 566 more` */
  readonly more?: string
}

interface FoldedColumn {
  readonly name: string
  readonly value?: string
  readonly meaning?: StatedMeaning
}

/** Splits profiles into those that are shown one by one and those that are named together: empty columns, columns that repeat another, and columns with one value. */
export function foldColumns(
  locale: Locale,
  { columns, count }: Reading,
  profiles: readonly ColumnProfile[],
): { readonly shown: readonly ColumnProfile[]; readonly folded: readonly FoldedColumns[] } {
  const isEmpty = (column: Column) => column.kind === 'empty'
  const isConstant = (column: Column) =>
    column.distinct === 1 && !column.distinctIsFloor && countAnswers(column) === count && count > 1
  const named = (column: Column, value?: string): FoldedColumn => {
    const meaning = meaningOf(locale, column)
    return {
      name: showName(locale, column.name),
      ...(value !== undefined && { value }),
      ...(meaning && { meaning }),
    }
  }
  const telling = profiles.filter((_, at) => {
    const column = columns[at]
    return column !== undefined && !isEmpty(column) && !isConstant(column) && column.repeats === undefined
  })
  const profiled = telling.length > MOST_PROFILED ? FIRST_PROFILED : MOST_PROFILED
  const rest = telling.slice(profiled)
  const empty = columns.filter(isEmpty)
  const repeating = columns.filter(({ repeats }) => repeats !== undefined)
  const constant = columns.filter((column) => !isEmpty(column) && isConstant(column))
  const { words } = locale
  const folded: FoldedColumns[] = [
    {
      text: words.columns.rest(rest.length),
      columns: rest.map(({ name, kind, meaning }) => ({ name, value: kind, ...(meaning && { meaning }) })),
    },
    {
      text: words.columns.empty(empty.length),
      columns: empty.map((column) => named(column, column.absent && showValue(column, column.absent.value))),
    },
    {
      text: words.columns.repeating(repeating.length),
      columns: repeating.map((column) =>
        named(column, words.columns.sameAs(showName(locale, column.repeats ?? ''))),
      ),
    },
    {
      text: words.columns.constant(constant.length),
      columns: constant.map((column) => named(column, onlyValueOf(column))),
    },
  ]
  return {
    shown: telling.slice(0, profiled),
    folded: folded
      .filter(({ columns }) => columns.length > 0)
      .map(({ text, columns }) => ({
        text,
        columns: columns.slice(0, MOST_NAMED),
        ...(columns.length > MOST_NAMED && { more: words.related.more(columns.length - MOST_NAMED) }),
      })),
  }
}

function onlyValueOf(column: Column): string {
  const { frequent, examples, min, trues } = column
  const value = frequent[0]?.value ?? examples?.[0] ?? min ?? (trues === undefined ? '' : String(trues > 0))
  return showValue(column, value)
}
