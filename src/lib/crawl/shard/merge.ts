import { existsSync, lstatSync, readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { fileOf, ofDataset } from '../../interface/index.ts'
import {
  type Generation,
  hasBytesOf,
  isShardFolder,
  layout,
  linesOfSome,
  type ManifestRecord,
  type Problem,
  statedFiles,
} from '../../snapshot/index.ts'
import { type Crawl, type CrawlOptions, openCrawl } from '../context.ts'
import { isIntact } from '../copies.ts'
import { type CrawlResult, finishCrawl } from '../crawl.ts'
import { fetchDatasets } from '../datasets.ts'
import { guardRemoval, withoutLists } from '../removal-guard.ts'
import type { Listener } from '../run.ts'
import type { Survey } from '../survey.ts'
import {
  findShardFile,
  isInSnapshot,
  nameOfShard,
  type ShardFile,
  shareOf,
  UnusableShards,
} from './crawl-shard.ts'
import { checkPin, checkPinnedConfig, type Pin, unpackMiss, usePin } from './pin.ts'

/**
 * Joins the shards of a crawl and ends it like a crawl by one run: reads the lists again, checks everything that was fetched, and publishes
 * it. If that is what a killed merge of this plan published, and the shards are still there, resolves to that. The shards stay as they are. Throws UnusablePlan or UnusableShards before anything is changed, else like a crawl.
 */
export async function mergeShards(
  options: CrawlOptions,
  pin: Pin,
  on: Listener = () => {},
  now = () => new Date(),
): Promise<CrawlResult> {
  checkPinnedConfig(options, pin)
  const merged = findMerged(options, pin)
  if (merged !== undefined) return merged
  checkPin(options, pin)
  on({ type: 'phase', phase: 'join', total: 0 })
  const shards = readShards(options.state, pin, options.current)
  const crawl = { ...openCrawl(options, on, now), startedAt: new Date(pin.startedAt) }
  try {
    const first = useGuardedPin(crawl, pin)
    for (const shard of shards) joinShard(crawl, shard)
    await fetchLeft(crawl, first)
    return await finishCrawl(crawl, first)
  } finally {
    await crawl.close()
  }
}

// A generation has the start time of its plan.
function findMerged({ state, current }: CrawlOptions, { startedAt }: Pin): CrawlResult | undefined {
  if (current?.manifest.startedAt !== startedAt || !existsSync(layout.shards(state))) return undefined
  return { manifest: current.manifest, folder: current.folder, requests: 0, received: 0 }
}

function useGuardedPin(crawl: Crawl, pin: Pin): Survey {
  const survey = usePin(crawl, pin)
  guardRemoval(crawl, survey)
  return withoutLists(crawl, survey)
}

// Fetches what the shards left to the snapshot and is damaged there.
async function fetchLeft(crawl: Crawl, { codes, entries }: Survey): Promise<void> {
  const { run, options } = crawl
  const left = codes.filter((code) =>
    options.formats.some((format) => {
      const path = fileOf(ofDataset(code, format))
      return !run.records.has(path) && !run.misses.has(path)
    }),
  )
  if (left.length > 0) await fetchDatasets(crawl, { codes: left, entries })
}

/** A finished shard: its folder, and what it fetched. */
interface FinishedShard {
  readonly folder: string
  readonly file: ShardFile
}

const SHOWN = 20

/** Reads the shards of a state folder, and checks that they are all shards of one plan, complete and undamaged. Throws {@link UnusableShards}, which names every fault. */
function readShards(state: string, pin: Pin, current: Generation | undefined): FinishedShard[] {
  const faults: string[] = []
  const shards: FinishedShard[] = []
  for (const folder of findFolders(state)) {
    try {
      shards.push(readShard(folder, pin))
    } catch (error) {
      if (!(error instanceof UnusableShards)) throw error
      faults.push(error.message)
    }
  }
  if (faults.length === 0) faults.push(...findDivisionFaults(state, shards))
  if (faults.length === 0) for (const shard of shards) faults.push(...findContentFaults(shard, pin, current))
  if (faults.length === 0) return shards
  const shown = linesOfSome(faults, SHOWN)
  throw new UnusableShards(['The shards cannot be merged; nothing was changed:', ...shown].join('\n'))
}

function findFolders(state: string): string[] {
  const folder = layout.shards(state)
  return existsSync(folder)
    ? readdirSync(folder)
        .sort()
        .map((name) => join(folder, name))
    : []
}

function readShard(folder: string, pin: Pin): FinishedShard {
  if (!isShardFolder(folder))
    throw new UnusableShards(`${folder} is not a shard of a crawl. Move it elsewhere.`)
  const file = findShardFile(folder)
  if (file === undefined)
    throw new UnusableShards(`${folder} has not finished. Run it again; it continues where it stopped.`)
  if (file.pin !== pin.id)
    throw new UnusableShards(
      `${folder} is a shard of another plan (${file.pin}, not ${pin.id}). Merge it with its own plan, or remove it.`,
    )
  return { folder, file }
}

// Each shard once, and no other division.
function findDivisionFaults(state: string, shards: readonly FinishedShard[]): string[] {
  const [first] = shards
  if (first === undefined)
    return [`${layout.shards(state)} contains no shards. Run them first, or copy them there.`]
  const { of } = first.file
  const others = shards.filter(({ file }) => file.of !== of)
  if (others.length > 0)
    return others.map(
      ({ folder, file }) =>
        `${folder} is ${nameOfShard(file)}, while ${first.folder} is ${nameOfShard(first.file)}. Remove those of one division.`,
    )
  const byIndex = Map.groupBy(shards, ({ file }) => file.index)
  return Array.from({ length: of }, (_, at) => at + 1).flatMap((index) => {
    const found = byIndex.get(index) ?? []
    if (found.length === 0)
      return [
        `${nameOfShard({ index, of })} is missing. Run it with --shard ${index}/${of}, or copy it there.`,
      ]
    const folders = found.map(({ folder }) => folder).join(' and ')
    return found.length === 1
      ? []
      : [`${folders} are both ${nameOfShard({ index, of })}. Remove one of them.`]
  })
}

// A shard has what it was to fetch and nothing else, and its files have their checksums.
function findContentFaults(
  { folder, file }: FinishedShard,
  pin: Pin,
  current: Generation | undefined,
): string[] {
  const share = new Set<string>(shareOf(pin, file))
  const misses = file.misses.flatMap((miss) => unpackMiss(miss) ?? [])
  const codes = [
    ...file.records.map(({ code = '' }) => code),
    ...misses.map(({ representation: { resource } }) => ('code' in resource ? resource.code : '')),
  ]
  const stray = codes.find((code) => !share.has(code))
  if (stray !== undefined)
    return [`${folder} contains ${JSON.stringify(stray)}, which another shard fetches. Run it again.`]
  const known = new Set([...file.records, ...file.misses].map(({ path }) => path))
  const wanted = shareOf(pin, file).flatMap((code) =>
    pin.formats.map((format) => fileOf(ofDataset(code, format))),
  )
  const lacking = wanted.filter((path) => !known.has(path)).map((path) => `${path} is missing`)
  const damaged = file.records
    .filter((record) => !isWholeInShard(layout.draft(folder), record, current))
    .map(({ path }) => `${path} is damaged or missing`)
  return [...lacking, ...damaged].map(
    (fault) => `${folder}: ${fault}. Run it again; only what is damaged or missing is requested.`,
  )
}

function isWholeInShard(draft: string, record: ManifestRecord, current: Generation | undefined): boolean {
  if (isInSnapshot(record, current) && !existsSync(join(draft, record.path))) return true
  return statedFiles(record).every((file) => {
    const path = join(draft, file.path)
    return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true && hasBytesOf(path, file)
  })
}

/** Puts what a shard fetched into a crawl. What is unchanged comes from the snapshot; if its file there is damaged, it counts as not fetched. */
function joinShard(crawl: Crawl, { folder, file }: FinishedShard): void {
  const { draft, run, current, remarks, mayHavePaging, counted, options } = crawl
  const place = { folder: layout.draft(folder) }
  for (const record of file.records) {
    const changedAt = new Date(record.changedAt ?? 0)
    if (existsSync(join(place.folder, record.path)))
      for (const { path } of statedFiles(record)) {
        draft.carry(place, path)
        utimesSync(join(layout.draft(options.state), path), changedAt, changedAt)
      }
    else if (current && isStored(current, record, draft.startedAt)) draft.carry(current, record.path)
    else continue
    draft.note(record)
    run.records.set(record.path, record)
  }
  for (const miss of file.misses.flatMap((one) => unpackMiss(one) ?? []))
    run.misses.set(fileOf(miss.representation), miss)
  for (const path of file.paging) mayHavePaging.add(path)
  const known = new Set(remarks.map(nameOfRemark))
  remarks.push(...(file.remarks as readonly Problem[]).filter((remark) => !known.has(nameOfRemark(remark))))
  counted.requests += file.requests
  counted.received += file.received
}

function isStored(current: Generation, { path, sha256 }: ManifestRecord, startedAt: Date): boolean {
  const stored = current.find(path)
  return stored !== undefined && stored.sha256 === sha256 && isIntact(current, stored, startedAt)
}

// Shards report the same rule of robots.txt, and the same wrong coding with another address as an example.
function nameOfRemark({ code, subject, message }: Problem): string {
  return code === 'unknown-coding' ? subject : `${subject}\n${message}`
}
