import { CSV_BOM, csvLine } from '../../../lib/reading/csv.ts'
import type { ColumnKind } from '../../../lib/reading/types.ts'
import { orderOf, type TypedColumn } from './column.ts'
import { countValues, selectRows, type ValueCounts } from './filter.ts'
import { openTextOrder, type Ranks, rankSteps, sortRows, type TextOrder } from './ranks.ts'
import type { ColumnTable } from './table.ts'
import type { ColumnSort, Filter, ViewState } from './view.ts'

/** One record: its number in the document, counted from 1, and its cells. */
export interface TableRow {
  readonly number: number
  readonly cells: readonly (string | null)[]
}

/** A page of a view. */
export interface RowPage {
  /** Number of records that pass the filters. */
  readonly count: number
  /** Counted from 1; the last page if a later one was requested. */
  readonly page: number
  readonly rows: readonly TableRow[]
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

/** Answers queries about a table. The last filter and sort results are cached, so turning pages is fast. */
export class TableEngine {
  readonly table: ColumnTable
  readonly #texts: TextOrder
  readonly #ranks = new Map<number, Ranks>()
  readonly #ranking = new Map<number, Generator<void, Ranks>>()
  #selected: { key: string; rows: Uint32Array } | undefined
  #ordered: { key: string; rows: Uint32Array } | undefined

  /** `language`: the language for sorting texts. */
  constructor(table: ColumnTable, language: string) {
    this.table = table
    this.#texts = openTextOrder(language)
  }

  page(view: ViewState): RowPage {
    const rows = this.#rowsOf(view)
    const last = Math.max(1, Math.ceil(rows.length / view.size))
    const page = Math.min(view.page, last)
    const shown = rows.subarray((page - 1) * view.size, page * view.size)
    return { count: rows.length, page, rows: Array.from(shown, (row) => this.#row(row)) }
  }

  /** Undefined when there is no record of that number. */
  open(view: ViewState, number: number): Opened | undefined {
    if (number < 1 || number > this.table.rows) return undefined
    const rows = this.#rowsOf(view)
    const at = rows.indexOf(number - 1)
    const row = this.#row(number - 1)
    if (at < 0) return { row }
    const [before, after] = [rows[at - 1], rows[at + 1]]
    return {
      row,
      place: at + 1,
      ...(before !== undefined && { before: before + 1 }),
      ...(after !== undefined && { after: after + 1 }),
    }
  }

  countsOf(filters: readonly Filter[], column: number, looked: string, most: number): ValueCounts {
    return { ...countValues(this.table, filters, column, looked, most), ...this.#extentOf(column) }
  }

  /** The records of a view as a file, in chunks, with its visible columns in its order. */
  *write(view: ViewState, format: FileFormat): Generator<string> {
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

  #rowsOf({ filters, sort }: ViewState): Uint32Array {
    const filterKey = JSON.stringify(filters)
    if (this.#selected?.key !== filterKey)
      this.#selected = { key: filterKey, rows: selectRows(this.table, filters) }
    const key = `${filterKey} ${JSON.stringify(sort)}`
    if (this.#ordered?.key !== key) this.#ordered = { key, rows: this.#sort(this.#selected.rows, sort) }
    return this.#ordered.rows
  }

  // Sorting is stable, so the primary order is applied last.
  #sort(rows: Uint32Array, sort: readonly ColumnSort[]): Uint32Array {
    return sort.reduceRight((sorted, { column, isDown }) => {
      const codes = this.table.columns[column]?.codes
      return codes ? sortRows(sorted, codes, this.#ranksOf(column), isDown) : sorted
    }, rows)
  }

  // Over all records, so the hint does not change with the filters.
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
    return { number: row + 1, cells: this.table.columns.map((column) => cellOf(column, row)) }
  }
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
