import { cellText, type Members, type ReadRecord, recordOfMembers, type Value } from '../reading/index.ts'
import { isFields } from './row.ts'
import { type RowCells, separateRows } from './separate-rows.ts'

/** The field name for the keys of a keyed list. */
export const KEY_FIELD = '(key)'
/** The field name for the plain values of a keyed list. */
export const VALUE_FIELD = '(value)'

/** A member of an object, as the fields of a record. */
export function pairFields(key: string, value: Value): Map<string, Value> {
  return new Map([
    [KEY_FIELD, key],
    [VALUE_FIELD, value],
  ])
}
/** The field name for the names of what an entry lies in. */
export const GROUP_FIELD = '(group)'
/** What is nested deeper is not searched for datasets. */
const MOST_LEVELS = 100
/** An object with more lists or objects than this has one for each group, or for each entry. */
const MOST_NAMES = 20

/** An object of a list, at any depth, or an array with plain values. */
export interface ListItem {
  /** The name that it lies under; undefined for the records of a list. */
  readonly label: string | undefined
  /** Whether it lies directly under that name, as its key; otherwise in a list of this name, or as a part of each entry. */
  readonly isKey: boolean
  readonly value: ReadRecord | Members | readonly Value[]
  /** The object around it. */
  readonly around: ListItem | undefined
  /** Number of objects around it. */
  readonly depth: number
  /** Its position in the list. */
  readonly at: number
  /** For the cells of a row: the same row as an object. */
  readonly row?: ListItem
  /** Whether it is a row as an object. */
  readonly isRow?: boolean
  /** Whether it lies among entries of another form, as a row that lacks cells, so it may be none. */
  readonly isOdd?: boolean
}

/** Items that are entries of the same kind, if they are entries at all. */
export interface Family {
  readonly id: string
  /** Objects; the plain values of arrays; or the members of objects of plain values and lists of them, by key. */
  readonly kind: 'objects' | 'values' | 'pairs'
  readonly items: readonly ListItem[]
  /** Whether they lie among entries of another form, so that each may be one or not. */
  readonly isOdd?: boolean
}

/** A record of a list, or the whole list. */
export interface Root {
  readonly value: ReadRecord | Value
  /** The name of the list that it lies in, if there are several; of a record by key, its key. */
  readonly label?: string | undefined
  /** Whether that is its key. */
  readonly isKey?: boolean
  /** What lies outside of the records: beside them in the document, among them in another form, or rows that lack cells. */
  readonly place?: 'beside' | 'odd' | 'short'
}

/**
 * Everything in a list that may be an entry, the outermost first. Objects and values that lie in lists of one name are of one family, at
 * any depth; so are objects by key in objects of one family. Rows of cells are both: objects with a field for each column, and values.
 * `header` are the names of columns as far as they are known. References to the values of the list, no copies.
 */
export function findFamilies(roots: readonly Root[], header: readonly string[] = []): Family[] {
  const names: ListNames = { ofObjects: new Set(), ofValues: new Set(), ofParts: new Set() }
  noteParts(
    roots.map(({ value }) => value),
    names,
  )
  for (const { value } of roots) noteLists(value, undefined, names, 0)
  const walk: Walk = {
    names,
    header,
    families: new Map(),
    familyOf: new Map(),
    isSingle: roots.filter(({ place }) => place === undefined).length === 1,
    count: 0,
  }
  const labels = new Set(roots.map(({ label }) => label))
  for (const { value, label, isKey = false, place } of roots) {
    const name = labels.size > MOST_NAMES ? '*' : (label ?? '')
    const own = place === undefined ? (isKey ? '' : name) : `(${place})`
    const at = { label, name: own, isKey, around: undefined, isOdd: place === 'odd' }
    if (place === 'short') addShort(value as readonly RowCells[], at, 0, walk)
    else visit(value, at, walk)
  }
  const first = ({ items: [item] }: Family) => item as ListItem
  return [...walk.families.values()].sort(
    (a, b) => first(a).depth - first(b).depth || first(a).at - first(b).at,
  )
}

interface ListNames {
  readonly ofObjects: Set<string>
  readonly ofValues: Set<string>
  /** Names of objects that most items of a list have, with other fields than those beside them, so they are no keys of entries. */
  readonly ofParts: Set<string>
}

/** Fewer items may have the same keys by chance. */
const LEAST_ITEMS = 3

// Objects with the fields of others in the same items may be entries, as where each region has the same few datasets.
function noteParts(items: readonly (ReadRecord | Value)[], { ofParts }: ListNames): void {
  const objects = items.filter(isObject)
  if (objects.length < LEAST_ITEMS) return
  const forms = new Map<string, { count: number; readonly fields: Set<string> }>()
  for (const object of objects)
    for (const [name, inner] of membersIn(object)) {
      if (!isObject(inner)) continue
      const form = forms.get(name) ?? { count: 0, fields: new Set() }
      forms.set(name, form)
      form.count++
      for (const [field, value] of membersIn(inner)) if (isPlain(value)) form.fields.add(field)
    }
  const common = [...forms].filter(([, { count }]) => count * 2 > objects.length)
  if (common.length > MOST_NAMES) return
  for (const [name, { fields }] of common) {
    const isLikeOther = forms
      .entries()
      .some(([other, form]) => other !== name && haveSameFields(fields, form.fields))
    if (!isLikeOther) ofParts.add(name)
  }
}

function haveSameFields(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.intersection(other).size * 2 > Math.max(one.size, other.size)
}

// A list of one item may be that item itself, as in xml.
function noteLists(
  value: ReadRecord | Value,
  name: string | undefined,
  names: ListNames,
  depth: number,
): void {
  if (depth > MOST_LEVELS) return
  if (Array.isArray(value)) {
    noteParts(value, names)
    for (const item of value) {
      if (name !== undefined && isObject(item)) names.ofObjects.add(name)
      else if (name !== undefined && isPlain(item)) names.ofValues.add(name)
      noteLists(item, name, names, depth + 1)
    }
  } else if (isObject(value))
    for (const [member, inner] of membersIn(value))
      if (typeof inner === 'object' && inner !== null) noteLists(inner, member, names, depth + 1)
}

interface Walk {
  readonly names: ListNames
  readonly header: readonly string[]
  readonly families: Map<string, Family & { readonly items: ListItem[] }>
  readonly familyOf: Map<ListItem, string>
  /** Whether there is one object that all others lie in. */
  readonly isSingle: boolean
  count: number
}

interface Place extends Pick<ListItem, 'label' | 'isKey' | 'around' | 'isOdd'> {
  /** The name of its family. */
  readonly name: string
}

function visit(value: ReadRecord | Value, place: Place, walk: Walk): void {
  const depth = (place.around?.depth ?? -1) + 1
  if (depth > MOST_LEVELS) return
  const { label, around, isOdd } = place
  if (Array.isArray(value)) {
    const rows = (value as readonly Value[]).filter(isRow)
    if (areRows(value, rows)) return visitRows(rows, place, depth, walk, walk.header)
    const objects = value.filter(isObject)
    const isMixed = objects.length > 0 && rows.length > 0
    if (isMixed) visitRows(rows, { ...place, isOdd: true }, depth, walk, namesIn(objects))
    if (value.some(isPlain)) {
      const plain = { label, isKey: false, value, around, depth, at: walk.count++ }
      add(walk, 'values', place.name, { ...plain, ...((isOdd || objects.length > 0) && { isOdd: true }) })
    }
    for (const item of value)
      if (isObject(item) || (Array.isArray(item) && !(isMixed && isRow(item))))
        visit(item, { ...place, isKey: false }, walk)
  } else if (isObject(value)) {
    const isAlone = around !== undefined && place.isKey && !walk.names.ofObjects.has(label ?? '')
    const isPart = isAlone && walk.names.ofParts.has(label ?? '')
    const name = isAlone ? `${walk.familyOf.get(around) ?? ''}.${isPart ? label : '*'}` : place.name
    const item: ListItem = { label, isKey: place.isKey && !isPart, value, around, depth, at: walk.count++ }
    add(walk, 'objects', name, item)
    visitMembers(item, name, walk, place.isKey)
  }
}

/** Whether all items are arrays, and most of what is in these plain. */
function areRows(value: readonly Value[], rows: readonly RowCells[]): boolean {
  if (value.length === 0 || !value.every((item) => Array.isArray(item))) return false
  if (rows.length === value.length) return true
  const cells = (value as readonly RowCells[]).flat()
  return cells.filter(isPlain).length * 2 > cells.length
}

/** Whether a value is an array, and most of what is in it plain. */
function isRow(value: Value): value is RowCells {
  return Array.isArray(value) && value.filter(isPlain).length * 2 > value.length
}

// The names of the members of some objects, as those of the columns of rows among them.
function namesIn([first]: readonly (ReadRecord | Members)[]): readonly string[] {
  return first === undefined ? [] : [...membersIn(first)].map(([name]) => name)
}

function visitRows(
  all: readonly RowCells[],
  whole: Place,
  depth: number,
  walk: Walk,
  header: readonly string[],
): void {
  const { label, around, name, isOdd } = whole
  const { names, rows, odd } = separateRows(all, header, false)
  const place = { isKey: false, around, depth }
  for (const { cells, group = label } of rows) {
    const members = cells.map((cell, at) => [names[at] ?? `${at + 1}`, cell] as const)
    const row: ListItem = { ...place, label: group, value: { members }, at: walk.count++, isRow: true }
    add(walk, 'objects', `${name} rows`, row)
    const values = { ...place, label: group, value: cells, at: walk.count++, row }
    // Among objects, most cells of a few rows are no codes.
    add(walk, 'values', `${name} rows`, isOdd ? { ...values, isOdd } : values, isOdd)
    for (const cell of cells)
      if (Array.isArray(cell) || isObject(cell))
        visit(cell, { label, name: `${name} cells`, isKey: false, around: row }, walk)
  }
  addShort(odd, whole, depth, walk)
}

// Rows that lack cells: only their cells may be codes, each on its own.
function addShort(all: readonly RowCells[], { label, around, name }: Place, depth: number, walk: Walk): void {
  const place = { isKey: false, label, around, depth }
  for (const cells of all) {
    const row: ListItem = { ...place, value: { members: [] }, at: walk.count++, isRow: true }
    add(walk, 'values', `${name} short`, { ...place, value: cells, at: walk.count++, row, isOdd: true }, true)
  }
}

function visitMembers(item: ListItem, family: string, walk: Walk, isByKey: boolean): void {
  const members = columnsIn([...membersIn(item.value as ReadRecord | Members)])
  const nested = members.filter(([, value]) => typeof value === 'object' && value !== null && !isPlain(value))
  if (nested.length > 0) walk.familyOf.set(item, family)
  const mayBePairs = isByKey || (walk.isSingle && item.around === undefined)
  if (mayBePairs && members.length > 0 && nested.every(([, value]) => isListOfPlain(value)))
    add(walk, 'pairs', nested.length > 0 ? `${family} of lists` : family, item)
  const isMany = nested.length > MOST_NAMES
  for (const [label, value] of nested)
    visit(value, { label, name: isMany ? '*' : label, isKey: !Array.isArray(value), around: item }, walk)
  if (walk.names.ofValues.size > 0)
    for (const [label, value] of members)
      if (isPlain(value) && walk.names.ofValues.has(label))
        visit([value], { label, name: isMany ? '*' : label, isKey: false, around: item }, walk)
}

/**
 * The members of an object, where columns are objects by position or elements with items, as arrays: `{"code": {"0": "a", "1": "b"},
 * "title": {"0": "A", "1": "B"}}`. At least two have plain values, and all the same length.
 */
export function columnsIn<Member extends readonly [string, Value]>(
  members: readonly Member[],
): readonly (readonly [string, Value])[] {
  const lists = members.map(([, value]) => itemsOf(value))
  const plain = lists.filter((list) => list?.every(isPlain))
  const lengths = new Set(lists.flatMap((list) => list?.length ?? []))
  return plain.length < 2 || lengths.size > 1
    ? members
    : members.map(([name, value], at) => [name, lists[at] ?? value] as const)
}

function itemsOf(value: Value): readonly Value[] | undefined {
  if (!isObject(value) || isFields(value)) return undefined
  const members = value.members.filter(([name]) => !name.startsWith('@'))
  const names = members.map(([name]) => name)
  const isList = names.every((name) => name === names[0]) || names.every((name, at) => name === String(at))
  return names.length > 1 && isList ? members.map(([, item]) => withoutAttributes(item)) : undefined
}

// The text of an element that has nothing else but attributes; any other value as it is.
function withoutAttributes(value: Value): Value {
  if (!isObject(value) || isFields(value)) return value
  const { members } = value as Members
  const [text, ...others] = members.filter(([name]) => !name.startsWith('@'))
  return text?.[0] === '#text' && others.length === 0 ? text[1] : value
}

function isListOfPlain(value: Value): boolean {
  return Array.isArray(value) && value.every(isPlain)
}

function add(walk: Walk, kind: Family['kind'], name: string, item: ListItem, isOdd = false): void {
  const id = `${kind} ${name}`
  const family = walk.families.get(id)
  if (family === undefined) walk.families.set(id, { id, kind, items: [item], ...(isOdd && { isOdd }) })
  else family.items.push(item)
}

// A repeated name is a list.
function membersIn(value: ReadRecord | Members): Iterable<readonly [string, Value]> {
  if (isFields(value)) return value
  const { members } = value as Members
  return isRepeating(members) ? recordOfMembers(members) : members
}

/** Objects with more members are searched with a set. */
const FEW = 12

function isRepeating(members: Members['members']): boolean {
  if (members.length > FEW) return new Set(members.map(([name]) => name)).size < members.length
  return members.some(([name], at) => members.findIndex(([other]) => other === name) < at)
}

/** The members of an object: attributes without their mark, the text of an element under its name, as in the records of a list. */
export function membersOf({
  value,
  label,
  around,
}: Pick<ListItem, 'value' | 'label' | 'around'>): (readonly [name: string, value: Value])[] {
  if (Array.isArray(value)) return []
  if (isFields(value)) {
    const members = [...value]
    // The key of a record is its label, and that of a record in a group is the label of the group.
    const hasKey = label !== undefined && around === undefined
    return hasKey ? members.filter(([name]) => name !== KEY_FIELD) : members
  }
  const inner = membersIn(value as Members)
  const members = Array.isArray(inner) ? inner : [...inner]
  const isMarked = ([name]: readonly [string, Value]) => name.startsWith('@') || name === '#text'
  if (!members.some(isMarked)) return members
  const names = new Set(members.map(([name]) => name))
  return members.map(([name, inner]) => {
    const bare = name === '#text' ? (label ?? name) : name.replace(/^@/, '')
    return [names.has(bare) ? name : bare, inner] as const
  })
}

/** The plain members of an object that have a text; `only`: those of one name. */
export function textsIn(item: ListItem, only?: string): (readonly [name: string, text: string])[] {
  const texts: (readonly [string, string])[] = []
  for (const [name, value] of membersOf(item)) {
    if (only !== undefined && name !== only) continue
    const text = isPlain(value) ? (cellText(value) ?? '') : ''
    if (text.trim() !== '') texts.push([name, text])
  }
  return texts
}

/** Finds {@link textsIn} once for each object: what is around thousands of entries may be one object with thousands of members. */
export function openMemberTexts(): (item: ListItem) => ReturnType<typeof textsIn> {
  const known = new Map<ListItem, ReturnType<typeof textsIn>>()
  return (item) => {
    const texts = known.get(item) ?? textsIn(item)
    known.set(item, texts)
    return texts
  }
}

/** Whether an object is a record of a list as it was read, not one of a group or of the whole list. */
export function isRecord({ label, isKey, around }: ListItem): boolean {
  return around === undefined && (label === undefined || isKey)
}

function isObject(value: ReadRecord | Value): value is ReadRecord | Members {
  return typeof value === 'object' && value !== null && (isFields(value) || 'members' in value)
}

/** Whether a value is neither an object nor an array. */
export function isPlain(value: Value): boolean {
  return typeof value !== 'object' || value === null || 'numeral' in value
}
