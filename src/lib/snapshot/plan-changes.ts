import type { Changes, RunChanges } from './changes.ts'
import type { Manifest } from './manifest.ts'
import type { ManifestRecord } from './record.ts'

/** Maximum number of runs in `changes.json`. */
const MAX_RUNS = 100

/** Adds the changes of a run to the previous ones; unchanged if the run changed nothing. */
export function planChanges(before: Manifest | undefined, after: Manifest, earlier: Changes): Changes {
  const run = compare(before, after)
  const { added, changed, withdrawn, returned, dropped } = run
  const isEmpty = [added, changed, withdrawn, returned, dropped].every(({ length }) => length === 0)
  return isEmpty ? earlier : { changes: 1, runs: [run, ...earlier.runs].slice(0, MAX_RUNS) }
}

/** The codes that were listed when a generation was made, in order: all except withdrawn ones. */
export function listedBefore({ codes, records }: Pick<Manifest, 'codes' | 'records'>): string[] {
  const withdrawn = new Set(
    records.flatMap(({ code, state }) => (code !== undefined && state === 'withdrawn' ? [code] : [])),
  )
  return codes.order.filter((code) => !withdrawn.has(code))
}

function compare(before: Manifest | undefined, after: Manifest): RunChanges {
  const listed = new Set(before && listedBefore(before))
  const stored = new Set(before?.codes.order)
  const lists = new Set(listedBefore(after))
  const holds = new Set(after.codes.order)
  const different = findDifferent(before?.records ?? [], after.records)
  return {
    generation: after.generation,
    at: after.completedAt,
    added: sorted(lists, (code) => !stored.has(code)),
    changed: sorted(lists, (code) => listed.has(code) && different.has(code)),
    // Includes datasets that never had a copy.
    withdrawn: sorted(listed, (code) => !lists.has(code)),
    returned: sorted(lists, (code) => stored.has(code) && !listed.has(code)),
    dropped: sorted(stored, (code) => !listed.has(code) && !holds.has(code)),
  }
}

function sorted(codes: Iterable<string>, wanted: (code: string) => boolean): string[] {
  return [...codes].filter(wanted).sort()
}

/** The codes of datasets with other bytes, or with a copy that only one of the two has. */
function findDifferent(before: readonly ManifestRecord[], after: readonly ManifestRecord[]): Set<string> {
  const was = new Map<string, string | undefined>()
  for (const { path, sha256 } of before) was.set(path, sha256)
  const different = new Set<string>()
  for (const { code, path, sha256 } of after) {
    if (code !== undefined && (!was.has(path) || was.get(path) !== sha256)) different.add(code)
    was.delete(path)
  }
  for (const { code, path } of before) if (code !== undefined && was.has(path)) different.add(code)
  return different
}
