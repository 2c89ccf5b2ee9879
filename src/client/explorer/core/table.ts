import type { ColumnKind } from '../../../lib/reading/types.ts'
import { ColumnBuilder, type ColumnType, guessKind, type TypedColumn } from './column.ts'

/** A table in memory, column by column. */
export interface ColumnTable {
  readonly columns: readonly TypedColumn[]
  readonly rows: number
}

export interface KnownColumn {
  readonly name: string
  readonly kind: ColumnKind
  /** Whether only the days of its times are shown. */
  readonly onlyDays?: boolean
  /** The unit after its numbers. */
  readonly unit?: string | undefined
  /** Numbers that stand for a missing value. */
  readonly none?: readonly number[] | undefined
  /** If its values are positions in another list, counted from 0: the names of the records in that list. */
  readonly names?: readonly string[]
  /** Whether the thousands of its numbers are separated by gaps. */
  readonly grouped?: boolean
}

/** Thrown if a table is too large for the browser. */
export class TooLarge extends Error {
  override name = 'TooLarge'
}

/** The largest size of a file to load, in bytes: with more, mobile systems close the page. */
export const MOST_BYTES = 64_000_000
export const MOST_ROWS = 1_000_000

/** Builds a table from chunks of csv; the first row contains the column names. */
export class TableBuilder {
  readonly #known: readonly KnownColumn[]
  readonly #reader: CsvReader
  readonly #header: string[] = []
  #columns: ColumnBuilder[] | undefined
  rows = 0

  constructor(known: readonly KnownColumn[]) {
    this.#known = known
    this.#reader = new CsvReader({
      cell: (column, text) => {
        if (this.#columns) this.#columns[column]?.set(this.rows, text)
        else this.#header.push(text ?? '')
      },
      row: (cells) => this.#endRow(cells),
    })
  }

  /** Throws TooLarge. */
  push(text: string): void {
    this.#reader.push(text)
  }

  finish(): ColumnTable {
    this.#reader.end()
    const columns = (this.#columns ?? []).map((column, at) =>
      column.finish(this.rows, (name, values) => typeOf(this.#known[at], name, values)),
    )
    return { columns, rows: this.rows }
  }

  #endRow(cells: number): void {
    if (!this.#columns) {
      this.#columns = this.#header.map((name) => new ColumnBuilder(name))
      return
    }
    // A blank line between rows of several cells is ignored.
    if (cells === 1 && this.#columns.length > 1 && this.#isBlankLine()) return
    this.rows++
    if (this.rows > MOST_ROWS) throw new TooLarge()
  }

  #isBlankLine(): boolean {
    return this.#columns?.[0]?.has(this.rows) === false
  }
}

/** The type of a column: the one that the page states, if the file has the same column, or else a guess from its values. */
export function typeOf(
  known: KnownColumn | undefined,
  name: string,
  values: TypedColumn['values'],
): ColumnType {
  return known?.name === name ? known : { kind: guessKind(values) }
}

/** A table from existing rows. */
export function tableOf(
  known: readonly KnownColumn[],
  rows: readonly (readonly (string | null)[])[],
): ColumnTable {
  const columns = known.map((type, at) => {
    const column = new ColumnBuilder(type.name)
    rows.forEach((row, index) => {
      column.set(index, row[at] ?? null)
    })
    return column.finish(rows.length, () => type)
  })
  return { columns, rows: rows.length }
}

/** Receives the cells of a csv text, row by row. */
interface CellSink {
  /** `text` is null for an empty unquoted cell, and an empty text for a quoted one. */
  cell(column: number, text: string | null): void
  /** The end of a row, with its number of cells. */
  row(cells: number): void
}

const QUOTE = 34
const COMMA = 44
const LINE_FEED = 10
const RETURN = 13

/**
 * Parses csv (RFC 4180) from chunks. Rows end in CRLF, LF or CR; a blank line is a row of one cell. An unclosed quote extends to the end of
 * the text, as in spreadsheets.
 */
export class CsvReader {
  readonly #sink: CellSink
  #pieces: string[] = []
  #buffered = 0
  /** Number of characters to buffer before the next scan, so a cell longer than many chunks is scanned a few times, not once per chunk. */
  #wanted = 0
  #column = 0
  #isBehindComma = false
  #wasReturn = false

  constructor(sink: CellSink) {
    this.#sink = sink
  }

  push(piece: string): void {
    this.#pieces.push(piece)
    this.#buffered += piece.length
    if (this.#buffered >= this.#wanted) this.#read(false)
  }

  end(): void {
    this.#read(true)
    if (this.#isBehindComma) this.#sink.cell(this.#column++, null)
    if (this.#column > 0) this.#endRow()
  }

  #read(isLast: boolean): void {
    const text = this.#pieces.length === 1 ? (this.#pieces[0] as string) : this.#pieces.join('')
    const rest = this.#cells(text, isLast)
    this.#pieces = rest < text.length ? [text.slice(rest)] : []
    this.#buffered = text.length - rest
    this.#wanted = this.#buffered * 2
  }

  // Emits all complete cells; returns the start of the first incomplete one.
  #cells(text: string, isLast: boolean): number {
    let at = 0
    while (at < text.length) {
      if (this.#wasReturn) {
        this.#wasReturn = false
        if (text.charCodeAt(at) === LINE_FEED) {
          at++
          continue
        }
      }
      const isQuoted = text.charCodeAt(at) === QUOTE
      const end = isQuoted ? endOfQuoted(text, at, isLast) : endOfPlain(text, at)
      if (end >= text.length && !isLast) return at
      this.#sink.cell(
        this.#column++,
        isQuoted ? unquote(text, at, end) : end === at ? null : text.slice(at, end),
      )
      const mark = text.charCodeAt(end)
      this.#isBehindComma = mark === COMMA
      if (mark === LINE_FEED || mark === RETURN) this.#endRow()
      this.#wasReturn = mark === RETURN
      at = end + 1
    }
    return text.length
  }

  #endRow(): void {
    this.#sink.row(this.#column)
    this.#column = 0
  }
}

function endOfPlain(text: string, from: number): number {
  let at = from
  for (; at < text.length; at++) {
    const c = text.charCodeAt(at)
    if (c === COMMA || c === LINE_FEED || c === RETURN) break
  }
  return at
}

// The position after the closing quote of a cell; the end of the text if there is none yet.
function endOfQuoted(text: string, from: number, isLast: boolean): number {
  let at = from + 1
  for (;;) {
    const quote = text.indexOf('"', at)
    if (quote < 0 || (quote === text.length - 1 && !isLast)) return text.length
    if (text.charCodeAt(quote + 1) !== QUOTE) return endOfPlain(text, quote + 1)
    at = quote + 2
  }
}

function unquote(text: string, from: number, end: number): string {
  const last = text.lastIndexOf('"', end - 1)
  const isClosed = last > from
  const inner = text.slice(from + 1, isClosed ? last : end)
  const behind = isClosed ? text.slice(last + 1, end) : ''
  return (inner.includes('"') ? inner.replaceAll('""', '"') : inner) + behind
}

/** How much has been read: the bytes of a file, or a share (0 to 1) of a part of a table; and its records. */
export type LoadProgress = ({ readonly bytes: number } | { readonly share: number }) & {
  readonly rows: number
}

const REPORT_BYTES = 500_000

/** Parses a stream of csv bytes into a table. Throws TooLarge, and errors of the stream. */
export async function loadTable(
  stream: ReadableStream<Uint8Array>,
  known: readonly KnownColumn[],
  onProgress: (progress: LoadProgress) => void,
): Promise<ColumnTable> {
  const builder = new TableBuilder(known)
  const decoder = new TextDecoder()
  const reader = stream.getReader()
  let bytes = 0
  let reported = 0
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) break
      bytes += value.length
      if (bytes > MOST_BYTES) throw new TooLarge()
      builder.push(decoder.decode(value, { stream: true }))
      if (bytes - reported < REPORT_BYTES) continue
      reported = bytes
      onProgress({ bytes, rows: builder.rows })
    }
  } catch (problem) {
    await reader.cancel().catch(() => {})
    throw problem
  }
  builder.push(decoder.decode())
  return builder.finish()
}
