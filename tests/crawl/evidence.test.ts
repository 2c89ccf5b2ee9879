import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { describeEvidence } from '../../src/lib/crawl/request.ts'
import { FetchFailure } from '../../src/lib/http/index.ts'
import { answer, openCrawler, serviceRoutes } from '../support/crawling.ts'
import { type Reply, startScripted } from '../support/scripted-origin.ts'
import { openTestClient, pathOf } from '../support/test-client.ts'

const sha256 = (body: string | Uint8Array) => createHash('sha256').update(body).digest('hex')
const PAGE = `<h1>Ґрунтовна помилка</h1>${'x'.repeat(400)}`

const KEPT: readonly (readonly [what: string, reply: Reply, body: string])[] = [
  ['an error page', { status: 500, body: PAGE }, PAGE],
  [
    'an error page in gzip',
    { status: 404, headers: { 'content-encoding': 'gzip' }, body: gzipSync(PAGE) },
    PAGE,
  ],
  [
    'a redirect that is not followed',
    { status: 302, headers: { location: '/login' }, body: 'moved' },
    'moved',
  ],
  ['an answer in control characters', { status: 403, body: 'a\0b\x1b[0m' }, 'a\0b\x1b[0m'],
]
for (const [what, reply, body] of KEPT)
  test(`stores evidence of the rejected body: ${what}`, async (t) => {
    const origin = await startScripted(t, { [pathOf('a')]: reply })
    const failure = await openTestClient(t, [origin.base]).ask('a')
    assert.ok(failure instanceof FetchFailure)
    assert.equal(failure.evidence?.sha256, sha256(body))
    assert.equal(failure.evidence?.bytes, Buffer.byteLength(body))
    assert.ok(body.startsWith(failure.evidence.head))
    assert.ok(Buffer.byteLength(failure.evidence.head) <= 256)
  })

test('there is no evidence without a body', async (t) => {
  const origin = await startScripted(t, { [pathOf('a')]: { status: 404 }, [pathOf('b')]: { status: 304 } })
  const failure = await openTestClient(t, [origin.base]).ask('a')
  assert.ok(failure instanceof FetchFailure)
  assert.equal(failure.evidence, undefined)
})

test('an error page that is cut, stalls or has an invalid coding is reported by its status', async (t) => {
  const origin = await startScripted(t, {
    [pathOf('a')]: { status: 404, headers: { 'content-length': '99' }, body: 'gone', ending: 'reset' },
    [pathOf('b')]: { status: 404, headers: { 'content-encoding': 'gzip' }, body: 'gone' },
    [pathOf('c')]: { status: 404, headers: { 'content-encoding': 'unheard-of' }, body: 'gone' },
    [pathOf('d')]: { status: 404, body: 'gone', ending: 'hang' },
  })
  const client = openTestClient(t, [origin.base], { deadlines: { connect: 5, idle: 0.2, total: 5 } })
  for (const code of ['a', 'b', 'c', 'd']) {
    const failure = await client.ask(code)
    assert.ok(failure instanceof FetchFailure)
    assert.equal(failure.message, 'answered 404', code)
  }
})

test('evidence of an endless error page is its first quarter of a megabyte', async (t) => {
  const endless = function* () {
    for (;;) yield Buffer.alloc(50_000, 'x')
  }
  const origin = await startScripted(t, { [pathOf('a')]: () => ({ status: 404, body: endless() }) })
  const failure = await openTestClient(t, [origin.base]).ask('a')
  assert.ok(failure instanceof FetchFailure)
  assert.equal(failure.evidence?.bytes, 256 * 1024)
})

test('evidence of a rejected 200 is in the records of stale and missing copies', async (t) => {
  const login = '<!DOCTYPE html><html><body>Please log in.</body></html>'
  const origin = await startScripted(t, serviceRoutes({ a: 'x', b: 'y' }))
  const crawler = openCrawler(t, origin)
  origin.set({ [pathOf('b')]: answer(login, 'text/html'), 'api/v1/get_dataset/b/?type=xml': { status: 404 } })
  const first = await crawler.run()
  assert.deepEqual(first.record('get_dataset/b/index.json')?.evidence, {
    bytes: login.length,
    sha256: sha256(login),
    head: login,
  })
  origin.set({ [pathOf('a')]: answer(login, 'text/html') })
  const second = await crawler.run()
  const kept = second.record('get_dataset/a/index.json')
  assert.equal(kept?.state, 'stale')
  assert.equal(kept?.evidence?.sha256, sha256(login))
  origin.set(serviceRoutes({ a: 'x', b: 'y' }))
  const third = await crawler.run()
  assert.equal(third.record('get_dataset/a/index.json')?.evidence, undefined)
})

test('the evidence is of the last attempt', async (t) => {
  const origin = await startScripted(t, serviceRoutes({ a: 'x' }))
  origin.set({
    [pathOf('a')]: (_, count) =>
      count === 1 ? answer('[1', 'application/json') : { status: 500, body: 'second' },
  })
  const run = await openCrawler(t, origin).run({ retries: 1, formats: ['json'] })
  assert.equal(run.record('get_dataset/a/index.json')?.evidence?.head, 'second')
})

test('the evidence ends between characters, and invalid UTF-8 is replaced', () => {
  const words = Buffer.from('х'.repeat(200))
  assert.equal(
    describeEvidence(400, '', Buffer.concat([Buffer.from('a'), words])).head,
    `a${'х'.repeat(127)}`,
  )
  assert.equal(describeEvidence(2, '', Buffer.from([0xff, 0x41])).head, '\ufffdA')
})
