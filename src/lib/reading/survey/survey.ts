import { ANY, type Container, type Events, ITEM, type Scalar } from '../events.ts'
import { cellText } from '../json/value-to-json.ts'
import { detachString } from '../text/detach-string.ts'
import { emptyNode, MAX_LEVELS, MAX_NAMES, MAX_NODES, type SkeletonNode } from './skeleton.ts'

const MAX_SAMPLE = 2000
const MAX_VALUES = 500
const MAX_VALUE_CHARS = 2_000_000

interface Frame {
  readonly node: SkeletonNode
  readonly instance: number
  members: number
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
    node.first ??= { members, allTexts: members > 0 && node.children.get(ITEM)?.texts === members }
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
