import { existsSync, lstatSync, readdirSync, readlinkSync, renameSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { findDigest, isAbsent, isOurManifest, isOurStatus, readTextFile } from '../snapshot/index.ts'
import { parseChecksums } from './checksums.ts'

/** What a published site says of its files: sha256 by path; nothing when there is none, or it cannot be read. */
export function findPublished(site: string): Map<string, string> {
  try {
    return parseChecksums(readTextFile(join(site, 'SHA256SUMS')))
  } catch {
    return new Map()
  }
}

/** A time as HTTP tells it. */
export function wholeSeconds(time: Date): Date {
  return new Date(Math.floor(time.getTime() / 1000) * 1000)
}

/** The time of a published file in whole seconds, or another when there is no such file. */
export function publishedTime(path: string, otherwise: Date): Date {
  const published = statSync(path, { throwIfNoEntry: false })?.mtime
  return published ? wholeSeconds(published) : otherwise
}

/** Whether a published file is what was told of it: its bytes, and the time its data last changed. */
export function isAsTold(path: string, sha256: string, time: Date): boolean {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats?.mtimeMs === time.getTime() && findDigest(path)?.sha256 === sha256
}

/**
 * Whether a folder is a site of this program: it has a list of checksums, and a status or a manifest of our form. The names alone
 * are those of many a folder.
 */
export function isOurSite(folder: string): boolean {
  return (
    isFile(join(folder, 'SHA256SUMS')) &&
    (isOurStatus(join(folder, 'status.json')) || isOurManifest(join(folder, 'manifest.json')))
  )
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
}

/** Why a folder must not be replaced by a site, or undefined when it may: only our own sites and empty folders are. */
export function findForeignContent(out: string): string | undefined {
  if (!existsSync(out)) return undefined
  const names = readdirSync(out)
  if (names.length === 0 || isOurSite(out)) return undefined
  return `${out} holds files that this program did not write (${names.slice(0, 3).join(', ')}). Name another folder with --out, or empty it.`
}

/** The folders beside a published site in which the next one is made. */
export interface Workshop {
  readonly folder: string
  /** The site in the making; whole when it is swapped in. */
  readonly site: string
  /** Where the page builder writes. */
  readonly pages: string
  /** Pages while they are written. */
  readonly incoming: string
  /** The site that was published before, until the new one has its place. */
  readonly old: string
}

/** The workshop of a published folder, which is not a link. */
export function workshopOf(out: string): Workshop {
  const folder = join(dirname(out), `.${basename(out)}.mirror-work`)
  return {
    folder,
    site: join(folder, 'site'),
    pages: join(folder, 'pages'),
    incoming: join(folder, 'incoming'),
    old: join(folder, 'old'),
  }
}

/**
 * The folder a name of a published site stands for. A link is followed, and keeps leading where it led: what it leads to is
 * replaced. A swap that was killed between its two renames is brought to its end here, so that whoever looks finds a site.
 */
export function openPublished(named: string): string {
  const out = followLinks(resolve(named))
  const { site, old } = workshopOf(out)
  if (!existsSync(out) && existsSync(old)) renameInto(existsSync(site) ? site : old, out)
  return out
}

/** Puts a finished site in the place of the published one. A reader finds the one, for an instant nothing, then the other; never a mixture. */
export function swapSite(out: string): void {
  const { site, old } = workshopOf(out)
  if (existsSync(out)) renameSync(out, old)
  renameInto(site, out)
}

// Another process may bring the same swap to its end at the same time; then it is done.
function renameInto(from: string, out: string): void {
  try {
    renameSync(from, out)
  } catch (error) {
    if (!isAbsent(error) || !existsSync(out)) throw error
  }
}

// Also where the last link leads to nothing, as it does between the two renames of a swap.
function followLinks(path: string, left = 40): string {
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
  if (!isLink || left === 0) return path
  return followLinks(resolve(dirname(path), readlinkSync(path)), left - 1)
}
