import {
  type CrawlOptions,
  crawlShard,
  mergeShards,
  type Pin,
  parsePin,
  planCrawl,
  type ShardFile,
} from '../../src/lib/crawl/index.ts'
import { layout, withState } from '../../src/lib/snapshot/index.ts'
import { type Crawled, look } from './crawling.ts'

/** A clock that stands still, so that two crawls at one time have the same times. */
export const at = (now: Date) => () => now

/** The plan of a crawl, as a file passes it on. */
export async function pinFor(options: CrawlOptions, now = new Date()): Promise<Pin> {
  return parsePin(JSON.parse(JSON.stringify(await planCrawl(options, () => {}, at(now)))), 'plan.json')
}

/** Runs one shard with its lock. */
export function runShard(
  options: CrawlOptions,
  pin: Pin,
  index: number,
  of: number,
  now = new Date(),
): Promise<ShardFile> {
  const shard = { index, of }
  const crawl = () => crawlShard(options, pin, shard, () => {}, at(now))
  return withState(layout.shard(options.state, shard), crawl, 'shard')
}

/** Crawls in `of` shards, then merges them. */
export async function crawlInShards(options: CrawlOptions, of: number, now = new Date()): Promise<Crawled> {
  const pin = await pinFor(options, now)
  for (let index = 1; index <= of; index++) await runShard(options, pin, index, of, now)
  return look(await mergeShards(options, pin, () => {}, at(now)))
}
