import {
  type DataFormat,
  datasetResource,
  fileOf,
  type Representation,
  type Resource,
} from '../interface/index.ts'
import { compareText } from '../snapshot/index.ts'
import type { Crawl } from './context.ts'
import { findRenewed, keepRecent, noteEntries } from './revisit.ts'
import type { CrawlRun } from './run.ts'
import type { Survey } from './survey.ts'

/**
 * Fetches the datasets of a survey, except those already fetched in this run and those confirmed recently enough. Html is requested for those that answered in neither data format.
 * Missing and least recently fetched datasets go first, so that a series of runs that end early still reaches all of them.
 */
export async function fetchDatasets(
  crawl: Crawl,
  { codes, entries }: Pick<Survey, 'codes' | 'entries'>,
): Promise<void> {
  const { options, run, on } = crawl
  keepRecent(crawl, entries, codes)
  for (const path of findRenewed(crawl, entries, codes)) crawl.renewed.add(path)
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
