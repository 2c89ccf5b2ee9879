import { readableTime } from '../../../lib/reading/profile/date-text.ts'
import { plainName, plainValueOf, shorten } from '../../../lib/site/view/text.ts'
import type { Words } from '../../../lib/site/view/words/en.ts'
import { decodeReference } from '../../element.ts'
import { fillTemplate, pageLocale, showBound } from '../../words.ts'
import type { PageMap } from '../core/places.ts'
import type { Spread } from '../core/steps.ts'
import type { KnownColumn } from '../core/table.ts'
import type { TableClient } from '../core/table-client.ts'
import { ANY_COLUMN, SIZES, type Test, type ViewState } from '../core/view.ts'

/** What the parts of the explorer share: the current view, and the ways to change it. */
export interface App {
  readonly words: ExplorerWords
  readonly columns: readonly PageColumn[]
  /** The positions of the columns in the order they are shown. */
  readonly order: readonly number[]
  /** The positions of the columns that the page hides at first, ascending. */
  readonly folded: readonly number[]
  readonly view: ViewState
  /** Number of records in the view, once known. */
  readonly count: number | undefined
  /** Number of all records. */
  readonly total: number
  /** The address of a view on this page, to link to. */
  addressOf(view: ViewState): string
  /** Shows a message about what was done, which screen readers announce, until the view changes. */
  say(text: string): void
  /** Sets the function that loads the map of the page, so that records are placed on it. Called before the records are loaded. */
  takeMap(map: () => Promise<PageMap | undefined>): void
  /** Changes the view and the address. */
  change(next: Partial<ViewState>): Promise<void>
  /** The client with all records loaded; undefined if loading failed, which the page then states. */
  ready(): Promise<TableClient | undefined>
}

/** A column, with what only the page has. */
export interface PageColumn extends KnownColumn {
  readonly className?: string
  readonly picture?: SVGElement
  /** The range and the steps of the bars of the picture. */
  readonly spread?: Spread
  readonly label?: readonly Node[]
  /** What the column means; empty if neither the data nor the config states it. */
  readonly meaning?: string
}

declare global {
  interface DocumentEventMap {
    /** Dispatched when the explorer has started, and each time it has shown a view. */
    'explorer-shown': CustomEvent<App>
  }
}

/** The visible columns in the order they are shown. Unless the reader has chosen columns, folded ones that sort or filter the view are included. */
export function shownColumns(app: App): number[] {
  const { order, folded, view } = app
  const isChosen =
    view.hidden.length !== folded.length || view.hidden.some((column, at) => column !== folded[at])
  return order.filter((column) => !view.hidden.includes(column) || (!isChosen && isAsked(app, column)))
}

/** Whether records are sorted or filtered by a column; without it, the view could not be understood. */
export function isAsked({ view }: App, column: number): boolean {
  return [...view.sort, ...view.filters].some((asked) => asked.column === column)
}

/** With more visible columns than this, a page has fewer records: the layout of four thousand cells takes a third of a second. */
const WIDE = 25
const MOST_WIDE_ROWS = 50

/** The numbers of rows that a page may have. */
export function sizesOf(app: App): readonly ViewState['size'][] {
  const isWide = app.view.group === undefined && shownColumns(app).length > WIDE
  return isWide ? SIZES.filter((size) => size <= MOST_WIDE_ROWS) : SIZES
}

/** The number of rows on a page of the view. */
export function sizeOf(app: App): ViewState['size'] {
  return Math.min(app.view.size, Math.max(...sizesOf(app)))
}

/** The display name of a column. */
export function columnLabel({ words, columns }: App, column: number): string {
  return plainName(columns[column]?.name ?? '', decodeReference) || words.unnamed
}

/** A value as it is shown: a time as a date, others as people read them. */
export function shownText(text: string, column: KnownColumn | undefined): string {
  return (
    (column && readableTime(text, column)) ?? plainValueOf(column?.kind, text, decodeReference, column?.name)
  )
}

/** Whether a column names the records. */
export function isTitle({ columns }: Pick<App, 'columns'>, column: number): boolean {
  return isOfClass(columns[column], 'title')
}

/** Whether the head of a column has this class. */
export function isOfClass(column: PageColumn | undefined, name: string): boolean {
  return column?.className?.split(' ').includes(name) === true
}

/** The name of a record, shortened to `most` characters; empty if no column names the records. */
export function nameOfRecord(app: App, cells: readonly (string | null)[], most: number): string {
  const column = app.order.find((at) => isTitle(app, at)) ?? -1
  return shorten(shownText(cells[column] ?? '', app.columns[column]).trim(), most)
}

/** The view with the tests of one column replaced. */
export function withTests({ view }: App, column: number, tests: readonly Test[]): Partial<ViewState> {
  const others = view.filters.filter((filter) => filter.column !== column)
  return { filters: [...others, ...tests.map((test) => ({ column, test }))], page: 1, record: undefined }
}

/** The view with a filter for one value of a column added or removed. */
export function withValue(app: App, column: number, text: string | null, not: boolean): Partial<ViewState> {
  const tests = app.view.filters.filter((filter) => filter.column === column).map(({ test }) => test)
  const left = tests.flatMap((test) => (not && test.is === 'values' && test.not ? test.values : []))
  const others = tests.filter((test) => test.is !== 'values' || test.not !== not)
  const values = [...new Set([...left, text === null || text.trim() === '' ? null : text])]
  return withTests(app, column, [...others, { is: 'values', values, not }])
}

const SHOWN = 40
const NAMED = 3

/** A filter in words. */
export function describeView(app: App, column: number, test: Test): string {
  const { words } = app
  if (column === ANY_COLUMN)
    return fillTemplate(words.chipFound, { text: short(test.is === 'text' ? test.text : '') })
  if (test.is === 'box') return words.chipMap
  const named = { column: short(columnLabel(app, column)) }
  if (test.is === 'text') return fillTemplate(words.chipText, { ...named, text: short(test.text) })
  if (test.is === 'values') {
    if (test.not && test.values.length === 1 && test.values[0] === null)
      return fillTemplate(words.chipFilled, named)
    const values = test.values
      .slice(0, NAMED)
      .map((text) => (text === null ? words.empty : short(text, app.columns[column])))
    if (test.values.length > NAMED) values.push('…')
    return fillTemplate(test.not ? words.chipNot : words.chipValues, { ...named, values: values.join(', ') })
  }
  return describeRange(words, named.column, test)
}

/** A range in words, after the name of its column. */
export function describeRange(
  words: ExplorerWords,
  column: string,
  { from, to }: Extract<Test, { is: 'range' }>,
): string {
  const template = from === undefined ? words.chipTo : to === undefined ? words.chipFrom : words.chipRange
  return fillTemplate(template, { column, from: showBound(from ?? ''), to: showBound(to ?? '') }).trim()
}

function short(text: string, column?: KnownColumn): string {
  const bare = shownText(text, column)
  return bare.length <= SHOWN ? bare : `${bare.slice(0, SHOWN).toWellFormed()}…`
}

/** The texts of the explorer. */
export type ExplorerWords = Words['explorer']

/** A size in the language of the page, `2.3 MB`. */
export function showBytes(bytes: number): string {
  const isSmall = bytes < 1_000_000
  const format = new Intl.NumberFormat(pageLocale(), {
    style: 'unit',
    unit: isSmall ? 'kilobyte' : 'megabyte',
    maximumSignificantDigits: 3,
  })
  return format.format(bytes / (isSmall ? 1_000 : 1_000_000))
}
