import { join } from 'node:path'

/** The folders and files of a snapshot, below its state folder. */
export const layout = {
  /** Names the published generation. */
  current: (state: string) => join(state, 'current'),
  generation: (state: string, id: string) => join(state, 'generations', id),
  generations: (state: string) => join(state, 'generations'),
  /** The generation being built; at most one. */
  draft: (state: string) => join(state, 'draft'),
  /** Where the files of the draft are written before they are moved to their place. */
  incoming: (state: string) => join(state, 'draft.incoming'),
  /** What the draft holds, a line per record; left out of the finished generation. */
  journal: (state: string) => join(state, 'draft.journal'),
  /** Who is using the state folder. */
  lock: (state: string) => join(state, 'lock'),
  readings: (state: string) => join(state, 'readings'),
  manifest: (folder: string) => join(folder, 'manifest.json'),
} as const

/** The name of a generation: the moment it was begun, sortable and legal on every disk. */
export function generationId(startedAt: Date): string {
  return startedAt.toISOString().replace(/[-:]/g, '').replace('.', '')
}

/** Where the bytes of a document lie that could not be published as they came. */
export function originalOf(path: string): string {
  return `${path}.original`
}
