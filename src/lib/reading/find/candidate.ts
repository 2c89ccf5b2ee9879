import { countOf, isScalarNode, namedChildren, type SkeletonNode } from '../survey.ts'
import type { Shape } from '../types.ts'
import type { ElementCells } from './cells.ts'

/** A list that may contain the records. */
export interface Candidate {
  readonly shape: Shape
  /** The steps from the document to one record. */
  readonly steps: readonly string[]
  /** The nodes on the path, from the document to the record. */
  readonly nodes: readonly SkeletonNode[]
  readonly count: number
  /** How likely a list of this kind contains the records, per record. */
  readonly weight: number
  /** The columns of `columns`; `steps` lead to a value in any of them. */
  readonly columns?: readonly SkeletonNode[]
  /** The column names of `rows`, if the document has them; else the columns are numbered. */
  readonly header?: Header
  /** The member with the value of each cell of `rows`, if cells are objects. */
  readonly box?: string
  /** The cells of `rows`, if these are elements. */
  readonly cells?: ElementCells
}

/** Column names for arrays, and whether they are the first array. */
export interface Header {
  readonly names: readonly string[]
  readonly isFirstRow: boolean
  /** The items of the separate list with the names. */
  readonly item?: SkeletonNode
}

export function recordNode(candidate: Candidate): SkeletonNode {
  return candidate.nodes.at(-1) as SkeletonNode
}

const NAMING = ['@name', '@key', '@field', '@column', '@id', '@code']
const FIELD_ELEMENTS = /^(field|property|param|parameter|column|cell|attribute|attr|value)$/i

/** The elements that have the column name in an attribute. */
export interface NamedFieldCounts {
  /** The element of one column: `field`. */
  readonly element: string
  /** The attribute with its name: `@name`. */
  readonly attribute: string
}

/**
 * Whether elements contain `<field name="…">` instead of elements named after the columns: one kind of child element, always with an
 * attribute whose values recur between records. With one record, or no recurring values, the names of element and attribute decide.
 */
export function findNamedFields(node: SkeletonNode): NamedFieldCounts | undefined {
  if (node.elements === 0) return undefined
  const inner = namedChildren(node).filter((child) => !child.step.startsWith('@'))
  const [field] = inner
  if (inner.length !== 1 || !field || field.elements !== countOf(field)) return undefined
  const found = namingAttribute(field)
  if (!found) return undefined
  const fieldLike = FIELD_ELEMENTS.test(field.step) && /^@(name|key)$/i.test(found.step)
  return fieldLike || recurs(node, field, found) ? { element: field.step, attribute: found.step } : undefined
}

function namingAttribute(field: SkeletonNode): SkeletonNode | undefined {
  const attributes = namedChildren(field).filter((child) => child.texts === field.elements)
  return NAMING.map((name) => attributes.find(({ step }) => step.toLowerCase() === name)).find(Boolean)
}

function recurs(node: SkeletonNode, field: SkeletonNode, attribute: SkeletonNode): boolean {
  if (node.elements < 2 || field.elements < node.elements * 2 || field.repeat < 2) return false
  const others = namedChildren(field).filter((child) => child !== attribute && child.step !== '#text')
  return others.length === 0 && new Set(attribute.values).size <= field.repeat * 1.5
}

/** The single record of a document: an object of mostly plain values, possibly inside wrappers. */
export function findSingle(root: SkeletonNode): Candidate | undefined {
  const top = root.children.values().next().value
  return top && searchSingle([root, top])
}

function searchSingle(nodes: readonly SkeletonNode[]): Candidate | undefined {
  const node = nodes.at(-1) as SkeletonNode
  if (node.objects + node.elements !== 1) return undefined
  const children = namedChildren(node)
  const plain = children.filter(isScalarNode)
  const nested = children.filter((child) => !isScalarNode(child))
  if (findNamedFields(node)) return candidateAt(nodes)
  const [only] = nested
  const isWrapper = nested.length === 1 && only && fieldsOf(only) > ownFields(node, plain)
  if (isWrapper && (only.objects === 1 || only.elements === 1)) return searchSingle([...nodes, only])
  const enough = plain.length > 0 && plain.length >= nested.length && !isBareText(node, children)
  return enough || isFeature(node) ? candidateAt(nodes) : undefined
}

// Attributes of a wrapper element are about the document, not fields of a record.
function ownFields(node: SkeletonNode, plain: readonly SkeletonNode[]): number {
  return node.elements > 0 ? plain.filter(({ step }) => !step.startsWith('@')).length : plain.length
}

function fieldsOf(node: SkeletonNode): number {
  return findNamedFields(node) ? Number.POSITIVE_INFINITY : namedChildren(node).length
}

function isBareText(node: SkeletonNode, children: readonly SkeletonNode[]): boolean {
  return node.elements > 0 && children.every(({ step }) => step === '#text')
}

function candidateAt(nodes: readonly SkeletonNode[]): Candidate {
  const node = nodes.at(-1) as SkeletonNode
  const inList = node.elements > 0 && nodes.length > 2
  const shape = isFeature(node) || isBareGeometry(node) ? 'features' : inList ? 'elements' : 'single'
  return { shape, nodes, steps: nodes.slice(1).map(({ step }) => step), count: 1, weight: 0 }
}

/** Whether objects here are features of GeoJSON (RFC 7946, 3.2). */
export function isFeature(node: SkeletonNode): boolean {
  const { children } = node
  const properties = children.get('properties')
  return (
    children.get('type')?.sample === 'Feature' &&
    children.has('geometry') &&
    properties !== undefined &&
    properties.objects + properties.nulls > 0
  )
}

const GEOMETRIES = new Set([
  'LineString',
  'MultiLineString',
  'MultiPoint',
  'MultiPolygon',
  'Point',
  'Polygon',
])

/** Whether an object is a geometry of GeoJSON with coordinates (RFC 7946, 3.1), whose lists are positions and no records. */
export function isGeometry({ objects, children }: SkeletonNode): boolean {
  return (
    objects > 0 &&
    GEOMETRIES.has(children.get('type')?.sample ?? '') &&
    (children.get('coordinates')?.arrays ?? 0) > 0
  )
}

/** Whether an object is a topology, whose arcs and scale are no records (TopoJSON 1.0, 2.1). */
export function isTopologyNode({ children }: SkeletonNode): boolean {
  return children.get('type')?.sample === 'Topology' && (children.get('arcs')?.arrays ?? 0) > 0
}

/** Whether objects are geometries and nothing else, as a boundary by itself or the members of a GeometryCollection. */
export function isBareGeometry(node: SkeletonNode): boolean {
  return isGeometry(node) && node.children.size === 2
}
