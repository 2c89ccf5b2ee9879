import { type DatasetCode, datasetResource, fileOf } from '../../interface/index.ts'
import { eachRecord, readOr } from '../../reading/index.ts'
import type { ManifestRecord } from '../../snapshot/index.ts'
import type { Crawl } from '../context.ts'
import { haveSameData, outlineOf } from '../doubts/judge.ts'
import { copyOf, type Fresh, isFromPage, ownCopyOf } from './fresh.ts'

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
    const storedOf = (one: string) =>
      current.find(fileOf({ resource: datasetResource(one as DatasetCode), format }))
    const own = copyOf(format === representation.format ? stored : storedOf(code))
    const others = copyOf(storedOf(other))
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
 * What {@link haveDiffered} compares of a dataset. Two for which this is equal have not differed, and both or neither of them from any other.
 */
export function copiesOf({ options, current }: Crawl, code: DatasetCode): string {
  return options.formats
    .map((format) => copyOf(current?.find(fileOf({ resource: datasetResource(code), format }))))
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
    const { movedFrom: _, ...record } = noted
    const movedFrom = left
      .get(record.path)
      ?.filter((sha256) => there.has(keyOf({ format: record.format, sha256 })))
    if (movedFrom !== undefined && movedFrom.length > 0) return { ...record, movedFrom }
    return noted.movedFrom === undefined ? noted : record
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

const LENGTH = 5
const MOST = 64 * 1024

/** The similarity of two documents, from 0 to 1: the share of short substrings they have in common. */
export function similarity(a: string, b: string): number {
  const [left, right] = [piecesOf(a), piecesOf(b)]
  const shared = [...left].filter((piece) => right.has(piece)).length
  const all = left.size + right.size - shared
  return all === 0 ? 1 : shared / all
}

/** The beginning of a document, for {@link similarity}. */
export function headOf(source: () => Iterable<Uint8Array>): string {
  for (const chunk of source()) return Buffer.from(chunk).subarray(0, MOST).toString('latin1')
  return ''
}

function piecesOf(text: string): Set<string> {
  const pieces = new Set<string>()
  const end = Math.min(text.length, MOST) - LENGTH
  for (let at = 0; at <= end; at++) pieces.add(text.slice(at, at + LENGTH))
  return pieces
}

/** Whether a document is an empty list. All of these are equal. */
export function isEmptyList(
  source: () => Iterable<Uint8Array>,
  { format, charset }: Pick<ManifestRecord, 'format' | 'charset'>,
): boolean {
  return readOr(false, () => eachRecord(source, { format, charset }, () => false).shape === 'empty')
}
