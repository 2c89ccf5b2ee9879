import { hrefOf, parseDatasetCode } from '../../../src/lib/interface/index.ts'
import type { Row } from '../package/content.ts'
import { type ExactValue, escapeAttribute, escapeText, type Pieces, textOfValue, xmlNames } from '../text.ts'
import {
  arrayWriter,
  elementWriter,
  isOfGroups,
  jsonItems,
  objectWriter,
  plainJson,
  plainShape,
  plainXml,
  prolog,
  xmlItems,
  xmlValue,
} from './records.ts'
import type { Place, ShapeWriter, Subject } from './types.ts'

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
  summary: 'json lists are objects keyed by code, xml rows have fields with a name attribute',
  json: keyedJson,
  xml: fieldsXml,
  keepsJson: false,
}

/** A list of datasets becomes their codes, a list of groups their titles. */
function stringsOf(list: Subject): { name: string; rows: string[][] } {
  const [name, strings] = isOfGroups(list) ? ['title', list.titles] : ['code', list.keys]
  return { name, rows: strings.map((text) => [text]) }
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
  summary: 'lists contain only strings: codes of datasets, titles of categories and publishers',
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
  summary: 'json is an array inside two wrappers with scalars beside it, xml has values in attributes',
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

/** Finds the longitude and latitude of a record, as numerals; undefined if it has none. */
function pointReader(columns: readonly string[]): (row: Row) => readonly [string, string] | undefined {
  const longitude = columns.findIndex((name) => /^(?:lon|lng|long|longitude)$/i.test(name))
  const latitude = columns.findIndex((name) => /^(?:lat|latitude)$/i.test(name))
  return (row) => {
    const point = [row[longitude], row[latitude]]
    return point.every(isNumber) ? [textOfValue(point[0]), textOfValue(point[1])] : undefined
  }
}

function isNumber(value: ExactValue | undefined): boolean {
  return typeof value === 'number' || JSON.isRawJSON(value)
}

function* featuresJson(subject: Subject): Pieces {
  if (subject.code === undefined) return yield* plainJson(subject)
  const pointOf = pointReader(subject.columns)
  const write = objectWriter(subject.columns)
  yield `{"type":"FeatureCollection","name":${JSON.stringify(subject.code)},"features":`
  yield* jsonItems(subject, ['[', ']'], (row, index) => {
    const point = pointOf(row)
    const geometry = point ? `{"type":"Point","coordinates":[${point.join(',')}]}` : 'null'
    return `{"type":"Feature","geometry":${geometry},"properties":${write(row, index)}}`
  })
  yield '}\n'
}

function kml(subject: Subject): Pieces {
  if (subject.code === undefined) return plainXml(subject)
  const pointOf = pointReader(subject.columns)
  const names = subject.columns.map((name) => escapeAttribute(name))
  const open = `${prolog()}<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>${escapeText(subject.code)}</name>`
  return xmlItems(subject, open, '</Document></kml>', (row) => {
    const data = row.map((cell, index) =>
      cell === undefined ? '' : `<Data name="${names[index]}"><value>${xmlValue(cell)}</value></Data>`,
    )
    const point = pointOf(row)
    const place = point ? `<Point><coordinates>${point.join(',')}</coordinates></Point>` : ''
    return `<Placemark><ExtendedData>${data.join('')}</ExtendedData>${place}</Placemark>`
  })
}

export const geo: ShapeWriter = {
  ...plainShape,
  summary: 'the data of every dataset is GeoJSON features, in xml KML placemarks',
  xmlType: 'application/xml',
  json: featuresJson,
  xml: kml,
  keepsJson: false,
}

/** The ways to write the address of a dataset on a list page, used in turn. */
const FORMS: readonly ((href: string, place: Place) => string)[] = [
  (href, { base }) => `${base}${href}`,
  (href, { base }) => `${new URL(base).pathname}${href}`,
  (href) => `../../../${href}`,
  (href, { wwwBase }) => `${wwwBase}${href}`,
  (href) => href.replace(/^api\/v1\//, '../'),
]

/** One record: a link for a dataset; for a group, its name and the links of its datasets. */
interface Entry {
  readonly name: string | undefined
  readonly links: readonly string[]
}

function entriesOf(list: Subject, place: Place): Entry[] {
  return list.codes.map((codes, index) => ({
    name: isOfGroups(list) ? list.titles[index] : undefined,
    links: codes.map((code, position) => linkOf(code, index + position, place)),
  }))
}

function linkOf(code: string, turn: number, place: Place): string {
  const href = hrefOf({ operation: 'get_dataset', code: parseDatasetCode(code) })
  return FORMS[turn % FORMS.length]?.(href, place) ?? href
}

function linksJson(subject: Subject, place: Place): Pieces {
  if (subject.code !== undefined) return plainJson(subject)
  const entries = entriesOf(subject, place)
  return jsonItems(subject, ['[', ']'], (_, index) => {
    const { name, links } = entries[index] as Entry
    return JSON.stringify(name === undefined ? links[0] : { name, datasets: links })
  })
}

function linksXml(subject: Subject, place: Place): Pieces {
  if (subject.code !== undefined) return plainXml(subject, 'utf-16')
  const entries = entriesOf(subject, place)
  return xmlItems(subject, `${prolog('utf-16')}<links>`, '</links>', (_, index) => {
    const { name, links } = entries[index] as Entry
    if (name === undefined) return `<link>${escapeText(links[0] ?? '')}</link>`
    const members = links.map((link) => `<link href="${escapeAttribute(link)}"/>`)
    return `<group name="${escapeAttribute(name)}">${members.join('')}</group>`
  })
}

export const links: ShapeWriter = {
  ...plainShape,
  summary: 'lists are only links to the datasets, absolute and relative; xml is UTF-16',
  html: { language: 'en', layout: 'list', links: 'absolute' },
  xmlEncoding: 'utf-16',
  xmlType: 'application/xml; charset=utf-16',
  json: linksJson,
  xml: linksXml,
  writesAddresses: true,
}

const COLUMNS: Readonly<Record<string, string>> = {
  code: 'Код набора',
  key: 'Код',
  title: 'Наименование',
  description: 'Описание',
  category: 'Код категории',
  categories: 'Коды категорий',
  oiv: 'Код ОИВ',
  licence: 'Условия использования',
  source: 'Источник',
  source_url: 'Адрес источника',
  kind: 'Формат',
  rows: 'Количество записей',
  bytes: 'Размер, байт',
  updated: 'Дата последнего обновления',
  datasets: 'Количество наборов',
}

/** Russian names with spaces and a comma, and dates as on Russian portals. */
function inRussian(list: Subject): Subject {
  const dates = list.columns.indexOf('updated')
  return {
    ...list,
    columns: list.columns.map((name) => COLUMNS[name] ?? name),
    rows: list.rows.map((row) => (dates === -1 ? row : row.with(dates, russianDate(row[dates])))),
  }
}

function russianDate(date: ExactValue | undefined): ExactValue {
  return String(date).split('-').reverse().join('.')
}

/** The cells of a record are one level down, next to two numbers. */
function cellsJson(subject: Subject): Pieces {
  if (subject.code === undefined) return plainJson(subject)
  const write = objectWriter(subject.columns)
  return jsonItems(
    subject,
    ['[', ']'],
    (row, index) => `{"global_id":${1_000_000 + index},"Number":${index + 1},"Cells":${write(row, index)}}`,
  )
}

function russianXml(subject: Subject): Pieces {
  const code = subject.code === undefined ? '' : ` код="${escapeAttribute(subject.code)}"`
  const write = elementWriter(subject.columns)
  return xmlItems(
    subject,
    `${prolog()}<Данные${code}>`,
    '</Данные>',
    (row) => `<Запись>${write(row)}</Запись>`,
  )
}

export const cyrillic: ShapeWriter = {
  ...plainShape,
  summary: 'names are Russian, with blanks; the cells of a dataset are one level deeper',
  html: { language: 'ru', layout: 'table', links: 'relative' },
  dress: inRussian,
  json: cellsJson,
  xml: russianXml,
  keepsJson: false,
}
