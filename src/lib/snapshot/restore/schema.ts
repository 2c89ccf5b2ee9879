import * as v from 'valibot'
import { DATA_FORMATS, FORMATS, LIST_OPERATIONS, parseBaseAddress } from '../../interface/index.ts'
import type { Changes, RunChanges } from '../changes.ts'
import type { Listing, Manifest, StatedProblem } from '../manifest.ts'
import { type Evidence, type Former, type ManifestRecord, STATES } from '../record.ts'
import { OUTCOMES, type Status } from '../status.ts'

/** A schema for every field of a type, and no others. */
type Fields<T> = Record<keyof Required<T>, v.GenericSchema>

const texts = v.array(v.string())
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))
const time = v.pipe(
  v.string(),
  v.check((text) => !Number.isNaN(Date.parse(text)), 'expected a time'),
)
// Shown as a link, so only http and https.
const address = v.pipe(v.string(), v.regex(/^https?:\/\//))
const base = v.pipe(v.string(), v.check(isBase, 'expected a base address'))
const counts = v.record(v.picklist(STATES), count)

const facts = v.record(v.string(), v.union([v.string(), v.number()]))

const evidence = v.object({ bytes: count, sha256, head: v.string() } satisfies Fields<Evidence>)

const former = v.object({
  path: v.string(),
  sha256,
  bytes: count,
  charset: v.exactOptional(v.string()),
  changedAt: v.exactOptional(time),
  replacedAt: time,
} satisfies Fields<Former>)

/** A record with fields of the right types; their values are not checked. */
export const recordSchema = v.object({
  path: v.string(),
  operation: v.picklist([...LIST_OPERATIONS, 'get_dataset']),
  code: v.exactOptional(v.string()),
  format: v.picklist(DATA_FORMATS),
  state: v.picklist(STATES),
  address,
  sha256: v.exactOptional(sha256),
  bytes: v.exactOptional(count),
  status: v.exactOptional(count),
  mediaType: v.exactOptional(v.string()),
  charset: v.exactOptional(v.string()),
  etag: v.exactOptional(v.string()),
  lastModified: v.exactOptional(v.string()),
  pagingHeaders: v.exactOptional(v.record(v.string(), v.string())),
  paging: v.exactOptional(v.string()),
  empty: v.exactOptional(v.literal(true)),
  fetchedAt: v.exactOptional(time),
  changedAt: v.exactOptional(time),
  since: v.exactOptional(time),
  derivedFrom: v.exactOptional(v.picklist(FORMATS)),
  reason: v.exactOptional(v.string()),
  reasonCode: v.exactOptional(v.string()),
  reasonFacts: v.exactOptional(facts),
  evidence: v.exactOptional(evidence),
  doubted: v.exactOptional(v.object({ since: time, runs: count, whose: v.exactOptional(v.string()) })),
  former: v.exactOptional(v.array(former)),
  movedFrom: v.exactOptional(v.array(sha256)),
} satisfies Fields<ManifestRecord>)

const problem = v.object({
  severity: v.picklist(['gap', 'warning']),
  code: v.exactOptional(v.string()),
  subject: v.string(),
  message: v.string(),
  facts: v.exactOptional(facts),
} satisfies Fields<StatedProblem>)

const listing = v.object({
  code: v.string(),
  title: v.string(),
  description: v.exactOptional(v.string()),
  categories: texts,
  oivs: texts,
  fields: v.array(v.tuple([v.string(), v.string()])),
} satisfies Fields<Listing>)

/** A manifest whose records are checked later, one by one. */
export const manifestSchema = v.object({
  manifest: v.literal(2),
  tool: v.string(),
  generation: v.string(),
  origin: v.pipe(v.array(base), v.minLength(1)),
  sample: v.exactOptional(v.literal(true)),
  startedAt: time,
  completedAt: time,
  complete: v.boolean(),
  counts,
  problems: v.array(problem),
  codes: v.object({
    field: v.exactOptional(v.object({ operation: v.picklist(LIST_OPERATIONS), name: v.string() })),
    evidence: v.string(),
    order: texts,
  } satisfies Fields<Manifest['codes']>),
  listings: v.exactOptional(v.array(listing)),
  titles: v.exactOptional(v.array(v.object({ code: v.string(), title: v.string() }))),
  lists: v.exactOptional(
    v.object(v.entriesFromList(LIST_OPERATIONS, v.exactOptional(v.picklist(['html', 'none'])))),
  ),
  records: v.array(v.unknown()),
} satisfies Fields<Manifest>)

const run = v.object({
  generation: v.string(),
  at: time,
  added: texts,
  changed: texts,
  withdrawn: texts,
  returned: texts,
  dropped: texts,
} satisfies Fields<RunChanges>)

export const changesSchema = v.object({
  changes: v.literal(1),
  runs: v.pipe(v.array(run), v.maxLength(100)),
} satisfies Fields<Changes>)

export const statusSchema = v.object({
  status: v.literal(2),
  tool: v.string(),
  origin: v.array(base),
  triedAt: time,
  outcome: v.picklist(OUTCOMES),
  answeredAt: v.exactOptional(time),
  message: v.exactOptional(v.string()),
  generation: v.exactOptional(v.string()),
  crawledAt: v.exactOptional(time),
  completeAt: v.exactOptional(time),
  staleSince: v.exactOptional(time),
  counts: v.exactOptional(counts),
  gaps: count,
  warnings: count,
  goodUntil: time,
} satisfies Fields<Status>)

/** The contents of `hosts.json`; unknown names are allowed here. */
export const hostsSchema = v.object({
  hosts: v.literal(1),
  targets: texts,
  base: v.exactOptional(v.string()),
})

function isBase(text: string): boolean {
  try {
    return parseBaseAddress(text) === text
  } catch {
    return false
  }
}
