import {
  DATASET_OPERATION,
  hrefOf,
  LIST_OPERATIONS,
  type Operation,
  parseDatasetCode,
} from '../../src/lib/interface/index.ts'
import type { Content, SourceTable } from './package/content.ts'
import type { DataPackage, Dataset } from './package/types.ts'
import { isOfGroups } from './shapes/records.ts'
import type { HtmlStyle, Place, ShapeWriter, Subject } from './shapes/types.ts'
import { escapeAttribute, escapeText, textOfValue } from './text.ts'

const SHOWN_ROWS = 200

/** The page of one dataset: its description, its first rows, and links to its other formats. */
export function datasetPage(
  dataset: Dataset,
  content: Content,
  style: HtmlStyle,
  formats: readonly string[],
): string {
  const words = htmlWordsOf(style.language)
  const body = [
    navigation(words, '../../../../'),
    `<h1>${escapeText(dataset.title)}</h1>`,
    `<p>${escapeText(dataset.description)}</p>`,
    facts(dataset, words),
    formatLinks(words, formats),
    ...rows(content, words),
  ]
  return htmlPage(style.language, dataset.title, body.join('\n'))
}

function facts({ licence, sources }: Dataset, words: HtmlWords): string {
  const entries = [[words.licence, licence], ...sources.map(({ title }) => [words.source, title])]
  const stated = entries.filter(([, text]) => text !== '')
  return `<ul>${stated.map(([name, text]) => `<li>${name}: ${escapeText(text ?? '')}</li>`).join('')}</ul>`
}

function rows(content: Content, words: HtmlWords): string[] {
  if (content.is === 'document') return [`<p>${words.noTable}</p>`]
  const { columns, rows: all } = content.table
  const shown = all.slice(0, SHOWN_ROWS)
  return [`<p>${words.firstRows(shown.length, all.length)}</p>`, tableMarkup({ columns, rows: shown })]
}

/** The page of one of the four lists, with a real link to every dataset. */
export function listPage(list: Subject, style: HtmlStyle, place: Place): string {
  const words = htmlWordsOf(style.language)
  const title = words.operations[list.operation]
  const body = [
    navigation(words, '../../../'),
    `<h1>${title}</h1>`,
    formatLinks(words, ['json', 'xml']),
    style.layout === 'table' ? listTable(list, style, place) : listItems(list, style, place),
  ]
  return htmlPage(style.language, title, body.join('\n'))
}

function listTable(list: Subject, style: HtmlStyle, place: Place): string {
  return tableMarkup(list, (index) => {
    const code = isOfGroups(list) ? undefined : list.codes[index]?.[0]
    return code === undefined ? undefined : datasetLink(code, style, place)
  })
}

function listItems(list: Subject, style: HtmlStyle, place: Place): string {
  const items = list.titles.map((title, index) => {
    const links = (list.codes[index] ?? []).map((code) => {
      const text = escapeText(isOfGroups(list) ? code : title)
      return `<a href="${datasetLink(code, style, place)}">${text}</a>`
    })
    return isOfGroups(list)
      ? `<li>${escapeText(title)}<ul>${links.map((link) => `<li>${link}</li>`).join('')}</ul></li>`
      : `<li>${links.join('')}</li>`
  })
  return `<ul>\n${items.join('\n')}\n</ul>`
}

/** The page at the base address: what is published, and how to request it. */
export function homePage(data: DataPackage, shape: ShapeWriter): string {
  const words = htmlWordsOf(shape.html.language)
  const lists = LIST_OPERATIONS.map((operation) => {
    const href = hrefOf({ operation })
    return `<li>${words.operations[operation]}: <a href="${href}">html</a>, <a href="${href}?type=json">json</a>, <a href="${href}?type=xml">xml</a></li>`
  })
  const body = [
    navigation(words, ''),
    `<h1>${escapeText(data.title)}</h1>`,
    `<p>${escapeText(data.description)}</p>`,
    `<p>${data.datasets.length} datasets. The shape of the answers: ${escapeText(shape.summary)}.</p>`,
    `<ul>\n${lists.join('\n')}\n</ul>`,
    '<p>The data of one dataset: <code>api/v1/get_dataset/&lt;code&gt;/</code>, with <code>?type=json</code> or <code>?type=xml</code>.</p>',
  ]
  return htmlPage(shape.html.language, data.title, body.join('\n'))
}

/** A complete html page. `body` is markup, `title` is text. */
function htmlPage(language: string, title: string, body: string): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeText(title)}</title>
<style>
body { font: 1rem/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem }
table { border-collapse: collapse; display: block; overflow-x: auto }
th, td { border: 1px solid #ccc; padding: .25rem .5rem; text-align: start; vertical-align: top }
</style>
</head>
<body>
${body}
</body>
</html>
`
}

/** A heading and paragraphs of text, for error pages. */
export function messagePage(title: string, ...paragraphs: readonly string[]): string {
  const text = paragraphs.map((paragraph) => `<p>${escapeText(paragraph)}</p>`)
  return htmlPage('en', title, [`<h1>${escapeText(title)}</h1>`, ...text].join('\n'))
}

/** A table as markup; `linkOf` gives the link of the first cell of a row. */
function tableMarkup(
  { columns, rows }: SourceTable,
  linkOf: (index: number) => string | undefined = () => undefined,
): string {
  const heads = columns.map((name) => `<th scope="col">${escapeText(name)}</th>`)
  const body = rows.map((row, index) => {
    const cells = columns.map((_, column) => {
      const text = escapeText(textOfValue(row[column]))
      const link = column === 0 ? linkOf(index) : undefined
      return `<td>${link === undefined ? text : `<a href="${link}">${text}</a>`}</td>`
    })
    return `<tr>${cells.join('')}</tr>`
  })
  return `<table>\n<thead><tr>${heads.join('')}</tr></thead>\n<tbody>\n${body.join('\n')}\n</tbody>\n</table>`
}

/** The address of a dataset's page, as an attribute value on a list page. */
function datasetLink(code: string, { links }: HtmlStyle, place: Place): string {
  const href = hrefOf({ operation: DATASET_OPERATION, code: parseDatasetCode(code) })
  return escapeAttribute(links === 'absolute' ? `${place.base}${href}` : `../../../${href}`)
}

/** Links to the home page and the four lists; `up` is the relative path to the base: `../../../`. */
function navigation(words: HtmlWords, up: string): string {
  const lists = LIST_OPERATIONS.map(
    (operation) => `<a href="${up}${hrefOf({ operation })}">${words.operations[operation]}</a>`,
  )
  return `<nav>${[`<a href="${up || './'}">${words.home}</a>`, ...lists].join(' · ')}</nav>`
}

/** The links to the same resource in other formats. */
function formatLinks(words: HtmlWords, formats: readonly string[]): string {
  const links = formats.map((format) => `<a href="?type=${format}">${format}</a>`)
  return `<p>${words.alsoAs} ${links.join(', ')}</p>`
}

/** The texts of html pages in one language. */
interface HtmlWords {
  readonly operations: Readonly<Record<Operation, string>>
  readonly home: string
  readonly alsoAs: string
  readonly firstRows: (shown: number, all: number) => string
  readonly noTable: string
  readonly licence: string
  readonly source: string
}

const EN: HtmlWords = {
  operations: {
    list: 'Available data',
    list_categories: 'Categories',
    list_oivs: 'Publishers',
    list_datasets: 'Datasets',
    get_dataset: 'Dataset',
  },
  home: 'Home',
  alsoAs: 'The same as',
  firstRows: (shown, all) => (shown === all ? `All ${all} rows.` : `The first ${shown} of ${all} rows.`),
  noTable: 'This dataset is not a table.',
  licence: 'Licence',
  source: 'Source',
}

const RU: HtmlWords = {
  operations: {
    list: 'Доступные данные',
    list_categories: 'Категории',
    list_oivs: 'Органы исполнительной власти',
    list_datasets: 'Наборы данных',
    get_dataset: 'Набор данных',
  },
  home: 'Главная',
  alsoAs: 'То же в формате',
  firstRows: (shown, all) => (shown === all ? `Все строки: ${all}.` : `Первые строки: ${shown} из ${all}.`),
  noTable: 'Этот набор не является таблицей.',
  licence: 'Лицензия',
  source: 'Источник',
}

/** The texts of a language. */
function htmlWordsOf(language: HtmlStyle['language']): HtmlWords {
  return language === 'ru' ? RU : EN
}
