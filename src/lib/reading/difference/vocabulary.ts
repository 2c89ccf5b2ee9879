import type { Table } from '../table.ts'
import { cutText } from './cells.ts'
import type { DocumentDifference } from './schema.ts'
import type { CommonColumn, Side } from './types.ts'

const MOST_VALUES = 20
const MOST_CHARS = 80
const MOST_COLUMNS = 10

/** The different values of each column; undefined where they are many, or long, or hardly repeat. */
function valuesOf(
  table: Table,
  columns: readonly CommonColumn[],
  side: Side,
): (ReadonlySet<string> | undefined)[] {
  const sets: (Set<string> | undefined)[] = columns.map(() => new Set<string>())
  table.each((cells) => {
    for (const [at, column] of columns.entries()) {
      const text = cells[column[side]] ?? null
      const set = sets[at]
      if (text === null || set === undefined) continue
      set.add(text)
      if (set.size > MOST_VALUES || text.length > MOST_CHARS) sets[at] = undefined
    }
  })
  return sets.map((set) => (set && set.size * 2 <= table.count ? set : undefined))
}

/** The values that columns with few different ones have gained or lost. */
export function compareValues(
  before: Table,
  after: Table,
  columns: readonly CommonColumn[],
): NonNullable<DocumentDifference['values']> {
  const [had, has] = [valuesOf(before, columns, 'before'), valuesOf(after, columns, 'after')]
  return columns
    .flatMap(({ name }, at) => {
      const [was, is] = [had[at], has[at]]
      if (was === undefined || is === undefined || was.size === 0 || is.size === 0) return []
      const [added, removed] = [
        [...is].filter((text) => !was.has(text)),
        [...was].filter((text) => !is.has(text)),
      ]
      return added.length + removed.length === 0 ? [] : { column: cutText(name), added, removed }
    })
    .slice(0, MOST_COLUMNS)
}
