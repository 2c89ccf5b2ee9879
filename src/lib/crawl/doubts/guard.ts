import { join } from 'node:path'
import { amendFailure, FetchFailure } from '../../http/index.ts'
import { type DatasetCode, fileOf, ofDataset, quoteCode } from '../../interface/index.ts'
import {
  type Evidence,
  type Former,
  formerOf,
  hasBytesOf,
  type ManifestRecord,
  type Problem,
  warning,
} from '../../snapshot/index.ts'
import { carryCopy, isWhole } from '../carry-copy.ts'
import type { Crawl } from '../context.ts'
import { deriveFreshPages } from '../derive.ts'
import { findMismatches, type Mismatch } from '../mismatches/find.ts'
import { type Fresh, findFresh, isFromPage, ownCopyOf } from '../mismatches/fresh.ts'
import { describeConsent, describeShare, isAccepted, RemovalRefused, withConsent } from '../removal/guard.ts'
import { describeEvidence } from '../request.ts'
import type { Survey } from '../survey.ts'
import { findGone } from './gone.ts'
import { findLosses, type Losses } from './losses.ts'
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
  dropPages(crawl, doubts)
  const refused = [...new Set(plan.refused.map(({ fresh }) => fresh.code as string))]
  throw new RemovalRefused(
    withConsent(crawl, {
      planId: plan.planId,
      losses: [{ what: 'copies of datasets', before: plan.stored, left: plan.stored - refused.length }],
      codes: refused,
    }),
    describe(crawl, plan, refused.length),
  )
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
  return options.formats.some((format) => {
    const stored = current?.find(fileOf(ofDataset(code, format)))
    return ownCopyOf(stored) !== undefined || isFromPage(stored)
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
 * Stores copies that a doubtful answer replaced, in this run or an earlier one, next to their successors; except those whose data came back
 * (`returned`). `replaced`: paths whose copy is replaced in this run. Returns the records, with their former copies; one that is damaged is a
 * remark of the crawl.
 */
export function keepFormer(
  { draft, current, now, remarks }: Crawl,
  records: readonly ManifestRecord[],
  replaced: ReadonlySet<string>,
  returned: ReadonlyMap<string, Former>,
): ManifestRecord[] {
  return records.map((record) => {
    const stored = current?.find(record.path)
    if (current === undefined || (stored?.former === undefined && !replaced.has(record.path))) return record
    const { former: _, ...bare } = record
    const isReplaced =
      replaced.has(record.path) && stored?.sha256 !== undefined && stored.sha256 !== record.sha256
    const own = isReplaced ? [describeFormer(stored, now())] : []
    const formers = [...(stored?.former ?? []), ...own].flatMap((one) => {
      const { path, sha256 } = one
      if (sha256 === record.sha256 || sha256 === returned.get(record.path)?.sha256) return []
      const from = own.some((other) => other.path === path) ? record.path : path
      const isThere =
        from === record.path && stored
          ? isWhole(current, stored)
          : hasBytesOf(join(current.folder, from), one)
      if (!isThere) {
        remarks.push(describeLost(record, one))
        return []
      }
      // Those of earlier versions do not state whether they were converted.
      const copy = { ...record, ...one, path: from, derivedFrom: record.format }
      const { original } = carryCopy({ draft, current, remarks }, copy, path)
      const { original: _, ...bare } = one
      return [{ ...bare, ...(original && { original }) }]
    })
    return formers.length === 0 ? bare : { ...bare, former: formers }
  })
}

function describeLost({ address, format }: ManifestRecord, { path, replacedAt }: Former): Problem {
  const day = replacedAt.slice(0, 10)
  const message = `A former copy, replaced by other data on ${day}, is damaged or missing in the state folder, and no longer kept: ${path}. The data published now is sound. Check the disk of the state folder; a backup may still have the file.`
  return warning('lost-former', address, message, { format, day })
}

function describeFormer(
  { path, sha256 = '', bytes = 0, charset, original, changedAt }: ManifestRecord,
  now: Date,
): Former {
  return {
    path: formerOf(path, sha256),
    sha256,
    bytes,
    ...(charset && { charset }),
    ...(original && { original }),
    ...(changedAt && { changedAt }),
    replacedAt: now.toISOString(),
  }
}
