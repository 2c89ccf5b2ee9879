import assert from 'node:assert/strict'
import { appendFileSync, cpSync, existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { planCrawl } from '../../src/lib/crawl/index.ts'
import { findChanges, findCurrent, layout } from '../../src/lib/snapshot/index.ts'
import {
  answer,
  both,
  type Crawled,
  type Crawler,
  jsonOf,
  openCrawler,
  serviceRoutes,
  tagged,
  xmlOf,
} from '../support/crawling.ts'
import { type Reply, type Route, type ScriptedOrigin, startScripted } from '../support/scripted-origin.ts'

describe('interrupted runs', () => {
  const datasets = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`d${n}`, `text ${n}`]))
  const LAST = 'api/v1/get_dataset/d19/?type=json'
  const DAY = 24 * 3600 * 1000
  const STOP = new Error('interrupted by a test')

  /** A crawl that was interrupted while the last dataset was on its way; its origin answers now. */
  async function interrupt(t: TestContext): Promise<{ origin: ScriptedOrigin; crawler: Crawler }> {
    const origin = await startScripted(t, serviceRoutes(datasets))
    const crawler = openCrawler(t, origin)
    await interruptAtLast(crawler, origin, datasets)
    origin.set(serviceRoutes(datasets))
    origin.forget()
    return { origin, crawler }
  }

  /** Interrupts a crawl of an origin that has these texts now, while the last dataset is on its way. */
  async function interruptAtLast(
    crawler: Crawler,
    origin: ScriptedOrigin,
    texts: Readonly<Record<string, string>>,
  ): Promise<void> {
    const stop = new AbortController()
    origin.set({
      ...serviceRoutes(texts),
      [LAST]: () => {
        setImmediate(() => stop.abort(STOP))
        return { body: '[', headers: { 'content-length': '99' }, ending: 'hang' }
      },
    })
    await assert.rejects(crawler.run({ signal: stop.signal, concurrency: 1 }), STOP)
  }

  /** Lets the origin answer 500 for each dataset from this number on. */
  function failFrom(origin: ScriptedOrigin, first: number): void {
    const failing = Object.keys(datasets).filter((_, n) => n >= first)
    const address = (code: string, type: string) => `api/v1/get_dataset/${code}/?type=${type}`
    origin.set(serviceRoutes(datasets))
    origin.set(
      Object.fromEntries(
        failing.flatMap((code) => [
          [address(code, 'json'), { status: 500 }],
          [address(code, 'xml'), { status: 500 }],
        ]),
      ),
    )
  }

  /** The files of a generation below `api/`. */
  const filesOf = (folder: string) =>
    readdirSync(join(folder, 'api'), { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
      .sort()

  /** The files a manifest has checksums of. */
  const namedBy = ({ manifest }: Crawled) =>
    manifest.records.filter(({ sha256 }) => sha256).map(({ path }) => path)

  test('a list that changed before a run was refused counts as changed in the next run', async (t) => {
    const lists = (codes: readonly string[]) => {
      const body = jsonOf(codes.map((code) => ({ url: `/api/v1/get_dataset/${code}/` })))
      return tagged(body, `"${codes.length}"`) as Exclude<Route, string | Reply>
    }
    const routes = serviceRoutes({ ...datasets, new: 'x' })
    const [before, after, few] = [
      lists(Object.keys(datasets)),
      lists([...Object.keys(datasets), 'new']),
      '[]',
    ]
    const DATASETS = 'api/v1/list_datasets/?type=json'
    const LIST = 'api/v1/list/?type=json'
    const origin = await startScripted(t, { ...routes, [LIST]: before, [DATASETS]: before })
    const crawler = openCrawler(t, origin)
    const day = (count: number) => new Date(Date.UTC(2026, 0, count))
    await crawler.run({ formats: ['json'] }, day(1))
    let readings = 0
    const failing: Route = (seen, count) => (readings++ === 0 ? after(seen, count) : few)
    origin.set({ [LIST]: after, [DATASETS]: failing })
    await assert.rejects(crawler.run({ formats: ['json'] }, day(2)), { name: 'RemovalRefused' })
    origin.set({ [DATASETS]: after })
    const { states } = await crawler.run({ formats: ['json'] }, day(3))
    assert.deepEqual([states['list/index.json'], states['list_datasets/index.json']], ['fetched', 'fetched'])
  })

  test('publishes nothing when it is interrupted, and resumes where it stopped', async (t) => {
    const { origin, crawler } = await interrupt(t)
    assert.equal(findCurrent(crawler.state), undefined)
    const run = await crawler.run()
    const requested = origin.requests.map(({ path }) => path).filter((path) => /get_dataset\/d\d/.test(path))
    assert.deepEqual(requested, [LAST, LAST.replace('json', 'xml')])
    assert.equal(run.manifest.records.length, 48)
    assert.ok(run.manifest.records.every(({ state }) => state === 'fetched'))
    assert.deepEqual(run.problems, [])
  })

  test('a plan counts no requests for what an interrupted run fetched', async (t) => {
    const { origin, crawler } = await interrupt(t)
    const first = await planCrawl(crawler.options)
    assert.ok(first.requests < 30, String(first.requests))
    assert.equal((await crawler.run()).requests, first.requests)
    await interruptAtLast(crawler, origin, datasets)
    origin.set(serviceRoutes(datasets))
    const second = await planCrawl(crawler.options)
    assert.equal((await crawler.run()).requests, second.requests)
    assert.ok(second.bytes.least < first.bytes.least)
  })

  test('requests again what an interrupted run accepted and the config now refuses', async (t) => {
    const origin = await startScripted(t, serviceRoutes(datasets))
    const crawler = openCrawler(t, origin)
    const failed = answer('{"error":"the database is being restored"}', 'application/json')
    const stop = new AbortController()
    origin.set({
      'api/v1/get_dataset/d7/?type=json': failed,
      [LAST]: () => {
        setImmediate(() => stop.abort(STOP))
        return { body: '[', headers: { 'content-length': '99' }, ending: 'hang' }
      },
    })
    await assert.rejects(crawler.run({ signal: stop.signal, concurrency: 1, refuse: [] }), STOP)
    origin.set({ [LAST]: serviceRoutes(datasets)[LAST] as Route })
    const { states, problems } = await crawler.run()
    assert.equal(states['get_dataset/d7/index.json'], 'derived')
    assert.match(problems.join(), /get_dataset\/d7\/\?type=json: It answered 200 with an error/)
  })

  test('resumes where it stopped although a list came in html only', async (t) => {
    const origin = await startScripted(t, serviceRoutes(datasets))
    const crawler = openCrawler(t, origin)
    const lists: Record<string, Route> = {
      'api/v1/list_oivs/?type=json': { status: 404 },
      'api/v1/list_oivs/?type=xml': { status: 404 },
      'api/v1/list_oivs/': answer('<ul><li>Department of transport</li></ul>', 'text/html'),
    }
    origin.set(lists)
    const stop = new AbortController()
    origin.set({
      [LAST]: () => {
        setImmediate(() => stop.abort(STOP))
        return { body: '[', headers: { 'content-length': '99' }, ending: 'hang' }
      },
    })
    await assert.rejects(crawler.run({ signal: stop.signal, concurrency: 1 }), STOP)
    origin.set({ ...serviceRoutes(datasets), ...lists })
    origin.forget()
    await crawler.run()
    const requested = origin.requests.map(({ path }) => path).filter((path) => /get_dataset\/d\d/.test(path))
    assert.deepEqual(requested, [LAST, LAST.replace('json', 'xml')])
  })

  test('resumes a crawl of a slow origin that was killed, from the last fraction of a second', async (t) => {
    const slowly = Object.entries(serviceRoutes(datasets)).map(([path, route]) => [
      path,
      () => ({ ...(route as Reply), after: setTimeout(40) }),
    ])
    const origin = await startScripted(t, Object.fromEntries(slowly))
    const crawler = openCrawler(t, origin)
    const killed = `${crawler.state}-killed`
    t.after(() => rmSync(killed, { recursive: true, force: true }))
    const stop = new AbortController()
    origin.set({
      [LAST]: () => {
        // What SIGKILL would leave now.
        cpSync(crawler.state, killed, { recursive: true })
        setImmediate(() => stop.abort(STOP))
        return { body: '[', headers: { 'content-length': '99' }, ending: 'hang' }
      },
    })
    await assert.rejects(crawler.run({ signal: stop.signal, concurrency: 1 }), STOP)
    for (const file of [layout.draft, layout.journal]) {
      rmSync(file(crawler.state), { recursive: true })
      renameSync(file(killed), file(crawler.state))
    }
    origin.set(serviceRoutes(datasets))
    origin.forget()
    await crawler.run()
    const requested = origin.requests.filter(({ path }) => /get_dataset\/d\d/.test(path))
    assert.ok(requested.length >= 2 && requested.length <= 14, `${requested.length} of 40 requests`)
  })

  test('fetches again what was altered in the draft, and removes unknown files', async (t) => {
    const { origin, crawler } = await interrupt(t)
    const draft = layout.draft(crawler.state)
    writeFileSync(join(draft, 'api/v1/get_dataset/d3/index.json'), '[{"row":"forged"}]')
    writeFileSync(join(draft, 'api/v1/get_dataset/d3/extra.txt'), 'litter')
    writeFileSync(join(draft, 'manifest.json'), '{}')
    appendFileSync(layout.journal(crawler.state), '{"path":"api/v1/list/index.js')
    const run = await crawler.run()
    assert.ok(origin.requests.some(({ path }) => path === 'api/v1/get_dataset/d3/?type=json'))
    assert.equal(run.text('get_dataset/d3/index.json'), '[{"row":"text 3"}]')
    assert.deepEqual(readdirSync(join(run.folder, 'api/v1/get_dataset/d3')).sort(), [
      'index.json',
      'index.xml',
    ])
  })

  test('does not use the draft of another service', async (t) => {
    const { crawler } = await interrupt(t)
    const other = await startScripted(t, serviceRoutes({ d1: 'of the other' }))
    const run = await crawler.run({ bases: [other.base] })
    assert.equal(run.text('get_dataset/d1/index.json'), '[{"row":"of the other"}]')
    assert.equal(run.manifest.codes.order.length, 1)
  })

  test('fetches again if the draft is from another day, or from the future', async (t) => {
    for (const offset of [DAY, -DAY]) {
      const { origin, crawler } = await interrupt(t)
      const now = new Date(Date.now() + offset)
      const { manifest } = await crawler.run({}, now)
      const requested = origin.requests.filter(({ path }) => /get_dataset\/d\d/.test(path))
      assert.equal(requested.length, 40)
      assert.equal(manifest.startedAt, now.toISOString())
      assert.ok(manifest.records.every(({ fetchedAt = '' }) => fetchedAt === now.toISOString()))
    }
  })

  test('keeps what it fetched before an interruption when the origin fails on the next day', async (t) => {
    const { origin, crawler } = await interrupt(t)
    failFrom(origin, 5)
    const run = await crawler.run({}, new Date(Date.now() + DAY))
    assert.equal(run.states['get_dataset/d4/index.json'], 'fetched')
    for (let n = 5; n < 19; n++) {
      const record = run.record(`get_dataset/d${n}/index.json`)
      assert.equal(record?.state, 'stale', `d${n}`)
      assert.match(record?.reason ?? '', /answered 500/)
      assert.equal(run.text(`get_dataset/d${n}/index.json`), `[{"row":"text ${n}"}]`)
    }
    assert.equal(run.states['get_dataset/d19/index.json'], 'missing')
    assert.deepEqual(filesOf(run.folder), namedBy(run))
  })

  test('keeps a list that it fetched before an interruption when the list fails on the next day', async (t) => {
    const { origin, crawler } = await interrupt(t)
    const failing = ['json', 'xml'].map((format) => [`api/v1/list_oivs/?type=${format}`, { status: 500 }])
    origin.set(Object.fromEntries(failing))
    const run = await crawler.run({}, new Date(Date.now() + DAY))
    for (const format of ['json', 'xml']) {
      const record = run.record(`list_oivs/index.${format}`)
      assert.equal(record?.state, 'stale')
      assert.match(record?.reason ?? '', /answered 500/)
      assert.match(run.text(`list_oivs/index.${format}`), /Department of transport/)
    }
    assert.deepEqual(filesOf(run.folder), namedBy(run))
  })

  test('keeps what it fetched before two interruptions', async (t) => {
    const { origin, crawler } = await interrupt(t)
    failFrom(origin, 0)
    const stop = new AbortController()
    origin.set({
      'api/v1/get_dataset/d9/?type=json': () => {
        setImmediate(() => stop.abort(STOP))
        return { after: new Promise<never>(() => {}) }
      },
    })
    await assert.rejects(crawler.run({ signal: stop.signal }, new Date(Date.now() + DAY)), STOP)
    failFrom(origin, 0)
    const run = await crawler.run({}, new Date(Date.now() + 2 * DAY))
    assert.equal(run.text('get_dataset/d3/index.json'), '[{"row":"text 3"}]')
    assert.equal(run.text('get_dataset/d18/index.json'), '[{"row":"text 18"}]')
    assert.deepEqual(filesOf(run.folder), namedBy(run))
  })

  test('prefers the copy of an interrupted run to the older published one', async (t) => {
    const origin = await startScripted(t, serviceRoutes(datasets))
    const crawler = openCrawler(t, origin)
    await crawler.run()
    const newer = Object.fromEntries(Object.keys(datasets).map((code) => [code, `newer ${code}`]))
    await interruptAtLast(crawler, origin, newer)
    failFrom(origin, 0)
    const run = await crawler.run({}, new Date(Date.now() + DAY))
    assert.equal(run.text('get_dataset/d3/index.json'), '[{"row":"newer d3"}]')
    assert.equal(run.states['get_dataset/d3/index.json'], 'stale')
    assert.equal(run.text('get_dataset/d19/index.json'), '[{"row":"text 19"}]')
  })

  test('does not publish the data of another dataset that an interrupted run fetched', async (t) => {
    const origin = await startScripted(t, serviceRoutes(datasets))
    const crawler = openCrawler(t, origin)
    await crawler.run()
    await interruptAtLast(crawler, origin, { ...datasets, d3: 'text 7, newer', d7: 'text 7, newer' })
    failFrom(origin, 0)
    origin.set(both('get_dataset/d7', [{ row: 'text 7, newest' }]))
    const run = await crawler.run({}, new Date(Date.now() + DAY))
    assert.equal(run.text('get_dataset/d3/index.json'), '[{"row":"text 3"}]')
    assert.equal(run.states['get_dataset/d3/index.json'], 'stale')
    assert.equal(run.record('get_dataset/d3/index.json')?.reason, 'answered 500')
    assert.equal(run.text('get_dataset/d7/index.json'), '[{"row":"text 7, newest"}]')
  })

  /** A note in place of a dataset, with another time in each. */
  const noteAt = (time: string) =>
    answer(`<note><text>closed</text><at>${time}</at></note>`, 'application/xml')
  const inFormat = (codes: readonly string[], type: string, route: (code: string) => Route) =>
    Object.fromEntries(codes.map((code) => [`api/v1/get_dataset/${code}/?type=${type}`, route(code)]))
  const rowsOf = (code: string) => [1, 2, 3].map((row) => ({ row: `text ${code}`, number: `${row}` }))

  test('is not refused because an interrupted run fetched messages, if the origin answers as before', async (t) => {
    const codes = Object.keys(datasets)
    const absent = codes.slice(0, 10)
    const origin = await startScripted(t, serviceRoutes(datasets))
    const restore = () => {
      origin.set(serviceRoutes(datasets))
      for (const code of codes) origin.set(both(`get_dataset/${code}`, rowsOf(code)))
      origin.set(inFormat(absent, 'xml', () => ({ status: 404 })))
    }
    restore()
    const crawler = openCrawler(t, origin)
    await crawler.run()
    const stop = new AbortController()
    origin.set(inFormat(absent, 'xml', noteAt))
    origin.set({
      [LAST]: () => {
        setImmediate(() => stop.abort(STOP))
        return { body: '[', headers: { 'content-length': '99' }, ending: 'hang' }
      },
    })
    await assert.rejects(crawler.run({ signal: stop.signal, concurrency: 1 }), STOP)
    restore()
    const run = await crawler.run({}, new Date(Date.now() + DAY))
    assert.equal(run.states['get_dataset/d3/index.xml'], 'derived')
    assert.equal(run.record('get_dataset/d3/index.xml')?.reason, 'answered 404')
    assert.deepEqual(filesOf(run.folder), namedBy(run))
  })

  test('is not refused because an interrupted run fetched messages, if the origin fails now', async (t) => {
    const codes = Object.keys(datasets).slice(0, 10)
    const origin = await startScripted(t, serviceRoutes(datasets))
    for (const code of codes) origin.set(both(`get_dataset/${code}`, rowsOf(code)))
    const crawler = openCrawler(t, origin)
    await crawler.run()
    await interruptAtLast(crawler, origin, datasets)
    failFrom(origin, 0)
    const run = await crawler.run({}, new Date(Date.now() + DAY))
    assert.equal(run.text('get_dataset/d3/index.json'), jsonOf(rowsOf('d3')))
    assert.equal(run.record('get_dataset/d3/index.json')?.reason, 'answered 500')
    assert.deepEqual(filesOf(run.folder), namedBy(run))
  })

  test('does not publish a message that an interrupted run fetched for a new dataset that comes as a page', async (t) => {
    const origin = await startScripted(t, serviceRoutes(datasets))
    const crawler = openCrawler(t, origin)
    const page = answer('<!DOCTYPE html><table><tr><th>a</th></tr><tr><td>x</td></tr></table>', 'text/html')
    await interruptAtLast(crawler, origin, { ...datasets, d3: 'closed today' })
    origin.set(serviceRoutes(datasets))
    for (const type of ['json', 'xml']) origin.set(inFormat(['d3'], type, () => ({ status: 404 })))
    origin.set({ 'api/v1/get_dataset/d3/': page })
    const run = await crawler.run({}, new Date(Date.now() + DAY))
    assert.equal(run.states['get_dataset/d3/index.json'], 'derived')
    assert.match(run.text('get_dataset/d3/index.json'), /"a":\s*"x"/)
  })

  test('revalidates on another day what was fetched before the interruption', async (t) => {
    const origin = await startScripted(t, serviceRoutes({ a: 'x', z: 'y' }))
    const whole = tagged('[{"row":"x"}]', '"one"')
    origin.set({ 'api/v1/get_dataset/a/?type=json': whole })
    const crawler = openCrawler(t, origin)
    const stop = new AbortController()
    origin.set({
      'api/v1/get_dataset/z/?type=json': () => {
        setImmediate(() => stop.abort(STOP))
        return { after: new Promise<never>(() => {}) }
      },
    })
    await assert.rejects(crawler.run({ signal: stop.signal, concurrency: 1 }), STOP)
    origin.set({ ...serviceRoutes({ a: 'x', z: 'y' }), 'api/v1/get_dataset/a/?type=json': whole })
    origin.forget()
    const run = await crawler.run({}, new Date(Date.now() + DAY))
    const requested = origin.requests.find(({ path }) => path === 'api/v1/get_dataset/a/?type=json')
    assert.equal(requested?.headers['if-none-match'], '"one"')
    assert.equal(run.record('get_dataset/a/index.json')?.status, 304)
    assert.equal(run.text('get_dataset/a/index.json'), '[{"row":"x"}]')
    assert.equal(run.manifest.complete, true)
    assert.deepEqual(filesOf(run.folder), namedBy(run))
  })

  test('stops at once when it is interrupted while waiting for a retry', async (t) => {
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

  test('rejects with the reason of the interruption, including the default one', async (t) => {
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

  test('an interruption while codes are looked for leaves nothing unhandled', async (t) => {
    const entries = Object.keys(datasets).map((id) => ({ id }))
    const origin = await startScripted(t, { ...serviceRoutes({}), ...both('list_datasets', entries) })
    const stop = new AbortController()
    origin.otherwise(({ path }) => {
      if (path.includes('/no-such-dataset-')) setImmediate(() => stop.abort(STOP))
      return { after: new Promise<never>(() => {}) }
    })
    // The runner fails a test that leaves a rejection unhandled.
    await assert.rejects(openCrawler(t, origin).run({ signal: stop.signal }), STOP)
    await setTimeout(1)
  })

  test('a draft without any files can be resumed', async (t) => {
    const origin = await startScripted(t, serviceRoutes({ a: 'x' }))
    const crawler = openCrawler(t, origin)
    await assert.rejects(crawler.run({ signal: AbortSignal.abort(STOP) }), STOP)
    assert.equal((await crawler.run()).manifest.records.length, 10)
    for (const torn of ['', '{', 'null', '{"origin":5}\n']) {
      writeFileSync(layout.journal(crawler.state), torn)
      assert.equal((await crawler.run()).manifest.complete, true)
    }
  })
})

describe('unattended runs', () => {
  const named = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`d${n}`, `text ${n}`]))
  const DOWN = { status: 503 }

  /** A service that names its datasets in a field, without links; some of them are linked as well. */
  function unlinked(codes: readonly string[], linked: readonly string[] = []): Record<string, Route> {
    const entries = codes.map((code) => ({
      code,
      ...(linked.includes(code) && { url: `/api/v1/get_dataset/${code}/` }),
    }))
    const routes = serviceRoutes(Object.fromEntries(codes.map((code) => [code, `text of ${code}`])))
    return { ...routes, ...both('list', [{ title: 'Datasets' }]), ...both('list_datasets', entries) }
  }

  const down = (codes: readonly string[], types = ['json', 'xml']) =>
    Object.fromEntries(
      codes.flatMap((code) => types.map((type) => [`api/v1/get_dataset/${code}/?type=${type}`, DOWN])),
    )

  test('datasets that fail while they are listed stay, and are not withdrawn', async (t) => {
    const codes = Object.keys(named(6))
    const origin = await startScripted(t, unlinked(codes))
    const crawler = openCrawler(t, origin)
    assert.deepEqual((await crawler.run()).manifest.codes.order, codes)
    origin.set(down(codes))
    const { manifest } = await crawler.run()
    assert.deepEqual(manifest.codes.order, codes)
    assert.equal(manifest.counts.stale, 12)
    assert.equal(manifest.counts.withdrawn, 0)
  })

  test('a code that is only in a field stays listed while it does not answer', async (t) => {
    const codes = Object.keys(named(30))
    const origin = await startScripted(t, unlinked(codes, codes.slice(0, 28)))
    const crawler = openCrawler(t, origin)
    assert.equal((await crawler.run()).manifest.codes.order.length, 30)
    origin.set(down(['d28', 'd29'], ['json']))
    const { manifest, states } = await crawler.run()
    assert.equal(states['get_dataset/d28/index.json'], 'stale')
    assert.equal(states['get_dataset/d29/index.xml'], 'unchanged')
    assert.equal(manifest.complete, false)
  })

  test('a dataset that always follows another one is accepted', async (t) => {
    const origin = await startScripted(t, {})
    const crawler = openCrawler(t, origin)
    for (const day of [1, 2, 3]) {
      origin.set(serviceRoutes({ current: `day ${day}`, previous: `day ${day - 1}`, other: 'x' }))
      assert.deepEqual((await crawler.run()).problems, [])
    }
  })

  test('an html page in place of a list is a gap, and stops nothing', async (t) => {
    const origin = await startScripted(t, serviceRoutes({ a: '1', b: '2' }))
    const crawler = openCrawler(t, origin)
    await crawler.run()
    const sorry = answer('<html><body><p>Sorry, maintenance</p></body></html>', 'text/html')
    for (const query of ['', '?type=json', '?type=xml']) origin.set({ [`api/v1/list_oivs/${query}`]: sorry })
    const { states, problems } = await crawler.run()
    assert.equal(states['list_oivs/index.json'], 'stale')
    assert.ok(problems.every((problem) => problem.includes('list_oivs')))
  })

  test('an origin with nothing but an error page is unreachable', async (t) => {
    const origin = await startScripted(t, serviceRoutes({ a: '1' }))
    const crawler = openCrawler(t, origin)
    await crawler.run()
    const sorry = answer('<html><body><p>Sorry, maintenance</p></body></html>', 'text/html')
    const other = await startScripted(t)
    other.otherwise(sorry)
    await assert.rejects(crawler.run({ bases: [other.base] }), { name: 'OriginUnreachable' })
  })

  test('removing a list without datasets does not affect withdrawals', async (t) => {
    const origin = await startScripted(t, serviceRoutes({ a: '1', b: '2' }))
    const crawler = openCrawler(t, origin)
    await crawler.run()
    origin.set(serviceRoutes({ a: '1' }))
    for (const type of ['json', 'xml']) origin.set({ [`api/v1/list_oivs/?type=${type}`]: { status: 404 } })
    assert.equal((await crawler.run()).states['get_dataset/b/index.json'], 'withdrawn')
  })

  test('the confirmation of a removal stays valid while other datasets are added', async (t) => {
    const origin = await startScripted(t, serviceRoutes(named(10)))
    const crawler = openCrawler(t, origin)
    await crawler.run()
    origin.set(serviceRoutes(named(6)))
    const { removal } = await crawler.run().then(
      () => assert.fail('it was published'),
      (error) => error,
    )
    origin.set(serviceRoutes({ ...named(6), late: 'new' }))
    const { manifest } = await crawler.run({ acceptRemovals: removal.planId })
    assert.equal(manifest.counts.withdrawn, 8)
  })

  test('categories with new keys and the same titles are the same', async (t) => {
    const titles = ['Roads', 'Rivers', 'Schools', 'Trees', 'Parks']
    const numbered = (from: number) => titles.map((title, n) => ({ title, datasets: `${from + n * 7}` }))
    const origin = await startScripted(t, {
      ...serviceRoutes({ a: '1' }),
      ...both('list_categories', numbered(3)),
    })
    const crawler = openCrawler(t, origin)
    await crawler.run()
    origin.set(both('list_categories', numbered(100)))
    const { problems } = await crawler.run()
    assert.ok(problems.every((one) => one.includes('no dataset belongs')))
  })

  test('a limit on datasets leaves out new ones before stored ones', async (t) => {
    const origin = await startScripted(t, serviceRoutes(named(4)))
    const crawler = openCrawler(t, origin)
    await crawler.run({ maxDatasets: 4 })
    origin.set(serviceRoutes({ new: 'x', ...named(4) }))
    const { manifest, problems } = await crawler.run({ maxDatasets: 4 })
    assert.deepEqual(manifest.codes.order, Object.keys(named(4)))
    assert.match(problems.join(), /gap datasets: The lists name 5\b.*\b1 of them/)
  })

  test('a dataset that never had a copy and leaves the lists does not count as dropped', async (t) => {
    const origin = await startScripted(t, serviceRoutes({ a: '1', b: '2' }))
    origin.set(down(['b']))
    const crawler = openCrawler(t, origin)
    await crawler.run()
    origin.set(serviceRoutes({ a: '1' }))
    const [run] = findChanges(await crawler.run()).runs
    assert.deepEqual([run?.withdrawn, run?.dropped], [['b'], []])
  })

  test('a withdrawn dataset keeps its title although one format of the list had dropped it before', async (t) => {
    const entry = (code: string) => ({ title: `About ${code}`, url: `/api/v1/get_dataset/${code}/` })
    const origin = await startScripted(t, serviceRoutes({ a: '1', b: '2' }))
    const crawler = openCrawler(t, origin)
    await crawler.run()
    origin.set({
      ...both('list', [entry('a')]),
      'api/v1/list_datasets/?type=json': jsonOf([entry('a')]),
      'api/v1/list_datasets/?type=xml': { status: 500 },
    })
    await crawler.run()
    origin.set({ 'api/v1/list_datasets/?type=xml': xmlOf([entry('a')]) })
    const { manifest } = await crawler.run()
    assert.deepEqual(
      manifest.listings?.map(({ code, title }) => [code, title]),
      [['b', 'About b']],
    )
  })
})
