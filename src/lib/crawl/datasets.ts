import { fileOf, type Representation, type Resource } from '../interface/index.ts'
import type { Crawl } from './context.ts'
import type { Run } from './run.ts'

/** Asks for these datasets, unless they came already; one that answered in neither data format is asked for as html. */
export async function fetchDatasets(
  { options, run, on }: Crawl,
  datasets: readonly Resource[],
): Promise<void> {
  const wanted = datasets
    .flatMap((resource) => options.formats.map((format) => ({ resource, format })))
    .filter((representation) => !run.misses.has(fileOf(representation)))
  on({ type: 'phase', phase: 'datasets', total: wanted.length })
  await run.fetchAll(wanted)
  const bare = datasets.filter((resource) =>
    options.formats.every((format) => answeredOtherwise(run, { resource, format })),
  )
  await run.fetchAll(bare.map((resource) => ({ resource, format: 'html' })))
}

// The origin is there but did not give this representation, so that its html is worth asking for.
function answeredOtherwise({ misses }: Run, representation: Representation): boolean {
  const kind = misses.get(fileOf(representation))?.failure.kind
  return kind !== undefined && kind !== 'network' && kind !== 'timeout'
}
