import { isScalarNode, namedChildren, type SkeletonNode } from '../survey/skeleton.ts'
import { type Candidate, findNamedFields } from './candidate.ts'

/** The single record of a document: an object of mostly plain values, possibly inside wrappers. */
export function findSingle(root: SkeletonNode): Candidate | undefined {
  const top = root.children.values().next().value
  return top && search([root, top])
}

function search(nodes: readonly SkeletonNode[]): Candidate | undefined {
  const node = nodes.at(-1) as SkeletonNode
  if (node.objects + node.elements !== 1) return undefined
  const children = namedChildren(node)
  const plain = children.filter(isScalarNode)
  const nested = children.filter((child) => !isScalarNode(child))
  if (findNamedFields(node)) return candidateAt(nodes)
  const [only] = nested
  const isWrapper = nested.length === 1 && only && fieldsOf(only) > ownFields(node, plain)
  if (isWrapper && (only.objects === 1 || only.elements === 1)) return search([...nodes, only])
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
  const shape = isFeature(node) ? 'features' : inList ? 'elements' : 'single'
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
