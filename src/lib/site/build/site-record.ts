import { createHash, hash } from 'node:crypto'
import { existsSync, lstatSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import {
  carryFile,
  findDigest,
  foldersOf,
  type Manifest,
  openDerived,
  openFolderMaker,
  renderEntries,
} from '../../snapshot/index.ts'
import type { NotRead } from '../not-read.ts'
import { PROOFS_OF_SUMS } from '../proof/sign-site.ts'
import { eachPublishedPath, findPublished, findPublishedFile, hasSum, isOpenToAll } from '../published.ts'
import { shownRecord } from '../view/dataset-source.ts'

/**
 * A file of a published site, as text, which takes a third of the memory: its length, its time in ms, and for a page or feed also the key of
 * what it was made from, and how its sha256 begins.
 */
type SiteFile = `${number} ${number}` | `${number} ${number} ${string} ${string}`

/** How many digits of a sha256 are in a record. */
const SUM_DIGITS = 16

/** What a build knows about the site that it published. */
export interface SiteRecord {
  /** The published folder. */
  readonly published: string
  /** The sha256 of its `SHA256SUMS`. If that is another, something else changed the site: `mirror host`, or another program. */
  readonly sums: string
  /** The key of everything that the site was made from, except the times of runs. */
  readonly inputs: string
  /** Why documents are not read, by the path of the record. */
  readonly notRead: NotRead
  /** Its files by path, without those that state the time of a run. */
  readonly files: ReadonlyMap<string, SiteFile>
}

/** The name of the record of a published site in the cache. */
function nameOfRecord(published: string): string {
  return `site-${hash('sha256', published).slice(0, 16)}.json`
}

/** Whether a name in the cache is that of the record of the site `published`, or of another one that is still there. */
export function isSiteRecord(derived: string, name: string, published: string): boolean {
  if (name === nameOfRecord(published)) return true
  const other = name.startsWith('site-') ? findStored(derived, name)?.published : undefined
  return other !== undefined && name === nameOfRecord(other) && existsSync(other)
}

function findStored(derived: string, name: string): StoredRecord | undefined {
  return openDerived(derived).find(name) as StoredRecord | undefined
}

/** The record of a published site; undefined if there is none. */
export function findSiteRecord(derived: string, published: string): SiteRecord | undefined {
  const found = findStored(derived, nameOfRecord(published))
  if (found === undefined) return undefined
  const { notRead, files } = found
  return { ...found, notRead: new Map(Object.entries(notRead)), files: new Map(Object.entries(files)) }
}

/**
 * Stores the record of a finished site, which is in the folder `site` and is published next. `keys` and `digests`: the keys and sha256 of
 * its pages and feeds, by path. `carried`: how files were written, as far as that is known.
 */
export function saveSiteRecord(
  derived: string,
  {
    site,
    published,
    inputs,
    notRead,
    keys,
    digests,
    carried,
  }: { readonly site: string } & Pick<SiteRecord, 'published' | 'inputs' | 'notRead'> &
    Readonly<Record<'keys' | 'digests', ReadonlyMap<string, string>>> &
    Pick<ReturnType<typeof openPublishedSite>, 'carried'>,
): void {
  const proofs = PROOFS_OF_SUMS.filter((path) => existsSync(join(site, path)))
  const fileOf = (path: string): [string, SiteFile] => {
    const { bytes, mtimeMs } = carried.get(path) ?? stampAt(join(site, path))
    const key = keys.get(path)
    const sum = digests.get(path)?.slice(0, SUM_DIGITS)
    return [
      path,
      key === undefined || sum === undefined ? `${bytes} ${mtimeMs}` : `${bytes} ${mtimeMs} ${key} ${sum}`,
    ]
  }
  function* files() {
    for (const path of eachPublishedPath(site)) yield fileOf(path)
    for (const path of ['SHA256SUMS', ...proofs]) yield fileOf(path)
  }
  const head: Omit<StoredRecord, 'files'> = {
    published,
    sums: sumOf(site),
    inputs,
    notRead: Object.fromEntries(notRead),
  }
  openDerived(derived).store(nameOfRecord(published), renderEntries(head, 'files', files()))
}

function stampAt(path: string): FileStamp {
  const { size, mtimeMs } = lstatSync(path)
  return { bytes: size, mtimeMs }
}

type StoredRecord = Pick<SiteRecord, 'published' | 'sums' | 'inputs'> & {
  readonly notRead: Readonly<Record<string, string>>
  readonly files: Readonly<Record<string, SiteFile>>
}

/**
 * Whether a site has the files and folders of its record, each file with the length and the time that it was written with; those whose turn it is
 * ({@link isTurnOf}) with the bytes of `sums`, and none of them closed to readers of new ones. `newMode` is the mode of a new folder.
 */
export function isUntouched(
  { published, sums: sum, files }: SiteRecord,
  sums: ReadonlyMap<string, string>,
  { now, newMode }: { readonly now: Date; readonly newMode: number },
): boolean {
  const isWhole = (path: string) => {
    const sha256 = sums.get(path)
    return sha256 === undefined || !isTurnOf(sha256, now) || hasSum(join(published, path), sha256)
  }
  return (
    sum === sumOf(published) &&
    [...files].every(
      ([path, file]) =>
        isStamped(findPublishedFile(join(published, path)), stampOf(file), newMode) && isWhole(path),
    ) &&
    [...foldersOf(files.keys())].every((path) => isOpenToAll(lstatSync(join(published, path)), newMode))
  )
}

/** A page or feed that was made from what `key` stands for, if its sha256 is that of the published one: how it was written; else undefined. */
export function findUnchanged(
  file: SiteFile | undefined,
  key: string,
  sha256: string | undefined,
): FileStamp | undefined {
  const [, , known, sum = ''] = file?.split(' ') ?? []
  const isSame = known === key && sum.length === SUM_DIGITS && sha256?.startsWith(sum) === true
  return file && isSame ? stampOf(file) : undefined
}

function stampOf(file: SiteFile): FileStamp {
  const [bytes, mtimeMs] = file.split(' ')
  return { bytes: Number(bytes), mtimeMs: Number(mtimeMs) }
}

/** The key of what a file is made from: equal keys, equal files. */
export function contentKeyOf(...parts: readonly unknown[]): string {
  return hash('sha256', JSON.stringify(parts)).slice(0, 32)
}

/** The key of a manifest without what differs between two runs that got the same bytes. */
export function manifestKeyOf(manifest: Manifest): string {
  const { generation: _, startedAt: __, completedAt: ___, counts: ____, records, ...rest } = manifest
  const sum = createHash('sha256').update(JSON.stringify(rest))
  // One by one: all records as one text would be most of the memory of a build of many datasets.
  for (const record of records) sum.update(`\n${JSON.stringify(shownRecord(record))}`)
  return sum.digest('hex').slice(0, 32)
}

function sumOf(published: string): string {
  return findDigest(join(published, 'SHA256SUMS'))?.sha256 ?? ''
}

/** A file as it was written: its length in bytes, and the time of its last change in ms. */
export interface FileStamp {
  readonly bytes: number
  readonly mtimeMs: number
}

/** How many days of builds it takes until every published file was hashed again. On other days only its length and time are compared. */
const REHASH_DAYS = 32

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

/** Opens the published site for the next one, which shares its files that are the same. */
export function openPublishedSite({ published, site, now, newMode, full }: OpeningPublished) {
  const sums = findPublished(published)
  const carried = new Map<string, FileStamp>()
  const makeFolderOf = openFolderMaker()
  return {
    /** The sha256 of its files, by path. */
    sums,
    /** How the files that the new site shares were written, by path. */
    carried,
    /**
     * Shares a published file with the new site as a hard link, or copies it where links are not possible. False, and nothing happens, if it
     * is not published with these bytes and this time, or if fewer may read it than a new file.
     */
    carry(path: string, sha256: string, stamp: FileStamp) {
      if (sums.get(path) !== sha256) return false
      const file = join(published, path)
      const isDue = full || isTurnOf(sha256, now)
      if (!isStamped(findPublishedFile(file), stamp, newMode) || (isDue && !hasSum(file, sha256)))
        return false
      const target = join(site, path)
      makeFolderOf(target)
      carryFile(file, target)
      carried.set(path, stamp)
      return true
    },
  }
}

/** Whether a file, if there is one, has the length and the time that it was written with, and may be read like a new one. */
function isStamped(stats: Stats | undefined, { bytes, mtimeMs }: FileStamp, newMode: number): boolean {
  return stats?.size === bytes && stats.mtimeMs === mtimeMs && isOpenToAll(stats, newMode)
}

/** Whether a published file is hashed again on this day. Checksums spread the files evenly over the days. */
function isTurnOf(sha256: string, now: Date): boolean {
  const day = Math.floor(now.getTime() / 86_400_000)
  return Number.parseInt(sha256.slice(0, 2), 16) % REHASH_DAYS === day % REHASH_DAYS
}
