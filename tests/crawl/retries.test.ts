import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type FailureKind, FetchFailure } from '../../src/lib/http/index.ts'
import { parseRetryAfter, planRetry } from '../../src/lib/http/politeness/backoff.ts'
import { parseBaseAddress } from '../../src/lib/interface/index.ts'
import { answer, openCrawler, serviceRoutes } from '../support/crawling.ts'
import { type Reply, type ScriptedOrigin, startScripted } from '../support/scripted-origin.ts'
import { openTestClient } from '../support/test-client.ts'

const JSON_A = 'api/v1/get_dataset/a/?type=json'
const GOOD = answer('[{"row":"x"}]', 'application/json')
const timesAsked = (origin: ScriptedOrigin, path = JSON_A) =>
  origin.requests.filter((one) => one.path === path).length

const PASSING: readonly (readonly [what: string, reply: Reply])[] = [
  ['500', { status: 500 }],
  ['503', { status: 503 }],
  ['408', { status: 408 }],
  ['a reset', { ...answer('[', 'application/json', { 'content-length': '99' }), ending: 'reset' }],
  ['a cut body', { ...answer('[', 'application/json', { 'content-length': '99' }), ending: 'end' }],
  ['half a json', answer('[{"row":', 'application/json')],
]
for (const [what, reply] of PASSING)
  test(`retries after ${what}, which leaves no trace`, async (t) => {
    const origin = await startScripted(t, serviceRoutes({ a: 'x' }))
    origin.set({ [JSON_A]: (_, count) => (count < 3 ? reply : GOOD) })
    const run = await openCrawler(t, origin).run({ retries: 2 })
    assert.deepEqual(run.problems, [])
    assert.equal(timesAsked(origin), 3)
    assert.equal(run.text('get_dataset/a/index.json'), '[{"row":"x"}]')
  })

for (const status of [400, 401, 403, 404, 410, 501])
  test(`does not retry after ${status}`, async (t) => {
    const origin = await startScripted(t, { ...serviceRoutes({ a: 'x' }), [JSON_A]: { status } })
    await openCrawler(t, origin).run({ retries: 3 })
    assert.equal(timesAsked(origin), 1)
  })

test('gives up after the allowed number of retries', async (t) => {
  const origin = await startScripted(t, { ...serviceRoutes({ a: 'x' }), [JSON_A]: { status: 502 } })
  const run = await openCrawler(t, origin).run({ retries: 2 })
  assert.equal(timesAsked(origin), 3)
  assert.match(run.problems.join(), /answered 502/)
})

test('waits as long as the origin asks, and delays every other request', async (t) => {
  const origin = await startScripted(t, serviceRoutes({ a: 'x', b: 'y' }))
  origin.set({
    [JSON_A]: (_, count) => (count === 1 ? { status: 429, headers: { 'retry-after': '7' } } : GOOD),
  })
  const pauses: number[] = []
  const pause = async (ms: number) => void pauses.push(ms)
  const run = await openCrawler(t, origin).run({ retries: 1, concurrency: 1, pause })
  assert.deepEqual(run.problems, [])
  const [first = 0] = pauses
  assert.ok(first > 5000 && first <= 7000, `${first} ms, less what went by since the answer`)
  assert.ok(pauses.length >= 4, String(pauses))
  assert.ok(pauses.every((ms) => ms > 0 && ms <= 7000))
})

test('gives up at once if the origin asks for a longer wait than is accepted', async (t) => {
  const reply = { status: 503, headers: { 'retry-after': '86400' } }
  const origin = await startScripted(t, { ...serviceRoutes({ a: 'x' }), [JSON_A]: reply })
  await openCrawler(t, origin).run({ retries: 4 })
  assert.equal(timesAsked(origin), 1)
})

test('a body cut in the first attempt is not used when the second is answered with 304', async (t) => {
  const origin = await startScripted(t, serviceRoutes({ a: 'x' }))
  origin.set({ [JSON_A]: { ...GOOD, headers: { ...GOOD.headers, etag: '"1"' } } })
  const crawler = openCrawler(t, origin)
  await crawler.run()
  const cut: Reply = { ...answer('[{"row"', 'application/json', { 'content-length': '99' }), ending: 'end' }
  origin.forget()
  origin.set({ [JSON_A]: (_, count) => (count === 1 ? cut : { status: 304 }) })
  const run = await crawler.run({ retries: 1 })
  assert.equal(run.text('get_dataset/a/index.json'), '[{"row":"x"}]')
  assert.equal(run.states['get_dataset/a/index.json'], 'unchanged')
})

test('uses the next base address if the first one fails, even without retries', async (t) => {
  const broken = await startScripted(t)
  broken.otherwise({ status: 500 })
  const good = await startScripted(t, serviceRoutes({ a: 'x' }))
  const dead = parseBaseAddress('http://127.0.0.1:1')
  for (const bases of [
    [broken.base, good.base],
    [dead, good.base],
  ]) {
    const run = await openCrawler(t, bases).run()
    assert.deepEqual(run.problems, [])
    assert.equal(run.record('get_dataset/a/index.json')?.address, `${good.base}${JSON_A}`)
  }
})

const failure = (kind: FailureKind, details = {}) => new FetchFailure(kind, 'x', 'x', details)

test('doubles the pause each time, up to a limit, with random variation', () => {
  const pauses = [1, 2, 3, 10].map((attempt) => planRetry(failure('network'), attempt, 20, 1))
  assert.deepEqual(pauses, [1000, 2000, 4000, 30_000])
  assert.equal(planRetry(failure('network'), 2, 20, 0.25), 500)
  assert.equal(planRetry(failure('network'), 3, 2, 1), undefined)
  for (const kind of ['malformed', 'foreign', 'redirect', 'large', 'encoding'] as const)
    assert.equal(planRetry(failure(kind), 1, 5, 1), undefined, kind)
  const after = (retryAfter: number) => planRetry(failure('status', { status: 503, retryAfter }), 1, 5, 1)
  assert.deepEqual([after(120_000), after(120_001)], [0, undefined])
})

test('a single 503 has a wait of its own, an answer that pauses the host has none', () => {
  assert.equal(planRetry(failure('status', { status: 503 }), 1, 5, 1), 0)
  assert.equal(planRetry(failure('status', { status: 503, single: true }), 1, 5, 1), 1000)
})

test('reads Retry-After in seconds and as a date', () => {
  const now = Date.parse('Fri, 02 Jan 2026 00:00:00 GMT')
  assert.equal(parseRetryAfter(' 30 ', now), 30_000)
  assert.equal(parseRetryAfter('Fri, 02 Jan 2026 00:00:10 GMT', now), 10_000)
  assert.equal(parseRetryAfter('Thu, 01 Jan 2026 00:00:00 GMT', now), 0)
  for (const absurd of ['soon', '', undefined]) assert.equal(parseRetryAfter(absurd, now), undefined)
})

test('a closed client does not retry', { timeout: 240_000 }, async (t) => {
  const origin = await startScripted(t, serviceRoutes({ a: 'x' }))
  const requested = Promise.withResolvers<void>()
  origin.set({
    [JSON_A]: () => {
      requested.resolve()
      return { status: 503, headers: { 'retry-after': '600' } }
    },
  })
  const bases = [parseBaseAddress(origin.base)]
  const { tested: client, ask } = openTestClient(t, bases, { retries: 1, pause: undefined, clock: undefined })
  const waiting = assert.rejects(ask('a'), /closed|destroyed/)
  await requested.promise
  await client.close()
  await waiting
})
