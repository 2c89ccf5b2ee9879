import type { ListOperation } from '../interface/index.ts'
import {
  cellText,
  findBoxed,
  isMembers,
  type Members,
  type ReadRecord,
  type Value,
} from '../reading/index.ts'
import { isPlain } from './items.ts'
import type { ListRecord } from './row.ts'

/** What is nested deeper stays as it is. */
const MOST_LEVELS = 100

/** The types of the entries of a list in JSON-LD, by its operation: of DCAT 3, SKOS, FOAF, schema.org. */
const TYPES: Readonly<Record<ListOperation, RegExp>> = {
  list: /dataset(series)?$/i,
  list_datasets: /dataset(series)?$/i,
  list_categories: /(concept|category)$/i,
  list_oivs: /(agent|organi[sz]ation)$/i,
}

/**
 * The nodes of a graph that are entries of a list, where every node has a type: the catalogue, publishers and files may be among them. All
 * items where one that is no entry has entries in it.
 */
export function nodesOf<Item>(
  operation: ListOperation,
  items: readonly Item[],
  membersOf: (item: Item) => Iterable<readonly [string, Value]>,
): readonly Item[] {
  const [first] = items
  if (first === undefined || typesIn(membersOf(first)).length === 0) return items
  const isOfList = (types: readonly Value[]) =>
    types.some((type) => typeof type === 'string' && TYPES[operation].test(type))
  const nodes = items.map((item) => ({ item, types: typesIn(membersOf(item)) }))
  const entries = nodes.filter(({ types }) => isOfList(types))
  const hasEntries = ({ item }: { item: Item }) =>
    [...membersOf(item)]
      .flatMap(([, value]) => value)
      .some((one) => isMembers(one) && isOfList(typesIn(one.members)))
  const isGraph = entries.length > 0 && nodes.every(({ types }) => types.length > 0)
  return isGraph && !nodes.some((node) => !isOfList(node.types) && hasEntries(node))
    ? entries.map(({ item }) => item)
    : items
}

function typesIn(members: Iterable<readonly [string, Value]>): readonly Value[] {
  for (const [name, value] of members) if (name === '@type') return [value].flat()
  return []
}

/** The fields of a record, with plain values in place of boxes, and members of elements under their own names. */
export function normalizeFields(fields: ReadRecord, operation: ListOperation): ReadRecord {
  if (fields.values().every(isPlain)) return fields
  const named = membersOfElement([...fields])
  return new Map(named.map(([name, value]) => [name, normalize(value, operation)]))
}

/**
 * A value with plain values in place of the objects that state nothing but one and its kind: `{"type": "literal", "value": "bus"}`; of the
 * nodes of a graph, with those that are entries of the list.
 */
export function normalize(value: Value, operation: ListOperation, levels = MOST_LEVELS): Value {
  if (levels === 0) return value
  const inner = (one: Value) => normalize(one, operation, levels - 1)
  if (Array.isArray(value)) return nodesOf(operation, rowsIn(value), membersIn).map(inner)
  if (!isMembers(value)) return value
  const members = membersOfElement(value.members)
  return boxedIn(value) ?? { members: members.map(([name, one]) => [name, inner(one)]) }
}

/** Where converters from xml put the attributes of an element. */
const ATTRIBUTES = /^(@attributes|_attributes|\$)$/

// The members of an element as those of a record.
function membersOfElement(members: Members['members']): Members['members'] {
  const own = members.filter(([name]) => !ATTRIBUTES.test(name))
  const attributes = members.flatMap(([name, value]) => (ATTRIBUTES.test(name) ? membersIn(value) : []))
  const names = new Set(own.map(([name]) => name))
  const isPlainObject = attributes.length > 0 && attributes.every(([, value]) => isPlain(value))
  if (!isPlainObject || attributes.some(([name]) => names.has(name))) return typedIn(members) ?? members
  return [...attributes, ...own]
}

/** Names of elements that state only the type of what is in them. */
const OF_TYPE =
  /^(str(ing)?|text|int(eger)?|long|float|double|decimal|number|bool(ean)?|date|datetime|arr(ay)?|list|lst)$/i

// Elements of xml that are named by the types of their values, with their own names as attributes, as in answers of Solr.
function typedIn(all: Members['members']): Members['members'] | undefined {
  const members = all.filter(([name]) => !name.startsWith('@'))
  if (members.length === 0 || !members.every(([name]) => OF_TYPE.test(name))) return undefined
  const named = members.flatMap(([, value]) => [value].flat()).map((one) => namedElement(one))
  const names = new Set(named.map((one) => one?.[0]))
  return names.size === named.length && named.every((one) => one !== undefined) ? named : undefined
}

function namedElement(value: Value): readonly [string, Value] | undefined {
  const name = membersIn(value).find(([own]) => own === '@name')?.[1]
  const inner = membersIn(value).filter(([own]) => !own.startsWith('@'))
  if (typeof name !== 'string') return undefined
  const isList = inner.every(
    ([own, one]) => (own === '#text' || OF_TYPE.test(own)) && [one].flat().every(isPlain),
  )
  if (!isList) return [name, { members: inner }]
  const texts = inner.flatMap(([, one]) => one)
  return [name, texts.length === 1 ? (texts[0] ?? null) : texts]
}

function membersIn(value: Value): Members['members'] {
  return isMembers(value) ? value.members : []
}

// Rows of boxes, where each is an object with nothing else: `{"c": [{"v": "bus"}, {"v": "Bus stops"}]}`.
function rowsIn(items: readonly Value[]): readonly Value[] {
  const rows = items.map((item) => (membersIn(item).length === 1 ? membersIn(item)[0] : undefined))
  const name = rows[0]?.[0]
  const cells = rows.flatMap((row) => (row?.[0] === name && Array.isArray(row?.[1]) ? [row[1]] : []))
  const isBoxed = (cell: Value) => cell === null || (isMembers(cell) && boxedIn(cell) !== undefined)
  return cells.length === items.length && cells.every((row) => row.every(isBoxed)) ? cells : items
}

function boxedIn({ members }: Members): Value | undefined {
  const boxed = members.every(([, value]) => isPlain(value)) && findBoxed(members.map(([name]) => name))
  return boxed ? members.find(([name]) => name === boxed)?.[1] : undefined
}

/** The member of a pair with the value, and that with the name. */
const VALUE = /^@?value$/i
const NAMING = /^(name|key|field|property|attribute|column)$/i

/**
 * Entries of a list, with an object in place of each list of names and values, `[{"name": "title", "value": "Bus"}, …]`, if most of its names
 * recur in other entries with other values. Codes and titles of categories recur with the same ones.
 */
export function joinNamedValues(entries: readonly ListRecord[]): readonly ListRecord[] {
  const found = new Map<string, Map<string, Set<string>>>()
  for (const { fields } of entries)
    for (const [field, value] of fields)
      for (const [name, own] of namedIn(value) ?? []) {
        const names = found.get(field) ?? new Map<string, Set<string>>()
        found.set(field, names)
        const texts = names.get(name) ?? new Set()
        names.set(name, texts)
        if (texts.size < 2) texts.add(cellText(own) ?? '')
      }
  const isDifferent = (names: ReadonlyMap<string, ReadonlySet<string>>) =>
    names
      .values()
      .filter((texts) => texts.size > 1)
      .toArray().length *
      2 >
    names.size
  const joined = new Set(
    found
      .entries()
      .filter(([, names]) => isDifferent(names))
      .map(([field]) => field),
  )
  if (joined.size === 0) return entries
  const join = (field: string, value: Value): Value => {
    const members = joined.has(field) ? namedIn(value) : undefined
    return members === undefined ? value : { members }
  }
  return entries.map(({ key, fields }) => ({
    key,
    fields: new Map(fields.entries().map(([field, value]) => [field, join(field, value)])),
  }))
}

function namedIn(value: Value): Members['members'] | undefined {
  if (!Array.isArray(value) || value.length < 2) return undefined
  const members: (readonly [string, Value])[] = []
  for (const item of value as readonly Value[]) {
    if (!isMembers(item) || item.members.length !== 2) return undefined
    const name = item.members.find(([member]) => NAMING.test(member))?.[1]
    const own = item.members.find(([member]) => VALUE.test(member))
    if (typeof name !== 'string' || own === undefined) return undefined
    members.push([name, own[1]])
  }
  return new Set(members.map(([name]) => name)).size === members.length ? members : undefined
}
