import type { Format, ListOperation, Operation } from '../interface/index.ts'
import type { Facts } from './problem-codes.ts'

/**
 * What became of a representation in a run:
 * `fetched` new or changed bytes · `unchanged` asked again, the same · `stale` the origin failed, the last good bytes are held ·
 * `derived` made from the other format · `withdrawn` gone from the lists, the last bytes are held ·
 * `missing` listed, but there never was a good copy.
 */
export const STATES = ['fetched', 'unchanged', 'stale', 'derived', 'withdrawn', 'missing'] as const
export type State = (typeof STATES)[number]

/** What came in the place of a good body, so that a person can judge it. */
export interface Evidence {
  /** How many bytes came, and their sha256 in hex. */
  readonly bytes: number
  readonly sha256: string
  /** The first of them, at most 256, as text: UTF-8, what is none replaced. */
  readonly head: string
}

/** A copy that something doubtful replaced, which a person or several runs let through. Its bytes stay in the snapshot. */
export interface Former {
  /** The file in the generation, beside the representation: `api/v1/…/index.json.former-<sha256>`. */
  readonly path: string
  readonly sha256: string
  readonly bytes: number
  /** The charset of its media type as sent. */
  readonly charset?: string
  /** When these bytes last changed, and when they were replaced. */
  readonly changedAt?: string
  readonly replacedAt: string
}

/** What the manifest says of one representation. Times are ISO 8601 in UTC. */
export interface ManifestRecord {
  /** The file below the root, with real names: `api/v1/list/index.json`. */
  readonly path: string
  readonly operation: Operation
  /** The dataset code, for `get_dataset`. */
  readonly code?: string
  readonly format: Format
  readonly state: State
  /** The address it was asked at. */
  readonly address: string
  /** Of the bytes as published, in hex. Absent only when missing. */
  readonly sha256?: string
  readonly bytes?: number
  /** The origin's last answer: its status, media type and charset as sent. */
  readonly status?: number
  readonly mediaType?: string
  readonly charset?: string
  readonly etag?: string
  readonly lastModified?: string
  /** What the headers of the origin's last body said of pages, by their names in lower case. */
  readonly pagingHeaders?: Readonly<Record<string, string>>
  /** Why a dataset may be one page of several, by what it or its headers say. */
  readonly paging?: string
  /** That it is a list with nothing in it while the other format of the dataset has records, which pages are made from. */
  readonly empty?: true
  /** When the origin last vouched for these bytes. */
  readonly fetchedAt?: string
  /** When these bytes last changed. */
  readonly changedAt?: string
  /** For `stale` and `withdrawn`: since when. */
  readonly since?: string
  /** For `derived`: the format it was made from. For `stale` and `missing`: why. */
  readonly derivedFrom?: Format
  readonly reason?: string
  /** The code of the reason: that of a problem, or one of the reasons that are none. */
  readonly reasonCode?: string
  /** The numbers, names and addresses in the reason. */
  readonly reasonFacts?: Facts
  /** For `stale` and `missing`: what the origin sent in its place, where it sent something. */
  readonly evidence?: Evidence
  /**
   * For `stale`, `derived` and `missing`: since when, and in how many runs, the origin has answered with something doubtful in its place;
   * `whose` data that is taken for: a dataset code in quotes, a list, or `none` for the answer for a dataset that does not exist.
   */
  readonly doubted?: { readonly since: string; readonly runs: number; readonly whose?: string }
  /** Copies of it that something doubtful replaced, the latest last. */
  readonly former?: readonly Former[]
  /** Checksums of copies that it moved on from and that another dataset still has, the latest last. */
  readonly movedFrom?: readonly string[]
}

/** A record of one of the four lists whose bytes are there. */
export type ListRecordHeld = ManifestRecord & { readonly operation: ListOperation }

/** Whether a record is of a list, with bytes. */
export function isHeldList(record: ManifestRecord): record is ListRecordHeld {
  return record.operation !== 'get_dataset' && record.sha256 !== undefined
}
