import * as v from 'valibot'
import { type Accepted, countField, described, textsField } from '../interface/field.ts'
import {
  DATA_FORMATS,
  DATASET_OPERATION,
  datasetResource,
  FORMATS,
  fileOf,
  findCodeProblem,
  LIST_OPERATIONS,
  parseDatasetCode,
  quoteCode,
} from '../interface/index.ts'
import { formerOf } from './layout.ts'
import { addressField, baseField, factsField, sha256Field, timeField } from './machine-file.ts'
import {
  countStates,
  type ManifestRecord,
  type ProblemCode,
  recordSchema,
  STATES,
  type State,
} from './record.ts'

/** A problem in a manifest of any version: an older program wrote no code, a newer one may have other codes. */
export const problemSchema = v.object({
  severity: described(
    '`gap`: something listed has no current copy, so the mirror is incomplete. `warning`: worth a look, nothing is missing.',
    v.picklist(['gap', 'warning']),
  ),
  code: v.exactOptional(
    described('The kind of problem, by a permanent name. Later versions may add names.', v.string()),
  ),
  subject: described('The address, or the quoted dataset code, that it concerns.', v.string()),
  message: described('What happened and, if possible, what to do.', v.string()),
  facts: v.exactOptional(described('The numbers, names and addresses in the message.', factsField)),
})

/** Why the codes are those of datasets, by a permanent name with its facts. */
export const evidenceField = v.object({ code: v.string(), facts: v.exactOptional(factsField) })

/** The last known entry of a dataset in the lists. */
const listing = v.object({
  code: v.string(),
  title: v.string(),
  description: v.exactOptional(v.string()),
  categories: described('Keys of its categories.', textsField),
  oivs: described('Keys of its publishers.', textsField),
  categoryTitles: v.exactOptional(
    described('The titles of its categories, in their order; empty if unknown.', textsField),
  ),
  oivTitles: v.exactOptional(
    described('The titles of its publishers, in their order; empty if unknown.', textsField),
  ),
  fields: described(
    'Its fields with their original names, as text.',
    v.array(v.tuple([v.string(), v.string()])),
  ),
})

/** The title of a dataset in earlier lists. */
export const knownTitleSchema = v.object({ code: v.string(), title: v.string() })

export const listFieldSchema = v.object({ operation: v.picklist(LIST_OPERATIONS), name: v.string() })

/** Lists as declared in the config. */
export const declaredSchema = v.object(
  v.entriesFromList(LIST_OPERATIONS, v.exactOptional(v.picklist(['html', 'none']))),
)

const codesField = v.object({
  field: v.exactOptional(described('The list and the field that has them, if it is one.', listFieldSchema)),
  evidence: described('Why they are codes, by a permanent name.', evidenceField),
  order: described('The codes in the order of the lists, withdrawn ones last.', textsField),
})

export const codeField = v.pipe(
  v.string(),
  v.check((code) => findCodeProblem(code) === undefined, 'expected a dataset code'),
)

const differencesFile = v.object({
  code: described('The dataset code.', codeField),
  sha256: described('Of the file.', sha256Field),
  bytes: described('Of the file.', countField),
  changedAt: described('When the dataset last changed.', timeField),
})

/** What identifies a former version: its bytes, and when they were the answer of the origin. */
const versionHead = {
  format: described('The format of the bytes.', v.picklist(DATA_FORMATS)),
  sha256: described('Of the bytes.', sha256Field),
  firstSeen: described('When the origin was first seen to send these bytes.', timeField),
  lastSeen: described('When it was last seen to send them, before other bytes came.', timeField),
} as const

/** Bytes that were the answer of the origin for a dataset, until other bytes replaced them. */
const version = v.object({
  ...versionHead,
  bytes: described('The number of bytes.', countField),
  changedAt: described('The time of the file.', timeField),
  address: described('The address they were received from.', addressField),
  mediaType: v.exactOptional(described('The media type of their `Content-Type`.', v.string())),
  charset: v.exactOptional(described('The charset of their `Content-Type`.', v.string())),
  etag: v.exactOptional(described('Their `ETag`.', v.string())),
  lastModified: v.exactOptional(described('Their `Last-Modified`.', v.string())),
  recoded: v.exactOptional(described('They were converted to UTF-8.', v.literal(true))),
})

/** A version that was removed on request. */
const forgotten = v.object({
  ...versionHead,
  forgottenAt: described('When it was removed.', timeField),
  reason: v.exactOptional(described('Why, as the operator stated it.', v.string())),
})

const versionEntries = {
  versions: described('The former versions, the latest first.', v.array(version)),
  forgotten: v.exactOptional(
    described('Versions that were removed on request, the latest removal first.', v.array(forgotten)),
  ),
} as const

const datasetVersions = v.object({ code: described('The dataset code.', codeField), ...versionEntries })

/** The contents and origin of one generation. Its records are checked later, one by one. */
export const manifestSchema = v.object({
  /** Version 1 had other names ({@link upgradeMachineFile}). */
  manifest: described('The version of this layout.', v.literal(2)),
  tool: described('Name and version of the program that wrote it.', v.string()),
  generation: described(
    'The name of the generation of the snapshot: the start of its run. Of two, the later one follows.',
    v.string(),
  ),
  origin: described(
    'The base addresses of the origin, in the order in which they are tried.',
    v.pipe(v.array(baseField), v.minLength(1)),
  ),
  sample: v.exactOptional(described('A mirror of the bundled sample.', v.literal(true))),
  startedAt: described('When the run started; for a resumed run, when it first started.', timeField),
  completedAt: described('When its crawl ended.', timeField),
  complete: described('Whether everything that is listed has a current copy.', v.boolean()),
  counts: described('The number of records in each state.', v.record(v.picklist(STATES), countField)),
  problems: described('What the operator should know of the run.', v.array(problemSchema)),
  codes: described('Where the dataset codes were found.', codesField),
  listings: v.exactOptional(
    described('The last known entries of datasets that the lists no longer have.', v.array(listing)),
  ),
  titles: v.exactOptional(
    described(
      'The last known titles of datasets that have no title in the lists any more.',
      v.array(knownTitleSchema),
    ),
  ),
  lists: v.exactOptional(
    described(
      'Lists as declared in the config: `html` (the origin has it as html only) or `none` (not at all).',
      declaredSchema,
    ),
  ),
  /** Absent in manifests of earlier versions, and if a restore did not find the file. */
  changes: v.exactOptional(described('The sha256 of `changes.json`.', v.string())),
  differences: v.exactOptional(
    described(
      'The datasets with a file of what changed in them, `api/v1/get_dataset/<code>/changes.json`, sorted by code.',
      v.array(differencesFile),
    ),
  ),
  history: v.exactOptional(
    described(
      'The former versions of datasets that the mirror keeps, and those that were removed on request, sorted by code.',
      v.array(datasetVersions),
    ),
  ),
  records: described('One for each file of data, sorted by path.', v.array(v.unknown())),
})

/** The former versions of one dataset: `versions.json`, beside its data. */
export const versionsSchema = v.object({
  history: described('The version of this layout.', v.literal(1)),
  ...versionEntries,
  versions: described(
    'The former versions, the latest first.',
    v.array(v.object({ path: described('The file below the root.', v.string()), ...version.entries })),
  ),
})

export type VersionsFile = Accepted<typeof versionsSchema>
export type Version = Accepted<typeof version>
export type DatasetVersions = Accepted<typeof datasetVersions>

export type StatedProblem = Accepted<typeof problemSchema>

/** Something the operator should know about a run. */
export interface Problem extends StatedProblem {
  readonly code: ProblemCode
}

/** The first `most` of some texts, for a message: `a, b, c and 4 more`. */
export function someOf(texts: readonly string[], most: number): string {
  const shown = texts.slice(0, most).join(', ')
  return texts.length > most ? `${shown} and ${texts.length - most} more` : shown
}

/** The first `most` of some texts as lines of a message, and how many more there are. */
export function linesOfSome(texts: readonly string[], most: number): string[] {
  const more = texts.length - most
  return [...texts.slice(0, most).map((text) => `  ${text}`), ...(more > 0 ? [`  … and ${more} more`] : [])]
}

/** A problem that leaves something listed without a current copy, so the mirror is incomplete. */
export function gap(code: ProblemCode, subject: string, message: string, facts?: Problem['facts']): Problem {
  return { severity: 'gap', code, subject, message, ...(facts && { facts }) }
}

/** A problem that is worth a look, although nothing is missing. */
export function warning(
  code: ProblemCode,
  subject: string,
  message: string,
  facts?: Problem['facts'],
): Problem {
  return { ...gap(code, subject, message, facts), severity: 'warning' }
}

export type Listing = Accepted<typeof listing>
export type KnownTitle = Accepted<typeof knownTitleSchema>

/** The contents and origin of one generation. Times are ISO 8601 in UTC. */
export interface Manifest extends Omit<Accepted<typeof manifestSchema>, 'counts' | 'records'> {
  readonly counts: Readonly<Record<State, number>>
  /** Sorted by path. */
  readonly records: readonly ManifestRecord[]
}

/** Why a json value is not a manifest of this program, or undefined if it is. Does not check its records. */
export function findManifestProblem(value: unknown): string | undefined {
  const problem = describeIssue(v.safeParse(manifestSchema, value))
  if (problem !== undefined) return problem
  const { complete, problems } = value as Manifest
  if (complete !== problems.some(({ severity }) => severity === 'gap')) return undefined
  return `complete: ${complete}, but its problems ${complete ? 'have' : 'have no'} gaps`
}

/**
 * Why a json value is not a record of this program, or undefined if it is. The path is used to read and write files, so it must match the
 * operation, code and format of the record: the file may come from an attacker.
 */
export function findRecordProblem(record: unknown): string | undefined {
  return findProblemOf(recordSchema, record)
}

/** The same for a record of a draft, which may be of html. */
export function findDraftRecordProblem(record: unknown): string | undefined {
  return findProblemOf(draftRecordSchema, record)
}

const draftRecordSchema = v.object({ ...recordSchema.entries, format: v.picklist(FORMATS) })

function findProblemOf(
  schema: typeof recordSchema | typeof draftRecordSchema,
  record: unknown,
): string | undefined {
  const parsed = v.safeParse(schema, record)
  if (!parsed.success) return describeIssue(parsed)
  const { operation, code, format, path, state, sha256, bytes, former = [] } = parsed.output
  if ((operation === DATASET_OPERATION) !== (code !== undefined))
    return `operation ${operation} with${code === undefined ? 'out' : ''} a code`
  const problem = code === undefined ? undefined : findCodeProblem(code)
  if (problem !== undefined) return `code: ${problem}`
  const resource =
    operation === DATASET_OPERATION ? datasetResource(parseDatasetCode(code as string)) : { operation }
  if (path !== fileOf({ resource, format })) return 'path: does not match the operation, code and format'
  if (former.some((one) => one.path !== formerOf(path, one.sha256)))
    return 'former: a path does not match the record and sha256'
  if ((sha256 === undefined) !== (state === 'missing'))
    return `state ${state} with${sha256 === undefined ? 'out' : ''} a sha256`
  return (sha256 === undefined) === (bytes === undefined)
    ? undefined
    : 'sha256 and bytes: one without the other'
}

/** Why a json value is not a complete manifest of this program with valid records, or undefined if it is. */
export function findWholeManifestProblem(value: unknown): string | undefined {
  return findManifestProblem(value) ?? findContentProblem(value as Manifest)
}

function findContentProblem({ records, counts, codes }: Manifest): string | undefined {
  const taken = new Set<string>()
  for (const [index, record] of records.entries()) {
    const problem =
      findRecordProblem(record) ?? (taken.has(record.path) ? 'another record has the same path' : undefined)
    if (problem !== undefined) return `record ${index + 1}: ${problem}`
    taken.add(record.path)
  }
  const seen = countStates(records)
  const miscounted = STATES.find((state) => (counts[state] ?? 0) !== seen[state])
  if (miscounted !== undefined)
    return `counts.${miscounted}: ${counts[miscounted] ?? 0}, but there are ${seen[miscounted]} such records`
  const code = codes.order.find((one) => findCodeProblem(one) !== undefined)
  return code === undefined ? undefined : `codes: ${quoteCode(code)} is not a dataset code`
}

/** The first reason why a value does not match a schema; undefined if it does. `whole`: what the value itself is called. */
export function describeIssue(parsed: v.SafeParseResult<v.GenericSchema>, whole = 'it'): string | undefined {
  const [issue] = parsed.issues ?? []
  return issue && `${v.getDotPath(issue) ?? whole}: ${issue.message}`
}
