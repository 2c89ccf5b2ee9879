import type { SkeletonNode } from '../survey/skeleton.ts'
import type { Shape } from '../types.ts'

/** A list that may contain the records. */
export interface Candidate {
  readonly shape: Shape
  /** The steps from the document to one record. */
  readonly steps: readonly string[]
  /** The nodes on the path, from the document to the record. */
  readonly nodes: readonly SkeletonNode[]
  readonly count: number
  /** How likely a list of this kind contains the records, per record. */
  readonly weight: number
  /** The column names of `rows`, if the document has them; else the columns are numbered. */
  readonly header?: Header
}

/** Column names for arrays, and whether they are the first array. */
export interface Header {
  readonly names: readonly string[]
  readonly isFirstRow: boolean
  /** The items of the separate list with the names. */
  readonly item?: SkeletonNode
}

/** The node of one record. */
export function recordNode(candidate: Candidate): SkeletonNode {
  return candidate.nodes.at(-1) as SkeletonNode
}
