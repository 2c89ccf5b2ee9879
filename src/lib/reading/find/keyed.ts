import { ITEM } from '../events.ts'
import { countOf, isScalarNode, type SkeletonNode } from '../survey/skeleton.ts'

const MIN_PLAIN = 32

/**
 * Whether an object is a list of records by key: all members are similar objects (a field is in half of them on average), and most fields
 * are plain.
 */
export function isKeyed(node: SkeletonNode): boolean {
  const members = [...node.children.values()]
  return node.objects === 1 && areAlike(members, 0.5, 1)
}

/** Whether an object contains lists by group: all members are arrays of objects, with nearly the same fields. */
export function isGrouped(node: SkeletonNode): boolean {
  const lists = [...node.children.values()]
  if (node.objects !== 1 || lists.some((list) => list.arrays === 0 || list.arrays !== countOf(list)))
    return false
  return areAlike(
    lists.flatMap((list) => list.children.get(ITEM) ?? []),
    0.8,
    2,
  )
}

/** Whether all are objects of mostly plain fields, each in the given share of them on average. */
function areAlike(nodes: readonly SkeletonNode[], share: number, minFields: number): boolean {
  if (nodes.length < 2 || nodes.some((node) => node.objects === 0 || node.objects !== countOf(node)))
    return false
  const fields = nodes.flatMap((node) => [...node.children.values()])
  const names = new Set(fields.map((field) => field.step))
  const plain = fields.filter(isScalarNode).length
  const isShared = fields.length >= names.size * nodes.length * share
  return names.size >= minFields && isShared && plain * 2 > fields.length
}

/** Whether an object is a long list of plain values by key, all of one kind. */
export function isPlainKeyed(node: SkeletonNode): boolean {
  if (node.objects !== 1 || node.members < MIN_PLAIN) return false
  const members = [...node.children.values()]
  return (
    members.every((member) => member.texts === countOf(member)) ||
    members.every((member) => member.numerals === countOf(member))
  )
}
