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
