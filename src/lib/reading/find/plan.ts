import { ANY, ITEM, TEXT } from '../events.ts'
import { countOf, isScalarNode, namedChildren, type SkeletonNode, sampleOf } from '../survey.ts'
import { isCountName } from './beside.ts'
import { type Candidate, findSingle, recordNode } from './candidate.ts'
import { findCandidates, isNaming } from './candidates.ts'
import { findDescribed, findDictionary } from './dictionary.ts'

/** The structure of a document. */
type Finding =
  | { readonly shape: 'tree' }
  | { readonly shape: 'empty'; readonly nodes: readonly SkeletonNode[]; readonly steps: readonly string[] }
  | {
      readonly shape: 'records'
      readonly chosen: Candidate
      readonly others: readonly Candidate[]
      /** The list that describes the columns. */
      readonly dictionary?: Candidate | undefined
    }

/**
 * Finds the records of a surveyed document: of the lists that are not inside records, the one with the most records, the first of equals;
 * lists of plain values weigh less. Contents that `deriveDocument` wrote outside of the records are ignored. Without a list it is one
 * record, an empty list, or a tree.
 */
export function findRecords(document: SkeletonNode, isList = false): Finding {
  const { root, lists: beside } = withoutRest(document)
  const { lists: all, hasTree } = findCandidates(root, isList)
  const lists = all.filter((list) => !all.some((other) => isHeader(list, other)))
  const most = lists.reduce<Candidate | undefined>((a, b) => (a && isBefore(a, b) ? a : b), undefined)
  const described = isList || !most ? undefined : findDescribed(lists, most)
  const best = described ?? most
  if (best && best.weight === 1)
    return { ...records(best, [...lists, ...beside]), dictionary: findDictionary(all, best) }
  const single = hasTree ? undefined : findSingle(root)
  if (best && !(single && belongsTo(best, single, isList))) return records(best, [...lists, ...beside])
  const empty = hasTree ? undefined : findEmptyList(root)
  if (empty) return { shape: 'empty', nodes: empty, steps: empty.slice(1).map(({ step }) => step) }
  return single ? records(single, beside) : { shape: 'tree' }
}

// The first of equals, but columns, which may be a few pairs of numbers, after all others.
function isBefore(a: Candidate, b: Candidate): boolean {
  const more = score(a) - score(b)
  return more > 0 || (more === 0 && (a.shape !== 'columns' || b.shape === 'columns'))
}

function score({ count, weight }: Candidate): number {
  return count * weight
}

function records(chosen: Candidate, lists: readonly Candidate[]) {
  return {
    shape: 'records' as const,
    chosen,
    others: lists.filter((list) => list !== chosen && list.weight >= chosen.weight && chosen.weight > 0),
  }
}

/** Whether a list contains the column names of another one. */
function isHeader(list: Candidate, { header }: Candidate): boolean {
  return header?.item !== undefined && header.item === recordNode(list)
}

// A short list of plain values among several plain fields is a field of one record, unless another field is its count. A list operation may
// answer with something around its entries, `{"help": "…", "success": true, "result": ["bus", "tram"]}`: it has no name of its own.
function belongsTo(list: Candidate, single: Candidate, isList: boolean): boolean {
  const fields = namedChildren(recordNode(single)).filter(
    (child) => isScalarNode(child) && child !== recordNode(list),
  )
  const isCounted = fields.some((field) => sampleOf(field) === String(list.count))
  const isAround =
    isList &&
    isGenericName(list.steps.findLast((step) => step !== ITEM) ?? '') &&
    !fields.some(({ step }) => isNaming(step))
  const isField = list.shape !== 'keyed' && list.steps.length > 1 && !isAround
  return isField && fields.length >= 2 && fields.length * 3 >= list.count && !isCounted
}

/** Steps as shown to readers: `result.items[]` in json, `catalog/dataset` in xml. */
export function pathText(steps: readonly string[], isMarkup: boolean): string {
  if (isMarkup) return steps.map((step) => (step === ANY ? '*' : step)).join('/')
  const text = steps
    .slice(1)
    .map((step) => (step === ITEM ? '[]' : step === ANY ? '.*' : `.${step}`))
    .join('')
  return text.replace(/^\./, '')
}

const LIST_NAMES =
  /^(items?|results?|data|records?|rows?|list|features|entries|elements|docs|objects|values?|datasets?)$/i
const MAX_BESIDE = 2

/** Whether a name is one for any list, such as `items`. */
export function isGenericName(name: string): boolean {
  return LIST_NAMES.test(name)
}

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
    const isList = saysZero || plain.length <= MAX_BESIDE || isGenericName(child.step)
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
