import type { FetchFailure } from '../../http/index.ts'
import type { ManifestRecord } from '../../snapshot/index.ts'
import { planIdOf } from '../consent.ts'
import type { Fresh } from './fresh.ts'

/** Doubtful answers are accepted when they repeat in this many runs, over this many days. */
const RUNS = 3
const DAYS = 3
const DAY = 24 * 3_600_000

/** A fresh body that may not be the data of its dataset: a loss compared with the copy, or a mismatch with another dataset. */
export interface Doubt {
  readonly fresh: Fresh
  /** What it is, as a clause: `with 2 values where the copy has 240`. */
  readonly what: string
  /** The record of the copy it would replace; without such a copy, that of the other format; undefined without either. */
  readonly stored: ManifestRecord | undefined
  /** Whether it counts towards the limit of losses in one run. */
  readonly isLoss: boolean
  /** Its number of values, if it only has fewer than the copy. */
  readonly low?: number | undefined
  /** For data of a page in place of the copy: why the origin did not give the format of the copy. */
  readonly denial?: FetchFailure | undefined
  /** For a mismatch: the owner of the data. While it is the same, answers count as repeated. */
  readonly whose?: string
  /** What a plan id depends on besides the path and the copy. */
  readonly answerId: string
  /** Doubts of one group are accepted together: not before each of them may be. */
  readonly group: string
  /** Why it is never accepted automatically, as a clause; undefined if it may be. */
  readonly never?: string | undefined
}

type Doubted = NonNullable<ManifestRecord['doubted']>

/** What to do with doubtful bodies. */
export interface ReplacementPlan {
  /** Losses in more datasets than one run may accept: they need the operator's confirmation. */
  readonly refused: readonly Doubt[]
  /** Identifies exactly these losses and the copies they would replace. */
  readonly planId: string
  /** Number of datasets with a copy, to which the share applies. */
  readonly stored: number
  /** Rejected bodies: the copy stays, if there is one. */
  readonly rejected: readonly Rejected[]
  /** Accepted bodies: confirmed by the operator, or repeated for long enough. */
  readonly taken: readonly Doubt[]
}

/** A rejected body, with since when and how often the answer came. */
interface Rejected {
  readonly doubt: Doubt
  readonly doubted: Doubted
  /** Whether it waits only for the others of its group. */
  readonly isAcceptable: boolean
  /** The id that accepts the bodies of this group. */
  readonly planId: string
}

/**
 * Plans what to do with doubtful bodies. `stored` is the number of datasets with copies. At most `share` of them, at least one, may be
 * doubted for the first time in one run. `accepts`: whether the operator accepted a plan id.
 */
export function planReplacement(
  doubts: readonly Doubt[],
  stored: number,
  share: number,
  accepts: (planId: string) => boolean,
  now: Date,
): ReplacementPlan {
  const groups = Map.groupBy(doubts, ({ group }) => group)
  const planIds = new Map([...groups].map(([group, ones]) => [group, idOf(ones)]))
  const idOfGroup = ({ group }: Doubt) => planIds.get(group) ?? ''
  const own = new Set([...planIds.values()].filter(accepts))
  const open = doubts.filter((doubt) => !own.has(idOfGroup(doubt)))
  const known = new Set(
    open.flatMap((doubt) => (countedBefore(doubt) === undefined ? [] : [doubt.fresh.code])),
  )
  const isSudden = (doubt: Doubt) => doubt.isLoss && !(isUsual(doubt) && doubt.low !== 0)
  const sudden = new Set(open.filter((doubt) => isSudden(doubt) && !known.has(doubt.fresh.code)))
  const planId = idOf([...sudden])
  const isMany =
    new Set([...sudden].map(({ fresh }) => fresh.code)).size > Math.max(1, Math.floor(stored * share))
  const isGuarded = isMany && share < 1
  const judged = open
    .filter((doubt) => !(isGuarded && sudden.has(doubt)))
    .map((doubt): Rejected => {
      const doubted = countRun(doubt, now)
      const isAcceptable = doubt.never === undefined && (isUsual(doubt) || isRepeated(doubted, now))
      return { doubt, doubted, isAcceptable, planId: idOfGroup(doubt) }
    })
  const waitingGroups = new Set(
    judged.flatMap(({ isAcceptable, doubt }) => (isAcceptable ? [] : [doubt.group])),
  )
  const rejected = judged.filter(({ doubt }) => waitingGroups.has(doubt.group))
  const waiting = new Set(rejected.map(({ doubt }) => doubt))
  return {
    refused: isGuarded && !accepts(planId) ? [...sudden] : [],
    planId,
    stored,
    rejected,
    taken: doubts.filter((doubt) => !waiting.has(doubt)),
  }
}

/** How many accepted answers with so few values show that a dataset varies so much. */
const USUAL = 2

// Whether this many answers with no more values were accepted before.
function isUsual({ low, stored }: Doubt): boolean {
  const least = stored?.lows?.[USUAL - 1]
  return low !== undefined && least !== undefined && low >= least
}

/** The numbers of values that a record states after these answers were accepted, by path. */
export function lowsOf(taken: readonly Doubt[]): ReadonlyMap<string, readonly number[]> {
  return new Map(
    taken.flatMap(({ fresh, stored, low }) => {
      if (low === undefined) return []
      const least = Math.min(low, stored?.doubted?.low ?? low)
      const all = [...(stored?.lows ?? []), least].sort((a, b) => a - b)
      return [[fresh.record.path, all.slice(0, USUAL)] as const]
    }),
  )
}

// A doubt with another owner is another answer.
function countedBefore({ stored, whose }: Doubt): Doubted | undefined {
  return stored?.doubted?.whose === whose ? stored?.doubted : undefined
}

function countRun(doubt: Doubt, now: Date): Doubted {
  const before = countedBefore(doubt)
  const earlier = before !== undefined && Date.parse(before.since) <= now.getTime() ? before : undefined
  const { whose, low } = doubt
  return {
    since: earlier?.since ?? now.toISOString(),
    runs: (earlier?.runs ?? 0) + 1,
    ...(whose !== undefined && { whose }),
    ...(low !== undefined && { low: Math.min(low, earlier?.low ?? low) }),
  }
}

function isRepeated({ since, runs }: Doubted, now: Date): boolean {
  return runs >= RUNS && now.getTime() - Date.parse(since) >= DAYS * DAY
}

// The body may change with each answer; its supposed owner and the copy it would replace do not.
function idOf(doubts: readonly Doubt[]): string {
  const answerId = doubts.map(({ fresh, stored, answerId }) =>
    [fresh.record.path, stored?.sha256, answerId].join(' '),
  )
  return planIdOf(answerId.sort().join('\n'))
}

/** When a rejected body will be accepted, and how to accept it now; for the message of its problem. */
export function describeOutlook({ doubt, doubted: { since, runs }, isAcceptable, planId }: Rejected): string {
  const accept = `--accept-removals ${planId}`
  const run = `this is run ${runs} with such an answer since ${since.slice(0, 10)}`
  if (doubt.never !== undefined) return `${run}; it is accepted only with ${accept}, because ${doubt.never}`
  const when = isAcceptable
    ? 'together with the others of its plan id'
    : `after ${RUNS} runs over ${DAYS} days`
  return `${run}; it is accepted ${when}, or with ${accept}`
}
