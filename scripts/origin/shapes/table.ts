import type { Pieces } from '../text/encode.ts'
import { escapeAttribute } from '../text/escape.ts'
import { xmlNames } from '../text/xml-names.ts'
import { arrayWriter, jsonItems } from './json-rows.ts'
import { plainShape } from './plain.ts'
import type { ShapeWriter, Subject } from './types.ts'
import { prolog, xmlItems, xmlValue } from './xml-rows.ts'

const NAMESPACES = [
  'xmlns:od="urn:example:open-data"',
  'xmlns:c="urn:example:open-data:columns"',
  'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"',
].join(' ')

function headedJson({ columns, rows }: Subject): Pieces {
  return jsonItems({ rows: [columns, ...rows] }, ['[', ']'], arrayWriter(columns))
}

function namespacedXml(subject: Subject): Pieces {
  const { whole, one, columns } = subject
  const names = xmlNames(columns)
  const code = subject.code === undefined ? '' : ` od:code="${escapeAttribute(subject.code)}"`
  return xmlItems(subject, `${prolog()}<od:${whole} ${NAMESPACES}${code}>`, `</od:${whole}>`, (row) => {
    const cells = columns.map((_, index) => {
      const cell = row[index] ?? null
      return cell === null
        ? `<c:${names[index]} xsi:nil="true"/>`
        : `<c:${names[index]}>${xmlValue(cell)}</c:${names[index]}>`
    })
    return `<od:${one}>${cells.join('')}</od:${one}>`
  })
}

export const table: ShapeWriter = {
  ...plainShape,
  summary: 'json is arrays under a header row, xml has namespaces and xsi:nil',
  json: headedJson,
  xml: namespacedXml,
  keepsJson: false,
}
