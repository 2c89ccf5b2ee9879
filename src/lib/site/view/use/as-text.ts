import type { Column, Reading } from '../../../reading/index.ts'

/** More names than these are no example any more: all columns are read as text instead. */
const MOST_NAMED = 6
const MOST_CHARS = 60
const DIGITS = /^\s*[+-]?[\d.]+\s*$/

/** What is known of the columns of a table. */
export type Known = Pick<Reading, 'columns' | 'rows'>

/**
 * The columns that a reader must be told to leave as text, as the language spells their names, or `all` of them where they are many or
 * one cannot be named there: codes, and texts some of which are digits, which may have leading zeros.
 */
export function findAsText(
  { columns, rows }: Known,
  spell: (name: string) => string | undefined,
): readonly string[] | 'all' {
  const codes = columns.filter(
    (column, at) => column.kind === 'code' || (column.kind === 'text' && hasDigits(column, rows, at)),
  )
  if (codes.length === 0) return []
  const folded = new Set(columns.map(({ name }) => name.toLowerCase()))
  const names = codes.flatMap(({ name }) => (isPlain(name) ? (spell(name) ?? []) : []))
  const isClear = folded.size === columns.length && names.length === codes.length
  return isClear && names.length <= MOST_NAMED ? names : 'all'
}

function hasDigits({ frequent }: Column, rows: Known['rows'], at: number): boolean {
  return rows.some((row) => DIGITS.test(row[at] ?? '')) || frequent.some(({ value }) => DIGITS.test(value))
}

// A name whose ends are blanks, or that holds controls or half of a pair, is read one way by one program and another by the next.
function isPlain(name: string): boolean {
  return (
    name !== '' && name.length <= MOST_CHARS && name.trim() === name && /^[^\p{C}\p{Zl}\p{Zp}]*$/u.test(name)
  )
}

/** A name as a text of Python, in double quotes. */
export function pythonText(name: string): string {
  return JSON.stringify(name)
}

/** A name as a text of R, in double quotes: it knows the escapes of json that are left, those of quotes and backslashes. */
export function rText(name: string): string {
  return JSON.stringify(name)
}

/** A name as a text of SQL, in single quotes. */
export function duckName(name: string): string {
  return `'${name.replaceAll("'", "''")}'`
}
