import { cellText, isMembers, type Members, type ReadRecord, type Value } from '../reading/index.ts'
import { isPlain } from './items.ts'
import type { ListRecord } from './row.ts'

/** The member with the value, as in SPARQL 1.1 Query Results JSON Format, 3.2.2, and in JSON-LD. */
const VALUE = /^@?value$/i
/** Members that state only what kind of value it is. */
const OF_KIND = /^(@?type|datatype|((xml:|@)?lang(uage)?))$/i
/** What is nested deeper stays as it is. */
const MOST_LEVELS = 100

/** The fields of a record, unboxed. */
export function unboxFields(fields: ReadRecord): ReadRecord {
  if (fields.values().every(isPlain)) return fields
  return new Map(fields.entries().map(([name, value]) => [name, unbox(value, MOST_LEVELS)]))
}

/** A value with plain values in place of the objects that state nothing but one and its kind: `{"type": "literal", "value": "bus"}`. */
export function unboxed(value: Value | undefined): Value | undefined {
  return value === undefined ? undefined : unbox(value, MOST_LEVELS)
}

function unbox(value: Value, levels: number): Value {
  if (levels === 0) return value
  if (Array.isArray(value)) return value.map((item) => unbox(item, levels - 1))
  if (!isMembers(value)) return value
  return boxedIn(value) ?? { members: value.members.map(([name, one]) => [name, unbox(one, levels - 1)]) }
}

function boxedIn({ members }: Members): Value | undefined {
  const own = members.filter(([name]) => VALUE.test(name))
  const isBox = members.every(([name, value]) => isPlain(value) && (VALUE.test(name) || OF_KIND.test(name)))
  return isBox && own.length === 1 ? own[0]?.[1] : undefined
}

/** The member of a pair with the name. */
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
