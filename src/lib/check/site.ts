import type { BaseAddress } from '../interface/index.ts'
import type { Changes, ManifestRecord } from '../snapshot/index.ts'
import type { PreparedHost } from './prepared.ts'

/** A published site, as its machine-readable files describe it. */
export interface CheckedSite {
  readonly base: BaseAddress
  readonly sums: ReadonlyMap<string, string>
  /** The valid records, by path. */
  readonly records: ReadonlyMap<string, ManifestRecord>
  /** The hosts that it was prepared for. */
  readonly hosts: readonly PreparedHost[]
  /** The changes of its last runs, if there is a changes.json. */
  readonly changes?: Changes
}

/** A file of a site, with its length if it is known. */
export interface CheckedFile {
  readonly path: string
  readonly sha256: string
  readonly bytes?: number | undefined
}

/** A file of a site; undefined if neither the manifest nor the checksums list it. */
export function findFile({ sums, records }: CheckedSite, path: string): CheckedFile | undefined {
  const record = records.get(path)
  const sha256 = record === undefined ? sums.get(path) : record.sha256
  return sha256 === undefined ? undefined : { path, sha256, bytes: record?.bytes }
}

/** The address of a file relative to the base: each segment is percent-encoded. */
export function targetOf(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}
