import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { describe, test } from 'node:test'
import { XMLParser } from 'fast-xml-parser'
import { OriginUnreachable } from '../../src/lib/crawl/index.ts'
import { type FailureKind, FetchFailure } from '../../src/lib/http/index.ts'
import { parseRetryAfter, planRetry } from '../../src/lib/http/politeness/backoff.ts'
import { findRedirectProblem } from '../../src/lib/http/redirect.ts'
import { parseBaseAddress } from '../../src/lib/interface/index.ts'
import { findCurrent } from '../../src/lib/snapshot/index.ts'
import { answer, both, openCrawler, serviceRoutes } from '../support/crawling.ts'
import { everyHostIsHere } from '../support/names.ts'
import { type Reply, type Route, type ScriptedOrigin, startScripted } from '../support/scripted-origin.ts'
import { openTestClient } from '../support/timed-client.ts'

describe('failures', () => {
  const JSON_A = 'api/v1/get_dataset/a/?type=json'
  const XML_A = 'api/v1/get_dataset/a/?type=xml'
  const GONE: Reply = { status: 404, body: 'no' }

  test('derives the missing format from the other one, and reports the gap', async (t) => {
    const origin = await startScripted(t, { ...serviceRoutes({ a: 'x' }), [JSON_A]: GONE })
    const run = await openCrawler(t, origin).run()
    const record = run.record('get_dataset/a/index.json')
    assert.equal(record?.state, 'derived')
    assert.equal(record?.derivedFrom, 'xml')
    assert.equal(record?.reason, 'answered 404')
    assert.equal(record?.reasonCode, 'not-found')
    assert.deepEqual(JSON.parse(run.text('get_dataset/a/index.json')), [{ row: 'x' }])
    assert.deepEqual(run.problems, [`gap ${origin.base}${JSON_A}: It answered 404; it is derived from xml.`])
  })

  test('keeps the last good copy of a dataset that fails, with time and reason, and fetches the others', async (t) => {
    const origin = await startScripted(t, serviceRoutes({ a: 'old', b: 'old' }))
    const crawler = openCrawler(t, origin)
    const times = [1, 2, 3, 4].map((day) => new Date(Date.UTC(2026, 0, day)))
    await crawler.run({}, times[0])
    origin.set({
      ...serviceRoutes({ b: 'new' }),
      ...both('list_datasets', [{ url: 'get_dataset/a/' }, { url: 'get_dataset/b/' }]),
    })
    origin.set({ [JSON_A]: { status: 500 }, [XML_A]: GONE })
    const second = await crawler.run({}, times[1])
    const third = await crawler.run({}, times[2])
    for (const run of [second, third]) {
      const record = run.record('get_dataset/a/index.json')
      assert.equal(record?.state, 'stale')
      assert.equal(record?.since, times[1]?.toISOString())
      assert.equal(record?.reason, 'answered 500')
      assert.equal(record?.reasonCode, 'server-error')
      assert.equal(record?.status, 500)
      assert.equal(run.text('get_dataset/a/index.json'), '[{"row":"old"}]')
      assert.equal(run.text('get_dataset/b/index.json'), '[{"row":"new"}]')
      assert.equal(run.manifest.complete, false)
    }
    assert.match(second.problems.join('\n'), /It answered 500; the copy of 2026-01-01 is kept\. Run again/)
    origin.set(serviceRoutes({ a: 'old', b: 'new' }))
    const fourth = await crawler.run({}, times[3])
    assert.equal(fourth.states['get_dataset/a/index.json'], 'unchanged')
    assert.equal(fourth.record('get_dataset/a/index.json')?.since, undefined)
    assert.equal(fourth.record('get_dataset/a/index.json')?.reason, undefined)
    assert.equal(fourth.record('get_dataset/a/index.json')?.reasonCode, undefined)
  })

  test('a dataset that never had a copy is missing, and has no file', async (t) => {
    const origin = await startScripted(t, {
      ...serviceRoutes({ a: 'x' }),
      [JSON_A]: { status: 403 },
      [XML_A]: GONE,
    })
    const run = await openCrawler(t, origin).run()
    const record = run.record('get_dataset/a/index.json')
    assert.deepEqual([record?.sha256, record?.bytes], [undefined, undefined])
    assert.equal(record?.state, 'missing')
    assert.equal(record?.reason, 'answered 403')
    assert.equal(record?.reasonCode, 'access-denied')
    assert.ok(!existsSync(`${run.folder}/api/v1/get_dataset/a/index.json`))
    assert.match(run.problems.join('\n'), /It answered 403; there is no copy\. .*authentication/)
    assert.equal(run.manifest.counts.missing, 2)
  })

  test('listed equals fetched, unchanged, stale, derived and missing, in each format', async (t) => {
    const origin = await startScripted(t, serviceRoutes({ a: '1', b: '2', c: '3', d: '4' }))
    const crawler = openCrawler(t, origin)
    await crawler.run()
    origin.set({ ...serviceRoutes({ a: '1', b: 'new', c: '3', d: '4', e: '5' }) })
    origin.set({
      [JSON_A]: GONE,
      'api/v1/get_dataset/e/?type=json': GONE,
      'api/v1/get_dataset/e/?type=xml': GONE,
    })
    const { manifest } = await crawler.run()
    for (const format of ['json', 'xml']) {
      const states = manifest.records.filter((one) => one.code !== undefined && one.format === format)
      assert.equal(states.length, manifest.codes.order.length)
    }
    assert.deepEqual(manifest.codes.order, ['a', 'b', 'c', 'd', 'e'])
  })

  test('publishes nothing if no list can be fetched, and reports what each address answered', async (t) => {
    const origin = await startScripted(t)
    const crawler = openCrawler(t, origin)
    await assert.rejects(crawler.run(), (error: Error) => {
      assert.ok(error instanceof OriginUnreachable)
      assert.ok(
        error.message.includes(`${origin.base}api/v1/list/ and 11 more: it answered 404`),
        error.message,
      )
      return true
    })
    assert.equal(findCurrent(crawler.state), undefined)
  })

  test('reports that the lists answered as pages in which no datasets were found', async (t) => {
    const origin = await startScripted(t)
    const listed = answer('<h1>Datasets</h1><ul><li>Parks</li><li>Clinics</li></ul>', 'text/html')
    origin.set({ 'api/v1/list_datasets/': listed })
    await assert.rejects(openCrawler(t, origin).run(), (error: Error) => {
      assert.ok(error instanceof OriginUnreachable, error.stack)
      assert.match(error.message, /api\/v1\/list_datasets\/: it answered with an html page/)
      return true
    })
  })

  const PAGE = answer('<html><body><div id="app"></div><a href="/about">About</a></body></html>', 'text/html')
  for (const [what, reply] of [
    ['404', { status: 404 }],
    ['one page', PAGE],
  ] as const)
    test(`if a service answers ${what} to everything, the expected interface is described`, async (t) => {
      const origin = await startScripted(t)
      origin.otherwise(reply)
      const crawler = openCrawler(t, origin)
      await assert.rejects(crawler.run(), (error: Error) => {
        assert.ok(error instanceof OriginUnreachable, error.stack)
        assert.match(
          error.message,
          /does not look like a service that can be mirrored.* \/api\/v1\/list\/, .* \/api\/v1\/get_dataset\/<dataset_code>\/ \(README\.md/,
        )
        return true
      })
      assert.equal(findCurrent(crawler.state), undefined)
    })

  test('the expected interface is not described for a known service, or one that requires a login', async (t) => {
    const origin = await startScripted(t, serviceRoutes({ a: 'x' }))
    const crawler = openCrawler(t, origin)
    await crawler.run()
    for (const list of ['list', 'list_categories', 'list_oivs', 'list_datasets'])
      for (const query of ['', '?type=json', '?type=xml'])
        origin.set({ [`api/v1/${list}/${query}`]: query === '' ? PAGE : { status: 404 } })
    const isSilent = (error: Error) => {
      assert.ok(error instanceof OriginUnreachable, error.stack)
      assert.doesNotMatch(error.message, /does not look like/)
      return true
    }
    await assert.rejects(crawler.run(), isSilent)
    origin.otherwise({ status: 401 })
    await assert.rejects(openCrawler(t, [parseBaseAddress(`${origin.base}elsewhere`)]).run(), isSilent)
  })

  test('an origin that refuses access to every list is explained, with what to do', async (t) => {
    const origin = await startScripted(t)
    for (const [status, advice] of [
      [401, /requires authentication, .* Ask its operator for public access/],
      [403, /a firewall may block this client or its network\. Ask its operator for access/],
    ] as const) {
      origin.otherwise({ status })
      await assert.rejects(openCrawler(t, origin).run(), advice)
    }
  })

  test('an origin that redirects its lists to another address is explained, and its copies stay in use there', async (t) => {
    const routes = serviceRoutes({ a: 'x' })
    const [origin, moved] = [await startScripted(t, routes), await startScripted(t, routes, '/en')]
    const crawler = openCrawler(t, origin)
    await crawler.run()
    const bases = [parseBaseAddress(`http://localhost:${moved.port}/en/`), origin.base]
    for (const [to, isMove] of [
      [(path: string) => `/login/?next=/${path}`, false],
      [(path: string) => `${bases[0]}${path.replace('/?', '?')}`, true],
    ] as const) {
      const redirect: Route = ({ path }) => ({ status: 301, headers: { location: to(path) } })
      origin.set(Object.fromEntries(Object.keys(routes).map((path) => [path, redirect])))
      await assert.rejects(
        crawler.run(),
        (error: Error) =>
          error.message.includes(` ${bases[0]}.`) === isMove && /redirects/.test(error.message),
      )
    }
    const { manifest } = await crawler.run({ bases })
    assert.deepEqual([manifest.complete, manifest.counts.unchanged], [true, 10])
  })

  test('leaves the published generation unchanged if the origin cannot be reached', async (t) => {
    const origin = await startScripted(t, serviceRoutes({ a: 'x' }))
    const crawler = openCrawler(t, origin)
    const { manifest } = await crawler.run()
    origin.close()
    await assert.rejects(crawler.run(), (error: Error) => {
      assert.ok(error instanceof OriginUnreachable)
      assert.match(error.message, /could not be reached \(ECONNREFUSED\)/)
      return true
    })
    assert.deepEqual(findCurrent(crawler.state)?.manifest, manifest)
  })

  test('an endless error page is not waited for', async (t) => {
    const endless = function* () {
      for (;;) yield Buffer.alloc(64 * 1024, 'x')
    }
    const origin = await startScripted(t, { ...serviceRoutes({ a: 'x' }) })
    origin.set({ [JSON_A]: () => ({ status: 404, body: endless() }) })
    const run = await openCrawler(t, origin).run()
    assert.match(run.problems.join('\n'), /answered 404/)
  })
})

describe('retries', () => {
  const JSON_A = 'api/v1/get_dataset/a/?type=json'
  const GOOD = answer('[{"row":"x"}]', 'application/json')
  const timesAsked = (origin: ScriptedOrigin, path = JSON_A) =>
    origin.requests.filter((one) => one.path === path).length

  const TRANSIENT: readonly (readonly [what: string, reply: Reply])[] = [
    ['500', { status: 500 }],
    ['503', { status: 503 }],
    ['408', { status: 408 }],
    ['a reset', { ...answer('[', 'application/json', { 'content-length': '99' }), ending: 'reset' }],
    ['a cut body', { ...answer('[', 'application/json', { 'content-length': '99' }), ending: 'end' }],
    ['half a json', answer('[{"row":', 'application/json')],
  ]
  for (const [what, reply] of TRANSIENT)
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
    const [told] = run.events.flatMap((event) => (event.type === 'pause' ? [event] : []))
    assert.equal(told?.host, new URL(origin.base).host)
    assert.match(told.message, /429/)
    assert.ok(told.ms > 6000 && told.ms <= 7000)
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
    const { tested: client, ask } = openTestClient(t, bases, {
      retries: 1,
      pause: undefined,
      clock: undefined,
    })
    const waiting = assert.rejects(ask('a'), /closed|destroyed/)
    await requested.promise
    await client.close()
    await waiting
  })
})

describe('last resorts', () => {
  const page = (body: string) => answer(`<html><body>${body}</body></html>`, 'text/html')
  const TABLE = page('<table><tr><th>k</th></tr><tr><td>1</td></tr><tr><td>2</td></tr></table>')
  const GONE = { status: 404 }

  test('publishes xml in UTF-8 if its encoding was only in the header, since static hosts do not send it', async (t) => {
    const origin = await startScripted(t, serviceRoutes({ a: 'x' }))
    // Привет, in windows-1251.
    const body = Buffer.concat([
      Buffer.from('<?xml version="1.0"?><r><a>'),
      Buffer.from([207, 240, 232, 226, 229, 242]),
      Buffer.from('</a></r>'),
    ])
    origin.set({
      'api/v1/get_dataset/a/?type=xml': {
        headers: { 'content-type': 'application/xml; charset=windows-1251' },
        body,
      },
    })
    const crawler = openCrawler(t, origin)
    const { record, text } = await crawler.run()
    assert.equal(record('get_dataset/a/index.xml')?.state, 'derived')
    assert.equal(new XMLParser().parse(text('get_dataset/a/index.xml')).r.a, 'Привет')
    assert.deepEqual(
      new Uint8Array((await crawler.run()).bytes('get_dataset/a/index.xml.original')),
      new Uint8Array(body),
    )
  })

  test('derives no data from a login page', async (t) => {
    const origin = await startScripted(t, serviceRoutes({ a: 'x' }))
    origin.set({
      'api/v1/get_dataset/a/?type=json': GONE,
      'api/v1/get_dataset/a/?type=xml': GONE,
      'api/v1/get_dataset/a/': TABLE,
    })
    const crawler = openCrawler(t, origin)
    assert.deepEqual(JSON.parse((await crawler.run()).text('get_dataset/a/index.json')), [
      { k: '1' },
      { k: '2' },
    ])
    origin.set({ 'api/v1/get_dataset/a/': page('<form>Please log in <input name="user"></form>') })
    const second = await crawler.run()
    assert.deepEqual(JSON.parse(second.text('get_dataset/a/index.json')), [{ k: '1' }, { k: '2' }])
    assert.equal(second.record('get_dataset/a/index.json')?.state, 'stale')
  })

  test('the failure of an html list does not mean that its entries are gone', async (t) => {
    const origin = await startScripted(t, serviceRoutes({ a: 'x', b: 'y' }))
    const links = page(
      '<ul><li><a href="../get_dataset/a/">a</a></li><li><a href="../get_dataset/b/">b</a></li></ul>',
    )
    const lists = ['list', 'list_categories', 'list_oivs', 'list_datasets']
    const html = (body: typeof links | typeof GONE) =>
      Object.fromEntries(lists.map((list) => [`api/v1/${list}/`, body]))
    origin.set(
      Object.fromEntries(
        lists.flatMap((list) => ['json', 'xml'].map((type) => [`api/v1/${list}/?type=${type}`, GONE])),
      ),
    )
    origin.set(html(links))
    const crawler = openCrawler(t, origin)
    assert.equal((await crawler.run()).states['get_dataset/a/index.json'], 'fetched')
    origin.set({ ...html({ status: 500 }), 'api/v1/list/': page('<a href="../get_dataset/a/">a</a>') })
    const { states } = await crawler.run()
    assert.notEqual(states['get_dataset/a/index.json'], 'withdrawn')
    assert.notEqual(states['get_dataset/b/index.xml'], 'withdrawn')
  })
})

describe('redirects', () => {
  const connect = { lookup: everyHostIsHere }
  const JSON_A = 'api/v1/get_dataset/a/?type=json'
  const to = (location: string, status = 301) => ({ status, headers: { location } })

  /** Routes that answer on one host form only; the other one redirects there. */
  function onlyOn(
    host: string,
    origin: ScriptedOrigin,
    routes: Record<string, Route>,
  ): Record<string, Route> {
    const wrap =
      (path: string, route: Route): Route =>
      (seen, count) =>
        seen.host === `${host}:${origin.port}`
          ? typeof route === 'function'
            ? route(seen, count)
            : route
          : to(`http://${host}:${origin.port}/${path}`)
    return Object.fromEntries(Object.entries(routes).map(([path, route]) => [path, wrap(path, route)]))
  }

  for (const [requested, answers] of [
    ['data.test', 'www.data.test'],
    ['www.data.test', 'data.test'],
  ] as const)
    test(`follows a redirect from ${requested} to ${answers}`, async (t) => {
      const origin = await startScripted(t)
      origin.set(onlyOn(answers, origin, serviceRoutes({ a: 'x', 'б в': 'y' })))
      const run = await openCrawler(t, [parseBaseAddress(`http://${requested}:${origin.port}`)]).run({
        connect,
      })
      assert.deepEqual(run.problems, [])
      assert.equal(run.text('get_dataset/б в/index.json'), '[{"row":"y"}]')
      const address = `http://${answers}:${origin.port}/${JSON_A}`
      assert.equal(run.record('get_dataset/a/index.json')?.address, address)
    })

  test('follows a redirect that adds the session of a Java server, which is in no code and no address', async (t) => {
    const routes = serviceRoutes({ a: 'x', b: 'y' })
    const links = JSON.stringify(['a', 'b'].map((code) => `/api/v1/get_dataset/${code};jsessionid=1F0A/`))
    const origin = await startScripted(t, { ...routes, 'api/v1/list_datasets/?type=json': links })
    const within = (path: string) => path.replace('?', ';jsessionid=1F0A?')
    for (const [path, route] of Object.entries(routes))
      if (path.includes('get_dataset'))
        origin.set({ [path]: to(`/${within(path)}`, 302), [within(path)]: route })
    const { problems, manifest, record } = await openCrawler(t, origin).run()
    assert.deepEqual(problems, [])
    assert.deepEqual(manifest.codes.order, ['a', 'b'])
    assert.ok(record('get_dataset/a/index.json')?.address.endsWith(JSON_A))
  })

  test('finds links to the other host form of the base', async (t) => {
    const origin = await startScripted(t, serviceRoutes({ a: 'x' }))
    const link = JSON.stringify([{ u: `http://www.data.test:${origin.port}/api/v1/get_dataset/a/` }])
    for (const list of ['list', 'list_datasets'])
      origin.set({ [`api/v1/${list}/?type=json`]: link, [`api/v1/${list}/?type=xml`]: '<r/>' })
    const run = await openCrawler(t, [parseBaseAddress(`http://data.test:${origin.port}`)]).run({ connect })
    assert.deepEqual(run.manifest.codes.order, ['a'])
  })

  test('follows a relative redirect to the same address in another spelling, and in raw UTF-8', async (t) => {
    const origin = await startScripted(t, serviceRoutes({ код: 'x' }))
    const path = `api/v1/get_dataset/${encodeURIComponent('код')}/?type=json`
    const raw = Buffer.from('/api/v1/get_dataset/код/?type=json&v=2').toString('latin1')
    origin.set({ [path]: { ...to(raw, 308), body: 'moved' }, [`${path}&v=2`]: '[{"v":"x"}]' })
    const run = await openCrawler(t, origin).run()
    assert.deepEqual(run.problems, [])
    assert.equal(run.text('get_dataset/код/index.json'), '[{"v":"x"}]')
  })

  const BASES = [parseBaseAddress('http://data.org/open')]
  const problem = (from: string, target: string) =>
    findRedirectProblem(new URL(from), URL.parse(target, from), BASES)

  test('follows redirects from http to https on a known port, and never back', () => {
    const from = 'http://data.org/open/api/v1/list/?type=xml'
    assert.equal(problem(from, 'https://data.org/open/api/v1/list/?type=xml'), undefined)
    assert.match(
      problem(from, 'https://www.data.org:22/open/api/v1/list/?type=xml') ?? '',
      /another port, .*:22/,
    )
    assert.match(problem(from, 'https://data.org:80/open/api/v1/list/?type=xml') ?? '', /another port, .*:80/)
    assert.match(problem(from.replace('http:', 'https:'), from) ?? '', /from https:\/\/ to http:\/\//)
    assert.match(problem(from, 'https://data.org/api/v1/list/?type=xml') ?? '', /another address/)
    assert.match(problem(from, 'https://data.org.evil.net/open/api/v1/list/?type=xml') ?? '', /another host/)
  })
})
