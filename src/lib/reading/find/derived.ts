import { TEXT } from '../events.ts'
import type { SkeletonNode } from '../survey/skeleton.ts'

/**
 * The skeleton of a document without the `rest` that `deriveDocument` writes beside the records, where it is such a document:
 * `{"records": […], "rest": {"name": …}}`, or `<data>` with nothing in it but `<record>`s and one `<rest type="…">`.
 */
export function withoutRest(root: SkeletonNode): SkeletonNode {
  const [top] = root.children.values()
  const rest = top?.children.get('rest')
  if (!top || !rest || !(isDerivedJson(top, rest) || isDerivedXml(top, rest))) return root
  const children = new Map([...top.children].filter(([, child]) => child !== rest))
  return { ...root, children: new Map([[top.step, { ...top, children }]]) }
}

function isDerivedJson(top: SkeletonNode, rest: SkeletonNode): boolean {
  const isTree = [...rest.children.keys()].every((name) => ['name', 'attributes', 'children'].includes(name))
  return (
    top.objects === 1 &&
    top.children.size === 2 &&
    top.children.get('records')?.arrays === 1 &&
    rest.objects === 1 &&
    rest.children.has('name') &&
    isTree
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
