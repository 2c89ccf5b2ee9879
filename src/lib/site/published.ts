import {
  existsSync,
  lstatSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  type Stats,
  statSync,
  symlinkSync,
  utimesSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { attempt } from '../interface/attempt.ts'
import {
  carryFile,
  eachChecksum,
  fileSource,
  findDigest,
  findReadFault,
  foldersOf,
  isAbsent,
  isOurManifest,
  isOurStatus,
  makeFolder,
  parseChecksums,
  readTextFile,
  UnreadableFile,
  writeWhole,
} from '../snapshot/index.ts'
import { UNSUMMED } from './verify/statements.ts'

/** The paths of a finished site that have a checksum, one by one: all checksums of many datasets take more memory than any other step. */
export function* eachPublishedPath(site: string): Generator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  const chunks = fileSource(join(site, 'SHA256SUMS'))()
  const pieces = Iterator.from(chunks).map((chunk) => decoder.decode(chunk, { stream: true }))
  for (const [path] of eachChecksum(pieces)) yield path
}

/** The checksums of a published site: sha256 by path; empty if there are none or they cannot be read. */
export function findPublished(site: string): Map<string, string> {
  try {
    return parseChecksums(readTextFile(join(site, 'SHA256SUMS')))
  } catch {
    return new Map()
  }
}

/** A time in whole seconds, as in HTTP. */
export function wholeSeconds(time: Date): Date {
  return new Date(Math.floor(time.getTime() / 1000) * 1000)
}

/** The modification time of a published file in whole seconds; `otherwise` if there is no such file. */
export function publishedTime(path: string, otherwise: Date): Date {
  const published = findPublishedFile(path)?.mtime
  return published ? wholeSeconds(published) : otherwise
}

/** Writes a file of a site, with the time `now` in whole seconds, or that of the published file if it is the same. */
export function writeDated(
  site: string,
  path: string,
  content: string | Iterable<string>,
  { published, now }: { readonly published: string; readonly now: Date },
): void {
  const [file, before] = [join(site, path), join(published, path)]
  // It may be the published site itself.
  const [sha256, publishedAt] = [sumAt(before), publishedTime(before, now)]
  writeWhole(file, content)
  const time = sha256 !== undefined && hasSum(file, sha256) ? publishedAt : wholeSeconds(now)
  utimesSync(file, time, time)
}

/** The stats of a published file; undefined if there is none of this name. A link is not one, wherever it leads. */
export function findPublishedFile(path: string): Stats | undefined {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false })
    return stats?.isFile() ? stats : undefined
  } catch {
    return undefined
  }
}

/** Whether everybody who may read a new file, or open a new folder, may do so here. `newMode` is the mode of a new folder. */
export function isOpenToAll(stats: Stats | undefined, newMode: number): boolean {
  const wanted = (stats?.isDirectory() ? 0o555 : 0o444) & newMode
  return stats !== undefined && (stats.mode & wanted) === wanted
}

/** Whether a file has these bytes. False if it cannot be read. */
export function hasSum(path: string, sha256: string): boolean {
  return sumAt(path) === sha256
}

// Undefined if there is no such file, or it cannot be read.
function sumAt(path: string): string | undefined {
  const isUnreadable = (error: unknown) =>
    error instanceof UnreadableFile || findReadFault(error) !== undefined
  return attempt(undefined, isUnreadable, () => findDigest(path)?.sha256)
}

/**
 * Whether a folder is a site of this program: it has a list of checksums, and a status or manifest of this program. Other folders may have
 * files of these names.
 */
export function isOurSite(folder: string): boolean {
  return (
    isFile(join(folder, 'SHA256SUMS')) &&
    (isOurStatus(join(folder, 'status.json')) || isOurManifest(join(folder, 'manifest.json')))
  )
}

function isFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
  } catch {
    return false
  }
}

/** Why a folder must not be replaced by a site; undefined for sites of this program and empty folders. */
export function findForeignContent(out: string): string | undefined {
  if (!existsSync(out)) return undefined
  const names = readdirSync(out)
  if (names.length === 0 || isOurSite(out)) return undefined
  return `${out} contains files that this program did not write (${names.slice(0, 3).join(', ')}). Name another folder with --out, or empty it.`
}

/** The folders in which the successor of a published folder, which is not a link, is built. */
export function buildFoldersOf(out: string) {
  const folder = join(dirname(out), `.${basename(out)}.mirror-work`)
  return {
    folder,
    /** The site that is being built; complete when it is swapped in. */
    site: join(folder, 'site'),
    /** Pages that are being written. */
    incoming: join(folder, 'incoming'),
    /** The previously published site, until the new one has replaced it. */
    old: join(folder, 'old'),
  }
}

/**
 * The folder of a published site. A link is followed and its target is replaced, except a link of {@link findTurns}, which is replaced
 * itself. Changes nothing on disk.
 */
export function publishedFolderOf(named: string): string {
  return followLinks(resolve(named))
}

/**
 * The folder where a published site is now: the same folder or, between the two renames of a swap, the new site next to it, or else the
 * old one. Changes nothing on disk: a build that is between its renames completes them itself.
 */
export function openPublished(named: string): string {
  const out = publishedFolderOf(named)
  return findHalfSwapped(out) ?? out
}

/**
 * Runs `read` on the folder of a published site, and again if the site or what it states about its last run was replaced meanwhile,
 * because the result, or the error, may be that of two sites or two runs. `read` may ask whether that is so already.
 */
export async function readInPlace<T>(
  named: string,
  read: (folder: string, isInPlace: () => boolean) => T | Promise<T>,
): Promise<T> {
  for (;;) {
    const folder = openPublished(named)
    const before = identifySite(folder)
    const isInPlace = () => openPublished(named) === folder && identifySite(folder) === before
    try {
      const found = await read(folder, isInPlace)
      if (isInPlace()) return found
    } catch (error) {
      if (isInPlace()) throw error
    }
  }
}

/** Completes a swap that was interrupted between its two renames. Call it only with the lock of the build. */
export function completeSwap(out: string): void {
  const found = findHalfSwapped(out)
  if (found !== undefined) renameSync(found, out)
}

function findHalfSwapped(out: string): string | undefined {
  const { site, old } = buildFoldersOf(out)
  const isBetween = !existsSync(out) && existsSync(old)
  const found = existsSync(site) ? site : old
  // Checked again, because the build may have completed the swap since.
  return isBetween && !existsSync(out) ? found : undefined
}

function identifySite(folder: string): string {
  const site = statSync(folder, { throwIfNoEntry: false, bigint: true })
  const files = UNSUMMED.map((name) => findPublishedFile(join(folder, name)))
  return [`${site?.dev} ${site?.ino}`, ...files.map((stats) => `${stats?.ino} ${stats?.ctimeMs}`)].join('\n')
}

/**
 * The two folders that a published link points to in turn: the current one and the next. Undefined for any other link, and for a folder. A
 * person creates such a link: `ln -s .dist.mirror-a dist`.
 */
export function findTurns(out: string): { readonly now: string; readonly next: string } | undefined {
  if (!isLink(out)) return undefined
  const target = resolve(dirname(out), readlinkSync(out))
  const [a, b] = ['a', 'b'].map((turn) => join(dirname(out), `.${basename(out)}.mirror-${turn}`)) as [
    string,
    string,
  ]
  if (target === a) return { now: a, next: b }
  return target === b ? { now: b, next: a } : undefined
}

/**
 * Makes a folder the same as that of a published site, with the files that others put there, as hard links or, where they are not possible,
 * copies. Links stay links. Anything else that is neither a file nor a folder is left out.
 */
export function carrySite(from: string, to: string): void {
  makeFolder(to)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) carrySite(source, target)
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else if (entry.isFile()) carryFile(source, target)
  }
}

/**
 * Replaces the published site by a finished one. A folder is absent for an instant between the old site and the new. A link with two
 * folders in turn is replaced by one rename, so readers always find one of the two; the old one stays until the next swap, for those who
 * are still reading it. Readers never find a mixture.
 */
export function swapSite(out: string): void {
  const { folder, site, old } = buildFoldersOf(out)
  const turns = findTurns(out)
  if (turns === undefined) {
    if (existsSync(out)) renameSync(out, old)
    return renameSync(site, out)
  }
  // Removed with the other folders of the build: a folder that is half removed could no longer be recognized as ours.
  if (existsSync(turns.next)) renameSync(turns.next, old)
  renameSync(site, turns.next)
  const link = join(folder, 'link')
  symlinkSync(basename(turns.next), link)
  renameSync(link, out)
}

/**
 * The files in a site that this program did not write, since they have no checksum in `sums`, and folders of only such files; sorted. None
 * if there are no checksums.
 */
export function findStrangers(
  site: string,
  sums: ReadonlyMap<string, string> = findPublished(site),
): string[] {
  if (sums.size === 0) return []
  const files = new Set([...sums.keys(), ...UNSUMMED])
  const folders = foldersOf(files)
  const look = (folder: string): string[] =>
    readdirSync(join(site, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = `${folder}${entry.name}`
      if (!entry.isDirectory()) return files.has(path) ? [] : [path]
      return folders.has(path) ? look(`${path}/`) : [`${path}/`]
    })
  return look('').sort()
}

function isLink(path: string): boolean {
  return attempt(false, isAbsent, () => lstatSync(path).isSymbolicLink())
}

// Follows links even if the last one has no target, as between the two renames of a swap.
function followLinks(path: string, left = 40): string {
  if (!isLink(path) || left === 0 || findTurns(path) !== undefined) return path
  return followLinks(resolve(dirname(path), readlinkSync(path)), left - 1)
}

/**
 * A regular file of a site; undefined for anything else of that name, and if its path leads through a symbolic link, which may lead out of
 * the site.
 */
export function findOwnStats(site: string, path: string): Stats | undefined {
  if (isThroughLink(site, path)) return undefined
  const stats = attempt(undefined, isAbsent, () => lstatSync(join(site, path)))
  return stats?.isFile() ? stats : undefined
}

/** Whether the folder of a file is reached by a symbolic link below the site. */
export function isThroughLink(site: string, path: string): boolean {
  const folder = dirname(join(site, path))
  return existsSync(folder) && realpathSync(folder) !== join(realpathSync(site), dirname(path))
}
