import { findStatus, type Manifest, nextStatus, type Status } from '../snapshot/index.ts'

/** What the last run said of this generation; undefined when it said nothing, or spoke of another one. */
export function findStatusOf(state: string, { generation }: Manifest): Status | undefined {
  const told = findStatus(state)
  return told?.generation === generation ? told : undefined
}

/** The status to publish with a generation: what the last run said, else what can be told from the manifest. `every` is in hours. */
export function statusOf(state: string, manifest: Manifest, every: number): Status {
  const { complete, tool, origin, completedAt, problems } = manifest
  const outcome = complete ? 'complete' : 'gaps'
  const told =
    findStatusOf(state, manifest) ??
    nextStatus(manifest, { outcome, tool, origin, at: new Date(completedAt), every }, findStatus(state))
  // A build may have added to the warnings of the run.
  return { ...told, warnings: problems.filter(({ severity }) => severity === 'warning').length }
}
