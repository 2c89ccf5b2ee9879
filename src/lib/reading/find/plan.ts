import { ANY, ITEM, TEXT } from '../events.ts'
import { isScalarNode, namedChildren, type SkeletonNode, sampleOf } from '../survey/skeleton.ts'
import { type Candidate, recordNode } from './candidate.ts'
import { findCandidates } from './candidates.ts'
import { withoutRest } from './derived.ts'
import { isCountName } from './paging.ts'
import { findSingle } from './single.ts'

/** The structure of a document. */
type Finding =
  | { readonly shape: 'tree' }
  | { readonly shape: 'empty'; readonly nodes: readonly SkeletonNode[]; readonly steps: readonly string[] }
  | { readonly shape: 'records'; readonly chosen: Candidate; readonly others: readonly Candidate[] }

/**
 * Finds the records of a surveyed document: of the lists that are not inside records, the one with the most records, the first of equals;
 * lists of plain values weigh less. Contents that `deriveDocument` wrote outside of the records are ignored. Without a list it is one
 * record, an empty list, or a tree.
 */
export function findRecords(document: SkeletonNode): Finding {
  const { root, lists: beside } = withoutRest(document)
  const { lists: all, hasTree } = findCandidates(root)
  const lists = all.filter((list) => !all.some((other) => isHeader(list, other)))
  const best = lists.reduce<Candidate | undefined>((a, b) => (a && score(a) >= score(b) ? a : b), undefined)
  if (best && best.weight === 1) return records(best, [...lists, ...beside])
  const single = hasTree ? undefined : findSingle(root)
  if (best && !(single && belongsTo(best, single))) return records(best, [...lists, ...beside])
  const empty = hasTree ? undefined : findEmptyList(root)
  if (empty) return { shape: 'empty', nodes: empty, steps: empty.slice(1).map(({ step }) => step) }
  return single ? records(single, beside) : { shape: 'tree' }
}

function score({ count, weight }: Candidate): number {
  return count * weight
}

function records(chosen: Candidate, lists: readonly Candidate[]): Finding {
  return {
    shape: 'records',
    chosen,
    others: lists.filter((list) => list !== chosen && list.weight >= chosen.weight && chosen.weight > 0),
  }
}

/** Whether a list contains the column names of another one. */
function isHeader(list: Candidate, { header }: Candidate): boolean {
  return header?.item !== undefined && header.item === recordNode(list)
}

// A short list of plain values among several plain fields is a field of one record, unless another field is its count.
function belongsTo(list: Candidate, single: Candidate): boolean {
  const fields = namedChildren(recordNode(single)).filter(
    (child) => isScalarNode(child) && child !== recordNode(list),
  )
  const isCounted = fields.some((field) => sampleOf(field) === String(list.count))
  const isField = list.shape !== 'keyed' && list.steps.length > 1
  return isField && fields.length >= 2 && fields.length * 3 >= list.count && !isCounted
}

/** Steps as shown to readers: `result.items[]` in json, `catalog/dataset` in xml. */
export function pathText(steps: readonly string[], isMarkup: boolean): string {
  if (isMarkup) return steps.join('/')
  const text = steps
    .slice(1)
    .map((step) => (step === ITEM ? '[]' : step === ANY ? '.*' : `.${step}`))
    .join('')
  return text.replace(/^\./, '')
}

const LIST_NAMES =
  /^(items?|results?|data|records?|rows?|list|features|entries|elements|docs|objects|values?|datasets?)$/i
const MAX_BESIDE = 2

/** The path of an empty list, as nodes; undefined if there is none. */
function findEmptyList(root: SkeletonNode): readonly SkeletonNode[] | undefined {
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
