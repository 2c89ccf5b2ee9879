import { FORMATS } from '../../../src/lib/interface/index.ts'
import type { Pieces } from '../text/encode.ts'
import { escapeAttribute } from '../text/escape.ts'
import { jsonItems, objectWriter } from './json-rows.ts'
import type { ShapeWriter, Subject } from './types.ts'
import { elementWriter, prolog, xmlItems } from './xml-rows.ts'

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
