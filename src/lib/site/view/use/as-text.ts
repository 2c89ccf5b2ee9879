import type { Column, Reading } from '../../../reading/index.ts'

/** If more names than this were needed, the example reads all columns as text instead. */
const MOST_NAMED = 6
const MOST_CHARS = 60

/** Only this much of a text is checked: if it looks like a number so far, it counts as one. */
const MOST_READ = 1000

// What some program reads as a number, a truth value or a missing value: R `0x1F`, `1d5`, `2i` and `T`, DuckDB `yes`, pandas `inf`.
const MISREAD =
  /^(?:[+-]?(?:0x[\da-f.]+(?:p[+-]?\d+)?|(?:\d+(?:\.\d*)?|\.\d+)(?:[ed][+-]?\d+)?[lif]?|[\d.e]+[+-][\d.e]+i|inf(?:inity)?|nan)|na|null|none|t|f|true|false|y|n|yes|no|on|off)?$/i

/** What is known of a table. */
export type TextColumns = Pick<Reading, 'columns' | 'rows' | 'count'>

/**
 * The columns that a program must be asked to read as text, with names as its language writes them; `all` if they are too many or if one
 * cannot be named. These are columns of text without a value that is clearly text, and columns of numbers that a float would round.
 */
export function findAsText(known: TextColumns, spell: (name: string) => string): readonly string[] | 'all' {
  const { columns } = known
  const misread = columns.filter((column, at) => isMisread(column, at, known))
  if (misread.length === 0) return []
  const isNamed =
    misread.length <= MOST_NAMED && areDistinct(columns) && misread.every(({ name }) => isPlainCell(name))
  return isNamed ? misread.map(({ name }) => spell(name)) : 'all'
}

/** Whether a column has whole numbers beyond 2^53. */
export function isLarge({ min, max }: Pick<Column, 'min' | 'max'>): boolean {
  return [min, max].some((bound) => Math.abs(Number(bound ?? 0)) > Number.MAX_SAFE_INTEGER)
}

/** Whether names are different for programs that ignore case. */
export function areDistinct(columns: TextColumns['columns']): boolean {
  return new Set(columns.map(({ name }) => name.toLowerCase())).size === columns.length
}

// A name that begins or ends with a blank, or contains controls or a lone surrogate, is read differently by different programs.
export function isPlainCell(name: string): boolean {
  return (
    name !== '' && name.length <= MOST_CHARS && name.trim() === name && /^[^\p{C}\p{Zl}\p{Zp}]*$/u.test(name)
  )
}

// One value that is clearly text makes the whole column text.
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
