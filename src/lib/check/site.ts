import type { BaseAddress } from '../interface/index.ts'
import type { Changes, ManifestRecord } from '../snapshot/index.ts'
import type { PreparedHost } from './prepared.ts'

/** A published site, as it describes itself. */
export interface CheckedSite {
  readonly base: BaseAddress
  readonly sums: ReadonlyMap<string, string>
  /** Those that are believed, by path. */
  readonly records: ReadonlyMap<string, ManifestRecord>
  /** The hosts it was made ready for. */
  readonly hosts: readonly PreparedHost[]
  /** What its last runs changed, where it says so. */
  readonly changes?: Changes
}

/** A file of a site, and its bytes as far as they are known. */
export interface CheckedFile {
  readonly path: string
  readonly sha256: string
  readonly bytes?: number | undefined
}

/** A file a site says it has; undefined when it says nothing of it. */
export function findFile({ sums, records }: CheckedSite, path: string): CheckedFile | undefined {
  const record = records.get(path)
  const sha256 = record === undefined ? sums.get(path) : record.sha256
  return sha256 === undefined ? undefined : { path, sha256, bytes: record?.bytes }
}

/** Where a file is asked for, below the base: each segment percent-encoded. */
export function targetOf(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}
