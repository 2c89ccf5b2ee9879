import { findStatus, isOurStatus, layout, type Manifest, nextStatus, type Status } from '../snapshot/index.ts'

/**
 * What the last run recorded about this generation; undefined if it recorded nothing, or another generation. What the manifest states too is
 * taken from the manifest: the status is a separate file, which may have been edited or come from a backup.
 */
export function findStatusOf(state: string, manifest: Manifest): Status | undefined {
  const recorded = findOwnStatus(state)
  if (recorded?.generation !== manifest.generation) return undefined
  const { completedAt: crawledAt, counts, problems } = manifest
  const ofCrawl = recorded.outcome === 'complete' || recorded.outcome === 'gaps'
  const count = (wanted: string) => problems.filter(({ severity }) => severity === wanted).length
  return {
    ...recorded,
    ...(ofCrawl && { outcome: outcomeOf(manifest) }),
    crawledAt,
    counts,
    gaps: count('gap'),
    // A build may have added to the warnings of the run.
    warnings: count('warning'),
  }
}

/** The status to publish with a generation: what the last run recorded, else what follows from the manifest. `every` is in hours. */
export function statusOf(state: string, manifest: Manifest, every: number): Status {
  const { tool, origin, completedAt } = manifest
  const ending = { outcome: outcomeOf(manifest), tool, origin, at: new Date(completedAt), every }
  return findStatusOf(state, manifest) ?? nextStatus(manifest, ending, findOwnStatus(state))
}

function outcomeOf({ complete }: Manifest): 'complete' | 'gaps' {
  return complete ? 'complete' : 'gaps'
}

function findOwnStatus(state: string): Status | undefined {
  const status = findStatus(state)
  return status && isOurStatus(layout.status(state)) ? status : undefined
}
