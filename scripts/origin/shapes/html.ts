import type { Pieces } from '../text/encode.ts'
import { plainJson, plainShape, plainXml } from './records.ts'
import type { ShapeWriter, Subject } from './types.ts'

const TELLING = ['title', 'kind', 'rows', 'bytes', 'updated', 'datasets']

/** A list without any machine-readable codes of datasets, categories or publishers. */
function withoutCodes(subject: Subject): Subject {
  if (subject.code !== undefined) return subject
  const kept = subject.columns.flatMap((name, index) => (TELLING.includes(name) ? [index] : []))
  return {
    ...subject,
    columns: kept.map((index) => subject.columns[index] as string),
    rows: subject.rows.map((row) => kept.map((index) => row[index])),
  }
}

function namelessJson(subject: Subject): Pieces {
  return plainJson(withoutCodes(subject))
}

function namelessXml(subject: Subject): Pieces {
  return plainXml(withoutCodes(subject), 'windows-1251')
}

export const html: ShapeWriter = {
  ...plainShape,
  summary: 'only html pages name the datasets; xml is windows-1251, and datasets have no json',
  html: { language: 'en', layout: 'list', links: 'relative' },
  xmlEncoding: 'windows-1251',
  xmlType: 'application/xml',
  json: namelessJson,
  xml: namelessXml,
  datasetFormats: ['html', 'xml'],
}
