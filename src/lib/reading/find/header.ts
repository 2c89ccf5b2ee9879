import { ITEM } from '../events.ts'
import { countOf, namedChildren, type SkeletonNode } from '../survey/skeleton.ts'
import type { Header } from './candidate.ts'

const LIKELY_NAMES = ['name', 'title', 'label', 'field', 'fieldName', 'column', 'id', 'code', 'key']

/**
 * The column names of a list of arrays: the first array, if it consists of distinct strings that may be names; else a list next to it, as
 * long as the arrays, of strings or of objects with a name. `nodes` lead from the document to one array.
 */
export function findHeader(nodes: readonly SkeletonNode[]): Header | undefined {
  const row = nodes.at(-1) as SkeletonNode
  const beside = findBeside(nodes, row.width)
  if (beside) return beside
  const names = firstRow(row)
  return names && { names, isFirstRow: true }
}

function firstRow(row: SkeletonNode): string[] | undefined {
  const cells = row.children.get(ITEM)
  if (!cells || !row.first?.allTexts || row.arrays < 2) return undefined
  const names = cells.values.slice(0, row.first.members)
  const complete = names.length === row.first.members && row.width < names.length * 2
  return complete && areNames(names) && names.every(mayBeName) ? names : undefined
}

function areNames(names: readonly string[]): boolean {
  const filled = names.filter((name) => name.trim() !== '')
  return filled.length >= names.length - 1 && new Set(filled).size === filled.length
}

function findBeside(nodes: readonly SkeletonNode[], width: number): Header | undefined {
  for (const wrapper of nodes.slice(0, -2).reverse()) {
    const names = findNames(wrapper, width, 3, nodes)
    if (names) return names
  }
  return undefined
}

function findNames(
  node: SkeletonNode,
  width: number,
  depth: number,
  except: readonly SkeletonNode[],
): Header | undefined {
  for (const child of namedChildren(node)) {
    if (child.step === ITEM || (except.includes(child) && child.arrays > 0)) continue
    const item = child.arrays === 1 && child.width === width ? child.children.get(ITEM) : undefined
    const names = item && namesOfItems(item, width)
    if (item && names) return { names, isFirstRow: false, item }
    if (depth > 0 && child.objects === 1) {
      const deeper = findNames(child, width, depth - 1, except)
      if (deeper) return deeper
    }
  }
  return undefined
}

function namesOfItems(item: SkeletonNode, width: number): readonly string[] | undefined {
  if (item.texts === width) return areNames(item.values) ? item.values : undefined
  if (item.objects !== width) return undefined
  const named = LIKELY_NAMES.map((name) => item.children.get(name))
  return [...named, ...namedChildren(item)].find(
    (field) => field?.texts === width && countOf(field) === width && areNames(field.values),
  )?.values
}

/**
 * Whether a text may be a column name. A number may, such as a year or a column number; one with a sign, a fraction or more than four
 * digits is a value.
 */
export function mayBeName(text: string): boolean {
  return !/^[+-]?\d+([.,]\d+)?$/.test(text.trim()) || /^\d{1,4}$/.test(text.trim())
}
