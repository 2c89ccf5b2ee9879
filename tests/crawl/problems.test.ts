import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { problemCodeOf } from '../../src/lib/crawl/record-miss.ts'
import { describeEvidence } from '../../src/lib/crawl/request.ts'
import { FetchFailure } from '../../src/lib/http/index.ts'
import { PROBLEM_CODES } from '../../src/lib/snapshot/index.ts'
import { answer, both, openCrawler, serviceRoutes } from '../support/crawling.ts'
import { type Reply, startScripted } from '../support/scripted-origin.ts'
import { openTestClient, pathOf } from '../support/timed-client.ts'

describe('remarks', () => {
  const json = (body: unknown) => answer(JSON.stringify(body), 'application/json')
  const LIST = 'api/v1/list_datasets/?type=json'

  test('reports a list that states more entries than it has, as one page of several does', async (t) => {
    const origin = await startScripted(t, serviceRoutes({ a: 'x', b: 'y' }))
    origin.set({ [LIST]: json({ total: 500, items: [{ code: 'a' }, { code: 'b' }] }) })
    const { problems, manifest } = await openCrawler(t, origin).run()
    assert.match(problems.join(), /gap http:.*list_datasets.*may be one page of several .*500/)
    assert.equal(manifest.complete, false)
  })

  test('reports formats of a list that do not agree', async (t) => {
    const origin = await startScripted(t, serviceRoutes({ a: 'x', b: 'y', c: 'z' }))
    const fewer = serviceRoutes({ a: 'x', b: 'y' })[LIST] as string
    origin.set({ [LIST]: fewer })
    const { problems, manifest } = await openCrawler(t, origin).run()
    assert.match(problems.join(), /warning http.*list_datasets\/: The formats .* 2 in json, 3 in xml entries/)
    assert.equal(manifest.counts.fetched, 14)
  })

  test('reports the hosts of ignored links, and how to have them followed', async (t) => {
    const origin = await startScripted(t, serviceRoutes({ a: 'x' }))
    origin.set({ [LIST]: json([{ code: 'a', href: 'https://data.example.org/api/v1/get_dataset/z/' }]) })
    const { problems, states } = await openCrawler(t, origin).run()
    assert.match(problems.join(), /warning data\.example\.org: 1 links .* --origin/)
    assert.equal(states['get_dataset/z/index.json'], undefined)
  })

  test('names the config key for a format that the origin has of no dataset', async (t) => {
    const codes = ['a', 'b', 'c'] as const
    const origin = await startScripted(t, serviceRoutes({ a: 'x', b: 'y', c: 'z' }))
    const inXml = (route: Reply) =>
      origin.set(Object.fromEntries(codes.map((code) => [`api/v1/get_dataset/${code}/?type=xml`, route])))
    const crawler = openCrawler(t, origin)
    const absent = ({ manifest }: Awaited<ReturnType<typeof crawler.run>>) =>
      manifest.problems.filter(({ code }) => code === 'no-format')
    inXml({ status: 503 })
    assert.deepEqual(absent(await crawler.run()), [])
    inXml({ status: 404 })
    const [problem, ...more] = absent(await crawler.run())
    assert.deepEqual(more, [])
    assert.match(
      problem?.message ?? '',
      /none of its 3 datasets as xml; .* answered 404\. .* formats to \['json'\]/,
    )
    assert.deepEqual(
      [problem?.severity, problem?.facts],
      ['warning', { format: 'xml', from: 'json', datasets: 3 }],
    )
    assert.deepEqual(absent(await crawler.run({ formats: ['json'] })), [])
    origin.set({ 'api/v1/get_dataset/a/?type=xml': answer('<a><b>1</b></a>', 'application/xml') })
    assert.deepEqual(absent(await crawler.run()), [])
  })

  test('an empty list of datasets in a first run is a gap', async (t) => {
    const empty = ['list', 'list_categories', 'list_oivs', 'list_datasets'].flatMap((one) =>
      Object.entries(both(one, [])),
    )
    const { problems, manifest } = await openCrawler(
      t,
      await startScripted(t, Object.fromEntries(empty)),
    ).run()
    assert.equal(problems.length, 1)
    assert.match(problems.join(), /^gap list_datasets: .*empty/)
    assert.equal(manifest.complete, false)
  })

  test('names once what an origin puts in the place of a content coding, and reads the bodies as they are', async (t) => {
    const routes = Object.entries(serviceRoutes({ a: 'x', b: 'y' })).map(([path, route]) => {
      const { body, headers } = route as ReturnType<typeof answer>
      return [path, { body, headers: { ...headers, 'content-encoding': 'UTF-8' } }] as const
    })
    const crawled = await openCrawler(t, await startScripted(t, Object.fromEntries(routes))).run()
    assert.deepEqual(
      crawled.manifest.problems.map(({ severity, code, subject }) => [severity, code, subject]),
      [['warning', 'unknown-coding', 'Content-Encoding "utf-8"']],
    )
    assert.equal(crawled.text('get_dataset/a/index.json'), '[{"row":"x"}]')
    assert.equal(crawled.manifest.complete, true)
  })

  const once = gzipSync('[{"row":"x"}]')
  for (const [what, reply] of [
    ['once, without a header', answer(once, 'application/json; charset=windows-1251')],
    [
      'twice, of which one is stated',
      answer(gzipSync(once), 'application/json', { 'content-encoding': 'gzip' }),
    ],
    ['once, with a header that is none', answer(once, 'application/json', { 'content-encoding': 'utf-8' })],
  ] as const)
    test(`states that a body is compressed ${what}`, async (t) => {
      const origin = await startScripted(t, { ...serviceRoutes({ a: 'x' }), [pathOf('a')]: reply })
      const { manifest, record } = await openCrawler(t, origin).run()
      const [problem] = manifest.problems.filter(({ subject }) => subject.includes('get_dataset/a/'))
      assert.deepEqual([problem?.severity, problem?.code], ['gap', 'unknown-coding'])
      assert.match(problem?.message ?? '', /\bgzip\b.*Content-Encoding/)
      assert.equal(record('get_dataset/a/index.json')?.state, 'derived')
    })

  test('tells that a withdrawn copy is lost when the disk damaged it', async (t) => {
    const origin = await startScripted(t, serviceRoutes({ a: 'x', b: 'y' }))
    const crawler = openCrawler(t, origin)
    const { folder } = await crawler.run()
    writeFileSync(join(folder, 'api/v1/get_dataset/b/index.json'), 'rot')
    origin.set(Object.fromEntries(Object.entries(serviceRoutes({ a: 'x' }))))
    const { problems, manifest, states } = await crawler.run()
    assert.match(problems.join(), /gap "b": .*\(json\).*damaged/)
    assert.equal(states['get_dataset/b/index.xml'], 'withdrawn')
    assert.equal(manifest.complete, false)
  })
})

describe('the codes of problems', () => {
  const ADDRESS = 'http://origin.example/api/v1/list/?type=json'

  test('maps each status to the code of what an operator would do about it', () => {
    const codeOf = (status: number) => problemCodeOf(new FetchFailure('status', ADDRESS, 'x', { status }))
    const statuses = [401, 403, 451, 404, 410, 429, 500, 503, 599, 304, 400, 418]
    assert.deepEqual(statuses.map(codeOf), [
      'access-denied',
      'access-denied',
      'access-denied',
      'not-found',
      'gone',
      'rate-limited',
      'server-error',
      'server-error',
      'server-error',
      'unexpected-status',
      'unexpected-status',
      'unexpected-status',
    ])
  })

  test('distinguishes what the run did not request from what the origin did not give', () => {
    const codeOf = (
      ...[kind, details]: [FetchFailure['kind'], ConstructorParameters<typeof FetchFailure>[3]?]
    ) => problemCodeOf(new FetchFailure(kind, ADDRESS, 'x', details))
    assert.equal(codeOf('timeout', { unsent: true }), 'not-asked')
    assert.equal(codeOf('timeout'), 'timeout')
    assert.equal(codeOf('network', { unsent: true }), 'not-asked')
    assert.equal(codeOf('network', { unsent: true, unconnected: true }), 'unreachable')
    assert.equal(codeOf('large'), 'not-asked')
    assert.equal(codeOf('large', { status: 200 }), 'too-large')
    assert.equal(codeOf('robots'), 'robots-disallowed')
    assert.equal(codeOf('robots', { status: 503 }), 'robots-unreadable')
  })

  test('every problem code can occur, and has the same form', () => {
    const root = new URL('../../src/lib/', import.meta.url).pathname
    const source = globSync(
      ['crawl/**/*.ts', 'snapshot/restore/*.ts', 'snapshot/{changes,chain}.ts', 'site/*.ts'],
      { cwd: root },
    )
      .map((path) => readFileSync(root + path, 'utf8'))
      .join('\n')
    for (const code of PROBLEM_CODES) {
      assert.match(code, /^[a-z]+(-[a-z]+)*$/)
      assert.ok(source.includes(`'${code}'`), `${code} is given nowhere`)
    }
    assert.equal(new Set(PROBLEM_CODES).size, PROBLEM_CODES.length)
  })
})

describe('evidence', () => {
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
    origin.set({
      [pathOf('b')]: answer(login, 'text/html'),
      'api/v1/get_dataset/b/?type=xml': { status: 404 },
    })
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
})
