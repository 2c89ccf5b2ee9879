import { cellText, isMembers, type ReadRecord, type Value } from '../reading/index.ts'

/** One field of a list with its values. */
export interface ListField {
  readonly name: string
  /** One item for each record that has the field: its value, or an array if it has several. An array for each single value would double the memory. */
  readonly values: readonly (string | readonly string[])[]
  /** Number of records of the list, including those without this field. */
  readonly records: number
  /** Whether it is a field of objects in a list within a record. */
  readonly isOfParts: boolean
}

interface Column {
  readonly name: string
  readonly values: (string | string[])[]
  /** Position of the last record with a value. */
  last: number
  isOfParts: boolean
  readonly members: Map<string, Column>
}

/** Members of nested objects are fields down to this depth, as `relationships.category.data.id` of JSON:API; what is deeper is none. */
const MOST_DEPTH = 6

/**
 * The fields of a list, in order of appearance. Members of nested objects are fields of their own (`oiv.code`); an array of plain values is
 * one field with several values; an array of objects gives one field per member (`categories.id`).
 */
export function fieldsOf(records: readonly { readonly fields: ReadRecord }[]): ListField[] {
  const found: Column[] = []
  const top = new Map<string, Column>()
  records.forEach(({ fields }, at) => {
    for (const [name, value] of fields)
      addValue(columnOf(top, name, name), value, { depth: MOST_DEPTH, at, found, isOfParts: false })
  })
  const merged = new Map<string, Column>()
  for (const column of found) {
    // `a.b` may be a member of `a`, or a name of its own.
    const same = merged.get(column.name)
    if (same === undefined) merged.set(column.name, column)
    else same.values.push(...column.values)
  }
  return [...merged.values()].map(({ name, values, isOfParts }) => ({
    name,
    values,
    records: records.length,
    isOfParts,
  }))
}

function columnOf(columns: Map<string, Column>, key: string, name: string): Column {
  const known = columns.get(key)
  if (known !== undefined) return known
  const column: Column = { name, values: [], last: -1, isOfParts: false, members: new Map() }
  columns.set(key, column)
  return column
}

interface Place {
  /** How many more levels are read. */
  readonly depth: number
  /** Position of the record. */
  readonly at: number
  readonly found: Column[]
  readonly isOfParts: boolean
}

function addValue(column: Column, value: Value, place: Place): void {
  const { at, found } = place
  const inner = { ...place, depth: place.depth - 1 }
  if (Array.isArray(value)) {
    if (place.depth > 0)
      for (const item of value)
        addValue(column, item, isMembers(item) ? { ...inner, isOfParts: true } : inner)
  } else if (isMembers(value)) {
    if (place.depth > 0)
      for (const [member, one] of value.members) {
        const own = columnOf(column.members, member, nameIn(column.name, member))
        addValue(own, one, inner)
      }
  } else {
    const text = cellText(value)
    if (text === null || text.trim() === '') return
    if (column.values.length === 0) found.push(column)
    const before = column.last === at ? column.values.at(-1) : undefined
    if (typeof before === 'string') column.values[column.values.length - 1] = [before, text]
    else if (before) before.push(text)
    else column.values.push(text)
    column.last = at
    column.isOfParts ||= place.isOfParts
  }
}

// The text of an element with attributes has the name of the element: `<title lang="en">` is `title` and `title.@lang`.
function nameIn(field: string, member: string): string {
  return member === '#text' ? field : `${field}.${member}`
}

/** Whether a member of an object is its text, as converters from xml and JSON-LD name it. */
export function isTextName(name: string): boolean {
  return TEXT_NAMES.has(name)
}

const TEXT_NAMES: ReadonlySet<string> = new Set(['#text', '$', '$t', '_text', '_', '@value'])

/** The name of a field without prefixes of namespaces, its mark as an attribute, and names of texts: `ns2:title.$` is `title`. */
export function bareName(name: string): string {
  const steps = name.split('.')
  const own = steps.length > 1 && isTextName(steps.at(-1) ?? '') ? steps.slice(0, -1) : steps
  const bare = own.map((step) => step.replace(/^[\p{L}_][\p{L}\p{N}_-]*:(?=.)/u, '')).join('.')
  return bare.replace(/^@/, '')
}

/** What a reference into the same document names, as `#edu` does (RFC 3986, 4.4). A number after the sign is a rank or that of an issue. */
export function targetOf(text: string): string | undefined {
  if (!text.startsWith('#')) return undefined
  const target = text.slice(1)
  return Number.isNaN(Number(target)) ? target : undefined
}

/** The values of a field of one record, by the name that {@link fieldsOf} gives it. */
export function valuesOf(record: ReadRecord, name: string): string[] {
  if (isOfKeys(name)) return keysByField(record).get(name) ?? []
  const values: string[] = []
  // A loop, as this is called for every record of a list, several times.
  for (const [field, value] of record)
    if (name === field || name.startsWith(`${field}.`))
      for (const [own, text] of flatten(field, value, MOST_DEPTH)) if (own === name) values.push(text)
  return values
}

/** All values of one record with the names that {@link fieldsOf} gives them. */
export function textsOf(record: ReadRecord): (readonly [string, string])[] {
  return [...record].flatMap(([field, value]) => flatten(field, value, MOST_DEPTH))
}

function flatten(name: string, value: Value, depth: number): (readonly [string, string])[] {
  if (Array.isArray(value)) return depth === 0 ? [] : value.flatMap((item) => flatten(name, item, depth - 1))
  if (isMembers(value))
    return depth === 0
      ? []
      : value.members.flatMap(([member, inner]) => flatten(nameIn(name, member), inner, depth - 1))
  const text = cellText(value)
  return text === null || text.trim() === '' ? [] : [[name, text]]
}

/** The name of a field with the keys of an object that has a plain value for each, `{"themes": {"t": "Transport"}}`. */
const KEYS_OF = '.(key)'
/** A value that says that its key does not apply. */
const DENIED = /^(0|false|no|n|нет|-)?$/i

/** The fields of the keys of objects in some records. What lies in an object of plain values may be fields of it as well. */
export function keyFieldsOf(records: readonly { readonly fields: ReadRecord }[]): ListField[] {
  const found = new Map<string, (readonly string[])[]>()
  for (const { fields } of records)
    for (const [name, keys] of keysByField(fields)) {
      const values = found.get(name)
      if (values) values.push(keys)
      else found.set(name, [keys])
    }
  return [...found].map(([name, values]) => ({ name, values, records: records.length, isOfParts: false }))
}

/** Whether a name is that of the keys of an object. */
function isOfKeys(name: string): boolean {
  return name.endsWith(KEYS_OF)
}

/** The name of the object whose keys a field has. */
export function objectOf(name: string): string {
  return name.slice(0, -KEYS_OF.length)
}

function keysByField(record: ReadRecord): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const [field, value] of record)
    if (typeof value === 'object' && value !== null) addKeys(field, value, MOST_DEPTH, found)
  return found
}

function addKeys(name: string, value: Value, depth: number, found: Map<string, string[]>): void {
  if (depth === 0) return
  if (Array.isArray(value)) for (const item of value) addKeys(name, item, depth - 1, found)
  if (!isMembers(value)) return
  const texts = value.members.map(([key, inner]) => [key, isMembers(inner) ? null : cellText(inner)] as const)
  const keys = texts.flatMap(([key, text]) => (text === null || DENIED.test(text.trim()) ? [] : [key]))
  if (keys.length > 0) found.set(name + KEYS_OF, [...(found.get(name + KEYS_OF) ?? []), ...keys])
  for (const [key, inner] of value.members) addKeys(nameIn(name, key), inner, depth - 1, found)
}

// Names in the languages of known portals. They only order the candidates, and never decide.
const NAMES: readonly (readonly [RegExp, number])[] = [
  [/^(dataset[_ -]?code|код[_ ]набора.*)$/i, 6],
  [/^(code|dataset[_ -]?id|код)$/i, 5],
  [/^(id|identifier|slug|key|идентификатор|ид)$/i, 4],
  [/(^|[_ .-])(code|id|slug|key|identifier|код|ид|идентификатор)$/i, 2],
]

/** The prior of a name that codes have themselves; a code may end with a word such as `id` as well. */
export const OWN_NAME = 4

/** How likely its name alone makes a field that of codes; 0 if it does not. */
export function namePrior(name: string): number {
  return NAMES.find(([pattern]) => pattern.test(name))?.[1] ?? 0
}
