import { appendFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { pipeline, Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { parse } from 'csv-parse'
import type { Catalogue, Entry, NamedFields } from '../../catalogue/index.ts'
import { DATA_PACKAGE, findResourceOfTable, TABLE_NAME } from '../../interface/index.ts'
import { type FieldForm, type FieldType, parseJson } from '../../reading/index.ts'
import { TypeFinder } from '../../reading/profile/field-types.ts'
import { documentSource, findSqliteFault, type Manifest, removeLeft } from '../../snapshot/index.ts'
import { openCatalogue } from '../open-mirror.ts'
import { openUniqueNames, sqlName } from '../view/index.ts'
import {
  complete,
  ownFile,
  type PackedFile,
  type Packing,
  type PackPlan,
  readChecked,
  removeOfKilled,
  TargetInUse,
  Unpackable,
} from './pack.ts'

type Cells = readonly (string | null)[]

/** What the tables that describe the mirror are called. A dataset with such a code gets a number. */
const OWN_TABLES = [
  'datasets',
  'categories',
  'publishers',
  'dataset_categories',
  'dataset_publishers',
  'files',
]

/**
 * Writes the tables of all datasets, and what the mirror knows of them, into one SQLite database, whole or not at all. The same site gives the
 * same bytes with the same version of SQLite. Memory is bounded by the largest record. Throws {@link Unpackable} as `packSite` does.
 */
export async function packTables(
  site: string,
  { files, manifest }: PackPlan,
  named: NamedFields,
  { out, isInPlace, signal }: Packing,
) {
  const catalogue = openSiteCatalogue(site, { files, manifest }, named)
  const part = `${out}.part`
  removeOfKilled(part)
  // SQLite does not say why it cannot create a file.
  appendFileSync(part, '')
  const isOurs = ownFile(part)
  const database = new DatabaseSync(part)
  try {
    // A database that is not finished is removed, so nothing has to be undone.
    database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF')
    const uniqueName = openUniqueNames(' (', ')')
    for (const name of OWN_TABLES) uniqueName(name)
    const byPath = new Map(files.map((file) => [file.path, file]))
    const tables = new Map<string, string>()
    let records = 0
    for (const file of files) {
      const resource = findResourceOfTable(file.path)
      if (resource === undefined || !('code' in resource) || basename(file.path) !== TABLE_NAME) continue
      // SQLite keeps names with this beginning for itself.
      const name = uniqueName(resource.code.replace(/^(?=sqlite_)/i, '_'))
      const fields = fieldsOf(site, byPath.get(join(dirname(file.path), DATA_PACKAGE)))
      records += await copyTable(database, { name, fields }, () => recordsOf(site, file, signal))
      tables.set(resource.code, name)
    }
    describeMirror(database, { catalogue, manifest, files, tables })
    database.close()
    if (!isInPlace()) throw new Unpackable(`${site} was replaced while it was packed. Run pack again.`)
    return { tables: tables.size, records, ...complete(part, out, isOurs) }
  } catch (error) {
    // SQLite only says that the file is read-only.
    throw isOurs() ? toSystemError(error, part) : new TargetInUse(out)
  } finally {
    if (database.isOpen) database.close()
    if (isOurs()) removeLeft(part)
  }
}

// SQLite reports any error of a write but a full disk as a fault of the disk. A write of our own has that of the system.
function toSystemError(error: unknown, part: string): unknown {
  const fault = findSqliteFault(error, part, 'write')
  if (fault === undefined) return error
  try {
    appendFileSync(part, Buffer.alloc(1 << 16))
    return fault
  } catch (cause) {
    return Object.assign(cause as Error, { path: part })
  }
}

function openSiteCatalogue(
  site: string,
  { files, manifest }: Pick<PackPlan, 'files' | 'manifest'>,
  named: NamedFields,
): Catalogue {
  const byPath = new Map(files.map((file) => [file.path, file]))
  return openCatalogue(manifest, named, ({ path }) => {
    const file = byPath.get(path)
    if (file) for (const _ of readChecked(site, file));
    return documentSource(join(site, path))
  })
}

/** The fields of the csv that a Data Package describes. */
function fieldsOf(site: string, description: PackedFile | undefined): readonly FieldForm[] {
  if (description === undefined) return []
  const { resources } = parseJson(Buffer.concat([...readChecked(site, description)])) as {
    readonly resources: readonly [{ readonly schema: { readonly fields: readonly FieldForm[] } }]
  }
  return resources[0].schema.fields
}

// The csv is read twice: for the columns whose cells are all stored as what the Data Package calls them, and for its cells.
async function copyTable(
  database: DatabaseSync,
  { name, fields }: { readonly name: string; readonly fields: readonly FieldForm[] },
  read: () => AsyncIterable<Cells>,
): Promise<number> {
  const found = fields.map(() => new TypeFinder())
  let names: readonly string[] | undefined
  for await (const cells of read()) {
    if (names === undefined) names = cells.map((cell) => cell ?? '')
    else for (const [at, cell] of cells.entries()) if (cell !== null) found[at]?.add(cell)
  }
  const uniqueName = openUniqueNames('_', '')
  const columns = (names ?? []).map((column, at) => {
    const { type, decimalChar } = fields[at] ?? {}
    const stored = found[at]?.find(({ field }) => field.type === type && field.decimalChar === decimalChar)
    return { name: uniqueName(column || `column${at + 1}`), ...STORED[stored?.exact ?? 'text'] }
  })
  const insert = createTable(
    database,
    name,
    columns.map((column) => `${sqlName(column.name)} ${column.type}`),
  )
  let records = -1
  database.exec('BEGIN')
  for await (const cells of read()) {
    if (++records === 0) continue
    insert(cells.map((cell, at) => (cell === null ? null : (columns[at]?.store(cell) ?? null))))
  }
  database.exec('COMMIT')
  return records
}

const AS_TEXT = { type: 'TEXT', store: (text: string): SQLInputValue => text } as const
const STORED: Readonly<
  Record<FieldType['exact'], { readonly type: string; store(text: string): SQLInputValue }>
> = {
  text: AS_TEXT,
  integer: { type: 'INTEGER', store: BigInt },
  number: { type: 'REAL', store: Number },
  // SQLite has no type for these.
  boolean: { type: 'INTEGER', store: (text) => (text === 'true' ? 1 : 0) },
  date: AS_TEXT,
  instant: AS_TEXT,
}

function createTable(
  database: DatabaseSync,
  name: string,
  columns: readonly string[],
): (values: readonly SQLInputValue[]) => void {
  database.exec(`CREATE TABLE ${sqlName(name)} (${columns.join(', ')})`)
  const insert = database.prepare(
    `INSERT INTO ${sqlName(name)} VALUES (${columns.map(() => '?').join(', ')})`,
  )
  return (values) => void insert.run(...values)
}

/**
 * The records of a csv of the site, the header first; null for a cell without a value. In a csv of one column, every empty cell is null. Its
 * bytes are checked.
 */
async function* recordsOf(
  site: string,
  file: PackedFile,
  signal: AbortSignal | undefined,
): AsyncGenerator<Cells> {
  const chunks = Readable.from(
    (async function* () {
      for (const chunk of readChecked(site, file)) {
        yield Buffer.from(chunk)
        // Gives an interruption a chance.
        await setImmediate()
        signal?.throwIfAborted()
      }
    })(),
    { objectMode: false },
  )
  const parser = parse({
    bom: true,
    record_delimiter: '\r\n',
    cast: (text, { quoting }) => (text === '' && !quoting ? null : text),
  })
  // An error of the file is thrown to whoever reads the records.
  pipeline(chunks, parser, () => {})
  try {
    for await (const cells of parser as AsyncIterable<Cells>)
      yield cells.length === 1 ? cells.map((cell) => cell || null) : cells
  } catch (error) {
    signal?.throwIfAborted()
    // A csv that was altered may also be malformed.
    for (const _ of readChecked(site, file));
    throw error
  }
}

function describeMirror(
  database: DatabaseSync,
  {
    catalogue,
    manifest,
    files,
    tables,
  }: {
    readonly catalogue: Catalogue
    readonly manifest: Manifest
    readonly files: readonly PackedFile[]
    readonly tables: ReadonlyMap<string, string>
  },
): void {
  database.exec('BEGIN')
  const named = ['key TEXT PRIMARY KEY', 'title TEXT', 'description TEXT']
  const addDataset = createTable(database, 'datasets', [
    'code TEXT PRIMARY KEY',
    'title TEXT',
    'description TEXT',
    'updated TEXT',
    'table_name TEXT',
  ])
  const addCategory = createTable(database, 'categories', named)
  const addPublisher = createTable(database, 'publishers', named)
  // With its column: Datasette fails for a key that names only a table (simonw/datasette#1995).
  const link = (of: string) => ['dataset TEXT REFERENCES datasets (code)', `${of} TEXT`]
  const addToCategory = createTable(database, 'dataset_categories', link('category'))
  const addToPublisher = createTable(database, 'dataset_publishers', link('publisher'))
  const valuesOf = ({ key, title, description }: Entry) => [key, title, description ?? null]
  for (const entry of uniqueOf(catalogue.categories)) addCategory(valuesOf(entry))
  for (const entry of uniqueOf(catalogue.oivs)) addPublisher(valuesOf(entry))
  for (const { code, title, description, updated, categories, oivs } of catalogue.datasets) {
    addDataset([code, title, description ?? null, updated ?? null, tables.get(code) ?? null])
    for (const key of new Set(categories)) addToCategory([code, key])
    for (const key of new Set(oivs)) addToPublisher([code, key])
  }
  addFiles(database, manifest, files)
  database.exec('COMMIT')
}

function uniqueOf(entries: readonly Entry[]): Iterable<Entry> {
  // Halves of surrogate pairs become the same character in UTF-8.
  return new Map(entries.toReversed().map((entry) => [entry.key.toWellFormed(), entry]))
    .values()
    .toArray()
    .reverse()
}

// Every copy that the manifest lists, missing ones too, and the tables that the mirror made.
function addFiles(database: DatabaseSync, { records }: Manifest, files: readonly PackedFile[]): void {
  const add = createTable(database, 'files', [
    'path TEXT PRIMARY KEY',
    'dataset TEXT',
    'format TEXT',
    'state TEXT',
    'bytes INTEGER',
    'sha256 TEXT',
    'changed_at TEXT',
    'address TEXT',
    'reason TEXT',
  ])
  for (const { path, code, format, state, bytes, sha256, changedAt, address, reason } of records)
    add([path, code, format, state, bytes, sha256, changedAt, address, reason].map((value) => value ?? null))
  for (const { path, bytes, sha256 } of files) {
    const resource = findResourceOfTable(path)
    if (resource === undefined) continue
    const code = 'code' in resource ? resource.code : null
    add([path, code, path.slice(path.lastIndexOf('.') + 1), 'made', bytes, sha256 ?? null, null, null, null])
  }
}
