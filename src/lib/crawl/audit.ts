import { isTransient } from '../http/index.ts'
import {
  addressOf,
  type BaseAddress,
  DATA_FORMATS,
  type DataFormat,
  type DatasetCode,
  fileOf,
  ofDataset,
  type Resource,
} from '../interface/index.ts'
import { type Facts, gap, type ManifestRecord, type Problem, type State, warning } from '../snapshot/index.ts'
import { problemCodeOf } from './record-miss.ts'
import type { Miss } from './run.ts'

/**
 * The completeness equation: in every requested format, each listed resource has exactly one record, so listed = fetched + unchanged +
 * unasked + stale + derived + missing. Returns a gap for each format in which this does not hold.
 */
export function findImbalance(
  listed: readonly Resource[],
  formats: readonly DataFormat[],
  records: ReadonlyMap<string, ManifestRecord>,
): Problem[] {
  const found = { json: 0, xml: 0 }
  for (const format of DATA_FORMATS)
    for (const resource of listed) if (records.has(fileOf({ resource, format }))) found[format]++
  const unexpected = records.size - found.json - found.xml
  return formats.flatMap((format) => {
    const missing = listed.length - found[format]
    if (missing === 0 && unexpected === 0) return []
    const message = `The records are inconsistent with the lists: ${listed.length} resources are listed in ${format}, ${missing} have no record, and ${unexpected} records belong to no listed resource. This is a bug of the mirror; please report it.`
    return [gap('inconsistent', 'completeness', message, { missing, strays: unexpected })]
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
    return record ? [describeMiss(gap, base, miss, consequence(record), publishedCopy(record))] : []
  })
}

/** A warning for each miss of a shard: whether it is a gap, and which copy is published instead, is known when the shards are joined. */
export function describeShardMisses(base: BaseAddress, misses: Iterable<Miss>): Problem[] {
  const consequence = '; merge decides which copy is published.'
  return Array.from(misses, (miss) => describeMiss(warning, base, miss, consequence))
}

// States the address, what it did, what follows, and what to do.
function describeMiss(
  report: typeof gap,
  base: BaseAddress,
  { representation, failure }: Miss,
  consequence: string,
  copy?: Facts,
): Problem {
  const mayRetry = isTransient(failure)
  const message = `It ${failure.message}${consequence}${hint(failure.status, mayRetry)}`
  const facts = { ...failure.facts, ...copy, ...(mayRetry && { passing: 'yes' }) }
  return report(problemCodeOf(failure), addressOf(base, representation), message, facts)
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

function hint(status: number | undefined, mayRetry: boolean): string {
  const refused = describeRefusedAccess(status)
  if (refused !== undefined) return ` ${refused}`
  return mayRetry ? ' Run again to retry.' : ''
}

/** What to do about a status with which an origin refuses access. */
export function describeRefusedAccess(status: number | undefined): string | undefined {
  if (status === 401)
    return 'The origin requires authentication, which is not supported. Ask its operator for public access.'
  if (status === 403)
    return 'The origin refuses access: it may require authentication, which is not supported, or a firewall may block this client or its network. Ask its operator for access.'
  return undefined
}

/** With fewer datasets, a format may be missing by chance. */
const LEAST_DATASETS = 3

/** A warning for a format that the origin has for no dataset, although it has the other one. If the config states that, it is no gap. */
export function findAbsentFormats(
  codes: readonly DatasetCode[],
  records: ReadonlyMap<string, ManifestRecord>,
  misses: ReadonlyMap<string, Miss>,
): Problem[] {
  if (codes.length < LEAST_DATASETS) return []
  const denials = (format: DataFormat) =>
    codes.flatMap((code) => misses.get(fileOf(ofDataset(code, format)))?.failure ?? [])
  const given = (format: DataFormat) =>
    codes.filter((code) => {
      const { state = 'missing' } = records.get(fileOf(ofDataset(code, format))) ?? {}
      return CURRENT.has(state)
    })
  return DATA_FORMATS.flatMap((format) => {
    const other = format === 'json' ? 'xml' : 'json'
    const [first, ...more] = denials(format).filter((failure) => !isTransient(failure))
    if (first === undefined || more.length + 1 < codes.length || given(other).length * 2 < codes.length)
      return []
    const message = `The origin gives none of its ${codes.length} datasets as ${format}; for the first one it ${first.message}. If it does not have this format, set the config key formats to ['${other}']: then ${format} is made from ${other}, and is no gap.`
    return [warning('no-format', format, message, { format, from: other, datasets: codes.length })]
  })
}

/** The states of copies that the origin gave or confirmed. */
const CURRENT: ReadonlySet<State> = new Set(['fetched', 'unchanged', 'unasked'])
