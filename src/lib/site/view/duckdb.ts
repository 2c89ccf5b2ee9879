import type { DatasetCode } from '../../interface/index.ts'
import {
  csvPathOf,
  datasetResource,
  hrefOf,
  PARQUET_NAME,
  parquetPathOf,
  TABLE_NAME,
} from '../../interface/index.ts'
import type { FieldType } from '../../reading/index.ts'
import type { MadeTable } from '../mirror.ts'
import type { Mirror } from './mirror.ts'
import { htmlText, titleOf } from './text.ts'
import { duckText, quotableAddress } from './use-from.ts'

/** The file with the views. */
export const VIEWS_FILE = 'mirror.sql'

const TYPES: Readonly<Record<FieldType['exact'], string>> = {
  text: 'VARCHAR',
  integer: 'BIGINT',
  number: 'DOUBLE',
  boolean: 'BOOLEAN',
  date: 'DATE',
  instant: 'TIMESTAMPTZ',
}

/**
 * Views over the tables of all datasets for DuckDB, as a script: of the Parquet where there is one, else of the csv, with the same types.
 * Addresses are absolute if the mirror knows its own; otherwise relative to the folder of the site.
 */
export function* duckdbViewsOf(mirror: Mirror): Generator<string> {
  const { site, title, catalogue } = mirror
  const uniqueName = openUniqueNames(' (', ')')
  const where = site === undefined ? 'in the folder of this file, ' : ''
  yield `-- ${JSON.stringify(htmlText(title))}: a view for each dataset, for DuckDB (tested with 1.5). Run it ${where}with: duckdb -init ${VIEWS_FILE}\n`
  for (const entry of catalogue.datasets) {
    const { code } = entry
    const table = mirror.tableOf(datasetResource(code))
    const source = table && sourceOf(mirror, code, table)
    if (source === undefined) {
      yield `-- Without a view, because it has no table that DuckDB reads: ${JSON.stringify(code)}\n`
      continue
    }
    const name = sqlName(uniqueName(code))
    yield `CREATE OR REPLACE VIEW ${name} AS FROM ${source};\nCOMMENT ON VIEW ${name} IS ${duckText(htmlText(titleOf(entry)))};\n`
  }
}

function sourceOf({ site, ...mirror }: Mirror, code: DatasetCode, table: MadeTable): string | undefined {
  const resource = datasetResource(code)
  const addressOf = (name: string, path: string) =>
    site === undefined ? localPattern(path) : `${quotableAddress(site + hrefOf(resource))}${name}`
  if (table.parquet) {
    const address = addressOf(PARQUET_NAME, parquetPathOf(resource))
    return address && `read_parquet(${duckText(address)})`
  }
  const address = addressOf(TABLE_NAME, csvPathOf(resource))
  const extent = mirror.extentOf(resource)
  if (address === undefined || extent === undefined) return undefined
  // A long list of names is not kept with the size.
  const names =
    extent.names.length === extent.columns
      ? extent.names
      : (mirror.readingOf(resource)?.columns.map(({ name }) => name) ?? [])
  // The header is skipped as one line.
  if (names.some((name) => /[\r\n]/.test(name))) return undefined
  // A quoted empty cell is an empty text, and no null, except in a csv of one column.
  const nulls = `allow_quoted_nulls = ${names.length === 1}`
  return `read_csv(${duckText(address)}, ${READ_EXACTLY}, ${nulls}, columns = {${columnsOf(names, table)}})`
}

// Every option is stated, because DuckDB would guess it.
const READ_EXACTLY =
  "auto_detect = false, header = false, skip = 1, delim = ',', quote = '\"', escape = '\"', new_line = '\\r\\n', nullstr = ''"

function columnsOf(names: readonly string[], { exact }: MadeTable): string {
  const types = exact.split(' ') as FieldType['exact'][]
  const uniqueName = openUniqueNames('_', '')
  return names
    .map((name, at) => `${duckText(uniqueName(name || `column${at + 1}`))}: '${TYPES[types[at] || 'text']}'`)
    .join(', ')
}

/**
 * Makes names unique for databases, which ignore case: from the second on, equal names get a number. NUL and halves of surrogate pairs,
 * which no name can contain, become U+FFFD.
 */
export function openUniqueNames(before: string, after: string): (name: string) => string {
  const used = new Set<string>()
  return (name) => {
    const possible = name.toWellFormed().replaceAll('\0', '\ufffd')
    let unique = possible
    for (let number = 1; used.has(unique.toLowerCase()); number++)
      unique = `${possible}${before}${number}${after}`
    used.add(unique.toLowerCase())
    return unique
  }
}

/** A name in quotes, as SQL writes it. */
export function sqlName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

// A path is a pattern for DuckDB. It has no way to write a backslash in one.
function localPattern(path: string): string | undefined {
  return path.includes('\\') ? undefined : path.replace(/[*?[]/g, '[$&]')
}
