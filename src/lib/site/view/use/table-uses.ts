import { areDistinct, findAsText, isPlainCell, type TextColumns } from './as-text.ts'
import type { Use } from './snippets.ts'

// Pandas infers the types of columns again after some 500,000 cells, DuckDB once, from 20,480 rows.
const PANDAS_CELLS = 500_000
const DUCK_ROWS = 20_000

/** DuckDB's default limit is two million bytes per line. The first records show whether lines are long. */
const LONG_CHARS = 200_000

/** Maximum number of columns that are named one by one. */
const MOST_NAMES = 40

/**
 * Reads the csv in pandas. Only an empty cell is a missing value, so the text `NA` stays a text; columns with leading zeros or long numbers
 * are read as text.
 */
export function pandasOf(address: string, known: TextColumns): Use {
  const texts = findAsText(known, JSON.stringify)
  const options = [
    'keep_default_na=False',
    'na_values=[""]',
    ...(texts === 'all' ? ['dtype=str'] : []),
    ...(texts !== 'all' && texts.length > 0
      ? [`dtype={${texts.map((name) => `${name}: str`).join(', ')}}`]
      : []),
    ...(texts !== 'all' && known.count * known.columns.length > PANDAS_CELLS ? ['low_memory=False'] : []),
    ...(texts !== 'all' && hasFractions(known) ? ['float_precision="round_trip"'] : []),
  ]
  return {
    tool: 'pandas',
    address,
    before: 'import pandas as pd\n\ndata = pd.read_csv(\n    "',
    after: `",\n${options.map((option) => `    ${option},\n`).join('')})\nprint(data.head())`,
  }
}

/** Reads the csv in base R, with the same settings. */
export function rOf(address: string, known: TextColumns): Use {
  // The json escapes that can occur here, of quotes and backslashes, are those of R.
  const texts = findAsText(known, JSON.stringify)
  const options = [
    'fileEncoding = "UTF-8-BOM", check.names = FALSE, na.strings = ""',
    // A record with one empty value is not a blank line.
    ...(known.columns.length === 1 ? ['blank.lines.skip = FALSE'] : []),
    ...(texts === 'all' ? ['colClasses = "character"'] : []),
    ...(texts !== 'all' && texts.length > 0
      ? [`colClasses = c(${texts.map((name) => `${name} = "character"`).join(', ')})`]
      : []),
  ]
  return {
    tool: 'r',
    address,
    before: 'data <- read.csv(\n  "',
    after: `",\n  ${options.join(',\n  ')}\n)\nstr(data)`,
  }
}

/**
 * Reads the csv in DuckDB with the same settings, and dates as text. Undefined if there is no way to read it: after a byte order mark,
 * DuckDB does not see that the first name is quoted, so the header must be skipped and all columns named.
 */
export function duckOf(address: string, known: TextColumns): Use | undefined {
  const header = headerOf(known.columns)
  if (header === undefined) return undefined
  const texts = findAsText(known, duckText)
  const options = [
    `delim = ',', quote = '"', escape = '"', new_line = '\\r\\n', ${header}`,
    ...(hasLongLines(known) ? ['max_line_size = 100000000'] : []),
    ...(texts === 'all'
      ? ['all_varchar = true']
      : [
          "auto_type_candidates = ['BOOLEAN', 'BIGINT', 'DOUBLE', 'VARCHAR']",
          ...(texts.length > 0 ? [`types = {${texts.map((name) => `${name}: 'VARCHAR'`).join(', ')}}`] : []),
          ...(known.count > DUCK_ROWS ? ['sample_size = -1'] : []),
        ]),
  ]
  return {
    tool: 'duckdb',
    address,
    before: "FROM read_csv('",
    after: `',\n  ${options.join(',\n  ')}\n) LIMIT 10;`,
  }
}

function headerOf(columns: TextColumns['columns']): string | undefined {
  const names = columns.map(({ name }) => name)
  if (!/[,\r\n]/.test(names[0] ?? '')) return 'header = true'
  if (names.length > MOST_NAMES || !areDistinct(columns) || !names.every(isPlainCell)) return undefined
  return `header = false, skip = 1,\n  names = [${names.map(duckText).join(', ')}]`
}

function duckText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

function hasLongLines({ rows }: TextColumns): boolean {
  return rows.some((row) => row.reduce((chars, text) => chars + (text?.length ?? 0), 0) > LONG_CHARS)
}

// Numbers with fewer digits than a float are also read exactly in the fast way.
function hasFractions({ columns, rows }: TextColumns): boolean {
  return columns.some(
    ({ min, max }, at) =>
      min !== undefined &&
      [min, max, ...rows.map((row) => row[at])].some((text) => /^-?[\d.]{16}|e/i.test(text ?? '')),
  )
}
