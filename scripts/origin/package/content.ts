import { parse } from 'csv-parse/sync'
import { type ExactValue, isObject, parseExactJson, parseNumeral } from '../text.ts'
import type { Field, SourceReading } from './descriptor.ts'

/** Records with named columns. A cell is undefined if the record has no such member. */
export interface SourceTable {
  readonly columns: readonly string[]
  readonly rows: readonly Row[]
}
export type Row = readonly (ExactValue | undefined)[]

/** The contents of a dataset. */
export type Content =
  | { readonly is: 'table'; readonly table: SourceTable }
  | { readonly is: 'document'; readonly value: ExactValue }

/**
 * Parses the text of a source. Throws an error that states what is wrong. To only count records, pass `JSON.parse`, which rounds numbers and is
 * ten times as fast.
 */
export function parseContent(text: string, reading: SourceReading, parseJson = parseExactJson): Content {
  if (reading.kind === 'csv' || reading.kind === 'tsv') return { is: 'table', table: parseCsv(text, reading) }
  const value = parseJson(text)
  const table = findTable(value)
  return table ? { is: 'table', table } : { is: 'document', value }
}

/** An array of objects is a table with all member names as columns, in order of first appearance. */
function findTable(value: ExactValue): SourceTable | undefined {
  if (!Array.isArray(value) || value.length === 0 || !value.every(isObject)) return undefined
  const columns = [...new Set(value.flatMap((record) => Object.keys(record)))]
  const rows = value.map((record) =>
    columns.map((name) => (Object.hasOwn(record, name) ? record[name] : undefined)),
  )
  return { columns, rows }
}

function parseCsv(text: string, { delimiter, quote, header, fields }: SourceReading): SourceTable {
  const lines: string[][] = parse(text, {
    delimiter,
    quote,
    relax_column_count: true,
    skip_empty_lines: true,
  })
  const first = (header ? lines.shift() : undefined) ?? fields.map(({ name }) => name)
  const width = lines.reduce((most, line) => Math.max(most, line.length), first.length)
  const columns = nameColumns(
    Array.from({ length: width }, (_, index) => first[index] ?? `column ${index + 1}`),
  )
  const parsers = columns.map((name) => parserOf(fields.find((field) => field.name === name)))
  const rows = lines.map((line) => line.map((cell, index) => parsers[index]?.(cell)))
  return { columns, rows }
}

/** Makes column names unique, since JSON and XML identify a cell by the name of its column. */
function nameColumns(names: readonly string[]): string[] {
  const unique = new Set<string>()
  for (const name of names) {
    let candidate = name
    for (let count = 2; unique.has(candidate); count++) candidate = `${name} (${count})`
    unique.add(candidate)
  }
  return [...unique]
}

/** A cell is text unless the schema has another type and the cell is valid for it. */
function parserOf(field: Field | undefined): (cell: string) => ExactValue {
  if (field?.type === 'integer' || field?.type === 'number')
    return (cell) => (cell === '' ? null : parseNumeral(cell))
  if (field?.type === 'boolean')
    return (cell) => (cell === '' ? null : cell === 'true' ? true : cell === 'false' ? false : cell)
  return (cell) => cell
}
