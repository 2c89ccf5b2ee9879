import { type DatasetCode, fileOf, ofDataset, quoteCode, type Resource } from '../interface/index.ts'
import { gap, isInFuture, type ManifestRecord, ownCopyOf, type Problem } from '../snapshot/index.ts'
import type { Crawl } from './context.ts'
import { deriveMissing, findMissedPages, recordMissedPage } from './derive.ts'
import { CONTROLS } from './probe-codes.ts'
import { carryWithdrawn, recordMiss } from './record-miss.ts'

/**
 * All records of a run, by path: fetched copies; for each failure, the last good copy, else one derived from the other format, else the
 * last derived one, else a record of a missing copy. `replaced`: paths of copies that are replaced in this run, also by a page.
 */
export function finalizeRecords(
  crawl: Crawl,
  resources: readonly Resource[],
  replaced: ReadonlySet<string>,
): Map<string, ManifestRecord> {
  const { run, draft, options } = crawl
  const { formats } = options
  const html = new Map<string, ManifestRecord>()
  const records = new Map<string, ManifestRecord>()
  const isListed = openListed(resources)
  for (const [path, record] of run.records) {
    if (record.format === 'html') html.set(path, record)
    else if (formats.includes(record.format) && isListed(record)) records.set(path, record)
  }
  const pages = findMissedPages(crawl, html)
  // Html is a fallback, so a failure to fetch it is no gap of its own. Nor are datasets that left the lists during the run.
  for (const [path, { representation }] of run.misses)
    if (!isListed(representation.resource) || !formats.some((format) => format === representation.format))
      run.misses.delete(path)
  const mayKeep = (stored: ManifestRecord) => ownCopyOf(stored) !== undefined && !replaced.has(stored.path)
  for (const [path, { representation, failure }] of run.misses)
    records.set(path, recordMiss(crawl, representation, failure, mayKeep, records.get(path)))
  for (const page of pages) {
    run.misses.set(fileOf(page.representation), page)
    for (const record of recordMissedPage(crawl, page)) records.set(record.path, record)
  }
  const refused = deriveMissing(crawl, records, resources, html)
  for (const [path, { representation, failure }] of run.misses)
    if (records.get(path)?.state === 'missing') {
      // Also of a page that replaces its copy, but could not be derived.
      const carried = recordMiss(crawl, representation, failure, (stored) => !mayKeep(stored))
      const why = refused.get(path)
      records.set(path, why === undefined ? carried : { ...carried, reason: `${carried.reason}; ${why}` })
    }
  // Bodies requested only to find the codes have no record, so their files are removed.
  for (const [path, { format }] of run.records)
    if (format !== 'html' && !records.has(path)) draft.discard(path)
  for (const path of draft.resumed.keys()) if (!records.has(path) && !html.has(path)) draft.discard(path)
  for (const code of CONTROLS) for (const format of formats) draft.discard(fileOf(ofDataset(code, format)))
  return records
}

// Whether a record or a resource is one of these.
function openListed(
  resources: readonly Resource[],
): (one: { readonly operation: string; readonly code?: string | undefined }) => boolean {
  const operations = new Set<string>()
  const codes = new Set<string>()
  for (const resource of resources)
    if ('code' in resource) codes.add(resource.code)
    else operations.add(resource.operation)
  return ({ operation, code }) => (code === undefined ? operations.has(operation) : codes.has(code))
}

/** The copies of datasets that are no longer listed. */
export interface Withdrawn {
  readonly records: readonly ManifestRecord[]
  readonly codes: readonly string[]
  readonly problems: readonly Problem[]
}

const DAY = 24 * 3_600_000

/**
 * Carries over the datasets that left the lists, except those withdrawn for more days than the option `retain`, both in this run and in the
 * one before, so that a clock that is wrong in one run removes nothing. A copy that is damaged on disk, and
 * cannot be mended, cannot be fetched again either, so it is reported.
 */
export function withdraw(crawl: Crawl, codes: readonly DatasetCode[]): Withdrawn {
  const { retain } = crawl.options
  const listed = new Set<string>(codes)
  const times = [crawl.now().toISOString(), crawl.current?.manifest.completedAt ?? '']
  const oldest =
    retain === 'forever'
      ? Number.NEGATIVE_INFINITY
      : Math.min(...times.map((time) => Date.parse(time))) - retain * DAY
  const gone =
    crawl.current?.manifest.records.filter(
      ({ code, sha256, state, since }) =>
        code !== undefined &&
        sha256 !== undefined &&
        !listed.has(code) &&
        !(state === 'withdrawn' && Date.parse(since ?? '') < oldest),
    ) ?? []
  const carried = gone.map((stored) => ({ stored, record: carryWithdrawn(crawl, stored) }))
  const records = carried.flatMap(({ record }) => record ?? [])
  return {
    records,
    codes: [...new Set(records.flatMap(({ code }) => code ?? []))],
    problems: carried.filter(({ record }) => record === undefined).map(({ stored }) => damaged(stored)),
  }
}

function damaged({ code = '', format }: ManifestRecord): Problem {
  const message = `It is no longer listed, and its last copy (${format}) is lost: the copy in the snapshot is damaged, and the published site has no sound copy either. A backup of the state folder or of the site may still have it.`
  return gap('damaged-copy', quoteCode(code), message, { format })
}

const TIMES = ['changedAt', 'fetchedAt', 'firstSeen', 'lastSeen', 'replacedAt', 'since'] as const

/** Returns what a manifest states about a file in the draft, with its times corrected, and sets the time of the file if that is wrong. */
export type Correct = <Stated extends object>(stated: Stated, path: string) => Stated

/**
 * Opens the correction of times in the future, which a run with a wrong clock stated: they become that of this run. The clock of this run
 * may also be behind, so a time counts as in the future only if it was so in the run before as well.
 */
export function openCorrection({ now, draft, current }: Crawl): Correct {
  if (current === undefined) return (stated) => stated
  const time = new Date(Math.floor(now().getTime() / 1000) * 1000)
  const latest = new Date(Math.max(time.getTime(), Date.parse(current.manifest.completedAt)))
  return (stated, path) => {
    const times: Partial<Record<string, unknown>> = { ...stated }
    const wrong = TIMES.filter((name) => isInFuture(String(times[name] ?? ''), latest))
    if (wrong.length === 0) return stated
    if (wrong.includes('changedAt')) draft.setTime(path, time)
    return { ...stated, ...Object.fromEntries(wrong.map((name) => [name, time.toISOString()])) }
  }
}

/** The same records, with corrected times of their copies and of their former ones. */
export function correctTimes(
  correct: Correct,
  records: readonly ManifestRecord[],
): readonly ManifestRecord[] {
  return records.map((record) => {
    const corrected = correct(record, record.path)
    if (corrected.former === undefined) return corrected
    const { former, ...rest } = corrected
    return { ...rest, former: former.map((one) => correct(one, one.path)) }
  })
}
