import type { Settings } from '../../src/lib/config/index.ts'
import { type CrawlResult, type Listener, OriginUnreachable } from '../../src/lib/crawl/index.ts'
import { findCurrentOf, type Manifest } from '../../src/lib/snapshot/index.ts'
import { crawlOrigin } from './crawl-origin.ts'

/** A crawl that found no origin, over a snapshot that stays as it is. */
export interface Reused {
  readonly unreachable: OriginUnreachable
  readonly held: Manifest
}

/** Crawls; an origin that cannot be reached takes nothing away: what is held is built from. Throws when nothing is held. */
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
    const held =
      error instanceof OriginUnreachable ? findCurrentOf(settings.state, { sample })?.manifest : undefined
    if (held === undefined) throw error
    return { unreachable: error as OriginUnreachable, held }
  }
}

/** Whether the origin was out of reach. */
export function isReused(outcome: CrawlResult | Reused): outcome is Reused {
  return 'unreachable' in outcome
}

/** What is said of a crawl that found no origin. */
export function describeReuse({ unreachable, held }: Reused): string {
  return `${unreachable.message}\nContinuing with the snapshot of ${held.completedAt}.`
}
