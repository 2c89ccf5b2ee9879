import { hash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, utimesSync } from 'node:fs'
import { join, relative } from 'node:path'
import {
  copyAsNew,
  findChanges,
  type Generation,
  layout,
  type Manifest,
  renderManifest,
  renderStatus,
  type Status,
  writeWhole,
} from '../snapshot/index.ts'
import { renderChecksums } from './checksums.ts'
import { findPublished, publishedTime, wholeSeconds } from './published.ts'
import { planWorkerSums, renderServiceWorker, WORKER } from './worker-sums.ts'

/** What the last files of a site are made of. */
interface Seal extends Statements {
  /** The folder of the published site. */
  readonly published: string
  readonly now: Date
  /** The sha256 of the pages, csv files and others that have their times already, by path. */
  readonly digests: ReadonlyMap<string, string>
}

/**
 * Writes `changes.json`, the checksums of the service worker, `SHA256SUMS` of every file so far, then the files that contain the time of
 * the run and therefore have no checksum: `manifest.json` and, last, `status.json`. The files in `digests` have their times already, as
 * have the origin's data; all others get the time `now`, or that of the published file if it is the same, in whole seconds as in HTTP.
 */
export function sealSite(
  site: string,
  { generation, manifest, status, published, now, digests }: Seal,
): void {
  writeWhole(join(site, 'changes.json'), `${JSON.stringify(findChanges(generation.folder), null, 2)}\n`)
  const data = new Map(
    generation.manifest.records.flatMap(({ path, sha256 }) => (sha256 ? [[path, sha256] as const] : [])),
  )
  const before = findPublished(published)
  const time = wholeSeconds(now)
  const sumOf = (path: string): [string, string] => {
    const known = data.get(path) ?? digests.get(path)
    if (known !== undefined) return [path, known]
    const sha256 = hash('sha256', readFileSync(join(site, path)))
    setTime(join(site, path), before.get(path) === sha256 ? publishedTime(join(published, path), time) : time)
    return [path, sha256]
  }
  const sums = new Map(listFiles(site).map(sumOf))
  for (const path of writeWorkerSums(site, sums)) sums.set(...sumOf(path))
  const checksums = renderChecksums([...sums].sort(([a], [b]) => (a < b ? -1 : 1)))
  writeWhole(join(site, 'SHA256SUMS'), checksums)
  const same = renderChecksums([...before]) === checksums
  setTime(join(site, 'SHA256SUMS'), same ? publishedTime(join(published, 'SHA256SUMS'), time) : time)
  writeStatements(site, { generation, manifest, status })
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
 * Replaces what a published site states about its last run. Both files are written in `folder`, on the same disk, before one is replaced;
 * so the site has no other files meanwhile, and an error leaves it as it was. The manifest is replaced first: between the two, the status
 * is that of the run before, which found the same data, and claims no later time than it knows of.
 */
export function replaceStatements(site: string, statements: Statements, folder: string): void {
  mkdirSync(folder, { recursive: true })
  writeStatements(folder, statements)
  for (const name of ['manifest.json', 'status.json']) renameSync(join(folder, name), join(site, name))
}

// The worker's script contains the checksums of the lists, so they cannot contain its own.
function writeWorkerSums(site: string, sums: ReadonlyMap<string, string>): string[] {
  if (!sums.has(WORKER)) return []
  const lists = planWorkerSums([...sums])
  mkdirSync(join(site, 'sums'), { recursive: true })
  for (const [number, list] of lists.entries()) writeWhole(join(site, `sums/${number}.txt`), list)
  writeWhole(join(site, WORKER), renderServiceWorker(readFileSync(join(site, WORKER), 'utf8'), lists))
  return [WORKER, ...lists.keys().map((number) => `sums/${number}.txt`)]
}

/** Every file below a folder, relative to it with `/`, sorted. */
export function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort((a, b) => (a < b ? -1 : 1))
}

function setTime(path: string, time: Date): void {
  utimesSync(path, time, time)
}
