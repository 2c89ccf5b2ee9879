import { FetchFailure } from '../http/index.ts'
import {
  addressOf,
  type BaseAddress,
  DATA_FORMATS,
  fileOf,
  type ListOperation,
  type Representation,
  type Resource,
} from '../interface/index.ts'
import type { ManifestRecord } from '../snapshot/index.ts'
import type { Crawl } from './context.ts'
import { isPageWithoutData } from './derive.ts'
import { recordMiss } from './record-miss.ts'
import type { Miss } from './run.ts'
import { readStoredLists } from './survey-generation.ts'

/**
 * Declared html lists without usable data: the request failed, or the page has neither a table nor a list of links. Unusable pages are
 * removed from `html`.
 */
export function findMissedPages(
  { run, draft, base, options }: Crawl,
  html: Map<string, ManifestRecord>,
): Miss[] {
  return Object.entries(options.lists ?? {}).flatMap(([operation, form]): Miss[] => {
    if (form !== 'html') return []
    const representation: Representation = { resource: { operation } as Resource, format: 'html' }
    const path = fileOf(representation)
    const record = html.get(path)
    if (record === undefined) return [run.misses.get(path) ?? []].flat()
    if (!isPageWithoutData(draft, record)) return []
    html.delete(path)
    return [{ representation, failure: pageFailureOf(base, representation) }]
  })
}

/** Rejects declared html lists without a table, a list or a link to a dataset: they may be login or error pages. */
export function rejectPagesWithoutData({ run, draft, base, options }: Crawl): void {
  const records = [...run.records.values()].filter(
    ({ code, format, operation }) =>
      code === undefined && format === 'html' && options.lists?.[operation as ListOperation] === 'html',
  )
  for (const { operation, shape, links } of readStoredLists(records, draft.source))
    if (['tree', 'empty'].includes(shape) && links.length === 0) {
      const representation: Representation = { resource: { operation }, format: 'html' }
      run.reject(representation, pageFailureOf(base, representation))
    }
}

function pageFailureOf(base: BaseAddress, representation: Representation): FetchFailure {
  const message = 'answered with a page that has no table or list of links, so no list can be derived from it'
  return new FetchFailure('foreign', addressOf(base, representation), message)
}

/** The records of a list whose page could not be used: its last good copies, derived from any format. */
export function recordMissedPage(
  crawl: Crawl,
  { representation: { resource }, failure }: Miss,
): ManifestRecord[] {
  return DATA_FORMATS.map((format) => recordMiss(crawl, { resource, format }, failure, () => true))
}
