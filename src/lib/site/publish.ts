import { hash } from 'node:crypto'
import {
  closeSync,
  constants,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import {
  carryFile,
  damageOf,
  findChanges,
  findDigest,
  type Generation,
  isAbsent,
  layout,
  openRegular,
  renderManifest,
  renderStatus,
  type Status,
  writeWhole,
} from '../snapshot/index.ts'
import { renderChecksums } from './checksums.ts'
import { type NotRead, withNotRead } from './not-read.ts'
import { findPublished, isAsStated, publishedTime, wholeSeconds } from './published.ts'
import { placeTables, type Tables } from './tables/place.ts'
import { planWorkerSums, renderServiceWorker, WORKER } from './worker-sums.ts'

/** Where the data of a site is written. */
export interface Placing {
  readonly site: string
  /** The folder of the published site. */
  readonly published: string
  /** The folder of the cache of what is derived from the bytes; it may be deleted at any time. */
  readonly derived: string
}

/**
 * Writes the bytes of a generation into the site, each file with the time its data last changed, and the tables made of them. Files that are
 * already published are shared with the published site; the snapshot never shares a file, so nothing done to a site can damage it.
 */
export function placeData(generation: Generation, { site, published, derived }: Placing): Tables {
  const before = findPublished(published)
  const incoming = join(site, '.incoming')
  mkdirSync(incoming, { recursive: true })
  for (const { path, sha256, changedAt } of generation.manifest.records) {
    if (sha256 === undefined) continue
    const target = join(site, path)
    mkdirSync(dirname(target), { recursive: true })
    const time = new Date(changedAt ?? 0)
    if (before.get(path) === sha256 && isAsStated(join(published, path), sha256, time)) {
      carryFile(join(published, path), target)
      continue
    }
    const part = join(incoming, 'part')
    copyChecked(join(generation.folder, path), part, sha256)
    utimesSync(part, time, time)
    renameSync(part, target)
  }
  const placed = placeTables(generation, { site, published, derived, incoming, before })
  rmSync(incoming, { recursive: true })
  return placed
}

// The copy is checked, because it is what is published.
function copyChecked(from: string, to: string, sha256: string): void {
  try {
    // A copy of a pipe would wait, and errors of a copy name both files although only one is at fault.
    closeSync(openRegular(from).file)
    copyFileSync(from, to, constants.COPYFILE_FICLONE)
  } catch (error) {
    throw isAbsent(error) ? damageOf(from) : error
  }
  if (findDigest(to)?.sha256 !== sha256) throw damageOf(from)
}

/** What the last files of a site are made from. */
interface Seal {
  readonly generation: Generation
  readonly status: Status
  /** The folder of the published site. */
  readonly published: string
  readonly now: Date
  /** The sha256 of the pages and tables, by path. */
  readonly digests: ReadonlyMap<string, string>
  readonly notRead: NotRead
}

/**
 * Writes `changes.json`, the checksums of the service worker, `SHA256SUMS` of every file so far, then the files that contain the time of
 * the run and therefore have no checksum: `manifest.json` and, last, `status.json`. The files in `digests` have their times already, as
 * have the origin's data; all others get the time `now`, or that of the published file if it is the same, in whole seconds as in HTTP.
 */
export function sealSite(site: string, { generation, status, published, now, digests, notRead }: Seal): void {
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
  const manifest = withNotRead(generation.manifest, notRead)
  if (manifest === generation.manifest)
    copyFileSync(layout.manifest(generation.folder), join(site, 'manifest.json'))
  else writeWhole(join(site, 'manifest.json'), renderManifest(manifest))
  writeWhole(join(site, 'status.json'), renderStatus(status))
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
