import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ExceedsLimit } from '../reading/json/bounded.ts'
import {
  type Changes,
  findChanges,
  findWholeChanges,
  NO_CHANGES,
  type RunChanges,
  renderChanges,
  sumOfChanges,
} from './changes.ts'
import { isAbsent, readTextFile, writeWhole } from './disk.ts'
import { type Generation, openGeneration } from './generation.ts'
import { compareGenerationIds, isGenerationId, layout } from './layout.ts'
import { type Manifest, type Problem, warning } from './manifest.ts'
import type { ManifestRecord } from './record.ts'

/**
 * Writes a damaged `changes.json` of the current generation again: the published one, or one made from the manifest of the generation before,
 * if it has the recorded checksum. Returns what happened; undefined if the file was not damaged. The caller has the lock of the state folder.
 * `published`: the folder of the published site, if any.
 */
export function mendChanges(
  state: string,
  generation: Generation,
  published: string | undefined,
): Problem | undefined {
  if (findWholeChanges(generation) !== undefined) return undefined
  const text = findText(state, generation, published)
  if (text === undefined) return LOST
  const file = layout.changes(generation.folder)
  rmSync(file, { recursive: true, force: true })
  writeWhole(file, text)
  return MENDED
}

const MENDED: Problem = warning(
  'mended-changes',
  'changes.json',
  'It was damaged in the state folder, and was made again; it has the recorded checksum. Check the disk of the state folder.',
)

const LOST: Problem = warning(
  'lost-changes',
  'changes.json',
  'It was damaged in the state folder, and could not be made again, so the changes of earlier runs are not listed. Copies of data are not affected. Check the disk of the state folder; a backup of it, or of the site, may still have the file.',
)

function findText(state: string, generation: Generation, published: string | undefined): string | undefined {
  const { changes: sum } = generation.manifest
  if (sum === undefined) return undefined
  const site = published === undefined ? undefined : findTextFile(join(published, 'changes.json'))
  if (site !== undefined && sumOfChanges(site) === sum) return site
  return [findBefore(state, generation.manifest), undefined]
    .map((before) =>
      renderChanges(
        planChanges(before?.manifest, generation.manifest, before ? findChanges(before) : NO_CHANGES),
      ),
    )
    .find((text) => sumOfChanges(text) === sum)
}

/** The generation before another one, if it is still there and readable. */
function findBefore(state: string, { generation }: Manifest): Generation | undefined {
  const folder = layout.generations(state)
  if (!existsSync(folder)) return undefined
  const ids = readdirSync(folder)
    .filter((id) => isGenerationId(id) && compareGenerationIds(id, generation) < 0)
    .sort(compareGenerationIds)
  const last = ids.at(-1)
  try {
    return last === undefined ? undefined : openGeneration(layout.generation(state, last))
  } catch {
    // It is only a help here; nothing else needs it.
    return undefined
  }
}

function findTextFile(path: string): string | undefined {
  try {
    return readTextFile(path)
  } catch (error) {
    if (isAbsent(error) || error instanceof ExceedsLimit) return undefined
    throw error
  }
}

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
