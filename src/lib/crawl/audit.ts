import { addressOf, type BaseAddress } from '../interface/index.ts'
import { type ManifestRecord, type Problem, STATES, type State } from '../snapshot/index.ts'
import { isPassing } from './failure.ts'
import type { Miss } from './run.ts'

/** How many records are in each state. */
export function countStates(records: Iterable<ManifestRecord>): Record<State, number> {
  const counts = Object.fromEntries(STATES.map((state) => [state, 0])) as Record<State, number>
  for (const { state } of records) counts[state]++
  return counts
}

/** A miss as people read it: the address, what it did, what stands in its place, what to do. */
export function describeMiss(
  base: BaseAddress,
  { representation, failure }: Miss,
  record: ManifestRecord,
): Problem {
  const address = addressOf(base, representation)
  return {
    severity: 'hole',
    subject: address,
    message: `It ${failure.message}${consequence(record)}${hint(failure.status, isPassing(failure))}`,
  }
}

function consequence(record: ManifestRecord): string {
  if (record.state === 'kept') return `; the copy of ${(record.changedAt ?? '').slice(0, 10)} is kept.`
  if (record.state === 'derived') return `; it is derived from ${record.derivedFrom}.`
  return '; there is no copy.'
}

function hint(status: number | undefined, passing: boolean): string {
  if (status === 401 || status === 403)
    return ' The origin wants authentication, which a mirror does not have: ask its operator.'
  return passing ? ' Run again to try once more.' : ''
}
