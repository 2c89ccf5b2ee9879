import { join } from 'node:path'

/** One of `of` parts of a crawl; `index` counts from 1. */
export interface Shard {
  readonly index: number
  readonly of: number
}

/** The files and folders of a snapshot in its state folder. */
export const layout = {
  /** Contains the name of the published generation. */
  current: (state: string) => join(state, 'current'),
  /** Contains the name of the generation that is being published; it replaces `current` by rename. */
  next: (state: string) => join(state, 'current.next'),
  generation: (state: string, id: string) => join(state, 'generations', id),
  generations: (state: string) => join(state, 'generations'),
  /** The generation being built; at most one. */
  draft: (state: string) => join(state, 'draft'),
  /** The folder in which files of the draft are written before they are moved to their paths. */
  incoming: (state: string) => join(state, 'draft.incoming'),
  /** The records of the draft, one per line; not part of the published generation. */
  journal: (state: string) => join(state, 'draft.journal'),
  /** The files of an unfinished restore. */
  restoring: (state: string) => join(state, 'draft.restoring'),
  /** What a removal of versions is replacing in a generation, until it has finished. */
  forgetting: (state: string) => join(state, 'forgetting'),
  /** The mark that shows whose folder it is. */
  mark: (state: string) => join(state, 'open-data-mirror.txt'),
  /** Locked by the process that uses the state folder. */
  lock: (state: string) => join(state, 'lock'),
  /** The shards of a crawl by several runs, until they are merged. */
  shards: (state: string) => join(state, 'shards'),
  shard: (state: string, { index, of }: Shard) => join(state, 'shards', `${index}-of-${of}`),
  /** In the folder of a shard: what it fetched. It is written when the shard has finished. */
  shardFile: (folder: string) => join(folder, 'shard.json'),
  /** The cache of what is derived from the bytes: readings, and which tables were made of them. */
  derived: (state: string) => join(state, 'derived'),
  /** The templates of the pages and the scripts, bundled. It may be deleted at any time. */
  bundle: (state: string) => join(state, 'bundle'),
  /** The outcome of the last run. */
  status: (state: string) => join(state, 'status.json'),
  /** The hosts for which the restored mirror was prepared, until a site is built. */
  hosts: (state: string) => join(state, 'hosts.json'),
  /** In a generation: the changes of the last runs. */
  changes: (folder: string) => join(folder, 'changes.json'),
  /** In a generation: the chain of generations up to it. */
  chain: (folder: string) => join(folder, 'generations.jsonl'),
  manifest: (folder: string) => join(folder, 'manifest.json'),
} as const

/** The id of a generation: its start time, in a form that sorts and is valid on every disk. */
export function generationId(startedAt: Date): string {
  return startedAt.toISOString().replace(/[-:]/g, '').replace('.', '')
}

/** Whether a text is a generation id, with or without a number. Anything else could be a path to another folder. */
export function isGenerationId(text: string): boolean {
  return /^\d{8}T\d{9}Z(?:-\d{1,9})?$/.test(text)
}

/**
 * Compares two generation ids: negative if the first is that of an earlier run. Ids of one state folder follow each other, even if its clock
 * was set back ({@link nextGenerationId}).
 */
export function compareGenerationIds(a: string, b: string): number {
  const [[timeA, numberA], [timeB, numberB]] = [numbered(a), numbered(b)]
  return timeA === timeB ? numberA - numberB : timeA < timeB ? -1 : 1
}

/**
 * The id of a generation that follows the current one, if there is any: that of its start time, or, if the clock was set back or shows the
 * same time, the id of the current one with the next number.
 */
export function nextGenerationId(startedAt: Date, current: string | undefined): string {
  const id = generationId(startedAt)
  if (current === undefined || !isGenerationId(current) || compareGenerationIds(id, current) > 0) return id
  const [time, number] = numbered(current)
  return `${time}-${number + 1}`
}

function numbered(id: string): [time: string, number: number] {
  const [time = '', number = '1'] = id.split('-')
  return [time, Number(number)]
}

/** The path in the draft of a copy from an older, interrupted run, until this run has a newer one. */
export function earlierOf(path: string): string {
  return `${path}${EARLIER}`
}

/** The inverse of {@link earlierOf}; undefined for other paths. */
export function findEarlierPath(path: string): string | undefined {
  return path.endsWith(EARLIER) ? path.slice(0, -EARLIER.length) : undefined
}

const EARLIER = '.earlier'

/** The path of the original bytes of a document that was converted. */
export function originalOf(path: string): string {
  return `${path}.original`
}

/** The path of a former copy that a doubtful answer replaced. */
export function formerOf(path: string, sha256: string): string {
  return `${path}.former-${sha256.slice(0, 16)}`
}
