import { isScalarNode, namedChildren, type SkeletonNode } from '../survey/skeleton.ts'

/**
 * Whether a list is a level of a tree: its records contain a list of the same name, and its parent is similar to a record. `nodes` lead
 * from the document to the record.
 */
export function isRecursive(nodes: readonly SkeletonNode[]): boolean {
  const record = nodes.at(-1) as SkeletonNode
  const isArray = nodes.at(-2)?.arrays !== 0
  const list = isArray ? nodes.at(-2) : record
  const holder = nodes.at(isArray ? -3 : -2)
  if (!list || !holder || !record.children.has(list.step)) return false
  const fields = namedChildren(record).filter(isScalarNode)
  const shared = fields.filter((field) => holder.children.has(field.step))
  return shared.length > 0 && shared.length * 2 >= fields.length
}
