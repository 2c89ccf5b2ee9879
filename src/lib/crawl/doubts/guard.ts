import { type DatasetCode, datasetResource, fileOf, quoteCode } from '../../interface/index.ts'
import type { Crawl } from '../context.ts'
import { FetchFailure } from '../failure.ts'
import { evidenceOf } from '../mixups/reject.ts'
import { describeConsent, isAccepted } from '../removal/consent.ts'
import { describeShare, RemovalRefused } from '../removal/refused.ts'
import { isMadeFromOther } from '../settle.ts'
import type { Survey } from '../survey.ts'
import type { Doubt } from './find.ts'
import { DAYS, type Kept, planReplacement, type ReplacementPlan, RUNS } from './plan-replacement.ts'

const SHOWN = 20

/**
 * Decides over doubtful bodies. Throws {@link RemovalRefused} when there are more of them than a run may let replace copies, unless exactly
 * that was accepted; then the draft holds none of them, so that the next run asks again.
 */
export function guardReplacement(crawl: Crawl, { codes }: Survey, doubts: readonly Doubt[]): ReplacementPlan {
  const { options, now } = crawl
  const held = codes.filter((code) => isHeld(crawl, code)).length
  const plan = planReplacement(doubts, held, options.removalShare, (id) => isAccepted(crawl, id), now())
  if (plan.refused.length === 0) return plan
  for (const doubt of doubts) reject(crawl, doubt, doubt.what)
  const refused = [...new Set(plan.refused.map(({ fresh }) => fresh.code as string))]
  throw new RemovalRefused(
    {
      planId: plan.planId,
      losses: [{ what: 'copies of datasets', before: held, left: held - refused.length }],
      codes: refused,
    },
    describe(crawl, plan, refused.length),
  )
}

/** Takes back the belief in the bodies whose copies are kept. */
export function rejectDoubts(crawl: Crawl, { kept }: ReplacementPlan): void {
  for (const { doubt, doubted, planId } of kept)
    if (crawl.run.records.has(doubt.fresh.record.path))
      reject(crawl, doubt, `${doubt.what}; ${outlook(doubted, planId)}`, doubted)
}

function reject(
  { run, draft }: Crawl,
  { fresh: { record, representation } }: Doubt,
  what: string,
  doubted?: Kept['doubted'],
): void {
  const evidence = evidenceOf(record, draft.source(record.path))
  const seen = { status: 200, mediaType: record.mediaType, evidence, doubted }
  run.reject(representation, new FetchFailure('loss', record.address, `answered 200 ${what}`, seen))
}

function outlook({ since, runs }: Kept['doubted'], planId: string): string {
  return `this is run ${runs} with such an answer since ${since.slice(0, 10)}, and it counts after ${RUNS} runs over ${DAYS} days, or with --accept-removals ${planId}`
}

function isHeld({ current, options }: Crawl, code: DatasetCode): boolean {
  return options.formats.some((format) => {
    const held = current?.find(fileOf({ resource: datasetResource(code), format }))
    return held?.sha256 !== undefined && !isMadeFromOther(held)
  })
}

function describe(crawl: Crawl, { refused, planId, held }: ReplacementPlan, count: number): string {
  const { bases, removalShare } = crawl.options
  const lines = refused
    .slice(0, SHOWN)
    .map(({ fresh, what }) => `  ${quoteCode(fresh.code)} (${fresh.record.format}) ${what}`)
  const more = refused.length - lines.length
  return [
    `${count} of ${held} datasets of ${bases[0]} answer with little of what their copies have, or all with the same, which is more than a run replaces by itself (${describeShare(removalShare)}):`,
    ...lines,
    ...(more > 0 ? [`  … and ${more} more like these`] : []),
    ...describeConsent(crawl, planId),
  ].join('\n')
}
