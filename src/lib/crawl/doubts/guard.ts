import { FetchFailure } from '../../http/index.ts'
import { type DatasetCode, datasetResource, fileOf, quoteCode } from '../../interface/index.ts'
import type { Evidence, ManifestRecord } from '../../snapshot/index.ts'
import type { Crawl } from '../context.ts'
import { type Fresh, ownCopyOf } from '../mismatches/fresh.ts'
import { describeConsent, describeShare, isAccepted, RemovalRefused } from '../removal/refused.ts'
import { describeEvidence } from '../request.ts'
import type { Survey } from '../survey.ts'
import { type Doubt, describeOutlook, planReplacement, type ReplacementPlan } from './plan-replacement.ts'

const SHOWN = 20

/**
 * Decides which doubtful bodies are accepted. Throws {@link RemovalRefused} when there are more losses than a run may accept, unless
 * exactly these were accepted by the operator; then the draft contains none of them, and the next run requests them again.
 */
export function guardReplacement(crawl: Crawl, survey: Survey, doubts: readonly Doubt[]): ReplacementPlan {
  const plan = planDoubts(crawl, survey, doubts)
  if (plan.refused.length === 0) return plan
  for (const { fresh, whose, what } of doubts)
    rejectBody(crawl, fresh, whose === undefined ? 'loss' : 'mismatch', what)
  const refused = [...new Set(plan.refused.map(({ fresh }) => fresh.code as string))]
  throw new RemovalRefused(
    {
      planId: plan.planId,
      losses: [{ what: 'copies of datasets', before: plan.stored, left: plan.stored - refused.length }],
      codes: refused,
    },
    describe(crawl, plan, refused.length),
  )
}

/** Plans what to do with doubtful bodies. */
export function planDoubts(crawl: Crawl, { codes }: Survey, doubts: readonly Doubt[]): ReplacementPlan {
  const { options, now } = crawl
  const stored = codes.filter((code) => isStored(crawl, code)).length
  return planReplacement(doubts, stored, options.removalShare, (id) => isAccepted(crawl, id), now())
}

/** Rejects the bodies that the plan does not accept. */
export function rejectDoubts(crawl: Crawl, { rejected }: ReplacementPlan): void {
  for (const one of rejected) {
    const { fresh, whose, what } = one.doubt
    const kind = whose === undefined ? 'loss' : 'mismatch'
    rejectBody(crawl, fresh, kind, `${what}; ${describeOutlook(one)}`, one.doubted)
  }
}

function isStored({ current, options }: Crawl, code: DatasetCode): boolean {
  return options.formats.some((format) => {
    return ownCopyOf(current?.find(fileOf({ resource: datasetResource(code), format }))) !== undefined
  })
}

function describe(crawl: Crawl, { refused, planId, stored }: ReplacementPlan, count: number): string {
  const { bases, removalShare } = crawl.options
  const lines = refused
    .slice(0, SHOWN)
    .map(({ fresh, what }) => `  ${quoteCode(fresh.code)} (${fresh.record.format}) ${what}`)
  const more = refused.length - lines.length
  return [
    `${count} of ${stored} datasets of ${bases[0]} answer with much less than their copies have, or with the same answer as other datasets. This is more than a run replaces without confirmation (${describeShare(removalShare)}):`,
    ...lines,
    ...(more > 0 ? [`  … and ${more} more`] : []),
    ...describeConsent(crawl, planId),
  ].join('\n')
}

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
