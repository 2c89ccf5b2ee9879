import type { Settings } from '../../src/lib/config/index.ts'
import { type CrawlResult, OriginUnreachable, RemovalRefused } from '../../src/lib/crawl/index.ts'
import {
  findCurrent,
  findStatus,
  nextStatus,
  type Outcome,
  writeStatus,
} from '../../src/lib/snapshot/index.ts'
import { TOOL } from './tool.ts'

/** Runs a crawl and writes down how it ended: complete, with holes, refused, or without an origin. Any other end says nothing. */
export async function recordingStatus(
  { state, every }: Settings,
  origin: readonly string[],
  run: () => Promise<CrawlResult>,
  now = () => new Date(),
): Promise<CrawlResult> {
  const record = (outcome: Outcome, message?: string) => {
    const ending = { outcome, ...(message && { message }), tool: TOOL, origin, at: now(), every }
    writeStatus(state, nextStatus(findCurrent(state)?.manifest, ending, findStatus(state)))
  }
  try {
    const result = await run()
    record(result.manifest.complete ? 'complete' : 'holes')
    return result
  } catch (error) {
    if (error instanceof RemovalRefused) record('refused', error.message)
    if (error instanceof OriginUnreachable) record('unreachable', error.message)
    throw error
  }
}
