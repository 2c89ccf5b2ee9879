import { hash } from 'node:crypto'
import {
  constants,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { datasetResource, folderOf, parseDatasetCode } from '../interface/index.ts'
import {
  carryFile,
  findChanges,
  findDigest,
  type Generation,
  layout,
  renderStatus,
  type Status,
  writeWhole,
} from '../snapshot/index.ts'
import { renderChecksums } from './checksums.ts'
import { slotOf } from './mirror.ts'
import { findPublished } from './published.ts'

/** The pages that stay where the page builder writes them; every other `x.html` becomes `x/index.html`. */
const PAGES_AT_ROOT = new Set(['index.html', '404.html'])
const SLOTS = 'api/v1/get_dataset'

/**
 * Moves everything the page builder wrote into the site: each page from its flat file to its own folder, those of the datasets
 * from their safe slots to their codes. Building flat and moving is the fast way on ext4 (see file-sink.ts).
 */
export function placePages(built: string, site: string, codes: readonly string[]): void {
  const slots = new Map(codes.map((code) => [`${SLOTS}/${slotOf(parseDatasetCode(code))}.html`, code]))
  const fileFor = (path: string) => {
    const code = slots.get(path)
    if (code !== undefined) return `${folderOf(datasetResource(parseDatasetCode(code)))}/index.html`
    return path.endsWith('.html') && !PAGES_AT_ROOT.has(path) ? path.replace(/\.html$/, '/index.html') : path
  }
  for (const path of listFiles(built)) {
    const target = join(site, fileFor(path))
    mkdirSync(dirname(target), { recursive: true })
    renameSync(join(built, path), target)
  }
  rmSync(built, { recursive: true })
}

/**
 * Puts the bytes of a generation into the site, each with the time its data last changed. What is published already and still
 * the same is shared with the published site; the snapshot itself never is, so that nothing done to a site can harm it.
 */
export function placeData(site: string, generation: Generation, published: string): void {
  const before = findPublished(published)
  const incoming = join(site, '.incoming')
  mkdirSync(incoming, { recursive: true })
  for (const { path, sha256, changedAt } of generation.manifest.records) {
    if (sha256 === undefined) continue
    const target = join(site, path)
    mkdirSync(dirname(target), { recursive: true })
    const time = new Date(changedAt ?? 0)
    if (before.get(path) === sha256 && isAsPublished(join(published, path), sha256, time)) {
      carryFile(join(published, path), target)
      continue
    }
    const part = join(incoming, 'part')
    copyFileSync(join(generation.folder, path), part, constants.COPYFILE_FICLONE)
    utimesSync(part, time, time)
    renameSync(part, target)
  }
  rmSync(incoming, { recursive: true })
}

/** What a site is sealed with. */
export interface Seal {
  readonly generation: Generation
  readonly status: Status
  /** The folder of the published site. */
  readonly published: string
  readonly now: Date
}

/**
 * Writes `changes.json`, `SHA256SUMS` over every file so far, then what holds a clock and therefore has no checksum:
 * `manifest.json` and, last, `status.json`. What is not the origin's data gets the time `now`, or, where the same is published
 * already, the time it has there: whole seconds, as HTTP tells them.
 */
export function sealSite(site: string, { generation, status, published, now }: Seal): void {
  writeWhole(join(site, 'changes.json'), `${JSON.stringify(findChanges(generation.folder), null, 2)}\n`)
  const data = new Map(
    generation.manifest.records.flatMap(({ path, sha256 }) => (sha256 ? [[path, sha256] as const] : [])),
  )
  const before = findPublished(published)
  const sums = listFiles(site).map((path): [string, string] => {
    const known = data.get(path)
    if (known !== undefined) return [path, known]
    const sha256 = hash('sha256', readFileSync(join(site, path)))
    setTime(join(site, path), before.get(path) === sha256 ? timeOf(join(published, path), now) : now)
    return [path, sha256]
  })
  const checksums = renderChecksums(sums)
  writeWhole(join(site, 'SHA256SUMS'), checksums)
  const same = renderChecksums([...before]) === checksums
  setTime(join(site, 'SHA256SUMS'), same ? timeOf(join(published, 'SHA256SUMS'), now) : now)
  copyFileSync(layout.manifest(generation.folder), join(site, 'manifest.json'))
  writeWhole(join(site, 'status.json'), renderStatus(status))
}

/** Every file below a folder, relative to it with `/`, sorted. */
export function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort((a, b) => (a < b ? -1 : 1))
}

function isAsPublished(path: string, sha256: string, time: Date): boolean {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats?.mtimeMs === time.getTime() && findDigest(path)?.sha256 === sha256
}

function timeOf(path: string, otherwise: Date): Date {
  return statSync(path, { throwIfNoEntry: false })?.mtime ?? otherwise
}

function setTime(path: string, time: Date): void {
  const seconds = Math.floor(time.getTime() / 1000)
  utimesSync(path, seconds, seconds)
}
