import {
  buildCatalogue,
  type Catalogue,
  type ListDocument,
  type NamedList,
  nameLists,
} from '../catalogue/index.ts'
import { FetchFailure } from '../http/index.ts'
import {
  API_PATH,
  addressOf,
  DATA_FORMATS,
  DATASET_OPERATION,
  type DataFormat,
  type DatasetCode,
  type DeclaredLists,
  datasetResource,
  fileOf,
  LIST_OPERATIONS,
  listsOf,
  parseDatasetCode,
  type Representation,
} from '../interface/index.ts'
import {
  type Generation,
  isFromPage,
  isStoredList,
  type KnownTitle,
  listedBefore,
  type ManifestRecord,
  ownCopyOf,
  type Problem,
} from '../snapshot/index.ts'
import { describeRefusedAccess } from './audit.ts'
import type { Crawl } from './context.ts'
import { digestEntries, type ListedEntries } from './datasets.ts'
import { rejectPagesWithoutData } from './derive.ts'
import { type Discovered, discoverCodes } from './discover.ts'
import { isControlAnswer, isSameAnswer } from './doubts/controls.ts'
import { digestLists, type ListDigests } from './list-changes.ts'
import { findCatalogueRemarks, findListRemarks, findLostFacts } from './list-remarks.ts'
import { withPaging } from './partial.ts'
import { planCodes } from './plan-codes.ts'
import { CONTROL, type Discovery } from './probe-codes.ts'
import { findStoredSurvey } from './stored-survey.ts'
import { readStoredLists } from './survey-generation.ts'

/** What was found in the lists. It has no references to their entries, which take ten times its memory. */
export interface Survey {
  readonly discovery: Discovered
  readonly codes: readonly DatasetCode[]
  readonly problems: readonly Problem[]
  /** Those of the problems that do not compare the lists with earlier ones, if that is known. */
  readonly lasting?: readonly Problem[]
  /** The last known titles of datasets that have no title in the lists any more. */
  readonly titles: readonly KnownTitle[]
  /** The titles of datasets that the run before did not list. */
  readonly newTitles?: readonly KnownTitle[]
  readonly entries: ListedEntries
  /** Codes that the origin did not have when they were requested. */
  readonly refused?: ReadonlySet<string>
  /** Digests of the lists, to compare them with another reading. */
  readonly digests: () => ListDigests
}

/** The parsed lists, and what was found in them. */
export interface ListSurvey extends Survey {
  readonly lists: readonly NamedList[]
  readonly catalogue: Catalogue
}

/** Fetches the lists. Throws {@link OriginUnreachable} if none could be fetched. */
export async function fetchLists(crawl: Crawl): Promise<void> {
  const { options, run, on, current } = crawl
  const wanted = listRepresentations(options.formats, options.lists)
  on({ type: 'phase', phase: 'lists', total: wanted.length })
  await run.fetchAll(wanted)
  await run.fetchAll(listsWithout(new Set(run.records.keys()), options.lists))
  rejectPagesWithoutData(crawl)
  rejectPagedGroups(crawl)
  if (run.records.size === 0 || hasOnlyPages(run, current, options.lists))
    throw unreachable(crawl, 'answered with an html page in place of its data')
}

// A list of categories or publishers that is one page of several, with fewer entries than its whole copy, does not replace it: datasets would
// lose what they belong to. A list of datasets does, because the datasets of the run before stay listed.
function rejectPagedGroups(crawl: Crawl): void {
  const { run, draft, current, mayHavePaging, options, surveyCurrent } = crawl
  const isChanged = ({ path, sha256 }: ManifestRecord) => {
    const copy = ownCopyOf(current?.find(path))
    return copy?.sha256 !== undefined && copy.sha256 !== sha256
  }
  const changed = [...run.records.values()].filter(
    (record) =>
      (record.operation === 'list_categories' || record.operation === 'list_oivs') &&
      (mayHavePaging.has(record.path) || record.pagingHeaders !== undefined) &&
      isChanged(record),
  )
  if (changed.length === 0 || current === undefined) return
  const copies = withPaging(
    surveyCurrent()?.lists ?? [],
    current.manifest.records.filter(isStoredList),
    options.notPaged,
  )
  const fetched = withPaging(
    nameLists(readStoredLists(changed, draft.source), { codes: new Set(), field: undefined }),
    changed.filter(isStoredList),
    options.notPaged,
  )
  for (const { list, paging, records } of fetched) {
    const { operation, format } = list
    const copy = copies.find((one) => one.list.operation === operation && one.list.format === format)
    if (paging === undefined || copy === undefined || copy.paging !== undefined) continue
    if (copy.records.length <= records.length) continue
    const representation: Representation = { resource: { operation }, format }
    const message = `answered 200 with what may be one page of several (${paging}): ${records.length} entries where the copy has ${copy.records.length}. If it is complete, add the list to the config key notPaged`
    run.reject(
      representation,
      new FetchFailure('loss', addressOf(crawl.base, representation), message, { status: 200 }),
    )
  }
}

// `pages`: what is wrong with the html pages that answered.
function unreachable({ options, run, current }: Crawl, pages: string): OriginUnreachable {
  const failures = [...run.misses.values()].map(({ failure }) => failure)
  const answered = [...run.records.values()].map(({ address }) => ({ address, message: pages }))
  return new OriginUnreachable(options.bases, failures, current !== undefined, answered)
}

// If the lists were data before, html pages alone are probably an error page.
function hasOnlyPages(
  { records }: Crawl['run'],
  current: Crawl['current'],
  declared: DeclaredLists = {},
): boolean {
  if (Object.values(declared).includes('html')) return false
  const stored = current?.manifest.records.filter(isStoredList) ?? []
  return (
    stored.length > 0 &&
    !stored.some(isFromPage) &&
    [...records.values()].every(({ format }) => format === 'html')
  )
}

/**
 * Parses the fetched lists and finds the dataset codes; fetches the html of the lists if the data formats contain none. Throws {@link
 * OriginUnreachable} if there are only html pages without any codes. `refused`: codes that the origin does not have, as requests of this run
 * have shown.
 */
export async function takeSurvey(
  crawl: Crawl,
  refused: ReadonlySet<string> = new Set(),
): Promise<ListSurvey> {
  crawl.on({ type: 'phase', phase: 'codes', total: 0 })
  const same = findSurveyBefore(crawl)
  if (same !== undefined) return same
  let found = await discover(crawl, refused)
  for (const format of crawl.options.formats.slice(1))
    if (found.discovery.codes.length <= crawl.options.codes.length)
      found = await discover(crawl, refused, format)
  if (found.discovery.codes.length <= crawl.options.codes.length) {
    await crawl.run.fetchAll(
      listsOf(crawl.options.lists).map((operation) => ({ resource: { operation }, format: 'html' })),
    )
    found = await discover(crawl, refused)
  }
  // Html pages without datasets in place of the lists belong to another service.
  const isNew = crawl.current === undefined && found.discovery.codes.length === 0
  if (isNew && crawl.run.misses.size > 0 && found.lists.every(({ list }) => list.format === 'html'))
    throw unreachable(crawl, 'answered with an html page in which no datasets were found')
  const { codes, problems } = planCodes(crawl, found.discovery, found.lists)
  const catalogue = catalogueOf(crawl, found.lists, found.discovery.field, codes)
  const digested = digestLists(found.lists, codes)
  const survey = { ...found, codes, catalogue, problems, digests: () => digested }
  const { lost, remarks, titles, entries } = compareBefore(crawl, survey)
  const lasting = [
    ...findListRemarks(found.lists, found.discovery.codes, crawl.options),
    ...found.discovery.problems,
    ...problems,
    ...remarks,
  ]
  return {
    ...survey,
    titles,
    entries,
    ...(!found.discovery.isUnclear && { lasting }),
    problems: [...lasting, ...lost],
  }
}

// The survey of the run before, if it was made of the same lists. They are read only when they are needed, because that takes as long as
// requesting thousands of datasets.
function findSurveyBefore(crawl: Crawl): ListSurvey | undefined {
  const { current, run } = crawl
  const found = current && !hasNewLists(crawl, current) ? findStoredSurvey(crawl) : undefined
  if (current === undefined || found === undefined) return undefined
  const records = [...run.records.values()].filter(isStoredList)
  const codes = listedBefore(current.manifest).map(parseDatasetCode)
  const { field, evidence } = current.manifest.codes
  const discovery = { codes, field, evidence, problems: [] }
  let lists: readonly NamedList[] | undefined
  const readLists = () => {
    lists ??= nameFetchedLists(crawl, readStoredLists(records, current.source), discovery)
    return lists
  }
  return {
    get lists() {
      return readLists()
    },
    get catalogue() {
      return catalogueOf(crawl, readLists(), field, codes)
    },
    digests: () => digestLists(readLists(), codes),
    discovery,
    codes,
    problems: found.problems,
    lasting: found.problems,
    titles: current.manifest.titles ?? [],
    entries: found.entries,
  }
}

interface Comparison {
  readonly remarks: readonly Problem[]
  /** Problems in comparison with the lists of the run before. */
  readonly lost: readonly Problem[]
  readonly titles: readonly KnownTitle[]
  readonly entries: ListedEntries
}

function compareBefore(crawl: Crawl, survey: Pick<ListSurvey, 'lists' | 'catalogue'>): Comparison {
  const { current, options, run } = crawl
  const { catalogue } = survey
  const listed = survey.lists.filter(
    ({ list: { operation, format } }) =>
      (format !== 'html' || options.lists?.[operation] === 'html') &&
      (operation === 'list' || operation === 'list_datasets'),
  )
  const entries = Math.max(0, ...listed.map(({ records }) => records.length))
  // For a failed list, the stored copy is published, so its contents are not lost.
  const hasAll = ![...run.misses.keys()].some((path) => ownCopyOf(current?.find(path)))
  const stored = current && hasNewLists(crawl, current) ? crawl.surveyCurrent()?.catalogue : undefined
  const before = hasAll ? stored : undefined
  const titles = keepTitles(catalogue, stored?.datasets ?? current?.manifest.titles ?? [])
  return {
    titles,
    entries: digestEntries(catalogue.datasets),
    remarks: findCatalogueRemarks(catalogue, options.fields, entries, titles.length > 0),
    lost: before ? findLostFacts(before, catalogue, options.removalShare) : [],
  }
}

function keepTitles({ datasets }: Catalogue, before: readonly KnownTitle[]): KnownTitle[] {
  const known = new Map(before.map(({ code, title }) => [code, title]))
  return datasets.flatMap(({ code, title }) => {
    const last = known.get(code) ?? code
    return title === code && last !== code ? [{ code, title: last }] : []
  })
}

/** Whether a fetched list differs from the published generation. */
export function hasNewLists({ run }: Crawl, current: Generation): boolean {
  return [...run.records.values()].some(
    ({ code, path, sha256 }) => code === undefined && current.find(path)?.sha256 !== sha256,
  )
}

async function discover(
  crawl: Crawl,
  refused: ReadonlySet<string>,
  format = crawl.options.formats[0] as DataFormat,
): Promise<{ discovery: Discovered; lists: NamedList[] }> {
  const { options, run, current } = crawl
  const documents = readFetchedLists(crawl)
  const probeOf = (code: string, one = format): Representation => ({
    resource: datasetResource(code as DatasetCode),
    format: one,
  })
  const before = {
    codes: new Set<string>(current && listedBefore(current.manifest)).difference(refused),
    field: current?.manifest.codes.field,
    evidence: current?.manifest.codes.evidence,
  }
  const discovery = await discoverCodes({
    documents,
    hosts: options.bases.map((address) => new URL(address).host),
    configured: options.codes,
    namedField: options.fields.code,
    before,
    refused,
    format,
    ask: async (code) => {
      // The answer for a code that does not exist is compared with the bodies in all formats later.
      const others = code === CONTROL ? options.formats.filter((one) => one !== format) : []
      const [failure] = await Promise.all([format, ...others].map((one) => run.probe(probeOf(code, one))))
      return failure
    },
    differs: (code, other) => {
      const [one, two] = [code, other].map((some) => run.records.get(fileOf(probeOf(some))))
      if (one === undefined || two === undefined) return false
      return other === CONTROL ? !isControlAnswer(crawl, one) : !isSameAnswer(crawl, one, two)
    },
  })
  return { discovery, lists: nameFetchedLists(crawl, documents, discovery) }
}

/** The lists by the datasets that were discovered in them. */
export function nameFetchedLists(
  { options, run }: Crawl,
  documents: readonly ListDocument[],
  { codes, field }: Discovery,
): NamedList[] {
  const lists = nameLists(documents, { codes: new Set(codes), field })
  return withPaging(lists, [...run.records.values()].filter(isStoredList), options.notPaged)
}

/** The catalogue of lists that were fetched. */
export function catalogueOf(
  { options }: Crawl,
  lists: readonly NamedList[],
  codeField: Discovery['field'],
  codes: readonly DatasetCode[],
): Catalogue {
  const documents = lists.map(({ list }) => list)
  return buildCatalogue({ documents, lists, codes, codeField, named: options.fields })
}

/** Parses the lists that were fetched. One that is too large to parse counts as failed. */
export function readFetchedLists({ draft, run }: Crawl): ListDocument[] {
  const records = [...run.records.values()]
  return readStoredLists(records, draft.source, ({ operation, format, address }, error) => {
    if (error.fault !== 'large' || operation === 'get_dataset') return
    const message = `answered 200 with a list that is too large: ${error.message.replace(/\.$/, '')}`
    run.reject(
      { resource: { operation }, format },
      new FetchFailure('large', address ?? '', message, { status: 200 }),
    )
  })
}

/** The representations of the lists in these formats. Declared html lists have only html; declared absent ones are left out. */
function listRepresentations(formats: readonly DataFormat[], declared: DeclaredLists = {}): Representation[] {
  return listsOf(declared).flatMap((operation) =>
    (declared[operation] === 'html' ? (['html'] as const) : formats).map((format) => ({
      resource: { operation },
      format,
    })),
  )
}

/** The lists that could be fetched in neither data format, for which html is the fallback. Declared ones are left out. */
function listsWithout(paths: ReadonlySet<string>, declared: DeclaredLists = {}): Representation[] {
  return listsOf(declared)
    .filter(
      (operation) =>
        declared[operation] === undefined &&
        !DATA_FORMATS.some((format) => paths.has(fileOf({ resource: { operation }, format }))),
    )
    .map((operation) => ({ resource: { operation }, format: 'html' }))
}

/** Statuses of addresses without such an operation. */
const NO_OPERATION = new Set([400, 404, 405, 406, 410, 501])
const INTERFACE = [...LIST_OPERATIONS, `${DATASET_OPERATION}/<dataset_code>`]
  .map((operation) => `/${API_PATH}/${operation}/`)
  .join(', ')
const ANOTHER_SERVICE = `This does not look like a service that can be mirrored. It must answer at five addresses below the given one: ${INTERFACE} (README.md, "Mirror a real service"). Check the address; it may have a path.`

/**
 * Thrown when no list could be fetched, or only pages without datasets. The message states what each address answered, grouped by failure.
 * If the answers look like another service and there is no snapshot, it also describes the expected interface; if they redirect to the lists
 * at another address, it names that.
 */
export class OriginUnreachable extends Error {
  override name = 'OriginUnreachable'

  /** `answered`: the lists that answered, and why that is not enough. */
  constructor(
    bases: readonly string[],
    failures: readonly FetchFailure[],
    isKnown: boolean,
    answered: readonly Pick<FetchFailure, 'address' | 'message'>[] = [],
  ) {
    const alike = Map.groupBy([...failures, ...answered], ({ message }) => message)
    const seen = [...alike].map(([message, group]) => {
      const [first = '', ...others] = [...new Set(group.map(({ address }) => address))].sort()
      return `  ${first}${others.length > 0 ? ` and ${others.length} more` : ''}: it ${message}`
    })
    const refused = failures
      .map(({ status }) => describeRefusedAccess(status))
      .find((one) => one !== undefined)
    const other = !isKnown && failures.every(isOfOtherService) ? ANOTHER_SERVICE : refused
    const advice = describeMove(failures) ?? other
    const hint = advice === undefined ? '' : `\n${advice}`
    super(`Found no usable list at ${bases.join(' or ')}:\n${seen.join('\n')}${hint}`, {
      cause: failures[0],
    })
  }
}

function isOfOtherService({ kind, status = 0 }: FetchFailure): boolean {
  return kind === 'foreign' || kind === 'malformed' || (kind === 'status' && NO_OPERATION.has(status))
}

// What to do if all redirects lead to the same lists at one other address.
function describeMove(failures: readonly FetchFailure[]): string | undefined {
  const moved = failures.filter(({ kind, facts }) => kind === 'redirect' && facts.to !== undefined)
  const [base, ...others] = new Set(moved.map(({ address, facts }) => findNewBase(address, `${facts.to}`)))
  if (base === undefined || others.length > 0) return undefined
  return `The lists redirect to ${base}. If the service has moved there, put that address before the old one in the config key origin.`
}

// The base of the address that a list redirects to. One without encryption is none in place of one with it.
function findNewBase(address: string, to: string): string | undefined {
  const [from, target] = [new URL(address), URL.parse(to)]
  if (target === null || (from.protocol === 'https:' && target.protocol !== from.protocol)) return undefined
  const list = from.pathname.slice(from.pathname.lastIndexOf(`/${API_PATH}/`))
  const base = `${target.pathname.replace(/\/$/, '')}/`
  return base.endsWith(list) ? `${target.origin}${base.slice(0, 1 - list.length)}` : undefined
}
