import { hash } from 'node:crypto'
import type { DatasetEntry } from '../catalogue/index.ts'
import {
  type DataFormat,
  type DatasetCode,
  datasetResource,
  fileOf,
  ofDataset,
  type Representation,
  type Resource,
} from '../interface/index.ts'
import { compareText, type ManifestRecord } from '../snapshot/index.ts'
import type { Crawl } from './context.ts'
import { isIntact } from './copies.ts'
import type { CrawlRun } from './run.ts'

/**
 * Fetches the datasets of a survey, except those already fetched in this run and those confirmed recently enough. Html is requested for those that answered in neither data format.
 * Missing and least recently fetched datasets go first, so that a series of runs that end early still reaches all of them.
 */
export async function fetchDatasets(
  crawl: Crawl,
  { codes, entries }: { readonly codes: readonly DatasetCode[]; readonly entries: ListedEntries },
): Promise<void> {
  const { options, run, on } = crawl
  keepRecent(crawl, entries, codes)
  for (const path of findRenewed(crawl, entries)) crawl.renewed.add(path)
  const datasets = codes.map(datasetResource)
  const wanted = oldestFirst(crawl, datasets)
    .flatMap((resource) => options.formats.map((format) => ({ resource, format })))
    .filter((representation) => {
      const path = fileOf(representation)
      return !run.misses.has(path) && run.records.get(path)?.state !== 'unasked'
    })
  on({ type: 'phase', phase: 'datasets', total: wanted.length })
  await run.fetchAll(wanted)
  noteEntries(crawl, entries, codes)
  const bare = datasets.filter((resource) =>
    options.formats.every((format) => answeredOtherwise(run, { resource, format })),
  )
  await run.fetchAll(bare.map((resource) => ({ resource, format: 'html' })))
}

function oldestFirst({ options, current }: Crawl, datasets: readonly Resource[]): Resource[] {
  const fetchedAt = (resource: Resource, format: DataFormat) =>
    current?.find(fileOf({ resource, format }))?.fetchedAt ?? ''
  return datasets
    .map((resource) => ({
      resource,
      since: options.formats.map((format) => fetchedAt(resource, format)).sort()[0] ?? '',
    }))
    .sort((a, b) => compareText(a.since, b.since))
    .map(({ resource }) => resource)
}

// The origin answered, but without this representation, so its html may be available.
function answeredOtherwise({ misses }: CrawlRun, representation: Representation): boolean {
  const kind = misses.get(fileOf(representation))?.failure.kind
  return kind !== undefined && kind !== 'network' && kind !== 'timeout'
}

const DAY = 24 * 3_600_000
/** A longer `max-age` is one that nobody chose for data. */
const LONGEST_MAX_AGE = 30 * DAY

/** The entry of a dataset in the lists. */
interface Listed {
  /** Changes if any of its fields changes. */
  readonly digest: string
  /** Whether the lists state when it was updated. */
  readonly isDated: boolean
}

/** The entries of datasets in the lists, by code. */
export type ListedEntries = ReadonlyMap<string, Listed>

/** Digests the entries of datasets. */
export function digestEntries(datasets: readonly DatasetEntry[]): ListedEntries {
  return new Map(
    datasets.map(({ code, updated, fields }) => [
      code,
      { digest: digestOf([updated, ...fields]), isDated: updated !== undefined },
    ]),
  )
}

function digestOf(entry: readonly unknown[]): string {
  return hash('sha256', JSON.stringify(entry), 'buffer').toString('hex', 0, 8)
}

const NO_ENTRY = digestOf([undefined])

/** Whether the lists have an entry of a dataset. Those that only earlier lists named have none. */
export function hasEntry(entries: ListedEntries, code: string): boolean {
  const { digest = NO_ENTRY } = entries.get(code) ?? {}
  return digest !== NO_ENTRY
}

/** How long the copies of a dataset whose entry is unchanged may be used without a request. */
interface RevisitRules {
  /** Days, for datasets whose entries are dated. Default: 0. */
  readonly revisit?: number | undefined
  /** Whether the `max-age` of the origin is obeyed for all datasets. Default: `ignore`. */
  readonly cacheControl?: 'obey' | 'ignore' | undefined
}

/**
 * The stored copies that need no request by these rules, by path: those of datasets of which every format was confirmed recently enough, in
 * a run with the same entry, without a failure since. Nothing is read or written; the files may be damaged.
 */
export function findRecent(
  { current, options, run, draft, now }: Crawl,
  entries: ListedEntries,
  codes: readonly DatasetCode[],
  rules: RevisitRules,
): Map<string, ManifestRecord> {
  const recent = new Map<string, ManifestRecord>()
  const { revisit = 0, cacheControl = 'ignore' } = rules
  if (current === undefined || (revisit === 0 && cacheControl === 'ignore')) return recent
  const at = now().getTime()
  for (const code of codes) {
    const paths = options.formats.map((format) => fileOf(ofDataset(code, format)))
    const isBegun = paths.some((path) =>
      [run.records, run.misses, draft.resumed, draft.earlier].some((known) => known.has(path)),
    )
    const copies = isBegun ? [] : paths.flatMap((path) => current.find(path) ?? [])
    const entry = entries.get(code)
    if (copies.length === paths.length && copies.every((copy) => isRecent(copy, entry, at, rules)))
      for (const copy of copies) recent.set(copy.path, copy)
  }
  return recent
}

const CONFIRMED: readonly string[] = ['fetched', 'unchanged', 'unasked']

function isRecent(
  { state, fetchedAt, listed, maxAge = 0, doubted }: ManifestRecord,
  entry: Listed | undefined,
  now: number,
  { revisit = 0, cacheControl = 'ignore' }: RevisitRules,
): boolean {
  if (!CONFIRMED.includes(state) || doubted !== undefined || entry === undefined || listed !== entry.digest)
    return false
  const days = entry.isDated ? revisit * DAY : 0
  const longest = Math.max(days, cacheControl === 'obey' ? Math.min(maxAge * 1000, LONGEST_MAX_AGE) : 0)
  const age = now - Date.parse(fetchedAt ?? '')
  // A time in the future comes from a wrong clock.
  return age >= 0 && age < longest
}

/** If more than half of the entries changed, and more than this many, it is a counter that changes on every request. */
const FEW_RENEWED = 10

/**
 * The paths of stored copies of datasets whose dated entries in the lists are others than when they were requested. An origin that confirms
 * such a copy by its ETag may confirm any copy, so it is requested in full. All entries count, also where a run fetches only some datasets.
 */
function findRenewed({ current, options }: Crawl, entries: ListedEntries): readonly string[] {
  const renewed = [...entries].map(([code, { digest, isDated }]) => {
    const paths = options.formats.map((format) => fileOf(ofDataset(code as DatasetCode, format)))
    return paths.filter((path) => {
      const listed = current?.find(path)?.listed
      return isDated && listed !== undefined && listed !== digest
    })
  })
  const { length } = renewed.filter((paths) => paths.length > 0)
  return length > FEW_RENEWED && length * 2 > renewed.length ? [] : renewed.flat()
}

/** Carries over the datasets that need no request in this run. A damaged copy is left to be requested. */
function keepRecent(crawl: Crawl, entries: ListedEntries, codes: readonly DatasetCode[]): void {
  const { current, draft, run, options } = crawl
  for (const [path, copy] of findRecent(crawl, entries, codes, options)) {
    if (current === undefined || !isIntact(current, copy, draft.startedAt)) continue
    draft.carry(current, path)
    // It is not in the journal: a run that resumes this one decides again.
    run.records.set(path, { ...copy, state: 'unasked' })
  }
}

/** Notes in the records of these datasets, as far as they were requested in this run, with which entries they were listed. */
export function noteEntries(
  { run, draft, options }: Crawl,
  entries: ListedEntries,
  codes: readonly DatasetCode[],
): void {
  for (const code of codes)
    for (const format of options.formats) {
      const path = fileOf(ofDataset(code, format))
      const record = run.records.get(path)
      // What an interrupted run fetched may be older than the entry.
      if (record === undefined || record.state === 'unasked' || record === draft.resumed.get(path)) continue
      const { listed: _, ...rest } = record
      const { digest, isDated = false } = entries.get(code) ?? {}
      const isUsed = isDated || options.cacheControl === 'obey'
      run.records.set(path, digest !== undefined && isUsed ? { ...rest, listed: digest } : rest)
    }
}
