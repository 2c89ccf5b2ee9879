import type { ChartedColumn } from './profile/column.ts'
import { quantile } from './profile/range.ts'
import { isNamedLikeAmount, namesTotal } from './profile/stated-text.ts'
import { isKnownUnit, isUnit } from './profile/unit-word.ts'
import type { Chart } from './types.ts'

type Amounts = Extract<Chart, { kind: 'amounts' }>

/** Records that are compared at a glance, and how many of them are drawn. */
const [LEAST_BARS, MOST_NAMED, MOST_BARS] = [5, 40, 15]
/** Bars whose lengths differ by less tell less than their numbers. */
const LEAST_CONTRAST = 2
/** The least share of the records that have a number. */
const NEARLY_ALL = 0.8
/** If half of the numbers are in so small a part of their range, dots lie on top of each other. */
const NARROW = 0.1
/** Units at the end of a name: `Births, thousand`, `Rate (%)`. */
const UNIT_OF_NAME = /(?:,\s|\()([^,()]+)\)?$/u

/**
 * A bar for each of a few records: the first column of numbers that are amounts of the same thing, or a total of them, by the column that names the
 * records. Undefined if there is none. `count`: the number of records.
 */
export function amountsOf(
  columns: readonly ChartedColumn[],
  naming: ChartedColumn,
  count: number,
): Amounts | undefined {
  const names = naming.values.filter((name) => name !== undefined)
  const isEachNamed = new Set(names).size === names.length
  // The largest of many codes tell little.
  const most = naming.kind === 'code' ? MOST_BARS : MOST_NAMED
  if (!isEachNamed || count > most || isOfSeveralUnits(columns, naming)) return undefined
  const [able] = columns
    .filter((column) => column.kind === 'number' && isComparable(column, count))
    .toSorted((a, b) => Number(namesTotal(b.name, true)) - Number(namesTotal(a.name, true)))
  const bars = able?.positions.flatMap((amount, record) => {
    const [name, value] = [naming.values[record], able.values[record]]
    return amount === undefined || name === undefined || value === undefined ? [] : [{ name, value, amount }]
  })
  if (able === undefined || bars === undefined || bars.length < LEAST_BARS) return undefined
  return {
    kind: 'amounts',
    name: naming.name,
    y: able.name,
    bars: bars.toSorted((a, b) => b.amount - a.amount).slice(0, MOST_BARS),
    count: bars.length,
    sum: bars.reduce((sum, { amount }) => sum + amount, 0),
  }
}

/** Values of a column that is combined with others: at least so many, each in so many records, none more than so many times as frequent as another. */
const [LEAST_VALUES, LEAST_REPEATED, EVENLY] = [3, 2, 1.25]

/**
 * The sums of an amount in a table of combinations, such as votes by question and answer, of the column whose sums differ most. Undefined for
 * any other table: how many records have each value tells nothing only there. `count`: the number of records.
 */
export function sumsOf(columns: readonly ChartedColumn[], count: number): Amounts | undefined {
  const isTime = ({ kind }: ChartedColumn) => kind === 'date' || kind === 'year'
  const combined = columns.filter(
    ({ kind, values }) => ['text', 'code', 'boolean'].includes(kind) && new Set(values).size > 1,
  )
  const able = columns.find((column) => column.kind === 'number' && isAddable(column, count))
  const keys = new Set(
    Array.from({ length: count }, (_, record) =>
      JSON.stringify(combined.map(({ values }) => values[record])),
    ),
  )
  const isCombined = combined.length > 1 && keys.size === count && combined.every(isEven)
  if (able === undefined || !isCombined || columns.some(isTime)) return undefined
  const [most] = combined
    .map((column) => ({ column, sums: [...addedBy(column, able)].toSorted((a, b) => b[1] - a[1]) }))
    .filter(({ sums }) => sums.length >= LEAST_VALUES && sums.length <= MOST_NAMED)
    .toSorted((a, b) => contrastOf(b.sums) - contrastOf(a.sums))
  return (
    most && {
      kind: 'amounts',
      name: most.column.name,
      y: able.name,
      bars: most.sums.slice(0, MOST_BARS).map(([name, amount]) => ({ name, value: String(amount), amount })),
      count: most.sums.length,
      sum: most.sums.reduce((all, [, amount]) => all + amount, 0),
      areSums: true,
    }
  )
}

function isAddable({ name, positions }: ChartedColumn, count: number): boolean {
  const numbers = numbersIn(positions)
  return isNamedLikeAmount(name) && numbers.length >= count * NEARLY_ALL && numbers.every((at) => at >= 0)
}

// Whether the values of a column are about equally frequent, and all of them are there.
function isEven({ values }: ChartedColumn): boolean {
  const counts = [...Map.groupBy(values, (value) => value ?? '').values()].map(({ length }) => length)
  const [least, most] = [Math.min(...counts), Math.max(...counts)]
  return !values.includes(undefined) && least >= LEAST_REPEATED && most <= least * EVENLY
}

function addedBy({ values }: ChartedColumn, { positions }: ChartedColumn): ReadonlyMap<string, number> {
  const sums = new Map<string, number>()
  for (const [record, name = ''] of values.entries())
    sums.set(name, (sums.get(name) ?? 0) + (positions[record] ?? 0))
  return sums
}

// How much the largest and the smallest of some numbers, the largest first, differ for their size.
function contrastOf(sums: readonly (readonly [string, number])[]): number {
  return 1 - (sums.at(-1)?.[1] ?? 0) / (sums[0]?.[1] || 1)
}

/** Whether half of the numbers are so close together beside the largest that dots would show little. */
export function isDominated({ positions }: ChartedColumn): boolean {
  const sorted = Float64Array.from(numbersIn(positions)).sort()
  const [least = 0, most = 0] = [sorted.at(0), sorted.at(-1)]
  return quantile(sorted, 0.5) - least < (most - least) * NARROW
}

// Few numbers that recur, such as those of zones, are hardly amounts.
function isComparable({ positions }: ChartedColumn, count: number): boolean {
  const numbers = numbersIn(positions)
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)]
  const areDifferent = new Set(numbers).size * 2 > numbers.length
  const differ = least >= 0 && most > 0 && most >= least * LEAST_CONTRAST
  return numbers.length >= count * NEARLY_ALL && areDifferent && differ
}

function numbersIn(positions: ChartedColumn['positions']): number[] {
  return positions.filter((at) => at !== undefined)
}

/** Whether records measure different things, as in a list of indicators: a column of units, or names that end with one. */
export function isOfSeveralUnits(columns: readonly ChartedColumn[], naming: ChartedColumn): boolean {
  const ends = naming.values.flatMap((name = '') => UNIT_OF_NAME.exec(name.trim())?.[1] ?? [])
  const isOther = (column: ChartedColumn) => column.kind === 'text' && column.name !== naming.name
  const others = columns.filter(isOther).map(({ values }) => values)
  return [ends, ...others].some((values) => {
    const units = values.filter((value) => value !== undefined).map((value) => value.trim())
    return new Set(units).size > 1 && units.every(isUnit) && units.some(isKnownUnit)
  })
}
