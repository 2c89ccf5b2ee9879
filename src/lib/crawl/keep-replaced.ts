import { join } from 'node:path'
import { quoteCode, versionPathOf } from '../interface/index.ts'
import {
  boundHistory,
  compareText,
  type DatasetVersions,
  type Former,
  formerOf,
  hasBytesOf,
  type ManifestRecord,
  ownCopyOf,
  type Problem,
  type Version,
  versionFileOf,
  warning,
} from '../snapshot/index.ts'
import type { Crawl } from './context.ts'
import { carryCopy, isIntact, isWhole } from './copies.ts'
import { storeMoves } from './doubts/relation.ts'
import { type Correct, correctTimes } from './finalize-records.ts'

/** What a run replaces. */
export interface Replacing {
  /** Paths of copies that doubtful answers replace. */
  readonly replaced: ReadonlySet<string>
  /** Former copies, by path, whose data has returned. */
  readonly returned: ReadonlyMap<string, Former>
  /** The field `lows` of records that change it, by path. */
  readonly lows: ReadonlyMap<string, readonly number[]>
  readonly correct: Correct
}

/** Keeps former copies and former versions of the datasets of these records. Returns the records with what they then state, and the versions. */
export function keepReplaced(
  crawl: Crawl,
  records: readonly ManifestRecord[],
  { replaced, returned, lows, correct }: Replacing,
): { records: readonly ManifestRecord[]; history: DatasetVersions[] } {
  const varied = records.map((record) => withLows(record, lows.get(record.path), crawl.current))
  const noted = noteFirstSeen(crawl, keepFormer(crawl, varied, replaced, returned))
  const kept = correctTimes(correct, noted)
  return { history: keepVersions(crawl, kept, correct), records: storeMoves(crawl.current, kept) }
}

function withLows(
  { lows: _, ...record }: ManifestRecord,
  changed: readonly number[] | undefined,
  current: Crawl['current'],
): ManifestRecord {
  const lows = changed ?? current?.find(record.path)?.lows
  return lows === undefined ? record : { ...record, lows: [...lows] }
}

/** States in each record of a dataset since when the origin is seen to send its bytes, if versions are kept. */
function noteFirstSeen(
  { current, options: { history } }: Crawl,
  records: readonly ManifestRecord[],
): readonly ManifestRecord[] {
  return records.map((noted) => {
    if (history === undefined && noted.firstSeen === undefined) return noted
    const { firstSeen: _, ...record } = noted
    if (history === undefined || !isVersion(record)) return record
    const stored = current?.find(record.path)
    const isSame = stored?.sha256 === record.sha256
    const firstSeen = isSame ? (stored?.firstSeen ?? stored?.fetchedAt) : record.fetchedAt
    return firstSeen === undefined ? record : { ...record, firstSeen }
  })
}

// What was made from the other format never was an answer of the origin, and can be made again.
function isVersion(record: ManifestRecord): boolean {
  return record.code !== undefined && ownCopyOf(record) !== undefined
}

/**
 * Puts the former versions of the datasets of these records into the draft: those of the generation before and the copies that were
 * replaced, within the limits of the config. What is damaged on disk, and cannot be mended, is a remark. Returns what the manifest states
 * about them, sorted by code.
 */
function keepVersions(crawl: Crawl, records: readonly ManifestRecord[], correct: Correct): DatasetVersions[] {
  const { current, draft, options } = crawl
  if (options.history === undefined || current === undefined) return []
  const stored = new Map(current.manifest.history?.map((one) => [one.code, one]))
  // Replaced copies by the path of their version.
  const sources = new Map<string, string>()
  // Not in the order in which the answers came.
  const ofDatasets = records
    .filter(({ code }) => code !== undefined)
    .toSorted((a, b) => compareText(a.path, b.path))
  const byCode = Map.groupBy(ofDatasets, ({ code }) => code as string)
  const all = [...byCode]
    .toSorted(([a], [b]) => compareText(a, b))
    .map(([code, own]): DatasetVersions => {
      const before = stored.get(code) ?? { code, versions: [] }
      const isForgotten = ({ format, sha256 }: Version) =>
        before.forgotten?.some((one) => one.format === format && one.sha256 === sha256)
      const versions = own
        .flatMap((record) => findReplaced(crawl, record) ?? [])
        .filter((version) => !isForgotten(version))
      for (const version of versions) {
        const record = current.find(own.find(({ format }) => format === version.format)?.path ?? '')
        if (record) sources.set(versionFileOf(version).path, record.path)
      }
      return { ...before, versions: [...versions, ...before.versions] }
    })
  const carried = carryVersions(crawl, boundHistory(all, options.history), (path) => {
    draft.carry(current, sources.get(path) ?? path, path)
  })
  return carried.map((one) => ({
    ...one,
    versions: one.versions.map((version) => correct(version, versionFileOf(version).path)),
  }))
}

function carryVersions(
  { current, draft, remarks }: Crawl,
  history: readonly DatasetVersions[],
  carry: (path: string) => void,
): DatasetVersions[] {
  const there = new Map<string, boolean>()
  const known = new Set(current?.manifest.history?.flatMap(({ versions }) => versions.map(keyOf)))
  return history.flatMap((one) => {
    const versions = one.versions.filter((version) => {
      const file = versionFileOf(version)
      const isKnown = there.get(file.path)
      if (isKnown !== undefined) return isKnown
      // A replaced copy was compared when it was found.
      const isThere =
        !known.has(keyOf(version)) || (current && isIntact(current, file, draft.startedAt)) === true
      there.set(file.path, isThere)
      if (isThere) carry(file.path)
      else remarks.push(describeLostVersion(one.code, version))
      return isThere
    })
    return versions.length + (one.forgotten ?? []).length > 0 ? [{ ...one, versions }] : []
  })
}

function keyOf({ format, sha256 }: Version): string {
  return versionPathOf(format, sha256)
}

/** The copy that a record replaced, as a version. */
function findReplaced({ current, draft, remarks }: Crawl, record: ManifestRecord): Version | undefined {
  const stored = current?.find(record.path)
  if (current === undefined || stored === undefined || !isVersion(stored)) return undefined
  if (record.sha256 === undefined || record.sha256 === stored.sha256) return undefined
  const version = versionOf(stored)
  if (isIntact(current, stored, draft.startedAt)) return version
  remarks.push(describeLostVersion(stored.code as string, version))
  return undefined
}

function versionOf(record: ManifestRecord): Version {
  const { format, sha256 = '', bytes = 0, address, mediaType, charset, etag, lastModified } = record
  const changedAt = record.changedAt ?? new Date(0).toISOString()
  const lastSeen = record.fetchedAt ?? changedAt
  // A clock may have been ahead when they were first seen.
  const isPast = record.firstSeen !== undefined && record.firstSeen < lastSeen
  return {
    format: format as Version['format'],
    sha256,
    firstSeen: isPast ? record.firstSeen : lastSeen,
    lastSeen,
    bytes,
    changedAt,
    address,
    ...(mediaType && { mediaType }),
    ...(charset && { charset }),
    ...(etag && { etag }),
    ...(lastModified && { lastModified }),
    ...(record.derivedFrom && { recoded: true as const }),
  }
}

function describeLostVersion(code: string, { format, sha256, lastSeen }: Version): Problem {
  const day = lastSeen.slice(0, 10)
  const message = `A former version (${format}), last seen on ${day}, is damaged or missing in the state folder, and no longer kept: ${sha256}. The data published now is sound. Check the disk of the state folder; a backup may still have the file.`
  return warning('lost-version', quoteCode(code), message, { format, day })
}

/**
 * Stores the former copies, which doubtful answers replaced in this run or an earlier one, next to their successors; except those whose data
 * came back (`returned`). `replaced`: paths whose copy is replaced in this run. Returns the records, with their former copies; one that is
 * damaged is a remark of the crawl.
 */
function keepFormer(
  { draft, current, now, remarks }: Crawl,
  records: readonly ManifestRecord[],
  replaced: ReadonlySet<string>,
  returned: ReadonlyMap<string, Former>,
): ManifestRecord[] {
  return records.map((record) => {
    const stored = current?.find(record.path)
    if (current === undefined || (stored?.former === undefined && !replaced.has(record.path))) return record
    const { former: _, ...bare } = record
    // Its own bytes as received are not those of its former copies.
    const { original: __, ...published } = bare
    const isReplaced =
      replaced.has(record.path) && stored?.sha256 !== undefined && stored.sha256 !== record.sha256
    const own = isReplaced ? [describeFormer(stored, now())] : []
    const formers = [...(stored?.former ?? []), ...own].flatMap((one) => {
      const { path, sha256 } = one
      if (sha256 === record.sha256 || sha256 === returned.get(record.path)?.sha256) return []
      const from = own.some((other) => other.path === path) ? record.path : path
      const isThere =
        from === record.path && stored
          ? isWhole(current, stored)
          : hasBytesOf(join(current.folder, from), one)
      if (!isThere) {
        remarks.push(describeLostFormer(record, one))
        return []
      }
      // Those of earlier versions do not state whether they were converted.
      const copy = { ...published, ...one, path: from, derivedFrom: record.format }
      const { original } = carryCopy({ draft, current, remarks }, copy, path)
      const { original: ___, ...former } = one
      return [{ ...former, ...(original && { original }) }]
    })
    return formers.length === 0 ? bare : { ...bare, former: formers }
  })
}

function describeLostFormer({ address, format }: ManifestRecord, { path, replacedAt }: Former): Problem {
  const day = replacedAt.slice(0, 10)
  const message = `A former copy, replaced by other data on ${day}, is damaged or missing in the state folder, and no longer kept: ${path}. The data published now is sound. Check the disk of the state folder; a backup may still have the file.`
  return warning('lost-former', address, message, { format, day })
}

function describeFormer(
  { path, sha256 = '', bytes = 0, charset, original, changedAt }: ManifestRecord,
  now: Date,
): Former {
  return {
    path: formerOf(path, sha256),
    sha256,
    bytes,
    ...(charset && { charset }),
    ...(original && { original }),
    ...(changedAt && { changedAt }),
    replacedAt: now.toISOString(),
  }
}
