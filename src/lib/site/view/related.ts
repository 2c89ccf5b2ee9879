import { type DatasetCode, datasetResource } from '../../interface/index.ts'
import type { Relation } from '../related.ts'
import { relativeLink } from './link.ts'
import type { Locale } from './locale.ts'
import { oneLine } from './text.ts'

/** A related dataset, as plain data. */
export interface RelatedDataset extends Relation {
  readonly title: string
}

const MOST_NAMES = 4
const LONGEST_TITLE = 240
const LONGEST_NAME = 60

/** The list of related datasets on the page of one. */
export function relatedViewOf(locale: Locale, code: DatasetCode, related: readonly RelatedDataset[]) {
  return related.map((one) => ({
    title: oneLine(one.title, LONGEST_TITLE),
    href: relativeLink(datasetResource(code), datasetResource(one.code)),
    /** Each with the names of columns it is about, as they are written in the data, and how many more there are. */
    reasons: reasonsOf(locale, one),
  }))
}

function reasonsOf({ words: { related: label } }: Locale, { columns, join, oiv }: Relation) {
  const shown = columns?.slice(0, MOST_NAMES).map(nameOf) ?? []
  const left = (columns?.length ?? 0) - shown.length
  return [
    ...(join ? [{ text: label.join, names: [[...new Set(join)].map(nameOf).join(' = ')] }] : []),
    ...(columns ? [{ text: label.columns, names: shown, ...(left > 0 && { more: label.more(left) }) }] : []),
    ...(oiv === undefined ? [] : [{ text: label.oiv, names: [] }]),
  ]
}

function nameOf(name: string): string {
  return oneLine(name, LONGEST_NAME)
}
