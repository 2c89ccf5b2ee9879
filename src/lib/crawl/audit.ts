import { isTransient } from '../http/index.ts'
import {
  addressOf,
  type BaseAddress,
  DATA_FORMATS,
  type DataFormat,
  datasetResource,
  fileOf,
  parseDatasetCode,
  type Resource,
} from '../interface/index.ts'
import { eachRecord, mayHavePaging, type ReadRecord, readOr } from '../reading/index.ts'
import {
  type Draft,
  type Facts,
  type Generation,
  type ManifestRecord,
  type Problem,
  STATES,
  type State,
} from '../snapshot/index.ts'
import { isEmptyList } from './mismatches/relation.ts'
import { problemCodeOf } from './record-miss.ts'
import type { Miss } from './run.ts'

/** How many records are in each state. */
export function countStates(records: Iterable<ManifestRecord>): Record<State, number> {
  const counts = Object.fromEntries(STATES.map((state) => [state, 0])) as Record<State, number>
  for (const { state } of records) counts[state]++
  return counts
}

/**
 * The completeness equation: in every requested format, each listed resource has exactly one record, so listed = fetched + unchanged +
 * unasked + stale + derived + missing. Returns a gap for each format in which this does not hold.
 */
export function findImbalance(
  listed: readonly Resource[],
  formats: readonly DataFormat[],
  records: ReadonlyMap<string, ManifestRecord>,
): Problem[] {
  const wanted = new Set(
    DATA_FORMATS.flatMap((format) => listed.map((resource) => fileOf({ resource, format }))),
  )
  const unexpected = [...records.keys()].filter((path) => !wanted.has(path)).length
  return formats.flatMap((format) => {
    const missing = listed.filter((resource) => !records.has(fileOf({ resource, format }))).length
    if (missing === 0 && unexpected === 0) return []
    const message = `The records are inconsistent with the lists: ${listed.length} resources are listed in ${format}, ${missing} have no record, and ${unexpected} records belong to no listed resource. This is a bug of the mirror; please report it.`
    return [
      {
        severity: 'gap',
        code: 'inconsistent',
        subject: 'completeness',
        message,
        facts: { missing, strays: unexpected },
      },
    ]
  })
}

/** A gap for each miss, stating which copy is published instead. For a list that is html only, these are the records derived from it. */
export function describeMisses(
  base: BaseAddress,
  misses: Iterable<Miss>,
  records: ReadonlyMap<string, ManifestRecord>,
): Problem[] {
  return [...misses].flatMap((miss) => {
    const { resource, format } = miss.representation
    const record = records.get(fileOf({ resource, format: format === 'html' ? 'json' : format }))
    return record ? [describeMiss(base, miss, record)] : []
  })
}

// States the address, what it did, which copy is published instead, and what to do.
function describeMiss(base: BaseAddress, { representation, failure }: Miss, record: ManifestRecord): Problem {
  const address = addressOf(base, representation)
  return {
    severity: 'gap',
    code: problemCodeOf(failure),
    subject: address,
    message: `It ${failure.message}${consequence(record)}${hint(failure.status, isTransient(failure))}`,
    facts: { ...failure.facts, ...publishedCopy(record), ...(isTransient(failure) && { passing: 'yes' }) },
  }
}

/** A warning for each miss of a shard: whether it is a gap, and which copy is published instead, is known when the shards are joined. */
export function describeShardMisses(base: BaseAddress, misses: Iterable<Miss>): Problem[] {
  return Array.from(misses, ({ representation, failure }) => ({
    severity: 'warning',
    code: problemCodeOf(failure),
    subject: addressOf(base, representation),
    message: `It ${failure.message}; merge decides which copy is published.${hint(failure.status, isTransient(failure))}`,
    facts: { ...failure.facts, ...(isTransient(failure) && { passing: 'yes' }) },
  }))
}

// The copy that is published instead: the day of the stale copy, or the format it is derived from.
function publishedCopy({ state, changedAt, derivedFrom }: ManifestRecord): Facts {
  if (state === 'stale') return { copy: (changedAt ?? '').slice(0, 10) }
  return state === 'derived' && derivedFrom ? { from: derivedFrom } : {}
}

function consequence(record: ManifestRecord): string {
  if (record.state === 'stale') return `; the copy of ${(record.changedAt ?? '').slice(0, 10)} is kept.`
  if (record.state === 'derived') return `; it is derived from ${record.derivedFrom}.`
  return '; there is no copy.'
}

function hint(status: number | undefined, passing: boolean): string {
  if (status === 401 || status === 403)
    return ' The origin requires authentication, which is not supported. Ask its operator for public access.'
  return passing ? ' Run again to retry.' : ''
}

/** A longer document is not empty. */
const LONGEST_EMPTY = 4096
/** An xml document that is longer than this and than the json of the same dataset is not empty. */
const LONGEST_EMPTY_XML = 512
/** In every json document without records there is an empty list, an empty object, or nothing but a value. */
const EMPTY_IN_JSON = /\[\s*\]|\{\s*\}|^\s*[^\s[{]/
/** A json document that is a value, and an xml document that is one element with text. */
const BARE_JSON = /^\s*[^\s[{]/
const BARE_XML = /^[^<]*(?:<\?[^>]*\?>[^<]*)?<([^\s<>/?!]+)[^<>]*>[^<]*<\/\1\s*>\s*$/

/**
 * Marks the record of a dataset as empty if one format is an empty list, or nothing but a value or message, while the origin's other format
 * has records; pages then show the other one. Returns a warning for each. Changes `records` in place. Those that were not empty in `current` and have not changed are not read.
 */
export function markEmpty(
  records: Map<string, ManifestRecord>,
  source: Draft['source'],
  current: Generation | undefined,
): Problem[] {
  const problems: Problem[] = []
  const wasFilled = (one: ManifestRecord) => {
    const stored = current?.find(one.path)
    return stored?.sha256 === one.sha256 && stored !== undefined && isOwn(stored) && !stored.empty
  }
  for (const [path, { empty: _, ...record }] of records) {
    const other = isOwn(record) ? findOther(records, record) : undefined
    const isKnown = other && wasFilled(record) && wasFilled(other)
    const least = other && !isKnown ? leastOfOther(record, other, source(path)) : undefined
    const count = other && least !== undefined ? countRecords(other, source) : 0
    const isEmpty = least !== undefined && count >= least
    records.set(path, isEmpty ? { ...record, empty: true } : record)
    if (isEmpty && other) problems.push(describe(record, other, count))
  }
  return problems
}

// The number of records of the other format with which a document is empty in comparison; undefined if it has records itself. One value may be
// all that a dataset is.
function leastOfOther(
  record: ManifestRecord,
  other: ManifestRecord,
  source: () => Iterable<Uint8Array>,
): number | undefined {
  if (!mayBeEmpty(record, other, source)) return undefined
  if (isEmptyList(source, record)) return 1
  const text = Buffer.concat([...source()]).toString('latin1')
  return (record.format === 'json' ? BARE_JSON : BARE_XML).test(text) ? 2 : undefined
}

// Reading every short document as a whole would take as long as the rest of a crawl of short documents.
function mayBeEmpty(
  { format, bytes = 0 }: ManifestRecord,
  { bytes: most = 0 }: ManifestRecord,
  source: () => Iterable<Uint8Array>,
): boolean {
  if (bytes > LONGEST_EMPTY) return false
  if (format !== 'json') return bytes <= LONGEST_EMPTY_XML || bytes < most
  return EMPTY_IN_JSON.test(Buffer.concat([...source()]).toString('latin1'))
}

function findOther(
  records: ReadonlyMap<string, ManifestRecord>,
  { code, format }: ManifestRecord,
): ManifestRecord | undefined {
  if (code === undefined) return undefined
  const resource = datasetResource(parseDatasetCode(code))
  return DATA_FORMATS.filter((one) => one !== format)
    .flatMap((one) => records.get(fileOf({ resource, format: one })) ?? [])
    .find(isOwn)
}

// A derived copy has the same records as its source.
function isOwn({ sha256, code, derivedFrom, format }: ManifestRecord): boolean {
  return sha256 !== undefined && code !== undefined && (derivedFrom === undefined || derivedFrom === format)
}

function countRecords({ path, format, charset }: ManifestRecord, source: Draft['source']): number {
  let isFilled = false
  return readOr(0, () => {
    const { shape, visited } = eachRecord(source(path), { format, charset }, (record) => {
      isFilled ||= hasValues(record)
    })
    return shape === 'tree' || shape === 'empty' || (shape === 'single' && !isFilled) ? 0 : visited
  })
}

// A document with one record may be an empty envelope: `<result><total>0</total></result>`.
function hasValues(record: ReadRecord): boolean {
  return [...record].some(([name, value]) => value !== null && value !== '' && !mayHavePaging([name]))
}

function describe(
  { address, format }: ManifestRecord,
  { format: filled }: ManifestRecord,
  count: number,
): Problem {
  return {
    severity: 'warning',
    code: 'formats-disagree',
    subject: address,
    message: `The formats of this dataset do not agree: its ${format} has no records, its ${filled} has ${count === 1 ? '1 record' : `${count} records`}. Both are published; its page shows the ${filled}.`,
    facts: { what: 'dataset', [format]: 0, [filled]: count },
  }
}
