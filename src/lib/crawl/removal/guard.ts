import type { ListDocument } from '../../catalogue/index.ts'
import { DATA_FORMATS, fileOf } from '../../interface/index.ts'
import type { Crawl } from '../context.ts'
import { hasNewLists, type ListSurvey, type Survey, takeSurvey } from '../survey.ts'
import { listedBefore } from '../survey-generation.ts'
import { countListed, type Listed, planRemoval, type Removal } from './plan-removal.ts'
import { describeConsent, describeRemoval, isAccepted, RemovalRefused } from './refused.ts'
import { findReplacedLists } from './replaced-lists.ts'

/** What a survey would remove beyond the limit of a run; undefined if nothing. */
export function findRemoval(crawl: Crawl, survey: ListSurvey): Removal | undefined {
  const { current, options } = crawl
  if (current === undefined || options.removalShare >= 1) return undefined
  const now = new Set<string>(survey.codes)
  const before = listedBefore(current.manifest)
  if (!hasNewLists(crawl, current) && before.every((code) => now.has(code))) return undefined
  const then = crawl.surveyCurrent()
  if (then === undefined) return undefined
  return planRemoval(
    countListed(then.lists, then.catalogue, before),
    countNow(crawl, survey),
    options.removalShare,
    current.manifest.generation,
    findReplacedLists(crawl, survey),
  )
}

/** Surveys the lists, and keeps what was found in them without the lists. Throws what {@link takeSurvey} and {@link guardRemoval} throw. */
export async function takeGuardedSurvey(crawl: Crawl): Promise<Survey> {
  const survey = await takeSurvey(crawl)
  guardRemoval(crawl, survey)
  return withoutLists(survey)
}

/** A survey without references to the lists. */
export function withoutLists(survey: ListSurvey): Survey {
  const { discovery, codes, problems, lasting, titles, entries, digests } = survey
  return { discovery, codes, problems, ...(lasting && { lasting }), titles, entries, digests }
}

/** Throws {@link RemovalRefused} if a survey would remove more than a run may, unless exactly that was accepted. */
export function guardRemoval(crawl: Crawl, survey: ListSurvey): void {
  const { bases, removalShare } = crawl.options
  const removal = findRemoval(crawl, survey)
  if (removal === undefined || isAccepted(crawl, removal.planId)) return
  const consent = describeConsent(crawl, removal.planId)
  throw new RemovalRefused(removal, describeRemoval(bases[0] as string, removal, removalShare, consent))
}

function countNow(crawl: Crawl, survey: ListSurvey): Listed {
  const lists = survey.lists.filter(({ list }) => isCounted(crawl, list))
  return countListed(lists, survey.catalogue, survey.codes)
}

// An html page in place of a former data list may be anything.
function isCounted({ current, options }: Crawl, { operation, format }: ListDocument): boolean {
  if (format !== 'html' || options.lists?.[operation] === 'html') return true
  return DATA_FORMATS.some((data) => {
    const stored = current?.find(fileOf({ resource: { operation }, format: data }))
    return stored?.derivedFrom === 'html'
  })
}
