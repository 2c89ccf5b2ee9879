import { hash } from 'node:crypto'
import type { ManifestRecord } from '../../snapshot/index.ts'
import type { Fresh } from '../mismatches/fresh.ts'

/** Doubtful answers count as true when they came in so many runs, over so many days. */
export const RUNS = 3
export const DAYS = 3
const DAY = 24 * 3_600_000

/** A fresh body that may be no data of its dataset: a loss of what the copy has, or a mismatch with another dataset. */
export interface Doubt {
  readonly fresh: Fresh
  /** What it is, as a clause: `with 2 values where the copy has 240`. */
  readonly what: string
  /** The record before: of what it would replace, or of the other format where there is no such copy. Undefined where there is neither. */
  readonly held: ManifestRecord | undefined
  /** Whether it has too little of what the copy has, so that it counts as one of many. */
  readonly isLoss: boolean
  /** For a mismatch: whose data it is. Answers are the same for as long as this is. */
  readonly whose?: string
  /** What a plan id names besides the path and the copy. */
  readonly said: string
  /** Doubts of one group are accepted together. */
  readonly group: string
  /** Why no number of runs makes it true, as a clause; undefined where they do. */
  readonly never?: string | undefined
}

type Doubted = NonNullable<ManifestRecord['doubted']>

/** What becomes of doubtful bodies. */
export interface ReplacementPlan {
  /** More datasets than a run may replace by itself: they wait for a person. */
  readonly refused: readonly Doubt[]
  /** Names exactly these, over exactly the copies they would replace. */
  readonly planId: string
  /** Datasets with a copy, whose share counts. */
  readonly held: number
  /** Those that are not believed: the copy is kept, where there is one. */
  readonly kept: readonly Kept[]
  /** Those that are: accepted, or the same for long enough. */
  readonly taken: readonly Doubt[]
  /** Those of them that a person accepted. */
  readonly accepted: readonly Doubt[]
}

/** A doubtful body that is not believed, and since when and how often that was so. */
export interface Kept {
  readonly doubt: Doubt
  readonly doubted: Doubted
  /** What accepts the bodies of this group. */
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
  const groups = Map.groupBy(doubts, ({ group }) => group)
  const planIds = new Map([...groups].map(([group, ones]) => [group, idOf(ones)]))
  const planIdOf = ({ group }: Doubt) => planIds.get(group) ?? ''
  const own = new Set([...planIds.values()].filter(accepts))
  const open = doubts.filter((doubt) => !own.has(planIdOf(doubt)))
  const known = new Set(
    open.flatMap((doubt) => (countedBefore(doubt) === undefined ? [] : [doubt.fresh.code])),
  )
  const sudden = new Set(open.filter(({ fresh, isLoss }) => isLoss && !known.has(fresh.code)))
  const planId = idOf([...sudden])
  const isMany =
    new Set([...sudden].map(({ fresh }) => fresh.code)).size > Math.max(1, Math.floor(held * share))
  const isGuarded = isMany && share < 1
  const kept = open.flatMap((doubt) => {
    const doubted = countRun(doubt, now)
    if (isGuarded && sudden.has(doubt)) return []
    return doubt.never === undefined && isSettled(doubted, now)
      ? []
      : [{ doubt, doubted, planId: planIdOf(doubt) }]
  })
  const waiting = new Set(kept.map(({ doubt }) => doubt))
  const opened = new Set(open)
  return {
    refused: isGuarded && !accepts(planId) ? [...sudden] : [],
    planId,
    held,
    kept,
    taken: doubts.filter((doubt) => !waiting.has(doubt)),
    accepted: doubts.filter((doubt) => !opened.has(doubt) || (isGuarded && sudden.has(doubt))),
  }
}

// What was doubted for another reason is another answer.
function countedBefore({ held, whose }: Doubt): Doubted | undefined {
  return held?.doubted?.whose === whose ? held?.doubted : undefined
}

function countRun(doubt: Doubt, now: Date): Doubted {
  const before = countedBefore(doubt)
  const isPast = before !== undefined && Date.parse(before.since) <= now.getTime()
  const { whose } = doubt
  return {
    ...(isPast ? { since: before.since, runs: before.runs + 1 } : { since: now.toISOString(), runs: 1 }),
    ...(whose !== undefined && { whose }),
  }
}

function isSettled({ since, runs }: Doubted, now: Date): boolean {
  return runs >= RUNS && now.getTime() - Date.parse(since) >= DAYS * DAY
}

// What a body says may change with each answer; what it is taken for and what it would replace does not.
function idOf(doubts: readonly Doubt[]): string {
  const said = doubts.map(({ fresh, held, said }) => [fresh.record.path, held?.sha256, said].join(' '))
  return hash('sha256', said.sort().join('\n')).slice(0, 12)
}

/** When a rejected body will be accepted, and how to accept it now; for the message of its problem. */
export function describeOutlook({ doubt: { never }, doubted: { since, runs }, planId }: Kept): string {
  const accept = `--accept-removals ${planId}`
  const run = `this is run ${runs} with such an answer since ${since.slice(0, 10)}`
  return never === undefined
    ? `${run}; it is accepted after ${RUNS} runs over ${DAYS} days, or with ${accept}`
    : `${run}; it is accepted only with ${accept}, because ${never}`
}
