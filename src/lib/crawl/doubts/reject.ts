import { FetchFailure } from '../../http/index.ts'
import type { Evidence, ManifestRecord } from '../../snapshot/index.ts'
import type { Crawl } from '../context.ts'
import type { Fresh } from '../mismatches/fresh.ts'
import { describeEvidence } from '../request.ts'

/** Rejects a body. `what` is a clause: `with 2 values where the copy has 240`. */
export function rejectBody(
  { run, draft }: Pick<Crawl, 'run' | 'draft'>,
  { record, representation }: Fresh,
  kind: 'loss' | 'mismatch',
  what: string,
  doubted?: ManifestRecord['doubted'],
): void {
  const evidence = evidenceOf(record, draft.source(record.path))
  const seen = { status: 200, mediaType: record.mediaType, evidence, doubted }
  run.reject(representation, new FetchFailure(kind, record.address, `answered 200 ${what}`, seen))
}

/** Evidence of a body that is stored in the draft. */
export function evidenceOf(
  { bytes = 0, sha256 = '' }: ManifestRecord,
  source: () => Iterable<Uint8Array>,
): Evidence {
  for (const chunk of source()) return describeEvidence(bytes, sha256, chunk)
  return describeEvidence(bytes, sha256, new Uint8Array())
}
