import type { Settings } from '../../src/lib/config/index.ts'
import { type CrawlResult, type Listener, OriginUnreachable } from '../../src/lib/crawl/index.ts'
import { findCurrentOf, type Manifest } from '../../src/lib/snapshot/index.ts'
import { crawlOrigin } from './crawl-origin.ts'

/** The outcome of a crawl that could not reach the origin: the existing snapshot is used. */
export interface Reused {
  readonly unreachable: OriginUnreachable
  readonly snapshot: Manifest
}

/** Crawls. If the origin cannot be reached, gives the existing snapshot; throws if there is none. */
export async function crawlOrReuse(
  settings: Settings,
  on: Listener,
  signal: AbortSignal,
  accept?: string,
): Promise<CrawlResult | Reused> {
  try {
    return await crawlOrigin(settings, on, signal, accept)
  } catch (error) {
    const sample = settings.origin === undefined
    const snapshot =
      error instanceof OriginUnreachable ? findCurrentOf(settings.state, { sample })?.manifest : undefined
    if (snapshot === undefined) throw error
    return { unreachable: error as OriginUnreachable, snapshot }
  }
}

/** Whether the origin could not be reached. */
export function isReused(outcome: CrawlResult | Reused): outcome is Reused {
  return 'unreachable' in outcome
}

/** The message about a crawl that could not reach the origin. */
export function describeReuse({ unreachable, snapshot }: Reused): string {
  return `${unreachable.message}\nContinuing with the snapshot of ${snapshot.completedAt}.`
}
