import * as v from 'valibot'
import { type Accepted, countField, described } from '../interface/field.ts'
import {
  DATA_FORMATS,
  DATASET_OPERATION,
  FORMATS,
  type Format,
  LIST_OPERATIONS,
  type ListOperation,
} from '../interface/index.ts'
import { addressField, factsField, sha256Field, timeField } from './machine-file.ts'

/**
 * The state of a representation after a run: `fetched` new or changed bytes · `unchanged` requested again, the same bytes · `unasked` not
 * requested, since the copy was confirmed recently and its entry in the lists is unchanged · `stale` the request failed, the last good copy is
 * used · `derived` made from the other format · `withdrawn` no longer listed, the last copy is used · `missing` listed, but there never was a
 * good copy.
 */
export const STATES = ['fetched', 'unchanged', 'unasked', 'stale', 'derived', 'withdrawn', 'missing'] as const
export type State = (typeof STATES)[number]

/** A rejected response, so that a person can judge it. */
const evidence = v.object({
  bytes: countField,
  sha256: sha256Field,
  head: described('The first bytes, at most 256, as UTF-8 with replacement characters.', v.string()),
})

/** The bytes as received, from which the published ones were converted; the file is in the snapshot only: `index.json.original`. */
const original = v.object({ sha256: sha256Field, bytes: countField })

/** A copy that was replaced by a doubtful answer. The snapshot still contains its bytes. */
const former = v.object({
  path: described(
    'The file in the snapshot, next to the copy: `api/v1/…/index.json.former-<sha256>`.',
    v.string(),
  ),
  sha256: sha256Field,
  bytes: countField,
  charset: v.exactOptional(described('The charset of its `Content-Type`.', v.string())),
  original: v.exactOptional(described('The bytes as received, if these were converted from them.', original)),
  changedAt: v.exactOptional(described('When these bytes last changed.', timeField)),
  replacedAt: described('When they were replaced.', timeField),
})

const doubted = v.object({
  since: described('When the first doubtful answer was received.', timeField),
  runs: described('The number of runs that received a doubtful answer.', countField),
  whose: v.exactOptional(
    described(
      'Whose data it may be: a dataset code in quotes, a list, or `none` for the answer for a dataset that does not exist.',
      v.string(),
    ),
  ),
  low: v.exactOptional(
    described('If they only had fewer values than the copy: the least number of values.', countField),
  ),
})

/** The state of one representation. Its fields have the right types; whether they fit each other is not checked. */
export const recordSchema = v.object({
  path: described('The file below the root, with decoded names: `api/v1/list/index.json`.', v.string()),
  operation: described(
    'The operation of the interface.',
    v.picklist([...LIST_OPERATIONS, DATASET_OPERATION]),
  ),
  code: v.exactOptional(described('The dataset code, for `get_dataset`.', v.string())),
  format: described('The format of the file.', v.picklist(DATA_FORMATS)),
  state: described('What the last run found.', v.picklist(STATES)),
  address: described(
    'The address it was requested at; for a derived copy, that of its source.',
    addressField,
  ),
  sha256: v.exactOptional(described('Of the published bytes. Absent only if `missing`.', sha256Field)),
  bytes: v.exactOptional(described('The number of published bytes.', countField)),
  status: v.exactOptional(described('The status of the last answer of the origin.', countField)),
  mediaType: v.exactOptional(described('The media type of its `Content-Type`.', v.string())),
  charset: v.exactOptional(described('The charset of its `Content-Type`.', v.string())),
  etag: v.exactOptional(described('Its `ETag`.', v.string())),
  lastModified: v.exactOptional(described('Its `Last-Modified`.', v.string())),
  pagingHeaders: v.exactOptional(
    described(
      'The headers of its last body that concern paging, with names in lower case.',
      v.record(v.string(), v.string()),
    ),
  ),
  paging: v.exactOptional(
    described('Why the dataset may be one page of several, from its contents or headers.', v.string()),
  ),
  limit: v.exactOptional(
    described(
      'The number of its records, if it is as round as the limits of origins are, such as 100 or 1000.',
      countField,
    ),
  ),
  empty: v.exactOptional(
    described(
      'It is an empty list, or nothing but a value, while the other format of the dataset has records, which pages then show.',
      v.literal(true),
    ),
  ),
  short: v.exactOptional(
    described(
      'It has fewer records than the other format of the dataset, which pages then show.',
      v.literal(true),
    ),
  ),
  fetchedAt: v.exactOptional(described('When the origin last confirmed these bytes.', timeField)),
  firstSeen: v.exactOptional(
    described(
      'When the origin was first seen to send these bytes without a break; only if the mirror keeps versions.',
      timeField,
    ),
  ),
  maxAge: v.exactOptional(
    described(
      'For how many seconds from fetchedAt the origin allows the use of these bytes without a request; only if the config obeys that.',
      countField,
    ),
  ),
  changedAt: v.exactOptional(described('When these bytes last changed.', timeField)),
  listed: v.exactOptional(
    described(
      'A digest of the entry of the dataset in the lists when it was last requested, if they date it or the config obeys `max-age`.',
      v.string(),
    ),
  ),
  since: v.exactOptional(described('For `stale` and `withdrawn`: since when.', timeField)),
  derivedFrom: v.exactOptional(described('For `derived`: the format it was made from.', v.picklist(FORMATS))),
  original: v.exactOptional(
    described('For `derived` from the same format: the bytes as received.', original),
  ),
  reason: v.exactOptional(
    described('For `stale`, `derived`, `withdrawn` and `missing`: why, as a sentence.', v.string()),
  ),
  /** A problem code, or one of {@link REASON_CODES}. */
  reasonCode: v.exactOptional(
    described('The permanent name of the reason. Later versions may add names.', v.string()),
  ),
  reasonFacts: v.exactOptional(described('The values in the reason.', factsField)),
  evidence: v.exactOptional(
    described('For `stale` and `missing`: the rejected response, if there was one.', evidence),
  ),
  doubted: v.exactOptional(
    described('For `stale`, `derived` and `missing`: the origin gives doubtful answers.', doubted),
  ),
  former: v.exactOptional(
    described(
      'Its copies that doubtful answers replaced, the latest last. The site does not have them.',
      v.array(former),
    ),
  ),
  lows: v.exactOptional(
    described(
      'The least numbers of values of answers that were accepted although they had less than half of the values of the copy, at most two.',
      v.array(countField),
    ),
  ),
  movedFrom: v.exactOptional(
    described(
      'Checksums of copies that it no longer has but another dataset still has, the latest last.',
      v.array(sha256Field),
    ),
  ),
})

export type Evidence = Accepted<typeof evidence>
export type Former = Accepted<typeof former>
/** The state of one representation. Times are ISO 8601 in UTC. */
export interface ManifestRecord extends Omit<Accepted<typeof recordSchema>, 'format'> {
  /** `html` only while a crawl runs: a manifest has no records of html. */
  readonly format: Format
}

/** A file of a generation, as it is recorded. */
export type FileRecord = Pick<ManifestRecord, 'path' | 'sha256' | 'bytes' | 'changedAt'>

/** How many records are in each state. */
export function countStates(records: Iterable<ManifestRecord>): Record<State, number> {
  const counts = Object.fromEntries(STATES.map((state) => [state, 0])) as Record<State, number>
  for (const { state } of records) counts[state]++
  return counts
}

/**
 * The format in which the origin sent what a copy was made from: that of the copy, if the origin sent it so; `html` if it was derived from a
 * page; else the other data format. Undefined without a copy.
 */
export function sourceFormatOf(record: ManifestRecord | undefined): Format | undefined {
  return record?.sha256 === undefined ? undefined : (record.derivedFrom ?? record.format)
}

/** The copy if the origin sent it in its format; undefined if it was derived from another one, or there is none. */
export function ownCopyOf(record: ManifestRecord | undefined): ManifestRecord | undefined {
  return sourceFormatOf(record) === record?.format ? record : undefined
}

/** Whether a copy was derived from a page. */
export function isFromPage(record: ManifestRecord | undefined): boolean {
  return sourceFormatOf(record) === 'html'
}

/** The copy, unless it was derived from the other data format, which adds nothing to that. */
export function ownOrPageCopyOf(record: ManifestRecord | undefined): ManifestRecord | undefined {
  return isFromPage(record) ? record : ownCopyOf(record)
}

/** A record of one of the four lists, with bytes. */
type StoredListRecord = ManifestRecord & { readonly operation: ListOperation }

/** Whether a record is of a list and has bytes. */
export function isStoredList(record: ManifestRecord): record is StoredListRecord {
  return record.operation !== 'get_dataset' && record.sha256 !== undefined
}

/** The same without a list that was derived from its other data format. */
export function isOwnList(record: ManifestRecord): record is StoredListRecord {
  return isStoredList(record) && ownOrPageCopyOf(record) !== undefined
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
  'uniform-values',
  // The lists contain too few datasets, or contradict each other.
  'no-datasets',
  'no-code',
  'unusable-code',
  'clashing-code',
  'over-max-datasets',
  'paged',
  'same-count',
  'same-page',
  'formats-disagree',
  'no-format',
  'unmatched-list',
  'doubtful-code',
  'unclear-code',
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
  'lost-version',
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
