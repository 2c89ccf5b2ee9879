import type { FailureKind, FetchFailure } from '../http/index.ts'
import { addressOf, fileOf, type Representation } from '../interface/index.ts'
import type { ManifestRecord, ProblemCode } from '../snapshot/index.ts'
import type { Crawl } from './context.ts'
import { carryCopy, isIntact, isWhole } from './copies.ts'

/**
 * The record of a representation that could not be fetched, with the best copy that `mayKeep` allows: `used`, which an interrupted run
 * fetched and this run revalidated; else that of the current generation; else that of the interrupted run. Without any copy it is missing.
 */
export function recordMiss(
  { current, draft, base, now, remarks }: Crawl,
  representation: Representation,
  failure: FetchFailure,
  mayKeep: (stored: ManifestRecord) => boolean,
  used?: ManifestRecord,
): ManifestRecord {
  const path = fileOf(representation)
  const { resource, format } = representation
  const stored = current?.find(path)
  const why = { reason: failure.message, reasonCode: problemCodeOf(failure), ...reasonFactsOf(failure) }
  const seen = {
    ...(failure.status !== undefined && { status: failure.status }),
    ...(failure.evidence && { evidence: failure.evidence }),
    ...(failure.doubted && { doubted: failure.doubted }),
  }
  const keep = (copy: ManifestRecord): ManifestRecord => ({
    ...withoutEvidence(copy),
    ...seen,
    state: 'stale',
    since: copy.state === 'stale' && copy.since ? copy.since : now().toISOString(),
    ...why,
  })
  if (used && mayKeep(used)) return keep(used)
  if (current && stored && stored.state !== 'missing' && mayKeep(stored) && isWhole(current, stored))
    return keep(carryCopy({ draft, current, remarks }, stored))
  const earlier = draft.earlier.get(path)
  if (earlier && mayKeep(earlier)) {
    draft.useEarlier(path)
    return keep(earlier)
  }
  return {
    path,
    operation: resource.operation,
    ...('code' in resource && { code: resource.code }),
    format,
    state: 'missing',
    address: addressOf(base, representation),
    ...(stored?.doubted && { doubted: stored.doubted }),
    ...seen,
    ...(failure.mediaType && { mediaType: failure.mediaType }),
    ...why,
  }
}

function reasonFactsOf({ facts }: FetchFailure): Pick<ManifestRecord, 'reasonFacts'> {
  return Object.keys(facts).length > 0 ? { reasonFacts: facts } : {}
}

// Evidence of an earlier run does not belong to this one.
function withoutEvidence({
  evidence: _,
  reasonCode: __,
  reasonFacts: ___,
  ...stored
}: ManifestRecord): ManifestRecord {
  return stored
}

/** The record of a dataset that left the lists: its last copy, with the time it was last listed. */
export function carryWithdrawn(
  { draft, current, remarks }: Crawl,
  stored: ManifestRecord,
): ManifestRecord | undefined {
  if (!current || stored.sha256 === undefined || !isIntact(current, stored, draft.startedAt)) return undefined
  const carried = carryCopy({ draft, current, remarks }, stored)
  const since = stored.state === 'withdrawn' && stored.since ? stored.since : current.manifest.completedAt
  const reason = 'It is no longer in the lists.'
  return { ...withoutEvidence(carried), state: 'withdrawn', since, reason, reasonCode: 'no-longer-listed' }
}

export function problemCodeOf({ kind, status, unsent, unconnected }: FetchFailure): ProblemCode {
  if (unsent && !unconnected) return 'not-asked'
  switch (kind) {
    case 'status':
      return codeOfStatus(status)
    // Without a response, the limit of the run was reached.
    case 'large':
      return status === undefined ? 'not-asked' : 'too-large'
    case 'robots':
      return status === undefined ? 'robots-disallowed' : 'robots-unreadable'
    default:
      return CODES[kind]
  }
}

const CODES = {
  network: 'unreachable',
  timeout: 'timeout',
  redirect: 'redirected',
  cut: 'cut-short',
  malformed: 'malformed',
  foreign: 'wrong-format',
  encoding: 'unknown-coding',
  error: 'error-in-place-of-data',
  mismatch: 'wrong-dataset',
  loss: 'suspicious-change',
} as const satisfies Record<Exclude<FailureKind, 'status' | 'large' | 'robots'>, ProblemCode>

// RFC 9110, 15.5 and 15.6; RFC 6585, 4; RFC 7725, 3.
function codeOfStatus(status = 0): ProblemCode {
  if (status === 404) return 'not-found'
  if (status === 410) return 'gone'
  if ([401, 402, 403, 407, 451].includes(status)) return 'access-denied'
  if (status === 429) return 'rate-limited'
  return status >= 500 ? 'server-error' : 'unexpected-status'
}
