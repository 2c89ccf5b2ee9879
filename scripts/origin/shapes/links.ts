import { hrefOf, parseDatasetCode } from '../../../src/lib/interface/index.ts'
import type { Pieces } from '../text/encode.ts'
import { escapeAttribute, escapeText } from '../text/xml.ts'
import { jsonItems, plainJson, plainShape, plainXml, prolog, xmlItems } from './records.ts'
import type { Place, ShapeWriter, Subject } from './types.ts'

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
  const isOfGroups = list.operation === 'list_categories' || list.operation === 'list_oivs'
  return list.codes.map((codes, index) => ({
    name: isOfGroups ? list.titles[index] : undefined,
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
