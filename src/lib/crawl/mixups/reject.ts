import type { Evidence, ManifestRecord } from '../../snapshot/index.ts'
import type { Crawl } from '../context.ts'
import { FetchFailure } from '../failure.ts'
import type { Survey } from '../survey.ts'
import { findControls } from './control.ts'
import { findFresh } from './fresh.ts'
import { findMisnamed } from './misnamed.ts'
import { findTwins } from './twins.ts'

const HEAD_BYTES = 256

/** Takes back the belief in bodies that are whole and well-formed, but another dataset's. */
export async function rejectMixups(crawl: Crawl, { codes }: Survey): Promise<void> {
  const { options, run, draft } = crawl
  const fresh = options.refuse.includes('mixups') ? findFresh(crawl, codes) : []
  if (fresh.length === 0) return
  const suspects = [
    ...(await findControls(crawl, fresh)),
    ...findMisnamed(crawl, fresh, new Set<string>(codes)),
    ...findTwins(crawl, fresh),
  ]
  for (const { fresh: one, what } of suspects) {
    const { record, representation } = one
    if (!run.records.has(record.path)) continue
    const evidence = evidenceOf(record, draft.source(record.path))
    const message = `answered 200 ${what}; if that is right, leave "mixups" out of the config key refuse`
    run.reject(
      representation,
      new FetchFailure('mixup', record.address, message, {
        status: 200,
        mediaType: record.mediaType,
        evidence,
      }),
    )
  }
}

function evidenceOf(
  { bytes = 0, sha256 = '' }: ManifestRecord,
  source: () => Iterable<Uint8Array>,
): Evidence {
  for (const chunk of source())
    return { bytes, sha256, head: Buffer.from(chunk).subarray(0, HEAD_BYTES).toString() }
  return { bytes, sha256, head: '' }
}
