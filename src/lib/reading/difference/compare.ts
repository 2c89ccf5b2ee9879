import type { Events } from '../events.ts'
import { isCountName } from '../find/beside.ts'
import { parseDocument } from '../parse.ts'
import { openTable, type Table } from '../table.ts'
import type { ByteSource, DocumentHint } from '../types.ts'
import { type CellChanges, compareCells, cutText } from './cells.ts'
import { Fingerprint } from './fingerprint.ts'
import { type Compared, findKeys, type Key, type Match, matchRecords } from './match.ts'
import { canonicalText, isTimeOrToken, type Sample, takeSample } from './sample.ts'
import type { CommonColumn, DocumentDifference, Side } from './schema.ts'

/** Documents with more records, or more bytes, are not compared record by record. */
const MOST_RECORDS = 1_000_000
const MOST_BYTES = 256 * 1024 * 1024
/** A column is volatile if it changed in at least this share of the records with the same key, and these are at least this many. */
const NEARLY_ALL = 0.95
const LEAST_RECORDS = 5
const MOST_NAMES = 50

interface Version {
  readonly source: ByteSource
  readonly hint: DocumentHint
  readonly bytes: number
}

/**
 * What changed between two versions of a document of json or xml. Depends only on their bytes. Memory is bounded, whatever their size: beyond a
 * million records or 256 MiB only records and columns are counted. Throws UnreadableDocument.
 */
export function compareDocuments(before: Version, after: Version): DocumentDifference {
  const [was, is] = [before, after].map(({ source, hint }) => openTable(source, hint, canonicalText)) as [
    Table,
    Table,
  ]
  if (isTree(was) && isTree(is))
    return restOf(before) === restOf(after) ? { kind: 'clerical' } : { kind: 'substantive', outside: true }
  const columns = commonColumns(was, is)
  const names = compareNames(was, is)
  const records = { before: was.count, after: is.count }
  if (isLarge(before, was) || isLarge(after, is) || names.isCut)
    return { kind: names.columns ? 'schema' : 'substantive', records, ...names.columns }
  const found = compareRecords(was, is, columns)
  const isOutside = fingerprintRest(was.eachOther) !== fingerprintRest(is.eachOther)
  return describe({ records, columns, names: names.columns, isOutside, ...found, was, is })
}

function isTree({ shape }: Table): boolean {
  return shape === 'tree'
}

function restOf({ source, hint }: Version): string {
  return fingerprintRest((events) => void parseDocument(source, hint, events))
}

/** The fingerprint of everything that `emit` sends, except times, tokens and totals: equal ones, the same contents. */
function fingerprintRest(emit: (events: Events) => void): string {
  const print = new Fingerprint().start()
  emit({
    open: (step, kind) => void print.add(step).add(kind),
    close: () => void print.add(null),
    scalar(step, value) {
      const text = canonicalText(value)
      const isTransient = text !== null && (isTimeOrToken(text) || isCountName(step))
      print.add(step).add(isTransient ? '' : text)
    },
  })
  const { high, low } = print.finish()
  return `${high} ${low}`
}

function isLarge({ bytes }: Version, { count }: Table): boolean {
  return bytes > MOST_BYTES || count > MOST_RECORDS
}

function commonColumns(before: Table, after: Table): CommonColumn[] {
  const places = new Map(after.names.map((name, at) => [name, at]))
  return before.names.flatMap((name, at) => {
    const place = places.get(name)
    return place === undefined ? [] : { name, before: at, after: place }
  })
}

interface Names {
  /** Not all columns are known. */
  readonly isCut: boolean
  readonly columns?: Pick<DocumentDifference, 'columns'>
}

// Without records there are no columns to compare.
function compareNames(before: Table, after: Table): Names {
  const isCut = before.moreColumns === true || after.moreColumns === true
  if (before.count === 0 || after.count === 0) return { isCut }
  const [had, has] = [new Set(before.names), new Set(after.names)]
  const added = after.names.filter((name) => !had.has(name))
  const removed = before.names.filter((name) => !has.has(name))
  if (added.length + removed.length === 0) return { isCut }
  const few = (names: readonly string[]) => names.slice(0, MOST_NAMES).map(cutText)
  return { isCut, columns: { columns: { added: few(added), removed: few(removed) } } }
}

interface Found {
  readonly match: Match
  readonly cells: CellChanges | undefined
  /** The places of columns that change with every export. */
  readonly volatile: readonly number[]
  /** Whether the order of the records is stated in them: the place of each is a column, and they were sorted in another way. */
  readonly isRanked: boolean
  /** Columns whose values may be those of a list. */
  readonly named: readonly CommonColumn[]
}

function compareRecords(before: Table, after: Table, columns: readonly CommonColumn[]): Found {
  const samples = [takeSample(before, columns, 'before'), takeSample(after, columns, 'after')] as const
  const counters = columns.keys().filter((at) => samples.every((sample) => sample.columns[at]?.isCounter))
  const isTimeOrToken = (at: number) => samples.every((sample) => sample.columns[at]?.isTimeOrToken)
  const transient = new Set(columns.keys().filter(isTimeOrToken))
  const stamps = columns.keys().filter((at) => isStamp(at, ...samples))
  const volatile = new Set(stamps)
  const numbers = new Set(counters)
  const keys: readonly Key[] = before.count === 1 && after.count === 1 ? [[]] : findKeys(columns, ...samples)
  const compare = (wanted: readonly Key[]) => {
    const ignored = new Set([...volatile, ...numbers])
    const compared: Compared = { before, after, columns, ignored, transient }
    const match = matchRecords(compared, wanted)
    const hasExamples = match.key !== undefined && differencesOf(match) > 0
    return { match, ignored, cells: hasExamples ? compareCells(compared, match) : undefined }
  }
  let found = compare(keys)
  const more = findVolatile(found, before.count, transient)
  for (const at of more) volatile.add(at)
  if (more.length > 0 && found.match.key) found = compare([found.match.key])
  const hasDecimals = (at: number) => samples[1].columns[at]?.hasDecimals
  return {
    ...found,
    volatile: [...volatile].sort((a, b) => a - b),
    isRanked: found.match.reordered && numbers.size > 0,
    named: columns.filter((_, at) => !(found.ignored.has(at) || transient.has(at) || hasDecimals(at))),
  }
}

function differencesOf({ added, removed, changed }: Match): number {
  return added + removed + changed
}

/** Whether a column has one time or token in all records, and now another. */
function isStamp(at: number, before: Sample, after: Sample): boolean {
  const [was, is] = [before.columns[at], after.columns[at]]
  if (was?.only === undefined || is?.only === undefined || was.only === is.only) return false
  return was.isTimeOrToken && is.isTimeOrToken && Math.min(before.records, after.records) >= LEAST_RECORDS
}

/** Columns of times or tokens that changed in nearly all records that stayed. */
function findVolatile(
  { match, cells }: Pick<Found, 'match' | 'cells'>,
  records: number,
  transient: ReadonlySet<number>,
): number[] {
  const stayed = records - match.removed
  if (cells === undefined || stayed < LEAST_RECORDS) return []
  return [...cells.counts].flatMap(([at, count]) =>
    count >= stayed * NEARLY_ALL && transient.has(at) ? [at] : [],
  )
}

function describe({
  records,
  columns,
  names,
  isOutside,
  isRanked,
  match,
  cells,
  volatile,
  named,
  was,
  is,
}: Found & {
  readonly records: { readonly before: number; readonly after: number }
  readonly columns: readonly CommonColumn[]
  readonly names: Pick<DocumentDifference, 'columns'> | undefined
  readonly isOutside: boolean
  readonly was: Table
  readonly is: Table
}): DocumentDifference {
  const { key, added, removed, changed, reordered } = match
  const isSame = added + removed + changed === 0
  const nameAt = (at: number) => cutText(columns[at]?.name ?? '')
  const counts = [...(cells?.counts ?? [])].sort(([a, many], [b, few]) => few - many || a - b)
  const values = isSame ? [] : compareValues(was, is, named)
  return {
    kind: names ? 'schema' : isSame && !isOutside && !isRanked ? 'clerical' : 'substantive',
    records: {
      ...records,
      added,
      removed,
      ...(key && { changed }),
      ...(reordered && { reordered: true as const }),
    },
    ...(key && key.length > 0 && { key: key.map(nameAt) }),
    ...names,
    ...(counts.length > 0 && {
      changed: counts.slice(0, MOST_NAMES).map(([at, count]) => ({ column: nameAt(at), records: count })),
    }),
    ...(volatile.length > 0 && { volatile: volatile.slice(0, MOST_NAMES).map(nameAt) }),
    ...(isOutside && { outside: true as const }),
    ...(values.length > 0 && { values }),
    ...(cells && { examples: cells.examples }),
  }
}

const MOST_VALUES = 20
const MOST_CHARS = 80
const MOST_COLUMNS = 10

/** The different values of each column; undefined where they are many, or long, or hardly repeat. */
function valuesOf(
  table: Table,
  columns: readonly CommonColumn[],
  side: Side,
): (ReadonlySet<string> | undefined)[] {
  const sets: (Set<string> | undefined)[] = columns.map(() => new Set<string>())
  table.each((cells) => {
    for (const [at, column] of columns.entries()) {
      const text = cells[column[side]] ?? null
      const set = sets[at]
      if (text === null || set === undefined) continue
      set.add(text)
      if (set.size > MOST_VALUES || text.length > MOST_CHARS) sets[at] = undefined
    }
  })
  return sets.map((set) => (set && set.size * 2 <= table.count ? set : undefined))
}

/** The values that columns with few different ones have gained or lost. */
function compareValues(
  before: Table,
  after: Table,
  columns: readonly CommonColumn[],
): NonNullable<DocumentDifference['values']> {
  const [had, has] = [valuesOf(before, columns, 'before'), valuesOf(after, columns, 'after')]
  return columns
    .flatMap(({ name }, at) => {
      const [was, is] = [had[at], has[at]]
      if (was === undefined || is === undefined || was.size === 0 || is.size === 0) return []
      const [added, removed] = [
        [...is].filter((text) => !was.has(text)),
        [...was].filter((text) => !is.has(text)),
      ]
      return added.length + removed.length === 0 ? [] : { column: cutText(name), added, removed }
    })
    .slice(0, MOST_COLUMNS)
}
