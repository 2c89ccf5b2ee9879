import { addressOf, type BaseAddress, fileOf, type Representation } from '../interface/index.ts'
import type { Draft, Generation, ManifestRecord } from '../snapshot/index.ts'
import type { FetchFailure } from './failure.ts'
import { isWhole } from './fetch.ts'

export interface SettleContext {
  readonly draft: Draft
  readonly current: Generation | undefined
  readonly base: BaseAddress
  readonly now: () => Date
}

/** What stands for a representation the origin failed to give: its last good bytes, or the news that there are none. */
export function settleMiss(
  context: SettleContext,
  representation: Representation,
  failure: FetchFailure,
  mayKeep: (held: ManifestRecord) => boolean,
): ManifestRecord {
  const { current, draft, base, now } = context
  const path = fileOf(representation)
  const { resource, format } = representation
  const held = current?.find(path)
  const reason = failure.message
  const seen = {
    ...(failure.status !== undefined && { status: failure.status }),
    ...(failure.evidence && { evidence: failure.evidence }),
  }
  if (current && held && held.state !== 'quarantined' && mayKeep(held) && isWhole(current, held)) {
    draft.carry(current, path)
    return {
      ...withoutEvidence(held),
      ...seen,
      state: 'kept',
      since: held.state === 'kept' && held.since ? held.since : now().toISOString(),
      reason,
    }
  }
  return {
    path,
    operation: resource.operation,
    ...('code' in resource && { code: resource.code }),
    format,
    state: 'quarantined',
    address: addressOf(base, representation),
    ...seen,
    ...(failure.mediaType && { mediaType: failure.mediaType }),
    reason,
  }
}

// What an earlier run got in its place is not what this one got.
function withoutEvidence({ evidence: _, ...held }: ManifestRecord): ManifestRecord {
  return held
}

/** Whether a record was made from another format of the same resource. */
export function isMadeFromOther({ derivedFrom, format }: ManifestRecord): boolean {
  return derivedFrom !== undefined && derivedFrom !== format
}

/** Carries a dataset that left the lists: its last bytes stay, marked with when it was last seen. */
export function settleWithdrawn(
  { draft, current }: SettleContext,
  held: ManifestRecord,
): ManifestRecord | undefined {
  if (!current || held.sha256 === undefined || !isWhole(current, held)) return undefined
  draft.carry(current, held.path)
  const since = held.state === 'withdrawn' && held.since ? held.since : current.manifest.completedAt
  return { ...withoutEvidence(held), state: 'withdrawn', since, reason: 'It is no longer in the lists.' }
}
