import { isTransient } from '../http/index.ts'
import { type DatasetCode, fileOf, ofDataset, type Representation } from '../interface/index.ts'
import type { Crawl } from './context.ts'
import { isPageWithoutData } from './derive.ts'
import type { Doubt } from './doubts/plan-replacement.ts'
import { ownCopyOf } from './mismatches/fresh.ts'

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

// Of what failed in this run, only bodies of an interrupted one are recorded.
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
