import { hash } from 'node:crypto'
import type { Stats } from 'node:fs'
import { join } from 'node:path'
import { carryFile } from '../../snapshot/index.ts'
import { findPublished, findPublishedFile, hasSum, isOpenToAll } from '../published.ts'

/** A file as it was written: its length in bytes, and the time of its last change in ms. */
export interface FileStamp {
  readonly bytes: number
  readonly mtimeMs: number
}

/** The published site. The next site shares its files that are the same. */
export interface PublishedSite {
  /** The sha256 of its files, by path. */
  readonly sums: ReadonlyMap<string, string>
  /**
   * Shares a published file with the new site as a hard link, or copies it where links are not possible. False, and nothing happens, if it
   * is not published with these bytes and this time, or if fewer may read it than a new file.
   */
  carry(path: string, sha256: string, stamp: FileStamp): boolean
}

/** How many days of builds it takes until every published file was hashed again. On other days only its length and time are compared. */
const REHASH_DAYS = 32

/** How to open a published site. */
interface OpeningPublished {
  readonly published: string
  /** The folder of the new site. */
  readonly site: string
  readonly now: Date
  /** The mode of a new folder. */
  readonly newMode: number
  /** Hash every file before it is carried over. */
  readonly full: boolean
}

/** Opens the published site for the next one. */
export function openPublishedSite({ published, site, now, newMode, full }: OpeningPublished): PublishedSite {
  const sums = findPublished(published)
  return {
    sums,
    carry(path, sha256, stamp) {
      if (sums.get(path) !== sha256) return false
      const file = join(published, path)
      const isDue = full || isTurnOf(path, now)
      if (!isStamped(findPublishedFile(file), stamp, newMode) || (isDue && !hasSum(file, sha256)))
        return false
      carryFile(file, join(site, path))
      return true
    },
  }
}

/** Whether a file, if there is one, has the length and the time that it was written with, and may be read like a new one. */
export function isStamped(stats: Stats | undefined, { bytes, mtimeMs }: FileStamp, newMode: number): boolean {
  return stats?.size === bytes && stats.mtimeMs === mtimeMs && isOpenToAll(stats, newMode)
}

/** Whether a published file is hashed again on this day. The files are spread evenly over the days. */
export function isTurnOf(path: string, now: Date): boolean {
  const day = Math.floor(now.getTime() / 86_400_000)
  return (hash('sha256', path, 'buffer')[0] as number) % REHASH_DAYS === day % REHASH_DAYS
}
