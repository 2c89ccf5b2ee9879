import * as v from 'valibot'
import { LIST_OPERATIONS } from '../interface/index.ts'
import { type Accepted, baseField, countField, factsField, textsField, timeField } from './fields.ts'
import { type ManifestRecord, type ProblemCode, STATES, type State } from './record.ts'

/** A problem in a manifest of any version: an older program wrote no code, a newer one may have other codes. */
export const problemSchema = v.object({
  /** `gap`: something listed has no current copy, so the mirror is incomplete. `warning`: worth a look, nothing is missing. */
  severity: v.picklist(['gap', 'warning']),
  /** The kind of problem, by a permanent name. */
  code: v.exactOptional(v.string()),
  /** The address, or the quoted dataset code, that it concerns. */
  subject: v.string(),
  /** What happened and, if possible, what to do. */
  message: v.string(),
  /** The numbers, names and addresses in the message. */
  facts: v.exactOptional(factsField),
})

/** Why the codes are those of datasets, by a permanent name with its facts. */
export const evidenceField = v.object({ code: v.string(), facts: v.exactOptional(factsField) })

/** The last known entry of a dataset in the lists. */
const listing = v.object({
  code: v.string(),
  title: v.string(),
  description: v.exactOptional(v.string()),
  /** Keys of its categories and publishers. */
  categories: textsField,
  oivs: textsField,
  /** Its fields with their original names, as text. */
  fields: v.array(v.tuple([v.string(), v.string()])),
})

/** The title of a dataset in earlier lists. */
export const knownTitleSchema = v.object({ code: v.string(), title: v.string() })

/** The contents and origin of one generation. Its records are checked later, one by one. */
export const manifestSchema = v.object({
  /** The version of this format; version 1 had other names ({@link upgradeMachineFile}). */
  manifest: v.literal(2),
  /** Name and version of the program that wrote it. */
  tool: v.string(),
  generation: v.string(),
  /** The base addresses of the origin, in the order they were tried. */
  origin: v.pipe(v.array(baseField), v.minLength(1)),
  /** True for a mirror of the bundled sample, which a mirror of a real service may replace. */
  sample: v.exactOptional(v.literal(true)),
  startedAt: timeField,
  completedAt: timeField,
  /** True if everything listed has a current copy. */
  complete: v.boolean(),
  counts: v.record(v.picklist(STATES), countField),
  problems: v.array(problemSchema),
  /** Where the dataset codes were found; `field` if they are in one field of a list. */
  codes: v.object({
    field: v.exactOptional(v.object({ operation: v.picklist(LIST_OPERATIONS), name: v.string() })),
    evidence: evidenceField,
    /** In the order of the lists, withdrawn ones last. */
    order: textsField,
  }),
  /** The last known listings of datasets that are no longer listed. */
  listings: v.exactOptional(v.array(listing)),
  /** The last known titles of listed datasets that the lists no longer give one. */
  titles: v.exactOptional(v.array(knownTitleSchema)),
  /** The configured lists that the origin has as html only, or not at all. */
  lists: v.exactOptional(
    v.object(v.entriesFromList(LIST_OPERATIONS, v.exactOptional(v.picklist(['html', 'none'])))),
  ),
  /** The sha256 of `changes.json`; absent in manifests of earlier versions, and if a restore did not find the file. */
  changes: v.exactOptional(v.string()),
  /** Sorted by path. */
  records: v.array(v.unknown()),
})

export type StatedProblem = Accepted<typeof problemSchema>

/** Something the operator should know about a run. */
export interface Problem extends StatedProblem {
  readonly code: ProblemCode
}

export type Listing = Accepted<typeof listing>
export type KnownTitle = Accepted<typeof knownTitleSchema>

/** The contents and origin of one generation. Times are ISO 8601 in UTC. */
export interface Manifest extends Omit<Accepted<typeof manifestSchema>, 'counts' | 'records'> {
  readonly counts: Readonly<Record<State, number>>
  /** Sorted by path. */
  readonly records: readonly ManifestRecord[]
}
