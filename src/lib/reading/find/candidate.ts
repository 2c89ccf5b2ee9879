import type { SkeletonNode } from '../survey/skeleton.ts'
import type { Shape } from '../types.ts'

/** A list that the records may be. */
export interface Candidate {
  readonly shape: Shape
  /** The steps from the document to one record. */
  readonly steps: readonly string[]
  /** The nodes on the way, the document's own first, the record's last. */
  readonly nodes: readonly SkeletonNode[]
  readonly count: number
  /** How likely a list of this sort is to be the records, per record. */
  readonly weight: number
  /** The column names of `rows`, when the document has them; else the columns are numbered. */
  readonly header?: Header
}

/** Column names of arrays, and whether they are the first of the arrays themselves. */
export interface Header {
  readonly names: readonly string[]
  readonly isFirstRow: boolean
  /** The items of the list beside the arrays that the names come from. */
  readonly item?: SkeletonNode
}

/** The node of one record. */
export function recordNode(candidate: Candidate): SkeletonNode {
  return candidate.nodes.at(-1) as SkeletonNode
}
