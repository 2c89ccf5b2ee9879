import type { Period } from './chart-choice.ts'
import { isBlank, orderOf, spanOf, type TypedColumn } from './column.ts'
import { type Measured, openMeasure } from './measure.ts'
import type { Ranks } from './ranks.ts'
import type { ColumnTable } from './table.ts'
import type { Grouping, Test } from './view.ts'

/** The records that have the same values in the columns of a grouping. */
export interface RecordGroup {
  /** The value in each of the columns: a text of the data, a year or month of dates, null for blank. */
  readonly cells: readonly (string | null)[]
  /** For each of the columns, the test that exactly these records pass. */
  readonly tests: readonly Test[]
  readonly count: number
  /** The measure, as a decimal number or a text of the data; null if no record has a value to measure. */
  readonly value: string | null
}

/** The groups of rows, in the order of the grouping. Every row belongs to exactly one. */
export function groupRows(
  { columns }: ColumnTable,
  rows: Uint32Array,
  { columns: grouped, by, measure, order }: Grouping,
  ranksOf: (column: number) => Ranks,
): RecordGroup[] {
  const axes = grouped.flatMap((at) => (columns[at] ? openAxis(columns[at], ranksOf(at), by) : []))
  const measured = measure && columns[measure.column]
  const measureIn =
    measure && measured ? openMeasure(measure.is, measured, ranksOf(measure.column)) : () => undefined
  const placed = tally(rows, axes).map((members) => {
    const keys = axes.map(({ of, keys, codes }) => keys[of[codes[members[0] as number] as number] as number])
    const parts = keys.filter((key) => key !== undefined)
    return placeGroup(parts, members.length, measureIn(members))
  })
  const compare = (a: Placed, b: Placed) =>
    compareIn(a.places[order.of], b.places[order.of], order.isDown) ||
    compareIn(a.places[0], b.places[0], false) ||
    compareIn(a.places[1], b.places[1], false)
  return placed.sort(compare).map(({ group }) => group)
}

/** A group, and its position in each order; undefined is last in both directions. */
interface Placed {
  readonly group: RecordGroup
  readonly places: Readonly<Record<Grouping['order']['of'], number | undefined>>
}

function placeGroup(keys: readonly Key[], count: number, measured: Measured | undefined): Placed {
  const [first, second] = keys.map(({ rank }) => rank)
  return {
    group: {
      cells: keys.map(({ text }) => text),
      tests: keys.map(({ test }) => test),
      count,
      value: measured?.text ?? null,
    },
    places: { 0: first, 1: second, count, value: measured?.place },
  }
}

function compareIn(a: number | undefined, b: number | undefined, isDown: boolean): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined)
  return isDown ? b - a : a - b
}

/** The keys by which rows are divided: `of` has the key of each value of a column, from 0 to `count` - 1. */
export interface Keyed {
  readonly codes: Uint32Array
  readonly of: Uint32Array
  readonly count: number
}

/** The rows of each combination of keys, in the order of their first rows. */
export function tally(rows: Uint32Array, axes: readonly Keyed[]): number[][] {
  const groups = new Map<number, number[]>()
  for (const row of rows) {
    let key = 0
    for (const { codes, of, count } of axes) key = key * count + (of[codes[row] as number] as number)
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return [...groups.values()]
}

interface Key {
  readonly text: string | null
  readonly test: Test
  /** Undefined for blank. */
  readonly rank: number | undefined
}

/** A column of a grouping: its keys are values or periods. */
function openAxis(column: TypedColumn, ranks: Ranks, by: Period | undefined) {
  const { values, codes } = column
  const of = new Uint32Array(values.length)
  const keys: Key[] = [{ text: null, test: exactly([null]), rank: undefined }]
  const periods = new Map<string, number>()
  values.forEach((text, code) => {
    if (isBlank(text)) return
    const period = by && periodOf(column.places[code] as number, column, by)
    const known = period === undefined ? undefined : periods.get(period)
    of[code] = known ?? keys.length
    if (known !== undefined) return
    if (period !== undefined) periods.set(period, keys.length)
    const test: Test = period === undefined ? exactly([text]) : { is: 'range', from: period, to: period }
    keys.push({ text: period ?? text, test, rank: ranks.of[code] as number })
  })
  return { codes, of, count: keys.length, keys }
}

export function exactly(values: readonly (string | null)[] = []): Test {
  return { is: 'values', values, not: false }
}

const LENGTH: Readonly<Record<Period, number>> = { year: 4, month: 7 }

// The year or month of a moment, as in filters; undefined if filters cannot express it.
function periodOf(moment: number, { kind }: TypedColumn, by: Period): string | undefined {
  if (orderOf(kind) !== 'date' || Number.isNaN(moment)) return undefined
  const period = new Date(moment).toISOString().slice(0, LENGTH[by])
  const span = spanOf(period, 'day')
  return span && moment >= span.first && moment <= span.last ? period : undefined
}
