import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { attempt } from '../../interface/attempt.ts'
import { type Accepted, countField, textsField } from '../../interface/field.ts'
import { type BaseAddress, type DatasetCode, parseDatasetCode } from '../../interface/index.ts'
import { isBrokenJson } from '../../reading/index.ts'
import {
  carryFile,
  describeIssue,
  type Generation,
  isAbsent,
  layout,
  type ManifestRecord,
  type Problem,
  problemSchema,
  readJsonFile,
  type Shard,
  writeWhole,
} from '../../snapshot/index.ts'
import { findJournalOwner } from '../../snapshot/journal.ts'
import { describeShardMisses } from '../audit.ts'
import { type Crawl, type CrawlOptions, openCrawl } from '../context.ts'
import { findCrawlDelays } from '../crawl.ts'
import { fetchDatasets } from '../datasets.ts'
import type { Listener } from '../run.ts'
import { checkPin, entriesOf, missSchema, type Pin, packMiss, recordField, unpackMiss } from './pin.ts'

/**
 * Fetches one shard of the datasets of a plan into its own folder, and writes its file when it has finished. A shard that was interrupted, or
 * has finished, requests only what it does not have. Limits apply to all shards together, so each keeps to its part of them. Throws
 * UnusablePlan, UnusableShards if the folder belongs to another plan, and the signal's reason when it is aborted.
 */
export async function crawlShard(
  options: CrawlOptions,
  pin: Pin,
  shard: Shard,
  on: Listener = () => {},
  now = () => new Date(),
): Promise<ShardFile> {
  const folder = layout.shard(options.state, shard)
  const { current } = options
  checkPin(options, pin)
  reopenShard(folder, pin, shard, current)
  const crawl = openCrawl(partOf(options, shard), on, now, folder, ownerOf(pin))
  try {
    await fetchDatasets(crawl, { codes: shareOf(pin, shard), entries: entriesOf(pin) })
    const file = describeShard(crawl, pin, shard)
    writeShardFile(folder, file)
    for (const record of file.records) if (isInSnapshot(record, current)) crawl.draft.discard(record.path)
    return file
  } finally {
    await crawl.close()
  }
}

/** What was noticed while a shard was fetched, and a warning for each request that failed. `base`: the address of the origin. */
export function describeShardProblems(base: BaseAddress, { remarks, misses }: ShardFile): Problem[] {
  const failed = misses.flatMap((miss) => unpackMiss(miss) ?? [])
  return [...(remarks as readonly Problem[]), ...describeShardMisses(base, failed)]
}

/** The datasets of a shard: every n-th of the plan. */
export function shareOf({ codes }: Pin, { index, of }: Shard): DatasetCode[] {
  return codes.filter((_, at) => at % of === index - 1).map(parseDatasetCode)
}

/** Whether the snapshot has the file of a record, so the shard need not store it. The snapshot may lack the bytes as received of a converted document. */
export function isInSnapshot(record: ManifestRecord, current: Generation | undefined): boolean {
  return record.derivedFrom === undefined && current?.find(record.path)?.sha256 === record.sha256
}

function partOf(options: CrawlOptions, { of }: Shard): CrawlOptions {
  const { rate, concurrency, maxTotalBytes } = options
  return {
    ...options,
    rate: rate && rate / of,
    concurrency: Math.max(1, Math.floor(concurrency / of)),
    maxTotalBytes: Math.ceil(maxTotalBytes / of),
    processes: of,
  }
}

// A journal with another owner is not resumed.
function ownerOf({ origin, id }: Pin): string[] {
  return [...origin, `plan ${id}`]
}

// Throws if the folder belongs to another plan. A finished shard becomes a draft again, with the files that it left to the snapshot.
function reopenShard(folder: string, pin: Pin, shard: Shard, current: Generation | undefined): void {
  const finished = readOrForget(folder)
  const owner = findJournalOwner(layout.journal(folder))
  const isOther = finished ? finished.pin !== pin.id : owner && owner.join() !== ownerOf(pin).join()
  if (isOther)
    throw new UnusableShards(
      `${folder} contains ${nameOfShard(shard)} of another plan. Merge that plan first, or remove the folder.`,
    )
  if (finished === undefined) return
  for (const record of finished.records) {
    const file = join(layout.draft(folder), record.path)
    if (current && isInSnapshot(record, current) && !existsSync(file))
      carryFile(join(current.folder, record.path), file)
  }
  rmSync(layout.shardFile(folder))
}

// A damaged file is written again when the shard has finished.
function readOrForget(folder: string): ShardFile | undefined {
  return attempt(
    undefined,
    (error) => error instanceof UnusableShards,
    () => findShardFile(folder),
  )
}

function describeShard(crawl: Crawl, pin: Pin, { index, of }: Shard): ShardFile {
  const { options, run, remarks, client, mayHavePaging } = crawl
  const records = [...run.records.values()]
  return {
    shard: 1,
    tool: options.tool,
    pin: pin.id,
    index,
    of,
    records,
    misses: [...run.misses.values()].map(packMiss),
    paging: [...mayHavePaging].filter((path) => run.records.has(path)),
    remarks: [...remarks, ...findCrawlDelays(crawl)],
    requests: client.requests,
    received: crawl.received(),
  }
}

/** The shards cannot be joined, or a folder cannot be used for a shard. Nothing was changed. */
export class UnusableShards extends Error {
  override name = 'UnusableShards'
}

const shardSchema = v.object({
  /** The version of this format. */
  shard: v.literal(1),
  tool: v.string(),
  /** The id of the {@link Pin} that all shards have in common. */
  pin: v.string(),
  index: countField,
  of: countField,
  records: v.array(recordField),
  misses: v.array(missSchema),
  /** Paths of bodies that contain names which may indicate paging. */
  paging: textsField,
  remarks: v.array(problemSchema),
  requests: countField,
  received: countField,
})

/** What one shard of a crawl fetched: `shard.json`. */
export type ShardFile = Accepted<typeof shardSchema>

/** Reads the file of a shard; undefined if there is none, because the shard has not finished. Throws {@link UnusableShards} for a damaged one. */
export function findShardFile(folder: string): ShardFile | undefined {
  const path = layout.shardFile(folder)
  const damaged = (why: string, cause?: unknown) =>
    new UnusableShards(`${path} is damaged: ${why}`, { cause })
  try {
    const parsed = v.safeParse(shardSchema, readJsonFile(path))
    if (parsed.success) return parsed.output as ShardFile
    throw damaged(`${describeIssue(parsed)}`)
  } catch (error) {
    if (isAbsent(error)) return undefined
    throw isBrokenJson(error) ? damaged('it is not json', error) : error
  }
}

function writeShardFile(folder: string, file: ShardFile): void {
  writeWhole(layout.shardFile(folder), JSON.stringify(file))
}

/** A shard in words: `shard 3/8`. */
export function nameOfShard({ index, of }: Shard): string {
  return `shard ${index}/${of}`
}
