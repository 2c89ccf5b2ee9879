import { hash } from 'node:crypto'
import { renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ByteSource } from '../reading/index.ts'
import { findPublishedFile, hasSum } from '../site/published.ts'
import {
  copyAsNew,
  type Draft,
  type FileRecord,
  findDigest,
  findStats,
  type Generation,
  hasBytesOf,
  isLostFile,
  layout,
  type ManifestRecord,
  makeFolder,
  originalOf,
  type Problem,
  warning,
} from '../snapshot/index.ts'

/** Where damaged copies are replaced. */
interface Mending {
  /** The folder of the published site, if there is one. It may be absent, damaged, or of another generation. */
  readonly published?: string
  /** The state folder in whose draft a file is received. The caller has its lock. */
  readonly state: string
  readonly remarks: Problem[]
}

/**
 * The current generation as a crawl uses it: what the disk cannot read any more is like a copy that was cut there, and damaged files are
 * replaced by those of the published site that have the recorded length and checksum; each is a remark.
 */
export function openCopies(current: Generation, mending: Mending): Generation {
  const copies = { ...current, source: (path: string) => upToLost(current.source(path)) }
  const { published, state, remarks } = mending
  if (published === undefined) return copies
  return {
    ...copies,
    mend(record) {
      const isMended = mendFile(current.folder, record, published, state)
      if (isMended) remarks.push(describeMended(record))
      return isMended
    },
  }
}

function upToLost(source: ByteSource): ByteSource {
  return function* () {
    try {
      yield* source()
    } catch (error) {
      if (!isLostFile(error)) throw error
    }
  }
}

function mendFile(
  folder: string,
  { path, sha256, bytes, changedAt }: FileRecord,
  site: string,
  state: string,
): boolean {
  const published = join(site, path)
  if (sha256 === undefined || findPublishedFile(published)?.size !== bytes || !hasSum(published, sha256))
    return false
  const part = join(layout.incoming(state), 'mended')
  rmSync(part, { force: true })
  copyAsNew(published, part)
  // The site may have been replaced since.
  if (!hasSum(part, sha256)) return false
  const time = new Date(changedAt ?? 0)
  utimesSync(part, time, time)
  clearPlace(folder, path)
  const file = join(folder, path)
  makeFolder(dirname(file))
  renameSync(part, file)
  return true
}

/** Removes a file in the place of a folder above the file with this path, and a folder in its own place. */
function clearPlace(folder: string, path: string): void {
  const names = path.split('/')
  for (let depth = 1; depth < names.length; depth++) {
    const parent = join(folder, ...names.slice(0, depth))
    if (!statSync(parent, { throwIfNoEntry: false })?.isDirectory()) rmSync(parent, { force: true })
  }
  rmSync(join(folder, path), { recursive: true, force: true })
}

function describeMended({ path, address = path, format }: FileRecord & Partial<ManifestRecord>): Problem {
  const message =
    'Its copy in the state folder was damaged or missing. It was replaced by the published one, which has the recorded checksum. Check the disk of the state folder.'
  return warning('mended-copy', address, message, format && { format })
}

/** Whether the bytes that a copy was converted from are undamaged; also if it was not converted. */
export function hasSoundOriginal(current: Generation, stored: ManifestRecord, startedAt: Date): boolean {
  const original = findOriginal(current, stored)
  return original === undefined || isIntact(current, original, startedAt)
}

/** Where copies are carried from and to. */
interface Carrying {
  readonly draft: Draft
  readonly current: Generation
  readonly remarks: Problem[]
}

/**
 * Carries a copy of the current generation to the draft, at its path or `to`, with the bytes that it was converted from. If these are
 * damaged they are given up, with a remark. Returns its record, without them then.
 */
export function carryCopy(
  { draft, current, remarks }: Carrying,
  stored: ManifestRecord,
  to = stored.path,
): ManifestRecord {
  draft.carry(current, stored.path, to)
  const { original: _, ...bare } = stored
  const original = findOriginal(current, stored)
  if (original === undefined) return bare
  if (!isIntact(current, original, draft.startedAt)) {
    remarks.push(describeLost(original))
    return bare
  }
  draft.carry(current, original.path, originalOf(to))
  const { sha256 = '', bytes = 0 } = original
  return { ...bare, original: { sha256, bytes } }
}

// As a record. Manifests of earlier versions do not state its checksum: then it is that of the file.
function findOriginal({ folder }: Generation, stored: ManifestRecord): ManifestRecord | undefined {
  const path = originalOf(stored.path)
  const mayHave = stored.derivedFrom === stored.format
  const original = stored.original ?? (mayHave ? findDigest(join(folder, path)) : undefined)
  return original && { ...stored, ...original, path }
}

function describeLost({ address, format, path }: ManifestRecord): Problem {
  const message = `The bytes as the origin sent them, from which the published copy was converted to UTF-8, are damaged or missing in the state folder, and no longer kept: ${path}. The published copy is sound. Check the disk of the state folder; a backup may still have the file.`
  return warning('lost-original', address, message, { format })
}

/** Days within which every stored copy is hashed at least once, if runs are not further apart. */
const PERIOD = 14
const DAY = 24 * 3_600_000

/** Whether the file of a record exists, or could be mended, and has the recorded length and checksum. Reads all of it. */
export function isWhole(generation: Generation, record: FileRecord): boolean {
  return hasBytesOf(join(generation.folder, record.path), record) || generation.mend?.(record) === true
}

/**
 * The same for a copy that is carried over unread by a run that began at `startedAt`. A file that has the size and the modification time of
 * its record is trusted; it is read only if its turn came since the generation began, and so is a file that has another time.
 */
export function isIntact(generation: Generation, record: FileRecord, startedAt: Date): boolean {
  const stats = findStats(`${generation.folder}/${record.path}`)
  const isTrusted =
    stats?.isFile() && stats.size === record.bytes && stats.mtimeMs === Date.parse(record.changedAt ?? '')
  return (
    (isTrusted && !isDue(record.path, Date.parse(generation.manifest.startedAt), startedAt.getTime())) ||
    isWhole(generation, record)
  )
}

// Each path has its own moment within the period, so the turns are spread evenly, whatever the interval between runs. Times are in ms.
function isDue(path: string, before: number, now: number): boolean {
  const period = PERIOD * DAY
  const moment = (Number.parseInt(hash('sha1', path).slice(0, 8), 16) / 2 ** 32) * period
  return Math.floor((before - moment) / period) !== Math.floor((now - moment) / period)
}
