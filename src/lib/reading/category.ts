import type { Column, Reading } from './types.ts'

/** Fewer records are read at a glance. */
const LEAST_RECORDS = 10
/** The least share of the records that have a value, and of these that have a value with a bar. */
const [LEAST_FILLED, LEAST_NAMED] = [0.5, 0.5]
/** If nearly all values are the same, or about equally frequent, the bars are not informative. */
const [MOST_TOP, LEAST_DIFFERENCE] = [0.95, 1.25]
/** A value occurs at least this often on average; otherwise the values are names of records. */
const LEAST_REPEATED = 2

/** The most informative column of categories; undefined if none is informative. */
export function findCategory({ columns, count }: Reading): Column | undefined {
  if (count < LEAST_RECORDS) return undefined
  const telling = columns
    .filter((column) => isCategory(column, count))
    .map((column) => ({ column, score: informationOf(column, count) }))
    .sort((a, b) => b.score - a.score)
  return telling[0]?.column
}

function isCategory(column: Column, count: number): boolean {
  const { kind, distinct, distinctIsFloor, partial, repeats } = column
  if (kind !== 'text' && kind !== 'boolean') return false
  if (distinctIsFloor || partial || repeats !== undefined || distinct < 2) return false
  const [valued, shown] = [countAnswers(column), column.frequent]
  if (valued < count * LEAST_FILLED || distinct * LEAST_REPEATED > valued) return false
  const [first, last] = [shown[0]?.count ?? 0, shown.at(-1)?.count ?? 0]
  // One frequent value among others that hardly repeat, such as *unlimited* among days.
  if (distinct > 2 && (distinct - 1) * LEAST_REPEATED > valued - first) return false
  return (
    first >= last * LEAST_DIFFERENCE && first <= valued * MOST_TOP && sumOf(shown) >= valued * LEAST_NAMED
  )
}

// The information of a record's bar in bits, as far as records have one of a single value.
function informationOf(column: Column, count: number): number {
  const shown = column.frequent
  const named = sumOf(shown)
  const bits = shown.reduce((sum, { count }) => sum - (count / named) * Math.log2(count / named), 0)
  return bits * (named / count)
}

const sumOf = (values: Column['frequent']) => values.reduce((sum, { count }) => sum + count, 0)

/** How many records have a value that does not state that there is none. */
export function countAnswers({ filled, absent }: Column): number {
  return filled - (absent?.count ?? 0)
}
