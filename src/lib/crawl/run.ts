import { addressOf, type BaseAddress, fileOf, type Representation } from '../interface/index.ts'
import { eachAtOnce, type ManifestRecord } from '../snapshot/index.ts'
import { FetchFailure } from './failure.ts'
import { type FetchContext, fetchRepresentation } from './fetch.ts'
import type { Listener } from './progress.ts'
import { refetchRepresentation } from './refetch.ts'

/** A representation that could not be had, and why. */
export interface Miss {
  readonly representation: Representation
  readonly failure: FetchFailure
}

/** What asking a second time brought. */
export interface Second {
  /** Paths whose bytes are others than before in this run. */
  readonly changed: ReadonlySet<string>
  /** What did not answer this time; what came before stands. */
  readonly misses: readonly Miss[]
}

/** What one run has asked for so far: the records it may publish, and the misses. A representation is asked for once. */
export interface CrawlRun {
  readonly records: Map<string, ManifestRecord>
  readonly misses: Map<string, Miss>
  /** Asks for all of these, as many at once as allowed. */
  fetchAll(representations: readonly Representation[]): Promise<void>
  /** Asks for one; whether there is a body to believe. A miss is not remembered. */
  probe(representation: Representation): Promise<boolean>
  /** Asks once more for what came before in this run. */
  refetchAll(representations: readonly Representation[]): Promise<Second>
  /** Takes back the belief in a body that came. */
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
  async function fetchAndTell(representation: Representation): Promise<void> {
    const path = fileOf(representation)
    const miss = await fetchOne(representation)
    if (miss) {
      misses.set(path, miss)
      useEarlier(representation, path)
    }
    const outcome = miss ? 'failed' : records.get(path)?.state === 'fetched' ? 'fetched' : 'unchanged'
    on({ type: 'done', address: addressOf(base, representation), format: representation.format, outcome })
  }
  // What an interrupted run fetched of a dataset is checked like what comes now. Lists are the ones that were read together.
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
      await eachAtOnce(representations, concurrency, fetchAndTell)
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
