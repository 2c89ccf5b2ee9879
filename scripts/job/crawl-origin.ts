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
 * Crawls the origin of the settings, or the bundled sample when they name none; how it ended becomes the status of the state folder.
 * `accept` is the id of a removal plan.
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
 * What a crawl of the origin of the settings would do. Reads the state folder, and writes nothing there: not even a lock, so that a
 * plan may be made on a read-only disk and while a crawl runs.
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
  // The sample is of this machine, which no proxy leads to.
  const network = sample ? undefined : readNetwork(settings)
  return { ...settings, bases, sample, network, userAgent: userAgent(settings.contact), tool: TOOL, signal }
}

/**
 * A state folder holds one service. Throws a ConfigError when it holds another; the bundled sample gives way to a real one, whose
 * first generation takes its place when it is whole.
 */
export function checkState({ state, origin }: Settings): void {
  const held = findCurrent(state)?.manifest
  if (held === undefined || held.sample) return
  if (origin && isSameService(held.origin, origin)) return
  throw new ConfigError(
    `state: ${state} holds a mirror of ${held.origin.join(', ')}, not of ${origin?.join(', ') ?? 'the bundled sample'}. ` +
      'Name another folder with --state, or, when the service has moved, give its old address as a further --origin.',
  )
}
