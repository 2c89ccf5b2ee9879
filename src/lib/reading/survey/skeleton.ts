import { ANY, TEXT } from '../events.ts'

/** Everything a document holds at one path, merged: how often, what, and what lies below. */
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
  /** How often a single parent holds this, at most: above 1 for repeated elements and for items. */
  repeat: number
  /** How many children all containers here hold together. */
  members: number
  /** The most children one container here holds. */
  width: number
  /** The first plain value, cut to a bounded length. */
  sample: string | undefined
  /** The first strings here, in order, up to a bound. */
  readonly values: string[]
  /** How many children the first container here holds, and whether all of them are strings. */
  first: { readonly members: number; readonly allTexts: boolean } | undefined
  /** Which parent was seen last, and how often it has held this so far. */
  lastParent: number
  times: number
}

/** The most paths that are told apart in one document, and the most names in one object. */
export const MAX_NODES = 20_000
export const MAX_NAMES = 1000
/** What lies deeper is merged; no records are looked for there. */
export const MAX_LEVELS = 500

/** A node at which nothing was seen yet. */
export function emptyNode(step: string): SkeletonNode {
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

/** How many values lie at this path. */
export function countOf(node: SkeletonNode): number {
  return node.objects + node.arrays + node.elements + plainCount(node)
}

/** How many plain values lie at this path, nulls included. */
export function plainCount(node: SkeletonNode): number {
  return node.texts + node.numerals + node.booleans + node.nulls
}

/** Whether the node is a plain value wherever it occurs: a scalar of json, an attribute, an element with nothing but text. */
export function isScalarNode(node: SkeletonNode): boolean {
  return node.objects + node.arrays === 0 && (node.elements === 0 || isTextElement(node))
}

/** Whether elements here hold nothing but text, without attributes. */
export function isTextElement(node: SkeletonNode): boolean {
  return node.elements > 0 && [...node.children.keys()].every((name) => name === '#text')
}

/** The first plain value here: of a scalar, or the text of an element. */
export function sampleOf(node: SkeletonNode): string | undefined {
  return node.elements > 0 ? node.children.get(TEXT)?.sample : node.sample
}

/** The children with a name of their own, in the order they were first seen. */
export function namedChildren(node: SkeletonNode): SkeletonNode[] {
  return [...node.children.values()].filter((child) => child.step !== ANY)
}
