import { csvPathOf, fileOf, hrefOf, parquetPathOf, type Resource } from '../../interface/index.ts'
import type { Column, Reading } from '../../reading/index.ts'
import { isDecimal } from '../../reading/profile/text-kind.ts'
import { findShown, isTabular, type PageSource } from '../mirror.ts'
import { hasCopy } from './state.ts'

export type UseFrom = NonNullable<ReturnType<typeof useFromOf>>

/** Addresses of one resource, and examples of its use, with its `reading` if it could be read; undefined if there is no file. */
export function useFromOf(source: PageSource, resource: Resource, reading: Reading | undefined) {
  const { json, xml } = source.recordsOf(resource)
  const shown = findShown(source.recordsOf(resource))
  const extent = shown && source.extentOf(resource)
  const addressFor = (path: string) => quotableAddress(`${hrefOf(resource)}${path.split('/').at(-1)}`)
  const jsonAt = hasCopy(json) ? addressFor(fileOf({ resource, format: 'json' })) : undefined
  const xmlAt = hasCopy(xml) ? addressFor(fileOf({ resource, format: 'xml' })) : undefined
  const isTable = extent && isTabular(extent, shown.bytes ?? 0)
  const csvAt = isTable ? addressFor(csvPathOf(resource)) : undefined
  const parquetAt = source.tableOf(resource)?.parquet ? addressFor(parquetPathOf(resource)) : undefined
  const file = jsonAt === undefined ? undefined : { address: jsonAt, bytes: json?.bytes ?? 0 }
  const first = jsonAt ?? xmlAt
  if (first === undefined) return undefined
  return {
    /** The text in front of the addresses, if the mirror has an address; otherwise a script inserts it. */
    site: source.site === undefined ? '' : quotableAddress(source.site),
    addresses: (
      [
        ['json', jsonAt],
        ['xml', xmlAt],
        ['csv', csvAt],
        ['parquet', parquetAt],
      ] as const
    ).flatMap(([format, address]) => (address === undefined ? [] : [{ format, address }])),
    uses: [
      curlOf(first, jsonAt === undefined ? 'xml' : 'json'),
      ...(file === undefined ? [] : [javascriptOf(file, reading?.columns.some(isLarge) ?? false)]),
      ...(csvAt !== undefined && reading !== undefined
        ? tableUsesOf({ csvAt, parquetAt, file }, reading)
        : file === undefined
          ? []
          : documentUses(file)),
    ].toSorted((a, b) => ORDER.indexOf(a.tool) - ORDER.indexOf(b.tool)),
  }
}

function tableUsesOf(
  {
    csvAt,
    parquetAt,
    file,
  }: {
    readonly csvAt: string
    readonly parquetAt: string | undefined
    readonly file: JsonFile | undefined
  },
  reading: Reading,
): readonly Use[] {
  const duck =
    parquetAt === undefined
      ? (duckOf(csvAt, reading) ?? (file && duckDocumentOf(file)))
      : duckParquetOf(parquetAt)
  return [pandasOf(csvAt, reading), rOf(csvAt, reading), ...(duck === undefined ? [] : [duck])]
}

/** Reads a Parquet file in DuckDB, which fetches only what the query needs. */
function duckParquetOf(address: string): Use {
  return { tool: 'duckdb', address, before: "FROM read_parquet('", after: "') LIMIT 10;" }
}

const ORDER: readonly Use['tool'][] = ['curl', 'pandas', 'python', 'r', 'javascript', 'duckdb']

/** An address that can be quoted: encodeURIComponent leaves some characters unchanged that begin or end a string in some language. */
export function quotableAddress(address: string): string {
  return address.replace(/[!'()*$`"]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
}

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
function pandasOf(address: string, known: TextColumns): Use {
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
function rOf(address: string, known: TextColumns): Use {
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
function duckOf(address: string, known: TextColumns): Use | undefined {
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

export function duckText(text: string): string {
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

/** The names of tools, the same in every language. */
export const TOOLS = {
  curl: 'curl',
  python: 'Python',
  pandas: 'Python (pandas)',
  r: 'R',
  javascript: 'JavaScript',
  duckdb: 'DuckDB',
} as const

/** How a resource is used from one tool: the code before and after an address. */
export interface Use {
  readonly tool: keyof typeof TOOLS
  /** The portable address of a file below the root, safe inside a string of any shell or language. */
  readonly address: string
  readonly before: string
  readonly after: string
}

/** DuckDB's default limit for one json value. */
const DUCK_OBJECT_BYTES = 16 * 1024 * 1024

/** The json of a resource. */
interface JsonFile {
  readonly address: string
  readonly bytes: number
}

/** Downloads the file unchanged. */
function curlOf(address: string, format: 'json' | 'xml'): Use {
  return {
    tool: 'curl',
    address,
    before: `curl --fail --location --output data.${format} "`,
    after: '"',
  }
}

/** Reads the json as it is. Numbers known to be `large` stay exact, which `answer.json()` does not guarantee. */
function javascriptOf({ address }: JsonFile, large: boolean): Use {
  const read = large
    ? `// Whole numbers beyond 2^53 become BigInt.
const data = JSON.parse(await answer.text(), (name, value, text) =>
  Number.isInteger(value) && !Number.isSafeInteger(value) && /^-?\\d+$/.test(text.source) ? BigInt(text.source) : value)`
    : 'const data = await answer.json()'
  return {
    tool: 'javascript',
    address,
    before: 'const answer = await fetch("',
    after: `")\nif (!answer.ok) throw new Error("answered " + answer.status)\n${read}`,
  }
}

/** Reads the json as it is, if there is no table. */
function documentUses(file: JsonFile): Use[] {
  const { address } = file
  return [
    {
      tool: 'python',
      address,
      before: 'import json\nimport urllib.request\n\nwith urllib.request.urlopen("',
      after: '") as answer:\n    data = json.load(answer)',
    },
    {
      tool: 'r',
      address,
      before: '# install.packages("jsonlite")\ndata <- jsonlite::fromJSON("',
      after: '", bigint_as_char = TRUE)\nstr(data, max.level = 2)',
    },
    duckDocumentOf(file),
  ]
}

/** Reads the json in DuckDB, which makes a table of whatever looks like one. */
function duckDocumentOf({ address, bytes }: JsonFile): Use {
  const size = bytes > DUCK_OBJECT_BYTES ? `, maximum_object_size = ${bytes}` : ''
  return { tool: 'duckdb', address, before: "FROM read_json('", after: `'${size}) LIMIT 10;` }
}

/** If more names than this were needed, the example reads all columns as text instead. */
const MOST_NAMED = 6
const MOST_CHARS = 60

/** Only this much of a text is checked: if it looks like a number so far, it counts as one. */
const MOST_READ = 1000

// What some program reads as a number, a truth value or a missing value: R `0x1F`, `1d5`, `2i` and `T`, DuckDB `yes`, pandas `inf`.
const MISREAD =
  /^(?:[+-]?(?:0x[\da-f.]+(?:p[+-]?\d+)?|(?:\d+(?:\.\d*)?|\.\d+)(?:[ed][+-]?\d+)?[lif]?|[\d.e]+[+-][\d.e]+i|inf(?:inity)?|nan)|na|null|none|t|f|true|false|y|n|yes|no|on|off)?$/i

/** What is known of a table. */
type TextColumns = Pick<Reading, 'columns' | 'rows' | 'count'>

/**
 * The columns that a program must be asked to read as text, with names as its language writes them; `all` if they are too many or if one
 * cannot be named. These are columns of text without a value that is clearly text, and columns of numbers that a float would round.
 */
function findAsText(known: TextColumns, spell: (name: string) => string): readonly string[] | 'all' {
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

function isMisreadText(text: string): boolean {
  return MISREAD.test(text.slice(0, MOST_READ))
}

// One value that is clearly text makes the whole column text.
function isMisread(column: Column, at: number, { rows }: TextColumns): boolean {
  const first = rows.map((row) => row[at] ?? '')
  const known = [...first, ...column.frequent.map(({ value }) => value), ...(column.examples ?? [])]
  const everyRead = (has: (text: string) => boolean) => known.every((text) => has(text.trim()))
  switch (column.kind) {
    case 'boolean':
      return !everyRead((text) => /^(?:true|false)?$/i.test(text)) && everyRead(isMisreadText)
    case 'empty':
      return first.some((text) => text !== '')
    case 'number':
    case 'year':
    case 'identifier':
    case 'latitude':
    case 'longitude':
      return isLarge(column)
    case 'date':
      return isDecimal(column.min?.trim() ?? '') ? isLarge(column) : everyRead(isMisreadText)
    default:
      return everyRead(isMisreadText)
  }
}
