import { type Chart, countAnswers, findCategory, type Reading } from '../../reading/index.ts'
import { totalsNote } from './chart.ts'
import { amountText, isAmount } from './column-profile.ts'
import type { Locale } from './locale.ts'
import { isGrouped, ownNameOf } from './table.ts'
import { type NumberPart, partsOfNumber, plainValue, shortenApart } from './text.ts'

/** How many records have each value of a column, or a number of a few records, as bars. */
export interface BarsView {
  /** What is drawn, a sentence. */
  readonly label: string
  readonly rows: readonly BarRow[]
}

/** A bar; a quiet one is of several values, or of records without one. */
interface BarRow {
  readonly name: string
  readonly isQuiet: boolean
  /** The number of records, or the number as written. */
  readonly count: string
  /** The parts of that number, if it is shown with gaps or pale zeros. */
  readonly digits?: readonly NumberPart[]
  /** The share of all records, or of the sum; absent if there is none. */
  readonly share?: string
  /** The length of the bar, in percent of the longest one; several values together have none. */
  readonly percent?: number
}

const VALUE_LIMIT = 60

/**
 * The numbers of a few records, if these are the chart of the reading, else the values of the most informative column, with the number of
 * their records; undefined if none is informative.
 */
export function barsOf(locale: Locale, reading: Reading): BarsView | undefined {
  if (reading.chart?.kind === 'amounts') return amountBarsOf(locale, reading, reading.chart)
  const column = findCategory(reading)
  if (column === undefined) return undefined
  const { words, format } = locale
  const { count } = reading
  const valued = countAnswers(column)
  const shown = column.frequent
  const named = shown.reduce((sum, { count }) => sum + count, 0)
  const known = shown.reduce((sum, { spellings = 1 }) => sum + spellings, 0)
  const values = shown.map(({ value }) => plainValue(value.trim()))
  const names = shortenApart(values, VALUE_LIMIT)
  const quiet = (name: string, of: number, isDrawn: boolean) =>
    of > 0 ? [{ name, of, isQuiet: true, isDrawn }] : []
  const rows = [
    ...shown.map(({ count: of }, at) => ({ name: names[at] as string, of, isQuiet: false, isDrawn: true })),
    ...quiet(words.bars.others(Math.max(1, column.distinct - known)), valued - named, false),
    ...quiet(words.bars.none, count - valued, true),
  ]
  const most = Math.max(...rows.map(({ of, isDrawn }) => (isDrawn ? of : 0)))
  return {
    label: words.bars.label(ownNameOf(locale, reading.columns, column.name)),
    rows: rows.map(({ name, of, isQuiet, isDrawn }) => ({
      name,
      isQuiet,
      count: format.count(of),
      share: format.share(of, count),
      ...(isDrawn && { percent: Math.max(0.5, Math.round((of / most) * 1000) / 10) }),
    })),
  }
}

type Amounts = Extract<Chart, { kind: 'amounts' }>

function amountBarsOf(locale: Locale, reading: Reading, chart: Amounts): BarsView {
  const { words, format } = locale
  const { bars, count, sum, areSums } = chart
  const [name, y] = [chart.name, chart.y].map((column) => ownNameOf(locale, reading.columns, column))
  const measured = reading.columns.find((column) => column.name === chart.y)
  const isShared = measured !== undefined && isAmount(reading, measured)
  const [most = 0] = bars.map(({ amount }) => amount)
  const names = shortenApart(
    bars.map((bar) => plainValue(bar.name.trim())),
    VALUE_LIMIT,
  )
  const label = words.bars.amounts(y as string, name as string, bars.length, count, areSums === true)
  return {
    label: [label, ...totalsNote(locale, chart.totals)].join(' '),
    rows: bars.map(({ value, amount }, at) => {
      const number = areSums ? amountText(format, amount) : plainValue(value.trim())
      const digits = areSums || measured === undefined ? [] : partsOfNumber(number, isGrouped(measured))
      return {
        name: names[at] as string,
        isQuiet: false,
        count: number,
        ...(digits.length > 0 && { digits }),
        ...(isShared && { share: format.share(amount, sum) }),
        percent: Math.round((amount / most) * 1000) / 10,
      }
    }),
  }
}
