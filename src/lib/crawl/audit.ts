import {
  addressOf,
  type BaseAddress,
  DATA_FORMATS,
  type DataFormat,
  fileOf,
  type Resource,
} from '../interface/index.ts'
import { type Facts, type ManifestRecord, type Problem, STATES, type State } from '../snapshot/index.ts'
import { isPassing, problemCodeOf } from './failure.ts'
import type { Miss } from './run.ts'

/** How many records are in each state. */
export function countStates(records: Iterable<ManifestRecord>): Record<State, number> {
  const counts = Object.fromEntries(STATES.map((state) => [state, 0])) as Record<State, number>
  for (const { state } of records) counts[state]++
  return counts
}

/**
 * The completeness equation: in every format that was asked for, each listed resource has exactly one record, so that
 * listed = fetched + unchanged + stale + derived + missing. Gives a gap per format in which the books do not balance.
 */
export function findImbalance(
  listed: readonly Resource[],
  formats: readonly DataFormat[],
  records: ReadonlyMap<string, ManifestRecord>,
): Problem[] {
  const wanted = new Set(
    DATA_FORMATS.flatMap((format) => listed.map((resource) => fileOf({ resource, format }))),
  )
  const strays = [...records.keys()].filter((path) => !wanted.has(path)).length
  return formats.flatMap((format) => {
    const missing = listed.filter((resource) => !records.has(fileOf({ resource, format }))).length
    if (missing === 0 && strays === 0) return []
    const message = `The books do not balance: ${listed.length} are listed in ${format}, ${missing} have no record, ${strays} records are of nothing listed. This is a fault of the mirror; report it.`
    return [
      {
        severity: 'gap',
        code: 'inconsistent',
        subject: 'completeness',
        message,
        facts: { missing, strays },
      },
    ]
  })
}

/** The gaps that misses leave, with what stands in their place. A list that is html only has the records that are made from it. */
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

// A miss as people read it: the address, what it did, what stands in its place, what to do.
function describeMiss(base: BaseAddress, { representation, failure }: Miss, record: ManifestRecord): Problem {
  const address = addressOf(base, representation)
  return {
    severity: 'gap',
    code: problemCodeOf(failure),
    subject: address,
    message: `It ${failure.message}${consequence(record)}${hint(failure.status, isPassing(failure))}`,
    facts: { ...failure.facts, ...standIn(record), ...(isPassing(failure) && { passing: 'yes' }) },
  }
}

// What stands in its place: the day of the copy that is kept, or the format it is derived from.
function standIn({ state, changedAt, derivedFrom }: ManifestRecord): Facts {
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
    return ' The origin wants authentication, which a mirror does not have: ask its operator.'
  return passing ? ' Run again to try once more.' : ''
}
