import type { Former } from '../../snapshot/index.ts'
import type { Crawl } from '../context.ts'
import { findMismatches, type Mismatch } from '../mismatches/find.ts'
import { type Fresh, findFresh, ownCopyOf } from '../mismatches/fresh.ts'
import type { Survey } from '../survey.ts'
import { planDoubts } from './guard.ts'
import { findLosses } from './losses.ts'
import type { Doubt } from './plan-replacement.ts'

/** The result of examining fresh bodies. */
interface Findings {
  readonly doubts: readonly Doubt[]
  /** Former copies, by path, whose data has returned: the fresh body resembles them again. */
  readonly returned: ReadonlyMap<string, Former>
  /** Paths of accepted bodies whose previous copies are stored as former copies as a precaution. */
  readonly moved: readonly string[]
}

/** Finds fresh bodies that may not be the data of their datasets. `accepted`: paths of bodies that the operator accepted. */
export async function findDoubts(
  crawl: Crawl,
  survey: Survey,
  accepted: ReadonlySet<string>,
): Promise<Findings> {
  const fresh = findFresh(crawl, survey.codes).filter(({ record }) => !accepted.has(record.path))
  const found = findLosses(crawl, fresh)
  const losses = [...found.losses, ...findFollowers(found.losses, fresh)]
  const { rejected, refused } = planDoubts(crawl, survey, losses)
  const stuck = [...rejected.map(({ doubt }) => doubt), ...refused].map((doubt) => doubt.fresh)
  const { mismatches, moved } = await findMismatches(crawl, survey, fresh, found.news, stuck)
  const merged = merge(losses, mismatches)
  const doubts = [...merged, ...findFollowers(merged, fresh)]
  const doubted = new Set(doubts.map((doubt) => doubt.fresh.record.path))
  return {
    doubts,
    returned: new Map([...found.returned].filter(([path]) => !doubted.has(path))),
    moved: moved.map(({ record }) => record.path),
  }
}

// A doubt that is both a loss and a mismatch counts towards the limit of losses, and is reported as a mismatch.
function merge(losses: readonly Doubt[], mismatches: readonly Mismatch[]): Doubt[] {
  const left = new Map(losses.map((loss) => [loss.fresh, loss]))
  const groups = new Map<string, string>(mismatches.map(({ fresh, group }) => [fresh.code, group]))
  const merged = mismatches.map(({ fresh, what, whose, group, never }): Doubt => {
    const loss = left.get(fresh)
    left.delete(fresh)
    const { stored, answerId, isLoss } = loss ?? { stored: fresh.stored, answerId: whose, isLoss: false }
    return { fresh, stored, what, whose, answerId, group, isLoss, never: never ?? loss?.never }
  })
  const others = [...left.values()].map((loss) => ({
    ...loss,
    group: groups.get(loss.fresh.code) ?? loss.group,
  }))
  return [...merged, ...others]
}

// A format that never had a copy of its own cannot be compared: it shares the fate of the other format of its dataset.
function findFollowers(doubts: readonly Doubt[], fresh: readonly Fresh[]): Doubt[] {
  const doubted = new Set(doubts.map((doubt) => doubt.fresh))
  const led = doubts.filter((doubt) => ownCopyOf(doubt.fresh.stored))
  const leaders = new Map(led.map((doubt) => [doubt.fresh.code, doubt]))
  return fresh.flatMap((one) => {
    const leader = leaders.get(one.code)
    if (leader === undefined || doubted.has(one) || ownCopyOf(one.stored)) return []
    return [{ ...leader, fresh: one, what: `while its ${leader.fresh.record.format} came ${leader.what}` }]
  })
}
