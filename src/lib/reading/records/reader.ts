import { ANY, type Container, type Events, ITEM, type Scalar, TEXT } from '../events.ts'
import {
  type Candidate,
  findNamedFields,
  isBareGeometry,
  type NamedFieldCounts,
  recordNode,
} from '../find/candidate.ts'
import type { ElementCells } from '../find/cells.ts'
import { isGeometryElement } from '../geography/elements.ts'
import { isJsonNumber, literalOf } from '../json/number.ts'
import { MOST_COLUMNS } from '../limits.ts'
import { isTextElement, type SkeletonNode } from '../survey.ts'
import type { Members, ReadRecord, Value } from '../types.ts'
import { isMembers, isNumeral, recordOfMembers } from '../value.ts'

/** Turns the value of a record, and its key in a keyed list, into columns. */
type RecordReader = (value: Value, key: string | undefined) => ReadRecord

/** The column of records that are plain values. */
const VALUE_COLUMN = 'value'

/** The column of the keys of a keyed list. */
const KEY_COLUMN = '(key)'

/** Creates the function that turns the records of a list into columns; one for all, so the columns are consistent. */
export function createRecordReader(candidate: Candidate): RecordReader {
  const node = recordNode(candidate)
  if (candidate.shape === 'rows') return rowReader(candidate)
  if (candidate.shape === 'keyed') return keyedReader(candidate)
  if (candidate.shape === 'values') return (value) => new Map([[VALUE_COLUMN, value]])
  if (candidate.shape === 'features') return featureReader(node)
  if (node.elements > 0) return elementReader(node)
  return readMembers
}

function readMembers(value: Value): Map<string, Value> {
  return isMembers(value) ? recordOfMembers(value.members) : new Map([[VALUE_COLUMN, value]])
}

function keyedReader({ nodes, steps }: Candidate): RecordReader {
  const members = [...(nodes[steps.indexOf(ANY)]?.children.values() ?? [])]
  const records = members.map((member) => member.children.get(ITEM) ?? member)
  const column = new Names(records.flatMap((record) => [...record.children.keys()])).take(KEY_COLUMN)
  return (value, key) => new Map<string, Value>([[column, key ?? null], ...readMembers(value)])
}

function rowReader({ header, nodes, box, cells: elements }: Candidate): RecordReader {
  const taken = new Names()
  const width = Math.max(elements ? 0 : (nodes.at(-1)?.width ?? 0), header?.names.length ?? 0)
  const names = (header?.names ?? []).map((name) => taken.take(name))
  for (let column = names.length; column < width; column++) names.push(taken.take(`${column + 1}`))
  // All names of a header become columns, even without any cells: the first record has them all.
  let least = header?.names.length ?? 0
  return (value) => {
    const cells: Value[] = elements
      ? cellsOfElement(value, elements)
      : (Array.isArray(value) ? value : [value]).map((cell) => unboxed(cell, box))
    while (cells.length < least) cells.push(null)
    least = 0
    return new Map(cells.map((cell, column) => [names[column] ?? `${column + 1}`, cell]))
  }
}

const INDEX = '@Index'

// The texts of the cells of a row. In SpreadsheetML, a cell behind empty ones states its place, from 1.
function cellsOfElement(row: Value, { element, steps }: ElementCells): Value[] {
  const cells: Value[] = []
  for (const [name, cell] of isMembers(row) ? row.members : []) {
    if (name !== element) continue
    const place = isMembers(cell) ? Number(memberOf(cell, INDEX) ?? 0) : 0
    while (cells.length < Math.min(place - 1, MOST_COLUMNS)) cells.push(null)
    const inner = steps.reduce((value, step) => (isMembers(value) ? memberOf(value, step) : null), cell)
    cells.push(isMembers(inner) ? (memberOf(inner, TEXT) ?? '') : inner)
  }
  return cells
}

function memberOf({ members }: Members, name: string): Value {
  return members.find(([member]) => member === name)?.[1] ?? null
}

function unboxed(cell: Value, box: string | undefined): Value {
  if (box === undefined || !isMembers(cell)) return cell
  return cell.members.find(([name]) => name === box)?.[1] ?? null
}

/**
 * Turns elements into columns: each child element and each attribute is one, the attribute without its `@` unless a child has the same
 * name. The text of the element itself gets the name of the element. `<field name="…">` is a column with the name in its attribute.
 */
function elementReader(node: SkeletonNode): (value: Value) => ReadRecord {
  const fields = findNamedFields(node)
  if (fields) return fieldsReader(fields, (name) => columnOf(name, node))
  const isList = isTextElement(node)
  const hasGeometry = node.children.has(GEOMETRY)
  const columns = new Map([...node.children.keys()].map((name) => [name, columnOf(name, node)]))
  const rename = (members: Members['members']) =>
    members.map(([name, value]) => [columns.get(name) ?? columnOf(name, node), value] as const)
  return (value) => {
    if (isMembers(value))
      return recordOfMembers(rename(hasGeometry ? value.members : asGeometry(value.members)))
    const isBlank = typeof value === 'string' && value.trim() === ''
    return isBlank && !isList ? new Map() : new Map([[columnOf(TEXT, node), value]])
  }
}

const GEOMETRY = 'geometry'

// A point of KML and an area of it are the same column.
function asGeometry(members: Members['members']): Members['members'] {
  return members.map(([name, value]) =>
    isGeometryElement(name) && isMembers(value) ? [GEOMETRY, { members: [[name, value]] }] : [name, value],
  )
}

function columnOf(name: string, { step, children }: SkeletonNode): string {
  if (name === TEXT) return children.has(step) || children.has(`@${step}`) ? TEXT : step
  const bare = name.slice(1)
  return name.startsWith('@') && !children.has(bare) ? bare : name
}

const TYPE = '@type'
/** Maximum depth to which types are decoded; deeper contents stay as in the document. */
const MAX_TYPED = 500

/** Turns elements with `<field name="…">` into columns. `rename` gives the names of its other contents: attributes and text. */
function fieldsReader(fields: NamedFieldCounts, rename: (name: string) => string) {
  return (value: Value): ReadRecord => {
    const members = isMembers(value) ? value.members : []
    return recordOfMembers(
      members.map(([name, member]) =>
        name === fields.element ? readField(member, fields, 0) : [rename(name), member],
      ),
    )
  }
}

/**
 * The name and the value of `<field name="…" type="…">`. The types are those written by `deriveDocument`; values with other types are
 * unchanged.
 */
function readField(field: Value, fields: NamedFieldCounts, depth: number): [string, Value] {
  if (!isMembers(field)) return ['', field]
  const name = field.members.find(([member]) => member === fields.attribute)?.[1]
  const rest = field.members.filter(([member]) => member !== fields.attribute)
  return [typeof name === 'string' ? name : '', readTyped(rest, fields, depth + 1)]
}

function readTyped(members: Members['members'], fields: NamedFieldCounts, depth: number): Value {
  if (depth > MAX_TYPED) return { members }
  const type = members.find(([name]) => name === TYPE)?.[1]
  const rest = members.filter(([name]) => name !== TYPE)
  const text = rest.every(([name]) => name === TEXT) ? rest.map(([, part]) => part).join('') : undefined
  if (type === undefined) return text ?? { members: rest }
  if (type === 'null' && text === '') return null
  if (type === 'object')
    return { members: rest.filter(isNot(TEXT)).map(([, field]) => readField(field, fields, depth)) }
  if (type === 'array') return rest.filter(isNot(TEXT)).map(([, item]) => readItem(item, fields, depth))
  if (text === undefined) return { members }
  if (type === 'number') return isJsonNumber(text) ? { numeral: text } : text
  if (type === 'boolean') return literalOf(text) ?? text
  return type === 'string' || type === 'text' ? text : { members }
}

function readItem(item: Value, fields: NamedFieldCounts, depth: number): Value {
  return isMembers(item) ? readTyped(item.members, fields, depth + 1) : item
}

function isNot(name: string) {
  return ([other]: readonly [string, Value]): boolean => other !== name
}

const POINT_COLUMNS = ['longitude', 'latitude', 'altitude'] as const

/**
 * Turns GeoJSON features into columns: the properties; the position of a point (RFC 7946, 3.1.1: longitude, latitude, altitude) or any
 * other geometry unchanged; then the other members. Names that clash with a property get a number. Geometries by themselves are features
 * without properties.
 */
function featureReader(node: SkeletonNode): (value: Value) => ReadRecord {
  const taken = new Names(node.children.get('properties')?.children.keys())
  const point = POINT_COLUMNS.map((name) => taken.take(name))
  const geometry = taken.take('geometry')
  const names = new Map<string, string>()
  const isBare = isBareGeometry(node)
  for (const name of node.children.keys())
    if (!isBare && !['type', 'properties', 'geometry'].includes(name)) names.set(name, taken.take(name))

  return (value) => {
    const members = isMembers(value) ? recordOfMembers(value.members) : new Map<string, Value>()
    const properties = members.get('properties') ?? null
    const record = isMembers(properties) ? recordOfMembers(properties.members) : new Map<string, Value>()
    for (const [name, member] of members) {
      const free = names.get(name)
      if (free !== undefined) record.set(free, member)
    }
    const shape = isBare ? value : (members.get('geometry') ?? null)
    const position = positionOf(shape)
    if (!position) record.set(geometry, shape)
    for (const [index, part] of position?.entries() ?? []) record.set(point[index] ?? '', part)
    return record
  }
}

function positionOf(geometry: Value): readonly Value[] | undefined {
  if (!isMembers(geometry)) return undefined
  const { members } = geometry
  const type = members.find(([name]) => name === 'type')?.[1]
  const position = members.find(([name]) => name === 'coordinates')?.[1]
  if (type !== 'Point' || members.length !== 2 || !Array.isArray(position)) return undefined
  const isPosition = position.length >= 2 && position.length <= POINT_COLUMNS.length
  return isPosition && position.every(isNumeral) ? position : undefined
}

/**
 * Emits everything of a document except its records. Containers on the path to the records are emitted only if they contain something else.
 */
export class Rest implements Events {
  readonly #steps: readonly string[]
  readonly #columns: ReadonlySet<string> | undefined
  readonly #to: Events
  /** Open containers on the path to the records that have not been emitted yet: the innermost ones. */
  readonly #pending: [step: string, kind: Container][] = []
  #depth = 0
  #matched = 0
  #inRecord = 0

  /** `steps` lead from the document to a record, including its own step, as for a RecordCollector; with `columns`, to a value in one of these. */
  constructor(steps: readonly string[], to: Events, columns?: readonly string[]) {
    this.#steps = steps
    this.#columns = columns && new Set(columns)
    this.#to = to
  }

  get done(): boolean {
    return this.#to.done === true
  }

  open(step: string, kind: Container): void {
    if (this.#inRecord > 0) this.#inRecord++
    else if (!this.#isOnTheWay(step)) {
      this.#passOn()
      this.#to.open(step, kind)
      this.#depth++
    } else if (this.#isRecord()) this.#inRecord = 1
    else {
      this.#pending.push([step, kind])
      this.#matched++
      this.#depth++
    }
  }

  close(): void {
    if (this.#inRecord > 0) {
      this.#inRecord--
      return
    }
    if (this.#pending.pop() === undefined) this.#to.close()
    this.#depth--
    this.#matched = Math.min(this.#matched, this.#depth)
  }

  scalar(step: string, value: Scalar): void {
    if (this.#inRecord > 0) return
    if (this.#isOnTheWay(step) && (this.#isRecord() || value === null)) return
    const isBlank = step === TEXT && typeof value === 'string' && value.trim() === ''
    if (isBlank && this.#pending.length > 0) return
    this.#passOn()
    this.#to.scalar(step, value)
  }

  #isOnTheWay(step: string): boolean {
    if (this.#matched !== this.#depth || this.#matched >= this.#steps.length) return false
    const wanted = this.#steps[this.#matched]
    if (this.#columns !== undefined && this.#matched === this.#steps.length - 2)
      return this.#columns.has(step)
    return wanted === ANY || wanted === step
  }

  #isRecord(): boolean {
    return this.#matched + 1 === this.#steps.length
  }

  #passOn(): void {
    for (const [step, kind] of this.#pending) this.#to.open(step, kind)
    this.#pending.length = 0
  }
}

/** Makes column names unique: `name`, then `name (2)`, `name (3)`, … */
export class Names {
  readonly #taken: Set<string>
  /** The next number for each repeated name, so a thousand equal names take linear time. */
  readonly #next = new Map<string, number>()

  constructor(taken: Iterable<string> = []) {
    this.#taken = new Set(taken)
  }

  /** Reserves and returns the name, or its first unused numbered form. */
  take(name: string): string {
    let free = name
    let number = this.#next.get(name) ?? 2
    for (; this.#taken.has(free); number++) free = `${name} (${number})`
    this.#taken.add(free)
    this.#next.set(name, number)
    return free
  }
}
