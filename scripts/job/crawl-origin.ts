import { rmSync } from 'node:fs'
import { ConfigError, type Settings } from '../../src/lib/config/index.ts'
import {
  type CrawlOptions,
  type CrawlPlan,
  type CrawlResult,
  crawl,
  crawlShard,
  type Listener,
  mergeShards,
  OriginUnreachable,
  type Pin,
  planCrawl,
  RemovalRefused,
  type ShardFile,
} from '../../src/lib/crawl/index.ts'
import { type BaseAddress, parseBaseAddress } from '../../src/lib/interface/index.ts'
import { openPublished } from '../../src/lib/site/published.ts'
import {
  checkStateFolder,
  findCurrent,
  findStatus,
  type Generation,
  layout,
  type Manifest,
  nextStatus,
  type Outcome,
  type Shard,
  withState,
  writeStatus,
} from '../../src/lib/snapshot/index.ts'
import { isSameService } from './load-settings.ts'
import { readNetwork } from './network.ts'
import { TOOL, userAgent } from './program.ts'

/** The outcome of a crawl that could not reach the origin: the existing snapshot is used. */
export interface Reused {
  readonly unreachable: OriginUnreachable
  readonly snapshot: Manifest
}

/** The plan ids that the operator accepts. */
type Consent = Pick<CrawlOptions, 'acceptRemovals' | 'accepted'>

/** Whether the origin could not be reached. */
export function isReused(outcome: CrawlResult | Reused): outcome is Reused {
  return 'unreachable' in outcome
}

/** The message about a crawl that could not reach the origin. */
export function describeReuse({ unreachable, snapshot }: Reused): string {
  return `${unreachable.message}\nContinuing with the snapshot of ${snapshot.completedAt}.`
}

/**
 * Crawls the origin of the settings, or the bundled sample if they name none, and records the outcome as the status of the state folder.
 * If the origin cannot be reached, resolves to the existing snapshot; throws OriginUnreachable if there is none. With a plan, `pin`, merges
 * its shards instead of fetching the datasets, and removes them.
 */
export function crawlOrigin(
  settings: Settings,
  on: Listener,
  signal: AbortSignal,
  { pin, ...consent }: Consent & { readonly pin?: Pin | undefined } = {},
): Promise<CrawlResult | Reused> {
  const { state, every, out } = settings
  return withState(state, async () => {
    const outcome = await atOrigin(settings, signal, (options) => {
      const whole = { ...options, published: openPublished(out), ...consent }
      return recordingStatus(every, options, () =>
        pin === undefined ? crawl(whole, on) : mergeShards(whole, pin, on),
      )
    })
    // Last, so that a run that is killed before this can be repeated.
    if (pin !== undefined && !isReused(outcome))
      rmSync(layout.shards(state), { recursive: true, force: true })
    return outcome
  })
}

/**
 * What a crawl of the origin of the settings would do. Writes nothing to the state folder, not even a lock, so it works on a read-only
 * disk and while a crawl is running.
 */
export async function planOrigin(
  settings: Settings,
  on: Listener,
  signal: AbortSignal,
  consent: Consent,
): Promise<CrawlPlan> {
  checkStateFolder(settings.state)
  return atOrigin(settings, signal, (options) => planCrawl({ ...options, ...consent }, on))
}

/** Fetches one shard of a plan into its folder in the state folder, which is only read apart from that. */
export function crawlShardOf(
  settings: Settings,
  pin: Pin,
  shard: Shard,
  on: Listener,
  signal: AbortSignal,
): Promise<ShardFile> {
  checkStateFolder(settings.state)
  const crawl = () => atOrigin(settings, signal, (options) => crawlShard(options, pin, shard, on))
  return withState(layout.shard(settings.state, shard), crawl, 'shard')
}

function atOrigin<T>(
  settings: Settings,
  signal: AbortSignal,
  use: (options: CrawlOptions) => Promise<T>,
): Promise<T> {
  const stored = findCurrent(settings.state)
  checkService(settings, stored)
  const sample = settings.origin === undefined
  const options = {
    ...settings,
    sample,
    // A snapshot of the bundled sample stays published until the first crawl of a real service, but is not its predecessor.
    current: (stored?.manifest.sample ?? false) === sample ? stored : undefined,
    // The sample is served on this machine, so no proxy is used.
    network: sample ? undefined : readNetwork(settings),
    userAgent: userAgent(settings.contact),
    tool: TOOL,
    signal,
  }
  const useAt = (bases: readonly BaseAddress[]) => use({ ...options, bases })
  return settings.origin === undefined ? withSample(useAt) : useAt(settings.origin)
}

/**
 * A state folder is for one service. Throws a ConfigError if its current generation is of another service. A mirror of the bundled sample
 * is replaced by the first complete generation of a real service.
 */
export function checkService({ state, origin }: Settings, current: Generation | undefined): void {
  if (current === undefined || current.manifest.sample) return
  const snapshot = current.manifest
  if (origin && isSameService(snapshot.origin, origin)) return
  throw new ConfigError(
    `state: ${state} contains a mirror of ${snapshot.origin.join(', ')}, not of ${origin?.join(', ') ?? 'the bundled sample'}. ` +
      'Name another folder with --state. If the service has moved, add its old address with another --origin.',
  )
}

/** Runs a crawl and records its outcome: complete, with gaps, refused, or origin unreachable. Other errors record nothing. */
async function recordingStatus(
  every: Settings['every'],
  { state, current, bases: origin }: CrawlOptions,
  run: () => Promise<CrawlResult>,
): Promise<CrawlResult | Reused> {
  const snapshot = current?.manifest
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
    if (error instanceof RemovalRefused) record('refused', snapshot, error.message)
    if (!(error instanceof OriginUnreachable)) throw error
    record('unreachable', snapshot, error.message)
    if (snapshot === undefined) throw error
    return { unreachable: error, snapshot }
  }
}

/** The port of the bundled sample during a run. It is fixed, so that the addresses are the same in every run. */
const SAMPLE_PORT = 4790

/** Serves the bundled sample over HTTP while `use` runs. */
async function withSample<T>(use: (bases: BaseAddress[]) => Promise<T>): Promise<T> {
  // Imported here, because it is not needed for other origins.
  const { openPackage, startOrigin } = await import('../origin/index.ts')
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
