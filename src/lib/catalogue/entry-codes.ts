import { decodeSegment } from '../interface/index.ts'
import { type CodeField, findCodeField, IN_GROUPS } from './code-field.ts'
import { readEntries } from './entries.ts'
import { fieldsOf, type ListField, namePrior, textsOf } from './field.ts'
import { findFamilies } from './items.ts'
import { isOfDatasets, type ListDocument, rootsOf } from './list-document.ts'
import { aroundOf } from './mentions.ts'
import type { ListRecord } from './row.ts'

/** The name of the field with the code of each entry, where no field of the list has them all as they are. */
export const CODE_FIELD = '(code)'

/** One text of each entry, '' if it has none: the value of a field, or a part of it. */
interface Column {
  readonly name: string
  readonly isPart: boolean
  readonly texts: readonly string[]
}

/** A field that may have the codes of some entries of a list. */
export interface EntryField extends CodeField {
  /** Whether its values are parts of texts. */
  readonly isPart: boolean
}

/** How many fields of a list are read, the likeliest first, and how many of these are searched for parts. */
const MOST_READ = 100
const MOST_SPLIT = 8
/** The share of the entries of a list without a known code from which parts of texts are tried; searching them takes long. */
const SHARE_SPLIT = 0.25
/** At most this many columns together have the codes of a list. */
const MOST_TOGETHER = 4
/** Entries may repeat, and have codes that are refused later on. Repeated parts of texts are words rather than codes. */
const WHOLE = { unique: IN_GROUPS.unique, usable: 0.3, prior: 0 }
const PART = { unique: 0.95, prior: 0 }

// Lists with links to datasets need no codes, and single records are read in another way.
function hasEntries(list: ListDocument): boolean {
  return isOfDatasets(list) && !list.isWhole && list.records.length > 1 && list.links.length === 0
}

/** The fields of the records in which a list as it is has known codes. */
function findRead(list: ListDocument, known: ReadonlySet<string>): ReadonlySet<unknown> {
  if (known.size === 0) return new Set()
  const { named } = readEntries(list, { codes: known, field: undefined })
  const entries = named.flatMap(({ family, entries }) => (family.isOdd ? [] : entries))
  const items = entries.flatMap(({ code, item }) => (known.has(code) ? [aroundOf(item).at(-1) ?? item] : []))
  return new Set(items.map(({ value }) => value))
}

/**
 * What may be the codes of the entries that have none of the known ones: the values of their fields, the likeliest first, then parts of
 * these, if many entries have no known code. None if there are fewer than `least` such entries.
 */
export function findEntryFields(list: ListDocument, known: ReadonlySet<string>, least: number): EntryField[] {
  if (!hasEntries(list) || (known.size > 0 && countExact(list, known) >= list.records.length)) return []
  const whole = columnsOf(list)
  const isUnknown = (at: number) => !whole.some(({ texts }) => known.has(texts[at] ?? ''))
  const unknown = [...list.records.keys()].filter(isUnknown)
  if (unknown.length < least) return []
  const read = findRead(list, known)
  const rows = unknown.filter((at) => !read.has(list.records[at]?.fields))
  if (rows.length < least) return []
  const parts = rows.length >= list.records.length * SHARE_SPLIT ? partsOf(whole) : []
  return fieldsIn(list, [...whole, ...parts], rows)
}

/** The fields of a list that may have the codes of its entries as they are, also if they repeat them, the likeliest first. */
export function findWholeFields(list: ListDocument): EntryField[] {
  return hasEntries(list) ? fieldsIn(list, columnsOf(list), [...list.records.keys()]) : []
}

function fieldsIn(
  { operation }: ListDocument,
  columns: readonly Column[],
  rows: readonly number[],
): EntryField[] {
  return columns.flatMap(({ name, isPart, texts }) => {
    const values = rows.flatMap((at) => texts[at] || [])
    const field = { name, values, records: values.length, isOfParts: false }
    const found = values.length < (isPart ? 2 : 1) ? undefined : findCodeField(field, isPart ? PART : WHOLE)
    return found === undefined ? [] : [{ ...found, operation, isPart }]
  })
}

/** Whether a field of a list has one of these codes. */
export function hasAnyOf(list: ListDocument, codes: ReadonlySet<string>): boolean {
  return list.fields.some(({ values }) => values.flat().some((value) => codes.has(value)))
}

/**
 * The refused codes of entries that have one of the other codes as well. A single one may be that of a dataset which the origin lacks, unless
 * it is a number and the others are not.
 */
export function findReplacedCodes(
  list: ListDocument,
  refused: ReadonlySet<string>,
  others: ReadonlySet<string>,
): string[] {
  if (refused.size === 0 || others.size === 0 || !hasEntries(list)) return []
  const whole = columnsOf(list)
  const columns = [...whole, ...partsOf(whole)]
  const replaced = list.records.flatMap((_record, at) => {
    const texts = columns.map((column) => column.texts[at] ?? '')
    return texts.some((text) => others.has(text)) ? texts.filter((text) => refused.has(text)) : []
  })
  const isNumber = (text: string) => /^\d+$/.test(text)
  const areNumbers = replaced.every(isNumber) && ![...others].some(isNumber)
  return replaced.length > 1 || areNumbers ? replaced : []
}

/**
 * The list with the code of each entry in a field of its own, {@link CODE_FIELD}, where several of its fields have known codes of different
 * entries, or where they are parts of texts. Any other list as it is.
 */
export function withEntryCodes(list: ListDocument, known: ReadonlySet<string>): ListDocument {
  const codes = known.size === 0 || !hasEntries(list) ? undefined : findEntryCodes(list, known)
  if (codes === undefined) return list
  const records = list.records.map(({ key, fields }, at): ListRecord => {
    const code = codes[at]
    return { key, fields: code === undefined ? fields : new Map([...fields, [CODE_FIELD, code]]) }
  })
  const families = findFamilies(rootsOf({ shape: list.shape, records }))
  return { ...list, records, fields: fieldsOf(records), families }
}

function findEntryCodes(list: ListDocument, known: ReadonlySet<string>): (string | undefined)[] | undefined {
  const exact = countExact(list, known)
  if (exact >= list.records.length) return undefined
  const whole = columnsOf(list)
  const columns =
    list.records.length - exact >= list.records.length * SHARE_SPLIT ? [...whole, ...partsOf(whole)] : whole
  const codes: (string | undefined)[] = list.records.map(() => undefined)
  // The column that each code was first found in. An entry that repeats has its code there again; elsewhere it may mention another one.
  const taken = new Map<string, Column>()
  // The other values of a column are codes too if most of those that are left are.
  const others: Column[] = []
  let rows = [...codes.keys()]
  const isFree = (text: string, column: Column) => known.has(text) && (taken.get(text) ?? column) === column
  const freeIn = (column: Column) =>
    rows.map((at) => column.texts[at] ?? '').filter((text) => isFree(text, column))
  for (let count = 0; count < MOST_TOGETHER; count++) {
    const found = columns.map((column) => new Set(freeIn(column)).size)
    const most = Math.max(0, ...found)
    const column = columns[found.indexOf(most)]
    if (most === 0 || column === undefined) break
    if (freeIn(column).length * 2 > rows.filter((at) => column.texts[at] !== '').length) others.push(column)
    for (const at of rows) {
      const text = column.texts[at] ?? ''
      if (!isFree(text, column)) continue
      codes[at] = text
      taken.set(text, column)
    }
    rows = rows.filter((at) => codes[at] === undefined)
  }
  const read = () => findRead(list, known).size
  if (taken.size <= exact || list.records.length - rows.length <= read()) return undefined
  return codes.map((code, at) => {
    if (code !== undefined) return code
    const texts = others.flatMap(({ texts }) => texts[at] || [])
    return texts.find((text) => taken.has(text)) ?? texts[0]
  })
}

// How many known codes the field has that has most of them.
function countExact({ fields }: ListDocument, known: ReadonlySet<string>): number {
  const countIn = ({ values }: ListField) => new Set(values.flat().filter((text) => known.has(text))).size
  return Math.max(0, ...fields.map(countIn))
}

// The fields of the records of a list with one text each, the likeliest first.
function columnsOf({ fields, records }: ListDocument): Column[] {
  const likeliest = fields
    .filter(({ values, isOfParts }) => !isOfParts && values.every((value) => typeof value === 'string'))
    .sort((a, b) => namePrior(b.name) - namePrior(a.name) || b.values.length - a.values.length)
    .slice(0, MOST_READ)
  const columns = new Map(likeliest.map(({ name }) => [name, records.map(() => '')]))
  records.forEach(({ fields }, at) => {
    for (const [name, text] of textsOf(fields)) {
      const texts = columns.get(name)
      if (texts?.[at] === '') texts[at] = text
    }
  })
  return [...columns].map(([name, texts]) => ({ name, isPart: false, texts }))
}

/** A longer text is searched for no code. */
const LONGEST = 1000
/** What surrounds a code in a text, and what may also be within a code. */
const AROUND = /[\s,;|:/\\#?&="'`()<>[\]{}«»“”–—]+/u
const WITHIN = /[\s,;|:/\\#?&="'`()<>[\]{}«»“”–—._-]+/gu

// For each column the parts that may be codes: without blanks around, the last and the first word, what not all texts begin or end with, and
// all in lower case, and percent-decoded.
function partsOf(columns: readonly Column[]): Column[] {
  return columns.slice(0, MOST_SPLIT).flatMap(({ name, texts }) => {
    const trimmed = texts.map((text) => (text.length > LONGEST ? '' : text.trim()))
    const words = trimmed.map((text) => text.split(AROUND).filter((word) => word !== ''))
    const last = words.map((some) => some.at(-1) ?? '')
    const first = words.map((some) => some[0] ?? '')
    const parts = [
      trimmed,
      last,
      withoutEnd(last),
      first,
      withoutStart(trimmed),
      withoutEnd(trimmed),
      withoutStart(withoutEnd(trimmed)),
      trimmed.map((text) => text.toLowerCase()),
      trimmed.map((text) => decodeSegment(text) ?? text),
    ]
    const seen = new Set([texts.join('\n')])
    const isNew = (part: readonly string[]) => {
      const key = part.join('\n')
      return !seen.has(key) && seen.add(key)
    }
    return parts.filter(isNew).map((part) => ({ name, isPart: true, texts: part }))
  })
}

// What all texts begin with, up to the end of a separator.
function withoutStart(texts: readonly string[]): readonly string[] {
  const { first, shared } = compareTexts(texts, (text, at) => text.charCodeAt(at))
  const ends = [...first.matchAll(WITHIN)].map((match) => match.index + match[0].length)
  const start = ends.findLast((end) => end <= shared) ?? 0
  return start === 0 ? texts : texts.map((text) => text.slice(start))
}

function withoutEnd(texts: readonly string[]): readonly string[] {
  const { first, shared } = compareTexts(texts, (text, at) => text.charCodeAt(text.length - 1 - at))
  const lengths = [...first.matchAll(WITHIN)].map((match) => first.length - match.index)
  const end = lengths.find((length) => length <= shared) ?? 0
  return end === 0 ? texts : texts.map((text) => text.slice(0, text.length - end))
}

// How many letters all texts share, read from one end.
function compareTexts(texts: readonly string[], letterAt: (text: string, at: number) => number) {
  const [first = '', ...others] = texts.filter((text) => text !== '')
  let shared = others.length === 0 ? 0 : first.length
  for (const text of others) {
    let at = 0
    while (at < shared && letterAt(text, at) === letterAt(first, at)) at++
    shared = at
  }
  return { first, shared }
}
