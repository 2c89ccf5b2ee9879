import { hash } from 'node:crypto'
import { readdirSync, readFileSync, renameSync, rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { encodePath } from '../interface/index.ts'
import {
  copyAsNew,
  differencesFilesOf,
  findChanges,
  findStatus,
  type Generation,
  isOurStatus,
  layout,
  type Manifest,
  makeFolder,
  nextStatus,
  renderChanges,
  renderChecksums,
  renderManifest,
  renderStatus,
  type Status,
  sumOfChanges,
  versionFilesOf,
  writeUnflushed,
  writeWhole,
} from '../snapshot/index.ts'
import { writeSignature } from './proof/sign-site.ts'
import type { SigningKey } from './proof/signing-key.ts'
import { publishedTime, wholeSeconds, writeDated } from './published.ts'

/** What the last files of a site are made of. */
interface Seal extends Statements {
  /** The folder of the published site. */
  readonly published: string
  /** The sha256 of its files, by path. */
  readonly before: ReadonlyMap<string, string>
  readonly now: Date
  /** The text of the chain of generations. */
  readonly chain: string
  /** The sha256 of the pages, csv files and others that have their times already, by path. */
  readonly digests: ReadonlyMap<string, string>
}

/**
 * Writes `changes.json`, the chain of generations, the checksums of the service worker, `SHA256SUMS` of every file so far, then the files that contain the time of
 * the run and therefore have no checksum: `manifest.json` and, last, `status.json`. The files in `digests` have their times already, as
 * have the origin's data; all others get the time `now`, or that of the published file if it is the same, in whole seconds as in HTTP.
 */
export function sealSite(
  site: string,
  { generation, manifest, status, published, before, now, chain, digests }: Seal,
): void {
  const changes = renderChanges(findChanges(generation))
  writeWhole(join(site, 'changes.json'), changes)
  writeWhole(layout.chain(site), chain)
  const { manifest: stored } = generation
  const others = new Map(
    [...differencesFilesOf(stored), ...versionFilesOf(stored)].map(({ path, sha256 }) => [path, sha256]),
  )
  const time = wholeSeconds(now)
  const sumOf = (path: string): string => {
    const known = generation.find(path)?.sha256 ?? others.get(path) ?? digests.get(path)
    if (known !== undefined) return known
    const sha256 = hash('sha256', readFileSync(join(site, path)))
    const at = before.get(path) === sha256 ? publishedTime(join(published, path), time) : time
    utimesSync(join(site, path), at, at)
    return sha256
  }
  const sums = new Map<string, string>()
  for (const path of listFiles(site)) sums.set(path, sumOf(path))
  for (const path of writeWorkerSums(site, sums)) sums.set(path, sumOf(path))
  writeDated(site, 'SHA256SUMS', renderChecksums(sums), { published, now: time })
  writeStatements(site, { generation, manifest: withSumOf(changes, manifest), status })
}

// Damaged changes that could not be made again are published as none.
function withSumOf(changes: string, manifest: Manifest): Manifest {
  const sum = sumOfChanges(changes)
  return manifest.changes === undefined || manifest.changes === sum ? manifest : { ...manifest, changes: sum }
}

/** What a site states about its last run. */
interface Statements {
  readonly generation: Generation
  /** The manifest of that generation, with what the build found. */
  readonly manifest: Manifest
  readonly status: Status
}

/** Writes `manifest.json` and, last, `status.json` into a folder. */
function writeStatements(site: string, { generation, manifest, status }: Statements): void {
  const path = join(site, 'manifest.json')
  if (manifest === generation.manifest) copyAsNew(layout.manifest(generation.folder), path)
  else writeWhole(path, renderManifest(manifest))
  writeWhole(join(site, 'status.json'), renderStatus(status))
}

/**
 * Replaces what a published site states about its last run. The files are written in `folder`, on the same disk, before one is replaced;
 * so the site has no other files meanwhile, and an error leaves it as it was. The manifest is replaced first: between the two, the status
 * is that of the run before, which found the same data, and claims no later time than it knows of. The signature of the manifest, if there
 * is a `key`, is absent while the manifest is replaced, so it is never that of another manifest.
 */
export function replaceStatements(
  site: string,
  statements: Statements,
  folder: string,
  key?: SigningKey,
): void {
  makeFolder(folder)
  writeStatements(folder, statements)
  const signatures = key === undefined ? [] : [writeSignature(folder, 'manifest.json', key)]
  for (const name of signatures) rmSync(join(site, name), { force: true })
  for (const name of ['manifest.json', ...signatures, 'status.json'])
    renameSync(join(folder, name), join(site, name))
}

// The worker's script contains the checksums of the lists, so they cannot contain its own.
function writeWorkerSums(site: string, sums: ReadonlyMap<string, string>): string[] {
  if (!sums.has(WORKER)) return []
  makeFolder(join(site, 'sums'))
  const hashes = planWorkerSums(sums.keys()).map((paths, number) => {
    const list = renderWorkerSums(paths, sums)
    // Pages are not flushed either, and a flush for each list would be most of the time of this step on a disk.
    writeUnflushed(join(site, `sums/${number}.txt`), list)
    return hash('sha256', list)
  })
  writeUnflushed(join(site, WORKER), renderServiceWorker(readFileSync(join(site, WORKER), 'utf8'), hashes))
  return [WORKER, ...hashes.keys().map((number) => `sums/${number}.txt`)]
}

/** Every file below a folder, relative to it with `/`, sorted. */
export function listFiles(folder: string): string[] {
  // Not a recursive readdir: its paths begin with the folder, and taking that away costs more than the reading.
  const look = (below: string): string[] =>
    readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) => {
      const path = `${below}${entry.name}`
      return entry.isDirectory() ? look(`${path}/`) : [path]
    })
  return look('').sort()
}

/** The script of the site's service worker. */
const WORKER = 'sw.js'

/** Few, because the worker's script contains the sha256 of each list, 64 digits; a power of two spreads datasets evenly. */
const MOST_LISTS = 128
const DATASETS_EACH = 64
const DATASET_FILE = /^(api\/v1\/get_dataset\/[^/]+\/)index\.(?:html|json|xml|csv)$/
const FRAME_FILE = /^(?:(?:(?:search|offline)\/)?index\.html|_astro\/[^/]+|[\w-]+\.(?:js|svg))$/

/**
 * The paths of the files whose stored copies the service worker compares with their checksums. They are divided into lists, so that a phone
 * does not read those of all datasets for one: first the list of the frame (scripts, styles, home, search), then those of the datasets.
 * `public/copies.js` finds the list of a dataset in the same way.
 */
export function planWorkerSums(paths: Iterable<string>): string[][] {
  const frame: string[] = []
  const datasets = new Map<string, string[]>()
  for (const path of paths) {
    const folder = DATASET_FILE.exec(path)?.[1]
    if (folder !== undefined) datasets.set(folder, [...(datasets.get(folder) ?? []), path])
    else if (path !== WORKER && FRAME_FILE.test(path)) frame.push(path)
  }
  const count = Math.min(MOST_LISTS, 2 ** Math.ceil(Math.log2(Math.max(1, datasets.size / DATASETS_EACH))))
  const lists = Array.from({ length: count }, (): string[] => [])
  for (const [folder, files] of datasets)
    lists[(hash('sha256', encodePath(folder), 'buffer')[0] as number) % count]?.push(...files)
  return [frame, ...lists]
}

/** A list of checksums. A line is the sha256, a space and the address below the root, percent-encoded; that of a page is its folder. */
export function renderWorkerSums(paths: readonly string[], sums: ReadonlyMap<string, string>): string {
  const addressOf = (path: string) => encodePath(path).replace(/(^|\/)index\.html$/, '$1')
  return paths.map((path) => `${sums.get(path)} ${addressOf(path)}\n`).join('')
}

/** The worker's script with the sha256 of each list at its beginning. */
export function renderServiceWorker(script: string, hashes: readonly string[]): string {
  return `self.SUMS = ${JSON.stringify(hashes)}\n${script}`
}

/**
 * What the last run recorded about this generation; undefined if it recorded nothing, or another generation. What the manifest states too is
 * taken from the manifest: the status is a separate file, which may have been edited or come from a backup.
 */
export function findStatusOf(state: string, manifest: Manifest): Status | undefined {
  const recorded = findOwnStatus(state)
  if (recorded?.generation !== manifest.generation) return undefined
  const { completedAt: crawledAt, counts, problems } = manifest
  const ofCrawl = recorded.outcome === 'complete' || recorded.outcome === 'gaps'
  const count = (wanted: string) => problems.filter(({ severity }) => severity === wanted).length
  return {
    ...recorded,
    ...(ofCrawl && { outcome: outcomeOf(manifest) }),
    crawledAt,
    counts,
    gaps: count('gap'),
    // A build may have added to the warnings of the run.
    warnings: count('warning'),
  }
}

/** The status to publish with a generation: what the last run recorded, else what follows from the manifest. `every` is in hours. */
export function statusOf(state: string, manifest: Manifest, every: number): Status {
  const { tool, origin, completedAt } = manifest
  const ending = { outcome: outcomeOf(manifest), tool, origin, at: new Date(completedAt), every }
  return findStatusOf(state, manifest) ?? nextStatus(manifest, ending, findOwnStatus(state))
}

function outcomeOf({ complete }: Manifest): 'complete' | 'gaps' {
  return complete ? 'complete' : 'gaps'
}

function findOwnStatus(state: string): Status | undefined {
  const status = findStatus(state)
  return status && isOurStatus(layout.status(state)) ? status : undefined
}
