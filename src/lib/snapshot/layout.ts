import { join } from 'node:path'

/** The folders and files of a snapshot, below its state folder. */
export const layout = {
  /** Names the published generation. */
  current: (state: string) => join(state, 'current'),
  /** Names the generation that is becoming the published one; replaces `current` by rename. */
  next: (state: string) => join(state, 'current.next'),
  generation: (state: string, id: string) => join(state, 'generations', id),
  generations: (state: string) => join(state, 'generations'),
  /** The generation being built; at most one. */
  draft: (state: string) => join(state, 'draft'),
  /** Where the files of the draft are written before they are moved to their place. */
  incoming: (state: string) => join(state, 'draft.incoming'),
  /** What the draft holds, a line per record; left out of the finished generation. */
  journal: (state: string) => join(state, 'draft.journal'),
  /** What a published mirror has given back so far. */
  restoring: (state: string) => join(state, 'draft.restoring'),
  /** Says whose folder it is. */
  mark: (state: string) => join(state, 'open-data-mirror.txt'),
  /** Held by whoever is using the state folder. */
  lock: (state: string) => join(state, 'lock'),
  readings: (state: string) => join(state, 'readings'),
  /** Which tables were made of which bytes. */
  tables: (state: string) => join(state, 'tables.json'),
  /** How the last run ended. */
  status: (state: string) => join(state, 'status.json'),
  /** Which hosts the mirror this was restored from was made ready for, until a site is built from it. */
  hosts: (state: string) => join(state, 'hosts.json'),
  /** Of a generation: what the last runs changed. */
  changes: (folder: string) => join(folder, 'changes.json'),
  manifest: (folder: string) => join(folder, 'manifest.json'),
} as const

/** The name of a generation: the moment it was begun, sortable and legal on every disk. */
export function generationId(startedAt: Date): string {
  return startedAt.toISOString().replace(/[-:]/g, '').replace('.', '')
}

/** Whether a text is such a name, or one with a number. Anything else could be a path that leads elsewhere. */
export function isGenerationId(text: string): boolean {
  return /^\d{8}T\d{9}Z(?:-\d{1,9})?$/.test(text)
}

/** Where the draft holds the copy of an older, interrupted run, until this run has a newer one. */
export function earlierOf(path: string): string {
  return `${path}${EARLIER}`
}

/** The path whose copy of an older run lies at this one; undefined for every other path. */
export function findEarlierPath(path: string): string | undefined {
  return path.endsWith(EARLIER) ? path.slice(0, -EARLIER.length) : undefined
}

const EARLIER = '.earlier'

/** Where the bytes of a document lie that could not be published as they came. */
export function originalOf(path: string): string {
  return `${path}.original`
}

/** Where a copy stays that something doubtful replaced. */
export function formerOf(path: string, sha256: string): string {
  return `${path}.former-${sha256.slice(0, 16)}`
}
