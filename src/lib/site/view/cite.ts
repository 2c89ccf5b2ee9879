import type { DatasetEntry } from '../../catalogue/index.ts'
import { datasetResource, hrefOf } from '../../interface/index.ts'
import { findShown } from '../mirror.ts'
import type { DatasetSource } from './dataset-source.ts'
import type { LabelledLicence } from './licence.ts'
import { publishersOf } from './relation.ts'
import type { Citation } from './terms.ts'
import { htmlText, modifiedOf, titleOf, withoutDirections } from './text.ts'

const VERSION_DIGITS = 12

/** The citation of a dataset, as a sentence and for programs; undefined if there is no copy of it. */
export function citeOf(source: DatasetSource, entry: DatasetEntry, licences: readonly LabelledLicence[]) {
  const citation = citationOf(source, entry, licences)
  if (citation === undefined) return undefined
  return {
    text: { before: source.words.cite.sentence(citation), accessed: source.words.cite.accessed, after: '' },
    forms: [
      { form: 'bibtex' as const, cited: bibtexOf(citation) },
      { form: 'ris' as const, cited: risOf(citation) },
    ],
  }
}

function citationOf(
  source: DatasetSource,
  entry: DatasetEntry,
  licences: readonly LabelledLicence[],
): Citation | undefined {
  const page = datasetResource(entry.code)
  const shown = findShown(source.recordsOf(page))
  if (shown === undefined) return undefined
  const { sha256, changedAt, address } = shown
  const date = (modifiedOf(entry) ?? changedAt)?.slice(0, 10)
  return {
    code: entry.code,
    title: plain(titleOf(entry)),
    publishers: publishersOf(source, entry).map(plain),
    ...(date !== undefined && { date }),
    ...(sha256 !== undefined && { version: sha256.slice(0, VERSION_DIGITS) }),
    address: source.site === undefined ? withoutQuery(address) : `${source.site}${hrefOf(page)}`,
    via: plain(htmlText(source.title)),
    licences: licences.map(({ name, label = name, text }) => plain(`${label}: ${text}`)),
  }
}

// The text is copied into other texts, and must not change their direction.
function plain(text: string): string {
  return lineOf(withoutDirections(text))
}

// The address of the page at the origin: the query only chooses a format.
function withoutQuery(address: string): string {
  return address.replace(/\?.*$/s, '')
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '{': '\\textbraceleft{}',
  '}': '\\textbraceright{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '&': '\\&',
  '%': '\\%',
  $: '\\$',
  '#': '\\#',
  _: '\\_',
}

/**
 * An entry for BibTeX and biblatex: `@misc`, because BibTeX has no type for datasets. Titles and names are in braces of their own, which
 * preserves capitals, and an `and` in a name does not separate two names.
 */
export function bibtexOf(citation: Citation): Cited {
  const { code, title, publishers, date, version, address, via, licences } = citation
  const fields: (readonly [name: string, value: string])[] = [
    ['title', `{${escapeBibtex(title)}}`],
    ...(publishers.length > 0
      ? [['publisher', publishers.map((name) => `{${escapeBibtex(name)}}`).join(' and ')] as const]
      : []),
    ...(date === undefined ? [] : [['year', date.slice(0, 4)] as const, ['date', date] as const]),
    ...(version === undefined ? [] : [['version', version] as const]),
    ['howpublished', `Data set, via ${escapeBibtex(via)}`],
    ['url', urlOf(address)],
    ...(licences.length > 0 ? [['note', escapeBibtex(licences.join('; '))] as const] : []),
  ]
  const lines = fields.map(([name, value]) => `  ${name} = {${value}},\n`)
  return {
    before: `@misc{${keyOf(code, version)},\n${lines.join('')}`,
    accessed: '  urldate = {{day}},\n',
    after: '}',
  }
}

/** Escapes a text for use inside braces. Braces are written by name, because BibTeX counts them even if they are escaped. */
export function escapeBibtex(text: string): string {
  return lineOf(text).replace(/[\\{}~^&%$#_]/g, (char) => ESCAPES[char] ?? char)
}

// BibTeX takes an address literally, so it must not contain anything that ends the field.
function urlOf(address: string): string {
  return address.replace(/[\\{}\s]/g, (char) => encodeURIComponent(char))
}

// Keys are ASCII, without the special characters of BibTeX; the version distinguishes copies of the same dataset.
function keyOf(code: string, version = ''): string {
  const name = code
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40)
  return [name === '' ? 'dataset' : name, version.slice(0, 8)].filter((part) => part !== '').join('-')
}

/** A RIS record. Its lines end with CRLF; a value is one line; empty values are left out. */
export function risOf(citation: Citation): Cited {
  const { code, title, publishers, date, version, address, via, licences } = citation
  const lines: (readonly [tag: string, value: string])[] = [
    ['TY', 'DATA'],
    ['TI', title],
    ['PB', publishers.join('; ')],
    ...(date === undefined
      ? []
      : [['PY', date.slice(0, 4)] as const, ['DA', `${date.replaceAll('-', '/')}/`] as const]),
    ['ET', version ?? ''],
    ['DP', via],
    ['AN', code],
    ...licences.map((licence) => ['N1', licence] as const),
    ['UR', address],
  ]
  return {
    before: lines
      .map(([tag, value]) => [tag, lineOf(value)])
      .filter(([, value]) => value !== '')
      .map(([tag, value]) => `${tag}  - ${value}\r\n`)
      .join(''),
    accessed: 'Y2  - {slashes}/\r\n',
    after: 'ER  - \r\n',
  }
}

/** A text for people or programs; between its two parts, a script inserts the day of access. */
export interface Cited {
  readonly before: string
  /** Contains `{day}` (`2026-11-21`), `{slashes}` (`2026/11/21`) or `{dots}` (`21.11.2026`). */
  readonly accessed: string
  readonly after: string
}

/** A text as one line: white space becomes one blank, control characters are removed. */
function lineOf(text: string): string {
  return text
    .replace(/[\s\u0085]+/g, ' ')
    .replace(/\p{Cc}/gu, '')
    .trim()
}
