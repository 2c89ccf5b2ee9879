import { type Inference, inferenceOfCodes, spread } from '../catalogue/index.ts'
import {
  type DatasetCode,
  fileOf,
  listsOf,
  ofDataset,
  type Representation,
  type Resource,
} from '../interface/index.ts'
import {
  type HistoryLimits,
  listedBefore,
  type ManifestRecord,
  makeScratch,
  measureHistory,
  type Problem,
  removeLeft,
} from '../snapshot/index.ts'
import { describeMisses } from './audit.ts'
import { isAccepted, type RefusedRemoval, withConsent } from './consent.ts'
import { type Crawl, type CrawlOptions, findResumablePaths, openCrawl } from './context.ts'
import { findRecent } from './datasets.ts'
import { finalizeRecords } from './finalize-records.ts'
import { CONTROL } from './probe-codes.ts'
import { findRemoval } from './removal-guard.ts'
import type { Listener } from './run.ts'
import { type Pin, pinCrawl } from './shard/pin.ts'
import { fetchLists, type ListSurvey, takeSurvey } from './survey.ts'

/** What a crawl would do with the current lists. */
export interface CrawlPlan {
  readonly origin: readonly string[]
  /** Number of entries of each fetched list, by path. */
  readonly lists: readonly { readonly path: string; readonly entries: number }[]
  readonly datasets: number
  /** Dataset codes that would be new, withdrawn, or listed again. */
  readonly added: readonly string[]
  readonly withdrawn: readonly string[]
  readonly returned: readonly string[]
  /** What the removal guard would reject. */
  readonly removal?: RefusedRemoval
  /** Number of requests of a crawl without failures and redirects; less what an interrupted one fetched, if it would be resumed. */
  readonly requests: number
  /** Number of copies that need no request by the config keys `revisit` and `cacheControl`. */
  readonly unasked: number
  /** What `revisit` would save if it were set; absent if it is, and if it would save nothing. */
  readonly revisit?: { readonly days: number; readonly saves: number }
  /**
   * Estimated bytes of all bodies. Least: no stored copy has changed, and new ones have the median size of a sample. Most: everything has
   * changed, new ones have the mean size of the sample, and lists are read twice.
   */
  readonly bytes: RequestRange
  /** What the former versions take now, and their limits; absent if none are kept. */
  readonly history?: { readonly versions: number; readonly bytes: number; readonly limits: HistoryLimits }
  /** Estimated time in ms at the speed of the sample, with all requests parallel, and with one at a time. */
  readonly milliseconds: RequestRange
  /** What was inferred from the lists, with the evidence. */
  readonly inferences: readonly Inference[]
  readonly problems: readonly Problem[]
  /** Number of requests made for this plan. */
  readonly asked: number
  /** What a crawl by several runs starts from. */
  readonly pin: Pin
}

export interface RequestRange {
  readonly least: number
  readonly most: number
}

const SAMPLE = 12
/** The value of `revisit` for which a plan states the saving. */
const SUGGESTED_DAYS = 30

/** Reads the lists and a few datasets, and reports what a crawl would do. Changes nothing. Throws like a crawl, except RemovalRefused. */
export async function planCrawl(
  options: CrawlOptions,
  on: Listener = () => {},
  now = () => new Date(),
): Promise<CrawlPlan> {
  const scratch = makeScratch()
  try {
    return await planIn(scratch, options, on, now)
  } finally {
    removeLeft(scratch)
  }
}

async function planIn(
  scratch: string,
  options: CrawlOptions,
  on: Listener,
  now: () => Date,
): Promise<CrawlPlan> {
  const crawl = openCrawl(options, on, now, scratch)
  try {
    await fetchLists(crawl)
    const survey = await takeSurvey(crawl)
    const pin = pinCrawl(crawl, survey)
    const resumed = findResumablePaths(options, now())
    const requests = countRequests(crawl, survey, resumed)
    const measured = await measure(crawl, survey)
    return { ...describe(crawl, survey, requests, measured, resumed), pin }
  } finally {
    await crawl.close()
  }
}

/** Numbers of requests. */
interface Requests {
  /** Of a crawl. */
  readonly requests: number
  /** Not sent by the settings, and by a `revisit` of this many days in addition to that. */
  readonly unasked: number
  readonly saves: number
}

// Called when the codes have been found: what was requested for that is not requested again, except the lists, at the end. `resumed`: the
// paths of what an interrupted run fetched.
function countRequests(crawl: Crawl, { entries, codes }: ListSurvey, resumed: ReadonlySet<string>): Requests {
  const { options, run, client } = crawl
  const wanted = codes.flatMap((code) => options.formats.map((format) => ofDataset(code, format)))
  const isBegun = (code: DatasetCode) =>
    options.formats.some((format) => resumed.has(fileOf(ofDataset(code, format))))
  const others = codes.filter((code) => !isBegun(code))
  const unasked = findRecent(crawl, entries, others, options)
  const most = findRecent(crawl, entries, others, { ...options, revisit: SUGGESTED_DAYS }).size
  const left = [...wanted, ...findControls(crawl, wanted)]
    .map(fileOf)
    .filter((path) => ![run.records, unasked, resumed].some((known) => known.has(path)))
  const read = [...run.records.values()]
  const lists = read.filter(({ code }) => code === undefined).length
  const spared = read.filter(({ path }) => resumed.has(path)).length
  return {
    requests: client.requests - spared + left.length + lists,
    unasked: unasked.size,
    saves: most - unasked.size,
  }
}

interface Measured {
  /** Sizes of the bodies of new representations, in bytes. */
  readonly median: number
  readonly mean: number
  /** Mean duration of a request, in ms. */
  readonly pace: number
}

// Measures a few new datasets to estimate the size of the others and the speed of the origin.
async function measure({ run, current, options }: Crawl, { codes }: ListSurvey): Promise<Measured> {
  const wanted = codes.flatMap((code) => options.formats.map((format) => ofDataset(code, format)))
  const unknown = wanted.filter((one) => current?.find(fileOf(one))?.sha256 === undefined)
  const sample = spread(unknown.length > 0 ? unknown : wanted, SAMPLE)
  const began = performance.now()
  for (const one of sample) await run.probe(one)
  const sizes = sample.flatMap((one) => run.records.get(fileOf(one))?.bytes ?? []).sort((a, b) => a - b)
  const median = sizes[Math.floor((sizes.length - 1) / 2)] ?? 0
  const mean = sizes.reduce((sum, bytes) => sum + bytes, 0) / Math.max(1, sizes.length)
  return { median, mean, pace: (performance.now() - began) / Math.max(1, sample.length) }
}

function describe(
  crawl: Crawl,
  survey: ListSurvey,
  { requests, unasked, saves }: Requests,
  measured: Measured,
  resumed: ReadonlySet<string>,
): Omit<CrawlPlan, 'pin'> {
  const { options, current, client, remarks } = crawl
  const { codes, lists: named, discovery, problems } = survey
  const before = new Set(current && listedBefore(current.manifest))
  const stored = new Set(current?.manifest.codes.order)
  const listed = new Set<string>(codes)
  const removal = findRemoval(crawl, survey)
  const left = codes
    .flatMap((code) => options.formats.map((format) => fileOf(ofDataset(code, format))))
    .filter((path) => !resumed.has(path))
  return {
    origin: options.bases,
    lists: named.map(({ list: { operation, format, links }, records }) => ({
      path: fileOf({ resource: { operation }, format }),
      entries: Math.max(records.length, new Set(links.map(({ code }) => code)).size),
    })),
    datasets: codes.length,
    added: codes.filter((code) => !stored.has(code)),
    withdrawn: [...before].filter((code) => !listed.has(code)),
    returned: codes.filter((code) => stored.has(code) && !before.has(code)),
    ...(removal && !isAccepted(crawl, removal.planId) && { removal: withConsent(crawl, removal) }),
    requests,
    unasked,
    ...(options.revisit === undefined && saves > 0 && { revisit: { days: SUGGESTED_DAYS, saves } }),
    ...(options.history && {
      history: { ...measureHistory(current?.manifest), limits: options.history },
    }),
    bytes: estimateBytes(crawl, left, measured),
    milliseconds: estimateTime(options, requests, measured.pace),
    inferences: [inferenceOfCodes(discovery), ...survey.catalogue.inferences],
    problems: [...problems, ...remarks, ...findListGaps(crawl)],
    asked: client.requests,
  }
}

// Finalizes the lists like a crawl, in the temporary folder of the plan.
function findListGaps(crawl: Crawl): Problem[] {
  const { options, run, base } = crawl
  const lists = listsOf(options.lists).map((operation): Resource => ({ operation }))
  const records = finalizeRecords(crawl, lists, new Set())
  return describeMisses(base, run.misses.values(), records)
}

// If anything is new, a dataset that does not exist is requested as well, to recognise the answer for it.
function findControls(
  { current, options, run }: Crawl,
  wanted: readonly Representation[],
): readonly Representation[] {
  const unknown = wanted.filter((one) => current?.find(fileOf(one))?.sha256 === undefined)
  const formats = new Set(options.refuse.includes('mismatches') ? unknown.map(({ format }) => format) : [])
  return options.formats
    .filter((format) => formats.has(format))
    .map((format) => ofDataset(CONTROL, format))
    .filter((control) => !run.isKnown(control))
}

function estimateBytes(
  { current, run }: Crawl,
  paths: readonly string[],
  { median, mean }: Measured,
): RequestRange {
  const sum = (sizes: readonly number[]) => sizes.reduce((total, bytes) => total + bytes, 0)
  const stored = paths.flatMap((path) => current?.find(path)?.bytes ?? [])
  const unknown = paths.length - stored.length
  const lists = [...run.records.values()].filter(({ code }) => code === undefined)
  const changed = lists.filter(({ path, sha256 }) => current?.find(path)?.sha256 !== sha256)
  const sizesOf = (records: readonly ManifestRecord[]) => records.map(({ bytes = 0 }) => bytes)
  return {
    least: Math.round(sum(sizesOf(changed)) + unknown * median),
    most: Math.round(2 * sum(sizesOf(lists)) + sum(stored) + unknown * mean),
  }
}

function estimateTime(
  { concurrency, rate = Number.POSITIVE_INFINITY }: CrawlOptions,
  requests: number,
  pace: number,
): RequestRange {
  const at = (each: number) => Math.round(requests * Math.max(each, 1000 / rate))
  return { least: at(pace / concurrency), most: at(pace) }
}
