import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OriginUnreachable } from '../../src/lib/crawl/index.ts'
import { answer, openCrawler, serviceRoutes } from '../support/crawling.ts'
import { startScripted } from '../support/scripted-origin.ts'

const CODES = ['a', 'b', 'c', 'd', 'e', 'f']
const HOUR = 3_600_000
const pathOf = (code: string) => `api/v1/get_dataset/${code}/?type=json`

test('a run at its time limit publishes what it has, and later runs reach the rest', async (t) => {
  const origin = await startScripted(t, serviceRoutes(Object.fromEntries(CODES.map((code) => [code, code]))))
  let now = 0
  // No validators, so every run receives every body again; each takes 25 minutes.
  for (const code of CODES)
    origin.set({
      [pathOf(code)]: () => {
        now += 25 * 60_000
        return answer(JSON.stringify([{ row: code }]), 'application/json')
      },
    })
  const crawler = openCrawler(t, origin)
  const run = (day: number) => {
    now = 0
    const limits = { maxRunTime: 1, clock: () => now, concurrency: 1, refuse: [] }
    return crawler.run({ ...limits, formats: ['json'] }, new Date(Date.UTC(2026, 0, day)))
  }
  const stateOf = (states: Readonly<Record<string, string>>) =>
    CODES.map((code) => states[`get_dataset/${code}/index.json`])
  const first = await run(1)
  assert.deepEqual(stateOf(first.states), [...Array(3).fill('fetched'), ...Array(3).fill('missing')])
  assert.equal(first.manifest.complete, false)
  assert.match(
    first.problems.join('\n'),
    /gap .*get_dataset\/d\/\?type=json: It was not requested: .* 1 h \(the config key maxRunTime\); there is no copy\. Run again/,
  )
  const second = await run(2)
  assert.deepEqual(stateOf(second.states), [...Array(3).fill('stale'), ...Array(3).fill('fetched')])
  const third = await run(3)
  assert.deepEqual(stateOf(third.states), [...Array(3).fill('unchanged'), ...Array(3).fill('stale')])
  now = HOUR
  assert.equal((await crawler.run({ maxRunTime: 1, refuse: [] })).manifest.complete, true)
})

test('a run at its time limit aborts pending requests and retries', async (t) => {
  const origin = await startScripted(t, serviceRoutes({ a: 'a', b: 'b', c: 'c' }))
  const { promise: requested, resolve } = Promise.withResolvers<void>()
  const busy = { status: 503, headers: { 'retry-after': '100' }, after: requested }
  const endless = () => {
    resolve()
    return { body: '[{"row":"', ending: 'hang' } as const
  }
  origin.set({ [pathOf('b')]: busy, [pathOf('c')]: endless })
  let now = 0
  // What is waited for ends with the signal alone.
  const pause = (_: number, signal: AbortSignal) => {
    now = HOUR
    return new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  }
  const limits = { maxRunTime: 1, clock: () => now, retries: 4, formats: ['json'] as const }
  const { states, problems } = await openCrawler(t, origin).run({ ...limits, pause })
  const why = '.* 1 h \\(the config key maxRunTime\\); there is no copy'
  assert.match(
    problems.join('\n'),
    new RegExp(`get_dataset/b/\\?type=json: It answered 503, and was not requested again: ${why}`),
  )
  assert.match(problems.join('\n'), new RegExp(`get_dataset/c/\\?type=json: It was aborted: ${why}`))
  assert.equal(states['get_dataset/c/index.json'], 'missing')
})

test('a run that reaches its time limit before any list publishes nothing, and says why', async (t) => {
  const origin = await startScripted(t, serviceRoutes({ a: 'x' }))
  let now = 0
  const clock = () => now++ * HOUR
  await assert.rejects(openCrawler(t, origin).run({ maxRunTime: 1, clock }), (error: Error) => {
    assert.ok(error instanceof OriginUnreachable, error.stack)
    assert.match(error.message, /was not requested: .* 1 h \(the config key maxRunTime\)/)
    return true
  })
})
