import { hash } from 'node:crypto'
import type { Catalogue, DatasetEntry, Entry, ListDocument, NamedList } from '../../catalogue/index.ts'
import { DATA_FORMATS, fileOf, type ListOperation, quoteCode } from '../../interface/index.ts'
import { type DataOutline, detachString, withoutDigits } from '../../reading/index.ts'
import { isStoredList, listedBefore, someOf } from '../../snapshot/index.ts'
import type { Crawl } from '../context.ts'
import { hasOtherFields, outlineOf } from '../doubts/judge.ts'
import { isMadeFromOther } from '../record-miss.ts'
import { hasNewLists, type ListSurvey, type Survey, takeSurvey } from '../survey.ts'

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
    countListed(then.lists, then.catalogue, before),
    countNow(crawl, survey),
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
  const { bases, removalShare } = crawl.options
  const removal = findRemoval(crawl, survey, refused)
  if (removal === undefined || isAccepted(crawl, removal.planId)) return
  const consent = describeConsent(crawl, removal.planId)
  throw new RemovalRefused(
    withConsent(crawl, removal),
    describeRemoval(bases[0] as string, removal, removalShare, consent),
  )
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
 * of entries does not show this for a list that never had many. A list that names a dataset is not a message.
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

const SHOWN = 5

/** A removal, and what the operator passes to accept it. */
export interface RefusedRemoval extends Removal {
  /** Its plan id, after those that were needed before; separated by commas. */
  readonly accept: string
}

/** Adds to a removal how to accept it. */
export function withConsent({ accepted }: Crawl, removal: Removal): RefusedRemoval {
  return { ...removal, accept: [...accepted, removal.planId].join(',') }
}

/** Thrown when a run would remove or replace more than it may without confirmation. Nothing was published. */
export class RemovalRefused extends Error {
  override name = 'RemovalRefused'
  readonly removal: RefusedRemoval

  constructor(removal: RefusedRemoval, message: string) {
    super(message)
    this.removal = removal
  }
}

/** The message about removals from the lists. `consent`: how to accept them. */
function describeRemoval(
  base: string,
  { losses, codes }: Removal,
  share: number,
  consent: readonly string[],
): string {
  const lines = losses.slice(0, 20).map(({ what, before, left }) => `  ${what}: ${left} of ${before} left`)
  const more = losses.length - lines.length
  return [
    `The lists of ${base} have lost more than a run removes without confirmation (${describeShare(share)}):`,
    ...lines,
    ...(more > 0 ? [`  … and ${more} more`] : []),
    ...(codes.length > 0
      ? [`Datasets that would be withdrawn: ${someOf(codes.map(quoteCode), SHOWN)}.`]
      : []),
    ...consent,
  ].join('\n')
}

/** The share that a run may remove or replace, in words. */
export function describeShare(share: number): string {
  return `${Math.round(share * 100)} %, at least one, never all; the config key removalShare`
}

/** Whether the operator accepted a plan, by its id. Adds it to `accepted` if so. */
export function isAccepted({ options, accepted }: Crawl, planId: string): boolean {
  const isAsked = idsOf(options.acceptRemovals).includes(planId)
  if (isAsked) accepted.add(planId)
  return isAsked
}

/** The end of a refusal message: which of the given plan ids do not match, and how to accept this plan together with those that matched. */
export function describeConsent({ options, accepted }: Crawl, planId: string): string[] {
  const others = idsOf(options.acceptRemovals).filter((id) => !accepted.has(id))
  return [
    'Nothing was published; the mirror is unchanged.',
    ...others.map(
      (id) =>
        `The plan id ${quoteCode(id)} does not match: the answers of the origin have changed since, or the id is mistyped.`,
    ),
    'If it is a fault of the origin, do nothing: a later run publishes again once the data are back.',
    `If the change is intended, run again with exactly this: --accept-removals ${[...accepted, planId].join(',')}`,
  ]
}

/** The plan ids of an option, which are separated by commas. */
export function idsOf(option = ''): string[] {
  return option.split(',').flatMap((id) => id.trim() || [])
}

/** A list, a group or the whole catalogue that has lost more entries than one run may remove. */
interface Loss {
  /** `list_datasets (json)`, `values of list (json)`, `datasets`, `list_oivs "Department of transport"`. */
  readonly what: string
  readonly before: number
  readonly left: number
}

/** A removal beyond the limit of a run, which needs the operator's confirmation. */
interface Removal {
  /** Identifies exactly this removal from exactly this generation. */
  readonly planId: string
  readonly losses: readonly Loss[]
  /** Datasets that would be withdrawn, in the previous order of the lists. */
  readonly codes: readonly string[]
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
  return { planId: idOf({ generation, going, codes }), losses, codes }
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

function idOf(removal: object): string {
  return hash('sha256', JSON.stringify(removal)).slice(0, 12)
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
