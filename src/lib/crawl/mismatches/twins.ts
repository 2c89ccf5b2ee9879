import { fileOf, quoteCode } from '../../interface/index.ts'
import type { ManifestRecord } from '../../snapshot/index.ts'
import type { Crawl } from '../context.ts'
import { outlineOf } from '../doubts/outline.ts'
import { openChance } from './chance.ts'
import { type Fresh, ownCopyOf, type Suspect } from './fresh.ts'
import { isEmptyList } from './is-empty.ts'
import { headOf, likeness } from './likeness.ts'
import { haveDiffered, isFollower, keyOf } from './relation.ts'

/** Bodies that are another one's, and those that took over what another one left. */
export interface Twins {
  readonly suspects: readonly Suspect[]
  readonly moved: readonly Fresh[]
}

/**
 * Finds bodies that are, byte for byte, those of a list, or of another dataset, held or fresh, from which the dataset differed before:
 * caches and proxies mix answers up. Of two fresh ones that are the same, the one less like its own copy before is the suspect.
 * Data may move from one dataset to another, as long as the other one moved on to data of its own: in a swap or a rotation none did,
 * what is `stuck` has not, only one dataset may take it over, and a cache may still give what was doubted before. Nor is it a mismatch where a dataset goes where another went from
 * the same copy, or back to a copy of its own, or where the two are the same by chance.
 */
export function findTwins(crawl: Crawl, fresh: readonly Fresh[], stuck: ReadonlySet<Fresh>): Twins {
  const arrivals = Map.groupBy(fresh, ({ record }) => keyOf(record))
  const isChance = openChance(crawl)
  const saysNothing = (one: Fresh, owner: ManifestRecord) =>
    isBack(one) || isEmpty(crawl, one) || isChance(one, owner.path)
  const { borrowed, moved } = findBorrowed(crawl, fresh, stuck, saysNothing)
  const suspects = fresh.flatMap((one) => {
    const owner = borrowed.get(one)
    const rival = arrivals.get(keyOf(one.record))?.find((other) => isRival(crawl, one, other, stuck))
    if (owner) return [suspect(one, nameOf(owner))]
    if (rival === undefined || saysNothing(one, rival.record) || !isLessLike(crawl, one, rival)) return []
    return [suspect(one, quoteCode(rival.code))]
  })
  return { suspects, moved }
}

function suspect(fresh: Fresh, whose: string): Suspect {
  return { fresh, what: `with the data of ${whose}`, whose }
}

/** Fresh bodies that another resource holds and has not left behind, with whose they are, and those whose owner has. */
function findBorrowed(
  crawl: Crawl,
  fresh: readonly Fresh[],
  stuck: ReadonlySet<Fresh>,
  saysNothing: (one: Fresh, owner: ManifestRecord) => boolean,
): { borrowed: ReadonlyMap<Fresh, ManifestRecord>; moved: readonly Fresh[] } {
  const { current, run } = crawl
  const lists = [...run.records.values()].filter(({ code }) => code === undefined)
  // What is held of a dataset that has neither an answer nor a failure is of one that left the lists: its data may live on elsewhere.
  const held = (current?.manifest.records ?? []).filter(
    ({ path, sha256 }) => sha256 !== undefined && (run.records.has(path) || run.misses.has(path)),
  )
  const owners = Map.groupBy([...lists, ...held], keyOf)
  const replaced = Map.groupBy(
    held.flatMap((record) => (record.former ?? []).map(({ sha256 }) => ({ record, sha256 }))),
    ({ record: { format }, sha256 }) => keyOf({ format, sha256 }),
  )
  const freshByPath = new Map(fresh.map((one) => [one.record.path, one]))
  const borrowed = new Map<Fresh, ManifestRecord>()
  const moved: Fresh[] = []
  const othersOf = (one: Fresh) => {
    // Two that swap their data one after the other: the other one has this one's, and this one comes to what that replaced.
    const swapped = replaced
      .get(keyOf(one.record))
      ?.flatMap(({ record }) => (record.sha256 === one.held?.sha256 ? [record] : []))
    return [...(owners.get(keyOf(one.record)) ?? []), ...(swapped ?? [])].filter((other) =>
      isOther(crawl, one, other),
    )
  }
  for (const one of fresh) {
    const others = othersOf(one)
    const [owner] = others
    if (owner === undefined || saysNothing(one, owner)) continue
    if (!others.some((other) => isFollower(crawl, one, other))) borrowed.set(one, owner)
  }
  const heirs = Map.groupBy(borrowed.keys(), ({ record }) => keyOf(record))
  const isOnly = ({ code, record }: Fresh) => heirs.get(keyOf(record))?.every((heir) => heir.code === code)
  // A dataset is no suspect when the owner of its data has moved on, to data of its own or to data that a third one has left.
  for (let count = -1; count !== borrowed.size; ) {
    count = borrowed.size
    for (const [one, owner] of borrowed) {
      const hasMoved = ({ path }: ManifestRecord) => {
        const other = freshByPath.get(path)
        return other !== undefined && !borrowed.has(other) && !stuck.has(other)
      }
      const wasDoubted = one.held?.doubted?.whose === nameOf(owner)
      if (wasDoubted || !isOnly(one) || !othersOf(one).every(hasMoved)) continue
      borrowed.delete(one)
      moved.push(one)
    }
  }
  return { borrowed, moved }
}

// A list is never a dataset; another dataset counts only where the two are known to have differed.
function isOther(crawl: Crawl, one: Fresh, other: ManifestRecord): boolean {
  if (other.code === undefined) return true
  const { held } = one
  // That the other one came to have this one's copy is no sign that they always were the same.
  const isSwap = other.sha256 === held?.sha256
  return other.code !== one.code && (isSwap || haveDiffered(crawl, one, other.code))
}

// A copy of its own: one that something doubtful replaced, or that it moved on from.
function isBack({ record: { sha256 = '' }, held }: Fresh): boolean {
  return held?.movedFrom?.includes(sha256) || held?.former?.some((one) => one.sha256 === sha256) || false
}

// A list with nothing in it, or a single record without words, such as a count and a date: two of them may be the same by chance.
function isEmpty({ draft }: Crawl, { record }: Fresh): boolean {
  if (isEmptyList(draft.source(record.path), record)) return true
  const outline = outlineOf(record, draft.source)
  return outline !== undefined && outline.words.size === 0 && outline.values <= outline.names.size
}

function isRival(crawl: Crawl, one: Fresh, other: Fresh, stuck: ReadonlySet<Fresh>): boolean {
  if (other.code === one.code || stuck.has(other)) return false
  if (!ownCopyOf(one.held) || !ownCopyOf(other.held) || !haveDiffered(crawl, one, other.code)) return false
  return !isFollower(crawl, one, other.held) && !isFollower(crawl, other, one.held)
}

function nameOf({ code, operation }: ManifestRecord): string {
  return code === undefined ? operation : quoteCode(code)
}

function isLessLike(crawl: Crawl, one: Fresh, rival: Fresh): boolean {
  const now = headOf(crawl.draft.source(one.record.path))
  const before = ({ representation }: Fresh) =>
    headOf(crawl.current?.source(fileOf(representation)) ?? (() => []))
  return likeness(now, before(one)) < likeness(now, before(rival))
}
