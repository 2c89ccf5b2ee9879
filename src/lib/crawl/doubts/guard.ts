import { amendFailure, FetchFailure, isTransient } from '../../http/index.ts'
import { type DatasetCode, fileOf, ofDataset, quoteCode, type Representation } from '../../interface/index.ts'
import {
  type Evidence,
  type Former,
  isFromPage,
  linesOfSome,
  type ManifestRecord,
  ownCopyOf,
  ownOrPageCopyOf,
  type Problem,
  warning,
} from '../../snapshot/index.ts'
import { describeShare, isAccepted, refusalOf } from '../consent.ts'
import type { Crawl } from '../context.ts'
import { deriveFreshPages, isPageWithoutData } from '../derive.ts'
import { describeEvidence } from '../request.ts'
import type { Survey } from '../survey.ts'
import { type Fresh, findFresh } from './fresh.ts'
import { findGone } from './gone.ts'
import { findLosses, type Losses } from './losses.ts'
import { findMismatches, type Mismatch } from './mismatches.ts'
import { type Doubt, describeOutlook, planReplacement, type ReplacementPlan } from './replacement.ts'

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
  dropPages(crawl, doubts)
  const refused = [...new Set(plan.refused.map(({ fresh }) => fresh.code as string))]
  const losses = [{ what: 'copies of datasets', before: plan.stored, left: plan.stored - refused.length }]
  const removal = { planId: plan.planId, losses, codes: refused }
  throw refusalOf(crawl, removal, describe(crawl, plan, refused.length))
}

/** Plans what to do with doubtful bodies. */
function planDoubts(crawl: Crawl, { codes }: Survey, doubts: readonly Doubt[]): ReplacementPlan {
  const { options, now } = crawl
  const stored = codes.filter((code) => isStored(crawl, code)).length
  return planReplacement(doubts, stored, options.removalShare, (id) => isAccepted(crawl, id), now())
}

/** Rejects the bodies that the plan does not accept. */
export function rejectDoubts(crawl: Crawl, { rejected }: ReplacementPlan): void {
  for (const one of rejected) {
    const { fresh, whose, what, denial } = one.doubt
    const outlook = describeOutlook(one)
    if (denial === undefined)
      rejectBody(crawl, fresh, whose === undefined ? 'loss' : 'mismatch', `${what}; ${outlook}`, one.doubted)
    else {
      const message = `${denial.message}, and ${what}; ${outlook}`
      crawl.run.reject(fresh.representation, amendFailure(denial, { message, doubted: one.doubted }))
    }
  }
  dropPages(
    crawl,
    rejected.map(({ doubt }) => doubt),
  )
}

// The pages of rejected bodies, so that nothing is derived from them, and the next run requests them again.
function dropPages({ run, draft }: Crawl, rejected: readonly Doubt[]): void {
  for (const { fresh } of rejected) {
    const path = pageOf(fresh)
    if (path === undefined) continue
    run.records.delete(path)
    draft.discard(path)
  }
}

/** The path of the page that a body was derived from; undefined for one that the origin sent. */
function pageOf({ record, representation }: Fresh): string | undefined {
  return isFromPage(record) ? fileOf({ ...representation, format: 'html' }) : undefined
}

function isStored({ current, options }: Crawl, code: DatasetCode): boolean {
  return options.formats.some((format) => ownOrPageCopyOf(current?.find(fileOf(ofDataset(code, format)))))
}

function describe({ options }: Crawl, { refused, stored }: ReplacementPlan, count: number): string[] {
  const { bases, removalShare } = options
  const doubted = refused.map(
    ({ fresh, what }) => `${quoteCode(fresh.code)} (${fresh.record.format}) ${what}`,
  )
  return [
    `${count} of ${stored} datasets of ${bases[0]} answer with much less than their copies have, or with the same answer as other datasets. This is more than a run replaces without confirmation (${describeShare(removalShare)}):`,
    ...linesOfSome(doubted, SHOWN),
  ]
}

/** Rejects a body. `what` is a clause: `with 2 values where the copy has 240`. */
export function rejectBody(
  { run, draft }: Crawl,
  fresh: Fresh,
  kind: 'loss' | 'mismatch',
  what: string,
  doubted?: ManifestRecord['doubted'],
): void {
  const record = run.records.get(pageOf(fresh) ?? '') ?? fresh.record
  const evidence = evidenceOf(record, draft.source(record.path))
  const seen = { status: 200, mediaType: record.mediaType, evidence, doubted }
  run.reject(fresh.representation, new FetchFailure(kind, record.address, `answered 200 ${what}`, seen))
}

/** Evidence of a body that is stored in the draft. */
export function evidenceOf(
  { bytes = 0, sha256 = '' }: ManifestRecord,
  source: () => Iterable<Uint8Array>,
): Evidence {
  for (const chunk of source()) return describeEvidence(bytes, sha256, chunk)
  return describeEvidence(bytes, sha256, new Uint8Array())
}

/** The result of examining fresh bodies. */
interface Findings {
  readonly doubts: readonly Doubt[]
  /** Former copies, by path, whose data has returned: the fresh body resembles them again. */
  readonly returned: ReadonlyMap<string, Former>
  /** Paths of accepted bodies whose previous copies are stored as former copies as a precaution. */
  readonly moved: readonly string[]
}

/** Finds fresh bodies that may not be the data of their datasets. `accepted`: paths of bodies that the operator accepted. */
export async function findDoubts(
  crawl: Crawl,
  survey: Survey,
  accepted: ReadonlySet<string>,
): Promise<Findings> {
  const fresh = findFresh(crawl, survey.codes).filter(({ record }) => !accepted.has(record.path))
  const pages = deriveFreshPages(crawl, survey.codes, isFromPage)
  const found = findLosses(crawl, [...fresh, ...pages])
  const gone = findGone(crawl, survey.codes)
  const all = [...fresh, ...pages, ...gone.map((doubt) => doubt.fresh)]
  const losses = [...found.losses, ...findFollowers(found.losses, fresh), ...gone]
  const { rejected, refused } = planDoubts(crawl, survey, losses)
  const stuck = [...rejected.map(({ doubt }) => doubt), ...refused].map((doubt) => doubt.fresh)
  const { mismatches, moved } = await findMismatches(crawl, survey, all, found.news, stuck)
  const merged = merge(losses, mismatches)
  const doubts = [...merged, ...findFollowers(merged, fresh)]
  const doubted = new Set(doubts.map((doubt) => doubt.fresh.record.path))
  const uniform = found.uniform.filter(({ fresh: { record } }) => !doubted.has(record.path))
  // One for each dataset: its other format has the same values.
  const byCode = new Map(uniform.toReversed().map((one) => [one.fresh.code, one]))
  crawl.remarks.push(...[...byCode.values()].map(describeUniform))
  return {
    doubts,
    returned: new Map([...found.returned].filter(([path]) => !doubted.has(path))),
    moved: [...moved, ...uniform.map(({ fresh }) => fresh)].map(({ record }) => record.path),
  }
}

function describeUniform({ fresh: { record }, field }: Losses['uniform'][number]): Problem {
  const value = JSON.stringify(field.value.slice(0, 80))
  const message = `Its field ${JSON.stringify(field.name)} has the value ${value} in all compared records, while the previous copy has different values. The new copy is published, and the previous one is kept as a former copy. If the origin is wrong, report it there.`
  return warning('uniform-values', record.address, message, {
    field: field.name,
    value: field.value.slice(0, 80),
  })
}

// A doubt that is both a loss and a mismatch counts towards the limit of losses, and is reported as a mismatch.
function merge(losses: readonly Doubt[], mismatches: readonly Mismatch[]): Doubt[] {
  const left = new Map(losses.map((loss) => [loss.fresh, loss]))
  const groups = new Map<string, string>(mismatches.map(({ fresh, group }) => [fresh.code, group]))
  const merged = mismatches.map(({ fresh, what, whose, group, never }): Doubt => {
    const loss = left.get(fresh)
    left.delete(fresh)
    const { stored, answerId, isLoss } = loss ?? { stored: fresh.stored, answerId: whose, isLoss: false }
    return { fresh, stored, what, whose, answerId, group, isLoss, never: never ?? loss?.never }
  })
  const others = [...left.values()].map((loss) => ({
    ...loss,
    group: groups.get(loss.fresh.code) ?? loss.group,
  }))
  return [...merged, ...others]
}

// A format that never had a copy of its own cannot be compared: it is treated as the other format of its dataset is.
function findFollowers(doubts: readonly Doubt[], fresh: readonly Fresh[]): Doubt[] {
  const doubted = new Set(doubts.map((doubt) => doubt.fresh))
  const led = doubts.filter((doubt) => ownCopyOf(doubt.fresh.stored))
  const leaders = new Map(led.map((doubt) => [doubt.fresh.code, doubt]))
  return fresh.flatMap((one) => {
    const leader = leaders.get(one.code)
    if (leader === undefined || doubted.has(one) || ownCopyOf(one.stored)) return []
    return [{ ...leader, fresh: one, what: `while its ${leader.fresh.record.format} came ${leader.what}` }]
  })
}

/**
 * Drops bodies that an interrupted run fetched in formats which the origin now denies, if it has no copy in these and gives the dataset in
 * another one: they may be messages, and there is nothing to compare them with.
 */
export function dropDenied(crawl: Crawl, codes: readonly DatasetCode[]): void {
  const { current, run, options } = crawl
  for (const code of codes) {
    const formats = options.formats.filter((format) => isEarlier(crawl, ofDataset(code, format)))
    const denied = formats.filter((format) => {
      const path = fileOf(ofDataset(code, format))
      const failure = run.misses.get(path)?.failure
      return failure && !isTransient(failure) && ownCopyOf(current?.find(path)) === undefined
    })
    if (denied.length === 0 || !isGiven(crawl, code)) continue
    for (const format of denied) drop(crawl, ofDataset(code, format))
  }
}

/** Drops the bodies among these that an interrupted run fetched: the origin does not send them now. Returns the others. */
export function dropDoubtedEarlier(crawl: Crawl, doubts: readonly Doubt[]): readonly Doubt[] {
  return doubts.filter(({ fresh: { representation } }) => {
    if (!isEarlier(crawl, representation)) return true
    drop(crawl, representation)
    return false
  })
}

/**
 * Drops what a refused run received for datasets without a copy, so that the next run requests them again: it may be messages of the same
 * outage, and there is nothing to compare it with.
 */
export function dropNew({ current, run, draft }: Crawl): void {
  const known = new Set(current?.manifest.records.flatMap(({ code, sha256 }) => (sha256 && code) || []))
  for (const [path, { code }] of run.records)
    if (code !== undefined && !known.has(code) && !run.misses.has(path)) draft.discard(path)
}

// If a request failed in this run, the only recorded body is one of an interrupted run.
function isEarlier({ run }: Crawl, representation: Representation): boolean {
  const path = fileOf(representation)
  return run.records.has(path) && run.misses.has(path)
}

// Whether the origin gave a dataset in this run, in any format.
function isGiven(crawl: Crawl, code: DatasetCode): boolean {
  const { options, run, draft } = crawl
  const page = run.records.get(fileOf(ofDataset(code, 'html')))
  if (page !== undefined && !isPageWithoutData(draft, page)) return true
  return options.formats.some((format) => {
    const representation = ofDataset(code, format)
    return run.records.has(fileOf(representation)) && !isEarlier(crawl, representation)
  })
}

function drop({ run, draft }: Crawl, representation: Representation): void {
  const path = fileOf(representation)
  draft.dropEarlier(path)
  draft.discard(path)
  run.records.delete(path)
}
