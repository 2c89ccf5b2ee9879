import type { Settings } from '../../src/lib/config/index.ts'
import { ConfigError } from '../../src/lib/config/index.ts'
import {
  type CrawlOptions,
  type CrawlPlan,
  type CrawlResult,
  crawl,
  type Listener,
  planCrawl,
} from '../../src/lib/crawl/index.ts'
import type { BaseAddress } from '../../src/lib/interface/index.ts'
import { checkStateFolder, findCurrent, withState } from '../../src/lib/snapshot/index.ts'
import { readNetwork } from './network.ts'
import { recordingStatus } from './record-status.ts'
import { isSameService } from './same-service.ts'
import { withSample } from './sample.ts'
import { TOOL, userAgent } from './tool.ts'

/**
 * Crawls the origin of the settings, or the bundled sample if they name none, and records the outcome as the status of the state folder.
 * `accept` is the id of a removal plan, or several with commas between them.
 */
export function crawlOrigin(
  settings: Settings,
  on: Listener,
  signal: AbortSignal,
  accept?: string,
): Promise<CrawlResult> {
  return withState(settings.state, () =>
    atOrigin(settings, (bases) => {
      const options = { ...crawlOptions(settings, bases, signal), acceptRemovals: accept }
      return recordingStatus(settings, bases, () => crawl(options, on))
    }),
  )
}

/**
 * What a crawl of the origin of the settings would do. Writes nothing to the state folder, not even a lock, so it works on a read-only
 * disk and while a crawl is running.
 */
export async function planOrigin(settings: Settings, on: Listener, signal: AbortSignal): Promise<CrawlPlan> {
  checkStateFolder(settings.state)
  return atOrigin(settings, (bases) => planCrawl(crawlOptions(settings, bases, signal), on))
}

function atOrigin<T>(settings: Settings, use: (bases: readonly BaseAddress[]) => Promise<T>): Promise<T> {
  checkState(settings)
  return settings.origin === undefined ? withSample(use) : use(settings.origin)
}

function crawlOptions(settings: Settings, bases: readonly BaseAddress[], signal: AbortSignal): CrawlOptions {
  const sample = settings.origin === undefined
  // The sample is served on this machine, so no proxy is used.
  const network = sample ? undefined : readNetwork(settings)
  return { ...settings, bases, sample, network, userAgent: userAgent(settings.contact), tool: TOOL, signal }
}

/**
 * A state folder is for one service. Throws a ConfigError if it contains a mirror of another service. A mirror of the bundled sample is
 * replaced by the first complete generation of a real service.
 */
export function checkState({ state, origin }: Settings): void {
  const held = findCurrent(state)?.manifest
  if (held === undefined || held.sample) return
  if (origin && isSameService(held.origin, origin)) return
  throw new ConfigError(
    `state: ${state} contains a mirror of ${held.origin.join(', ')}, not of ${origin?.join(', ') ?? 'the bundled sample'}. ` +
      'Name another folder with --state. If the service has moved, add its old address with another --origin.',
  )
}
