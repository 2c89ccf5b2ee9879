import { existsSync } from 'node:fs'
import { datasetResource, fileOf } from '../../interface/index.ts'
import { layout } from '../../snapshot/index.ts'
import { type Crawl, type CrawlOptions, openCrawl } from '../context.ts'
import { type CrawlResult, finishCrawl } from '../crawl.ts'
import { fetchDatasets } from '../datasets.ts'
import type { Listener } from '../progress.ts'
import { guardRemoval, withoutLists } from '../removal/guard.ts'
import type { Survey } from '../survey.ts'
import { joinShard, readShards } from './join.ts'
import { checkPin, type Pin, usePin } from './pin.ts'

/**
 * Joins the shards of a crawl and ends it like a crawl by one run: reads the lists again, checks everything that was fetched, and publishes
 * it. If that is what a killed merge of this plan published, and the shards are still there, resolves to that. The shards stay as they are. Throws UnusablePlan or UnusableShards before anything is changed, else like a crawl.
 */
export async function mergeShards(
  options: CrawlOptions,
  pin: Pin,
  on: Listener = () => {},
  now = () => new Date(),
): Promise<CrawlResult> {
  const merged = findMerged(options, pin)
  if (merged !== undefined) return merged
  checkPin(options, pin)
  on({ type: 'phase', phase: 'join', total: 0 })
  const shards = readShards(options.state, pin, options.current)
  const crawl = { ...openCrawl(options, on, now), startedAt: new Date(pin.startedAt) }
  try {
    const first = useGuardedPin(crawl, pin)
    for (const shard of shards) joinShard(crawl, shard)
    await fetchLeft(crawl, first)
    return await finishCrawl(crawl, first)
  } finally {
    await crawl.close()
  }
}

// A generation has the start time of its plan.
function findMerged({ state, current }: CrawlOptions, { startedAt }: Pin): CrawlResult | undefined {
  if (current?.manifest.startedAt !== startedAt || !existsSync(layout.shards(state))) return undefined
  return { manifest: current.manifest, folder: current.folder, requests: 0, received: 0 }
}

function useGuardedPin(crawl: Crawl, pin: Pin): Survey {
  const survey = usePin(crawl, pin)
  guardRemoval(crawl, survey)
  return withoutLists(survey)
}

// What the shards left to the snapshot, and is damaged there.
async function fetchLeft(crawl: Crawl, { codes, entries }: Survey): Promise<void> {
  const { run, options } = crawl
  const left = codes.filter((code) =>
    options.formats.some((format) => {
      const path = fileOf({ resource: datasetResource(code), format })
      return !run.records.has(path) && !run.misses.has(path)
    }),
  )
  if (left.length > 0) await fetchDatasets(crawl, { codes: left, entries })
}
