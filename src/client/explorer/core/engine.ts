import { CSV_BOM, csvLine } from '../../../lib/reading/csv.ts'
import type { ColumnKind } from '../../../lib/reading/types.ts'
import { type ChartData, chartRows } from './chart-data.ts'
import { orderOf, type TypedColumn } from './column.ts'
import { countValues, dayBounds, selectRows, type ValueCounts } from './filter.ts'
import { groupRows, type RecordGroup } from './groups.ts'
import type { MarkCounts, RecordPlaces } from './places.ts'
import { openTextOrder, type Ranks, rankSteps, sortRows, type TextOrder } from './ranks.ts'
import { type ColumnTable, tableOf } from './table.ts'
import type { ColumnSort, Filter, Grouping, ViewState } from './view.ts'

/** One record: its number in the document, counted from 1, and its cells. */
export interface TableRow {
  readonly number: number
  readonly cells: readonly (string | null)[]
}

/** One record of a view, with its neighbours. */
export interface Opened {
  readonly row: TableRow
  /** Position among the records of the view, counted from 1; undefined if the filters exclude it. */
  readonly place?: number
  readonly before?: number
  readonly after?: number
}

export type FileFormat = 'csv' | 'json'

const PIECE = 2_000

/** The position of a table in the whole document and on the map. */
interface TableSetting {
  /** The number of records before this part of a table. */
  readonly first?: number | undefined
  /** Finds the places of the records on the map of the page; absent without a map. */
  readonly openPlaces?: ((table: ColumnTable, first: number) => RecordPlaces) | undefined
}

/** A page of a view. */
export type RowPage = ReturnType<TableEngine['page']>

/** A page of the groups of a view. */
export type GroupPage = ReturnType<TableEngine['groups']>

/** Answers queries about a table. The last filter and sort results are cached, so turning pages is fast. */
export class TableEngine {
  readonly table: ColumnTable
  readonly #texts: TextOrder
  readonly #first: number
  readonly #ranks = new Map<number, Ranks>()
  readonly #ranking = new Map<number, Generator<void, Ranks>>()
  #selected: { key: string; rows: Uint32Array } | undefined
  #ordered: { key: string; rows: Uint32Array } | undefined
  #grouped: { key: string; groups: readonly RecordGroup[] } | undefined
  readonly #openPlaces: TableSetting['openPlaces']
  #places: RecordPlaces | undefined

  /** `language`: the language for sorting texts. */
  constructor(table: ColumnTable, language: string, { first = 0, openPlaces }: TableSetting = {}) {
    this.table = table
    this.#first = first
    this.#openPlaces = openPlaces
    this.#texts = openTextOrder(language)
  }

  /** `count`: how many records pass the filters. `page`: counted from 1; the last page if a later one was requested. */
  page(view: ViewState) {
    const rows = this.#rowsOf(view)
    const { page, from, to } = cutPage(view, rows.length)
    return { count: rows.length, page, rows: Array.from(rows.subarray(from, to), (row) => this.#row(row)) }
  }

  /** The groups of a view that has a grouping: how many there are, how many `records` pass the filters, and a page as in `page`. */
  groups(view: ViewState) {
    const groups = this.#groupsOf(view)
    const { page, from, to } = cutPage(view, groups.length)
    const records = this.#selectedBy(view).length
    return { records, count: groups.length, page, groups: groups.slice(from, to) }
  }

  /** The chart of a view; undefined if it has none. */
  chart(view: ViewState): ChartData | undefined {
    return view.chart && chartRows(this.table, this.#selectedBy(view), view.chart)
  }

  /** The number of records at each mark of the map that pass the filters; undefined if the page has no map. */
  marks(filters: readonly Filter[]): MarkCounts | undefined {
    return this.#placed?.count(this.#selectedBy({ filters }))
  }

  /** One record; undefined if there is none with this number. */
  open(view: ViewState, number: number): Opened | undefined {
    const index = number - 1 - this.#first
    if (index < 0 || index >= this.table.rows) return undefined
    const rows = this.#rowsOf(view)
    const at = rows.indexOf(index)
    const row = this.#row(index)
    if (at < 0) return { row }
    const [before, after] = [rows[at - 1], rows[at + 1]]
    return {
      row,
      place: at + 1,
      ...(before !== undefined && { before: this.#first + before + 1 }),
      ...(after !== undefined && { after: this.#first + after + 1 }),
    }
  }

  countsOf(filters: readonly Filter[], at: number, looked: string, most: number): ValueCounts {
    const rows = this.#select(filters.filter(({ column }) => column !== at))
    const extent = this.#extentOf(at)
    const column = this.table.columns[at]
    const days =
      column &&
      dayBounds(
        column,
        extent,
        filters.filter((filter) => filter.column === at),
      )
    return { ...countValues(this.table, rows, at, looked, most), ...extent, ...(days && { days }) }
  }

  /** The file with the records of a view, in chunks: in its order, without hidden columns. For a view with a grouping, the file with its groups. */
  *write(view: ViewState, format: FileFormat): Generator<string> {
    if (view.group) return yield* writeGroups(this.table, view.group, this.#groupsOf(view), format)
    const columns = this.table.columns.filter((_, at) => !view.hidden.includes(at))
    const rows = this.#rowsOf(view)
    const [head, foot, write] = format === 'csv' ? csvOf(columns) : jsonOf(columns)
    yield head
    for (let from = 0; from < rows.length; from += PIECE) {
      let piece = ''
      rows.subarray(from, from + PIECE).forEach((row, at) => {
        piece += write(row, from + at === 0)
      })
      yield piece
    }
    yield foot
  }

  /** Prepares the sort order of further columns for a few milliseconds. Returns false when all are done. */
  prepare(): boolean {
    const next = this.table.columns.findIndex((_, at) => !this.#ranks.has(at))
    if (next >= 0) this.#rank(next)
    return next >= 0
  }

  get #placed(): RecordPlaces | undefined {
    this.#places ??= this.#openPlaces?.(this.table, this.#first)
    return this.#places
  }

  #selectedBy({ filters }: Pick<ViewState, 'filters'>): Uint32Array {
    const key = JSON.stringify(filters)
    if (this.#selected?.key !== key) this.#selected = { key, rows: this.#select(filters) }
    return this.#selected.rows
  }

  #select(filters: readonly Filter[]): Uint32Array {
    return selectRows(this.table, filters, (box) => this.#placed?.within(box))
  }

  #rowsOf(view: ViewState): Uint32Array {
    const key = JSON.stringify([view.filters, view.sort])
    if (this.#ordered?.key !== key)
      this.#ordered = { key, rows: this.#sort(this.#selectedBy(view), view.sort) }
    return this.#ordered.rows
  }

  #groupsOf(view: ViewState): readonly RecordGroup[] {
    if (!view.group) return []
    const key = JSON.stringify([view.filters, view.group])
    if (this.#grouped?.key !== key) {
      const groups = groupRows(this.table, this.#selectedBy(view), view.group, (at) => this.#ranksOf(at))
      this.#grouped = { key, groups }
    }
    return this.#grouped.groups
  }

  // Sorting is stable, so the primary order is applied last.
  #sort(rows: Uint32Array, sort: readonly ColumnSort[]): Uint32Array {
    return sort.reduceRight((sorted, { column, isDown }) => {
      const codes = this.table.columns[column]?.codes
      return codes ? sortRows(sorted, codes, this.#ranksOf(column), isDown) : sorted
    }, rows)
  }

  // Of all records, so that the hint does not change with the filters.
  #extentOf(at: number): Pick<ValueCounts, 'min' | 'max'> {
    const column = this.table.columns[at]
    if (!column || orderOf(column.kind) === 'text') return {}
    const { of, count } = this.#ranksOf(at)
    const min = column.values[of.indexOf(0)]
    const max = column.values[of.lastIndexOf(count - 2)]
    return count < 2 || typeof min !== 'string' || typeof max !== 'string' ? {} : { min, max }
  }

  #ranksOf(at: number): Ranks {
    for (;;) {
      const ranks = this.#ranks.get(at)
      if (ranks) return ranks
      this.#rank(at)
    }
  }

  #rank(at: number): void {
    const steps = this.#ranking.get(at) ?? rankSteps(this.table.columns[at] as TypedColumn, this.#texts)
    const { done, value } = steps.next()
    if (done) {
      this.#ranks.set(at, value)
      this.#ranking.delete(at)
    } else this.#ranking.set(at, steps)
  }

  #row(row: number): TableRow {
    return { number: this.#first + row + 1, cells: this.table.columns.map((column) => cellOf(column, row)) }
  }
}

function cutPage(view: ViewState, count: number): { page: number; from: number; to: number } {
  const page = Math.min(view.page, Math.max(1, Math.ceil(count / view.size)))
  return { page, from: (page - 1) * view.size, to: page * view.size }
}

// Writes the groups like records, as a table of texts, counts and measures.
function* writeGroups(
  { columns }: ColumnTable,
  { columns: grouped, measure }: Grouping,
  groups: readonly RecordGroup[],
  format: FileFormat,
): Generator<string> {
  const nameOf = (at: number) => columns[at]?.name ?? ''
  const table = tableOf(
    [
      ...grouped.map((at) => ({ name: nameOf(at), kind: 'text' as const })),
      { name: 'count', kind: 'number' },
      ...(measure
        ? [{ name: `${measure.is} ${nameOf(measure.column)}`, kind: columns[measure.column]?.kind ?? 'text' }]
        : []),
    ],
    groups.map(({ cells, count, value }) => [...cells, String(count), ...(measure ? [value] : [])]),
  )
  const [head, foot, write] = format === 'csv' ? csvOf(table.columns) : jsonOf(table.columns)
  yield head + Array.from(groups, (_, row) => write(row, row === 0)).join('') + foot
}

type Writer = readonly [head: string, foot: string, write: (row: number, isFirst: boolean) => string]

function csvOf(columns: readonly TypedColumn[]): Writer {
  const head = CSV_BOM + csvLine(columns.map(({ name }) => name))
  return [head, '', (row) => csvLine(columns.map((column) => cellOf(column, row)))]
}

function jsonOf(columns: readonly TypedColumn[]): Writer {
  const names = memberNames(columns.map(({ name }) => name)).map((name) => JSON.stringify(name))
  const write = (row: number, isFirst: boolean) => {
    const members = columns.map((column, at) => `${names[at]}: ${jsonCell(cellOf(column, row), column.kind)}`)
    return `${isFirst ? '\n' : ',\n'}{${members.join(', ')}}`
  }
  return ['[', '\n]\n', write]
}

function cellOf({ values, codes }: TypedColumn, row: number): string | null {
  return values[codes[row] as number] ?? null
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** A cell as json: numbers with all digits as written, nested values unchanged, everything else a string. */
function jsonCell(text: string | null, kind: ColumnKind): string {
  if (text === null) return 'null'
  if (orderOf(kind) === 'number' && NUMBER.test(text)) return text
  if (kind === 'boolean' && (text === 'true' || text === 'false')) return text
  if (kind === 'nested' && isJson(text)) return text
  return JSON.stringify(text)
}

/** Unique member names: repeated names get a number, `name (2)`. */
function memberNames(names: readonly string[]): string[] {
  const taken = new Set(names)
  const seen = new Set<string>()
  return names.map((name) => {
    let own = name
    for (let time = 2; seen.has(own) || (own !== name && taken.has(own)); time++) own = `${name} (${time})`
    seen.add(own)
    return own
  })
}

function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
