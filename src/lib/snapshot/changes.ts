import { isBrokenJson } from '../reading/index.ts'
import { isAbsent, readJsonFile } from './disk.ts'
import { layout } from './layout.ts'

/** The changes of one run, as sorted dataset codes. */
export interface RunChanges {
  /** The generation that the run published, and when its crawl ended (ISO 8601, UTC). */
  readonly generation: string
  readonly at: string
  readonly added: readonly string[]
  /** The bytes of at least one format have changed. */
  readonly changed: readonly string[]
  /** No longer listed; the last copies are stored. */
  readonly withdrawn: readonly string[]
  /** Listed again after a withdrawal. */
  readonly returned: readonly string[]
  /** Removed after the configured retention of withdrawn datasets. */
  readonly dropped: readonly string[]
}

/** The changes of the last runs: `changes.json`. */
export interface Changes {
  /** The version of this format. */
  readonly changes: 1
  /** The latest first, at most a hundred; runs without changes have no entry. */
  readonly runs: readonly RunChanges[]
}

export const NO_CHANGES: Changes = { changes: 1, runs: [] }

/** The changes of the runs up to a generation; none if its file is missing or invalid. `folder`: that of the generation. */
export function findChanges(folder: string): Changes {
  try {
    const changes = readJsonFile(layout.changes(folder)) as Partial<Changes> | null
    return changes?.changes === 1 && Array.isArray(changes.runs) ? (changes as Changes) : NO_CHANGES
  } catch (error) {
    if (isAbsent(error) || isBrokenJson(error)) return NO_CHANGES
    throw error
  }
}
