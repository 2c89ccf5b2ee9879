import { quoteCode } from '../../interface/index.ts'
import type { ManifestRecord } from '../../snapshot/index.ts'
import type { Crawl } from '../context.ts'
import { LEAST_WORDS } from '../doubts/judge.ts'
import { outlineOf } from '../doubts/outline.ts'
import type { ListSurvey } from '../survey.ts'
import { findControls } from './control.ts'
import { type Fresh, NOBODY, ownCopyOf, type Suspect } from './fresh.ts'
import { findMisnamed } from './misnamed.ts'
import { findNear, haveSameWords } from './near.ts'
import { keyOf } from './relation.ts'
import { findTwins } from './twins.ts'

/** A fresh body that is taken for another one's. */
export interface Mismatch extends Suspect {
  /** The datasets it has to do with: the same for all that answer with the data of one, or of each other. */
  readonly group: string
  /** Why no number of runs makes it true, as a clause; undefined where they do. */
  readonly never: string | undefined
}

export interface Mismatches {
  readonly mismatches: readonly Mismatch[]
  /** Bodies that took over what another dataset left: true for all that is known, but nobody knows where that one went. */
  readonly moved: readonly Fresh[]
}

/**
 * Finds bodies that are what the origin answers for a dataset that does not exist, or another dataset's: byte for byte, by their own name, or
 * (of `news`) but for times and ids. A dataset whose body is `stuck`, since it is refused for another reason, has not moved on from its copy, so
 * that no other may take that over.
 */
export async function findMismatches(
  crawl: Crawl,
  { codes }: ListSurvey,
  fresh: readonly Fresh[],
  news: readonly Fresh[],
  stuck: Iterable<Fresh>,
): Promise<Mismatches> {
  if (fresh.length === 0 || !crawl.options.refuse.includes('mismatches')) return { mismatches: [], moved: [] }
  const controls = await findControls(crawl, fresh)
  const misnamed = findMisnamed(crawl, fresh, new Set<string>(codes))
  const refused = new Set([...stuck, ...[...controls, ...misnamed].map((one) => one.fresh)])
  const twins = findTwins(crawl, fresh, refused)
  for (const one of twins.suspects) refused.add(one.fresh)
  const near = findNear(crawl, news, refused)
  // The surest comes first.
  const suspects = new Map<Fresh, Suspect>()
  const found = [...controls, ...twins.suspects, ...misnamed, ...near.suspects, ...findAgain(fresh)]
  for (const one of found) if (!suspects.has(one.fresh)) suspects.set(one.fresh, one)
  const all = [...suspects.values(), ...findSiblings(crawl, [...suspects.values()], fresh)]
  const mismatches = judgeAll(crawl, all, codes.length)
  return { mismatches, moved: [...twins.moved, ...near.moved] }
}

// The same answer as in the run before, which was doubted then, whatever its owner has by now.
function findAgain(fresh: readonly Fresh[]): Suspect[] {
  return fresh.flatMap((one) => {
    const { doubted: { whose } = {}, evidence } = one.held ?? {}
    if (whose === undefined || evidence?.sha256 !== one.record.sha256) return []
    return [
      { fresh: one, what: `with the same data as in the previous run, which was taken for ${whose}`, whose },
    ]
  })
}

// What came in the other format and says the same is the same, though it is like no copy.
function findSiblings({ draft }: Crawl, suspects: readonly Suspect[], fresh: readonly Fresh[]): Suspect[] {
  const byCode = new Map(suspects.map((one) => [one.fresh.code, one]))
  const known = new Set(suspects.map((one) => one.fresh))
  const wordsOf = ({ record }: Fresh) => outlineOf(record, draft.source)?.words ?? new Set()
  return fresh.flatMap((one) => {
    const suspect = byCode.get(one.code)
    if (suspect === undefined || suspect.whose === NOBODY || known.has(one) || !ownCopyOf(one.held)) return []
    const [words, others] = [wordsOf(one), wordsOf(suspect.fresh)]
    if (words.size < LEAST_WORDS || !haveSameWords(words, others)) return []
    const { format } = suspect.fresh.representation
    return [
      {
        fresh: one,
        what: `with the same data as its ${format}, which came ${suspect.what}`,
        whose: suspect.whose,
      },
    ]
  })
}

// One dataset that comes to be like another one may be true. What happens to several together is what caches and proxies do.
function judgeAll(crawl: Crawl, suspects: readonly Suspect[], listed: number): Mismatch[] {
  const { removalShare } = crawl.options
  const replacing = suspects.filter(({ fresh }) => ownCopyOf(fresh.held))
  const isMany =
    removalShare < 1 && codesOf(replacing).length > Math.max(1, Math.floor(listed * removalShare))
  const victims = findVictims(crawl)
  return groupsOf(suspects).flatMap((group) => {
    const codes = codesOf(group)
    const whyNever = ({ fresh, whose }: Suspect) => {
      if (whose === NOBODY) return 'the origin may have lost this dataset'
      if (codes.length > 1) return "other datasets have changed to the same data, or to each other's"
      const hasVictim = (record: ManifestRecord) =>
        victims.get(keyOf(record))?.some((code) => code !== fresh.code)
      if (hasVictim(fresh.record) || (fresh.held && hasVictim(fresh.held)))
        return 'this has already happened to another dataset'
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
