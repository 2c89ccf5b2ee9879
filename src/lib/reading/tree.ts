import { type Container, type Events, ITEM, type Scalar, TEXT } from './events.ts'
import { cellText } from './json/value-to-json.ts'
import { detachString } from './text/detach-string.ts'
import type { TreeNode } from './types.ts'

const MAX_CHILDREN = 100
const MAX_NODES = 3000
const MAX_LEVELS = 12
const MAX_TEXT = 1000

interface Draft {
  name?: string
  text?: string
  kind: TreeNode['kind']
  children?: Draft[]
  omitted?: number
}

/** Builds the outline of a document, reduced to what a page can show, with counts of what is left out. */
export class TreeBuilder implements Events {
  readonly #top: Draft = { kind: 'object', children: [] }
  readonly #open: (Draft | undefined)[] = [this.#top]
  #nodes = 0

  open(step: string, kind: Container): void {
    const draft = this.#add(step, { kind: kind === 'array' ? 'array' : 'object', children: [] })
    this.#open.push(draft)
  }

  close(): void {
    const closed = this.#open.pop()
    if (closed) collapse(closed)
  }

  scalar(step: string, value: Scalar): void {
    const text = cellText(value) ?? ''
    const kind = kindOf(value)
    const cut = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1)}…` : text
    this.#add(step, kind === 'null' ? { kind } : { kind, text: detachString(cut) })
  }

  /** The outline of the document. */
  get tree(): TreeNode {
    const [root] = this.#top.children ?? []
    return root ?? { kind: 'null' }
  }

  #add(step: string, draft: Draft): Draft | undefined {
    const parent = this.#open.at(-1)
    if (!parent) return undefined
    parent.children ??= []
    const isFull =
      parent.children.length >= MAX_CHILDREN || this.#nodes >= MAX_NODES || this.#open.length > MAX_LEVELS
    if (isFull) {
      parent.omitted = (parent.omitted ?? 0) + 1
      return undefined
    }
    this.#nodes++
    const named = step === ITEM ? draft : { name: detachString(step), ...draft }
    parent.children.push(named)
    return named
  }
}

/** An element with only text is a leaf. */
function collapse(draft: Draft): void {
  const [only] = draft.children ?? []
  if (draft.children?.length !== 1 || draft.omitted !== undefined || only?.name !== TEXT) return
  if (only.text === undefined || draft.kind !== 'object') return
  draft.text = only.text
  draft.kind = 'text'
  delete draft.children
}

function kindOf(value: Scalar): TreeNode['kind'] {
  if (typeof value === 'string') return 'text'
  if (value === null) return 'null'
  return typeof value === 'boolean' ? 'boolean' : 'number'
}
