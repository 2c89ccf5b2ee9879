import type { Evidence, ManifestRecord } from '../../snapshot/index.ts'
import type { Crawl } from '../context.ts'
import { describeEvidence } from '../evidence.ts'
import { FetchFailure } from '../failure.ts'
import type { Survey } from '../survey.ts'
import { findControls } from './control.ts'
import { type Fresh, findFresh, type Suspect } from './fresh.ts'
import { findMisnamed } from './misnamed.ts'
import { findNear, type News } from './near.ts'
import { findTwins } from './twins.ts'

/** Takes back the belief in bodies that are what the origin answers for a dataset that does not exist, or name another one as themselves. */
export async function rejectForeign(crawl: Crawl, { codes }: Survey): Promise<void> {
  const fresh = findBelieved(crawl, codes)
  if (fresh.length === 0) return
  rejectAll(crawl, [
    ...(await findControls(crawl, fresh)),
    ...findMisnamed(crawl, fresh, new Set<string>(codes)),
  ])
}

/**
 * Takes back the belief in bodies that are another dataset's, byte for byte, or of `news` but for times and ids. To be called when all else is refused: a dataset whose
 * body is refused has not moved on from its copy, so that no other may take that over.
 */
export function rejectTwins(crawl: Crawl, { codes }: Survey, news: readonly News[]): void {
  if (!crawl.options.refuse.includes('mixups')) return
  rejectAll(crawl, findTwins(crawl, findFresh(crawl, codes)))
  rejectAll(crawl, findNear(crawl, news))
}

function findBelieved(crawl: Crawl, codes: Survey['codes']): Fresh[] {
  return crawl.options.refuse.includes('mixups') ? findFresh(crawl, codes) : []
}

function rejectAll({ run, draft }: Crawl, suspects: readonly Suspect[]): void {
  for (const { fresh, what } of suspects) {
    const { record, representation } = fresh
    if (!run.records.has(record.path)) continue
    const message = `answered 200 ${what}; if that is right, leave "mixups" out of the config key refuse`
    const evidence = evidenceOf(record, draft.source(record.path))
    const seen = { status: 200, mediaType: record.mediaType, evidence }
    run.reject(representation, new FetchFailure('mixup', record.address, message, seen))
  }
}

/** What came in the place of a body to believe, from a record whose bytes are in the draft. */
export function evidenceOf(
  { bytes = 0, sha256 = '' }: ManifestRecord,
  source: () => Iterable<Uint8Array>,
): Evidence {
  for (const chunk of source()) return describeEvidence(bytes, sha256, chunk)
  return describeEvidence(bytes, sha256, new Uint8Array())
}
