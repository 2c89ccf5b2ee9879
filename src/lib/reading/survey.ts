import { ANY, type Container, type Events, ITEM, type Scalar, TEXT } from './events.ts'
import { cellText, detachString } from './value.ts'

/** Everything in a document with the same path, merged: number, kinds and children. */
export interface SkeletonNode {
  readonly step: string
  readonly children: Map<string, SkeletonNode>
  objects: number
  arrays: number
  elements: number
  texts: number
  numerals: number
  booleans: number
  nulls: number
  /** Maximum number of occurrences in one parent: above 1 for repeated elements and for items. */
  repeat: number
  /** Total number of children of all containers here. */
  members: number
  /** Maximum number of children of one container here. */
  width: number
  /** The first plain value, cut to a maximum length. */
  sample: string | undefined
  /** The first strings here, in order, up to a limit. */
  readonly values: string[]
  /** Number of children of the first container here, how many of them are elements, and whether all of them are strings. */
  first: { readonly members: number; readonly elements: number; readonly allTexts: boolean } | undefined
  /** The last parent, and the number of occurrences in it so far. */
  lastParent: number
  times: number
}

/** Maximum number of distinct paths in one document, and of distinct names in one object. */
const MAX_NODES = 20_000
const MAX_NAMES = 1000
/** Deeper contents are merged and not searched for records. */
const MAX_LEVELS = 500

/** A node without any occurrences. */
function emptyNode(step: string): SkeletonNode {
  return {
    step,
    children: new Map(),
    objects: 0,
    arrays: 0,
    elements: 0,
    texts: 0,
    numerals: 0,
    booleans: 0,
    nulls: 0,
    repeat: 0,
    members: 0,
    width: 0,
    sample: undefined,
    values: [],
    first: undefined,
    lastParent: -1,
    times: 0,
  }
}

/** Number of values at this path. */
export function countOf(node: SkeletonNode): number {
  return node.objects + node.arrays + node.elements + plainCount(node)
}

/** Number of plain values at this path, including nulls. */
export function plainCount(node: SkeletonNode): number {
  return node.texts + node.numerals + node.booleans + node.nulls
}

/** Whether all values at this path are plain: json scalars, attributes, or elements with only text. */
export function isScalarNode(node: SkeletonNode): boolean {
  return node.objects + node.arrays === 0 && (node.elements === 0 || isTextElement(node))
}

/** Whether the elements here contain only text, without attributes. */
export function isTextElement(node: SkeletonNode): boolean {
  return node.elements > 0 && [...node.children.keys()].every((name) => name === '#text')
}

/** The first plain value here: a scalar, or the text of an element. */
export function sampleOf(node: SkeletonNode): string | undefined {
  return node.elements > 0 ? node.children.get(TEXT)?.sample : node.sample
}

/** The named children, in order of first occurrence. */
export function namedChildren(node: SkeletonNode): SkeletonNode[] {
  return [...node.children.values()].filter((child) => child.step !== ANY)
}

const MAX_SAMPLE = 2000
const MAX_VALUES = 500
const MAX_VALUE_CHARS = 2_000_000

interface Frame {
  readonly node: SkeletonNode
  readonly instance: number
  members: number
}

// Before a second container, its node has the children of the first one.
function firstOf({ children }: SkeletonNode, members: number): SkeletonNode['first'] {
  const elements = children.values().reduce((sum, child) => sum + child.elements, 0)
  return { members, elements, allTexts: members > 0 && children.get(ITEM)?.texts === members }
}

/** The first pass over a document: merges it into a skeleton of bounded size. The root of the document is below `root`. */
export class StructureSurvey implements Events {
  readonly root: SkeletonNode = emptyNode('')
  #frame: Frame = { node: this.root, instance: 0, members: 0 }
  readonly #frames: Frame[] = []
  #nodes = 0
  #instances = 0
  #valueChars = 0

  open(step: string, kind: Container): void {
    const node = this.#visit(step)
    if (kind === 'object') node.objects++
    else if (kind === 'array') node.arrays++
    else node.elements++
    this.#frames.push(this.#frame)
    this.#frame = { node, instance: ++this.#instances, members: 0 }
  }

  close(): void {
    const { node, members } = this.#frame
    node.members += members
    if (members > node.width) node.width = members
    node.first ??= firstOf(node, members)
    this.#frame = this.#frames.pop() as Frame
  }

  scalar(step: string, value: Scalar): void {
    const node = this.#visit(step)
    if (typeof value === 'string') {
      node.texts++
      this.#keep(node, value)
    } else if (value === null) node.nulls++
    else if (typeof value === 'boolean') node.booleans++
    else node.numerals++
    if (node.sample === undefined && value !== null)
      node.sample = detachString((cellText(value) ?? '').slice(0, MAX_SAMPLE))
  }

  #keep(node: SkeletonNode, value: string): void {
    if (node.values.length >= MAX_VALUES || this.#valueChars >= MAX_VALUE_CHARS) return
    const text = detachString(value.slice(0, MAX_SAMPLE))
    this.#valueChars += text.length
    node.values.push(text)
  }

  #visit(step: string): SkeletonNode {
    const frame = this.#frame
    frame.members++
    const node = frame.node.children.get(step) ?? this.#add(frame.node, step)
    if (node.lastParent === frame.instance) node.times++
    else {
      node.lastParent = frame.instance
      node.times = 1
    }
    if (node.times > node.repeat) node.repeat = node.times
    return node
  }

  #add(parent: SkeletonNode, step: string): SkeletonNode {
    const full = this.#nodes >= MAX_NODES || this.#frames.length >= MAX_LEVELS
    if (full && parent.step === ANY) return parent
    const wide = parent.children.size >= MAX_NAMES && step !== ITEM
    const name = full || wide ? ANY : detachString(step)
    const known = parent.children.get(name)
    if (known) return known
    this.#nodes++
    const node = emptyNode(name)
    parent.children.set(name, node)
    return node
  }
}
