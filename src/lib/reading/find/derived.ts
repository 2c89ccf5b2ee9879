import { ITEM, TEXT } from '../events.ts'
import { countOf, type SkeletonNode } from '../survey/skeleton.ts'
import type { Candidate } from './candidate.ts'

/** A document without what `deriveDocument` wrote outside of its records, and the lists of an html page in that. */
interface WithoutRest {
  readonly root: SkeletonNode
  readonly lists: readonly Candidate[]
}

/**
 * The skeleton of a document without the `rest` that `deriveDocument` wrote, if it is such a document: `{"records": […], "rest": {"name":
 * …}}`, `{"records": […], "rest": {"table 2": […]}}`, or `<data>` that contains only `<record>`s and one `<rest type="…">`.
 */
export function withoutRest(root: SkeletonNode): WithoutRest {
  const [top] = root.children.values()
  const rest = top?.children.get('rest')
  if (!top || !rest || !(isDerivedJson(top, rest) || isDerivedXml(top, rest))) return { root, lists: [] }
  const children = new Map([...top.children].filter(([, child]) => child !== rest))
  const lists = top.step === ITEM ? listsOfJson([root, top, rest]) : listsOfXml([root, top, rest])
  return { root: { ...root, children: new Map([[top.step, { ...top, children }]]) }, lists }
}

function isDerivedJson(top: SkeletonNode, rest: SkeletonNode): boolean {
  const isTree = [...rest.children.keys()].every((name) => ['name', 'attributes', 'children'].includes(name))
  return (
    top.objects === 1 &&
    top.children.size === 2 &&
    top.children.get('records')?.arrays === 1 &&
    rest.objects === 1 &&
    (isPage(rest) || (rest.children.has('name') && isTree))
  )
}

function isDerivedXml(top: SkeletonNode, rest: SkeletonNode): boolean {
  const isRecords = [...top.children.keys()].every((name) => ['record', 'rest', TEXT].includes(name))
  return (
    top.step === 'data' &&
    top.elements === 1 &&
    isRecords &&
    rest.elements === 1 &&
    rest.children.has('@type')
  )
}

/** Whether there are only the other lists of an html page. */
function isPage({ children }: SkeletonNode): boolean {
  return areListNames([...children.keys()])
}

// Beside the lists of a page stands the caption of the records.
function areListNames(all: readonly string[]): boolean {
  const names = all.filter((name) => name !== 'caption')
  return names.length > 0 && names.every(isListName)
}

function isListName(name: string): boolean {
  return /^(?:table|list) \d+(?:: .*)?(?: \(\d+\))?$/s.test(name)
}

function listsOfJson(above: readonly SkeletonNode[]): Candidate[] {
  const rest = above.at(-1) as SkeletonNode
  if (!isPage(rest)) return []
  return [...rest.children.values()].flatMap((list) => {
    const item = list.children.get(ITEM)
    return item ? listAt([...above, list, item]) : []
  })
}

/** One list for all, because in xml they have the same element names. */
function listsOfXml(above: readonly SkeletonNode[]): Candidate[] {
  const field = above.at(-1)?.children.get('field')
  const item = field?.children.get('item')
  const names = field?.children.get('@name')?.values ?? []
  return field && item && areListNames(names) ? [listAt([...above, field, item])] : []
}

function listAt(nodes: readonly SkeletonNode[]): Candidate {
  const steps = nodes.slice(1).map(({ step }) => step)
  return { shape: 'objects', steps, nodes, count: countOf(nodes.at(-1) as SkeletonNode), weight: 1 }
}
