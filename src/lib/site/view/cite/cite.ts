import type { DatasetEntry } from '../../../catalogue/index.ts'
import { datasetResource, hrefOf } from '../../../interface/index.ts'
import { findShown } from '../../mirror.ts'
import { titleOf } from '../entry-text.ts'
import type { Licence } from '../licence.ts'
import type { Locale } from '../locale.ts'
import type { Mirror } from '../mirror.ts'
import { namerOf } from '../relation.ts'
import { upright, visible } from '../text.ts'
import { bibtexOf } from './bibtex.ts'
import { type Citation, type Cited, lineOf } from './citation.ts'
import { risOf } from './ris.ts'

/** How a dataset is cited: as a sentence and for programs. */
export interface CiteView {
  readonly text: Cited
  readonly forms: readonly { readonly form: 'bibtex' | 'ris'; readonly cited: Cited }[]
}

const VERSION_DIGITS = 12

/** How a dataset is cited; undefined where there is no copy of it to cite. */
export function citeOf(
  mirror: Mirror,
  entry: DatasetEntry,
  licences: readonly Licence[],
): CiteView | undefined {
  const citation = citationOf(mirror, entry, licences)
  if (citation === undefined) return undefined
  return {
    text: { before: sentenceOf(mirror, citation), accessed: mirror.words.cite.accessed, after: '' },
    forms: [
      { form: 'bibtex', cited: bibtexOf(citation) },
      { form: 'ris', cited: risOf(citation) },
    ],
  }
}

function citationOf(mirror: Mirror, entry: DatasetEntry, licences: readonly Licence[]): Citation | undefined {
  const page = datasetResource(entry.code)
  const shown = findShown(mirror.recordsOf(page))
  if (shown === undefined) return undefined
  const { sha256, changedAt, address } = shown
  const date = (mirror.format.findMoment(entry.updated?.trim() ?? '')?.datetime ?? changedAt)?.slice(0, 10)
  return {
    code: entry.code,
    title: plain(titleOf(entry)),
    publishers: namerOf(mirror.entries, 'oivs', page)(entry.oivs).map(({ text }) => plain(text)),
    ...(date !== undefined && { date }),
    ...(sha256 !== undefined && { version: sha256.slice(0, VERSION_DIGITS) }),
    address: mirror.site === undefined ? withoutQuery(address) : `${mirror.site}${hrefOf(page)}`,
    via: plain(visible(mirror.title)),
    licences: licences.map(({ name, text }) => plain(`${name}: ${text}`)),
  }
}

function sentenceOf(
  locale: Locale,
  { publishers, date, title, version, via, address, licences }: Citation,
): string {
  const { cite } = locale.words
  const who = publishers.join(', ')
  const said = [
    who === '' ? '' : date === undefined ? `${who}.` : `${who} (${date.slice(0, 4)}).`,
    cite.titled(title),
    [date, version === undefined ? '' : `sha256 ${version}`].filter((part) => part).join(', '),
    cite.via(via),
    ...licences,
    address,
  ]
  return said
    .filter((part) => part !== undefined && part !== '')
    .map((part) => (/[.:]$|^https?:/.test(part) ? part : `${part}.`))
    .join(' ')
}

// What is copied into other texts must not turn their direction.
function plain(text: string): string {
  return lineOf(upright(text))
}

// The address of the page at the origin: the format is asked for by a query.
function withoutQuery(address: string): string {
  return address.replace(/\?.*$/s, '')
}
