import { hash } from 'node:crypto'
import type { Doubt } from './find.ts'

/** Doubtful answers count as true when they came in so many runs, over so many days. */
export const RUNS = 3
export const DAYS = 3
const DAY = 24 * 3_600_000

/** What becomes of doubtful bodies. */
export interface ReplacementPlan {
  /** More datasets than a run may replace by itself: they wait for a person. */
  readonly refused: readonly Doubt[]
  /** Names exactly these, over exactly the copies they would replace. */
  readonly planId: string
  /** Datasets with a copy, whose share counts. */
  readonly held: number
  /** Those whose copy is kept. */
  readonly kept: readonly Kept[]
  /** Those that replace their copy: accepted, or the same for long enough. */
  readonly taken: readonly Doubt[]
}

/** A doubtful body whose copy is kept, and since when and how often that was so. */
export interface Kept {
  readonly doubt: Doubt
  readonly doubted: { readonly since: string; readonly runs: number }
  /** What accepts the body of this one dataset. */
  readonly planId: string
}

/**
 * Decides over doubtful bodies. `held` is the number of datasets with copies, of which the share may be doubted for the first time in one
 * run, one at least; `accepts` says whether a person accepted a plan.
 */
export function planReplacement(
  doubts: readonly Doubt[],
  held: number,
  share: number,
  accepts: (planId: string) => boolean,
  now: Date,
): ReplacementPlan {
  const byCode = Map.groupBy(doubts, ({ fresh }) => fresh.code)
  const isAccepted = (doubt: Doubt) => accepts(idOf(byCode.get(doubt.fresh.code) ?? []))
  const open = new Set(doubts.filter((doubt) => !isAccepted(doubt)))
  const known = new Set([...open].flatMap(({ fresh, held }) => (held.doubted ? [fresh.code] : [])))
  const sudden = new Set([...open].filter(({ fresh }) => !known.has(fresh.code)))
  const planId = idOf([...sudden])
  const isMany =
    new Set([...sudden].map(({ fresh }) => fresh.code)).size > Math.max(1, Math.floor(held * share))
  const isGuarded = isMany && share < 1
  const waits = (doubt: Doubt) => open.has(doubt) && !(isGuarded && sudden.has(doubt))
  const kept = doubts.filter(waits).flatMap((doubt) => {
    const doubted = countRun(doubt, now)
    if (isSettled(doubted, now) && !isShared(doubt, doubts)) return []
    return [{ doubt, doubted, planId: idOf(byCode.get(doubt.fresh.code) ?? []) }]
  })
  const waiting = new Set(kept.map(({ doubt }) => doubt))
  return {
    refused: isGuarded && !accepts(planId) ? [...sudden] : [],
    planId,
    held,
    kept,
    taken: doubts.filter((doubt) => !waiting.has(doubt)),
  }
}

function countRun({ held }: Doubt, now: Date): Kept['doubted'] {
  const before = held.doubted
  const isPast = before !== undefined && Date.parse(before.since) <= now.getTime()
  return isPast ? { since: before.since, runs: before.runs + 1 } : { since: now.toISOString(), runs: 1 }
}

function isSettled({ since, runs }: Kept['doubted'], now: Date): boolean {
  return runs >= RUNS && now.getTime() - Date.parse(since) >= DAYS * DAY
}

// Several datasets that come to say the same are no news of any of them, however long they do. Those that have less say nothing new.
function isShared({ fresh, text, isNote }: Doubt, doubts: readonly Doubt[]): boolean {
  return isNote && doubts.some((other) => other.text === text && other.fresh.code !== fresh.code)
}

// What a body says may change with each answer; what it has and what it would replace does not.
function idOf(doubts: readonly Doubt[]): string {
  const said = doubts.map(({ fresh, held, fields, left }) =>
    [fresh.record.path, held.sha256, fields, Math.round(left * 10)].join(' '),
  )
  return hash('sha256', said.sort().join('\n')).slice(0, 12)
}
