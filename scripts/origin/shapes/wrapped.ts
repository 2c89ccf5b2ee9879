import type { Row } from '../package/content.ts'
import type { Pieces } from '../text/encode.ts'
import { escapeAttribute } from '../text/escape.ts'
import { type ExactValue, textOfValue } from '../text/exact-json.ts'
import { xmlNames } from '../text/xml-names.ts'
import { jsonItems, objectWriter } from './json-rows.ts'
import { plainShape } from './plain.ts'
import type { ShapeWriter, Subject } from './types.ts'
import { prolog, xmlItems, xmlValue } from './xml-rows.ts'

function* wrappedJson(subject: Subject): Pieces {
  const code = subject.code === undefined ? '' : `"code":${JSON.stringify(subject.code)},`
  yield `{"status":"ok","version":1,"result":{${code}"total":${subject.rows.length},"items":`
  yield* jsonItems(subject, ['[', ']'], objectWriter(subject.columns))
  yield '}}\n'
}

function attributesXml(subject: Subject): Pieces {
  const code = subject.code === undefined ? '' : ` code="${escapeAttribute(subject.code)}"`
  const names = xmlNames(subject.columns)
  return xmlItems(
    subject,
    `${prolog()}<response status="ok"><result${code} total="${subject.rows.length}">`,
    '</result></response>',
    (row) => element(subject.one, names, row),
  )
}

/** Plain values are attributes, nulls are left out; nested ones are child elements. */
function element(tag: string, names: readonly string[], row: Row): string {
  const attributes = row.map((cell, index) =>
    cell === undefined || cell === null || isNested(cell)
      ? ''
      : ` ${names[index]}="${escapeAttribute(textOfValue(cell))}"`,
  )
  const children = row.map((cell, index) =>
    isNested(cell) ? `<${names[index]}>${xmlValue(cell)}</${names[index]}>` : '',
  )
  return `<${tag}${attributes.join('')}>${children.join('')}</${tag}>`
}

function isNested(cell: ExactValue | undefined): boolean {
  return typeof cell === 'object' && cell !== null && !JSON.isRawJSON(cell)
}

/** The key of a single category becomes an array with one item. */
function arrayOfCategories(list: Subject): Subject {
  const at = list.columns.indexOf('category')
  if (at === -1) return list
  return {
    ...list,
    columns: list.columns.with(at, 'categories'),
    rows: list.rows.map((row) => row.with(at, [row[at] ?? null])),
  }
}

export const wrapped: ShapeWriter = {
  ...plainShape,
  summary: 'json is an array inside two wrappers with scalars beside it, xml holds values in attributes',
  dress: arrayOfCategories,
  xmlType: 'text/xml; charset=utf-8',
  json: wrappedJson,
  xml: attributesXml,
  keepsJson: false,
}
