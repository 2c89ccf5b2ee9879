import { fileOf, type Representation } from '../interface/index.ts'
import { type Generation, layout, type ManifestRecord, originalOf } from '../snapshot/index.ts'
import { type FetchContext, fetchRepresentation } from './fetch.ts'

/**
 * Requests again, conditionally, what was already fetched in this run. Returns the earlier record if it has not changed, else one that
 * replaces it in the draft of `state`. Throws FetchFailure; then the earlier bytes stay.
 */
export async function refetchRepresentation(
  context: FetchContext,
  state: string,
  representation: Representation,
  first: ManifestRecord,
): Promise<ManifestRecord> {
  const { draft, current } = context
  const drafted: Generation = {
    folder: layout.draft(state),
    manifest: { records: [first] } as unknown as Generation['manifest'],
    find: () => first,
    source: draft.source,
  }
  // Unchanged files stay in place; resumed records do not count as answers.
  const none = new Map<string, ManifestRecord>()
  const inPlace = { ...draft, resumed: none, earlier: none, carry: () => {} }
  const second = await fetchRepresentation({ ...context, draft: inPlace, current: drafted }, representation)
  if (second.sha256 === first.sha256) return first
  if (second.derivedFrom === undefined) draft.discard(originalOf(first.path))
  const stored = current?.find(fileOf(representation))
  return stored?.sha256 === second.sha256 && stored?.changedAt && second.state === 'fetched'
    ? { ...second, state: 'unchanged', changedAt: stored.changedAt }
    : second
}
