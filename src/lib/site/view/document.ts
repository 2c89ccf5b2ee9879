import { findCategory, type Reading, type TreeNode } from '../../reading/index.ts'
import { parseDate } from '../../reading/profile/date-text.ts'
import { type BarsView, barsOf } from './bars.ts'
import { type ChartColumns, type ChartView, chartColumnsOf, chartViewOf } from './chart.ts'
import { type ColumnProfile, type FoldedColumns, foldColumns, profilesOf } from './column-profile.ts'
import type { Locale } from './locale.ts'
import { type MapView, mapOf } from './map/map.ts'
import type { Mirror } from './mirror.ts'
import { type Report, unreadReportOf } from './state.ts'
import { hasLongTexts, type RecordsTable, recordsTableOf } from './table.ts'
import { type Cut, cut, findWebAddress, htmlText, isShortDate, oneLine, plainValue } from './text.ts'
import { type ShownField, showText } from './value.ts'

/** How many of its other lists are named. */
const MOST_OTHERS = 10

/** The content of a document: its records as a table, or its outline, and the values beside them. */
export interface DocumentView {
  readonly table?: RecordsTable
  readonly tree?: Branch
  /** Undefined if no record has a location. */
  readonly map?: MapView
  /** What several columns look like together; absent where there is a map. */
  readonly chart?: ChartView
  /** How many records have each value of a column, or a number of a few records; absent where there is a map or another chart. */
  readonly bars?: BarsView
  /** The columns that a chart of the explorer begins with; also those of a chart that the page has no room for beside its map. */
  readonly charted?: ChartColumns
  readonly columns: readonly ColumnProfile[]
  /** Columns that are only named: empty ones, and those with one value. */
  readonly folded: readonly FoldedColumns[]
  readonly beside: readonly ShownField[]
  /** Why there is neither a table nor an outline. */
  readonly bare?: string
  /** Why it is not read. */
  readonly unread?: Report
  /** Why it may be only one page of several. */
  readonly paging?: string
  /** The first records of the other lists of the document. */
  readonly others: ReturnType<typeof tablesOf>
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
  const { shown: columns, folded } = table
    ? foldColumns(locale, reading, profilesOf(locale, reading))
    : { shown: [], folded: [] }
  const charted = chartedOf(reading)
  const drawn = reading.chart?.kind === 'amounts' ? undefined : reading.chart
  const bars = table && !map && !drawn && barsOf(locale, reading)
  return {
    ...(table && { table }),
    ...(charted && { charted }),
    ...(tree && { tree }),
    ...(bars && { bars }),
    ...(map ? { map } : drawn && table && { chart: chartViewOf(locale, drawn, reading.columns) }),
    columns,
    folded,
    beside: reading.beside.map(({ name, value }) => ({
      name: htmlText(name),
      value: showText(locale, value),
    })),
    ...(!table && !tree && { bare: bareOf(locale, reading) }),
    ...(reading.paging !== undefined && { paging: htmlText(reading.paging) }),
    others: tablesOf(locale, reading),
    unshown: [
      ...(table && isEmpty(reading) ? [locale.words.datasetPage.noValues] : []),
      ...(reading.moreColumns ? [locale.words.datasetPage.moreColumns] : []),
      ...othersOf(locale, reading),
    ],
  }
}

function isEmpty({ columns, moreColumns }: Reading): boolean {
  return !moreColumns && columns.every(({ filled }) => filled === 0)
}

function chartedOf(reading: Reading): ChartColumns | undefined {
  if (reading.chart) return chartColumnsOf(reading.chart)
  const category = findCategory(reading)
  return category && { kind: 'bar', x: category.name }
}

const CELL_LIMIT = 160

/** The first records of the lists that are not the main one. */
function tablesOf(locale: Locale, { others = [], format }: Reading) {
  const { datasetPage, table } = locale.words
  const shown = (text: string | null) =>
    text === null
      ? null
      : {
          ...cut(locale, plainValue(text), CELL_LIMIT),
          /** Whether it stays in one line of a printed table. */
          ...(isDate(text.trim()) && { isDate: true as const }),
        }
  return others.flatMap(({ path, count, first }) => {
    if (!first) return []
    const { names, rows, moreColumns } = first
    return [
      {
        /** Its path in the document: `schools[]`. */
        name: htmlText(path),
        caption: rows.length === count ? table.recordsAll(count) : table.recordsFirst(rows.length, count),
        /** Which files have all of it. */
        note:
          datasetPage.otherNote(format) + (moreColumns ? ` ${datasetPage.otherColumns(names.length)}` : ''),
        columns: names.map(htmlText),
        rows: rows.map((row) => row.map(shown)),
        /** What shows whole texts, if a text may be cut. */
        ...(hasLongTexts(rows) && { wholeTexts: table.wholeTexts }),
      },
    ]
  })
}

function isDate(text: string): boolean {
  return isShortDate('date', text) && parseDate(text, 'day') !== undefined
}

function othersOf(locale: Locale, { others: all = [], format }: Reading): readonly string[] {
  const others = all.filter(({ first }) => first === undefined)
  const { otherList, otherLists } = locale.words.datasetPage
  const left = others.length - MOST_OTHERS
  return [
    ...others.slice(0, MOST_OTHERS).map(({ path, count }) => otherList(htmlText(path), count, format)),
    ...(left > 0 ? [otherLists(left, format)] : []),
  ]
}

/** The view of a document that is not read, and why. */
export function unreadViewOf(locale: Locale, why: string): DocumentView {
  return {
    columns: [],
    folded: [],
    beside: [],
    others: [],
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

/** A node of an outline, as shown. */
export interface Branch {
  readonly name?: string
  readonly kind: TreeNode['kind']
  /** The value of a leaf. */
  readonly leaf?: Cut & { readonly href?: string }
  /** `3 members`, `12 items`; absent for leaves. */
  readonly size?: string
  /** The first plain values in a closed branch: `Myriel · 1`. */
  readonly gist?: string
  readonly children: readonly Branch[]
  /** `… and 5,000 more`; absent if nothing is left out. */
  readonly omitted?: string
  readonly open: boolean
}

const LEAF_LIMIT = 400
const GIST_LIMIT = 72
const OPEN_LEVELS = 2
const OPEN_CHILDREN = 20

/** An outline; its first levels are open if they are short. */
export function branchOf(locale: Locale, node: TreeNode, level = 0): Branch {
  const children = node.children ?? []
  const whole = children.length + (node.omitted ?? 0)
  const name = node.name === undefined ? {} : { name: htmlText(node.name).trim() || locale.words.unnamed }
  if (node.kind !== 'object' && node.kind !== 'array') return { ...name, ...leafOf(locale, node) }
  const gist = gistOf(children)
  return {
    ...name,
    kind: node.kind,
    ...(level > 0 && gist !== '' && { gist }),
    size:
      node.kind === 'array' ? locale.words.datasetPage.items(whole) : locale.words.datasetPage.members(whole),
    children: children.map((child) => branchOf(locale, child, level + 1)),
    ...(node.omitted ? { omitted: locale.words.datasetPage.omitted(node.omitted) } : {}),
    open: level === 0 || (level < OPEN_LEVELS && children.length <= OPEN_CHILDREN),
  }
}

function leafOf(locale: Locale, { kind, text = 'null' }: TreeNode): Branch {
  const rest = { children: [], open: false }
  if (text.trim() === '') return { kind: 'null', leaf: { text: locale.words.none }, ...rest }
  const href = findWebAddress(text)
  const leaf = { ...cut(locale, plainValue(text), LEAF_LIMIT), ...(href !== undefined && { href }) }
  return { kind, leaf, ...rest }
}

function gistOf(children: readonly TreeNode[]): string {
  const texts = children.slice(0, 4).flatMap(({ text }) => (text === undefined || text === '' ? [] : text))
  return oneLine(texts.join(' · '), GIST_LIMIT)
}
