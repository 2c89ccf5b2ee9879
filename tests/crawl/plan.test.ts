import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import { type CrawlPlan, type CrawlResult, planCrawl } from '../../src/lib/crawl/index.ts'
import { openCrawler, serviceRoutes } from '../support/crawling.ts'
import { type ScriptedOrigin, startScripted } from '../support/scripted-origin.ts'

const named = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`d${n}`, `text ${n}`]))

async function start(t: TestContext, count: number) {
  const origin = await startScripted(t, serviceRoutes(named(count)))
  return { origin, crawler: openCrawler(t, origin) }
}

async function agree(plan: CrawlPlan, origin: ScriptedOrigin, run: () => Promise<CrawlResult>) {
  origin.forget()
  const { requests, received } = await run()
  assert.equal(requests, origin.requests.length)
  assert.equal(plan.requests, requests)
  assert.ok(plan.bytes.least <= received, `${plan.bytes.least} ${received}`)
  assert.ok(plan.bytes.most >= received, `${plan.bytes.most} ${received}`)
}

test('a plan predicts the requests of a first run', async (t) => {
  const { origin, crawler } = await start(t, 12)
  const plan = await planCrawl(crawler.options)
  assert.deepEqual(plan.added, Object.keys(named(12)))
  assert.ok(plan.asked < plan.requests)
  assert.ok(plan.bytes.least > 100)
  assert.equal(plan.inferences[0]?.evidence.facts?.links, 12)
  await agree(plan, origin, () => crawler.run())
})

test('a plan predicts the requests and the new and withdrawn datasets of a later run', async (t) => {
  const { origin, crawler } = await start(t, 12)
  await crawler.run()
  const { d3: _, ...rest } = named(13)
  origin.set(serviceRoutes(rest))
  const plan = await planCrawl(crawler.options)
  assert.deepEqual([plan.added, plan.withdrawn, plan.returned], [['d12'], ['d3'], []])
  assert.ok(plan.bytes.most > plan.bytes.least)
  await agree(plan, origin, () => crawler.run())
})

test('a plan reports the removal that a run would refuse, with the same plan id', async (t) => {
  const { origin, crawler } = await start(t, 6)
  await crawler.run()
  origin.set(serviceRoutes(named(2)))
  const plan = await planCrawl(crawler.options)
  await assert.rejects(crawler.run(), new RegExp(`--accept-removals ${plan.removal?.planId}`))
})

test('a plan changes nothing on disk', async (t) => {
  const { crawler } = await start(t, 3)
  await crawler.run()
  const before = readdirSync(crawler.state, { recursive: true }).sort()
  await planCrawl(crawler.options)
  assert.deepEqual(readdirSync(crawler.state, { recursive: true }).sort(), before)
})
