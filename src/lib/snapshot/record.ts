import * as v from 'valibot'
import {
  DATA_FORMATS,
  DATASET_OPERATION,
  FORMATS,
  type Format,
  LIST_OPERATIONS,
  type ListOperation,
} from '../interface/index.ts'
import { type Accepted, addressField, countField, factsField, sha256Field, timeField } from './fields.ts'

/**
 * The state of a representation after a run: `fetched` new or changed bytes · `unchanged` requested again, the same bytes · `unasked` not
 * requested, since the copy was confirmed recently and its entry in the lists is unchanged · `stale` the request failed, the last good copy is
 * used · `derived` made from the other format · `withdrawn` no longer listed, the last copy is used · `missing` listed, but there never was a
 * good copy.
 */
export const STATES = ['fetched', 'unchanged', 'unasked', 'stale', 'derived', 'withdrawn', 'missing'] as const
export type State = (typeof STATES)[number]

/** A rejected response, described so that a person can judge it. */
const evidence = v.object({
  bytes: countField,
  sha256: sha256Field,
  /** The first bytes, at most 256, decoded as UTF-8 with replacement characters. */
  head: v.string(),
})

/** The bytes as received, from which the published ones were converted; the file is in the snapshot only: `index.json.original`. */
const original = v.object({ sha256: sha256Field, bytes: countField })

/**
 * A copy that was replaced by a doubtful answer, which was accepted by the operator or after several runs. The snapshot still contains its
 * bytes.
 */
const former = v.object({
  /** The file in the generation, next to the representation: `api/v1/…/index.json.former-<sha256>`. */
  path: v.string(),
  sha256: sha256Field,
  bytes: countField,
  /** The charset parameter of its media type, as received. */
  charset: v.exactOptional(v.string()),
  original: v.exactOptional(original),
  /** When these bytes last changed, and when they were replaced. */
  changedAt: v.exactOptional(timeField),
  replacedAt: timeField,
})

/** The state of one representation. Its fields have the right types; whether they fit each other is not checked. */
export const recordSchema = v.object({
  /** The file below the root, with decoded names: `api/v1/list/index.json`. */
  path: v.string(),
  operation: v.picklist([...LIST_OPERATIONS, DATASET_OPERATION]),
  /** The dataset code, for `get_dataset`. */
  code: v.exactOptional(v.string()),
  format: v.picklist(DATA_FORMATS),
  state: v.picklist(STATES),
  /** The address it was requested from. */
  address: addressField,
  /** Of the published bytes. Absent only if the copy is missing. */
  sha256: v.exactOptional(sha256Field),
  bytes: v.exactOptional(countField),
  /** The last response of the origin: its status, media type and charset as received. */
  status: v.exactOptional(countField),
  mediaType: v.exactOptional(v.string()),
  charset: v.exactOptional(v.string()),
  etag: v.exactOptional(v.string()),
  lastModified: v.exactOptional(v.string()),
  /** The headers of the last response that concern paging, with names in lower case. */
  pagingHeaders: v.exactOptional(v.record(v.string(), v.string())),
  /** Why a dataset may be one page of several, from its contents or headers. */
  paging: v.exactOptional(v.string()),
  /** True if it is an empty list, or nothing but a value, while the other format of the dataset has records, which pages then show. */
  empty: v.exactOptional(v.literal(true)),
  /** True if it has fewer records than the other format of the dataset, which pages then show. */
  short: v.exactOptional(v.literal(true)),
  /** When the origin last confirmed these bytes. */
  fetchedAt: v.exactOptional(timeField),
  /** For how many seconds from then the origin allows to use them without a request, if the config obeys that. */
  maxAge: v.exactOptional(countField),
  /** When these bytes last changed. */
  changedAt: v.exactOptional(timeField),
  /** A digest of the entry of the dataset in the lists when it was last requested, if they date it or the config obeys `max-age`. */
  listed: v.exactOptional(v.string()),
  /** For `stale` and `withdrawn`: since when. */
  since: v.exactOptional(timeField),
  /** For `derived`: the source format. For `stale` and `missing`: the reason. */
  derivedFrom: v.exactOptional(v.picklist(FORMATS)),
  original: v.exactOptional(original),
  reason: v.exactOptional(v.string()),
  /** The code of the reason: a problem code, or one of {@link REASON_CODES}. */
  reasonCode: v.exactOptional(v.string()),
  /** The values in the reason. */
  reasonFacts: v.exactOptional(factsField),
  /** For `stale` and `missing`: the rejected response, if there was one. */
  evidence: v.exactOptional(evidence),
  /**
   * For `stale`, `derived` and `missing`: since when, and in how many runs, the origin gave a doubtful answer. `whose`: the supposed owner
   * of that data: a quoted dataset code, a list, or `none` for the answer for a dataset that does not exist.
   */
  doubted: v.exactOptional(
    v.object({ since: timeField, runs: countField, whose: v.exactOptional(v.string()) }),
  ),
  /** Its copies that doubtful answers replaced, the latest last. */
  former: v.exactOptional(v.array(former)),
  /** Checksums of copies that it no longer has but another dataset still has, the latest last. */
  movedFrom: v.exactOptional(v.array(sha256Field)),
})

export type Evidence = Accepted<typeof evidence>
export type Former = Accepted<typeof former>
/** The state of one representation. Times are ISO 8601 in UTC. */
export interface ManifestRecord extends Omit<Accepted<typeof recordSchema>, 'format'> {
  /** `html` only while a crawl runs: a manifest has no records of html. */
  readonly format: Format
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
  'mended-copy',
  'lost-former',
  'lost-original',
  'mended-changes',
  'lost-changes',
  'lost-generations',
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

export type Facts = Accepted<typeof factsField>
