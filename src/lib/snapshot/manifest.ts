import type { DeclaredLists, ListOperation } from '../interface/index.ts'
import type { Facts, ProblemCode } from './problem-codes.ts'
import type { ManifestRecord, State } from './record.ts'

/** Something a person should know about a run, with the address it concerns. */
export interface Problem {
  /** `gap`: something listed has no fresh copy, the mirror is incomplete. `warning`: worth a look, nothing is missing. */
  readonly severity: 'gap' | 'warning'
  /** What kind of problem it is, by a name that stays the same. */
  readonly code: ProblemCode
  /** The address, or the dataset code as quoted text. */
  readonly subject: string
  /** One sentence: what happened and, where there is something, what to do. */
  readonly message: string
  /** The numbers, names and addresses in the message. */
  readonly facts?: Facts
}

/** A problem as a manifest states it: an older program wrote no code, a newer one may know more of them. */
export interface StatedProblem extends Omit<Problem, 'code'> {
  readonly code?: string
}

/** The entry of a dataset in the lists, as it last was. */
export interface Listing {
  readonly code: string
  readonly title: string
  readonly description?: string
  /** Keys of its categories and OIVs. */
  readonly categories: readonly string[]
  readonly oivs: readonly string[]
  /** Its fields under the list's own names, as text. */
  readonly fields: readonly (readonly [name: string, value: string])[]
}

/** What one generation holds and how it came to be. Times are ISO 8601 in UTC. */
export interface Manifest {
  /** The version of this layout; version 1 had other names ({@link parseMachineFile}). */
  readonly manifest: 2
  /** Name and version of the program that wrote it. */
  readonly tool: string
  readonly generation: string
  /** The base addresses of the origin, the first one asked first. */
  readonly origin: readonly string[]
  /** True for a mirror of the bundled sample, which may be replaced by that of a real service. */
  readonly sample?: true
  readonly startedAt: string
  readonly completedAt: string
  /** True when nothing listed is without a fresh copy. */
  readonly complete: boolean
  readonly counts: Readonly<Record<State, number>>
  readonly problems: readonly StatedProblem[]
  /** Where the dataset codes were found; `field` where one field of a list holds them. */
  readonly codes: {
    readonly field?: { readonly operation: ListOperation; readonly name: string }
    readonly evidence: string
    /** In the order of the lists, those held from earlier runs last. */
    readonly order: readonly string[]
  }
  /** What the lists last said of the datasets that are no longer in them. */
  readonly listings?: readonly Listing[]
  /** What the config said of lists: that the origin has them as html only, or not at all. */
  readonly lists?: DeclaredLists
  /** Sorted by path. */
  readonly records: readonly ManifestRecord[]
}
