import { type Members, type ReadRecord, recordOfMembers, type Value } from '../reading/index.ts'
import { KEY_FIELD, type ListDocument, type ListRecord, VALUE_FIELD } from './list-document.ts'

/** What is nested deeper is no list of datasets. */
const MOST_LEVELS = 12
/** Fields of groups that an entry is given. More are no description of a group. */
const MOST_GROUP_FIELDS = 16
/** Values of all readings of one list together, about 100 bytes each: enough for 50,000 datasets of eight fields. */
const MOST_VALUES = 1_000_000
const GROUP_FIELD = '(group)'

/** Whether a field of a nested reading is one of what its entries lie in: `title (group)`, or its name alone. */
export function isGroupField(name: string): boolean {
  return name.endsWith(GROUP_FIELD)
}

/**
 * Other readings of a list whose entries may lie within its records, or in several lists beside each other, as where datasets are listed by
 * category: `{"Transport": [{"code": …}], "Health": […]}`, `[{"title": "Transport", "datasets": […]}]` or elements within elements. Each
 * has the objects and values that lie under one name, or under different names at one depth, the longest first. Fields of what an entry
 * lies in are named `title (group)`. Which of them is meant, if any, only the origin's answers or another list can tell. None where they
 * would have too many values: the objects within large records are parts of datasets more often than datasets.
 */
export function findNestedReadings(document: ListDocument): ListDocument[] {
  if (document.format === 'html' || document.isNested) return []
  const families: Families = { records: new Map(), values: 0 }
  const top: Place = { depth: 0, name: undefined, groups: new Map() }
  if (document.whole !== undefined) visitItem(document.whole, top, families)
  else for (const { fields } of document.records) visitFields(fields, top, families)
  if (isFull(families)) return []
  return [...families.records.values()]
    .map(withoutConstantGroup)
    .filter((records) => records.length > 1)
    .sort((a, b) => b.length - a.length)
    .map((records) => ({ ...document, shape: 'objects', records, isNested: true }))
}

/** The records found so far, by what they have in common. */
interface Families {
  readonly records: Map<string, ListRecord[]>
  /** Number of values of all records. */
  values: number
}

function isFull({ values }: Families): boolean {
  return values > MOST_VALUES
}

/** Where an object lies. */
interface Place {
  readonly depth: number
  /** The name it lies under. */
  readonly name: string | undefined
  /** The plain fields of the objects around it, the innermost first. */
  readonly groups: ReadonlyMap<string, readonly Value[]>
}

function visitItem(value: Value, place: Place, families: Families): void {
  if (isMembers(value)) visitFields(recordOfMembers(value.members), place, families)
  else if (Array.isArray(value)) for (const item of value) visitItem(item, place, families)
}

function visitFields(fields: ReadRecord, place: Place, families: Families): void {
  if (place.depth > MOST_LEVELS || isFull(families)) return
  const plain = [...fields].filter(([, value]) => isPlain(value))
  const inside: Place = { depth: place.depth + 1, name: undefined, groups: withGroups(place.groups, plain) }
  const add = (family: string, key: string | undefined, own: ReadRecord, groups: Place['groups']) => {
    if (isFull(families)) return
    const records = families.records.get(family) ?? []
    families.records.set(family, records)
    const record = new Map(key === undefined ? own : [[KEY_FIELD, key], ...own])
    for (const [name, values] of groups) record.set(name, values.length === 1 ? (values[0] ?? null) : values)
    if (place.name !== undefined) record.set(GROUP_FIELD, place.name)
    families.values += record.size
    records.push({ key, fields: record })
  }
  if (place.name !== undefined && plain.length === fields.size)
    for (const [name, value] of plain)
      add(`values ${place.depth}`, name, new Map([[VALUE_FIELD, value]]), place.groups)
  for (const [name, value] of fields)
    for (const item of Array.isArray(value) ? value : [value]) {
      if (!isMembers(item) && (!isPlain(item) || item === value)) continue
      const own = isMembers(item) ? ownFields(item, name) : new Map([['value', item]])
      add(`named ${name}`, undefined, own, inside.groups)
      add(`any ${place.depth}`, name, own, inside.groups)
      if (isMembers(item))
        visitItem(item, { ...inside, name: Array.isArray(value) ? undefined : name }, families)
    }
}

// Attributes without their mark, the text of an element under its name, as in the records of a list of such elements.
function ownFields({ members }: Members, element: string): ReadRecord {
  const names = new Set(members.map(([name]) => name))
  const rename = (name: string) => {
    const bare = name === '#text' ? element : name.replace(/^@/, '')
    return names.has(bare) ? name : bare
  }
  return recordOfMembers(members.map(([name, value]) => [rename(name), value] as const))
}

function withGroups(
  around: Place['groups'],
  plain: readonly (readonly [name: string, value: Value])[],
): Place['groups'] {
  const groups = new Map(around)
  for (const [name, value] of plain) {
    const field = `${name.replace(/^@/, '')} ${GROUP_FIELD}`
    if (groups.size >= MOST_GROUP_FIELDS && !groups.has(field)) continue
    groups.set(field, [value, ...(around.get(field) ?? [])])
  }
  return groups
}

// A name that all entries lie under says nothing of them.
function withoutConstantGroup(records: readonly ListRecord[]): readonly ListRecord[] {
  const names = new Set(records.map(({ fields }) => fields.get(GROUP_FIELD)))
  if (names.size > 1) return records
  return records.map(({ key, fields }) => ({
    key,
    fields: new Map([...fields].filter(([name]) => name !== GROUP_FIELD)),
  }))
}

function isMembers(value: Value): value is Members {
  return typeof value === 'object' && value !== null && 'members' in value
}

function isPlain(value: Value): boolean {
  return typeof value !== 'object' || value === null || 'numeral' in value
}
