import { quoteCode } from '../../interface/index.ts'
import type { Crawl } from '../context.ts'
import type { Survey } from '../survey.ts'
import { findControls } from './control.ts'
import { type Fresh, NOBODY, ownCopyOf, type Suspect } from './fresh.ts'
import { findMisnamed } from './misnamed.ts'
import { findNear, type News } from './near.ts'
import { keyOf } from './relation.ts'
import { findTwins } from './twins.ts'

/** A fresh body that is taken for another one's. */
export interface Mixup extends Suspect {
  /** The datasets it has to do with: the same for all that answer with the data of one, or of each other. */
  readonly group: string
  /** Why no number of runs makes it true, as a clause; undefined where they do. */
  readonly never: string | undefined
}

/**
 * Finds bodies that are what the origin answers for a dataset that does not exist, or another dataset's: byte for byte, by their own name, or
 * (of `news`) but for times and ids. A dataset whose body is `stuck`, since it is refused for another reason, has not moved on from its copy, so
 * that no other may take that over.
 */
export async function findMixups(
  crawl: Crawl,
  { codes }: Survey,
  fresh: readonly Fresh[],
  news: readonly News[],
  stuck: Iterable<Fresh>,
): Promise<Mixup[]> {
  if (fresh.length === 0 || !crawl.options.refuse.includes('mixups')) return []
  const controls = await findControls(crawl, fresh)
  const misnamed = findMisnamed(crawl, fresh, new Set<string>(codes))
  const refused = new Set([...stuck, ...[...controls, ...misnamed].map((one) => one.fresh)])
  const twins = findTwins(crawl, fresh, refused)
  for (const one of twins) refused.add(one.fresh)
  const near = findNear(crawl, news, refused)
  // The surest comes first.
  const suspects = new Map<Fresh, Suspect>()
  for (const one of [...controls, ...twins, ...misnamed, ...near])
    if (!suspects.has(one.fresh)) suspects.set(one.fresh, one)
  return judgeAll(crawl, [...suspects.values()], codes.length)
}

// One dataset that comes to be like another one may be true. What happens to several together is what caches and proxies do.
function judgeAll(crawl: Crawl, suspects: readonly Suspect[], listed: number): Mixup[] {
  const { removalShare } = crawl.options
  const replacing = suspects.filter(({ fresh }) => ownCopyOf(fresh.held))
  const isMany =
    removalShare < 1 && codesOf(replacing).length > Math.max(1, Math.floor(listed * removalShare))
  const victims = findVictims(crawl)
  return groupsOf(suspects).flatMap((group) => {
    const codes = codesOf(group)
    const whyNever = ({ fresh, whose }: Suspect) => {
      if (whose === NOBODY) return 'a dataset that the origin has lost looks like this'
      if (codes.length > 1) return "other datasets have come to the same data, or to each other's"
      if (victims.get(keyOf(fresh.record))?.some((code) => code !== fresh.code))
        return 'this has replaced the data of another dataset already'
      return isMany ? 'this happened to more datasets at once than removalShare allows' : undefined
    }
    return group.map((one) => ({ ...one, group: codes.join('\n'), never: whyNever(one) }))
  })
}

function codesOf(suspects: readonly Suspect[]): string[] {
  return [...new Set(suspects.map(({ fresh }) => fresh.code))].sort()
}

/** Datasets of which something doubtful replaced a copy, by their bytes now. */
function findVictims({ current }: Crawl): ReadonlyMap<string, readonly string[]> {
  const replaced = (current?.manifest.records ?? []).filter(({ former }) => former !== undefined)
  return new Map(
    [...Map.groupBy(replaced, keyOf)].map(([key, records]) => [
      key,
      records.flatMap(({ code }) => code ?? []),
    ]),
  )
}

/** Suspects that have to do with each other: of one dataset, with the data of one, with the same bytes, or with each other's data. */
function groupsOf(suspects: readonly Suspect[]): Suspect[][] {
  const leaders = new Map<string, string>()
  const leaderOf = (name: string): string => {
    let at = name
    for (let next = leaders.get(at); next !== undefined; next = leaders.get(at)) at = next
    if (at !== name) leaders.set(name, at)
    return at
  }
  const join = (a: string, b: string) => {
    const [one, other] = [leaderOf(a), leaderOf(b)]
    if (one !== other) leaders.set(one, other)
  }
  for (const { fresh, whose } of suspects) {
    join(quoteCode(fresh.code), `bytes ${keyOf(fresh.record)}`)
    join(quoteCode(fresh.code), whose)
  }
  return [...Map.groupBy(suspects, ({ fresh }) => leaderOf(quoteCode(fresh.code))).values()]
}
