import type { Column, Reading } from '../../../reading/index.ts'

/** More names than these are no example any more: all columns are read as text instead. */
const MOST_NAMED = 6
const MOST_CHARS = 60

/** So much of a text is looked at: what looks like a number for so long is taken for one. */
const MOST_READ = 1000

// What one reader or another takes for a number, a truth or a missing value: R knows `0x1F`, `1d5`, `2i` and `T`, DuckDB `yes`, pandas `inf`.
const MISREAD =
  /^(?:[+-]?(?:0x[\da-f.]+(?:p[+-]?\d+)?|(?:\d+(?:\.\d*)?|\.\d+)(?:[ed][+-]?\d+)?[lif]?|[\d.e]+[+-][\d.e]+i|inf(?:inity)?|nan)|na|null|none|t|f|true|false|y|n|yes|no|on|off)?$/i

/** What is known of a table. */
export type TextColumns = Pick<Reading, 'columns' | 'rows' | 'count'>

/**
 * The columns that a reader must be told to leave as text, as the language spells their names, or `all` of them where they are many or
 * one cannot be named there: texts none of which is known to look like one, and numbers that a float would round.
 */
export function findAsText(known: TextColumns, spell: (name: string) => string): readonly string[] | 'all' {
  const { columns } = known
  const told = columns.filter((column, at) => isMisread(column, at, known))
  if (told.length === 0) return []
  const isNamed =
    told.length <= MOST_NAMED && areDistinct(columns) && told.every(({ name }) => isPlainCell(name))
  return isNamed ? told.map(({ name }) => spell(name)) : 'all'
}

/** Whether one of the columns holds whole numbers beyond 2^53. */
export function isLarge({ min, max }: Pick<Column, 'min' | 'max'>): boolean {
  return [min, max].some((bound) => Math.abs(Number(bound ?? 0)) > Number.MAX_SAFE_INTEGER)
}

/** Whether names are told apart by programs that take upper and lower case for one. */
export function areDistinct(columns: TextColumns['columns']): boolean {
  return new Set(columns.map(({ name }) => name.toLowerCase())).size === columns.length
}

// A name whose ends are blanks, or that holds controls or half of a pair, is read one way by one program and another by the next.
export function isPlainCell(name: string): boolean {
  return (
    name !== '' && name.length <= MOST_CHARS && name.trim() === name && /^[^\p{C}\p{Zl}\p{Zp}]*$/u.test(name)
  )
}

// One value that nobody takes for anything else keeps the whole column a text.
function isMisread(column: Column, at: number, { rows }: TextColumns): boolean {
  const first = rows.map((row) => row[at] ?? '')
  switch (column.kind) {
    case 'boolean':
      return false
    case 'empty':
      return first.some((text) => text !== '')
    case 'number':
    case 'latitude':
    case 'longitude':
      return isLarge(column)
    default:
      return [...first, ...column.frequent.map(({ value }) => value)].every((text) =>
        MISREAD.test(text.trim().slice(0, MOST_READ)),
      )
  }
}
