import type { Reading } from '../../reading/index.ts'
import { type ColumnProfile, profilesOf } from './column/profile.ts'
import type { Locale } from './locale.ts'
import { type MapView, mapOf } from './map/map.ts'
import type { Mirror } from './mirror.ts'
import { type Report, unreadReportOf } from './report.ts'
import { type RecordsTable, recordsTableOf } from './table.ts'
import { visible } from './text.ts'
import { type Branch, branchOf } from './tree.ts'
import { type ShownField, showText } from './value.ts'

/** How many of its other lists are named. */
const MOST_OTHERS = 10

/** The content of a document: its records as a table, or its outline, and the values beside them. */
export interface DocumentView {
  readonly table?: RecordsTable
  readonly tree?: Branch
  /** Undefined if no record has a location. */
  readonly map?: MapView
  readonly columns: readonly ColumnProfile[]
  readonly beside: readonly ShownField[]
  /** Why there is neither a table nor an outline. */
  readonly bare?: string
  /** Why it is not read. */
  readonly unread?: Report
  /** Why it may be only one page of several. */
  readonly paging?: string
  /** What else the document contains that is not shown: more columns, other lists. */
  readonly unshown: readonly string[]
}

/** The view of a reading, with a map if there are outlines. */
export function documentViewOf(
  locale: Locale,
  reading: Reading,
  outlinesOf?: Mirror['outlinesOf'],
): DocumentView {
  const table = recordsTableOf(locale, reading)
  const tree = reading.tree && branchOf(locale, reading.tree)
  const map = outlinesOf && mapOf(locale, reading, outlinesOf)
  const columns = table ? profilesOf(locale, reading) : []
  return {
    ...(table && { table }),
    ...(tree && { tree }),
    ...(map && { map }),
    columns,
    beside: reading.beside.map(({ name, value }) => ({
      name: visible(name),
      value: showText(locale, value),
    })),
    ...(!table && !tree && { bare: bareOf(locale, reading) }),
    ...(reading.paging !== undefined && { paging: visible(reading.paging) }),
    unshown: [
      ...(reading.moreColumns ? [locale.words.datasetPage.moreColumns] : []),
      ...othersOf(locale, reading),
    ],
  }
}

function othersOf(locale: Locale, { others = [], format }: Reading): readonly string[] {
  const { otherList, otherLists } = locale.words.datasetPage
  const left = others.length - MOST_OTHERS
  return [
    ...others.slice(0, MOST_OTHERS).map(({ path, count }) => otherList(visible(path), count, format)),
    ...(left > 0 ? [otherLists(left, format)] : []),
  ]
}

/** The view of a document that is not read, and why. */
export function unreadViewOf(locale: Locale, why: string): DocumentView {
  return {
    columns: [],
    beside: [],
    unshown: [],
    unread: unreadReportOf(locale, why),
    bare: locale.words.datasetPage.unreadNote,
  }
}

function bareOf(locale: Locale, { shape, count }: Reading): string {
  return shape === 'empty' || count === 0
    ? locale.words.datasetPage.noRecords
    : locale.words.datasetPage.nothingRead
}
