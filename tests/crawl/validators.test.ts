import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findDoubt, usableValidators } from '../../src/lib/crawl/fetch.ts'
import type { ManifestRecord } from '../../src/lib/snapshot/index.ts'
import { bodyOf, codesOf } from '../support/crawled-datasets.ts'
import { answer, openCrawler, serviceRoutes, tagged } from '../support/crawling.ts'
import { type Reply, type Route, type Seen, startScripted } from '../support/scripted-origin.ts'
import { pathOf } from '../support/timed-client.ts'

const storedWith = (more: Partial<ManifestRecord>) => ({ sha256: 'x', ...more }) as ManifestRecord
const etagSent = (etag: string) => usableValidators(storedWith({ etag })).etag

test('an ETag is sent back unchanged, unless it is no valid header value', () => {
  for (const odd of ['"a"', 'W/"a"', 'w/"', '"a, b"', 'no quotes', '""', '"\u00e9"', '"a\tb"'])
    assert.equal(etagSent(odd), odd)
  for (const bad of ['', '*', '"a\nb"', '"a\0"', '"\u0416"', ' "a"', `"${'x'.repeat(2000)}"`])
    assert.equal(etagSent(bad), undefined, JSON.stringify(bad))
})

test('a stored ETag that cannot be sent makes the request unconditional', async (t) => {
  const origin = await startScripted(t, serviceRoutes({ a: 'x' }))
  origin.set({ [pathOf('a')]: answer('[]', 'application/json', { etag: '*' }) })
  const crawler = openCrawler(t, origin)
  await crawler.run()
  origin.forget()
  await crawler.run()
  const requested = origin.requests.find(({ path }) => path === pathOf('a'))
  assert.equal(requested?.headers['if-none-match'], undefined)
})

for (const [what, ahead] of [
  ['of the second in which it came', 0],
  ['in the future', 1e12],
] as const)
  test(`a change is noticed although the Last-Modified of a copy is ${what} and stays the same`, async (t) => {
    const origin = await startScripted(t, serviceRoutes({ a: 'x' }))
    const modified = new Date(Date.now() + ahead).toUTCString()
    const route = (text: string) => ({
      [pathOf('a')]: ({ headers }: Seen) =>
        headers['if-modified-since'] === modified
          ? { status: 304 }
          : answer(text, 'application/json', { 'last-modified': modified }),
    })
    origin.set(route('[1]'))
    const crawler = openCrawler(t, origin)
    await crawler.run()
    origin.set(route('[2]'))
    assert.equal((await crawler.run()).text('get_dataset/a/index.json'), '[2]')
  })

const EARLY = 'Tue, 05 Mar 2024 10:20:30 GMT'
const LATE = 'Wed, 05 Mar 2025 10:20:30 GMT'

test('reports what is wrong with the validators of an accepted answer', () => {
  const back = findDoubt(storedWith({ lastModified: LATE }), { lastModified: EARLY }, true)
  assert.match(back ?? '', /It changed, but its Last-Modified went back from Wed, 05 Mar 2025/)
  assert.match(
    findDoubt(storedWith({ lastModified: LATE }), { lastModified: EARLY }, false) ?? '',
    /did not change/,
  )
  assert.match(findDoubt(storedWith({ etag: '"1"' }), { etag: '"1"' }, true) ?? '', /ETag "1"/)
  assert.equal(findDoubt(storedWith({ etag: 'W/"1"' }), { etag: 'W/"1"' }, true), undefined)
  assert.equal(findDoubt(storedWith({ etag: '"1"' }), { etag: '"1"' }, false), undefined)
  assert.equal(findDoubt(storedWith({ lastModified: EARLY }), { lastModified: LATE }, true), undefined)
  assert.equal(findDoubt(storedWith({ lastModified: LATE }), {}, true), undefined)
  assert.equal(findDoubt(storedWith({ lastModified: 'yesterday' }), { lastModified: EARLY }, true), undefined)
})

test('accepts bytes with an older Last-Modified, and warns', async (t) => {
  const origin = await startScripted(t, serviceRoutes({ a: 'x' }))
  const route = (text: string, modified: string) => ({
    [pathOf('a')]: answer(text, 'application/json', { 'last-modified': modified }),
  })
  origin.set(route('[1]', LATE))
  const crawler = openCrawler(t, origin)
  await crawler.run()
  origin.set(route('[2]', EARLY))
  const run = await crawler.run()
  assert.equal(run.text('get_dataset/a/index.json'), '[2]')
  assert.match(
    run.problems.join('\n'),
    /^warning .*get_dataset\/a\/\?type=json: It changed, but its Last-Modified went back/,
  )
})

test('accepts different bytes with the same ETag, and warns', async (t) => {
  const origin = await startScripted(t, serviceRoutes({ a: 'x' }))
  const route = (text: string) => ({ [pathOf('a')]: answer(text, 'application/json', { etag: '"same"' }) })
  origin.set(route('[1]'))
  const crawler = openCrawler(t, origin)
  await crawler.run()
  origin.set(route('[2]'))
  const run = await crawler.run()
  assert.equal(run.text('get_dataset/a/index.json'), '[2]')
  assert.match(run.problems.join('\n'), /warning .*.*ETag "same"/)
})

const VOUCHED: readonly (readonly [sent: Record<string, string>, answered: Record<string, string>])[] = [
  [{ etag: '"1"' }, {}],
  [{ etag: '"1"' }, { etag: '"1"' }],
  [{ etag: 'W/"1"' }, { etag: '"1"' }],
  [
    { etag: '"1"', 'last-modified': EARLY },
    { etag: 'W/"1"', 'last-modified': LATE },
  ],
  [{ 'last-modified': LATE }, { 'last-modified': EARLY }],
  [{ 'last-modified': LATE }, { 'last-modified': 'yesterday' }],
]
const OTHERS: typeof VOUCHED = [
  [{ etag: '"1"' }, { etag: '"2"' }],
  [{ etag: '"1"' }, { etag: 'W/"2"' }],
  [{ 'last-modified': EARLY }, { etag: '"2"', 'last-modified': EARLY }],
  [{ 'last-modified': EARLY }, { 'last-modified': LATE }],
]
for (const [pairs, text] of [
  [VOUCHED, '[1]'],
  [OTHERS, '[2]'],
] as const)
  for (const [sent, answered] of pairs)
    test(`a copy with ${JSON.stringify(sent)} is ${text === '[1]' ? 'current' : 'fetched completely'} after a 304 with ${JSON.stringify(answered)}`, async (t) => {
      const origin = await startScripted(t, serviceRoutes({ a: 'x' }))
      origin.set({ [pathOf('a')]: answer('[1]', 'application/json', sent) })
      const crawler = openCrawler(t, origin)
      await crawler.run()
      const isConditional = (headers: object) => 'if-none-match' in headers || 'if-modified-since' in headers
      origin.set({
        [pathOf('a')]: ({ headers }) =>
          isConditional(headers)
            ? { status: 304, headers: answered }
            : answer('[2]', 'application/json', { etag: '"2"' }),
      })
      const run = await crawler.run()
      assert.equal(run.text('get_dataset/a/index.json'), text)
      assert.deepEqual(
        run.problems.filter((problem) => problem.startsWith('gap')),
        [],
      )
    })

for (const [name, reply] of Object.entries<Reply>({
  'status 400': { status: 400, body: 'bad request' },
  'status 412': { status: 412 },
  'status 500': { status: 500, body: 'cannot parse the date' },
  'status 200 and no body': { status: 200 },
}))
  test(`datasets are requested in full if the origin answers conditional requests with ${name}`, async (t) => {
    const codes = codesOf(60)
    const origin = await startScripted(
      t,
      serviceRoutes(Object.fromEntries(codes.map((code) => [code, code]))),
    )
    const paths = codes.flatMap((code) =>
      ['json', 'xml'].map((type) => `api/v1/get_dataset/${code}/?type=${type}`),
    )
    const setAll = (route: Route) => origin.set(Object.fromEntries(paths.map((path) => [path, route])))
    const answerOn =
      (day: string) =>
      ({ path }: Seen) => {
        const body = bodyOf(path.endsWith('xml') ? 'xml' : 'json', [{ path, day }])
        return answer(body, 'text/plain', { etag: '"1"' })
      }
    setAll(answerOn('first'))
    const crawler = openCrawler(t, origin)
    await crawler.run()
    setAll((seen) => ('if-none-match' in seen.headers ? reply : answerOn('second')(seen)))
    const { manifest, text } = await crawler.run()
    assert.equal(manifest.complete, true)
    for (const code of codes) assert.match(text(`get_dataset/${code}/index.json`), /second/)
    setAll(reply)
    assert.equal((await crawler.run()).manifest.counts.stale, paths.length)
  })

test('old bytes never get the validators of new ones, so they are replaced once the origin is correct', async (t) => {
  const origin = await startScripted(t, serviceRoutes({ a: 'x' }))
  const fresh = answer('[2]', 'application/json', { etag: '"2"', 'last-modified': EARLY })
  origin.set({ [pathOf('a')]: answer('[1]', 'application/json', { etag: '"1"', 'last-modified': EARLY }) })
  const crawler = openCrawler(t, origin)
  await crawler.run()
  // A cache that has the old body and the new head.
  origin.set({ [pathOf('a')]: { status: 304, headers: { etag: '"2"' } } })
  const astray = await crawler.run()
  assert.equal(astray.states['get_dataset/a/index.json'], 'stale')
  origin.set({
    [pathOf('a')]: ({ headers }) =>
      headers['if-none-match'] === '"2"' ? { status: 304, headers: { etag: '"2"' } } : fresh,
  })
  assert.equal((await crawler.run()).text('get_dataset/a/index.json'), '[2]')
})

test('a copy that is confirmed at another address of the service states that address', async (t) => {
  const routes = {
    ...serviceRoutes({ a: 'x' }),
    'api/v1/get_dataset/a/?type=json': tagged('[{"row":"x"}]', '"1"'),
  }
  const [former, latter] = [await startScripted(t, routes), await startScripted(t, routes)]
  const crawler = openCrawler(t, former)
  await crawler.run()
  const { record } = await crawler.run({ bases: [latter.base] })
  for (const format of ['json', 'xml'] as const) {
    const { state, address } = record(`get_dataset/a/index.${format}`) ?? {}
    assert.deepEqual([state, address], ['unchanged', `${latter.base}api/v1/get_dataset/a/?type=${format}`])
  }
})
