import { FetchFailure } from '../http/index.ts'
import { addressOf, type BaseAddress, fileOf, type Representation } from '../interface/index.ts'
import { eachAtOnce, type ManifestRecord } from '../snapshot/index.ts'
import { type FetchContext, fetchRepresentation } from './fetch.ts'
import type { Listener } from './progress.ts'
import { refetchRepresentation } from './refetch.ts'

/** A representation that could not be fetched, and why. */
export interface Miss {
  readonly representation: Representation
  readonly failure: FetchFailure
}

/** The result of requesting again. */
interface Second {
  /** Paths whose bytes changed within this run. */
  readonly changed: ReadonlySet<string>
  /** Failed requests; the earlier bytes stay. */
  readonly misses: readonly Miss[]
}

/** The state of one run: the records it may publish, and the misses. Each representation is fetched once. */
export interface CrawlRun {
  readonly records: Map<string, ManifestRecord>
  readonly misses: Map<string, Miss>
  /** Fetches all of these, in parallel up to the limit. */
  fetchAll(representations: readonly Representation[]): Promise<void>
  /** Fetches one; resolves to whether there is an acceptable body. A failure is not recorded as a miss. */
  probe(representation: Representation): Promise<boolean>
  /** Requests again what was already fetched in this run. */
  refetchAll(representations: readonly Representation[]): Promise<Second>
  /** Removes an accepted body and records the failure as a miss. */
  reject(representation: Representation, failure: FetchFailure): void
}

/** Opens a run over the draft of a state folder. */
export function openRun(
  context: FetchContext,
  state: string,
  base: BaseAddress,
  concurrency: number,
  on: Listener,
): CrawlRun {
  const records = new Map<string, ManifestRecord>()
  const misses = new Map<string, Miss>()

  async function fetchOne(representation: Representation): Promise<Miss | undefined> {
    const path = fileOf(representation)
    if (records.has(path)) return undefined
    try {
      records.set(path, await fetchRepresentation(context, representation))
      return undefined
    } catch (error) {
      if (!(error instanceof FetchFailure)) throw error
      return { representation, failure: error }
    }
  }
  async function fetchAndReport(representation: Representation): Promise<void> {
    const path = fileOf(representation)
    const miss = await fetchOne(representation)
    if (miss) {
      misses.set(path, miss)
      useEarlier(representation, path)
    }
    const outcome = miss ? 'failed' : records.get(path)?.state === 'fetched' ? 'fetched' : 'unchanged'
    on({ type: 'done', address: addressOf(base, representation), format: representation.format, outcome })
  }
  // Datasets fetched by an interrupted run are checked like new ones. Resumed lists were all read in the same run.
  function useEarlier({ resource }: Representation, path: string): void {
    const earlier = 'code' in resource ? context.draft.earlier.get(path) : undefined
    if (earlier === undefined) return
    context.draft.useEarlier(path)
    records.set(path, earlier)
  }
  async function refetchOne(representation: Representation, changed: Set<string>): Promise<Miss | undefined> {
    const path = fileOf(representation)
    const first = records.get(path)
    if (first === undefined) return undefined
    try {
      const second = await refetchRepresentation(context, state, representation, first)
      if (second.sha256 !== first.sha256) changed.add(path)
      records.set(path, second)
      misses.delete(path)
      return undefined
    } catch (error) {
      if (!(error instanceof FetchFailure)) throw error
      return { representation, failure: error }
    }
  }
  return {
    records,
    misses,
    async fetchAll(representations) {
      await eachAtOnce(representations, concurrency, fetchAndReport)
    },
    probe: async (representation) => (await fetchOne(representation)) === undefined,
    async refetchAll(representations) {
      const changed = new Set<string>()
      const misses: Miss[] = []
      await eachAtOnce(representations, concurrency, async (one) => {
        const miss = await refetchOne(one, changed)
        if (miss) misses.push(miss)
      })
      return { changed, misses }
    },
    reject(representation, failure) {
      const path = fileOf(representation)
      if (records.get(path)?.sha256 === context.draft.earlier.get(path)?.sha256)
        context.draft.dropEarlier(path)
      records.delete(path)
      context.draft.discard(path)
      misses.set(path, { representation, failure })
    },
  }
}
