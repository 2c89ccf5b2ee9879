import { ConfigError, type Settings } from '../../src/lib/config/index.ts'
import {
  type CrawlOptions,
  type CrawlPlan,
  type CrawlResult,
  crawl,
  type Listener,
  OriginUnreachable,
  planCrawl,
  RemovalRefused,
} from '../../src/lib/crawl/index.ts'
import { type BaseAddress, parseBaseAddress } from '../../src/lib/interface/index.ts'
import {
  checkStateFolder,
  findCurrent,
  findCurrentOf,
  findStatus,
  type Manifest,
  nextStatus,
  type Outcome,
  withState,
  writeStatus,
} from '../../src/lib/snapshot/index.ts'
import { openPackage, startOrigin } from '../origin/index.ts'
import { isSameService } from './known-origin.ts'
import { readNetwork } from './network.ts'
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
  const snapshot = findCurrent(state)?.manifest
  if (snapshot === undefined || snapshot.sample) return
  if (origin && isSameService(snapshot.origin, origin)) return
  throw new ConfigError(
    `state: ${state} contains a mirror of ${snapshot.origin.join(', ')}, not of ${origin?.join(', ') ?? 'the bundled sample'}. ` +
      'Name another folder with --state. If the service has moved, add its old address with another --origin.',
  )
}

/** Runs a crawl and records its outcome: complete, with gaps, refused, or origin unreachable. Other errors record nothing. */
async function recordingStatus(
  { state, every, origin: named }: Settings,
  origin: readonly string[],
  run: () => Promise<CrawlResult>,
): Promise<CrawlResult> {
  const isSample = named === undefined
  const findStored = () => findCurrentOf(state, { sample: isSample })?.manifest
  const record = (outcome: Outcome, snapshot: Manifest | undefined, message?: string) => {
    const ending = { outcome, ...(message && { message }), tool: TOOL, origin, at: new Date(), every }
    const before = findStatus(state)
    // The status of another service, such as the bundled sample, does not count for this one.
    const earlier = Array.isArray(before?.origin) && isSameService(before.origin, origin) ? before : undefined
    writeStatus(state, nextStatus(snapshot, ending, earlier))
  }
  try {
    const result = await run()
    record(result.manifest.complete ? 'complete' : 'gaps', result.manifest)
    return result
  } catch (error) {
    if (error instanceof RemovalRefused) record('refused', findStored(), error.message)
    if (error instanceof OriginUnreachable) record('unreachable', findStored(), error.message)
    throw error
  }
}

/** The port of the bundled sample during a run. It is fixed so its addresses are the same in every run. */
const SAMPLE_PORT = 4790

/** Serves the bundled sample over HTTP while `use` runs. */
async function withSample<T>(use: (bases: BaseAddress[]) => Promise<T>): Promise<T> {
  const dataPackage = await openPackage()
  const origin = await startOrigin(dataPackage, { port: SAMPLE_PORT }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE') throw error
      return startOrigin(dataPackage, { port: 0 })
    },
  )
  try {
    return await use([parseBaseAddress(origin.url)])
  } finally {
    await origin.close()
  }
}
