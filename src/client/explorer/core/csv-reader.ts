/** Takes the cells of a csv text as they are found, row by row. */
export interface CellSink {
  /** `text` is null where nothing stands between two commas; quoted nothing is an empty text. */
  cell(column: number, text: string | null): void
  /** A row has ended, after so many cells. */
  row(cells: number): void
}

const QUOTE = 34
const COMMA = 44
const LINE_FEED = 10
const RETURN = 13

/**
 * Reads csv (RFC 4180) that comes in pieces. Rows end in CRLF, LF or CR; a blank line is a row of one cell. A quote that is never
 * closed takes the rest of the text, as every reader of spreadsheets does.
 */
export class CsvReader {
  readonly #sink: CellSink
  #pieces: string[] = []
  #held = 0
  /** How much must be held before it is looked at again: a cell longer than many pieces is then scanned a few times, not once a piece. */
  #wanted = 0
  #column = 0
  #isBehindComma = false
  #wasReturn = false

  constructor(sink: CellSink) {
    this.#sink = sink
  }

  push(piece: string): void {
    this.#pieces.push(piece)
    this.#held += piece.length
    if (this.#held >= this.#wanted) this.#read(false)
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
    this.#held = text.length - rest
    this.#wanted = this.#held * 2
  }

  // Hands over all whole cells; returns where the first cell begins that is not whole.
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

// Where the mark behind a quoted cell stands; the end of the text when that is not there yet.
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
