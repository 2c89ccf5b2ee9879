import { type DataFormat, fileOf, type Representation, type Resource } from '../interface/index.ts'
import type { Crawl } from './context.ts'
import type { CrawlRun } from './run.ts'

/**
 * Asks for these datasets, unless they came already; one that answered in neither data format is asked for as html. Those that are
 * missing or were fetched longest ago go first, so that runs which end early come round to all of them.
 */
export async function fetchDatasets(crawl: Crawl, datasets: readonly Resource[]): Promise<void> {
  const { options, run, on } = crawl
  const wanted = oldestFirst(crawl, datasets)
    .flatMap((resource) => options.formats.map((format) => ({ resource, format })))
    .filter((representation) => !run.misses.has(fileOf(representation)))
  on({ type: 'phase', phase: 'datasets', total: wanted.length })
  await run.fetchAll(wanted)
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
    .sort((a, b) => (a.since < b.since ? -1 : a.since > b.since ? 1 : 0))
    .map(({ resource }) => resource)
}

// The origin is there but did not give this representation, so that its html is worth asking for.
function answeredOtherwise({ misses }: CrawlRun, representation: Representation): boolean {
  const kind = misses.get(fileOf(representation))?.failure.kind
  return kind !== undefined && kind !== 'network' && kind !== 'timeout'
}
