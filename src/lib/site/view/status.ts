import type { MirrorSource } from '../mirror.ts'
import { clip } from './cell-text.ts'

/** Why everything here is older than the last run. */
export interface LastRunProblem {
  readonly label: string
  readonly sentence: string
  /** What the run said. */
  readonly message?: string
}

/** A refused run may name thousands of datasets; status.json has all of it. */
const MESSAGE_LIMIT = 2000

/** Whether the last run brought nothing: the origin was out of reach, or what it said was not believed. */
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

/** Whether the last run left everything fresh, as far as a page can tell. */
export function isFresh({ manifest, status }: Pick<MirrorSource, 'manifest' | 'status'>): boolean {
  return manifest.complete && (status === undefined || status.outcome === 'complete')
}
