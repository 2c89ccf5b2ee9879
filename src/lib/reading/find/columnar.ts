import { ANY, ITEM } from '../events.ts'
import { countOf, namedChildren, plainCount, type SkeletonNode } from '../survey.ts'

/** Lists that state the names of columns, beside rows of as many cells. */
const HEADERS: ReadonlySet<string> = new Set(
  'column columns field fields head header headers key keys label labels name names schema variables vars'.split(
    ' ',
  ),
)

/** Those that may also be the names of the rows. */
const LABELS: ReadonlySet<string> = new Set('key keys label labels name names'.split(' '))

/** Whether a list is named like one with the names of columns. */
export function isHeaderName(name: string): boolean {
  return HEADERS.has(name.toLowerCase())
}

/** Whether there is one array here, and nothing else. */
export function isOneArray(node: SkeletonNode): boolean {
  return node.arrays === 1 && countOf(node) === 1
}

/** The columns of an object of columns. */
export interface Columns {
  /** Their nodes, in document order. */
  readonly nodes: readonly SkeletonNode[]
  /** Whether each is an object by position, `{"0": …, "1": …}`, and not an array. */
  readonly isByPosition: boolean
}

/**
 * The columns of an object with a table by columns: `{"date": ["2026-01-01", "2026-01-02"], "rain": [0, 3.5]}`, or objects by position as
 * Python's pandas writes them. All its arrays have the same length, at least two are of plain values, and none of objects; one of plain values
 * suffices if it labels lists of different lengths: `{"labels": ["a", "b"], "values": [[1, 2], [3]]}`. Undefined if it is none.
 */
export function findColumnar(node: SkeletonNode): Columns | undefined {
  if (node.objects !== 1 || countOf(node) !== 1 || node.children.has(ANY)) return undefined
  const children = namedChildren(node)
  const arrays = children.filter(isOneArray)
  const isByPosition = arrays.length === 0
  const nodes = isByPosition ? children.filter(isPositions) : arrays
  const [first] = nodes
  if (first === undefined || first.width < 2 || nodes.some(({ width }) => width !== first.width))
    return undefined
  const items = nodes.flatMap((column) => [...column.children.values()])
  const plain = nodes.filter((column) => [...column.children.values()].every(isPlain))
  const uneven = nodes.filter(isUneven)
  const isLabelled = uneven.length > 0 && plain.length + uneven.length === nodes.length
  const namesColumns = ({ step }: SkeletonNode) =>
    isHeaderName(step) && !(isLabelled && LABELS.has(step.toLowerCase()))
  const hasRows = plain.length < nodes.length && nodes.some(namesColumns)
  const hasObjects = items.some(({ objects, elements }) => objects + elements > 0)
  return plain.length < (isLabelled ? 1 : 2) || hasRows || hasObjects ? undefined : { nodes, isByPosition }
}

/** Whether there is an array of arrays of plain values that differ in length. */
function isUneven(node: SkeletonNode): boolean {
  const row = node.children.get(ITEM)
  if (row === undefined || row.arrays !== countOf(row)) return false
  return row.members < row.arrays * row.width && [...row.children.values()].every(isPlain)
}

function isPlain(node: SkeletonNode): boolean {
  return plainCount(node) === countOf(node)
}

/** Whether there is one object with the members "0", "1" and so on. What a survey merged beyond its limit comes last. */
function isPositions(node: SkeletonNode): boolean {
  if (node.objects !== 1 || countOf(node) !== 1 || node.children.size === 0) return false
  return [...node.children.keys()].every((name, at) => name === String(at) || name === ANY)
}

/** The steps from the object of columns to a value. */
export function stepsOfColumns({ isByPosition }: Columns): readonly string[] {
  return [ANY, isByPosition ? ANY : ITEM]
}
