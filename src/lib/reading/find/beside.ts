import { ITEM, TEXT } from '../events.ts'
import { countOf, isScalarNode, namedChildren, type SkeletonNode, sampleOf } from '../survey.ts'

/** A plain value outside of the records. */
export interface Beside {
  readonly name: string
  readonly value: string
}

const MAX_BESIDE = 100

/**
 * The plain values outside of the records: in every wrapper on the path to them, and in objects and elements that occur once there. A name
 * is the path from its wrapper: `meta.total`. `nodes` lead from the document to one record.
 */
export function findBeside(nodes: readonly SkeletonNode[]): Beside[] {
  const found: Beside[] = []
  for (const wrapper of nodes.slice(0, -1))
    if (!isManyfold(wrapper)) collect(wrapper, '', new Set(nodes), found)
  return found.slice(0, MAX_BESIDE)
}

function isManyfold(node: SkeletonNode): boolean {
  return node.objects + node.elements > 1
}

function collect(
  node: SkeletonNode,
  prefix: string,
  except: ReadonlySet<SkeletonNode>,
  found: Beside[],
): void {
  for (const child of namedChildren(node)) {
    if (except.has(child) || child.step === ITEM || found.length >= MAX_BESIDE) continue
    const label = child.step.replace(/^@/, '')
    const name = prefix === '' ? label : child.step === TEXT ? prefix : `${prefix}.${label}`
    const value = countOf(child) === 1 && isScalarNode(child) ? sampleOf(child) : undefined
    if (value?.trim()) found.push({ name, value })
    else if (child.objects + child.elements === 1) collect(child, name, except, found)
  }
}
