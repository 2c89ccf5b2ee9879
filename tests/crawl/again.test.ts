import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { type CrawlPlan, type CrawlResult, OriginUnreachable, planCrawl } from '../../src/lib/crawl/index.ts'
import { differencesFilesOf, findCurrent, layout, versionFilesOf } from '../../src/lib/snapshot/index.ts'
import {
  answer,
  both,
  type Crawled,
  jsonOf,
  openCrawler,
  serviceRoutes,
  tagged,
} from '../support/crawling.ts'
import { type ScriptedOrigin, startScripted } from '../support/scripted-origin.ts'

describe('another run', () => {
  const later = (hours: number) => new Date(Date.UTC(2026, 0, 2, hours))

  /** The routes of a service with validators, so unchanged bodies are not sent twice. */
  function validated(datasets: Readonly<Record<string, string>>) {
    return Object.fromEntries(
      Object.entries(serviceRoutes(datasets)).map(([path, route]) => {
        const { body, headers } = route as { body: string; headers: Record<string, string> }
        return [path, tagged(body, `"${path.length}-${body.length}"`, headers['content-type'])]
      }),
    )
  }

  test('requests an unchanged origin conditionally, receives no bodies, and changes no files', async (t) => {
    const origin = await startScripted(t, validated({ a: 'one', b: 'two' }))
    const crawler = openCrawler(t, origin)
    const first = await crawler.run({}, later(1))
    origin.forget()
    const second = await crawler.run({}, later(2))
    assert.equal(second.received, 0)
    // The lists are read twice.
    assert.equal(origin.requests.length, 8 + 4 + 8)
    assert.ok(origin.requests.every(({ headers }) => headers['if-none-match'] !== undefined))
    assert.ok(Object.values(second.states).every((state) => state === 'unchanged'))
    for (const { path, sha256, changedAt, fetchedAt } of second.manifest.records) {
      const before = first.manifest.records.find((one) => one.path === path)
      assert.deepEqual([sha256, changedAt], [before?.sha256, before?.changedAt])
      assert.equal(fetchedAt, later(2).toISOString())
      assert.equal(statSync(join(second.folder, path)).ino, statSync(join(first.folder, path)).ino)
    }
    assert.equal(second.record('list/index.json')?.status, 304)
  })

  test('sends If-Modified-Since if there is no ETag, and both if there are both', async (t) => {
    const modified = 'Tue, 05 Mar 2024 10:20:30 GMT'
    const origin = await startScripted(t, {
      ...serviceRoutes({ a: 'x' }),
      'api/v1/get_dataset/a/?type=json': ({ headers }) =>
        headers['if-modified-since'] === modified
          ? { status: 304 }
          : answer('[]', 'application/json', { 'last-modified': modified }),
      'api/v1/get_dataset/a/?type=xml': answer('<r/>', 'text/xml', {
        'last-modified': modified,
        etag: 'W/"x"',
      }),
    })
    const crawler = openCrawler(t, origin)
    await crawler.run()
    origin.forget()
    const { states } = await crawler.run()
    assert.equal(states['get_dataset/a/index.json'], 'unchanged')
    const xml = origin.requests.find(({ path }) => path === 'api/v1/get_dataset/a/?type=xml')
    assert.equal(xml?.headers['if-none-match'], 'W/"x"')
    assert.equal(xml?.headers['if-modified-since'], modified)
  })

  test('compares bytes if the origin has no validators, and changes nothing if they are the same', async (t) => {
    const origin = await startScripted(t, serviceRoutes({ a: 'one' }))
    const crawler = openCrawler(t, origin)
    const first = await crawler.run({}, later(1))
    const second = await crawler.run({}, later(2))
    assert.ok(origin.requests.every(({ headers }) => headers['if-none-match'] === undefined))
    assert.ok(Object.values(second.states).every((state) => state === 'unchanged'))
    const path = 'get_dataset/a/index.json'
    assert.equal(second.record(path)?.changedAt, first.record(path)?.changedAt)
    assert.equal(second.record(path)?.fetchedAt, later(2).toISOString())
  })

  test('fetches only the changed dataset, and leaves the previous generation unchanged', async (t) => {
    const origin = await startScripted(t, validated({ a: 'one', b: 'two' }))
    const crawler = openCrawler(t, origin)
    const first = await crawler.run({}, later(1))
    origin.set({ 'api/v1/get_dataset/b/?type=json': tagged('[{"row":"new"}]', '"new"') })
    const second = await crawler.run({}, later(2))
    const path = 'get_dataset/b/index.json'
    const changed = Object.entries(second.states).filter(([, state]) => state !== 'unchanged')
    assert.deepEqual(changed, [[path, 'fetched']])
    assert.equal(second.received, '[{"row":"new"}]'.length)
    assert.equal(second.record(path)?.changedAt, later(2).toISOString())
    assert.equal(second.text(path), '[{"row":"new"}]')
    assert.equal(first.text(path), '[{"row":"two"}]')
  })

  test('fetches the body again if the stored copy is damaged although the origin answers 304', async (t) => {
    const origin = await startScripted(t, validated({ a: 'one' }))
    const crawler = openCrawler(t, origin)
    const first = await crawler.run()
    const path = 'get_dataset/a/index.json'
    writeFileSync(join(first.folder, 'api/v1', path), '[{"row":"eno"}]')
    origin.forget()
    const second = await crawler.run()
    assert.equal(second.states[path], 'fetched')
    assert.equal(second.text(path), '[{"row":"one"}]')
    const requested = origin.requests.filter(({ path: one }) => one === 'api/v1/get_dataset/a/?type=json')
    assert.deepEqual(
      requested.map(({ headers }) => headers['if-none-match'] !== undefined),
      [true, false],
    )
  })

  test('does not reuse a damaged copy when the origin sends the same bytes again', async (t) => {
    const origin = await startScripted(t, serviceRoutes({ a: 'one' }))
    const crawler = openCrawler(t, origin)
    const first = await crawler.run()
    const path = 'get_dataset/a/index.xml'
    appendFileSync(join(first.folder, 'api/v1', path), ' ')
    const second = await crawler.run()
    assert.equal(second.bytes(path).length, second.record(path)?.bytes)
  })

  test('a 304 to an unconditional request is a failure', async (t) => {
    const origin = await startScripted(t, serviceRoutes({ a: 'x' }))
    origin.set({ 'api/v1/get_dataset/a/?type=json': { status: 304 } })
    const run = await openCrawler(t, origin).run()
    assert.match(run.problems.join(), /answered 304/)
  })

  test('an ETag with bytes beyond ASCII is sent back unchanged', async (t) => {
    const etag = Buffer.from('"версия"').toString('latin1')
    const origin = await startScripted(t, serviceRoutes({ a: 'x' }))
    origin.set({ 'api/v1/get_dataset/a/?type=json': tagged(jsonOf([]), etag) })
    const crawler = openCrawler(t, origin)
    await crawler.run()
    assert.equal((await crawler.run()).record('get_dataset/a/index.json')?.status, 304)
  })
})

describe('the first run', () => {
  test('stores the four lists and every dataset in json and xml, byte for byte', async (t) => {
    const origin = await startScripted(t, serviceRoutes({ a: 'one', 'б в': 'two' }))
    const run = await openCrawler(t, origin).run()
    const paths = [
      'list',
      'list_categories',
      'list_datasets',
      'list_oivs',
      'get_dataset/a',
      'get_dataset/б в',
    ]
    const expected = paths.flatMap((path) => [`${path}/index.json`, `${path}/index.xml`]).sort()
    assert.deepEqual(Object.keys(run.states), expected)
    assert.ok(Object.values(run.states).every((state) => state === 'fetched'))
    assert.equal(run.text('get_dataset/б в/index.json'), '[{"row":"two"}]')
    assert.deepEqual(run.problems, [])
    assert.equal(run.manifest.complete, true)
    assert.equal(run.manifest.counts.fetched, 12)
    for (const path of expected) {
      const record = run.record(path)
      const bytes = run.bytes(path)
      assert.equal(record?.bytes, bytes.length)
      assert.equal(record?.sha256, createHash('sha256').update(bytes).digest('hex'))
    }
  })

  test('records the address, type and change time of each file', async (t) => {
    const changed = 'Tue, 05 Mar 2024 10:20:30 GMT'
    const origin = await startScripted(t, {
      ...serviceRoutes({ 'a b': 'x' }),
      'api/v1/get_dataset/a%20b/?type=json': answer('[1]', 'Application/JSON; Charset="UTF-8"', {
        'last-modified': changed,
        etag: '"v1"',
      }),
    })
    const now = new Date('2026-01-02T03:04:05.678Z')
    const run = await openCrawler(t, origin).run({}, now)
    const path = 'get_dataset/a b/index.json'
    const { sha256: _, ...record } = run.record(path) ?? {}
    assert.deepEqual(record, {
      path: `api/v1/${path}`,
      operation: 'get_dataset',
      code: 'a b',
      format: 'json',
      state: 'fetched',
      address: `${origin.base}api/v1/get_dataset/a%20b/?type=json`,
      status: 200,
      mediaType: 'application/json',
      charset: 'utf-8',
      etag: '"v1"',
      lastModified: changed,
      fetchedAt: now.toISOString(),
      bytes: 3,
      changedAt: '2024-03-05T10:20:30.000Z',
    })
    assert.equal(statSync(join(run.folder, 'api/v1', path)).mtime.toISOString(), '2024-03-05T10:20:30.000Z')
    assert.equal(run.record('list/index.xml')?.changedAt, '2026-01-02T03:04:05.000Z')
    assert.equal(run.manifest.startedAt, now.toISOString())
  })

  test('the time of the crawl replaces a Last-Modified in the future, of the first day of 1970, or one that cannot be parsed', async (t) => {
    const now = new Date('2026-01-02T03:04:05Z')
    const route = (date: string) => answer('[]', 'application/json', { 'last-modified': date })
    const origin = await startScripted(t, {
      ...serviceRoutes({ a: '', b: '', c: '' }),
      'api/v1/get_dataset/a/?type=json': route('Tue, 05 Mar 2199 10:20:30 GMT'),
      'api/v1/get_dataset/b/?type=json': route('last week'),
      'api/v1/get_dataset/c/?type=json': route('Thu, 01 Jan 1970 00:00:01 GMT'),
    })
    const run = await openCrawler(t, origin).run({}, now)
    for (const code of ['a', 'b', 'c'])
      assert.equal(run.record(`get_dataset/${code}/index.json`)?.changedAt, '2026-01-02T03:04:05.000Z')
  })

  test('leaves no files outside of the generation, and none in it that the manifest does not list', async (t) => {
    const origin = await startScripted(t, {
      ...serviceRoutes({}),
      'api/v1/list_datasets/?type=json': jsonOf([{ code: 'x' }, { code: 'y' }]),
      'api/v1/list_datasets/?type=xml': '<r><d><code>x</code></d><d><code>y</code></d></r>',
      ...both('get_dataset/x', [{ row: '1' }]),
    })
    // It answers for every code, so the crawl asks for one that does not exist.
    origin.otherwise(({ path }) =>
      path.endsWith('json') ? '[]' : path.endsWith('xml') ? '<r/>' : '<html></html>',
    )
    const crawler = openCrawler(t, origin)
    const run = await crawler.run()
    assert.ok(origin.requests.some(({ path }) => path.includes('no-such-dataset')))
    const files = readdirSync(run.folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(run.folder.length + 1))
    assert.deepEqual(
      files.sort(),
      [
        ...run.manifest.records.map(({ path }) => path),
        'changes.json',
        'generations.jsonl',
        'manifest.json',
      ].sort(),
    )
    assert.deepEqual(readdirSync(crawler.state).sort(), ['current', 'derived', 'generations'])
    assert.ok(!existsSync(layout.draft(crawler.state)))
    assert.deepEqual(readdirSync(join(run.folder, 'api/v1/get_dataset')).sort(), ['x', 'y'])
    assert.deepEqual(findCurrent(crawler.state)?.manifest, run.manifest)
  })

  test('sends its User-Agent and no credentials, and stays below the base path', async (t) => {
    const origin = await startScripted(t, serviceRoutes({ a: 'x' }), '/open/data')
    await openCrawler(t, origin).run({ userAgent: 'mirror/1.0 (+https://me.example.org)' })
    // Four lists, read twice; a dataset; and one that does not exist.
    assert.equal(origin.requests.length, 8 + 2 + 8 + 2)
    for (const { path, headers } of origin.requests) {
      assert.ok(path.startsWith('api/v1/'))
      assert.equal(headers['user-agent'], 'mirror/1.0 (+https://me.example.org)')
      assert.equal(headers.authorization, undefined)
      assert.equal(headers.cookie, undefined)
      assert.match(String(headers.accept), path.endsWith('json') ? /application\/json/ : /application\/xml/)
    }
  })

  test('runs as many concurrent requests as allowed, and never more', async (t) => {
    const codes = Object.fromEntries(Array.from({ length: 15 }, (_, n) => [`d${n}`, 'x']))
    const origin = await startScripted(t, serviceRoutes(codes))
    // Three have to meet before any of them is answered.
    let met = Promise.withResolvers<void>()
    let waiting = 0
    for (const path of Object.keys(serviceRoutes(codes)).filter((one) => one.includes('get_dataset')))
      origin.set({
        [path]: () => {
          const { promise, resolve } = met
          if (++waiting % 3 === 0) {
            met = Promise.withResolvers()
            setImmediate(resolve)
          }
          return { body: path.endsWith('json') ? '[]' : '<r/>', after: promise }
        },
      })
    await openCrawler(t, origin).run({ concurrency: 3 })
    assert.equal(waiting, 30)
    assert.equal(origin.busiest, 3)
  })

  test('reports its progress', async (t) => {
    const origin = await startScripted(t, serviceRoutes({ a: 'x' }))
    origin.set({ 'api/v1/get_dataset/a/?type=xml': { status: 410 } })
    const { events, received } = await openCrawler(t, origin).run()
    const phases = events.flatMap((event) =>
      event.type === 'phase' ? [`${event.phase} ${event.total}`] : [],
    )
    assert.deepEqual(phases, ['lists 8', 'codes 0', 'datasets 2', 'again 8', 'derive 5', 'publish 10'])
    const done = events.filter((event) => event.type === 'done')
    assert.deepEqual(
      done.map(({ outcome }) => outcome).sort(),
      [...Array(9).fill('fetched'), 'failed'].sort(),
    )
    const counted = events.reduce((sum, event) => sum + (event.type === 'bytes' ? event.count : 0), 0)
    assert.equal(counted, received)
  })
})

describe('a wrong clock', () => {
  const day = (n: number) => new Date(Date.UTC(2026, 0, n))
  const AHEAD = 4000

  describe('a run whose clock is years ahead', { concurrency: 4 }, () => {
    test('leaves no time in the future once the clock is right in two runs', async (t) => {
      const origin = await startScripted(t, serviceRoutes({ a: '1', b: '2', c: '3', d: '4' }))
      const crawler = openCrawler(t, origin)
      await crawler.run({ removalShare: 1 }, day(1))
      origin.set({
        ...serviceRoutes({ a: 'one', b: 'two', c: 'three' }),
        'api/v1/get_dataset/c/?type=xml': { status: 500 },
      })
      await crawler.run({ removalShare: 1 }, day(AHEAD))
      origin.set({
        ...serviceRoutes({ b: 'two', c: 'three' }),
        ...both('get_dataset/b', [{ row: 'two more' }]),
      })
      origin.set({ 'api/v1/get_dataset/c/?type=json': { status: 500 } })
      await crawler.run({ removalShare: 1 }, day(3))
      const run = await crawler.run({ removalShare: 1 }, day(4))
      assertPast(run, day(4))
      assert.doesNotMatch(run.problems.join(), /2036/)
      origin.set(both('get_dataset/b', [{ row: 'two and more' }]))
      const last = await crawler.run({ removalShare: 1 }, day(5))
      assert.equal(last.record('get_dataset/b/index.json')?.changedAt, day(5).toISOString())
    })

    test('leaves no time in the future of versions, and of what changed', async (t) => {
      const origin = await startScripted(t, serviceRoutes({ a: '1', b: '2', c: '3', d: '4' }))
      const crawler = openCrawler(t, origin)
      const run = (n: number) => crawler.run({ history: { keep: 9, bytes: 2 ** 20 } }, day(n))
      await run(1)
      origin.set(serviceRoutes({ a: 'one', b: 'two', c: '3', d: '4' }))
      await run(AHEAD)
      origin.set(both('get_dataset/b', [{ row: 'two more' }]))
      assertOrdered(await run(3))
      const right = await run(4)
      assertPast(right, day(4))
      assertOrdered(right)
      assert.equal(right.record('get_dataset/a/index.json')?.firstSeen, day(4).toISOString())
      origin.set(both('get_dataset/a', [{ row: 'one more' }]))
      const last = await run(5)
      assertPast(last, day(5))
      assertOrdered(last)
      assert.deepEqual(
        last.manifest.history?.map(({ code, versions }) => [code, versions.length]),
        [
          ['a', 4],
          ['b', 4],
        ],
      )
    })

    test('replaces a copy in the past, once the clock is right in two runs', async (t) => {
      const routes = (rows: number) => ({
        ...serviceRoutes({ a: '1', b: '2' }),
        ...both(
          'get_dataset/a',
          Array.from({ length: rows }, (_, row) => ({ row: `${row}` })),
        ),
      })
      const origin = await startScripted(t, routes(30))
      const crawler = openCrawler(t, origin)
      await crawler.run({}, day(1))
      origin.set(routes(0))
      const doubted = await crawler.run({}, day(2))
      const plan = /--accept-removals (\w+)/.exec(doubted.problems.join())?.[1]
      await crawler.run({ acceptRemovals: plan }, day(AHEAD))
      await crawler.run({}, day(3))
      const { record } = await crawler.run({}, day(4))
      assert.equal(record('get_dataset/a/index.json')?.former?.[0]?.replacedAt, day(4).toISOString())
    })

    test('drops no withdrawn dataset before its time', async (t) => {
      const origin = await startScripted(t, serviceRoutes({ a: '1', b: '2' }))
      const crawler = openCrawler(t, origin)
      await crawler.run({}, day(1))
      origin.set(serviceRoutes({ a: '1' }))
      const stateOf = async (n: number) =>
        (await crawler.run({ retain: 30 }, day(n))).states['get_dataset/b/index.json']
      assert.equal(await stateOf(2), 'withdrawn')
      assert.equal(await stateOf(AHEAD), 'withdrawn')
      assert.equal(await stateOf(3), 'withdrawn')
      assert.equal(await stateOf(32), 'withdrawn')
      assert.equal(await stateOf(33), undefined)
    })
  })

  test('a run whose clock is years behind changes no time of earlier runs, and drops nothing', async (t) => {
    const origin = await startScripted(t, serviceRoutes({ a: '1', b: '2' }))
    const crawler = openCrawler(t, origin)
    await crawler.run({}, day(1))
    origin.set(serviceRoutes({ a: '1' }))
    const times = ({ manifest }: Crawled) =>
      manifest.records.map(({ path, changedAt, since }) => [path, changedAt, since])
    const right = await crawler.run({ retain: 30 }, day(2))
    for (const now of [day(-20_000), day(3), day(4)])
      assert.deepEqual(times(await crawler.run({ retain: 30 }, now)), times(right))
  })

  // The files of copies have their time, too.
  function assertPast({ manifest: { records, history = [], differences = [] }, folder }: Crawled, now: Date) {
    const versions = history.flatMap((one) => one.versions)
    const known = [...records, ...versions, ...differences].flatMap((one) => Object.entries(one))
    for (const [name, time] of known)
      if (/(?:At|Seen|since)$/.test(name))
        assert.ok(Date.parse(time as string) <= now.getTime(), `${name} ${time}`)
    const files = [...records, ...versionFilesOf({ history }), ...differencesFilesOf({ differences })]
    for (const { path, sha256, changedAt } of files)
      if (sha256 !== undefined)
        assert.equal(statSync(join(folder, path)).mtime.toISOString(), changedAt, path)
  }

  function assertOrdered({ manifest: { history = [] } }: Crawled): void {
    for (const { firstSeen, lastSeen } of history.flatMap(({ versions }) => versions))
      assert.ok(firstSeen <= lastSeen, `${firstSeen} to ${lastSeen}`)
  }
})

describe('the time of a run', () => {
  const CODES = ['a', 'b', 'c', 'd', 'e', 'f']
  const HOUR = 3_600_000
  const pathOf = (code: string) => `api/v1/get_dataset/${code}/?type=json`

  test('a run at its time limit publishes what it has, and later runs reach the rest', async (t) => {
    const origin = await startScripted(
      t,
      serviceRoutes(Object.fromEntries(CODES.map((code) => [code, code]))),
    )
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
})

describe('the plan of a run', () => {
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
})
