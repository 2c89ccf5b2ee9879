import type { HtmlStyle, Place, Subject } from '../shapes/types.ts'
import { escapeText } from '../text/escape.ts'
import { datasetLink, formatLinks, navigation } from './links.ts'
import { htmlPage } from './page.ts'
import { tableMarkup } from './table.ts'
import { htmlWordsOf } from './words.ts'

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
