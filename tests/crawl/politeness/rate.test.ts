import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPacer } from '../../../src/lib/http/politeness/host.ts'
import { startScripted } from '../../support/scripted-origin.ts'
import { codesTo, openTestClient, pathOf } from '../../support/test-client.ts'

test('spaces requests evenly, without making up for idle time', () => {
  const pacer = openPacer(250)
  assert.deepEqual([pacer.reserve(0), pacer.reserve(0), pacer.reserve(10)], [0, 250, 490])
  assert.deepEqual([pacer.reserve(5000), pacer.reserve(5000)], [0, 250])
  pacer.slowTo(1000)
  assert.deepEqual([pacer.reserve(5000), pacer.reserve(5000)], [500, 1500])
  pacer.slowTo(10)
  assert.equal(pacer.reserve(5000), 2500)
})

test('a rate limit applies to all requests, including robots.txt, redirects and retries', async (t) => {
  const origin = await startScripted(t, {
    'robots.txt': { status: 404 },
    [pathOf('d1')]: (_, count) => (count === 1 ? { status: 500 } : '[]'),
    [pathOf('d2')]: { status: 301, headers: { location: '/api/v1/get_dataset/d2?type=json' } },
  })
  origin.otherwise('[]')
  const client = openTestClient(t, [origin.base], {
    rate: 4,
    retries: 1,
    robots: 'obey',
    connections: 1,
  })
  await client.askAll(codesTo(3))
  const requested = origin.requests.length
  assert.equal(requested, 6)
  assert.equal(client.tested.requests, 6)
  assert.ok(client.passed() >= (requested - 1) * 250, `${client.passed()} ms`)
})

test('Crawl-delay is a further rate limit, of at most one minute per request', async (t) => {
  for (const [delay, interval] of [
    ['2', 2000],
    ['0.5', 500],
    ['86400', 60_000],
  ] as const) {
    const origin = await startScripted(t, { 'robots.txt': `User-agent: *\nCrawl-delay: ${delay}\n` })
    origin.otherwise('[]')
    const client = openTestClient(t, [origin.base], { robots: 'obey', connections: 1 })
    await client.askAll(codesTo(4))
    assert.equal(client.passed(), 3 * interval)
    assert.match(client.tested.notices.join(), /asks for .* s between requests \(Crawl-delay\)/)
  }
})
