import { fileOf, quoteCode } from '../../interface/index.ts'
import type { ManifestRecord } from '../../snapshot/index.ts'
import type { Crawl } from '../context.ts'
import { outlineOf } from '../doubts/outline.ts'
import { type Fresh, ownCopyOf, type Suspect } from './fresh.ts'
import { isEmptyList } from './is-empty.ts'
import { headOf, likeness } from './likeness.ts'
import { haveDiffered, isFollower, keyOf } from './relation.ts'

/**
 * Finds bodies that are, byte for byte, those of a list, or of another dataset, held or fresh, from which the dataset differed before:
 * caches and proxies mix answers up. Of two fresh ones that are the same, the one less like its own copy before is the suspect.
 * Data may move from one dataset to another, as long as the other one moved on to data of its own: in a swap or a rotation none did,
 * and what is `stuck` has not. Nor is it one where a dataset goes where another went from the same copy, or back to a copy of its own.
 */
export function findTwins(crawl: Crawl, fresh: readonly Fresh[], stuck: ReadonlySet<Fresh>): Suspect[] {
  const arrivals = Map.groupBy(fresh, ({ record }) => keyOf(record))
  const borrowed = findBorrowed(crawl, fresh, stuck)
  return fresh.flatMap((one) => {
    const owner = borrowed.get(one)
    const rival = arrivals.get(keyOf(one.record))?.find((other) => isRival(crawl, one, other, stuck))
    const whose =
      (owner && nameOf(owner)) ?? (rival && isLessLike(crawl, one, rival) ? quoteCode(rival.code) : undefined)
    if (whose === undefined || isBack(one) || isEmpty(crawl, one)) return []
    return [{ fresh: one, what: `with the data of ${whose}`, whose }]
  })
}

/** Fresh bodies that another resource holds and has not left behind, with whose they are. */
function findBorrowed(
  crawl: Crawl,
  fresh: readonly Fresh[],
  stuck: ReadonlySet<Fresh>,
): Map<Fresh, ManifestRecord> {
  const { current, run } = crawl
  const lists = [...run.records.values()].filter(({ code }) => code === undefined)
  // What is held of a dataset that has neither an answer nor a failure is of one that left the lists: its data may live on elsewhere.
  const held = (current?.manifest.records ?? []).filter(
    ({ path, sha256 }) => sha256 !== undefined && (run.records.has(path) || run.misses.has(path)),
  )
  const owners = Map.groupBy([...lists, ...held], keyOf)
  const freshByPath = new Map(fresh.map((one) => [one.record.path, one]))
  const suspects = new Map<Fresh, ManifestRecord>()
  const othersOf = (one: Fresh) =>
    owners.get(keyOf(one.record))?.filter((other) => isOther(crawl, one, other)) ?? []
  for (const one of fresh) {
    const others = othersOf(one)
    const [owner] = others
    if (owner === undefined || isBack(one) || isEmpty(crawl, one)) continue
    if (!others.some((other) => isFollower(crawl, one, other))) suspects.set(one, owner)
  }
  // Whoever took over what another one left, which came to data of its own, or to what a third one left in turn, is none.
  for (let count = -1; count !== suspects.size; ) {
    count = suspects.size
    for (const [one] of suspects) {
      const hasMoved = ({ path }: ManifestRecord) => {
        const moved = freshByPath.get(path)
        return moved !== undefined && !suspects.has(moved) && !stuck.has(moved)
      }
      if (othersOf(one).every(hasMoved)) suspects.delete(one)
    }
  }
  return suspects
}

// A list is never a dataset; another dataset counts only where the two are known to have differed.
function isOther(crawl: Crawl, one: Fresh, other: ManifestRecord): boolean {
  return other.code === undefined || (other.code !== one.code && haveDiffered(crawl, one, other.code))
}

// A copy of its own that something doubtful replaced.
function isBack({ record, held }: Fresh): boolean {
  return held?.former?.some(({ sha256 }) => sha256 === record.sha256) === true
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
