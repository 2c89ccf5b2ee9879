import type { DeclaredLists, ListOperation } from '../interface/index.ts'
import type { Facts, ManifestRecord, ProblemCode, State } from './record.ts'

/** Something the operator should know about a run. */
export interface Problem {
  /** `gap`: something listed has no current copy, so the mirror is incomplete. `warning`: worth a look, nothing is missing. */
  readonly severity: 'gap' | 'warning'
  /** The kind of problem, by a permanent name. */
  readonly code: ProblemCode
  /** The address, or the quoted dataset code, that it concerns. */
  readonly subject: string
  /** What happened and, if possible, what to do. */
  readonly message: string
  /** The numbers, names and addresses in the message. */
  readonly facts?: Facts
}

/** A problem in a manifest of any version: an older program wrote no code, a newer one may have other codes. */
export interface StatedProblem extends Omit<Problem, 'code'> {
  readonly code?: string
}

/** The last known entry of a dataset in the lists. */
export interface Listing {
  readonly code: string
  readonly title: string
  readonly description?: string
  /** Keys of its categories and publishers. */
  readonly categories: readonly string[]
  readonly oivs: readonly string[]
  /** Its fields with their original names, as text. */
  readonly fields: readonly (readonly [name: string, value: string])[]
}

/** The title of a dataset in earlier lists. */
export interface KeptTitle {
  readonly code: string
  readonly title: string
}

/** The contents and origin of one generation. Times are ISO 8601 in UTC. */
export interface Manifest {
  /** The version of this format; version 1 had other names ({@link upgradeMachineFile}). */
  readonly manifest: 2
  /** Name and version of the program that wrote it. */
  readonly tool: string
  readonly generation: string
  /** The base addresses of the origin, in the order they were tried. */
  readonly origin: readonly string[]
  /** True for a mirror of the bundled sample, which a mirror of a real service may replace. */
  readonly sample?: true
  readonly startedAt: string
  readonly completedAt: string
  /** True if everything listed has a current copy. */
  readonly complete: boolean
  readonly counts: Readonly<Record<State, number>>
  readonly problems: readonly StatedProblem[]
  /** Where the dataset codes were found; `field` if they are in one field of a list. */
  readonly codes: {
    readonly field?: { readonly operation: ListOperation; readonly name: string }
    readonly evidence: string
    /** In the order of the lists, withdrawn ones last. */
    readonly order: readonly string[]
  }
  /** The last known listings of datasets that are no longer listed. */
  readonly listings?: readonly Listing[]
  /** The last known titles of listed datasets that the lists no longer give one. */
  readonly titles?: readonly KeptTitle[]
  /** The configured lists that the origin has as html only, or not at all. */
  readonly lists?: DeclaredLists
  /** Sorted by path. */
  readonly records: readonly ManifestRecord[]
}
