import { quoteCode } from '../../interface/index.ts'
import type { ManifestRecord } from '../../snapshot/index.ts'
import type { Crawl } from '../context.ts'
import { haveSameWords, LEAST_WORDS, outlineOf } from '../doubts/judge.ts'
import type { Survey } from '../survey.ts'
import { findControls } from './control.ts'
import { type Fresh, NO_OWNER, ownCopyOf, type Suspect } from './fresh.ts'
import { findMisnamed } from './misnamed.ts'
import { findNear } from './near.ts'
import { keyOf } from './relation.ts'
import { findTwins } from './twins.ts'

/** A fresh body that is probably the data of another dataset. */
export interface Mismatch extends Suspect {
  /** The related datasets, the same for all that have the data of one of them or of each other. */
  readonly group: string
  /** Why it is never accepted automatically, as a clause; undefined if it may be. */
  readonly never: string | undefined
}

interface Mismatches {
  readonly mismatches: readonly Mismatch[]
  /** Bodies that took over the data that another dataset gave up. They are accepted, but the copies they replace are stored. */
  readonly moved: readonly Fresh[]
}

/**
 * Finds bodies that are the answer for a dataset that does not exist, or the data of another dataset: with equal bytes, by the code they
 * state, or (among `news`) equal except for times and ids. A dataset in `stuck` was rejected for another reason, so it has not given up its
 * copy to any other dataset.
 */
export async function findMismatches(
  crawl: Crawl,
  { codes }: Survey,
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
  // The most certain suspicion first.
  const suspects = new Map<Fresh, Suspect>()
  const found = [...controls, ...twins.suspects, ...misnamed, ...near.suspects, ...findAgain(fresh)]
  for (const one of found) if (!suspects.has(one.fresh)) suspects.set(one.fresh, one)
  const all = [...suspects.values(), ...findSiblings(crawl, [...suspects.values()], fresh)]
  const mismatches = judgeAll(crawl, all, codes.length)
  return { mismatches, moved: [...twins.moved, ...near.moved] }
}

// The same bytes as in the previous run, when they were doubted, whatever the supposed owner has now.
function findAgain(fresh: readonly Fresh[]): Suspect[] {
  return fresh.flatMap((one) => {
    const { doubted: { whose } = {}, evidence } = one.stored ?? {}
    if (whose === undefined || evidence?.sha256 !== one.record.sha256) return []
    return [
      { fresh: one, what: `with the same data as in the previous run, which was taken for ${whose}`, whose },
    ]
  })
}

// The other format of a suspect is one too if it has the same words, even if it equals no copy.
function findSiblings({ draft }: Crawl, suspects: readonly Suspect[], fresh: readonly Fresh[]): Suspect[] {
  const byCode = new Map(suspects.map((one) => [one.fresh.code, one]))
  const known = new Set(suspects.map((one) => one.fresh))
  const wordsOf = ({ record }: Fresh) => outlineOf(record, draft.source)?.words ?? new Set()
  return fresh.flatMap((one) => {
    const suspect = byCode.get(one.code)
    if (suspect === undefined || suspect.whose === NO_OWNER || known.has(one) || !ownCopyOf(one.stored))
      return []
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

// One dataset may really become like another one. If it happens to several at once, a cache or proxy is the likely cause.
function judgeAll(crawl: Crawl, suspects: readonly Suspect[], listed: number): Mismatch[] {
  const { removalShare } = crawl.options
  const replacing = suspects.filter(({ fresh }) => ownCopyOf(fresh.stored))
  const isMany =
    removalShare < 1 && codesOf(replacing).length > Math.max(1, Math.floor(listed * removalShare))
  const replacedByBytes = findReplaced(crawl)
  return groupsOf(suspects).flatMap((group) => {
    const codes = codesOf(group)
    const whyNever = ({ fresh, whose }: Suspect) => {
      if (whose === NO_OWNER) return 'the origin may have lost this dataset'
      if (codes.length > 1) return "other datasets have changed to the same data, or to each other's"
      const hasHappened = (record: ManifestRecord) =>
        replacedByBytes.get(keyOf(record))?.some((code) => code !== fresh.code)
      if (hasHappened(fresh.record) || (fresh.stored && hasHappened(fresh.stored)))
        return 'this has already happened to another dataset'
      return isMany ? 'this happened to more datasets at once than removalShare allows' : undefined
    }
    return group.map((one) => ({ ...one, group: codes.join('\n'), never: whyNever(one) }))
  })
}

function codesOf(suspects: readonly Suspect[]): string[] {
  return [...new Set(suspects.map(({ fresh }) => fresh.code))].sort()
}

/** Datasets with former copies, by the bytes that they have now. */
function findReplaced({ current }: Crawl): ReadonlyMap<string, readonly string[]> {
  const replaced = (current?.manifest.records ?? []).filter(({ former }) => former !== undefined)
  return new Map(
    [...Map.groupBy(replaced, keyOf)].map(([key, records]) => [
      key,
      records.flatMap(({ code }) => code ?? []),
    ]),
  )
}

/** Groups related suspects: the same dataset, the same owner, the same bytes, or each other's data. */
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
