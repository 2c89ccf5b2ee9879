import { hrefOf, LIST_OPERATIONS } from '../../../src/lib/interface/index.ts'
import type { Content } from '../package/content.ts'
import type { DataPackage, Dataset } from '../package/types.ts'
import type { HtmlStyle, Place, ShapeWriter, Subject } from '../shapes/types.ts'
import { escapeText } from '../text/xml.ts'
import {
  datasetLink,
  formatLinks,
  type HtmlWords,
  htmlPage,
  htmlWordsOf,
  navigation,
  tableMarkup,
} from './page.ts'

const SHOWN_ROWS = 200

/** The page of one dataset: what it is, its first rows, and its other formats. */
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

function isOfGroups({ operation }: Subject): boolean {
  return operation === 'list_categories' || operation === 'list_oivs'
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
