import type { Content } from '../package/content.ts'
import type { Dataset } from '../package/types.ts'
import type { HtmlStyle } from '../shapes/types.ts'
import { escapeText } from '../text/escape.ts'
import { formatLinks, navigation } from './links.ts'
import { htmlPage } from './page.ts'
import { tableMarkup } from './table.ts'
import { type HtmlWords, htmlWordsOf } from './words.ts'

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
