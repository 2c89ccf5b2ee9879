import type { MirrorSource } from '../mirror.ts'
import { clip } from './cell-text.ts'

/** Why everything here is older than the last run. */
export interface LastRunProblem {
  readonly label: string
  readonly sentence: string
  /** The message of the run. */
  readonly message?: string
}

/** A refused run may name thousands of datasets; status.json has the whole message. */
const MESSAGE_LIMIT = 2000

/** The problem of a last run that published nothing: the origin was unreachable, or the removal guard refused. */
export function problemOfLastRun({
  status,
  words,
}: Pick<MirrorSource, 'status' | 'words'>): LastRunProblem | undefined {
  if (status === undefined || status.outcome === 'complete' || status.outcome === 'gaps') return undefined
  return {
    ...words.status.outcomes[status.outcome],
    ...(status.message !== undefined && { message: clip(status.message, MESSAGE_LIMIT).text }),
  }
}

/** Whether the last run left everything up to date, as far as a page can know. */
export function isFresh({ manifest, status }: Pick<MirrorSource, 'manifest' | 'status'>): boolean {
  return manifest.complete && (status === undefined || status.outcome === 'complete')
}
