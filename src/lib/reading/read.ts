import { type Container, type Events, ITEM, type Scalar, TEXT } from './events.ts'
import { readDictionary } from './find/dictionary.ts'
import { isTopology, readTopology, TRANSFORM } from './geography/topology.ts'
import { openDocument } from './open.ts'
import type { OpenedDocument } from './opened-document.ts'
import { parseDocument } from './parse.ts'
import { ColumnProfiles } from './profile/columns.ts'
import { isDecimal } from './profile/text-kind.ts'
import { openRaster } from './raster.ts'
import { eachRow } from './records/nested.ts'
import type { ByteSource, DocumentHint, OtherList, Reading, ReadRecord, TreeNode, Value } from './types.ts'
import { cellText, detachString, isNumeral } from './value.ts'

/**
 * Reads a document of any shape: finds its records in a first pass, profiles their columns in a second.
 * Memory is bounded by the largest record, not by the document. Throws UnreadableDocument.
 */
export function readDocument(source: ByteSource, hint: DocumentHint): Reading {
  const opened = openDocument(source, hint)
  const { format, encoding, shape, path, beside, others } = opened
  const profiles = new ColumnProfiles(hint)
  const raster = openRaster(opened)
  const first = new FirstRows()
  let count = 0
  const heading = eachRow(opened, (record) => {
    count++
    profiles.add(record)
    raster?.add(record)
    first.add(record)
  })
  const paging = opened.findPaging(heading === undefined ? [count] : [count, count + 1])
  const references = findReferences(profiles, others)
  const described = opened.eachDescribed && readDictionary(opened.eachDescribed, new Set(profiles.names))
  const columns = profiles.finish().map((column) => {
    const description = described?.get(column.name) ?? wordsIn(heading?.get(column.name), column)
    return {
      ...column,
      ...(description !== undefined && { description }),
      ...(references?.columns.includes(column.name) && { refersTo: references.list }),
    }
  })
  const ofTopology = isTopology({ format, beside, columns })
  const geography =
    hint.places === undefined && ofTopology ? readTopology(source, { path }) : profiles.finishGeography()
  // Two pairs of numbers, by which positions become degrees, are no list of records.
  const lists = ofTopology ? others.filter((other) => other.path !== TRANSFORM) : others
  const chart = raster?.finish(count) ?? profiles.findChart()
  const keys = profiles.findKeys()
  return {
    format,
    encoding,
    shape,
    path,
    count,
    ...(heading && { heading: headingTextsOf(heading) }),
    columns,
    ...(keys.length > 0 && { keys }),
    rows: first.cells(profiles.names),
    ...(count > 0 && !profiles.isCut && { csvBytes: profiles.csvBytes(count) }),
    beside,
    ...(geography && { geography }),
    ...(chart && { chart }),
    ...(shape === 'tree' && { tree: readTree(source, hint) }),
    ...(paging !== undefined && { paging }),
    ...(lists.length > 0 && { others: lists.map(readOther) }),
    ...(profiles.isCut && { moreColumns: true as const }),
  }
}

const MOST_HEADING = 40

function headingTextsOf(heading: ReadRecord): string[] {
  const texts = [...heading.values()].map((value) => cellText(value)?.trim() ?? '')
  return texts.filter(Boolean).slice(0, MOST_HEADING).map(detachString)
}

// What the second row of a heading states of a column: not its number or name.
function wordsIn(cell: Value | undefined, { name }: { readonly name: string }): string | undefined {
  const text = typeof cell === 'string' ? cell.trim() : ''
  return /\p{L}\P{L}|\p{L}{2}|[%°]/u.test(text) && text !== name.trim() ? text : undefined
}

/** The list whose records two columns number, as the nodes of a graph, and these columns. */
function findReferences(profiles: ColumnProfiles, others: OpenedDocument['others']) {
  for (const { path, count, each } of others.slice(0, SHOWN_LISTS)) {
    const columns = each ? profiles.takeReferences(count, () => !isNumberedOtherwise(count, each)) : []
    if (each === undefined || columns.length === 0) continue
    const names = count > MOST_NAMED ? undefined : namesOf(each)
    return { columns, list: { path, ...(names && { names }) } }
  }
  return undefined
}

type EachOther = NonNullable<OpenedDocument['others'][number]['each']>

// Whether a field numbers the records of a list in another way than by their places from 0: other lists then refer to that number.
function isNumberedOtherwise(count: number, each: EachOther): boolean {
  const numbers = new Map<string, Set<number>>()
  const isPlace = new Map<string, boolean>()
  let at = 0
  each((record) => {
    for (const [field, value] of record) {
      const text = isNumeral(value) ? value.numeral : value
      const number = typeof text === 'string' && isDecimal(text) ? Number(text) : -1
      if (!Number.isInteger(number) || number < 0 || number > count) continue
      numbers.set(field, (numbers.get(field) ?? new Set()).add(number))
      isPlace.set(field, (isPlace.get(field) ?? true) && number === at)
    }
    at++
    return true
  })
  return [...numbers].some(([field, { size }]) => size === at && !isPlace.get(field))
}

// What names each record of a list: the first field that is a short text in all of them, most of them different.
function namesOf(each: EachOther): readonly string[] | undefined {
  const records: ReadRecord[] = []
  each((record) => records.push(record) > 0)
  for (const field of records[0]?.keys() ?? []) {
    const names = records.flatMap((record) => {
      const value = record.get(field)
      return typeof value === 'string' && value.trim() !== '' && value.length <= LONGEST_NAME
        ? [detachString(value.trim())]
        : []
    })
    const isTelling = !names.every(isDecimal) && new Set(names).size * 2 >= names.length
    if (names.length === records.length && isTelling) return names
  }
  return undefined
}

const [MOST_NAMED, LONGEST_NAME] = [500, 60]

function readTree(source: ByteSource, hint: DocumentHint): TreeNode {
  const builder = new TreeBuilder()
  parseDocument(source, hint, builder)
  return builder.tree
}

/** How many of the other lists are shown, and how much of each. */
const SHOWN_LISTS = 3
const SHOWN_RECORDS = 10
const SHOWN_COLUMNS = 12
const SHOWN_CHARS = 400

function readOther({ path, count, each }: OpenedDocument['others'][number], at: number): OtherList {
  if (each === undefined || count === 0 || at >= SHOWN_LISTS) return { path, count }
  const records: ReadRecord[] = []
  each((record) => records.push(record) < SHOWN_RECORDS)
  const all = [...new Set(records.flatMap((record) => [...record.keys()]))]
  const names = all.slice(0, SHOWN_COLUMNS)
  const textOf = (value: Value = null) => {
    const text = cellText(value)
    return text === null || text.length <= SHOWN_CHARS
      ? text
      : `${text.slice(0, SHOWN_CHARS).toWellFormed()}…`
  }
  const first = {
    names,
    rows: records.map((record) => names.map((name) => textOf(record.get(name)))),
    ...(all.length > SHOWN_COLUMNS && { moreColumns: true as const }),
  }
  return { path, count, first }
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

const MAX_CHILDREN = 100
const MAX_NODES = 3000
const MAX_LEVELS = 12
const MAX_TEXT = 1000

interface Draft {
  name?: string
  text?: string
  kind: TreeNode['kind']
  children?: Draft[]
  omitted?: number
}

/** Builds the outline of a document, reduced to what a page can show, with counts of what is left out. */
class TreeBuilder implements Events {
  readonly #top: Draft = { kind: 'object', children: [] }
  readonly #open: (Draft | undefined)[] = [this.#top]
  #nodes = 0

  open(step: string, kind: Container): void {
    const draft = this.#add(step, { kind: kind === 'array' ? 'array' : 'object', children: [] })
    this.#open.push(draft)
  }

  close(): void {
    const closed = this.#open.pop()
    if (closed) collapse(closed)
  }

  scalar(step: string, value: Scalar): void {
    const text = cellText(value) ?? ''
    const kind = kindOf(value)
    const cut = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1)}…` : text
    this.#add(step, kind === 'null' ? { kind } : { kind, text: detachString(cut) })
  }

  /** The outline of the document. */
  get tree(): TreeNode {
    const [root] = this.#top.children ?? []
    return root ?? { kind: 'null' }
  }

  #add(step: string, draft: Draft): Draft | undefined {
    const parent = this.#open.at(-1)
    if (!parent) return undefined
    parent.children ??= []
    const isFull =
      parent.children.length >= MAX_CHILDREN || this.#nodes >= MAX_NODES || this.#open.length > MAX_LEVELS
    if (isFull) {
      parent.omitted = (parent.omitted ?? 0) + 1
      return undefined
    }
    this.#nodes++
    const named = step === ITEM ? draft : { name: detachString(step), ...draft }
    parent.children.push(named)
    return named
  }
}

/** An element with only text is a leaf. */
function collapse(draft: Draft): void {
  const [only] = draft.children ?? []
  if (draft.children?.length !== 1 || draft.omitted !== undefined || only?.name !== TEXT) return
  if (only.text === undefined || draft.kind !== 'object') return
  draft.text = only.text
  draft.kind = 'text'
  delete draft.children
}

function kindOf(value: Scalar): TreeNode['kind'] {
  if (typeof value === 'string') return 'text'
  if (value === null) return 'null'
  return typeof value === 'boolean' ? 'boolean' : 'number'
}
