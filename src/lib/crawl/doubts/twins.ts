import { spread } from '../../catalogue/index.ts'
import { parseDatasetCode, quoteCode } from '../../interface/index.ts'
import type { DataOutline } from '../../reading/index.ts'
import { isFromPage, type ManifestRecord, ownCopyOf } from '../../snapshot/index.ts'
import type { Crawl } from '../context.ts'
import { hasSameValues, haveSameData, headOf, isEmptyList, outlineOf, similarity } from './compare.ts'
import type { Fresh, Suspect } from './fresh.ts'
import { copiesOf, haveDiffered, isFollower, keyOf, nameOf, takeMoved } from './relation.ts'

/** Bodies that are another dataset's, and those that took over data another dataset gave up. */
export interface Twins {
  readonly suspects: readonly Suspect[]
  readonly moved: readonly Fresh[]
}

/**
 * Finds bodies that are byte for byte those of a list or of another dataset, stored or fresh, from which the dataset used to differ: caches
 * and proxies mix up answers. Of two equal fresh bodies, the one less similar to its own copy is the suspect.
 *
 * Data may move from one dataset to another if its previous owner now has other data of its own. This does not hold for a swap or rotation, if the owner
 * is in `stuck`, if several datasets would take it over, or if the answer was already doubted. Also accepted: a dataset that follows
 * another one from the same copy, the return of a copy of its own, and equality by chance.
 */
export function findTwins(crawl: Crawl, fresh: readonly Fresh[], stuck: ReadonlySet<Fresh>): Twins {
  const findArrived = openRivals(crawl, fresh)
  const isChance = openChance(crawl)
  const isInconclusive = (one: Fresh, owner: ManifestRecord) =>
    isBack(one) || isEmpty(crawl, one) || isChance(one, owner.path)
  const { borrowed, moved } = findBorrowed(
    crawl,
    fresh,
    stuck,
    (one, owner) =>
      isBack(one) || (isEmpty(crawl, one) && !isUnlikePage(crawl, one)) || isChance(one, owner.path),
  )
  const findInterrupted = openRivals(crawl, ofDatasets(crawl.draft.earlier.values()))
  const suspects = fresh.flatMap((one) => {
    const owner = borrowed.get(one)
    const rival =
      findArrived(one, (other) => isRival(crawl, one, other, stuck)) ??
      (isFromInterrupted(crawl, one) ? findInterrupted(one, () => true) : undefined)
    if (owner) return [suspect(one, nameOf(owner))]
    if (rival === undefined || isInconclusive(one, rival.record) || !isLessLike(crawl, one, rival)) return []
    return [suspect(one, quoteCode(rival.code))]
  })
  return { suspects, moved }
}

function suspect(fresh: Fresh, whose: string): Suspect {
  return { fresh, what: `with the data of ${whose}`, whose }
}

/** Fresh bodies that equal the data of another resource which still has it, by owner, and those whose owner has moved on. */
function findBorrowed(
  crawl: Crawl,
  fresh: readonly Fresh[],
  stuck: ReadonlySet<Fresh>,
  isInconclusive: (one: Fresh, owner: ManifestRecord) => boolean,
): { borrowed: ReadonlyMap<Fresh, ManifestRecord>; moved: readonly Fresh[] } {
  const { current, run } = crawl
  const lists = [...run.records.values()].filter(({ code }) => code === undefined)
  // A stored dataset that was neither fetched nor missed has left the lists; its data may continue under another code.
  const stored = (current?.manifest.records ?? []).filter(
    ({ path, sha256 }) => sha256 !== undefined && (run.records.has(path) || run.misses.has(path)),
  )
  const wanted = new Set(fresh.map(({ record }) => record.sha256))
  const owners = Map.groupBy(
    [...lists, ...stored].filter(({ sha256 }) => wanted.has(sha256)),
    keyOf,
  )
  const replaced = Map.groupBy(
    stored.flatMap((record) => (record.former ?? []).map(({ sha256 }) => ({ record, sha256 }))),
    ({ record: { format }, sha256 }) => keyOf({ format, sha256 }),
  )
  const borrowed = new Map<Fresh, ManifestRecord>()
  // Bodies with newer versions of the data that another dataset left when it got theirs.
  const newer = new Map<Fresh, ManifestRecord>()
  const differFrom = openDifferences(crawl)
  const othersOf = (one: Fresh) => {
    const left = newer.get(one)
    if (left) return [left]
    // Two datasets that swap one after the other: the other one already has this one's data, and this one now gets what that replaced.
    const swapped = replaced
      .get(keyOf(one.record))
      ?.flatMap(({ record }) => (record.sha256 === one.stored?.sha256 ? [record] : []))
    const hasDiffered = differFrom(one)
    return [...(owners.get(keyOf(one.record)) ?? []), ...(swapped ?? [])].filter((other) =>
      isOther(one, other, hasDiffered),
    )
  }
  for (const one of fresh) {
    const others = othersOf(one)
    const [owner] = others
    if (owner === undefined || isInconclusive(one, owner)) continue
    if (!others.some((other) => isFollower(crawl, one, other))) borrowed.set(one, owner)
  }
  const byPath = new Map(fresh.map((one) => [one.record.path, one]))
  for (const [{ stored: left }, { path }] of borrowed) {
    const other = byPath.get(path)
    if (left && other && !borrowed.has(other) && isVersionOf(crawl, other, left)) newer.set(other, left)
  }
  for (const [one, left] of newer) borrowed.set(one, left)
  const moved = takeMoved(borrowed, fresh, stuck, { dataOf: ({ record }) => keyOf(record), othersOf })
  return { borrowed, moved }
}

// Whether a body has most values of another dataset's copy, but not of its own.
function isVersionOf({ current, draft }: Crawl, { record, stored }: Fresh, other: ManifestRecord): boolean {
  const own = ownCopyOf(stored)
  if (current === undefined || own === undefined || ownCopyOf(other) === undefined) return false
  const [before, theirs] = [own, other].map((copy) => outlineOf(copy, current.source))
  const now = outlineOf(record, draft.source)
  if (before === undefined || theirs === undefined || now === undefined) return false
  return hasSameValues(theirs, now) && !hasSameValues(before, now)
}

// Whether another dataset has differed from one, which is found once for all that have the same copies.
function openDifferences(crawl: Crawl): (one: Fresh) => (other: string) => boolean {
  const copies = new Map<string, string>()
  return (one) => {
    const differences = new Map<string, boolean>()
    return (other) => {
      const own = copies.get(other) ?? copiesOf(crawl, parseDatasetCode(other))
      copies.set(other, own)
      const hasDiffered = differences.get(own) ?? haveDiffered(crawl, one, other)
      differences.set(own, hasDiffered)
      return hasDiffered
    }
  }
}

// A list is always another resource; another dataset counts only if the two are known to have differed.
function isOther(one: Fresh, other: ManifestRecord, hasDiffered: (code: string) => boolean): boolean {
  if (other.code === undefined) return true
  const { stored } = one
  // If the other dataset took this one's copy, that does not mean they were always equal.
  const isSwap = other.sha256 === stored?.sha256
  return other.code !== one.code && (isSwap || hasDiffered(other.code))
}

// A copy of its own that a doubtful answer replaced, or that it left.
function isBack({ record: { sha256 = '' }, stored }: Fresh): boolean {
  return stored?.movedFrom?.includes(sha256) || stored?.former?.some((one) => one.sha256 === sha256) || false
}

// Empty lists, and single records without words (such as a count and a date), may be equal by chance.
function isEmpty({ draft }: Crawl, { record }: Fresh): boolean {
  if (isEmptyList(draft.source(record.path), record)) return true
  const outline = outlineOf(record, draft.source)
  return outline !== undefined && outline.words.size === 0 && outline.values <= outline.names.size
}

/** With fewer different numbers, two records may be equal by chance. */
const LEAST_DISTINCT = 3

// A first record of several numbers, where the page had others, is hardly equal to another dataset's by chance.
function isUnlikePage({ draft, current }: Crawl, { record, stored }: Fresh): boolean {
  if (current === undefined || stored === undefined || !isFromPage(stored) || isFromPage(record)) return false
  const [now, page] = [outlineOf(record, draft.source), outlineOf(stored, current.source)]
  return (
    now !== undefined && page !== undefined && now.distinct.size >= LEAST_DISTINCT && !haveSameData(now, page)
  )
}

/** A record with the code of its dataset. */
type OfDataset = Pick<Fresh, 'code' | 'record'>

function ofDatasets(records: Iterable<ManifestRecord>): OfDataset[] {
  return [...records].flatMap((record) =>
    record.code === undefined ? [] : [{ code: parseDatasetCode(record.code), record }],
  )
}

/**
 * Returns a function that finds another dataset which got the same bytes, and differed before. Thousands may have got the same, such as a
 * message: those that also had the same before are looked at as one.
 */
function openRivals<One extends OfDataset>(crawl: Crawl, all: readonly One[]) {
  const byBytes = new Map(
    [...Map.groupBy(all, ({ record }) => keyOf(record))].flatMap(([key, alike]) =>
      alike.length < 2 ? [] : [[key, Map.groupBy(alike, ({ code }) => copiesOf(crawl, code))] as const],
    ),
  )
  return (one: Fresh, isRival: (other: One) => boolean): One | undefined => {
    const alike = byBytes.get(keyOf(one.record))
    if (alike === undefined) return undefined
    const own = copiesOf(crawl, one.code)
    for (const [copies, others] of alike) {
      const found = copies === own ? undefined : others.find(isRival)
      if (found && haveDiffered(crawl, one, found.code)) return found
    }
    return undefined
  }
}

// Another dataset that got the same body in an interrupted run is a rival, whatever it has now.
function isFromInterrupted({ draft }: Crawl, { record }: Fresh): boolean {
  return draft.earlier.get(record.path)?.sha256 === record.sha256
}

function isRival(crawl: Crawl, one: Fresh, other: Fresh, stuck: ReadonlySet<Fresh>): boolean {
  if (stuck.has(other)) return false
  return !isFollower(crawl, one, other.stored) && !isFollower(crawl, other, one.stored)
}

function isLessLike(crawl: Crawl, one: Fresh, rival: Pick<Fresh, 'record'>): boolean {
  const now = headOf(crawl.draft.source(one.record.path))
  const before = ({ record }: Pick<Fresh, 'record'>) =>
    headOf(crawl.current?.source(record.path) ?? (() => []))
  return similarity(now, before(one)) < similarity(now, before(rival))
}

/** Maximum number of copies of similar size to compare with, and the minimum that must have the same form. */
const MOST_COMPARED = 40
const LEAST_ALIKE = 5
/** Expected number of equal copies from which a coincidence is plausible. */
const EXPECTED = 0.05

type Values = DataOutline['first']

/**
 * Returns a function that estimates whether a body equals another dataset's by coincidence. From how often each of its values occurs in the
 * same place of other copies it computes how many copies are expected to be equal, as with the states of traffic lights or the free places
 * of three docks.
 */
function openChance({ current, draft }: Crawl): (one: Fresh, owner: string | undefined) => boolean {
  const stored = current?.manifest.records.filter(
    (record) => record.code && !record.former && ownCopyOf(record),
  )
  const bySize = Map.groupBy(stored ?? [], sizeOf)
  const samples = new Map<string, { path: string; values: Values }[]>()
  const sampleOf = (size: string) => {
    const sample =
      samples.get(size) ??
      spread(bySize.get(size) ?? [], MOST_COMPARED).flatMap((record) => {
        const values = current && valuesOf(record, current.source)
        return values ? [{ path: record.path, values }] : []
      })
    samples.set(size, sample)
    return sample
  }
  return ({ record }, owner) => {
    const values = valuesOf(record, draft.source)
    if (values === undefined) return false
    const alike = sampleOf(sizeOf(record)).filter(
      (one) => one.path !== record.path && one.path !== owner && hasForm(one.values, values),
    )
    if (alike.length < LEAST_ALIKE) return false
    const expected = values.reduce((count, [, text], at) => {
      const same = alike.filter((one) => one.values[at]?.[1] === text).length
      return (count * same) / alike.length
    }, alike.length)
    return expected >= EXPECTED
  }
}

// All values of a document; undefined if there are more than the outline contains, since those are never equal by chance.
function valuesOf(record: ManifestRecord, source: Parameters<typeof outlineOf>[1]): Values | undefined {
  const outline = outlineOf(record, source)
  return outline && outline.values === outline.first.length ? outline.first : undefined
}

function hasForm(one: Values, other: Values): boolean {
  return one.length === other.length && one.every(([name], at) => name === other[at]?.[0])
}

function sizeOf({ format, bytes = 0 }: ManifestRecord): string {
  return `${format} ${Math.round(Math.log2(bytes + 1))}`
}
