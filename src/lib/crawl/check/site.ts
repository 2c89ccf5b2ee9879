import type { BaseAddress } from '../../interface/index.ts'
import type { Changes, Manifest, ManifestRecord, Status } from '../../snapshot/index.ts'
import type { PreparedHost } from './prepared-host.ts'

/** What is known of every published site; whoever publishes sites tells it. */
export interface SiteRules {
  /** The headers a file is served with, names in lower case. */
  headersOf(path: string): Readonly<Record<string, string>>
  /** Reads SHA256SUMS; throws an error that says what is wrong with it. */
  parseChecksums(text: string): ReadonlyMap<string, string>
  /** The file of a site that records which hosts it was made ready for, and the hosts in its text; undefined when it is no such record. */
  readonly hostsFile: string
  parseHosts(text: string): readonly PreparedHost[] | undefined
  /** Where the statements of a site do not agree. */
  findContradictions(statements: SiteStatements): readonly { path: string; message: string }[]
}

export interface SiteStatements {
  readonly sums: ReadonlyMap<string, string>
  readonly manifest: Manifest
  readonly status?: Status
}

/** A published site, as it describes itself. */
export interface CheckedSite {
  readonly base: BaseAddress
  readonly rules: SiteRules
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
