import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { OriginUnreachable } from '../../src/lib/crawl/index.ts'
import { parseBaseAddress } from '../../src/lib/interface/index.ts'
import { findCurrent } from '../../src/lib/snapshot/index.ts'
import { answer, both, openCrawler, serviceRoutes } from '../support/crawling.ts'
import { type Reply, startScripted } from '../support/scripted-origin.ts'
import { startUntrusted } from '../support/tls-origin.ts'

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

test('an address without TLS, or with an untrusted certificate, is unreachable with the reason', async (t) => {
  const plain = await startScripted(t, serviceRoutes({ a: 'x' }))
  const untrusted = parseBaseAddress(await startUntrusted(t))
  const noTls = parseBaseAddress(`https://127.0.0.1:${plain.port}`)
  for (const [base, says] of [
    [noTls, /could not be reached \(E/],
    [untrusted, /could not be reached \(DEPTH_ZERO_SELF_SIGNED_CERT\)/],
  ] as const)
    await assert.rejects(openCrawler(t, [base]).run(), (error: Error) => {
      assert.ok(error instanceof OriginUnreachable, error.stack)
      assert.match(error.message, says)
      return true
    })
})

test('a response with broken headers is a failure of that address only', async (t) => {
  const origin = await startScripted(t, serviceRoutes({ a: 'x' }))
  origin.set({ [JSON_A]: answer('[]', 'application/json', { 'content-length': '1' }) })
  const run = await openCrawler(t, origin).run()
  assert.equal(run.states['get_dataset/a/index.xml'], 'fetched')
  assert.equal(run.problems.length, 1)
})
