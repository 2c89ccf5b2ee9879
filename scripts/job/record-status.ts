import type { Settings } from '../../src/lib/config/index.ts'
import { type CrawlResult, OriginUnreachable, RemovalRefused } from '../../src/lib/crawl/index.ts'
import {
  findCurrentOf,
  findStatus,
  type Manifest,
  nextStatus,
  type Outcome,
  writeStatus,
} from '../../src/lib/snapshot/index.ts'
import { isSameService } from './same-service.ts'
import { TOOL } from './tool.ts'

/** Runs a crawl and records its outcome: complete, with gaps, refused, or origin unreachable. Other errors record nothing. */
export async function recordingStatus(
  { state, every, origin: named }: Settings,
  origin: readonly string[],
  run: () => Promise<CrawlResult>,
  now = () => new Date(),
): Promise<CrawlResult> {
  const isSample = named === undefined
  const findHeld = () => findCurrentOf(state, { sample: isSample })?.manifest
  const record = (outcome: Outcome, held: Manifest | undefined, message?: string) => {
    const ending = { outcome, ...(message && { message }), tool: TOOL, origin, at: now(), every }
    const before = findStatus(state)
    // The status of another service, such as the bundled sample, does not count for this one.
    const earlier = Array.isArray(before?.origin) && isSameService(before.origin, origin) ? before : undefined
    writeStatus(state, nextStatus(held, ending, earlier))
  }
  try {
    const result = await run()
    record(result.manifest.complete ? 'complete' : 'gaps', result.manifest)
    return result
  } catch (error) {
    if (error instanceof RemovalRefused) record('refused', findHeld(), error.message)
    if (error instanceof OriginUnreachable) record('unreachable', findHeld(), error.message)
    throw error
  }
}
