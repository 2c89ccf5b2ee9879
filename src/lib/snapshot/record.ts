import type { Format, ListOperation, Operation } from '../interface/index.ts'

/**
 * The state of a representation after a run: `fetched` new or changed bytes · `unchanged` requested again, the same bytes · `stale` the
 * request failed, the last good copy is used · `derived` made from the other format · `withdrawn` no longer listed, the last copy is used ·
 * `missing` listed, but there never was a good copy.
 */
export const STATES = ['fetched', 'unchanged', 'stale', 'derived', 'withdrawn', 'missing'] as const
export type State = (typeof STATES)[number]

/** A rejected response, described so that a person can judge it. */
export interface Evidence {
  /** The length, and the sha256 in hex. */
  readonly bytes: number
  readonly sha256: string
  /** The first bytes, at most 256, decoded as UTF-8 with replacement characters. */
  readonly head: string
}

/**
 * A copy that was replaced by a doubtful answer, which was accepted by the operator or after several runs. The snapshot still contains its
 * bytes.
 */
export interface Former {
  /** The file in the generation, next to the representation: `api/v1/…/index.json.former-<sha256>`. */
  readonly path: string
  readonly sha256: string
  readonly bytes: number
  /** The charset parameter of its media type, as received. */
  readonly charset?: string
  /** When these bytes last changed, and when they were replaced. */
  readonly changedAt?: string
  readonly replacedAt: string
}

/** The state of one representation. Times are ISO 8601 in UTC. */
export interface ManifestRecord {
  /** The file below the root, with decoded names: `api/v1/list/index.json`. */
  readonly path: string
  readonly operation: Operation
  /** The dataset code, for `get_dataset`. */
  readonly code?: string
  readonly format: Format
  readonly state: State
  /** The address it was requested from. */
  readonly address: string
  /** Of the published bytes, in hex. Absent only if the copy is missing. */
  readonly sha256?: string
  readonly bytes?: number
  /** The last response of the origin: its status, media type and charset as received. */
  readonly status?: number
  readonly mediaType?: string
  readonly charset?: string
  readonly etag?: string
  readonly lastModified?: string
  /** The headers of the last response that concern paging, with names in lower case. */
  readonly pagingHeaders?: Readonly<Record<string, string>>
  /** Why a dataset may be one page of several, from its contents or headers. */
  readonly paging?: string
  /** True if it is an empty list while the other format of the dataset has records, which pages then show. */
  readonly empty?: true
  /** When the origin last confirmed these bytes. */
  readonly fetchedAt?: string
  /** When these bytes last changed. */
  readonly changedAt?: string
  /** For `stale` and `withdrawn`: since when. */
  readonly since?: string
  /** For `derived`: the source format. For `stale` and `missing`: the reason. */
  readonly derivedFrom?: Format
  readonly reason?: string
  /** The code of the reason: a problem code, or one of {@link REASON_CODES}. */
  readonly reasonCode?: string
  /** The values in the reason. */
  readonly reasonFacts?: Facts
  /** For `stale` and `missing`: the rejected response, if there was one. */
  readonly evidence?: Evidence
  /**
   * For `stale`, `derived` and `missing`: since when, and in how many runs, the origin gave a doubtful answer. `whose`: the supposed owner
   * of that data: a quoted dataset code, a list, or `none` for the answer for a dataset that does not exist.
   */
  readonly doubted?: { readonly since: string; readonly runs: number; readonly whose?: string }
  /** Its copies that doubtful answers replaced, the latest last. */
  readonly former?: readonly Former[]
  /** Checksums of copies that it no longer has but another dataset still has, the latest last. */
  readonly movedFrom?: readonly string[]
}

/** A record of one of the four lists, with bytes. */
type StoredListRecord = ManifestRecord & { readonly operation: ListOperation }

/** Whether a record is of a list and has bytes. */
export function isStoredList(record: ManifestRecord): record is StoredListRecord {
  return record.operation !== 'get_dataset' && record.sha256 !== undefined
}

/**
 * The permanent name of each kind of problem, for programs to group and filter by; docs/files.md gives their meanings. Names are never
 * changed or reused. Readers must accept unknown names.
 */
export const PROBLEM_CODES = [
  // A representation could not be fetched.
  'unreachable',
  'timeout',
  'not-asked',
  'not-found',
  'gone',
  'access-denied',
  'rate-limited',
  'server-error',
  'unexpected-status',
  'redirected',
  'robots-disallowed',
  'robots-unreadable',
  // The response was not acceptable.
  'cut-short',
  'malformed',
  'wrong-format',
  'unknown-coding',
  'too-large',
  'error-in-place-of-data',
  'wrong-dataset',
  'suspicious-change',
  // The lists contain too few datasets, or contradict each other.
  'no-datasets',
  'no-code',
  'unusable-code',
  'clashing-code',
  'over-max-datasets',
  'paged',
  'formats-disagree',
  'unmatched-list',
  'lists-changing',
  'lists-unconfirmed',
  'other-host',
  // The lists have too few facts about datasets.
  'lost-facts',
  'missing-facts',
  'unknown-field',
  // The snapshot, and the origin's validators and robots.txt.
  'damaged-copy',
  'not-restored',
  'unreliable-validators',
  'crawl-delay',
  'inconsistent',
  // Reported while the site is built.
  'not-read',
] as const

export type ProblemCode = (typeof PROBLEM_CODES)[number]

/**
 * Why a copy is in its state although nothing failed: the dataset left the lists, the config excludes the format, or the encoding was
 * converted.
 */
export const REASON_CODES = ['no-longer-listed', 'format-not-offered', 'recoded'] as const

export type ReasonCode = ProblemCode | (typeof REASON_CODES)[number]

/** The values in a message, so it can be worded in any language: `status` 404, `to` an address. */
export type Facts = Readonly<Record<string, string | number>>
