import { join } from 'node:path'
import { type Former, findDigest, formerOf, type ManifestRecord } from '../../snapshot/index.ts'
import type { Crawl } from '../context.ts'

/**
 * Stores copies that a doubtful answer replaced, in this run or an earlier one, next to their successors; except those whose data came back
 * (`returned`). `replaced`: paths whose copy is replaced in this run. Returns the records, with their former copies.
 */
export function keepFormer(
  { draft, current, now }: Crawl,
  records: readonly ManifestRecord[],
  replaced: ReadonlySet<string>,
  returned: ReadonlyMap<string, Former>,
): ManifestRecord[] {
  return records.map((record) => {
    const stored = current?.find(record.path)
    if (current === undefined || (stored?.former === undefined && !replaced.has(record.path))) return record
    const { former: _, ...bare } = record
    const isReplaced =
      replaced.has(record.path) && stored?.sha256 !== undefined && stored.sha256 !== record.sha256
    const own = isReplaced ? [describeFormer(stored, now())] : []
    const formers = [...(stored?.former ?? []), ...own].filter(({ path, sha256 }) => {
      if (sha256 === record.sha256 || sha256 === returned.get(record.path)?.sha256) return false
      const from = own.some((one) => one.path === path) ? record.path : path
      if (findDigest(join(current.folder, from))?.sha256 !== sha256) return false
      draft.carry(current, from, path)
      return true
    })
    return formers.length === 0 ? bare : { ...bare, former: formers }
  })
}

function describeFormer(
  { path, sha256 = '', bytes = 0, charset, changedAt }: ManifestRecord,
  now: Date,
): Former {
  return {
    path: formerOf(path, sha256),
    sha256,
    bytes,
    ...(charset && { charset }),
    ...(changedAt && { changedAt }),
    replacedAt: now.toISOString(),
  }
}
