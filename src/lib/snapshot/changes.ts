import { isAbsent, readTextFile } from './disk.ts'
import { layout } from './layout.ts'

/** What one run changed, as dataset codes, sorted. */
export interface RunChanges {
  /** The generation that came of it, and when its crawl ended (ISO 8601, UTC). */
  readonly generation: string
  readonly at: string
  readonly added: readonly string[]
  /** Their bytes are others than before, in one format at least. */
  readonly changed: readonly string[]
  /** They left the lists; their last bytes are held. */
  readonly withdrawn: readonly string[]
  /** They were withdrawn, and are listed again. */
  readonly returned: readonly string[]
  /** They were withdrawn for longer than the config retains, and are gone. */
  readonly dropped: readonly string[]
}

/** What the last runs changed, as `changes.json` tells it. */
export interface Changes {
  /** The version of this layout. */
  readonly changes: 1
  /** The latest first, at most a hundred; a run that changed nothing has no entry. */
  readonly runs: readonly RunChanges[]
}

export const NO_CHANGES: Changes = { changes: 1, runs: [] }

/** What the runs up to a generation changed; nothing when it does not tell. `folder` is that of the generation. */
export function findChanges(folder: string): Changes {
  try {
    const changes = JSON.parse(readTextFile(layout.changes(folder)))
    return changes?.changes === 1 && Array.isArray(changes.runs) ? changes : NO_CHANGES
  } catch (error) {
    if (isAbsent(error) || error instanceof SyntaxError) return NO_CHANGES
    throw error
  }
}
