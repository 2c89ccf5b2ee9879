import { FORMATS } from '../../../src/lib/interface/index.ts'
import type { Row, SourceTable } from '../package/content.ts'
import {
  type BodyEncoding,
  type ExactValue,
  escapeAttribute,
  escapeText,
  isObject,
  type NameAlphabet,
  type Pieces,
  textOfValue,
  xmlName,
  xmlNames,
} from '../text.ts'
import type { ShapeWriter, Subject } from './types.ts'

/** An array of objects. */
export function plainJson(subject: Subject): Pieces {
  return jsonItems(subject, ['[', ']'], objectWriter(subject.columns))
}

/** Repeated elements with child elements, in any encoding. */
export function plainXml(subject: Subject, encoding?: ShapeWriter['xmlEncoding']): Pieces {
  const { whole, one, columns } = subject
  const code = subject.code === undefined ? '' : ` code="${escapeAttribute(subject.code)}"`
  const write = elementWriter(columns, encoding === 'windows-1251' ? 'windows-1251' : 'any')
  return xmlItems(
    subject,
    `${prolog(encoding)}<${whole}${code}>`,
    `</${whole}>`,
    (row) => `<${one}>${write(row)}</${one}>`,
  )
}

export const plainShape: ShapeWriter = {
  summary: 'json is an array of objects, xml repeated elements with child elements',
  html: { language: 'en', layout: 'table', links: 'relative' },
  dress: (list) => list,
  xmlEncoding: 'utf-8',
  xmlType: 'application/xml; charset=utf-8',
  json: plainJson,
  xml: (subject) => plainXml(subject),
  keepsJson: true,
  datasetFormats: FORMATS,
  writesAddresses: false,
}

/** Writes one record as JSON: an object or an array, depending on the shape. */
type WriteRow = (row: Row, index: number) => string

/** The records of a table as the items of a JSON array or object, one per line, between two brackets. */
export function* jsonItems(
  { rows }: Pick<SourceTable, 'rows'>,
  [open, close]: readonly [string, string],
  write: WriteRow,
): Pieces {
  yield open
  let separator = '\n'
  for (const [index, row] of rows.entries()) {
    yield separator + write(row, index)
    separator = ',\n'
  }
  yield `\n${close}`
}

/** Writes a record as an object with the column names; missing cells are left out. */
export function objectWriter(columns: readonly string[]): WriteRow {
  const names = columns.map((name) => `${JSON.stringify(name)}:`)
  return (row) => {
    const members = row.flatMap((cell, index) =>
      cell === undefined ? [] : names[index] + JSON.stringify(cell),
    )
    return `{${members.join(',')}}`
  }
}

/** Writes a record as an array in the order of the columns; a missing cell is null. */
export function arrayWriter(columns: readonly string[]): WriteRow {
  return (row) => `[${columns.map((_, index) => JSON.stringify(row[index] ?? null)).join(',')}]`
}

/** The first line of a document. */
export function prolog(encoding: BodyEncoding = 'utf-8'): string {
  return `<?xml version="1.0" encoding="${encoding.toUpperCase().replace('WINDOWS', 'windows')}"?>\n`
}

/** The records of a table between two tags, one per line. */
export function* xmlItems(
  { rows }: Pick<SourceTable, 'rows'>,
  open: string,
  close: string,
  write: (row: Row, index: number) => string,
): Pieces {
  yield open
  for (const [index, row] of rows.entries()) yield `\n${write(row, index)}`
  yield `\n${close}\n`
}

/** Writes the cells of a record as elements with the column names; missing cells are left out. */
export function elementWriter(columns: readonly string[], alphabet?: NameAlphabet): (row: Row) => string {
  const names = xmlNames(columns, alphabet)
  return (row) =>
    row
      .map((cell, index) =>
        cell === undefined ? '' : `<${names[index]}>${xmlValue(cell, alphabet)}</${names[index]}>`,
      )
      .join('')
}

/** A value inside an element: text as text, a nested value as a tree. */
export function xmlValue(value: ExactValue | undefined, alphabet?: NameAlphabet): string {
  return typeof value === 'object' && value !== null
    ? xmlTree(value, alphabet)
    : escapeText(textOfValue(value))
}

/** A nested value as elements: members by name, items of an array as `item`. */
function xmlTree(value: ExactValue, alphabet?: NameAlphabet): string {
  if (Array.isArray(value)) return value.map((item) => `<item>${xmlValue(item, alphabet)}</item>`).join('')
  if (!isObject(value)) return escapeText(textOfValue(value))
  return Object.entries(value)
    .map(([name, member]) => {
      const tag = xmlName(name, alphabet)
      return `<${tag}>${xmlValue(member, alphabet)}</${tag}>`
    })
    .join('')
}

/** Whether a list is of categories or publishers. */
export function isOfGroups({ operation }: Subject): boolean {
  return operation === 'list_categories' || operation === 'list_oivs'
}
