import { findStatus, isOurStatus, layout, type Manifest, nextStatus, type Status } from '../snapshot/index.ts'

/**
 * What the last run said of this generation; undefined when it said nothing, or spoke of another one. What the manifest states as well is
 * taken from the manifest: the status is a file of its own, which may have been edited or come from a backup.
 */
export function findStatusOf(state: string, manifest: Manifest): Status | undefined {
  const told = findOwnStatus(state)
  if (told?.generation !== manifest.generation) return undefined
  const { completedAt: crawledAt, counts, problems } = manifest
  const ofCrawl = told.outcome === 'complete' || told.outcome === 'gaps'
  const count = (wanted: string) => problems.filter(({ severity }) => severity === wanted).length
  return {
    ...told,
    ...(ofCrawl && { outcome: outcomeOf(manifest) }),
    crawledAt,
    counts,
    gaps: count('gap'),
    // A build may have added to the warnings of the run.
    warnings: count('warning'),
  }
}

/** The status to publish with a generation: what the last run said, else what can be told from the manifest. `every` is in hours. */
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
