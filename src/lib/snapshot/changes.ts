import * as v from 'valibot'
import { isBrokenJson } from '../reading/json/bounded.ts'
import { isAbsent, readJsonFile } from './disk.ts'
import { type Accepted, textsField, timeField } from './fields.ts'
import { layout } from './layout.ts'

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

/** The changes of the runs up to a generation; none if its file is missing or invalid. `folder`: that of the generation. */
export function findChanges(folder: string): Changes {
  try {
    const changes = readJsonFile(layout.changes(folder))
    return v.is(changesSchema, changes) ? changes : NO_CHANGES
  } catch (error) {
    if (isAbsent(error) || isBrokenJson(error)) return NO_CHANGES
    throw error
  }
}
