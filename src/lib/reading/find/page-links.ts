import { ITEM } from '../events.ts'
import { countOf, namedChildren, type SkeletonNode } from '../survey.ts'
import { isPagerName, pageIn } from './beside.ts'

const RELATIONS = ['@rel', 'rel', 'relation']
const MOST_LEVELS = 4

/**
 * Why a document has further pages according to what it links to outside of its records, `nodes` of which lead to one: a link to the next or last
 * page, or to the one before (`<link rel="next">`, `{"rel": "next"}`, RFC 8288), or a list of pages (`{"pages": ["/?page=1", "/?page=2"]}`).
 */
export function findPageLinks(nodes: readonly SkeletonNode[]): string | undefined {
  for (const node of besideOf(nodes)) {
    const relations = relationsOf(node)
    const pages = textsBelow(node).map(pageIn)
    const has = (...names: string[]) => relations.some((relation) => names.includes(relation))
    const isMany = pages.some((page) => page > 1)
    if (has('next')) return `there is a ${node.step} with rel="next"`
    if (has('last') && isMany) return `there is a ${node.step} with rel="last" to a later page`
    if (has('prev', 'previous') && pages.some((page) => page >= 0))
      return `there is a ${node.step} with rel="prev" to another page`
    if (isPagerName(node.step) && isListOfPages(node)) return `${node.step} is a list of several pages`
  }
  return undefined
}

// The relations as words: a registered one may be stated as an address.
function relationsOf(node: SkeletonNode): string[] {
  const values = RELATIONS.flatMap((name) => itemsOf(node).children.get(name)?.values ?? [])
  return values.flatMap((value) =>
    value
      .toLowerCase()
      .split(/\s+/)
      .map((relation) => relation.slice(Math.max(relation.lastIndexOf('/'), relation.lastIndexOf('#')) + 1)),
  )
}

function itemsOf(node: SkeletonNode): SkeletonNode {
  return node.children.get(ITEM) ?? node
}

// All that lies outside of the records, also in objects that occur once.
function besideOf(nodes: readonly SkeletonNode[]): SkeletonNode[] {
  const below = (node: SkeletonNode, levels: number): SkeletonNode[] =>
    namedChildren(node)
      .filter((child) => !nodes.includes(child) && child.step !== ITEM)
      .flatMap((child) => [
        child,
        ...(levels > 0 && child.objects + child.elements === 1 ? below(child, levels - 1) : []),
      ])
  return nodes
    .slice(0, -1)
    .filter(({ objects, elements }) => objects + elements < 2)
    .flatMap((wrapper) => below(wrapper, MOST_LEVELS))
}

function textsBelow(node: SkeletonNode, levels = MOST_LEVELS): readonly string[] {
  const inner = levels > 0 ? [...node.children.values()] : []
  return [...node.values, ...inner.flatMap((child) => textsBelow(child, levels - 1))]
}

// Addresses of several pages, or their numbers from the first one on.
function isListOfPages(node: SkeletonNode): boolean {
  const texts = textsBelow(node)
  if (new Set(texts.map(pageIn).filter((page) => page >= 0)).size > 1) return true
  if (texts.includes('1') && texts.includes('2')) return true
  const item = itemsOf(node)
  return item.numerals > 1 && item.numerals === countOf(item) && item.sample === '1'
}
