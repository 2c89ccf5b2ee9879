import type { Catalogue, DatasetEntry, Entry, ListDocument, NamedList } from '../catalogue/index.ts'
import {
  DATA_FORMATS,
  type Format,
  fileOf,
  type ListOperation,
  parseDatasetCode,
  quoteCode,
} from '../interface/index.ts'
import { type DataOutline, detachString, withoutDigits } from '../reading/index.ts'
import {
  type Generation,
  isFromPage,
  isStoredList,
  linesOfSome,
  listedBefore,
  type ManifestRecord,
  ownCopyOf,
  someOf,
} from '../snapshot/index.ts'
import { describeShare, isAccepted, type Loss, planIdOf, type Removal, refusalOf } from './consent.ts'
import type { Crawl } from './context.ts'
import { hasOtherFields, outlineOf } from './doubts/compare.ts'
import type { Discovery } from './probe-codes.ts'
import { catalogueOf, hasNewLists, type ListSurvey, type Survey, takeSurvey } from './survey.ts'
import type { GenerationSurvey } from './survey-generation.ts'

/** What a survey would remove beyond the limit of a run; undefined if nothing. `refused`: codes that the origin neither has nor had. */
export function findRemoval(
  crawl: Crawl,
  survey: ListSurvey,
  refused: ReadonlySet<string> = new Set(),
): Removal | undefined {
  const { current, options } = crawl
  if (current === undefined || options.removalShare >= 1) return undefined
  const now = new Set<string>(survey.codes)
  const before = listedBefore(current.manifest).filter((code) => !refused.has(code))
  if (!hasNewLists(crawl, current) && before.every((code) => now.has(code))) return undefined
  const then = crawl.surveyCurrent()
  if (then === undefined) return undefined
  return planRemoval(
    countSome(crawl, then, current.manifest.codes.field, before, openIsCurrent(current, then.lists)),
    countSome(crawl, survey, survey.discovery.field, survey.codes, (list) => isCounted(crawl, list)),
    options.removalShare,
    current.manifest.generation,
    findReplacedLists(crawl, survey),
  )
}

/** Surveys the lists, and keeps what was found in them without the lists. Throws what {@link takeSurvey} and {@link guardRemoval} throw. */
export async function takeGuardedSurvey(crawl: Crawl, refused?: ReadonlySet<string>): Promise<Survey> {
  const survey = await takeSurvey(crawl, refused)
  guardRemoval(crawl, survey, refused)
  return withoutLists(crawl, survey)
}

/** A survey without references to the lists. */
export function withoutLists({ current }: Crawl, survey: ListSurvey): Survey {
  const { discovery, codes, problems, lasting, titles, entries, digests } = survey
  const known = new Set<string>(current && listedBefore(current.manifest))
  // Another reading may lack them.
  const newTitles = codes.every((code) => known.has(code))
    ? []
    : survey.catalogue.datasets
        .filter(({ code, title }) => !known.has(code) && title !== code)
        .map(({ code, title }) => ({ code, title: detachString(title) }))
  return { discovery, codes, problems, ...(lasting && { lasting }), titles, newTitles, entries, digests }
}

/** Throws {@link RemovalRefused} if a survey would remove more than a run may, unless exactly that was accepted. */
export function guardRemoval(crawl: Crawl, survey: ListSurvey, refused?: ReadonlySet<string>): void {
  const removal = findRemoval(crawl, survey, refused)
  if (removal === undefined || isAccepted(crawl, removal.planId)) return
  throw refusalOf(crawl, removal, describeRemoval(crawl, removal))
}

/** Counts those of the lists that are to be compared. */
function countSome(
  crawl: Crawl,
  { lists, catalogue }: GenerationSurvey,
  field: Discovery['field'],
  codes: readonly string[],
  isCompared: (list: ListDocument) => boolean,
): Listed {
  const compared = lists.filter(({ list }) => isCompared(list))
  if (compared.length === lists.length) return countListed(lists, catalogue, codes)
  return countListed(compared, catalogueOf(crawl, compared, field, codes.map(parseDatasetCode)), codes)
}

// If one format of a list failed, the run before took the entries from the other one: what that lost was accepted then.
function openIsCurrent(
  { find }: Generation,
  lists: readonly NamedList[],
): (list: Pick<ListDocument, 'operation' | 'format'>) => boolean {
  const isStale = (operation: ListOperation, format: Format) =>
    find(fileOf({ resource: { operation }, format }))?.state === 'stale'
  const answered = new Set(
    lists.flatMap(({ list: { operation, format } }) => (isStale(operation, format) ? [] : [operation])),
  )
  return ({ operation, format }) => !answered.has(operation) || !isStale(operation, format)
}

// An html page in place of a former data list may be anything.
function isCounted({ current, options }: Crawl, { operation, format }: ListDocument): boolean {
  if (format !== 'html' || options.lists?.[operation] === 'html') return true
  return DATA_FORMATS.some((data) => {
    const stored = current?.find(fileOf({ resource: { operation }, format: data }))
    return isFromPage(stored)
  })
}

/**
 * Lists that have the bytes of another one; and short ones that have other values, in other fields or in one record where there were entries:
 * a message in place of a list. The number of entries does not show this for a list that never had many. A list that names a dataset is
 * neither.
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
    const stored = ownCopyOf(current.find(path))
    if (stored === undefined || stored.sha256 === sha256 || namesDataset(operation, format)) return []
    const before = outlineOf(stored, current.source)
    const now = outlineOf(record, draft.source)
    if (!before || !now) return []
    const owner = now.values === 0 ? undefined : findOwner(current, record)
    if (owner === undefined && !isReplaced(before, now)) return []
    const what = `values of ${operation} (${format})${owner === undefined ? '' : `, which are now those of ${owner}`}`
    return [{ what, before: before.distinct.size, left: countCommon(before, now) }]
  })
}

// The list whose stored bytes another one answers with. Both may have the same keys, such as numbers.
function findOwner(
  { manifest }: Generation,
  { operation, format, sha256 }: ManifestRecord,
): string | undefined {
  return manifest.records.find(
    (one) =>
      isStoredList(one) && one.operation !== operation && one.format === format && one.sha256 === sha256,
  )?.operation
}

/** For a list of one value, that value is enough. */
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

const SHOWN = 20
const SHOWN_CODES = 5

function describeRemoval({ options: { bases, removalShare } }: Crawl, { losses, codes }: Removal): string[] {
  const lost = losses.map(({ what, before, left }) => `${what}: ${left} of ${before} left`)
  return [
    `The lists of ${bases[0]} have lost more than a run removes without confirmation (${describeShare(removalShare)}):`,
    ...linesOfSome(lost, SHOWN),
    ...(codes.length > 0
      ? [`Datasets that would be withdrawn: ${someOf(codes.map(quoteCode), SHOWN_CODES)}.`]
      : []),
  ]
}

/**
 * Compares the current lists with the previous ones; undefined if the loss is within the limit. Of `n` entries, the share of `n` may go, at
 * least one, but never all unless the share is 1. A list that could not be read has no count now, and counts as complete. `replaced`: lists
 * that have other contents.
 */
function planRemoval(
  before: Listed,
  now: Listed,
  share: number,
  generation: string,
  replaced: readonly Loss[] = [],
): Removal | undefined {
  const codes = [...before.codes].filter((code) => !now.codes.has(code))
  const losses = [
    ...lossesOfLists(before, now),
    { what: 'datasets', before: before.codes.size, left: before.codes.size - codes.length },
    ...lossesOfKeys(before, now),
    ...lossesInGroups(before, new Set(codes)),
  ].filter((loss) => isTooMuch(loss, share))
  losses.push(...replaced)
  if (losses.length === 0) return undefined
  // New entries change how many are left, but must not change the plan id: it covers the datasets that go.
  const going = losses.map(({ what, left }) => (codes.length > 0 ? what : `${what} ${left}`))
  return { planId: planIdOf(JSON.stringify({ generation, going, codes })), losses, codes }
}

// Only lists and the whole catalogue may not become empty: a group may lose its only dataset.
function isTooMuch({ what, before, left }: Loss, share: number): boolean {
  if (share >= 1 || left >= before) return false
  if (left === 0 && !what.includes('"')) return true
  return before - left > Math.max(1, Math.floor(before * share))
}

function lossesOfLists(before: Listed, now: Listed): Loss[] {
  return [...before.entries].flatMap(([what, count]) => {
    const left = now.entries.get(what)
    return left === undefined ? [] : [{ what, before: count, left }]
  })
}

// Entries that are replaced by others, so the length of the list stays the same. An entry that kept its key or its title is the same.
function lossesOfKeys(before: Listed, now: Listed): Loss[] {
  return (['list_categories', 'list_oivs'] as const).flatMap((operation) => {
    const groupsOf = ({ groups }: Listed) => groups.filter((group) => group.operation === operation)
    const left = new Set(groupsOf(now).flatMap(({ key, title }) => [`key ${key}`, `title ${title}`]))
    const stored = groupsOf(before)
    if (left.size === 0) return []
    return [
      {
        what: `entries of ${operation}`,
        before: stored.length,
        left: stored.filter(({ key, title }) => left.has(`key ${key}`) || left.has(`title ${title}`)).length,
      },
    ]
  })
}

function lossesInGroups(before: Listed, gone: ReadonlySet<string>): Loss[] {
  return before.groups.map(({ operation, title, codes }) => ({
    what: `datasets in ${operation} ${JSON.stringify(title)}`,
    before: codes.size,
    left: [...codes].filter((code) => !gone.has(code)).length,
  }))
}

/** The contents of the lists of one crawl, as counted by the removal guard. */
interface Listed {
  readonly codes: ReadonlySet<string>
  /** Number of entries of each list: by operation, and by operation and format. */
  readonly entries: ReadonlyMap<string, number>
  readonly groups: readonly ListedGroup[]
}

/** A category or publisher, and the datasets in it. */
interface ListedGroup {
  readonly operation: 'list_categories' | 'list_oivs'
  readonly key: string
  readonly title: string
  readonly codes: ReadonlySet<string>
}

/** Counts the contents of the lists. Stored codes that are not listed do not count. */
export function countListed(
  lists: readonly NamedList[],
  { datasets, categories, oivs }: Catalogue,
  codes: Iterable<string>,
): Listed {
  const listed = new Set(codes)
  const counted = datasets.filter(({ code }) => listed.has(code))
  return {
    codes: listed,
    entries: countEntries(lists),
    groups: [
      ...groupsOf('list_categories', categories, membersOf(counted, 'categories')),
      ...groupsOf('list_oivs', oivs, membersOf(counted, 'oivs')),
    ],
  }
}

// The datasets of each key, in linear time.
function membersOf(datasets: readonly DatasetEntry[], relation: 'categories' | 'oivs') {
  const members = new Map<string, Set<string>>()
  for (const dataset of datasets)
    for (const key of dataset[relation]) {
      const codes = members.get(key) ?? new Set()
      members.set(key, codes.add(dataset.code))
    }
  return members
}

// If keys repeat, the first entry has the datasets, as on the pages.
function groupsOf(
  operation: ListedGroup['operation'],
  entries: readonly Entry[],
  members: Map<string, Set<string>>,
): ListedGroup[] {
  return entries.map(({ key, title }) => {
    const codes = members.get(key) ?? new Set<string>()
    members.delete(key)
    return { operation, key, title, codes }
  })
}

// A list of links only has entries, but no records. In a list in groups, what counts are the datasets, not the groups.
function countEntries(lists: readonly NamedList[]): Map<string, number> {
  const counts = new Map<string, number>()
  const raise = (name: string, count: number) => counts.set(name, Math.max(counts.get(name) ?? 0, count))
  for (const { list, records, paging } of lists) {
    // One page of several does not show how many entries there are.
    if (paging !== undefined) continue
    const count = Math.max(records.length, new Set(list.links.map(({ code }) => code)).size)
    raise(list.operation, count)
    raise(groupName(list.operation, list.format), count)
  }
  return counts
}

/** The display name of a list in one format: `list_datasets (json)`. */
function groupName(operation: ListOperation, format: string): string {
  return `${operation} (${format})`
}
