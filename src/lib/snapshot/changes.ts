import { hash } from 'node:crypto'
import * as v from 'valibot'
import { type Accepted, described, textsField } from '../interface/field.ts'
import { isBrokenJson, parseJson } from '../reading/json/bounded.ts'
import { isAbsent, readTextFile } from './disk.ts'
import { timeField } from './fields.ts'
import { layout } from './layout.ts'
import type { Manifest } from './manifest.ts'

/** The changes of one run, as sorted dataset codes. */
const run = v.object({
  generation: described('The generation that the run published.', v.string()),
  at: described('When its crawl ended.', timeField),
  added: described('Listed for the first time.', textsField),
  changed: described('The bytes of at least one format have changed.', textsField),
  withdrawn: described('No longer listed; the last copies are published.', textsField),
  returned: described('Listed again after a withdrawal.', textsField),
  dropped: described('Withdrawn for longer than the mirror keeps such copies, and removed.', textsField),
})

/** The changes of the last runs: `changes.json`. */
export const changesSchema = v.object({
  changes: described('The version of this layout.', v.literal(1)),
  runs: described(
    'The latest first; runs without changes have no entry.',
    v.pipe(v.array(run), v.maxLength(100)),
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
export function findWholeChanges({ folder, manifest }: Stored): Changes | undefined {
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
