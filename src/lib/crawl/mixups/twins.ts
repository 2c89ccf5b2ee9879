import { fileOf, quoteCode } from '../../interface/index.ts'
import type { ManifestRecord } from '../../snapshot/index.ts'
import type { Crawl } from '../context.ts'
import type { Fresh, Suspect } from './fresh.ts'
import { isEmptyList } from './is-empty.ts'
import { likeness } from './likeness.ts'

const COMPARED_BYTES = 64 * 1024

/**
 * Finds bodies that are, byte for byte, those of a list, or of another dataset, held or fresh, from which the dataset differed before:
 * caches and proxies mix answers up. Of two fresh ones that are the same, the one less like its own copy before is the suspect.
 */
export function findTwins(crawl: Crawl, fresh: readonly Fresh[]): Suspect[] {
  const owners = Map.groupBy(findOwners(crawl), keyOf)
  const arrivals = Map.groupBy(fresh, ({ record }) => keyOf(record))
  return fresh.flatMap((one) => {
    const owner = owners.get(keyOf(one.record))?.find((other) => isOther(one, other))
    const rival = arrivals.get(keyOf(one.record))?.find((other) => isRival(one, other))
    const other =
      (owner && nameOf(owner)) ?? (rival && isLessLike(crawl, one, rival) ? quoteCode(rival.code) : undefined)
    if (other === undefined || isEmptyList(crawl.draft.source(one.record.path), one.record)) return []
    return [{ fresh: one, what: `with the data of ${other}` }]
  })
}

// The lists of this run, and what is held of datasets that still have it: data may move from one to another.
function findOwners({ current, run }: Crawl): ManifestRecord[] {
  const lists = [...run.records.values()].filter(({ code }) => code === undefined)
  const held = current?.manifest.records.filter(
    ({ path, sha256 }) => run.misses.has(path) || run.records.get(path)?.sha256 === sha256,
  )
  return [...lists, ...(held ?? [])].filter(({ sha256 }) => sha256 !== undefined)
}

// A list is never a dataset; another dataset counts only where the two are known to have differed.
function isOther({ code, held }: Fresh, other: ManifestRecord): boolean {
  return other.code === undefined || (other.code !== code && held?.sha256 !== undefined)
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
