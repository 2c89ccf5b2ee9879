import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { layout } from '../../src/lib/snapshot/index.ts'
import { type Crawled, openCrawler } from '../support/crawling.ts'
import fc from '../support/fast-check.ts'
import { differences, readTree } from '../support/files.ts'
import { Model } from '../support/hostile/model.ts'
import { startHostile } from '../support/hostile/origin.ts'
import { type Step, schedule } from '../support/hostile/schedule.ts'
import { crawlInShards } from '../support/sharding.ts'

const DATASETS = 12
const DAY = 24 * 3_600_000

test('a crawl in shards publishes the same as a crawl by one run, whatever the origin does', async () => {
  await fc.assert(
    fc.asyncProperty(schedule, fc.constantFrom(1, 3, 4, 8), async (steps, of) => {
      const cleanings: (() => void)[] = []
      try {
        const t = { after: (clean: () => void) => void cleanings.push(clean) } as unknown as TestContext
        await live(t, steps, of)
      } finally {
        for (const clean of cleanings) clean()
      }
    }),
    { numRuns: 8, endOnFailure: true },
  )
})

async function live(t: TestContext, steps: readonly Step[], of: number): Promise<void> {
  const origin = await startHostile(t)
  const model = new Model(origin, DATASETS)
  const [one, many] = [openCrawler(t, [origin.base]), openCrawler(t, [origin.base])]
  let now = new Date(Date.UTC(2026, 0, 1))
  for (const { changes, troubles } of [{ changes: [], troubles: [] }, ...steps]) {
    for (const change of changes) model.apply(change)
    for (const trouble of troubles) model.trouble(trouble)
    const whole = await one.run({}, now).catch(nameOf)
    const joined = await crawlInShards(many.options, of, now).catch(nameOf)
    for (const { state } of [one, many]) forgetUnpublished(state)
    assertSame(whole, joined)
    origin.behave()
    now = new Date(now.getTime() + DAY)
  }
}

// What a refused run fetched is asked about again by the next run of the same kind, so its requests are others.
function forgetUnpublished(state: string): void {
  for (const place of [layout.shards, layout.draft, layout.journal])
    rmSync(place(state), { recursive: true, force: true })
}

const nameOf = (error: Error) => error.name

function assertSame(whole: Crawled | string, joined: Crawled | string): void {
  if (typeof whole === 'string' || typeof joined === 'string') return assert.equal(joined, whole)
  assert.deepEqual(joined.manifest, whole.manifest)
  assert.deepEqual(differences(readTree(whole.folder), readTree(joined.folder)), [])
  const timesIn = (run: Crawled) => readTree(join(run.folder, 'api'), { times: true })
  assert.deepEqual(differences(timesIn(whole), timesIn(joined)), [])
}
