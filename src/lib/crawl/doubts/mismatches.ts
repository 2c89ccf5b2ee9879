import { quoteCode } from '../../interface/index.ts'
import {
  type Generation,
  isFromPage,
  type ManifestRecord,
  ownCopyOf,
  ownOrPageCopyOf,
} from '../../snapshot/index.ts'
import type { Crawl } from '../context.ts'
import type { Survey } from '../survey.ts'
import { fieldNamesOf, haveSameWords, LEAST_WORDS, outlineOf } from './compare.ts'
import { findControls } from './controls.ts'
import { type Fresh, NO_OWNER, type Suspect } from './fresh.ts'
import { isOfOtherFormat } from './judge.ts'
import { findMisnamed } from './misnamed.ts'
import { haveDiffered, keyOf, takeMoved } from './relation.ts'
import { findTwins, type Twins } from './twins.ts'

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
  const own = fresh.filter(({ record }) => !isFromPage(record))
  const controls = await findControls(crawl, own)
  const misnamed = findMisnamed(crawl, own, new Set<string>(codes))
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
  const replacing = suspects.filter(({ fresh }) => ownOrPageCopyOf(fresh.stored))
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

/** Number of copies of the nearest sizes, smaller and larger, to compare a body with. */
const MOST_COMPARED = 200
/** Ratio up to which sizes are similar. */
const STEP = 1.3

interface Text {
  readonly fields: string
  readonly words: ReadonlySet<string>
}

/**
 * Finds bodies that equal another dataset's copy except for times, numbers, ids and single records. Each of `news` has mostly words that
 * are not in its own copy; it is a suspect if its fields and nearly all of its words are those of another copy. As with equal bytes, data
 * may move from a dataset that is not in `stuck`, and may return; data that its other format had before is its own. Words that several copies share, such as those of yearly tables, do not
 * identify a dataset.
 */
function findNear(crawl: Crawl, news: readonly Fresh[], stuck: ReadonlySet<Fresh>): Twins {
  const { current, run, draft } = crawl
  if (current === undefined || news.length === 0) return { suspects: [], moved: [] }
  const stored = current.manifest.records.filter(
    ({ path, code, sha256 }) =>
      code !== undefined && sha256 && (run.records.has(path) || run.misses.has(path)),
  )
  const bySize = Map.groupBy(stored.sort(compareSizes), ({ format }) => format)
  const texts = new Map<string, Text | undefined>()
  const storedText = (record: ManifestRecord) => {
    if (!texts.has(record.path)) texts.set(record.path, textOf(record, current.source))
    return texts.get(record.path)
  }
  const findOthers = (record: ManifestRecord, text: Text | undefined) => {
    const others = findNearest(bySize.get(record.format) ?? [], record)
    return others.filter((other) => other.code !== record.code && isAlike(text, storedText(other)))
  }
  const owners = new Map<Fresh, ManifestRecord>()
  for (const one of news) {
    const text = textOf(one.record, draft.source)
    if (one.stored === undefined || isBack(current, one, text)) continue
    if (isOfOtherFormat(crawl, one)) continue
    const owner = findOthers(one.record, text).find((other) => haveDiffered(crawl, one, other.code ?? ''))
    if (owner && findOthers(one.stored, storedText(one.stored)).length === 0) owners.set(one, owner)
  }
  // An owner whose body differs only in times or numbers is not among the news, and has not moved.
  const moved = takeMoved(owners, news, stuck, { dataOf: (one) => owners.get(one)?.code })
  const suspects = [...owners].map(([fresh, { code = '' }]) => ({
    fresh,
    what: `with the fields and words of ${quoteCode(code)}`,
    whose: quoteCode(code),
  }))
  return { suspects, moved }
}

// Similar to one of its own former copies.
function isBack(
  { source }: Generation,
  { stored, record: { format } }: Fresh,
  text: Text | undefined,
): boolean {
  return stored?.former?.some((former) => isAlike(text, textOf({ ...former, format }, source))) === true
}

function textOf(record: Parameters<typeof outlineOf>[0], source: Generation['source']): Text | undefined {
  const outline = outlineOf(record, source)
  return outline && { fields: fieldNamesOf(outline), words: outline.words }
}

function isAlike(one: Text | undefined, other: Text | undefined): boolean {
  return one !== undefined && one.fields === other?.fields && haveSameWords(one.words, other.words)
}

function compareSizes({ bytes: a = 0 }: ManifestRecord, { bytes: b = 0 }: ManifestRecord): number {
  return a - b
}

// Expects records sorted by size.
function findNearest(sorted: readonly ManifestRecord[], { bytes = 0 }: ManifestRecord): ManifestRecord[] {
  let [from, to] = [0, sorted.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((sorted[middle]?.bytes ?? 0) < bytes) from = middle + 1
    else to = middle
  }
  return sorted
    .slice(Math.max(0, from - MOST_COMPARED / 2), from + MOST_COMPARED / 2)
    .filter((one) => (one.bytes ?? 0) * STEP >= bytes && (one.bytes ?? 0) <= bytes * STEP)
}
