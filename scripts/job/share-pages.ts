import { availableParallelism } from 'node:os'
import { findCurrent, type Generation } from '../../src/lib/snapshot/index.ts'
import { beginCollecting } from './collecting.ts'
import { openSecondRenderer, type PlannedPage, type SecondRenderer } from './second-renderer.ts'
import type { Site } from './site.ts'

const DATASET_PAGE = 'src/pages/api/v1/get_dataset/[slot].astro'
/** So many bytes are read while a page is made. */
const BYTES_PER_PAGE = 50_000
/** So many are read until a thread makes its first page. */
const WORTH_A_THREAD = 10_000_000

/** Pages of which some are made in another thread. */
export interface SharedPages extends Pick<SecondRenderer, 'makes' | 'close'> {
  /** Tells all pages there will be, in the order in which {@link SharedPages.makes} will be asked for them. */
  plan(pages: readonly PlannedPage[]): void
}

/**
 * Has pages made in two threads, where there is much to do and the machine has cores for two: those of datasets, and when both
 * have told each other what they read, those that come behind them, which list datasets.
 */
export async function sharePages(
  site: Site,
  state: string,
  renderer: string | undefined,
): Promise<SharedPages | undefined> {
  const { manifest } = findCurrent(state) as Generation
  if (renderer === undefined || weigh(manifest) < WORTH_A_THREAD || availableParallelism() < 2)
    return undefined
  const endCollecting = beginCollecting({ growth: 60, inParallel: false })
  const openMirror = async () => ((await import(renderer)) as typeof import('./renderer.ts')).mirror
  const second = openSecondRenderer(
    { renderer, plan: site.planBeside() },
    async ({ digests, extents: measured }) => {
      site.note(digests)
      const { extents } = await openMirror()
      for (const [path, extent] of measured) extents.set(path, extent)
    },
  )
  let lists: ReadonlyMap<string, PlannedPage> = new Map()
  let offered: Promise<void> | undefined
  const offerLists = async () => second.offer([...lists.values()], (await openMirror()).extents)
  return {
    plan(pages) {
      const end = pages.findLastIndex(({ component }) => component === DATASET_PAGE) + 1
      second.offer(
        pages.slice(0, end).filter(({ component }) => component === DATASET_PAGE),
        new Map(),
      )
      lists = new Map(pages.slice(end).map((page) => [page.path, page]))
    },
    async makes(path) {
      if (lists.has(path)) {
        offered ??= offerLists()
        await offered
      }
      return second.makes(path)
    },
    close() {
      endCollecting()
      second.close()
    },
  }
}

function weigh({ codes, records }: Generation['manifest']): number {
  return records.reduce((sum, { bytes = 0 }) => sum + bytes, codes.order.length * BYTES_PER_PAGE)
}
