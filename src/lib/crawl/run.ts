import pLimit from 'p-limit'
import { addressOf, type BaseAddress, fileOf, type Representation } from '../interface/index.ts'
import type { ManifestRecord } from '../snapshot/index.ts'
import { FetchFailure } from './failure.ts'
import { type FetchContext, fetchRepresentation } from './fetch.ts'
import type { Listener } from './progress.ts'

/** A representation that could not be had, and why. */
export interface Miss {
  readonly representation: Representation
  readonly failure: FetchFailure
}

/** What one run has asked for so far: the records it may publish, and the misses. A representation is asked for once. */
export interface Run {
  readonly records: Map<string, ManifestRecord>
  readonly misses: Map<string, Miss>
  /** Asks for all of these, as many at once as allowed. */
  fetchAll(representations: readonly Representation[]): Promise<void>
  /** Asks for one; whether there is a body to believe. A miss is not remembered. */
  probe(representation: Representation): Promise<boolean>
}

export function openRun(context: FetchContext, base: BaseAddress, concurrency: number, on: Listener): Run {
  const limit = pLimit(concurrency)
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
    if (miss) misses.set(path, miss)
    const outcome = miss ? 'failed' : records.get(path)?.state === 'fetched' ? 'fetched' : 'unchanged'
    on({ type: 'done', address: addressOf(base, representation), format: representation.format, outcome })
  }
  return {
    records,
    misses,
    async fetchAll(representations) {
      await limit.map(representations, fetchAndTell)
    },
    probe: async (representation) => (await limit(() => fetchOne(representation))) === undefined,
  }
}
