import * as v from 'valibot'
import { attempt } from '../interface/attempt.ts'
import { type Accepted, countField, described } from '../interface/field.ts'
import { isBrokenJson, MOST_SMALL_JSON } from '../reading/json/bounded.ts'
import { readJsonFile, writeWhole } from './disk.ts'
import { isAbsent } from './disk-errors.ts'
import { layout } from './layout.ts'
import { baseField, isInFuture, timeField, upgradeMachineFile } from './machine-file.ts'
import type { Manifest } from './manifest.ts'
import { STATES } from './record.ts'

/**
 * The outcome of a run: `complete` everything listed has a current copy · `gaps` something has none · `refused` by the removal guard ·
 * `unreachable` no list could be fetched.
 */
const OUTCOMES = ['complete', 'gaps', 'refused', 'unreachable'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** The state of the mirror: `status.json`. */
export const statusSchema = v.object({
  status: described('The version of this layout.', v.literal(2)),
  tool: described('Name and version of the program.', v.string()),
  origin: described(
    'The base addresses of the origin, in the order in which they are tried.',
    v.array(baseField),
  ),
  triedAt: described('When the last run ended.', timeField),
  outcome: described(
    'How it ended: `complete`, `gaps` (something listed has no current copy), `refused` (too much would have been removed) or `unreachable` (no list could be fetched).',
    v.picklist(OUTCOMES),
  ),
  answeredAt: v.exactOptional(
    described('When the origin last answered a run; absent if it never did.', timeField),
  ),
  message: v.exactOptional(
    described('For `refused` and `unreachable`: what happened, as a sentence.', v.string()),
  ),
  generation: v.exactOptional(described('The published generation.', v.string())),
  crawledAt: v.exactOptional(described('When its crawl ended.', timeField)),
  completeAt: v.exactOptional(described('When a run was last complete; absent if none was.', timeField)),
  staleSince: v.exactOptional(
    described('Since when something has no current copy; absent while the mirror is complete.', timeField),
  ),
  counts: v.exactOptional(
    described('The number of records in each state.', v.record(v.picklist(STATES), countField)),
  ),
  gaps: described('The number of gaps in the manifest.', countField),
  warnings: described('The number of warnings in the manifest.', countField),
  goodUntil: described(
    'Until when this is valid. After that, no run has reached the origin in time.',
    timeField,
  ),
})

/** The state of the mirror. Times are ISO 8601 in UTC. */
export type Status = Accepted<typeof statusSchema>

/** The outcome of a run, for the status. */
interface Ending {
  readonly outcome: Outcome
  readonly message?: string
  readonly tool: string
  readonly origin: readonly string[]
  readonly at: Date
  /** Hours between scheduled runs. */
  readonly every: number
}

/** The status after a run, from the published `manifest`, the outcome and the previous status. */
export function nextStatus(
  manifest: Manifest | undefined,
  { outcome, message, tool, origin, at, every }: Ending,
  before: Status | undefined,
): Status {
  const count = (wanted: 'gap' | 'warning') =>
    manifest?.problems.filter(({ severity }) => severity === wanted).length ?? 0
  const triedAt = at.toISOString()
  const lastKnown = lastAnswer(before) ?? manifest?.completedAt
  // A time in the future comes from a wrong clock.
  const isLost = lastKnown !== undefined && isInFuture(lastKnown, at)
  const answeredAt = outcome !== 'unreachable' || isLost ? triedAt : lastKnown
  // The clock may also be behind in this run, so these were in the future in the run before as well.
  const latest = new Date(Math.max(at.getTime(), Date.parse(before?.triedAt ?? triedAt)))
  const possible = (time: string | undefined) => (time && isInFuture(time, latest) ? triedAt : time)
  const completeAt = outcome === 'complete' ? triedAt : possible(before?.completeAt)
  const staleSince = possible(before?.staleSince) ?? completeAt ?? triedAt
  return {
    status: 2,
    tool,
    origin,
    triedAt,
    outcome,
    ...(answeredAt !== undefined && { answeredAt }),
    ...(message !== undefined && { message }),
    ...(manifest && { generation: manifest.generation, crawledAt: manifest.completedAt }),
    ...(completeAt !== undefined && { completeAt }),
    ...(outcome !== 'complete' && { staleSince }),
    ...(manifest && { counts: manifest.counts }),
    gaps: count('gap'),
    warnings: count('warning'),
    goodUntil: new Date(Date.parse(answeredAt ?? triedAt) + 2 * every * 3_600_000).toISOString(),
  }
}

// In a status without this field, only the time of a run that reached the origin is known.
function lastAnswer(status: Status | undefined): string | undefined {
  return status?.answeredAt ?? (status?.outcome === 'unreachable' ? undefined : status?.triedAt)
}

/** The status of a state folder; undefined if there is none, or it is unreadable or invalid. */
export function findStatus(state: string): Status | undefined {
  const isNone = (error: unknown) => isAbsent(error) || isBrokenJson(error)
  const file = attempt({}, isNone, () => readJsonFile(layout.status(state), MOST_SMALL_JSON))
  const status = upgradeMachineFile(file)
  return v.is(statusSchema, status) ? status : undefined
}

/** Replaces the status of a state folder. */
export function writeStatus(state: string, status: Status): void {
  writeWhole(layout.status(state), renderStatus(status))
}

export function renderStatus(status: Status): string {
  return `${JSON.stringify(status, null, 2)}\n`
}
