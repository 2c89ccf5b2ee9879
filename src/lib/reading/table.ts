import { MOST_COLUMNS } from './limits.ts'
import { openDocument } from './open.ts'
import type { OpenedDocument } from './opened-document.ts'
import { eachRow } from './records/nested.ts'
import type { ByteSource, DocumentHint, Reading, ReadRecord, Value } from './types.ts'
import { cellText, detachString } from './value.ts'

/** A cell for each column of a record; null or a missing item at the end if it has none. */
export type Cells = readonly (string | null | undefined)[]

/** All records of a document as a table with all their columns. */
export interface Table
  extends Pick<Reading, 'shape' | 'count' | 'moreColumns'>,
    Pick<OpenedDocument, 'eachOther'> {
  /** The names of the columns as in a {@link Reading}, with the same limit. */
  readonly names: readonly string[]
  /** Visits the records in order, each as cells with the texts of a {@link Reading}, or those of `textOf`. */
  each(visit: (cells: Cells) => void): void
}

// Texts that are kept in memory, so small documents are not read again.
const KEPT_CHARS = 1_000_000

/**
 * Visits the records of a document in order, each as cells with the texts of a {@link Reading}, whose columns have these names. Memory is
 * bounded by the largest record. Throws UnreadableDocument.
 */
export function eachCells(
  source: ByteSource,
  hint: DocumentHint,
  names: readonly string[],
  visit: (cells: Cells) => void,
): void {
  const columns = new Map(names.map((name, at) => [name, at]))
  eachRow(openDocument(source, hint), (record) => visit(cellsOf(record, columns, cellText)))
}

/**
 * Opens a document as a table, reading all records to find its columns. Memory is bounded by the largest record and the names. `textOf` gives
 * the text of a value. Throws UnreadableDocument.
 */
export function openTable(source: ByteSource, hint: DocumentHint, textOf: TextOf = cellText): Table {
  const opened = openDocument(source, hint)
  const columns = new Map<string, number>()
  let count = 0
  let chars = 0
  let buffered: Cells[] | undefined = []
  let isCut = false as boolean
  eachRow(opened, (record) => {
    count++
    for (const name of record.keys())
      if (!columns.has(name)) {
        if (columns.size >= MOST_COLUMNS) isCut = true
        else columns.set(detachString(name), columns.size)
      }
    if (buffered === undefined) return
    const cells = cellsOf(record, columns, textOf)
    buffered.push(cells)
    for (const cell of cells) chars += (cell?.length ?? 0) + 8
    if (chars > KEPT_CHARS) buffered = undefined
  })
  return {
    shape: opened.shape,
    count,
    names: [...columns.keys()],
    eachOther: opened.eachOther,
    ...(isCut && { moreColumns: true as const }),
    each(visit) {
      if (buffered) for (const cells of buffered) visit(cells)
      else eachRow(opened, (record) => visit(cellsOf(record, columns, textOf)))
    },
  }
}

type TextOf = (value: Value) => string | null

function cellsOf(record: ReadRecord, columns: ReadonlyMap<string, number>, textOf: TextOf): Cells {
  const cells: (string | null)[] = []
  for (const [name, value] of record) {
    const at = columns.get(name)
    if (at === undefined) continue
    while (cells.length < at) cells.push(null)
    cells[at] = textOf(value)
  }
  return cells
}
