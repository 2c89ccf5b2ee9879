import { findBoxed } from '../box.ts'
import { ANY, ITEM } from '../events.ts'
import { countOf, isScalarNode, namedChildren, plainCount, type SkeletonNode } from '../survey.ts'
import type { Shape } from '../types.ts'
import {
  type Candidate,
  findNamedFields,
  type Header,
  isBareGeometry,
  isFeature,
  isGeometry,
  isTopologyNode,
} from './candidate.ts'
import { findElementCells } from './cells.ts'
import { type Columns, findColumnar, stepsOfColumns } from './columnar.ts'

const LIST = 1
const PLAIN_LIST = 1 / 20
const MATRIX = 1 / 1000

/**
 * All lists of a document that are not inside records of another one, in document order. Tables by columns are none in a list of datasets, where
 * these may be the codes of several groups.
 */
export function findCandidates(root: SkeletonNode, isList: boolean): Found {
  const found: Found = { lists: [], hasTree: false, isList }
  for (const child of root.children.values()) visit({ nodes: [root, child], steps: [child.step] }, found)
  return found
}

interface Found {
  readonly lists: Candidate[]
  /** Whether there is a list that is a level of a tree, and so contains no records. */
  hasTree: boolean
  readonly isList: boolean
}

interface Place {
  readonly nodes: readonly SkeletonNode[]
  readonly steps: readonly string[]
}

function visit(place: Place, found: Found): void {
  const node = place.nodes.at(-1) as SkeletonNode
  if (node.arrays > 0) visitArray(node, place, found)
  if (node.objects + node.elements > 0) visitMembers(node, place, found)
}

function below(place: Place, node: SkeletonNode, step = node.step): Place {
  return { nodes: [...place.nodes, node], steps: [...place.steps, step] }
}

function visitArray(node: SkeletonNode, place: Place, found: Found): void {
  const item = node.children.get(ITEM)
  if (!item) return
  const at = below(place, item)
  const total = countOf(item)
  const add = (shape: Shape, weight: number) =>
    found.lists.push({ shape, ...unwrap(at), count: total, weight })
  const cells = item.arrays === 0 ? findCells(item) : undefined
  const row = cells && below(at, cells)
  if (cells && row && (hasBoxes(cells) || findHeader(row.nodes)?.isFirstRow === false))
    addRows(row, cells, found)
  else if (item.arrays === 0 && item.objects * 2 >= total) {
    if (isRecursive(at.nodes)) found.hasTree = true
    else add(isFeature(item) || isBareGeometry(item) ? 'features' : 'objects', LIST)
  } else if (plainCount(item) === total) add('values', PLAIN_LIST)
  else if (item.arrays < total) visitMixed(at, total, found)
  else if (hasPlainValues(item)) addRows(at, item, found)
  else visit(at, found)
}

/**
 * A list of values of several kinds is a list of values. Lists in its items count only if they have more items, or if there are two items,
 * an object and a list, as in a page with its metadata.
 */
function visitMixed(at: Place, total: number, found: Found): void {
  const item = at.nodes.at(-1) as SkeletonNode
  const inside: Found = { ...found, lists: [], hasTree: false }
  visit(at, inside)
  if (inside.hasTree) found.hasTree = true
  const isPair = total <= 2 && plainCount(item) === 0
  const isOuter = inside.lists.every(({ count }) => count < total) && !(isPair && inside.lists.length > 0)
  if (isOuter) found.lists.push({ shape: 'values', ...at, count: total, weight: PLAIN_LIST })
  else found.lists.push(...inside.lists)
}

function hasPlainValues(row: SkeletonNode): boolean {
  const cell = row.children.get(ITEM)
  return cell !== undefined && (plainCount(cell) * 2 >= countOf(cell) || hasBoxes(row))
}

function hasBoxes(row: SkeletonNode): boolean {
  const cell = row.children.get(ITEM)
  return cell !== undefined && findBox(cell) !== undefined
}

/** The cells of each row, where a row is an object with nothing else: `{"c": [{"v": "bus"}, {"v": "Bus stops"}]}`. */
function findCells(item: SkeletonNode): SkeletonNode | undefined {
  const [only, ...others] = item.children.values()
  if (only === undefined || others.length > 0) return undefined
  const areAlike = only.width > 1 && only.members === only.width * only.arrays
  return only.arrays === countOf(item) && only.arrays === countOf(only) && areAlike ? only : undefined
}

/** The member with the value of each cell, where cells are objects that have nothing else but its kind. */
function findBox(cell: SkeletonNode): string | undefined {
  if (cell.objects === 0 || cell.objects + cell.nulls < countOf(cell)) return undefined
  const name = findBoxed([...cell.children.keys()])
  const value = name === undefined ? undefined : cell.children.get(name)
  return value !== undefined && isScalarNode(value) ? name : undefined
}

function addRows(at: Place, row: SkeletonNode, found: Found): void {
  const header = findHeader(at.nodes)
  const count = countOf(row) - (header?.isFirstRow ? 1 : 0)
  const cell = row.children.get(ITEM)
  const box = cell && findBox(cell)
  found.lists.push({
    shape: 'rows',
    ...at,
    count,
    weight: header ? LIST : MATRIX,
    ...(header && { header }),
    ...(box !== undefined && { box }),
  })
}

function visitMembers(node: SkeletonNode, place: Place, found: Found): void {
  const objects = isTopologyNode(node) ? node.children.get('objects') : undefined
  if (objects) return visit(below(place, objects), found)
  const columns = found.isList ? undefined : findColumnar(node)
  if (columns) {
    found.lists.push(tableAt(node, place, columns))
    for (const child of namedChildren(node))
      if (!columns.nodes.includes(child)) visit(below(place, child), found)
    return
  }
  const keyed = findKeyed(node, place) ?? findNumbered(node, place)
  if (keyed) {
    found.lists.push(keyed)
    return
  }
  if (findNamedFields(node) || isGeometry(node)) return
  for (const child of namedChildren(node)) {
    if (child.step === ITEM) continue
    const at = below(place, child)
    if (child.repeat === 1 || child.objects + child.elements === 0) visit(at, found)
    else if (isRecursive(at.nodes)) found.hasTree = true
    else {
      const rows = findElementRows(at)
      if (rows) {
        found.lists.push(rows)
        continue
      }
      const shape = child.elements > 0 ? 'elements' : 'objects'
      const weight = isScalarNode(child) ? PLAIN_LIST : LIST
      found.lists.push({ shape, ...unwrap(at), count: countOf(child), weight })
    }
  }
}

/** Rows of elements whose cells are elements of one name, under a first row with names. */
function findElementRows(at: Place): Candidate | undefined {
  const row = at.nodes.at(-1) as SkeletonNode
  const cells = findNamedFields(row) ? undefined : findElementCells(row)
  if (cells === undefined || !areNames(cells.first) || !cells.first.every(mayBeName)) return undefined
  const header = { names: cells.first, isFirstRow: true }
  return { shape: 'rows', ...at, count: countOf(row) - 1, weight: LIST, header, cells }
}

/** Short arrays among plain values may be fields of one record. */
const COLUMNS_BESIDE = 0.99

function tableAt(node: SkeletonNode, { nodes, steps }: Place, columns: Columns): Candidate {
  const [first] = columns.nodes as readonly [SkeletonNode]
  return {
    shape: 'columns',
    steps: [...steps, ...stepsOfColumns(columns)],
    nodes: [...nodes, first],
    count: first.width,
    weight: namedChildren(node).some(isScalarNode) ? COLUMNS_BESIDE : LIST,
    columns: columns.nodes,
  }
}

function findKeyed(node: SkeletonNode, place: Place): Candidate | undefined {
  const [first] = node.children.values()
  if (!first) return undefined
  const at = below(place, first, ANY)
  if (isKeyed(node)) return { shape: 'keyed', ...at, count: node.members, weight: LIST }
  if (isPlainKeyed(node)) return { shape: 'keyed', ...at, count: node.members, weight: PLAIN_LIST }
  const item = first.children.get(ITEM)
  if (!item || !isGrouped(node)) return undefined
  const count = [...node.children.values()].reduce((sum, list) => sum + list.members, 0)
  return { shape: 'keyed', ...below(at, item), count, weight: LIST }
}

// Similar elements with numbered names and nothing else, `<item0>…</item0><item1>…</item1>`, as converters write lists.
function findNumbered(node: SkeletonNode, place: Place): Candidate | undefined {
  const members = namedChildren(node)
  const [first] = members
  if (first === undefined || node.elements !== 1 || !areNumbered(members.map(({ step }) => step)))
    return undefined
  if (!areAlike(members, 0.5, 1)) return undefined
  return { shape: 'elements', ...below(place, first, ANY), count: node.members, weight: LIST }
}

function areNumbered([first = '', ...others]: readonly string[]): boolean {
  const stem = first.replace(/\d+$/, '')
  const start = Number(first.slice(stem.length))
  return stem !== first && others.every((name, at) => name === `${stem}${start + at + 1}`)
}

/** If each record has a single member, an object or element with fields and always the same name, the records are those objects. */
function unwrap(place: Place): Place {
  const node = place.nodes.at(-1) as SkeletonNode
  const [only] = node.children.values()
  if (!only || node.children.size > 1 || only.repeat > 1 || isScalarNode(only) || findNamedFields(node))
    return place
  const isWhole = only.objects + only.elements === countOf(node) && countOf(only) === countOf(node)
  return isWhole && only.children.size > 0 ? below(place, only) : place
}

const MIN_PLAIN = 32

/**
 * Whether an object is a list of records by key: all members are similar objects (a field is in half of them on average), and most fields
 * are plain.
 */
function isKeyed(node: SkeletonNode): boolean {
  const members = [...node.children.values()]
  return node.objects === 1 && areAlike(members, 0.5, 1)
}

/** Whether an object contains lists by group: all members are arrays of objects, with nearly the same fields. */
function isGrouped(node: SkeletonNode): boolean {
  const lists = [...node.children.values()]
  if (node.objects !== 1 || lists.some((list) => list.arrays === 0 || list.arrays !== countOf(list)))
    return false
  return areAlike(
    lists.flatMap((list) => list.children.get(ITEM) ?? []),
    0.8,
    2,
  )
}

/** Whether all are objects, or elements, of mostly plain fields, each in the given share of them on average, and at least one in several. */
function areAlike(nodes: readonly SkeletonNode[], share: number, minFields: number): boolean {
  const isObject = ({ objects, elements }: SkeletonNode) => objects + elements > 0
  if (nodes.length < 2 || nodes.some((node) => !isObject(node) || plainCount(node) + node.arrays > 0))
    return false
  const fields = nodes.flatMap((node) => [...node.children.values()])
  const names = new Set(fields.map((field) => field.step))
  const plain = fields.filter(isScalarNode).length
  const isShared = fields.length >= names.size * nodes.length * share && fields.length > names.size
  return names.size >= minFields && isShared && plain * 2 > fields.length
}

/** Whether an object is a long list of plain values by key, all of one kind. */
function isPlainKeyed(node: SkeletonNode): boolean {
  if (node.objects !== 1 || node.members < MIN_PLAIN) return false
  const members = [...node.children.values()]
  return (
    members.every((member) => member.texts === countOf(member)) ||
    members.every((member) => member.numerals === countOf(member))
  )
}

/**
 * Whether a list is a level of a tree: its records contain a list of the same name, and its parent is similar to a record. `nodes` lead
 * from the document to the record.
 */
function isRecursive(nodes: readonly SkeletonNode[]): boolean {
  const record = nodes.at(-1) as SkeletonNode
  const isArray = nodes.at(-2)?.arrays !== 0
  const list = isArray ? nodes.at(-2) : record
  const holder = nodes.at(isArray ? -3 : -2)
  if (!list || !holder || !record.children.has(list.step)) return false
  const fields = namedChildren(record).filter(isScalarNode)
  const shared = fields.filter((field) => holder.children.has(field.step))
  return shared.length > 0 && shared.length * 2 >= fields.length
}

const LIKELY_NAMES = ['name', 'title', 'label', 'field', 'fieldName', 'column', 'id', 'code', 'key']

/** Whether a field with this name is likely to name what it is in. */
export function isNaming(field: string): boolean {
  return LIKELY_NAMES.includes(field.replace(/^@/, ''))
}

/**
 * The column names of a list of arrays: the first array, if it consists of strings that may be names, which are distinct or above numbers; else a list next to it, as
 * long as the arrays, of strings or of objects with a name, unless there are several such lists of arrays. `nodes` lead from the document to one array.
 */
function findHeader(nodes: readonly SkeletonNode[]): Header | undefined {
  const row = nodes.at(-1) as SkeletonNode
  const list = row.step === ITEM ? nodes.at(-2) : nodes.at(-3)
  // Several lists of arrays, such as lines of positions, are no table with one head.
  const beside = list?.arrays === 1 ? findBeside(nodes, row.width) : undefined
  if (beside) return beside
  const names = firstRow(row)
  return names && { names, isFirstRow: true }
}

function firstRow(row: SkeletonNode): string[] | undefined {
  const cells = row.children.get(ITEM)
  if (!cells || !row.first?.allTexts || row.arrays < 2) return undefined
  const names = cells.values.slice(0, row.first.members)
  const complete = names.length === row.first.members && row.width < names.length * 2
  const isHead = areNames(names) || (isOverNumbers(row, cells) && isHalfFilled(names))
  return complete && isHead && names.every(mayBeName) ? names : undefined
}

/** Whether all arrays but the first, which is one of texts, have a number on average: its names may then be blank or repeated. */
function isOverNumbers({ arrays }: SkeletonNode, { numerals }: SkeletonNode): boolean {
  return numerals >= arrays - 1
}

function isHalfFilled(names: readonly string[]): boolean {
  return names.filter((name) => name.trim() !== '').length * 2 >= names.length
}

function areNames(names: readonly string[]): boolean {
  const filled = names.filter((name) => name.trim() !== '')
  return filled.length >= names.length - 1 && new Set(filled).size === filled.length
}

function findBeside(nodes: readonly SkeletonNode[], width: number): Header | undefined {
  for (const wrapper of nodes.slice(0, -2).reverse()) {
    const names = findNames(wrapper, width, 3, nodes)
    if (names) return names
  }
  return undefined
}

function findNames(
  node: SkeletonNode,
  width: number,
  depth: number,
  except: readonly SkeletonNode[],
): Header | undefined {
  for (const child of namedChildren(node)) {
    if (child.step === ITEM || (except.includes(child) && child.arrays > 0)) continue
    const item = child.arrays === 1 && child.width === width ? child.children.get(ITEM) : undefined
    const names = item && namesOfItems(item, width)
    if (item && names) return { names, isFirstRow: false, item }
    if (depth > 0 && child.objects === 1) {
      const deeper = findNames(child, width, depth - 1, except)
      if (deeper) return deeper
    }
  }
  return undefined
}

function namesOfItems(item: SkeletonNode, width: number): readonly string[] | undefined {
  if (item.texts === width) return areNames(item.values) ? item.values : undefined
  if (item.objects !== width) return undefined
  const named = LIKELY_NAMES.map((name) => item.children.get(name))
  return [...named, ...namedChildren(item)].find(
    (field) => field?.texts === width && countOf(field) === width && areNames(field.values),
  )?.values
}

/**
 * Whether a text may be a column name. A year or a column number may be one; a number with a sign, a fraction or more than four digits is a
 * value.
 */
export function mayBeName(text: string): boolean {
  return !/^[+-]?\d+([.,]\d+)?$/.test(text.trim()) || /^\d{1,4}$/.test(text.trim())
}
