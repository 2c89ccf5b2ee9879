import { type DatasetCode, fileOf, ofDataset, quoteCode } from '../../interface/index.ts'
import { isFromPage, type ManifestRecord, ownCopyOf, ownOrPageCopyOf } from '../../snapshot/index.ts'
import type { Crawl } from '../context.ts'
import { haveSameData, outlineOf } from './compare.ts'
import type { Fresh } from './fresh.ts'

/**
 * Whether two datasets are known to have differed: in the format of the fresh body, else in another format of which both have copies from
 * the origin, or both from pages. If one has a page and the other one does not, their data is compared.
 */
export function haveDiffered(
  { options, current }: Crawl,
  { code, representation, stored }: Fresh,
  other: string,
): boolean {
  if (current === undefined) return false
  const pairs = [representation.format, ...options.formats].flatMap((format) => {
    const storedOf = (one: string) => current.find(fileOf(ofDataset(one as DatasetCode, format)))
    const own = ownOrPageCopyOf(format === representation.format ? stored : storedOf(code))
    const others = ownOrPageCopyOf(storedOf(other))
    return own && others ? [[own, others] as const] : []
  })
  const alike = pairs.find(([own, others]) => isFromPage(own) === isFromPage(others))
  if (alike) return alike[0].sha256 !== alike[1].sha256
  return pairs.some(([own, others]) => {
    const [one, two] = [outlineOf(own, current.source), outlineOf(others, current.source)]
    return one !== undefined && two !== undefined && !haveSameData(one, two)
  })
}

/**
 * What {@link haveDiffered} compares of a dataset. Two datasets for which it is equal have not differed, and differ from the same others.
 */
export function copiesOf({ options, current }: Crawl, code: DatasetCode): string {
  return options.formats
    .map((format) => ownOrPageCopyOf(current?.find(fileOf(ofDataset(code, format)))))
    .map((copy) => `${copy?.sha256} ${isFromPage(copy)}`)
    .join()
}

/**
 * Whether a dataset leaves a copy that the other one had as well and left earlier. A copy with a single record does not count: many
 * datasets may have the same message or zero in place of data.
 */
export function isFollower(
  { current }: Crawl,
  { stored }: Pick<Fresh, 'stored'>,
  other: ManifestRecord | undefined,
): boolean {
  const own = ownCopyOf(stored)
  if (current === undefined || own?.sha256 === undefined || !other?.movedFrom?.includes(own.sha256))
    return false
  const outline = outlineOf(own, current.source)
  return outline !== undefined && outline.values > outline.names.size
}

/** Stores with each dataset the hashes of the copies that it left and that another dataset still has, for {@link isFollower}. */
export function storeMoves(
  current: Crawl['current'],
  records: readonly ManifestRecord[],
): readonly ManifestRecord[] {
  const left = new Map(
    records.flatMap((record) => {
      const hashes = findLeft(record, ownCopyOf(current?.find(record.path)))
      return hashes.length === 0 ? [] : [[record.path, hashes] as const]
    }),
  )
  const wanted = new Set([...left.values()].flat())
  const there = new Set(
    records.flatMap((record) =>
      record.code !== undefined && wanted.has(record.sha256 ?? '') ? keyOf(record) : [],
    ),
  )
  return records.map((noted) => {
    const found = left.get(noted.path)?.filter((sha256) => there.has(keyOf({ format: noted.format, sha256 })))
    const movedFrom = found?.length === 0 ? undefined : found
    if (movedFrom === undefined && noted.movedFrom === undefined) return noted
    const { movedFrom: _, ...record } = noted
    return movedFrom === undefined ? record : { ...record, movedFrom }
  })
}

// The hashes of the copies that a dataset had before this one.
function findLeft({ code, sha256: own }: ManifestRecord, stored: ManifestRecord | undefined): string[] {
  if (code === undefined || stored?.sha256 === undefined) return []
  return [...new Set([...(stored.movedFrom ?? []), stored.sha256])].filter((sha256) => sha256 !== own)
}

/** Equal for records with the same bytes in the same format. */
export function keyOf({ format, sha256 }: Pick<ManifestRecord, 'format' | 'sha256'>): string {
  return `${format} ${sha256}`
}

/** The name of an owner: a quoted dataset code, or the operation of a list. */
export function nameOf({ code, operation }: ManifestRecord): string {
  return code === undefined ? operation : quoteCode(code)
}

/** How a body is seen to have taken over the data that its owner gave up. */
interface Moving {
  /** Equal for bodies that have the data of the same owner: that of several datasets has not moved to any. */
  readonly dataOf: (one: Fresh) => string | undefined
  /** All that had the data. Default: the owner alone. */
  readonly othersOf?: (one: Fresh) => readonly ManifestRecord[]
}

/**
 * Takes the bodies out of `owners` whose owners have moved on: these have other `fresh` data, their own or what a third one gave up. An owner
 * in `stuck` has not moved, and what was doubted before has to be accepted. Returns those bodies.
 */
export function takeMoved(
  owners: Map<Fresh, ManifestRecord>,
  fresh: readonly Fresh[],
  stuck: ReadonlySet<Fresh>,
  { dataOf, othersOf = (one) => [owners.get(one) as ManifestRecord] }: Moving,
): Fresh[] {
  const byPath = new Map(fresh.map((one) => [one.record.path, one]))
  const takers = Map.groupBy(owners.keys(), dataOf)
  const hasMoved = ({ path }: ManifestRecord) => {
    const other = byPath.get(path)
    return other !== undefined && !owners.has(other) && !stuck.has(other)
  }
  const moved: Fresh[] = []
  // One that has moved may be the owner of another one.
  for (let count = -1; count !== owners.size; ) {
    count = owners.size
    for (const [one, owner] of owners) {
      const isOnly = takers.get(dataOf(one))?.every(({ code }) => code === one.code)
      if (!isOnly || one.stored?.doubted?.whose === nameOf(owner) || !othersOf(one).every(hasMoved)) continue
      owners.delete(one)
      moved.push(one)
    }
  }
  return moved
}
