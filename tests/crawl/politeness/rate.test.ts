import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPacer } from '../../../src/lib/http/politeness/pacer.ts'
import { codesTo, openAsker, pathOf } from '../../support/asking.ts'
import { startScripted } from '../../support/scripted-origin.ts'

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
  const asker = openAsker(t, [origin.base], {
    rate: 4,
    retries: 1,
    robots: 'obey',
    connections: 1,
  })
  await asker.askAll(codesTo(3))
  const asked = origin.requests.length
  assert.equal(asked, 6)
  assert.equal(asker.client.requests, 6)
  assert.ok(asker.passed() >= (asked - 1) * 250, `${asker.passed()} ms`)
})

test('Crawl-delay is a further rate limit, of at most one minute per request', async (t) => {
  for (const [said, interval] of [
    ['2', 2000],
    ['0.5', 500],
    ['86400', 60_000],
  ] as const) {
    const origin = await startScripted(t, { 'robots.txt': `User-agent: *\nCrawl-delay: ${said}\n` })
    origin.otherwise('[]')
    const asker = openAsker(t, [origin.base], { robots: 'obey', connections: 1 })
    await asker.askAll(codesTo(4))
    assert.equal(asker.passed(), 3 * interval)
    assert.match(asker.client.notices.join(), /asks for .* s between requests \(Crawl-delay\)/)
  }
})
