import {
  type DatasetLink,
  type Format,
  findDatasetLinks,
  LIST_OPERATIONS,
  type ListOperation,
} from '../interface/index.ts'
import {
  type ByteSource,
  cellText,
  eachRecord,
  isBeyondAscii,
  isGarbled,
  isGenericName,
  isMembers,
  isNumeral,
  type Members,
  type ReadRecord,
  recordOfMembers,
  type Shape,
  UnreadableDocument,
  type Value,
  withWords,
} from '../reading/index.ts'
import { bareName, fieldsOf, isTextName, type ListField } from './field.ts'
import {
  type Family,
  findFamilies,
  isPlain,
  isRecord,
  KEY_FIELD,
  type ListItem,
  membersOf,
  pairFields,
  type Root,
  VALUE_FIELD,
} from './items.ts'
import { joinNamedValues, nodesOf, normalize, normalizeFields } from './normalize.ts'
import { type ListRecord, openRows, type SharedTexts, shareTexts } from './row.ts'
import { areCells, sortRecords } from './sort-records.ts'

/** One list in one format: its records, and all links to datasets anywhere in it. */
export interface ListDocument {
  readonly operation: ListOperation
  readonly format: Format
  readonly shape: Shape
  readonly records: readonly ListRecord[]
  readonly links: readonly DatasetLink[]
  /** The fields of its records. */
  readonly fields: readonly ListField[]
  /** All that may be entries of the list, at any depth. */
  readonly families: readonly Family[]
  /** Whether that includes what lies beside the records, where it has fields of theirs, or where there are no records. */
  readonly isWhole: boolean
  /** What is stated of all its entries: the names of what they lie in, and the plain values beside that. */
  readonly stated: readonly { readonly name?: string; readonly value: string }[]
  /** A text that the origin decoded with a wrong charset, if the texts of another format are sound. */
  readonly garbled?: string | undefined
  /** Why it may be one page of several if it has this many entries, however they are counted; undefined if nothing indicates it. */
  findPaging(counts: readonly number[]): string | undefined
}

/** Whether the entries of a list are datasets. */
export function isOfDatasets({ operation }: Pick<ListDocument, 'operation'>): boolean {
  return operation === 'list_datasets' || operation === 'list'
}

/**
 * Memory for all lists together, in characters: the length of each text, plus an overhead. Enough for about 150,000 datasets in four lists;
 * a list that does not fit is rejected.
 */
const MAX_LIST_CHARS = 2 ** 30
const PER_RECORD = 200
const PER_FIELD = 100
const PER_LINK = 200
/** Overhead factor of nested json, where each character may be a list of its own. */
const PER_NESTED = 16

/** The remaining memory for lists that are read together, and their texts. */
interface ListRoom {
  chars: number
  readonly texts: SharedTexts
}

function openRoom(): ListRoom {
  return { chars: MAX_LIST_CHARS, texts: new Map() }
}

function take(room: ListRoom, chars: number): void {
  room.chars -= chars
  if (room.chars >= 0) return
  const what = `more entries than all lists together may have (${MAX_LIST_CHARS} characters, each field counted as ${PER_FIELD} more)`
  throw new UnreadableDocument('large', `The document has ${what}.`)
}

// Something large beside the records must not cost the whole list.
function takeIfSmall(room: ListRoom, value: Value | undefined): Value | undefined {
  if (value === undefined || nestedSize(value) * 2 > room.chars) return undefined
  take(room, nestedSize(value))
  return value
}

function nestedSize(value: Value): number {
  return (cellText(value) ?? '').length * PER_NESTED
}

function sizeOf(fields: ReadRecord): number {
  let size = PER_RECORD
  for (const [name, value] of fields) {
    const isNested = typeof value === 'object' && value !== null && !('numeral' in value)
    const chars = (cellText(value) ?? '').length
    size += PER_FIELD + name.length + (isNested ? chars * PER_NESTED : chars)
  }
  return size
}

/** Reads a complete list, if there is memory for it. Throws UnreadableDocument. */
export function readList(
  operation: ListOperation,
  source: ByteSource,
  { format, charset }: { format: Format; charset?: string },
  room = openRoom(),
): ListDocument {
  const entries: ListRecord[] = []
  const rowOf = openRows(room.texts)
  const hint = { format, charset, list: operation }
  const links: DatasetLink[] = []
  const read = eachRecord(
    source,
    hint,
    (fields, key) => {
      take(room, sizeOf(fields) + (key?.length ?? 0))
      const plain = normalizeFields(fields, operation)
      const own = key === undefined ? plain : new Map([[KEY_FIELD, key], ...plain])
      entries.push({ key, fields: rowOf(own) })
    },
    (text) => {
      for (const link of findDatasetLinks(text)) {
        take(room, PER_LINK + link.code.length)
        links.push(link)
      }
    },
  )
  const all = joinNamedValues(nodesOf(operation, entries, ({ fields }) => fields))
  const mayHaveMore = LISTS.has(read.shape) && !(isOfDatasets({ operation }) && areCells(read.shape, all))
  const own = (value: Value | undefined) => value && shareTexts(normalize(value, operation), room.texts)
  const whole = mayHaveMore ? own(read.readWhole(new Set(all[0]?.fields.keys()))) : undefined
  if (whole !== undefined) take(room, nestedSize(whole))
  const hasRest = whole === undefined && isOfDatasets({ operation })
  const rest = hasRest ? takeIfSmall(room, own(read.readRest())) : undefined
  const { shape, records, others, header } = isOfDatasets({ operation })
    ? sortRecords(read.shape, all, rest)
    : { shape: read.shape, records: withAllBranches(all, read.around.at(-1)), others: [], header: [] }
  return {
    operation,
    format,
    shape,
    records,
    links,
    fields: fieldsOf(records),
    families: findFamilies(
      whole === undefined
        ? [...rootsOf({ shape, records }), ...others, ...besideOf(rest)]
        : [{ value: whole }],
      header,
    ),
    isWhole: whole !== undefined,
    stated: [
      ...read.around.filter((name) => !isGenericName(name)).map((value) => ({ value })),
      ...read.beside,
    ],
    findPaging: read.findPaging,
  }
}

/** A tree of categories or publishers is no deeper. */
const MOST_BRANCHES = 10
const OF_PARENT = /parent|superior|родит|вышестоящ/i
const OF_BRANCHES =
  /child|дочерн|^sub(s|[_ -]?(categ|group|them|topic|section|divi|org|dep|ordin|unit|item|node).*)?$|^под(катег|групп|тем|рубр|раздел|ведом|чин)/i

// A list that has its branches also as records of their own, or repeats one in several others, names each of them once.
function withAllBranches(records: readonly ListRecord[], list: string | undefined): ListRecord[] {
  const known = new Map<string, ReadonlyMap<string, string>[]>()
  const pairsOf = (texts: ReadonlyMap<string, string>) => [...texts].map((pair) => pair.join('\n'))
  const add = (texts: ReadonlyMap<string, string>) => {
    for (const pair of pairsOf(texts)) {
      const ones = known.get(pair)
      if (ones) ones.push(texts)
      else known.set(pair, [texts])
    }
  }
  const parents = findParents(records)
  const trees = records.map((record) => withBranches(record, { list, parents }))
  if (trees.every(({ length }) => length === 1)) return [...records]
  for (const { fields } of records) add(textsByName(fields))
  const isNew = ({ fields }: ListRecord) => {
    const texts = textsByName(fields)
    const [fewest = []] = pairsOf(texts)
      .map((pair) => known.get(pair) ?? [])
      .sort((a, b) => a.length - b.length)
    const isKnown = fewest
      .slice(0, MOST_ALIKE)
      .some((one) => texts.entries().every(([name, text]) => one.get(name) === text))
    if (!isKnown) add(texts)
    return !isKnown
  }
  return trees.flatMap(([record, ...branches]) => (record ? [record, ...branches.filter(isNew)] : []))
}

/** A branch is compared with no more that share its rarest text. */
const MOST_ALIKE = 100

// The fields with what a record belongs to. Several records have the same object there, and none has several.
function findParents(records: readonly ListRecord[]): Set<string> {
  const fields = new Set(records.flatMap((record) => [...record.fields.keys()]))
  return new Set(
    [...fields].filter((field) => {
      const values = records.map((record) => record.fields.get(field)).filter((value) => value !== undefined)
      if (OF_PARENT.test(field) || values.some(Array.isArray)) return OF_PARENT.test(field)
      const objects = values.filter(isMembers).map((value) => cellText(value))
      return new Set(objects).size < objects.length
    }),
  )
}

/** How the records of a list are nested. */
interface Nesting {
  /** The name of the list. */
  readonly list: string | undefined
  /** The fields of parents. */
  readonly parents: ReadonlySet<string>
}

// A category or publisher, and those in it: objects that have most of its texts, in a field that some of them have as well, that has the name
// of their list, or that is named like one of branches. Others, such as its datasets, may have the same texts.
function withBranches(record: ListRecord, nesting: Nesting, depth = MOST_BRANCHES): ListRecord[] {
  const names = new Set(textsByName(record.fields).keys())
  if (depth === 0 || names.size < 2) return [record]
  const isMarked = [...record.fields.keys()].some((name) => name.startsWith('@'))
  const branches = [...record.fields].flatMap(([field, value]) => {
    const objects = [value]
      .flat()
      .filter(isMembers)
      .map(({ members }) => (isMarked ? recordOfMembers(members) : unmarked(members)))
    const isNamed = field === nesting.list || OF_BRANCHES.test(field)
    const isTree = !nesting.parents.has(field) && (isNamed || objects.some((one) => one.has(field)))
    const isAlike = (one: ReadRecord) => names.intersection(textsByName(one)).size * 2 > names.size
    return isTree ? objects.filter(isAlike) : []
  })
  return [
    record,
    ...branches.flatMap((fields) => withBranches({ key: undefined, fields }, nesting, depth - 1)),
  ]
}

// An element in another one with its attributes named as in the records of a list, without their mark.
function unmarked(members: Members['members']): ReadRecord {
  return recordOfMembers(membersOf({ value: { members }, label: undefined, around: undefined }))
}

function textsByName(fields: ReadRecord): Map<string, string> {
  const textOf = (value: Value) =>
    typeof value === 'string' || isNumeral(value) ? (cellText(value) ?? undefined) : undefined
  const innerOf = (value: Value) =>
    isMembers(value)
      ? value.members.find(([name, inner]) => isTextName(name) && textOf(inner) !== undefined)
      : undefined
  return new Map(
    [...fields].flatMap(([name, value]): [string, string][] => {
      const text = textOf(value) ?? textOf(innerOf(value)?.[1] ?? null)
      return text === undefined ? [] : [[bareName(name), text]]
    }),
  )
}

/** Whether the records of a list are in groups by key: `{"Transport": [{…}, {…}]}`. Then a key repeats. */
export function isByGroup({ shape, records }: Pick<ListDocument, 'shape' | 'records'>): boolean {
  return shape === 'keyed' && new Set(records.map(({ key }) => key)).size < records.length
}

/** The records of a list as what may be its entries. */
export function rootsOf(list: Pick<ListDocument, 'shape' | 'records'>): Root[] {
  const isKey = !isByGroup(list)
  return list.records.map(({ key, fields }) => ({
    value: fields,
    ...(key !== undefined && { label: key, isKey }),
  }))
}

function besideOf(value: Value | undefined): Root[] {
  return value === undefined ? [] : [{ value, place: 'beside' }]
}

/** Shapes of lists beside which there may be others. */
const LISTS: ReadonlySet<Shape> = new Set([
  'objects',
  'elements',
  'values',
  'keyed',
  'single',
  'tree',
  'rows',
])

// Values in an object may be those of a field of the only entry, `{"title": "Transport", "related": ["Roads", "Rail"]}`.
function withValues(document: ListDocument): ListDocument[] {
  const own = document.stated.flatMap(({ name, value }) =>
    name === undefined ? [] : [[name, value] as const],
  )
  const field = document.stated.findLast(({ name }) => name === undefined)?.value
  if (own.length === 0 || field === undefined) return []
  const values = document.records.flatMap(({ fields }) => [...fields.values()])
  const records = [{ key: undefined, fields: new Map<string, Value>([...own, [field, values]]) }]
  return [{ ...document, shape: 'single', records, fields: fieldsOf(records) }]
}

/**
 * A single record may also be what is around the entries, `{"name": "Topics", "topics": [{…}]}`, or a keyed list of them,
 * `{"roads": "Roads of 2024"}`; a list of values may be a field of the only entry. Returns these other readings, the outermost first. Only
 * another list can show which one is right.
 */
export function findOtherReadings(document: ListDocument): ListDocument[] {
  if (document.shape === 'values') return withValues(document)
  if (document.records.length > 1) return []
  return document.families.flatMap(({ kind, items }) => {
    const records = items.flatMap((item) => recordsOf(kind, item))
    const isSame = kind === 'objects' && items.some(isRecord)
    return isSame || records.length === 0
      ? []
      : [{ ...document, shape: INNER_SHAPES[kind], records, fields: fieldsOf(records) }]
  })
}

const INNER_SHAPES = { objects: 'objects', values: 'values', pairs: 'keyed' } as const

function recordsOf(kind: Family['kind'], item: ListItem): ListRecord[] {
  if (kind === 'objects') return [{ key: undefined, fields: recordOfMembers(membersOf(item)) }]
  if (kind === 'values')
    return textsOfArray(item).map((text) => ({ key: undefined, fields: new Map([[VALUE_FIELD, text]]) }))
  const pairs = membersOf(item).filter(([, value]) => [value].flat().some((one) => cellText(one)?.trim()))
  return pairs.map(([key, value]) => ({ key, fields: pairFields(key, value) }))
}

function textsOfArray({ value }: ListItem): string[] {
  return Array.isArray(value) ? value.filter(isPlain).flatMap((one: Value) => cellText(one) ?? []) : []
}

/** A list as stored in a snapshot. */
interface StoredList {
  readonly operation: ListOperation
  readonly format: Format
  readonly charset?: string
  readonly source: ByteSource
}

const ORDER: readonly Format[] = ['json', 'xml', 'html']

/**
 * Reads all lists, json before xml before html, those of a format in the order of their operations, sound ones before garbled ones.
 * Unreadable ones are left out, and `onRefused` is called with the list and the reason.
 */
export function readLists<List extends StoredList>(
  lists: readonly List[],
  onRefused: (list: List, error: UnreadableDocument) => void = () => {},
): ListDocument[] {
  const room = openRoom()
  const documents = lists
    .toSorted(
      (a, b) =>
        ORDER.indexOf(a.format) - ORDER.indexOf(b.format) ||
        LIST_OPERATIONS.indexOf(a.operation) - LIST_OPERATIONS.indexOf(b.operation),
    )
    .flatMap((list) => {
      const { operation, source, format, charset } = list
      const before = room.chars
      try {
        return [readList(operation, source, { format, ...(charset && { charset }) }, room)]
      } catch (error) {
        if (!(error instanceof UnreadableDocument)) throw error
        room.chars = before
        onRefused(list, error)
        return []
      }
    })
  return markGarbled(documents)
}

interface Compared {
  readonly operation: string
  readonly fields: readonly ListField[]
  readonly garbled?: string | undefined
}

/** Texts of a list that are compared with another format. */
const MOST_TEXTS = 200
/** With fewer texts of question marks, they may be meant. */
const LEAST_LOST = 3
const LOST = /\?{3}|\uFFFD/

/**
 * The lists, with an example for each whose texts the origin decoded with a wrong charset while those of another format of the list are
 * sound. Sound formats come first.
 */
export function markGarbled<List extends Compared>(documents: readonly List[]): List[] {
  const marked = documents.map((list) => {
    const others = documents.filter((other) => other.operation === list.operation && other !== list)
    const garbled = others.length === 0 ? undefined : findGarbled(list, others)
    return garbled === undefined ? list : { ...list, garbled }
  })
  return marked.toSorted((a, b) => Number(a.garbled !== undefined) - Number(b.garbled !== undefined))
}

function findGarbled(list: Compared, others: readonly Compared[]): string | undefined {
  const own = textsOfList(list).filter((text) => isBeyondAscii(text) || LOST.test(text))
  const sample = [...new Set(own)].slice(0, MOST_TEXTS)
  if (sample.length === 0) return undefined
  const lost = sample.filter((text) => LOST.test(text))
  const isLost = lost.length >= LEAST_LOST && lost.length * 2 > sample.length
  for (const other of others) {
    const texts = textsOfList(other)
    const known = new Set(texts)
    const unknown = sample.filter((text) => !known.has(text))
    if (unknown.length * 2 < sample.length) continue
    if (isLost && texts.some(isBeyondAscii) && !texts.some((text) => LOST.test(text))) return lost[0]
    if (isGarbled(withWords(texts), withWords(sample))) return unknown[0]
  }
  return undefined
}

function textsOfList({ fields }: Compared): string[] {
  return fields.flatMap(({ values }) => values.flat())
}
