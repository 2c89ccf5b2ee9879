import { type Column, countAnswers, type Reading } from '../../reading/index.ts'
import { isNameLike } from '../../reading/profile/name.ts'

/** Tables of fewer columns show all of them. */
const FEW = 8
/** At least this many columns are left when others are folded. */
const LEAST_LEFT = 4
/** Laying out more columns takes a phone seconds, so a table with more shows only the first ones. */
const [MOST_SHOWN, FIRST_SHOWN] = [100, 50]
/** Tables of fewer columns fit on a phone. */
const NARROW = 4
const MAIN = 4

/** How the columns of a table are arranged for readers; columns are given by their position in the document. */
export type ColumnOrder = ReturnType<typeof orderColumns>

/**
 * The column that names the records comes first; the others keep their order. In a table of many columns, the least informative are folded:
 * empty ones, repetitions of another column, identifiers, places that are drawn as a map, and long nested values. If there are very many,
 * all but the first are.
 */
export function orderColumns(reading: Reading) {
  const { columns } = reading
  const title = findTitleColumn(reading)
  const all = columns.map((_, at) => at)
  const order = title === undefined ? all : [title, ...all.filter((at) => at !== title)]
  const littleTelling = columns.length < FEW ? [] : foldedOf(reading, order[0])
  const shown = order.filter((at) => !littleTelling.includes(at))
  const left = shown.length > MOST_SHOWN ? shown.slice(0, FIRST_SHOWN) : shown
  const folded = all.filter((at) => !left.includes(at))
  const others = left.filter((at) => at !== title)
  const isTelling = (at: number) => (columns[at]?.filled ?? 0) * 2 >= reading.count
  // Of years, the last ones tell more.
  const first = reading.chart?.kind === 'years' ? others.toReversed() : others
  const main = [...first.filter(isTelling), ...first.filter((at) => !isTelling(at))].slice(0, MAIN)
  return {
    /** All columns in the order they are shown. */
    order,
    /** Columns that are hidden until somebody asks for them, ascending. */
    folded,
    /** Columns that stand for a record where there is no room for all, in order. Empty if all columns have room. */
    main:
      columns.length < NARROW
        ? []
        : [...(title === undefined ? [] : [title]), ...main.toSorted((a, b) => a - b)],
    /** The column whose values name the records. */
    ...(title !== undefined && { title }),
  }
}

function foldedOf(reading: Reading, first: number | undefined): readonly number[] {
  const folded = reading.columns.flatMap((column, at) =>
    at !== first && tellsLittle(reading, column, at) ? [at] : [],
  )
  return reading.columns.length - folded.length < LEAST_LEFT ? [] : folded
}

function tellsLittle(reading: Reading, column: Column, at: number): boolean {
  const { kind, name } = column
  if (kind === 'empty' || column.repeats !== undefined) return true
  if (kind === 'code' || kind === 'identifier') return isNearlyUnique(column)
  if (kind === 'latitude' || kind === 'longitude' || kind === 'nested')
    return reading.geography?.columns.includes(name) === true || (kind === 'nested' && isLong(reading, at))
  return false
}

function isNearlyUnique(column: Column): boolean {
  return column.filled > 1 && column.distinct * 20 >= countAnswers(column) * 19
}

const LONG_NESTED = 60

function isLong({ rows }: Reading, at: number): boolean {
  const lengths = rows.flatMap((row) => row[at]?.length ?? []).sort((a, b) => a - b)
  return (lengths[lengths.length >> 1] ?? 0) > LONG_NESTED
}

/** Longer texts describe a record rather than name it. */
const LONGEST_TITLE = 100
/** So many letters of a title are in sight. */
const IN_SIGHT = 24
const TELLING = /(?:^|[^\p{L}])(?:name|title|label)(?:$|[^\p{L}])|наименование|название|заголовок/iu

/**
 * The position of the column whose values name the records: texts of one line, most of them with a word and no unit, that nearly all records have and
 * most do not share. If there are several, one with a telling name, if there is one, and of those left the first that tells the records apart
 * by the letters in sight, else the first. Undefined if there is none.
 */
function findTitleColumn({ columns, rows, count }: Reading): number | undefined {
  const isTitle = (column: Column, at: number) =>
    column.kind === 'text' &&
    column.filled > 1 &&
    countAnswers(column) * 10 >= count * 9 &&
    column.distinct * 2 >= countAnswers(column) &&
    rows.every((row) => (row[at] ?? '').trim().length <= LONGEST_TITLE) &&
    rows.filter((row) => isNameLike(row[at] ?? '')).length * 2 >= rows.length
  const titles = columns.flatMap((column, at) => (isTitle(column, at) ? [at] : []))
  const telling = titles.filter((at) => TELLING.test(columns[at]?.name ?? ''))
  const left = telling.length > 0 ? telling : titles
  const areApart = (at: number) =>
    new Set(rows.map((row) => (row[at] ?? '').trim().slice(0, IN_SIGHT))).size * 2 >= rows.length
  return left.find(areApart) ?? left[0]
}
