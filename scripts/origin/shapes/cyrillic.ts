import type { Pieces } from '../text/encode.ts'
import type { ExactValue } from '../text/exact-json.ts'
import { escapeAttribute } from '../text/xml.ts'
import { elementWriter, jsonItems, objectWriter, plainJson, plainShape, prolog, xmlItems } from './records.ts'
import type { ShapeWriter, Subject } from './types.ts'

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
  summary: 'names are Russian, with blanks; the cells of a dataset lie one level down',
  html: { language: 'ru', layout: 'table', links: 'relative' },
  dress: inRussian,
  json: cellsJson,
  xml: russianXml,
  keepsJson: false,
}
