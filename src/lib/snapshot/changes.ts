import { hash } from 'node:crypto'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { attempt } from '../interface/attempt.ts'
import { type Accepted, described, textsField } from '../interface/field.ts'
import { ExceedsLimit, isBrokenJson, parseJson } from '../reading/json/bounded.ts'
import { readTextFile, writeWhole } from './disk.ts'
import { isAbsent } from './disk-errors.ts'
import { type Generation, openGeneration } from './generation.ts'
import { compareGenerationIds, isGenerationId, layout } from './layout.ts'
import { timeField } from './machine-file.ts'
import { type Manifest, type Problem, warning } from './manifest.ts'
import type { ManifestRecord } from './record.ts'

/** Maximum number of runs in `changes.json`. */
const MOST_RUNS = 100

/** The changes of one run, as sorted dataset codes. */
const run = v.object({
  generation: described('The generation that the run published.', v.string()),
  at: described('When its crawl ended.', timeField),
  added: described('Listed for the first time.', textsField),
  changed: described(
    'Listed before and still listed; the bytes of at least one format have changed.',
    textsField,
  ),
  withdrawn: described('No longer listed; the last copies are published.', textsField),
  returned: described('Listed again after a withdrawal, with the same bytes or others.', textsField),
  dropped: described('Withdrawn for longer than the mirror keeps such copies, and removed.', textsField),
})

/** The changes of the last runs: `changes.json`. */
export const changesSchema = v.object({
  changes: described('The version of this layout.', v.literal(1)),
  runs: described(
    'The latest first; runs without changes have no entry.',
    v.pipe(v.array(run), v.maxLength(MOST_RUNS)),
  ),
})

export type RunChanges = Accepted<typeof run>
export type Changes = Accepted<typeof changesSchema>

export const NO_CHANGES: Changes = { changes: 1, runs: [] }

/** The text of `changes.json`. */
export function renderChanges(changes: Changes): string {
  return `${JSON.stringify(changes, null, 2)}\n`
}

/** The checksum of that text, as the manifest states it. */
export function sumOfChanges(text: string): string {
  return hash('sha256', text)
}

/** The changes of the runs up to a generation; none if its file is missing or damaged. */
export function findChanges(generation: Stored): Changes {
  return findWholeChanges(generation) ?? NO_CHANGES
}

/**
 * The same; undefined if the file is damaged: its checksum is not that of the manifest, or, in a generation of a version without this
 * checksum, it is there and invalid.
 */
function findWholeChanges({ folder, manifest }: Stored): Changes | undefined {
  try {
    const text = readTextFile(layout.changes(folder))
    if (manifest.changes !== undefined && sumOfChanges(text) !== manifest.changes) return undefined
    const changes = parseJson(Buffer.from(text))
    return v.is(changesSchema, changes) ? changes : undefined
  } catch (error) {
    if (isAbsent(error)) return manifest.changes === undefined ? NO_CHANGES : undefined
    if (isBrokenJson(error)) return undefined
    throw error
  }
}

/** A generation on disk. */
interface Stored {
  readonly folder: string
  readonly manifest: Pick<Manifest, 'changes'>
}

/** Adds the changes of a run to the previous ones; unchanged if the run changed nothing. */
export function planChanges(before: Manifest | undefined, after: Manifest, earlier: Changes): Changes {
  const run = compare(before, after)
  const { added, changed, withdrawn, returned, dropped } = run
  const isEmpty = [added, changed, withdrawn, returned, dropped].every(({ length }) => length === 0)
  return isEmpty ? earlier : { changes: 1, runs: [run, ...earlier.runs].slice(0, MOST_RUNS) }
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
  const isNone = (error: unknown) => isAbsent(error) || error instanceof ExceedsLimit
  return attempt(undefined, isNone, () => readTextFile(path))
}
