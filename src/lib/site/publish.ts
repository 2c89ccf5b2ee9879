import { createHash } from 'node:crypto'
import {
  constants,
  copyFileSync,
  linkSync,
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
import { findDigest, type Generation, layout, writeWhole } from '../snapshot/index.ts'
import { renderChecksums } from './checksums.ts'
import { slotOf } from './mirror.ts'
import { findPublished } from './published.ts'

/** The pages that stay where the page builder writes them; every other `x.html` becomes `x/index.html`. */
const PAGES_AT_ROOT = new Set(['index.html', '404.html'])
const SLOTS = 'api/v1/get_dataset'

/**
 * Moves every page from the flat file it was built as to its own folder, those of the datasets from their safe slots to their codes.
 * Building flat and moving is the fast way on ext4 (see file-sink.ts).
 */
export function movePages(site: string, codes: readonly string[]): void {
  const slots = new Map(codes.map((code) => [`${SLOTS}/${slotOf(parseDatasetCode(code))}.html`, code]))
  const pages = listFiles(site).filter((path) => path.endsWith('.html') && !PAGES_AT_ROOT.has(path))
  // All of them leave first: a code may be spelled like the slot of another.
  const waiting = join(site, '.pages')
  mkdirSync(waiting)
  pages.forEach((path, index) => {
    renameSync(join(site, path), join(waiting, String(index)))
  })
  pages.forEach((path, index) => {
    const code = slots.get(path)
    const folder =
      code === undefined ? path.slice(0, -'.html'.length) : folderOf(datasetResource(parseDatasetCode(code)))
    mkdirSync(join(site, folder), { recursive: true })
    renameSync(join(waiting, String(index)), join(site, folder, 'index.html'))
  })
  rmSync(waiting, { recursive: true })
}

/**
 * Puts the bytes of a generation into the site, each with the time its data last changed. What is published already and still
 * the same is shared with the published site; the snapshot itself never is, so that nothing done to a site can harm it.
 */
export function placeData(site: string, generation: Generation, published: string): void {
  const before = findPublished(published)
  const incoming = join(site, '.incoming')
  mkdirSync(incoming)
  for (const { path, sha256, changedAt } of generation.manifest.records) {
    if (sha256 === undefined) continue
    const target = join(site, path)
    mkdirSync(dirname(target), { recursive: true })
    if (before.get(path) === sha256 && findDigest(join(published, path))?.sha256 === sha256) {
      linkSync(join(published, path), target)
      continue
    }
    const part = join(incoming, 'part')
    copyFileSync(join(generation.folder, path), part, constants.COPYFILE_FICLONE)
    const time = new Date(changedAt ?? 0)
    utimesSync(part, time, time)
    renameSync(part, target)
  }
  rmSync(incoming, { recursive: true })
}

/** Writes `SHA256SUMS` over every file, then `manifest.json`. A file that is as it was published before keeps its time. */
export function sealSite(site: string, generation: Generation, published: string): void {
  const known = new Map(
    generation.manifest.records.flatMap(({ path, sha256 }) => (sha256 ? [[path, sha256] as const] : [])),
  )
  const before = findPublished(published)
  const sums = listFiles(site).map((path): [string, string] => {
    const own = known.get(path)
    if (own !== undefined) return [path, own]
    const sha256 = createHash('sha256')
      .update(readFileSync(join(site, path)))
      .digest('hex')
    if (before.get(path) === sha256) copyTime(join(published, path), join(site, path))
    return [path, sha256]
  })
  writeWhole(join(site, 'SHA256SUMS'), renderChecksums(sums))
  copyFileSync(layout.manifest(generation.folder), join(site, 'manifest.json'))
}

/** Every file below a folder, relative to it with `/`, sorted. */
export function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort((a, b) => (a < b ? -1 : 1))
}

function copyTime(from: string, to: string): void {
  const { atime, mtime } = statSync(from)
  utimesSync(to, atime, mtime)
}
