import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { FetchFailure } from '../../../src/lib/http/index.ts'
import { findDisallow, parseRobots, productOf } from '../../../src/lib/http/politeness/robots.ts'
import { parseBaseAddress } from '../../../src/lib/interface/index.ts'
import { openCrawler, serviceRoutes } from '../../support/crawling.ts'
import { type Route, type ScriptedOrigin, startScripted } from '../../support/scripted-origin.ts'
import { codesTo, messageOf, openTestClient, pathOf } from '../../support/timed-client.ts'

describe('robots.txt', () => {
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
})

describe('reading robots.txt', () => {
  const US = 'open-data-mirror'
  const mayAsk = (text: string, path: string) => findDisallow(parseRobots(text, US), path) === undefined

  const CASES: readonly (readonly [
    what: string,
    text: string,
    allowed: readonly string[],
    refused: readonly string[],
  ])[] = [
    ['nothing', '', ['/api/'], []],
    ['an empty Disallow', 'User-agent: *\nDisallow:', ['/', '/api/'], []],
    ['everything', 'User-agent: *\nDisallow: /', [], ['/', '/api/v1/list/?type=json']],
    ['a folder', 'user-agent:*\ndisallow:/api/', ['/', '/apis', '/API/'], ['/api/', '/api/v1/list/']],
    ['a rule without its slash', 'User-agent: *\nDisallow: api', ['/'], ['/api/']],
    ['another crawler', 'User-agent: other\nDisallow: /', ['/api/'], []],
    [
      'us by name, others by *',
      'User-agent: *\nDisallow: /\n\nUser-agent: Open-Data-Mirror/9\nDisallow: /x',
      ['/api/'],
      ['/x'],
    ],
    [
      'several names in one group',
      'User-agent: a\nUser-agent: open-data-mirror\nUser-agent: b\nDisallow: /x',
      ['/'],
      ['/x'],
    ],
    [
      'two groups of the same name',
      'User-agent: *\nDisallow: /x\nUser-agent: *\nDisallow: /y',
      ['/'],
      ['/x', '/y'],
    ],
    ['a name that begins like ours', 'User-agent: open\nDisallow: /\n', ['/api/'], []],
    ['a rule before any group', 'Disallow: /\nUser-agent: *\nDisallow: /x', ['/api/'], ['/x']],
    [
      'lines of other kinds in a group',
      'User-agent: a\nSitemap: /s\nUser-agent: *\nDisallow: /x',
      ['/'],
      ['/x'],
    ],
    ['the longest match', 'User-agent: *\nDisallow: /api/\nAllow: /api/v1/', ['/api/v1/list/'], ['/api/v2/']],
    ['Allow in a draw', 'User-agent: *\nDisallow: /api/\nAllow: /api/', ['/api/'], []],
    ['a wildcard', 'User-agent: *\nDisallow: /*/list', ['/list', '/api'], ['/api/list', '/api/v1/list/']],
    ['an end', 'User-agent: *\nDisallow: /api/$', ['/api/v1/'], ['/api/']],
    [
      'a wildcard and an end',
      'User-agent: *\nDisallow: /*.php$',
      ['/a.php5', '/a.php?x'],
      ['/a.php', '/b/c.php'],
    ],
    [
      'a query',
      'User-agent: *\nDisallow: /*?type=xml',
      ['/api/v1/list/?type=json'],
      ['/api/v1/list/?type=xml'],
    ],
    ['a pattern of wildcards', 'User-agent: *\nDisallow: ***a***b', ['/b/a'], ['/a/b', '/xaxb']],
    ['a dollar within', 'User-agent: *\nDisallow: /a$b', ['/a'], ['/a$b', '/a%24b']],
    ['an encoded asterisk', 'User-agent: *\nDisallow: /a%2ab', ['/axb'], ['/a*b', '/a%2Ab']],
    [
      'octets spelled in different ways',
      'User-agent: *\nDisallow: /дані/%62\n',
      ['/дані/c'],
      ['/%D0%B4%D0%B0%D0%BD%D1%96/b', '/%d0%b4%d0%b0%d0%bd%d1%96/%62'],
    ],
    ['comments, blanks and capitals', ' USER-AGENT : * # all\n# no\n  DISALLOW : /x # why\n', ['/'], ['/x']],
    ['a byte order mark and CR LF', '\uFEFFUser-agent: *\r\nDisallow: /x\r\n', ['/'], ['/x']],
    ['CR alone', 'User-agent: *\rDisallow: /x', ['/'], ['/x']],
    ['a page of html', '<!doctype html>\nUser-agent: *\nDisallow: /\n', ['/api/'], []],
    ['bytes that are no text', 'User-agent: *\n\0\u{fffd}: /\nDisallow: /x', ['/'], ['/x']],
  ]
  for (const [what, text, allowed, refused] of CASES)
    test(`robots.txt with ${what}`, () => {
      for (const path of allowed) assert.equal(mayAsk(text, path), true, `${path} is allowed`)
      for (const path of refused) assert.equal(mayAsk(text, path), false, `${path} is refused`)
    })

  test('reads the Crawl-delay of the matching group', () => {
    const text = 'User-agent: *\nCrawl-delay: 9\nUser-agent: open-data-mirror\nCrawl-delay: 1.5\nDisallow: /x'
    assert.equal(parseRobots(text, US).crawlDelay, 1.5)
    assert.equal(parseRobots('User-agent: *\nCrawl-delay: soon', US).crawlDelay, undefined)
    assert.equal(parseRobots('User-agent: *\nCrawl-delay: -1', US).crawlDelay, undefined)
  })

  test('a pattern of wildcards is matched in linear time', () => {
    const text = `User-agent: *\nDisallow: /${'*a'.repeat(20_000)}b$`
    assert.equal(mayAsk(text, `/${'a'.repeat(40_000)}`), true)
  })

  test('finds the product token of a User-Agent', () => {
    assert.deepEqual(['open-data-mirror/1.0 (+x)', 'Bot_A 2', '*', '9bot', ''].map(productOf), [
      'open-data-mirror',
      'bot_a',
      '*',
      '',
      '',
    ])
  })
})
