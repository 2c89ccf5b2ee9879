import { TEXT } from '../events.ts'
import { isNaming } from '../find/candidates.ts'
import { isGeometryElement } from '../geography/elements.ts'
import type { OpenedDocument } from '../opened-document.ts'
import type { Members, ReadRecord, Value } from '../types.ts'
import { cellText, isMembers, isNested, recordOfMembers } from '../value.ts'
import { skipHeading } from './heading.ts'
import { Names } from './reader.ts'

/** Objects with more different names are dictionaries. */
const MOST_NAMES = 200
/** The least share of the members that all objects of a column could have together. Dictionaries have few in common. */
const LEAST_FILLED = 0.2
/** Objects of a smaller share of the records have at most this many members as columns: more would be nearly empty. */
const LEAST_WITH = 0.05
const MOST_RARE = 5
/** Members of a geometry (RFC 7946, 3.1), which is one value. */
const OF_GEOMETRY = new Set(['coordinates', 'geometries', 'arcs'])
/** An object with fewer members describes a part of a record. */
const LEAST_AROUND = 4
/** Objects in objects of records. */
const MOST_LEVELS = 3
/** The member with the value of a name beside it. */
const VALUE = /^(?:@?(?:value|val|v|значение)|#text)$/i

/** What the values of one column, or of one member, are. */
class Nested {
  objects = 0
  /** Texts beside objects: those of elements, some of which have attributes. */
  texts = 0
  /** Lists, numbers and truth values. */
  others = 0
  /** How many members there are. */
  count = 0
  /** Whether a member has another value than a column of the record with the same name. */
  hasOther = false
  readonly members = new Map<string, Nested>()

  add(written: Value, levels: number): void {
    const value = withPairs(written)
    if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return
    if (!isMembers(value)) {
      if (typeof value === 'string') this.texts++
      else this.others++
      return
    }
    this.objects++
    if (levels === 0 || this.members.size > MOST_NAMES) return
    for (const [name, member] of recordOfMembers(value.members)) {
      this.count++
      const own = this.members.get(name) ?? new Nested()
      this.members.set(name, own)
      own.add(member, levels - 1)
    }
  }

  /** Whether the members are columns. `records`: how many could have such an object. */
  isRecord(records: number): boolean {
    const { size } = this.members
    if (this.objects === 0 || this.others > 0 || size === 0 || size > MOST_NAMES) return false
    if (size > MOST_RARE && this.objects < records * LEAST_WITH) return false
    if (this.texts > 0 && !this.members.has(TEXT)) return false
    return (
      this.count >= this.objects * size * LEAST_FILLED &&
      !this.members.keys().some((name) => OF_GEOMETRY.has(name) || isGeometryElement(name))
    )
  }
}

/** Where the value of a column is: the names from the record to it. */
interface Path {
  readonly name: string
  readonly members: ReadonlyMap<string, Path> | undefined
}

/**
 * Visits the records of a document as rows of plain values: an object, or a list of names with a value each, is replaced by its members, named
 * `address.street`, if those of other records have the same members. If one object has more members than there are columns beside it, and none of them has another value under the
 * same name, it is taken for the record itself: its members have their own names. Everything else stays one value. Returns the first record, if it
 * is a second row of the heading, and therefore not visited.
 */
export function eachRow(opened: OpenedDocument, visit: (record: ReadRecord) => void): ReadRecord | undefined {
  const nested = new NestedColumns()
  if (opened.hasObjects) opened.each((record) => nested.add(record))
  const flatten = nested.finish()
  const rows = skipHeading(visit)
  opened.each((record) => rows.add(flatten?.(record) ?? record))
  return rows.end()
}

/** Finds the objects in records whose members are columns. Takes every record first. */
class NestedColumns {
  readonly #columns = new Map<string, Nested>()
  #records = 0

  add(record: ReadRecord): void {
    this.#records++
    for (const [name, value] of record) {
      const column = this.#columns.get(name) ?? new Nested()
      this.#columns.set(name, column)
      column.add(value, MOST_LEVELS)
      const object = withPairs(value)
      column.hasOther ||= isMembers(object) && object.members.some((member) => isOther(member, name, record))
    }
  }

  /** The function that turns records into flat ones; undefined if there are no such objects. */
  finish(): ((record: ReadRecord) => ReadRecord) | undefined {
    const nested = [...this.#columns].filter(([, column]) => column.isRecord(this.#records))
    if (nested.length === 0) return undefined
    const around = nested.find((one) => this.#isAround(one))?.[0]
    const replaced = new Map(nested)
    const taken = new Names(this.#columns.keys().filter((name) => !replaced.has(name)))
    const paths = new Map(
      nested.map(([name, column]) => [name, pathsOf(name, column, taken, name === around)]),
    )
    return (record) => flatten(record, paths)
  }

  #isAround([, { members, hasOther }]: readonly [string, Nested]): boolean {
    const { size } = members
    return size >= LEAST_AROUND && size > this.#columns.size - 1 && !hasOther
  }
}

/**
 * Names with a value each, `[{"name": "height", "value": 3}]`, or one element with its name in an attribute, as the object that they stand for. Any
 * other value unchanged.
 */
function withPairs(value: Value): Value {
  const pairs = (Array.isArray(value) ? (value as readonly Value[]) : [value]).map(pairOf)
  const isAlone = !Array.isArray(value) && !(isMembers(value) && value.members[0]?.[0].startsWith('@'))
  if (isAlone || pairs.length === 0 || pairs.includes(undefined)) return value
  return { members: pairs.filter((pair) => pair !== undefined) }
}

function pairOf(item: Value): Members['members'][number] | undefined {
  const [one, other, ...more] = isMembers(item) ? item.members : []
  if (one === undefined || other === undefined || more.length > 0) return undefined
  const [named, valued] = isNaming(one[0]) ? [one, other] : [other, one]
  const isPair = isNaming(named[0]) && VALUE.test(valued[0]) && !isNested(valued[1])
  return isPair && typeof named[1] === 'string' ? [named[1], valued[1]] : undefined
}

/** Whether a member of an object has another value than the column of the record with its name. */
function isOther([name, value]: readonly [string, Value], object: string, record: ReadRecord): boolean {
  const beside = name === object ? undefined : record.get(bareName(name))
  return beside !== undefined && cellText(beside) !== cellText(value)
}

function pathsOf(
  name: string,
  { members, objects }: Nested,
  taken: Names,
  isAround: boolean,
): Map<string, Path> {
  return new Map(
    [...members].map(([member, own]): [string, Path] => {
      const wanted = isAround ? bareName(member) : nameIn(name, member)
      const isNested = own.isRecord(objects)
      const column = isNested ? wanted : taken.take(wanted)
      return [member, { name: column, members: isNested ? pathsOf(column, own, taken, false) : undefined }]
    }),
  )
}

function nameIn(name: string, member: string): string {
  return member === TEXT ? name : `${name}.${bareName(member)}`
}

/** The name of an attribute without its `@`. */
function bareName(member: string): string {
  return member.replace(/^@/, '')
}

function flatten(record: ReadRecord, paths: ReadonlyMap<string, ReadonlyMap<string, Path>>): ReadRecord {
  const flat = new Map<string, Value>()
  for (const [name, value] of record) {
    const members = paths.get(name)
    if (members === undefined) flat.set(name, value)
    else addMembers(flat, value, members)
  }
  return flat
}

function addMembers(flat: Map<string, Value>, value: Value, paths: ReadonlyMap<string, Path>): void {
  const object = withPairs(value)
  const own: Members['members'] = isMembers(object) ? object.members : [[TEXT, object]]
  for (const [name, member] of recordOfMembers(own)) {
    const path = paths.get(name)
    if (path === undefined) continue
    if (path.members === undefined) flat.set(path.name, member)
    else addMembers(flat, member, path.members)
  }
}
