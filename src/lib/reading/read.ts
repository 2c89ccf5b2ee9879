import { cellText } from './json/value-to-json.ts'
import { openDocument } from './open.ts'
import { parseDocument } from './parse.ts'
import { ColumnProfiles } from './profile/columns.ts'
import { detachString } from './text/detach-string.ts'
import { TreeBuilder } from './tree.ts'
import type { ByteSource, DocumentHint, Reading, ReadRecord, TreeNode } from './types.ts'

/**
 * Reads a document of any shape: finds its records in a first pass, profiles their columns in a second.
 * Memory is bounded by the largest record, not by the document. Throws UnreadableDocument.
 */
export function readDocument(source: ByteSource, hint: DocumentHint): Reading {
  const opened = openDocument(source, hint)
  const { format, encoding, shape, path, beside, others } = opened
  const profiles = new ColumnProfiles()
  const first = new FirstRows()
  let count = 0
  opened.each((record) => {
    count++
    profiles.add(record)
    first.add(record)
  })
  const paging = opened.findPaging([count])
  const geography = profiles.finishGeography()
  return {
    format,
    encoding,
    shape,
    path,
    count,
    columns: profiles.finish(),
    rows: first.cells(profiles.names),
    ...(count > 0 && !profiles.isCut && { csvBytes: profiles.csvBytes(count) }),
    beside,
    ...(geography && { geography }),
    ...(shape === 'tree' && { tree: readTree(source, hint) }),
    ...(paging !== undefined && { paging }),
    ...(others.length > 0 && { others }),
    ...(profiles.isCut && { moreColumns: true as const }),
  }
}

function readTree(source: ByteSource, hint: DocumentHint): TreeNode {
  const builder = new TreeBuilder()
  parseDocument(source, hint, builder)
  return builder.tree
}

const MAX_ROWS = 100
const MAX_CHARS = 4_000_000

/** Keeps the first records as texts: a hundred, or as many as fit into four million characters; cells are never cut. */
class FirstRows {
  readonly #rows: Map<string, string>[] = []
  /** The names of the columns; each string is stored once. */
  readonly #names = new Map<string, string>()
  #chars = 0
  #full = false

  add(record: ReadRecord): void {
    if (this.#full) return
    const row = new Map<string, string>()
    for (const [name, value] of record) {
      const text = cellText(value)
      if (text === null) continue
      this.#chars += text.length + 8
      row.set(this.#names.get(name) ?? this.#addName(name), detachString(text))
    }
    if (this.#chars > MAX_CHARS) this.#full = true
    else this.#full = this.#rows.push(row) >= MAX_ROWS
  }

  #addName(name: string): string {
    const own = detachString(name)
    this.#names.set(own, own)
    return own
  }

  /** The rows with a cell for each name; null where a record has none. */
  cells(names: readonly string[]): (string | null)[][] {
    return this.#rows.map((row) => names.map((name) => row.get(name) ?? null))
  }
}
