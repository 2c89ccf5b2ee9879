import { isAbsent, readTextFile, writeWhole } from './disk.ts'
import { layout } from './layout.ts'
import { parseMachineFile } from './machine-file.ts'
import type { Manifest } from './manifest.ts'
import type { State } from './record.ts'

/**
 * How a run ended: `complete` nothing is without a fresh copy · `gaps` something is · `refused` by the removal guard ·
 * `unreachable` no list came.
 */
export const OUTCOMES = ['complete', 'gaps', 'refused', 'unreachable'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** How the mirror is, as `status.json` tells it. Times are ISO 8601 in UTC. */
export interface Status {
  /** The version of this layout. */
  readonly status: 2
  /** Name and version of the program. */
  readonly tool: string
  readonly origin: readonly string[]
  /** When the last run ended, and how. */
  readonly triedAt: string
  readonly outcome: Outcome
  /** When the origin last answered a run; absent when it never did. */
  readonly answeredAt?: string
  /** In a sentence, for `refused` and `unreachable`. */
  readonly message?: string
  /** The generation that is published, and when its crawl ended. */
  readonly generation?: string
  readonly crawledAt?: string
  /** When a run was last complete; absent when none ever was. */
  readonly completeAt?: string
  /** Since when something is not fresh; absent while the mirror is complete. */
  readonly staleSince?: string
  /** How many records of the generation are in each state. */
  readonly counts?: Readonly<Record<State, number>>
  /** How many gaps and warnings the generation has; its manifest has each. */
  readonly gaps: number
  readonly warnings: number
  /** Until when this statement is good: a reader who sees it later knows that no run has reached the origin in time. */
  readonly goodUntil: string
}

/** How a run ended, as far as the status needs to know. */
export interface Ending {
  readonly outcome: Outcome
  readonly message?: string
  readonly tool: string
  readonly origin: readonly string[]
  readonly at: Date
  /** Hours between runs. */
  readonly every: number
}

/** The status after a run: what is held (`manifest`), how the run ended, and what was said before. */
export function nextStatus(
  manifest: Manifest | undefined,
  { outcome, message, tool, origin, at, every }: Ending,
  before: Status | undefined,
): Status {
  const count = (wanted: 'gap' | 'warning') =>
    manifest?.problems.filter(({ severity }) => severity === wanted).length ?? 0
  const triedAt = at.toISOString()
  const answeredAt = outcome === 'unreachable' ? (lastAnswer(before) ?? manifest?.completedAt) : triedAt
  const completeAt = outcome === 'complete' ? triedAt : before?.completeAt
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
    ...(outcome !== 'complete' && { staleSince: before?.staleSince ?? before?.completeAt ?? triedAt }),
    ...(manifest && { counts: manifest.counts }),
    gaps: count('gap'),
    warnings: count('warning'),
    goodUntil: new Date(Date.parse(answeredAt ?? triedAt) + 2 * every * 3_600_000).toISOString(),
  }
}

// Of a status that does not have this field yet, only a run that reached the origin says when it answered.
function lastAnswer(status: Status | undefined): string | undefined {
  return status?.answeredAt ?? (status?.outcome === 'unreachable' ? undefined : status?.triedAt)
}

/** The status of a state folder; undefined when there is none that can be read. */
export function findStatus(state: string): Status | undefined {
  try {
    const status = parseMachineFile(readTextFile(layout.status(state))) as Status | null
    return status?.status === 2 ? status : undefined
  } catch (error) {
    if (isAbsent(error) || error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Replaces the status of a state folder. */
export function writeStatus(state: string, status: Status): void {
  writeWhole(layout.status(state), renderStatus(status))
}

/** A status as text. */
export function renderStatus(status: Status): string {
  return `${JSON.stringify(status, null, 2)}\n`
}
