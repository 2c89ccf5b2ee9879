import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FetchFailure } from '../../../src/lib/http/index.ts'
import { parseBaseAddress } from '../../../src/lib/interface/index.ts'
import { openCrawler, serviceRoutes } from '../../support/crawling.ts'
import { type Route, type ScriptedOrigin, startScripted } from '../../support/scripted-origin.ts'
import { codesTo, messageOf, openTestClient, pathOf } from '../../support/test-client.ts'

const NO_LISTS = 'User-agent: *\nDisallow: /*/list'
const obey = { robots: 'obey' } as const
const timesAsked = (origin: ScriptedOrigin) =>
  origin.requests.filter(({ path }) => path === 'robots.txt').length

test('requests robots.txt once, before everything else, at the root of the host', async (t) => {
  const origin = await startScripted(t, { 'robots.txt': NO_LISTS })
  origin.otherwise('[]')
  const base = parseBaseAddress(`${origin.base}deep/down/`)
  const client = openTestClient(t, [base], obey)
  await client.askAll(codesTo(20))
  assert.equal(origin.requests[0]?.path, 'robots.txt')
  assert.equal(timesAsked(origin), 1)
  assert.equal(client.tested.requests, 21)
})

test('does not request what robots.txt disallows, and quotes the rule', async (t) => {
  const origin = await startScripted(t, { 'robots.txt': NO_LISTS, [pathOf('a')]: '[1]' })
  const client = openTestClient(t, [origin.base], { ...obey, retries: 3 })
  assert.equal(await client.ask('a'), '[1]')
  const list = await client.askList()
  assert.ok(list instanceof FetchFailure)
  assert.equal(list.kind, 'robots')
  const { host } = new URL(origin.base)
  for (const fact of [host, '"Disallow: /*/list"', '(the config key robots)'])
    assert.ok(list.message.includes(fact), list.message)
  assert.equal(origin.requests.length, 2)
})

test('does not fetch robots.txt with robots: ignore', async (t) => {
  const origin = await startScripted(t, {
    ...serviceRoutes({ a: 'x' }),
    'robots.txt': 'User-agent: *\nDisallow: /',
  })
  const run = await openCrawler(t, origin).run({ robots: 'ignore' })
  assert.deepEqual(run.problems, [])
  assert.equal(timesAsked(origin), 0)
})

const UNAVAILABLE: readonly (readonly [what: string, route: Route])[] = [
  ['is not there', { status: 404 }],
  ['is forbidden', { status: 403 }],
  [
    'is a page of html',
    { body: '<html>User-agent: *\nDisallow: /</html>', headers: { 'content-type': 'text/html' } },
  ],
  ['moved to another host', { status: 301, headers: { location: 'http://elsewhere.test/robots.txt' } }],
  ['redirects for ever', { status: 302, headers: { location: '/robots.txt' } }],
  ['redirects to nowhere', { status: 302 }],
  ['has no content', { status: 204 }],
]
for (const [what, route] of UNAVAILABLE)
  test(`everything is allowed when robots.txt ${what}`, async (t) => {
    const origin = await startScripted(t, { 'robots.txt': route, [pathOf('a')]: '[]' })
    assert.equal(await openTestClient(t, [origin.base], obey).ask('a'), '[]')
  })

test('follows robots.txt to where it moved on the same host', async (t) => {
  const origin = await startScripted(t, {
    'robots.txt': { status: 301, headers: { location: '/r/1' } },
    'r/1': { status: 302, headers: { location: '/r/2' } },
    'r/2': 'User-agent: *\nDisallow: /',
  })
  assert.match(messageOf(await openTestClient(t, [origin.base], obey).ask('a')), /"Disallow: \/"/)
})

test('nothing is requested while robots.txt fails temporarily', async (t) => {
  const origin = await startScripted(t, {
    'robots.txt': (_, count) => (count < 3 ? { status: 500 } : ''),
    [pathOf('a')]: '[]',
  })
  assert.equal(await openTestClient(t, [origin.base], { ...obey, retries: 2 }).ask('a'), '[]')
  origin.set({ 'robots.txt': { status: 500 } })
  origin.forget()
  const failure = await openTestClient(t, [origin.base], { ...obey, retries: 2 }).ask('a')
  assert.match(messageOf(failure), /^answered 500; .*robots\.txt.* \(the config key robots\)/)
  assert.equal(timesAsked(origin), 3)
  assert.equal(origin.requests.length, 3)
})

test('reads half a megabyte of an endless robots.txt', async (t) => {
  const lines = function* () {
    yield Buffer.from('User-agent: *\nDisallow: /early\n')
    for (;;) yield Buffer.alloc(4096, '# nothing\n')
  }
  const origin = await startScripted(t, { 'robots.txt': () => ({ body: lines() }), [pathOf('a')]: '[]' })
  assert.equal(await openTestClient(t, [origin.base], obey).ask('a'), '[]')
})

test('what robots.txt disallows is a gap', async (t) => {
  const origin = await startScripted(t, {
    ...serviceRoutes({ a: 'x', b: 'y' }),
    'robots.txt': 'User-agent: *\nDisallow: /api/v1/get_dataset/b/',
  })
  const run = await openCrawler(t, origin).run({ ...obey, retries: 2 })
  assert.equal(run.states['get_dataset/a/index.json'], 'fetched')
  assert.equal(run.states['get_dataset/b/index.json'], 'missing')
  assert.match(run.problems.join('\n'), /It is disallowed by robots\.txt of/)
  assert.ok(!origin.requests.some(({ path }) => path.includes('/b/')))
})
