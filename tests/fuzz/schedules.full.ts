import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { RemovalRefused } from '../../src/lib/crawl/index.ts'
import { findCurrent, type Generation, type Manifest } from '../../src/lib/snapshot/index.ts'
import { type Crawled, type Crawler, openCrawler } from '../support/crawling.ts'
import fc from '../support/fast-check.ts'
import { assertPrintable } from '../support/hostile/estate.ts'
import { Model } from '../support/hostile/model.ts'
import { startHostile } from '../support/hostile/origin.ts'
import { type Step, schedule } from '../support/hostile/schedule.ts'

const DATASETS = 12
const DAY = 24 * 3_600_000

test('for any sequence of faults, the mirror stays consistent, loses nothing, and recovers', async () => {
  await fc.assert(
    fc.asyncProperty(schedule, async (steps) => {
      const cleanings: (() => void)[] = []
      try {
        await live(
          { after: (clean: () => void) => void cleanings.push(clean) } as unknown as TestContext,
          steps,
        )
      } finally {
        for (const clean of cleanings) clean()
      }
    }),
    { numRuns: 30 },
  )
})

async function live(t: TestContext, steps: readonly Step[]): Promise<void> {
  const origin = await startHostile(t)
  const model = new Model(origin, DATASETS)
  const crawler = openCrawler(t, [origin.base])
  let day = Date.UTC(2026, 0, 1)
  const next = () => {
    day += DAY
    return new Date(day)
  }
  model.assertConverged(await crawler.run({}, next()))

  for (const { changes, troubles } of steps) {
    for (const change of changes) model.apply(change)
    for (const trouble of troubles) model.trouble(trouble)
    const before = findCurrent(crawler.state) as Generation
    const run = await crawler.run({}, next()).catch((error: Error) => error)
    if (run instanceof Error) assertNothingPublished(run, before, crawler)
    else assertSound(run, before, model)
    origin.behave()
  }

  const last = await crawler.run({}, next()).catch((error: unknown) => {
    if (!(error instanceof RemovalRefused)) throw error
    return crawler.run({ acceptRemovals: error.removal.planId }, next())
  })
  model.assertConverged(last)
  const fresh = await openCrawler(t, [origin.base]).run({}, next())
  model.assertConverged(fresh)
  for (const { path } of fresh.manifest.records)
    assert.ok(last.bytes(path.slice(7)).equals(fresh.bytes(path.slice(7))), path)
}

/** Only two outcomes are allowed besides publishing, and both leave everything unchanged. */
function assertNothingPublished(error: Error, before: Generation, crawler: Crawler): void {
  assert.match(error.name, /^(RemovalRefused|OriginUnreachable)$/, error.stack)
  const current = findCurrent(crawler.state)
  assert.equal(current?.folder, before.folder)
  assert.deepEqual(current?.manifest, before.manifest)
}

function assertSound(run: Crawled, before: Generation, model: Model): void {
  const { manifest } = run
  for (const record of manifest.records)
    model.assertTrue(record, () => readFileSync(join(run.folder, record.path)))
  for (const { path, sha256 } of before.manifest.records)
    if (sha256 !== undefined) assert.ok(run.record(path.slice(7))?.sha256, `${path} was held and is lost`)
  const [then, now] = [listedIn(before.manifest), listedIn(manifest)]
  const gone = [...then].filter((code) => !now.has(code))
  assert.ok(gone.length <= Math.max(1, Math.floor(then.size * 0.1)), `${gone} went in one run`)
  for (const format of ['json', 'xml']) {
    const listed = manifest.records.filter(
      (record) => record.format === format && record.state !== 'withdrawn',
    )
    assert.equal(listed.length, now.size + 4, `the books of ${format}`)
  }
  const isFresh = manifest.records.every(({ state }) => /^(fetched|unchanged|withdrawn)$/.test(state))
  if (!isFresh) assert.equal(manifest.complete, false)
  assertPrintable(run)
}

function listedIn({ codes, records }: Manifest): Set<string> {
  const withdrawn = new Set(records.filter(({ state }) => state === 'withdrawn').map(({ code }) => code))
  return new Set(codes.order.filter((code) => !withdrawn.has(code)))
}
