import { hash } from 'node:crypto'
import * as v from 'valibot'
import { isBrokenJson, parseJson } from '../reading/json/bounded.ts'
import { isAbsent, readTextFile } from './disk.ts'
import { type Accepted, textsField, timeField } from './fields.ts'
import { layout } from './layout.ts'
import type { Manifest } from './manifest.ts'

/** The changes of one run, as sorted dataset codes. */
const run = v.object({
  /** The generation that the run published, and when its crawl ended (ISO 8601, UTC). */
  generation: v.string(),
  at: timeField,
  added: textsField,
  /** The bytes of at least one format have changed. */
  changed: textsField,
  /** No longer listed; the last copies are stored. */
  withdrawn: textsField,
  /** Listed again after a withdrawal. */
  returned: textsField,
  /** Removed after the configured retention of withdrawn datasets. */
  dropped: textsField,
})

/** The changes of the last runs: `changes.json`. */
export const changesSchema = v.object({
  /** The version of this format. */
  changes: v.literal(1),
  /** The latest first, at most a hundred; runs without changes have no entry. */
  runs: v.pipe(v.array(run), v.maxLength(100)),
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
