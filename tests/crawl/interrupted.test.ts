import assert from 'node:assert/strict'
import { appendFileSync, existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { findCurrent, layout } from '../../src/lib/snapshot/index.ts'
import { type Crawler, openCrawler, serviceRoutes } from '../support/crawling.ts'
import { type ScriptedOrigin, startScripted } from '../support/scripted-origin.ts'

const datasets = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`d${n}`, `text ${n}`]))
const LAST = 'api/v1/get_dataset/d19/?type=json'
const STOP = new Error('interrupted by a test')

/** A crawl that was interrupted while the last dataset was on its way; its origin answers now. */
async function interrupt(t: TestContext): Promise<{ origin: ScriptedOrigin; crawler: Crawler }> {
  const origin = await startScripted(t, serviceRoutes(datasets))
  const crawler = openCrawler(t, origin)
  const stop = new AbortController()
  origin.set({
    [LAST]: () => {
      setImmediate(() => stop.abort(STOP))
      return { body: '[', headers: { 'content-length': '99' }, ending: 'hang' }
    },
  })
  await assert.rejects(crawler.run({ signal: stop.signal, concurrency: 1 }), STOP)
  origin.set(serviceRoutes(datasets))
  origin.forget()
  return { origin, crawler }
}

test('publishes nothing when it is interrupted, and goes on where it stopped', async (t) => {
  const { origin, crawler } = await interrupt(t)
  assert.equal(findCurrent(crawler.state), undefined)
  const run = await crawler.run()
  const asked = origin.requests.map(({ path }) => path).filter((path) => /get_dataset\/d\d/.test(path))
  assert.deepEqual(asked, [LAST, LAST.replace('json', 'xml')])
  assert.equal(run.manifest.records.length, 48)
  assert.ok(run.manifest.records.every(({ state }) => state === 'fetched'))
  assert.deepEqual(run.problems, [])
})

test('asks again for what was altered in the draft, and throws out what nobody vouches for', async (t) => {
  const { origin, crawler } = await interrupt(t)
  const draft = layout.draft(crawler.state)
  writeFileSync(join(draft, 'api/v1/get_dataset/d3/index.json'), '[{"row":"forged"}]')
  writeFileSync(join(draft, 'api/v1/get_dataset/d3/extra.txt'), 'litter')
  writeFileSync(join(draft, 'manifest.json'), '{}')
  appendFileSync(layout.journal(crawler.state), '{"path":"api/v1/list/index.js')
  const run = await crawler.run()
  assert.ok(origin.requests.some(({ path }) => path === 'api/v1/get_dataset/d3/?type=json'))
  assert.equal(run.text('get_dataset/d3/index.json'), '[{"row":"text 3"}]')
  assert.deepEqual(readdirSync(join(run.folder, 'api/v1/get_dataset/d3')).sort(), ['index.json', 'index.xml'])
})

test('does not mix the draft of one service into another', async (t) => {
  const { crawler } = await interrupt(t)
  const other = await startScripted(t, serviceRoutes({ d1: 'of the other' }))
  const run = await crawler.run({ bases: [other.base] })
  assert.equal(run.text('get_dataset/d1/index.json'), '[{"row":"of the other"}]')
  assert.equal(run.manifest.codes.order.length, 1)
})

test('asks anew when the draft is from another day', async (t) => {
  const { origin, crawler } = await interrupt(t)
  await crawler.run({}, new Date(Date.now() + 24 * 3600 * 1000))
  const asked = origin.requests.filter(({ path }) => /get_dataset\/d\d/.test(path))
  assert.equal(asked.length, 40)
})

test('stops at once when it is interrupted while it waits to ask again', async (t) => {
  const origin = await startScripted(t, serviceRoutes({ a: 'x' }))
  origin.otherwise({ status: 503, headers: { 'retry-after': '60' } })
  origin.set({ 'api/v1/list/?type=json': { status: 503, headers: { 'retry-after': '60' } } })
  const stop = new AbortController()
  const crawler = openCrawler(t, origin)
  const run = crawler.run({ signal: stop.signal, retries: 3, concurrency: 1, pause: undefined })
  setImmediate(function whenAsked() {
    if (origin.requests.length === 0) setImmediate(whenAsked)
    else setImmediate(() => stop.abort(STOP))
  })
  await assert.rejects(run, STOP)
})

test('ends with the reason of the interruption, also where that is the standard one', async (t) => {
  const origin = await startScripted(t, serviceRoutes({ a: 'x' }))
  const stop = new AbortController()
  origin.set({
    'api/v1/get_dataset/a/?type=json': () => {
      setImmediate(() => stop.abort())
      return { after: new Promise<never>(() => {}) }
    },
  })
  const crawler = openCrawler(t, origin)
  await assert.rejects(crawler.run({ signal: stop.signal }), { name: 'AbortError' })
  assert.ok(existsSync(layout.journal(crawler.state)))
  await assert.rejects(crawler.run({ signal: AbortSignal.abort(STOP) }), STOP)
})

test('a draft interrupted before anything came is no obstacle', async (t) => {
  const origin = await startScripted(t, serviceRoutes({ a: 'x' }))
  const crawler = openCrawler(t, origin)
  await assert.rejects(crawler.run({ signal: AbortSignal.abort(STOP) }), STOP)
  assert.equal((await crawler.run()).manifest.records.length, 10)
  for (const torn of ['', '{', 'null', '{"origin":5}\n']) {
    writeFileSync(layout.journal(crawler.state), torn)
    assert.equal((await crawler.run()).manifest.complete, true)
  }
})
