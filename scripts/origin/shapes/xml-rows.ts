import type { Row, SourceTable } from '../package/content.ts'
import type { BodyEncoding, Pieces } from '../text/encode.ts'
import { escapeText } from '../text/escape.ts'
import { type ExactValue, isObject, textOfValue } from '../text/exact-json.ts'
import { type NameAlphabet, xmlName, xmlNames } from '../text/xml-names.ts'

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
