import type { ListDocument } from '../../catalogue/index.ts'
import { DATA_FORMATS, fileOf } from '../../interface/index.ts'
import { type DataOutline, withoutDigits } from '../../reading/index.ts'
import { isStoredList } from '../../snapshot/index.ts'
import type { Crawl } from '../context.ts'
import { hasOtherFields, outlineOf } from '../doubts/judge.ts'
import { isMadeFromOther } from '../record-miss.ts'
import { hasNewLists, type ListSurvey, type Survey, takeSurvey } from '../survey.ts'
import { listedBefore } from '../survey-generation.ts'
import { countListed, type Listed, type Loss, planRemoval, type Removal } from './plan-removal.ts'
import { describeConsent, describeRemoval, isAccepted, RemovalRefused } from './refused.ts'

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

/**
 * Short lists that have other values, in other fields or in one record where there were entries: a message in place of a list. The number
 * of entries does not show this for a list that never had many. A list that names a dataset is none.
 */
function findReplacedLists(
  { current, run, draft, options }: Crawl,
  { lists, codes }: Pick<ListSurvey, 'lists' | 'codes'>,
): Loss[] {
  if (current === undefined || !options.refuse.includes('losses')) return []
  const known = new Set<string>(codes)
  const namesDataset = (operation: string, format: string) =>
    lists.some(
      (named) =>
        named.list.operation === operation &&
        named.list.format === format &&
        [...named.codes].some((code) => known.has(code)),
    )
  return [...run.records.values()].filter(isStoredList).flatMap((record): Loss[] => {
    const { path, operation, format, sha256 } = record
    const stored = current.find(path)
    if (namesDataset(operation, format)) return []
    if (stored?.sha256 === undefined || stored.sha256 === sha256 || isMadeFromOther(stored)) return []
    const before = outlineOf(stored, current.source)
    const now = outlineOf(record, draft.source)
    if (!before || !now || !isReplaced(before, now)) return []
    const left = countCommon(before, now)
    return [{ what: `values of ${operation} (${format})`, before: before.distinct.size, left }]
  })
}

/** Of a list of one value, that value is enough. */
const LEAST_COMMON = 2

// More than the examined values are no message, and those of a long list may merely have another order.
function isReplaced(before: DataOutline, now: DataOutline): boolean {
  const { size } = before.distinct
  const common = countCommon(before, now)
  const isShort = [before, now].every(({ values, looked }) => values === looked)
  if (!isShort || size === 0 || (common * 2 >= size && common >= Math.min(LEAST_COMMON, size))) return false
  return (now.isRecord && !before.isRecord) || hasOtherFields(now, before)
}

// A value may have become a key, as where entries are now by code.
function countCommon({ distinct }: DataOutline, now: DataOutline): number {
  const isNamed = (value: string) => now.names.has(withoutDigits(value))
  return [...distinct].filter((value) => now.distinct.has(value) || isNamed(value)).length
}
