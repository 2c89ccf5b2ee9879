import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { isRefused, openCheckClient } from '../../src/lib/check/check-client.ts'
import { planSite } from '../../src/lib/check/plan.ts'
import { parseBaseAddress } from '../../src/lib/interface/index.ts'
import { eachAtOnce } from '../../src/lib/snapshot/index.ts'
import { type Reply, startScripted } from '../support/scripted-origin.ts'

const MINUTE = 60_000

/** Requests so many addresses, with a clock that advances only in pauses. `reply` gets its time, and how often an address was requested. */
async function askAll(t: TestContext, count: number, reply: (now: number, times: number) => Reply | string) {
  const origin = await startScripted(t)
  let now = 0
  origin.otherwise((_, times) => reply(now, times))
  const client = openCheckClient({
    base: origin.base,
    userAgent: 'test',
    connections: 8,
    deadlines: { connect: 5, idle: 20, total: 60 },
    signal: new AbortController().signal,
    clock: () => now,
    pause: async (ms) => {
      now += ms
    },
  })
  t.after(() => client.close())
  const targets = Array.from({ length: count }, (_, n) => `d${n}/index.json`)
  const answers = await eachAtOnce(targets, 8, (target) => client.ask({ target, most: 9, judge: () => [] }))
  return { refused: answers.filter(isRefused).length, client, passed: now, requests: origin.requests.length }
}

test('a host that answers 429 once for each address is checked completely, each request after a short pause', async (t) => {
  const { refused, requests, passed, client } = await askAll(t, 200, (_, times) =>
    times === 1 ? { status: 429 } : '[]',
  )
  assert.deepEqual([refused, requests], [0, 400])
  assert.ok(passed <= 200 * 500, `${passed} ms`)
  assert.equal(client.pauses.length, passed)
})

test('a host that asks for a minute whenever it has answered a hundred times is obeyed', async (t) => {
  let [until, left, early] = [0, 100, 0]
  const { refused, passed } = await askAll(t, 300, (now) => {
    // Not those that were under way when the host began to refuse.
    if (now > until - MINUTE && now < until) early++
    if (left > 0) {
      left--
      return '[]'
    }
    ;[until, left] = [now + MINUTE, 100]
    return { status: 429, headers: { 'retry-after': '60' } }
  })
  assert.deepEqual([refused, early], [0, 0])
  assert.ok(passed >= 2 * MINUTE)
})

test('a host that limits every address ends the check after some minutes, and what was not requested does not count as failed', async (t) => {
  const { refused, requests, passed, client } = await askAll(t, 5000, (_, times) =>
    times === 1 ? { status: 429, headers: { 'retry-after': '10' } } : '[]',
  )
  assert.ok(passed <= 4 * MINUTE, `${passed} ms`)
  assert.ok(client.pauses.isTooLong)
  assert.ok(requests < 200 && refused > 4900, `${requests} requests, ${refused} of 5000 not answered`)
})

test('files in a dotted folder are requested, which some deployments leave out; those of the host itself are not', () => {
  const sums = new Map(
    [
      '.htaccess',
      '.nojekyll',
      '.well-known/api-catalog',
      '404.html',
      '_headers',
      'index.html',
      'robots.txt',
    ].map((path) => [path, '0'.repeat(64)]),
  )
  const site = { base: parseBaseAddress('https://m.example/'), sums, records: new Map(), hosts: [] }
  const asked = [...planSite(site, { left: new Set() }, 'none')].map(({ target }) => target)
  for (const target of ['.well-known/api-catalog', 'robots.txt', ''])
    assert.ok(asked.includes(target), target)
  for (const target of ['.htaccess', '.nojekyll', '404.html', '_headers'])
    assert.ok(!asked.includes(target), target)
})
