import { availableParallelism } from 'node:os'
import { pageOf } from '../../src/lib/site/index.ts'
import { findCurrent, type Generation } from '../../src/lib/snapshot/index.ts'
import { beginCollecting } from './collecting.ts'
import { openSecondRenderer, type SecondRenderer } from './second-renderer.ts'
import type { Site } from './site.ts'

const DATASET_PAGE = 'src/pages/api/v1/get_dataset/[slot].astro'
/** So many bytes are read while a page is made. */
const BYTES_PER_PAGE = 50_000
/** So many are read until a thread makes its first page. */
const WORTH_A_THREAD = 10_000_000

/** Has the pages of datasets made in two threads, where there is much to do and the machine has cores for two. */
export async function sharePages(
  site: Site,
  state: string,
  renderer: string | undefined,
): Promise<SecondRenderer | undefined> {
  const { manifest } = findCurrent(state) as Generation
  if (renderer === undefined || weigh(manifest) < WORTH_A_THREAD || availableParallelism() < 2)
    return undefined
  const endCollecting = beginCollecting({ growth: 60, inParallel: false })
  const second = openSecondRenderer(
    {
      renderer,
      component: DATASET_PAGE,
      paths: manifest.codes.order.map(pageOf),
      plan: site.planBeside(),
    },
    async ({ digests, extents }) => {
      site.note(digests)
      const { mirror }: typeof import('./renderer.ts') = await import(renderer)
      for (const [path, extent] of extents) mirror.extents.set(path, extent)
    },
  )
  return {
    makes: second.makes,
    close() {
      endCollecting()
      second.close()
    },
  }
}

function weigh({ codes, records }: Generation['manifest']): number {
  return records.reduce((sum, { bytes = 0 }) => sum + bytes, codes.order.length * BYTES_PER_PAGE)
}
