import { TEXT } from '../events.ts'
import { isScalarNode, namedChildren, type SkeletonNode, sampleOf } from '../survey/skeleton.ts'
import { isCountName } from './paging.ts'

const LIST_NAMES =
  /^(items?|results?|data|records?|rows?|list|features|entries|elements|docs|objects|values?|datasets?)$/i
const MAX_BESIDE = 2

/** The path of an empty list, as nodes; undefined if there is none. */
export function findEmptyList(root: SkeletonNode): readonly SkeletonNode[] | undefined {
  const top = root.children.values().next().value
  if (!top) return undefined
  if (top.objects + top.arrays + top.elements === 0) return top.nulls > 0 ? [root, top] : undefined
  const inner = namedChildren(top).filter((child) => !child.step.startsWith('@') && !isBlankText(child))
  return inner.length === 0 ? [root, top] : search([root, top])
}

function search(nodes: readonly SkeletonNode[]): readonly SkeletonNode[] | undefined {
  const node = nodes.at(-1) as SkeletonNode
  if (node.objects + node.elements !== 1) return undefined
  const children = namedChildren(node)
  const plain = children.filter(isScalarNode)
  const saysZero = plain.some((child) => isCountName(child.step.replace(/^@/, '')) && sampleOf(child) === '0')
  for (const child of children) {
    const isList = saysZero || plain.length <= MAX_BESIDE || LIST_NAMES.test(child.step)
    if (isEmptyArray(child) ? isList : saysZero && isEmptyElement(child)) return [...nodes, child]
  }
  for (const child of children) {
    const others = children.filter((other) => other !== child)
    const found = others.every(isFlat) ? search([...nodes, child]) : undefined
    if (found) return found
  }
  return undefined
}

function isBlankText({ step, texts, sample }: SkeletonNode): boolean {
  return step === TEXT && texts === 1 && sample?.trim() === ''
}

/** Whether there are only plain values below, as in an object that describes a list. */
function isFlat(node: SkeletonNode): boolean {
  return isScalarNode(node) || (node.arrays === 0 && namedChildren(node).every(isScalarNode))
}

function isEmptyArray(node: SkeletonNode): boolean {
  return node.arrays === 1 && node.children.size === 0
}

function isEmptyElement(node: SkeletonNode): boolean {
  return node.elements === 1 && node.children.size === 0
}
