import type { Column, Reading } from '../../reading/index.ts'
import { type Picture, pictureOf } from './column-picture.ts'
import type { Locale } from './locale.ts'
import { showName } from './table.ts'
import { shorten, unpadded } from './text.ts'

/** The profile of one column. */
export interface ColumnProfile {
  readonly name: string
  readonly kind: string
  readonly filled: string
  /** Whether all records have a value here, at least half of them, or fewer. */
  readonly fill: 'full' | 'most' | 'least'
  readonly distinct: string
  readonly range?: { readonly from: string; readonly to?: string }
  /** Values that repeat, most frequent first, each with its share of the filled values. */
  readonly frequent: readonly Frequent[]
  readonly picture?: Picture
  /** Whether the picture and the frequent values are those of a sample. */
  readonly sampled: boolean
}

/** A value that repeats. */
interface Frequent {
  readonly value: string
  readonly share: string
  /** The share in percent, for a bar. */
  readonly percent: number
}

/** The number of columns with pictures and frequent values; further columns have only figures, to keep pages small. */
export const PICTURED = 60
const WORDS_SHOWN = 5
const NUMBERS_SHOWN = 3
const RARE = 0.005
const VALUE_LIMIT = 60
const RANGE_LIMIT = 40

/** The profiles of a reading's columns, in the document's order. */
export function profilesOf(locale: Locale, reading: Reading): ColumnProfile[] {
  return reading.columns.map((column, at) => profileOf(locale, column, reading.count, at < PICTURED))
}

function profileOf(locale: Locale, column: Column, count: number, pictured: boolean): ColumnProfile {
  const name = showName(locale, column.name)
  const range = rangeOf(column)
  const picture = pictured ? pictureOf(locale, column, name) : undefined
  const frequent = pictured && column.kind !== 'boolean' ? frequentOf(locale, column) : []
  return {
    name,
    kind: locale.words.kinds[column.kind],
    filled: locale.format.share(column.filled, count),
    fill: column.filled === count ? 'full' : column.filled * 2 >= count ? 'most' : 'least',
    distinct: locale.words.datasetPage.distinctNote(
      locale.format.count(column.distinct),
      column.distinctIsFloor,
    ),
    ...(range && { range }),
    frequent,
    ...(picture && { picture }),
    sampled: column.partial && (picture !== undefined || frequent.length > 0),
  }
}

// Numbers and dates have a picture, so more values of texts are listed. Values that are hardly more frequent than the rest are not.
function frequentOf(locale: Locale, { frequent, filled, kind }: Column): Frequent[] {
  const shown = kind === 'text' || kind === 'code' || kind === 'link' ? WORDS_SHOWN : NUMBERS_SHOWN
  const worth = frequent.filter(({ count }, at) => at === 0 || count / filled >= RARE)
  return worth.slice(0, shown).map(({ value, count }) => ({
    value: shorten(unpadded(value), VALUE_LIMIT),
    share: locale.format.share(count, filled),
    percent: Math.max(1, Math.round((count / filled) * 100)),
  }))
}

function rangeOf({ min, max }: Column): ColumnProfile['range'] {
  if (min === undefined || max === undefined) return undefined
  const [from, to] = [min, max].map((bound) => shorten(bound.trim(), RANGE_LIMIT)) as [string, string]
  return { from, ...(to !== from && { to }) }
}
