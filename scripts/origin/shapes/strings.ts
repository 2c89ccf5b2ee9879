import type { Pieces } from '../text/encode.ts'
import { escapeText } from '../text/escape.ts'
import { jsonItems } from './json-rows.ts'
import { plainJson, plainShape, plainXml } from './plain.ts'
import type { ShapeWriter, Subject } from './types.ts'
import { prolog, xmlItems } from './xml-rows.ts'

/** A list of datasets becomes their codes, a list of groups their titles. */
function stringsOf(list: Subject): { name: string; rows: string[][] } {
  const isOfGroups = list.operation === 'list_categories' || list.operation === 'list_oivs'
  const strings = isOfGroups ? list.titles : list.keys
  return { name: isOfGroups ? 'title' : 'code', rows: strings.map((text) => [text]) }
}

function stringsJson(subject: Subject): Pieces {
  if (subject.code !== undefined) return plainJson(subject)
  return jsonItems(stringsOf(subject), ['[', ']'], ([text]) => JSON.stringify(text))
}

function stringsXml(subject: Subject): Pieces {
  if (subject.code !== undefined) return plainXml(subject)
  const { name, rows } = stringsOf(subject)
  return xmlItems(
    { rows },
    `${prolog()}<${name}s>`,
    `</${name}s>`,
    ([text]) => `<${name}>${escapeText(String(text))}</${name}>`,
  )
}

export const strings: ShapeWriter = {
  ...plainShape,
  summary: 'lists are nothing but strings: codes of datasets, titles of categories and publishers',
  json: stringsJson,
  xml: stringsXml,
}
