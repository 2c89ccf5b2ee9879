import { hash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import * as v from 'valibot'
import { FAILURE_KINDS, FetchFailure } from '../../http/index.ts'
import { type Accepted, countField } from '../../interface/field.ts'
import {
  DATA_FORMATS,
  fileOf,
  findRepresentationOfFile,
  ofDataset,
  parseDatasetCode,
} from '../../interface/index.ts'
import {
  codeField,
  declaredSchema,
  describeIssue,
  evidenceField,
  type Generation,
  knownTitleSchema,
  layout,
  listFieldSchema,
  type ManifestRecord,
  originalOf,
  type Problem,
  problemSchema,
  recordSchema,
} from '../../snapshot/index.ts'
import { baseField, factsField, timeField } from '../../snapshot/machine-file.ts'
import { findDraftRecordProblem } from '../../snapshot/manifest.ts'
import type { Crawl, CrawlOptions } from '../context.ts'
import { digestLists } from '../list-changes.ts'
import { CONTROL } from '../probe-codes.ts'
import type { Miss } from '../run.ts'
import { catalogueOf, type ListSurvey, nameFetchedLists, readFetchedLists } from '../survey.ts'

const { evidence, doubted } = recordSchema.entries
const flag = v.exactOptional(v.literal(true))

/** A miss as json. */
export const missSchema = v.object({
  /** The file that the representation would have. */
  path: v.pipe(
    v.string(),
    v.check((path) => findRepresentationOfFile(path) !== undefined, 'expected the file of a representation'),
  ),
  kind: v.picklist(FAILURE_KINDS),
  address: v.string(),
  message: v.string(),
  status: v.exactOptional(countField),
  mediaType: v.exactOptional(v.string()),
  retryAfter: v.exactOptional(v.number()),
  evidence,
  doubted,
  unconnected: flag,
  lasting: flag,
  unsent: flag,
  single: flag,
  facts: factsField,
})

type MissFile = Accepted<typeof missSchema>

/** A miss as json, without the error that caused it. */
export function packMiss({ representation, failure }: Miss): MissFile {
  const { kind, address, message, status, mediaType, retryAfter, evidence, doubted, facts } = failure
  const { unconnected, lasting, unsent, single } = failure
  return {
    path: fileOf(representation),
    ...{ kind, address, message, facts },
    ...(status !== undefined && { status }),
    ...(mediaType !== undefined && { mediaType }),
    ...(retryAfter !== undefined && { retryAfter }),
    ...(evidence && { evidence }),
    ...(doubted && { doubted }),
    ...(unconnected && { unconnected }),
    ...(lasting && { lasting }),
    ...(unsent && { unsent }),
    ...(single && { single }),
  }
}

/** The inverse of {@link packMiss}; undefined if the path is of no representation. */
export function unpackMiss({ path, kind, address, message, ...details }: MissFile): Miss | undefined {
  const representation = findRepresentationOfFile(path)
  return representation && { representation, failure: new FetchFailure(kind, address, message, details) }
}

/** A plan that cannot be used: it is damaged, or made for another service, other settings or another snapshot. */
export class UnusablePlan extends Error {
  override name = 'UnusablePlan'
}

/** The record of a body that was received by another run. */
export const recordField = v.custom<ManifestRecord>(
  (record) => findDraftRecordProblem(record) === undefined,
  'expected the record of a representation',
)

const list = v.object({
  record: recordField,
  /** Its bytes, and those it was converted from: gzip in base64. */
  body: v.string(),
  original: v.exactOptional(v.string()),
  /** Whether it contains names that may indicate paging. */
  paging: v.boolean(),
})

const pinSchema = v.object({
  /** The version of this format. */
  pin: v.literal(1),
  /** A hash of everything else. */
  id: v.string(),
  tool: v.string(),
  startedAt: timeField,
  origin: v.pipe(v.array(baseField), v.minLength(1)),
  formats: v.array(v.picklist(DATA_FORMATS)),
  /** The lists that the origin has as html only, or not at all. */
  declared: declaredSchema,
  /** Identifies the snapshot that requests are conditional on; absent on a first run. */
  base: v.exactOptional(v.string()),
  codes: v.array(codeField),
  /** For each dataset in the lists: its code, a digest of its entry, and whether the entry states when it was updated. */
  entries: v.array(v.tuple([v.string(), v.string(), v.boolean()])),
  field: v.exactOptional(listFieldSchema),
  evidence: evidenceField,
  problems: v.array(problemSchema),
  /** Texts of the lists that count as no codes unless the origin answers for all that it has as for these. */
  assumed: v.exactOptional(
    v.object({
      format: v.picklist(DATA_FORMATS),
      control: v.exactOptional(missSchema),
      problems: v.array(problemSchema),
    }),
  ),
  titles: v.array(knownTitleSchema),
  remarks: v.array(problemSchema),
  lists: v.array(list),
  misses: v.array(missSchema),
  requests: countField,
  received: countField,
})

/** What all runs of one crawl have in common: the datasets to fetch, the lists that name them, and the snapshot they started from. */
export type Pin = Accepted<typeof pinSchema>

/** Pins a crawl whose lists were fetched. */
export function pinCrawl(crawl: Crawl, survey: ListSurvey): Pin {
  const { options, run, draftState, current } = crawl
  const { field, evidence, assumed } = survey.discovery
  const base = baseIdOf(current)
  const fileAt = (path: string) => join(layout.draft(draftState), path)
  const lists = [...run.records.values()]
    .filter(({ code }) => code === undefined)
    .map((record) => ({
      record,
      body: pack(fileAt(record.path)),
      ...(existsSync(fileAt(originalOf(record.path))) && { original: pack(fileAt(originalOf(record.path))) }),
      paging: crawl.mayHavePaging.has(record.path),
    }))
  const misses = [...run.misses.values()].filter(({ representation: { resource } }) => !('code' in resource))
  const pinned = {
    pin: 1 as const,
    tool: options.tool,
    startedAt: crawl.startedAt.toISOString(),
    origin: options.bases,
    formats: options.formats,
    declared: options.lists ?? {},
    ...(base !== undefined && { base }),
    codes: survey.codes,
    entries: [...survey.entries].map(([code, { digest, isDated }]) => [code, digest, isDated] as const),
    ...(field && { field: { operation: field.operation, name: field.name } }),
    evidence,
    problems: survey.problems,
    ...(assumed && { assumed: packAssumed(assumed) }),
    titles: survey.titles,
    remarks: [...crawl.remarks],
    lists,
    misses: misses.map(packMiss),
    requests: crawl.client.requests,
    received: crawl.received(),
  }
  return { ...pinned, id: idOf(pinned) }
}

/** Parses what `plan --json` printed. `named`: the file, for messages. Throws {@link UnusablePlan}. */
export function parsePin(value: unknown, named: string): Pin {
  const { pin } = (value ?? {}) as { pin?: unknown }
  const parsed = v.safeParse(pinSchema, pin)
  if (!parsed.success)
    throw new UnusablePlan(
      `${named} is not the output of "plan --json" of this version (${describeIssue(parsed, 'pin')}). Make a new plan.`,
    )
  const { id, ...rest } = pin as Pin
  if (idOf(rest) !== id)
    throw new UnusablePlan(`${named} was changed after it was made, or is damaged. Make a new plan.`)
  return parsed.output as Pin
}

/** Throws {@link UnusablePlan} if a plan was made for another service, for other settings, or from another snapshot than the current one. */
export function checkPin(options: CrawlOptions, pin: Pin): void {
  checkPinnedConfig(options, pin)
  const { state, current } = options
  const base = baseIdOf(current)
  if (base === pin.base) return
  const [planned, here] = [pin.base, base].map((id) => (id === undefined ? 'none' : `snapshot ${id}`))
  throw new UnusablePlan(
    `The plan was made from another snapshot: ${planned}; ${state} has ${here}. Give each run a copy of the same state folder, or restore the same mirror with --restore. If a crawl was published since, make a new plan.`,
  )
}

/** Throws {@link UnusablePlan} if a plan was made for another service or for other settings. */
export function checkPinnedConfig({ bases, formats, lists = {} }: CrawlOptions, pin: Pin): void {
  const differences = [
    { what: 'origin', planned: pin.origin, here: bases },
    { what: 'formats', planned: pin.formats, here: formats },
    { what: 'lists', planned: pin.declared, here: lists },
  ].filter(({ planned, here }) => sorted(planned) !== sorted(here))
  const [first] = differences
  if (first !== undefined)
    throw new UnusablePlan(
      `The plan was made with another config: ${first.what} was ${JSON.stringify(first.planned)}, and is ${JSON.stringify(first.here)} here. Use the same config for the plan, all shards and merge.`,
    )
}

/** Puts the lists of a plan into a crawl that has fetched nothing yet. Returns what the plan found in them. */
export function usePin(crawl: Crawl, pin: Pin): ListSurvey {
  const { draft, run, options } = crawl
  const most = options.maxListBytes
  for (const { record, body, original, paging } of pin.lists) {
    const changedAt = new Date(record.changedAt ?? 0)
    if (original !== undefined) {
      const sink = draft.open(record.path)
      sink.write(unpack(original, most))
      draft.keepAt(originalOf(record.path), sink, changedAt)
    }
    const sink = draft.open(record.path)
    sink.write(unpack(body, most))
    sink.digest()
    sink.keep(changedAt)
    draft.note(record)
    run.records.set(record.path, record)
    if (paging) crawl.mayHavePaging.add(record.path)
  }
  for (const miss of pin.misses.flatMap((one) => unpackMiss(one) ?? []))
    run.misses.set(fileOf(miss.representation), miss)
  crawl.remarks.push(...(pin.remarks as readonly Problem[]))
  crawl.counted.requests += pin.requests
  crawl.counted.received += pin.received
  const discovery = {
    codes: pin.codes,
    field: pin.field,
    evidence: pin.evidence,
    problems: [],
    ...(pin.assumed && { assumed: unpackAssumed(pin.assumed) }),
  }
  const lists = nameFetchedLists(crawl, readFetchedLists(crawl), discovery)
  const codes = pin.codes.map(parseDatasetCode)
  const digested = digestLists(lists, codes)
  return {
    lists,
    digests: () => digested,
    discovery,
    codes,
    catalogue: catalogueOf(crawl, lists, pin.field, codes),
    problems: pin.problems as readonly Problem[],
    titles: pin.titles,
    entries: entriesOf(pin),
  }
}

type Assumed = NonNullable<ListSurvey['discovery']['assumed']>

function packAssumed({ format, control, problems }: Assumed): NonNullable<Pin['assumed']> {
  const representation = ofDataset(CONTROL, format)
  return { format, problems, ...(control && { control: packMiss({ representation, failure: control }) }) }
}

function unpackAssumed({ format, control, problems }: NonNullable<Pin['assumed']>): Assumed {
  return {
    format,
    control: control && unpackMiss(control)?.failure,
    problems: problems as readonly Problem[],
  }
}

/** The entries of the datasets in the lists of a plan. */
export function entriesOf({ entries }: Pin): ListSurvey['entries'] {
  return new Map(entries.map(([code, digest, isDated]) => [code, { digest, isDated }]))
}

// Everything that a request or the check of a response depends on.
function baseIdOf(current: Generation | undefined): string | undefined {
  if (current === undefined) return undefined
  const { completedAt, records } = current.manifest
  const lines = records.map(({ path, state, sha256, changedAt }) =>
    [path, state, sha256, changedAt].join(' '),
  )
  return hash('sha256', [completedAt, ...lines].join('\n')).slice(0, 12)
}

function idOf(pinned: Omit<Pin, 'id'>): string {
  return hash('sha256', JSON.stringify(pinned)).slice(0, 12)
}

// The order of names does not matter.
function sorted(value: readonly string[] | object): string {
  return JSON.stringify((Array.isArray(value) ? value : Object.entries(value)).toSorted())
}

function pack(path: string): string {
  return gzipSync(readFileSync(path)).toString('base64')
}

function unpack(packed: string, most: number): Buffer {
  try {
    return gunzipSync(Buffer.from(packed, 'base64'), { maxOutputLength: Math.max(1, most) })
  } catch (cause) {
    throw new UnusablePlan(
      `A list in the plan cannot be unpacked, or is larger than the config key maxListBytes allows (${(cause as Error).message}). Make a new plan with the same config.`,
      { cause },
    )
  }
}
