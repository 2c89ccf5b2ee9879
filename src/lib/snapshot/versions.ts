import { type DataFormat, versionPathOf } from '../interface/index.ts'
import type { DatasetVersions, Manifest, Version } from './manifest.ts'
import type { FileRecord } from './record.ts'

/** How many former versions are kept. */
export interface HistoryLimits {
  /** Of each format of a dataset. */
  readonly keep: number
  /** Of all versions together, in bytes. */
  readonly bytes: number
}

export function versionFileOf({ format, sha256, bytes, changedAt }: Version): Required<FileRecord> {
  return { path: versionPathOf(format, sha256), sha256, bytes, changedAt }
}

/** The files of the former versions of a generation or a site, each once: equal bytes are one file. */
export function versionFilesOf({ history = [] }: Pick<Manifest, 'history'>): Required<FileRecord>[] {
  const files = new Map<string, Required<FileRecord>>()
  for (const version of history.flatMap(({ versions }) => versions)) {
    const file = versionFileOf(version)
    if (!files.has(file.path)) files.set(file.path, file)
  }
  return [...files.values()]
}

/** The number of stored versions, and the bytes of their files. */
export function measureHistory(manifest: Pick<Manifest, 'history'> = {}): {
  readonly versions: number
  readonly bytes: number
} {
  const versions = (manifest.history ?? []).reduce((sum, one) => sum + one.versions.length, 0)
  return { versions, bytes: versionFilesOf(manifest).reduce((sum, { bytes }) => sum + bytes, 0) }
}

/**
 * Leaves out what exceeds the limits: of each format of a dataset the oldest versions, then the oldest of all. A version that alone has more
 * bytes than allowed is left out first. Versions of a dataset are given and returned with the latest first.
 */
export function boundHistory(
  history: readonly DatasetVersions[],
  { keep, bytes }: HistoryLimits,
): DatasetVersions[] {
  const few = history.map((one) => ({ ...one, versions: latestOf(one.versions, keep, bytes) }))
  const all = few
    .flatMap(({ code, versions }) => versions.map((version) => ({ code, version })))
    .sort((a, b) => compareText(b.version.lastSeen, a.version.lastSeen) || compareText(a.code, b.code))
  const kept = new Set<Version>()
  const files = new Set<string>()
  let total = 0
  for (const { version } of all) {
    const { path } = versionFileOf(version)
    total += files.has(path) ? 0 : version.bytes
    if (total > bytes) break
    files.add(path)
    kept.add(version)
  }
  return few
    .map((one) => ({ ...one, versions: one.versions.filter((version) => kept.has(version)) }))
    .filter(({ versions, forgotten = [] }) => versions.length + forgotten.length > 0)
}

function latestOf(versions: readonly Version[], keep: number, bytes: number): Version[] {
  const counts = new Map<DataFormat, number>()
  return versions.filter((version) => {
    if (version.bytes > bytes) return false
    const count = (counts.get(version.format) ?? 0) + 1
    counts.set(version.format, count)
    return count <= keep
  })
}

/** The order of texts by their UTF-16 units, which no language changes. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
