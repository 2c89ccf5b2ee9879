import { fileOf, quoteCode } from '../../interface/index.ts'
import type { ManifestRecord } from '../../snapshot/index.ts'
import type { Crawl } from '../context.ts'
import { outlineOf } from '../doubts/outline.ts'
import type { Fresh, Suspect } from './fresh.ts'
import { isEmptyList } from './is-empty.ts'
import { likeness } from './likeness.ts'

const COMPARED_BYTES = 64 * 1024

/**
 * Finds bodies that are, byte for byte, those of a list, or of another dataset, held or fresh, from which the dataset differed before:
 * caches and proxies mix answers up. Of two fresh ones that are the same, the one less like its own copy before is the suspect.
 * Data may move from one dataset to another, as long as the other one moved on to data of its own: in a swap or a rotation none did.
 */
export function findTwins(crawl: Crawl, fresh: readonly Fresh[]): Suspect[] {
  const arrivals = Map.groupBy(fresh, ({ record }) => keyOf(record))
  const borrowed = findBorrowed(crawl, fresh)
  return fresh.flatMap((one) => {
    const owner = borrowed.get(one)
    const rival = arrivals.get(keyOf(one.record))?.find((other) => isRival(one, other))
    const other =
      (owner && nameOf(owner)) ?? (rival && isLessLike(crawl, one, rival) ? quoteCode(rival.code) : undefined)
    if (other === undefined || isEmpty(crawl, one)) return []
    return [{ fresh: one, what: `with the data of ${other}` }]
  })
}

/** Fresh bodies that another resource holds and has not left behind, with whose they are. */
function findBorrowed(crawl: Crawl, fresh: readonly Fresh[]): Map<Fresh, ManifestRecord> {
  const { current, run } = crawl
  const lists = [...run.records.values()].filter(({ code }) => code === undefined)
  // What is held of a dataset that has neither an answer nor a failure is of one that left the lists: its data may live on elsewhere.
  const held = (current?.manifest.records ?? []).filter(
    ({ path, sha256 }) => sha256 !== undefined && (run.records.has(path) || run.misses.has(path)),
  )
  const owners = Map.groupBy([...lists, ...held], keyOf)
  const freshByPath = new Map(fresh.map((one) => [one.record.path, one]))
  const suspects = new Map<Fresh, ManifestRecord>()
  for (const one of fresh) {
    const owner = owners.get(keyOf(one.record))?.find((other) => isOther(one, other))
    if (owner && !isEmpty(crawl, one)) suspects.set(one, owner)
  }
  // Whoever took over what another one left, which came to data of its own, or to what a third one left in turn, is none.
  for (let count = -1; count !== suspects.size; ) {
    count = suspects.size
    for (const [one] of suspects) {
      const others = owners.get(keyOf(one.record))?.filter((other) => isOther(one, other)) ?? []
      const hasMoved = ({ path }: ManifestRecord) => {
        const moved = freshByPath.get(path)
        return moved !== undefined && !suspects.has(moved)
      }
      if (others.every(hasMoved)) suspects.delete(one)
    }
  }
  return suspects
}

// A list is never a dataset; another dataset counts only where the two are known to have differed.
function isOther({ code, held }: Fresh, other: ManifestRecord): boolean {
  return other.code === undefined || (other.code !== code && held?.sha256 !== undefined)
}

// A list with nothing in it, or a single record without words, such as a count and a date: two of them may be the same by chance.
function isEmpty({ draft }: Crawl, { record }: Fresh): boolean {
  if (isEmptyList(draft.source(record.path), record)) return true
  const outline = outlineOf(record, draft.source)
  return outline !== undefined && outline.words.size === 0 && outline.values <= outline.names.size
}

function isRival({ code, held }: Fresh, other: Fresh): boolean {
  const before = held?.sha256
  return (
    other.code !== code &&
    before !== undefined &&
    other.held?.sha256 !== undefined &&
    other.held.sha256 !== before
  )
}

function keyOf({ format, sha256 }: ManifestRecord): string {
  return `${format} ${sha256}`
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

function headOf(source: () => Iterable<Uint8Array>): string {
  for (const chunk of source()) return Buffer.from(chunk).subarray(0, COMPARED_BYTES).toString('latin1')
  return ''
}
