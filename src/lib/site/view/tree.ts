import type { TreeNode } from '../../reading/index.ts'
import { unpadded } from './cell-text.ts'
import type { Locale } from './locale.ts'
import { type Cut, cut, oneLine, visible } from './text.ts'

/** A node of an outline, as shown. */
export interface Branch {
  readonly name?: string
  readonly kind: TreeNode['kind']
  /** The value of a leaf. */
  readonly leaf?: Cut
  /** `3 members`, `12 items`; absent for leaves. */
  readonly size?: string
  /** The first plain values in a closed branch: `Myriel · 1`. */
  readonly gist?: string
  readonly children: readonly Branch[]
  /** `… and 5,000 more`; absent if nothing is left out. */
  readonly omitted?: string
  readonly open: boolean
}

const LEAF_LIMIT = 400
const GIST_LIMIT = 72
const OPEN_LEVELS = 2
const OPEN_CHILDREN = 20

/** An outline; its first levels are open if they are short. */
export function branchOf(locale: Locale, node: TreeNode, level = 0): Branch {
  const children = node.children ?? []
  const whole = children.length + (node.omitted ?? 0)
  const name = node.name === undefined ? {} : { name: visible(node.name) }
  if (node.kind !== 'object' && node.kind !== 'array')
    return {
      ...name,
      kind: node.kind,
      leaf: cut(locale, unpadded(node.text ?? 'null'), LEAF_LIMIT),
      children: [],
      open: false,
    }
  const gist = gistOf(children)
  return {
    ...name,
    kind: node.kind,
    ...(level > 0 && gist !== '' && { gist }),
    size:
      node.kind === 'array' ? locale.words.datasetPage.items(whole) : locale.words.datasetPage.members(whole),
    children: children.map((child) => branchOf(locale, child, level + 1)),
    ...(node.omitted ? { omitted: locale.words.datasetPage.omitted(node.omitted) } : {}),
    open: level === 0 || (level < OPEN_LEVELS && children.length <= OPEN_CHILDREN),
  }
}

function gistOf(children: readonly TreeNode[]): string {
  const texts = children.slice(0, 4).flatMap(({ text }) => (text === undefined || text === '' ? [] : text))
  return oneLine(texts.join(' · '), GIST_LIMIT)
}
