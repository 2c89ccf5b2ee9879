import type { Row } from '../package/content.ts'
import type { Pieces } from '../text/encode.ts'
import { type ExactValue, textOfValue } from '../text/exact-json.ts'
import { escapeAttribute, escapeText, xmlNames } from '../text/xml.ts'
import {
  arrayWriter,
  jsonItems,
  objectWriter,
  plainJson,
  plainShape,
  plainXml,
  prolog,
  xmlItems,
  xmlValue,
} from './records.ts'
import type { ShapeWriter, Subject } from './types.ts'

/** A list is an object with a member for each record; its key is the first column, which is not repeated inside. */
function keyedJson(subject: Subject): Pieces {
  if (subject.code !== undefined) return underCode(subject, subject.code)
  const write = objectWriter(subject.columns.slice(1))
  return jsonItems(
    subject,
    ['{', '}'],
    (row, index) => `${JSON.stringify(subject.keys[index])}:${write(row.slice(1), index)}`,
  )
}

function* underCode(subject: Subject, code: string): Pieces {
  yield `{${JSON.stringify(code)}:`
  yield* plainJson(subject)
  yield '}\n'
}

function fieldsXml(subject: Subject): Pieces {
  const names = subject.columns.map((name) => escapeAttribute(name))
  const code = subject.code === undefined ? '' : ` code="${escapeAttribute(subject.code)}"`
  return xmlItems(subject, `${prolog()}<rows${code}>`, '</rows>', (row) => {
    const fields = row.map((cell, index) =>
      cell === undefined ? '' : `<field name="${names[index]}">${xmlValue(cell)}</field>`,
    )
    return `<row>${fields.join('')}</row>`
  })
}

export const keyed: ShapeWriter = {
  ...plainShape,
  summary: 'json lists are objects keyed by code, xml rows hold fields with a name attribute',
  json: keyedJson,
  xml: fieldsXml,
  keepsJson: false,
}

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
