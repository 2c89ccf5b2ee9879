import assert from 'node:assert/strict'
import { hash, randomBytes } from 'node:crypto'
import {
  existsSync,
  globSync,
  readFileSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, dirname, extname, join } from 'node:path'
import { describe, it, type TestContext, test } from 'node:test'
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { Agent } from 'undici'
import { openDecoder } from '../../src/lib/http/decode.ts'
import { exchange } from '../../src/lib/http/exchange.ts'
import { layout, type ManifestRecord, originalOf } from '../../src/lib/snapshot/index.ts'
import { answer, both, type Crawled, openCrawler, serviceRoutes, tagged } from '../support/crawling.ts'
import { ROOT } from '../support/files.ts'
import { type Reply, type Route, startScripted } from '../support/scripted-origin.ts'

describe('bodies', () => {
  const JSON_TEXT = JSON.stringify(Array.from({ length: 300 }, (_, n) => ({ n, word: 'слово' })))
  const coded = (body: Uint8Array, coding: string, more: Partial<Reply> = {}): Reply => ({
    ...answer(body, 'application/json', { 'content-encoding': coding }),
    ...more,
  })

  const WHOLE: readonly (readonly [what: string, reply: Reply])[] = [
    ['in gzip', coded(gzipSync(JSON_TEXT), 'gzip')],
    ['in x-gzip', coded(gzipSync(JSON_TEXT), 'x-gzip')],
    ['in br', coded(brotliCompressSync(JSON_TEXT), 'br')],
    ['in zstd', coded(zstdCompressSync(Buffer.from(JSON_TEXT)), 'ZSTD')],
    ['in three codings', coded(gzipSync(gzipSync(gzipSync(JSON_TEXT))), 'gzip, gzip, gzip')],
    ['as identity', coded(Buffer.from(JSON_TEXT), 'identity')],
    ['in many small chunks', answer(JSON_TEXT, 'application/json', { 'transfer-encoding': 'chunked' })],
    ['until the connection closes', { ...answer(JSON_TEXT, 'application/json'), ending: 'end' }],
    ['as text/plain', answer(JSON_TEXT, 'text/plain')],
    ['without a media type', { body: JSON_TEXT }],
  ]
  for (const [what, reply] of WHOLE)
    test(`accepts a body that arrives ${what}`, async (t) => {
      const origin = await startScripted(t, serviceRoutes({ a: 'x' }))
      origin.set({ 'api/v1/get_dataset/a/?type=json': reply })
      const run = await openCrawler(t, origin).run()
      assert.equal(run.text('get_dataset/a/index.json'), JSON_TEXT)
      assert.equal(run.states['get_dataset/a/index.json'], 'fetched')
      assert.deepEqual(run.problems, [])
    })

  test('aborts a body over the limit, even if it is small before decompression', async (t) => {
    const origin = await startScripted(t, serviceRoutes({ a: 'x', b: 'x' }))
    origin.set({
      'api/v1/get_dataset/a/?type=json': answer(JSON.stringify('x'.repeat(20_000)), 'application/json'),
      'api/v1/get_dataset/b/?type=json': coded(gzipSync(JSON.stringify('x'.repeat(5_000_000))), 'gzip'),
    })
    const run = await openCrawler(t, origin).run({ maxBodyBytes: 10_000 })
    assert.equal(run.problems.length, 2)
    for (const problem of run.problems)
      assert.match(problem, /sent more than 10000 bytes \(the config key maxBodyBytes\)/)
  })
})

describe('cut bodies', () => {
  /** The division of a body into chunks. */
  type Cut = (body: Buffer) => Iterable<Uint8Array>

  const cutAt =
    (...ends: readonly number[]): Cut =>
    (body) =>
      [0, ...ends].map((from, at) => body.subarray(from, ends[at]))
  const CUTS: Readonly<Record<string, Cut>> = {
    'byte by byte': cutAt(...Array.from({ length: 1200 }, (_, at) => at + 1)),
    'after the first byte': cutAt(1),
    'after a few bytes': cutAt(2, 5),
    'within the declaration': cutAt(25, 40),
  }

  const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')
  const declared = (encoding: string) =>
    `<?xml version="1.0" encoding="${encoding}"?>\n<rows><row><n>x</n></row></rows>`
  const report = `<error><message>Database is down${' '.repeat(1500)}</message></error>`

  /** Bodies whose first bytes decide what is made of them. */
  const DECIDED_AT_FIRST: Readonly<Record<string, readonly [format: 'json' | 'xml', body: string | Buffer]>> =
    {
      'cyrillic xml': [
        'xml',
        Buffer.from(declared('windows-1251').replace('x<', '\xcf\xe0\xf0\xea<'), 'latin1'),
      ],
      'utf-16le xml': ['xml', utf16(declared('utf-16'))],
      'utf-16be xml': ['xml', utf16(declared('utf-16')).swap16()],
      'a report': ['json', '\n{"error":"not found"}'],
      'a marked report': ['json', '\ufeff{"error":"not found"}'],
      'a report in xml': ['xml', `<?xml version="1.0"?>\n${report}`],
      'no value': ['json', ' null'],
      'a page': ['json', '\n<!doctype html><title>Sign in</title>'],
    }

  /** The documents by code and format. */
  function documents(): (readonly [code: string, format: string, body: Buffer])[] {
    return [
      ...globSync('tests/fixtures/reading/*/input.{json,xml}', { cwd: ROOT }).map(
        (file) => [basename(dirname(file)), extname(file).slice(1), readFileSync(join(ROOT, file))] as const,
      ),
      ...Object.entries(DECIDED_AT_FIRST).map(
        ([code, [format, body]]) => [code, format, Buffer.from(body)] as const,
      ),
    ]
  }

  function serviceOf(cut: Cut): Record<string, Route> {
    const all = documents()
    const lists = serviceRoutes(Object.fromEntries(all.map(([code]) => [code, ''])))
    const bodies = new Map<string, Buffer>(
      Object.entries(lists)
        .filter(([path]) => !path.includes('get_dataset'))
        .map(([path, route]) => [path, Buffer.from((route as { body: string }).body)]),
    )
    for (const [code, format, body] of all)
      bodies.set(`api/v1/get_dataset/${encodeURIComponent(code)}/?type=${format}`, body)
    return Object.fromEntries(
      [...bodies].map(([path, body]) => [
        path,
        { headers: { 'content-type': `application/${path.split('=')[1]}` }, body: [...cut(body)] },
      ]),
    )
  }

  /** The result of a crawl of the documents, without times. */
  async function crawl(t: TestContext, cut: Cut) {
    const origin = await startScripted(t, serviceOf(cut))
    const { manifest } = await openCrawler(t, origin).run()
    return manifest.records.map(({ path, state, sha256, charset, derivedFrom, reason }) => ({
      path,
      state,
      sha256,
      charset,
      derivedFrom,
      reason,
    }))
  }

  test('gives the same result for any division of a body into chunks', async (t) => {
    const whole = await crawl(t, (body) => [body])
    const fate = (code: string, format: string) =>
      whole.find(({ path }) => path === `api/v1/get_dataset/${code}/index.${format}`)
    for (const [code, [format, body]] of Object.entries(DECIDED_AT_FIRST))
      if (code.includes('xml') && !code.includes('report'))
        assert.equal(fate(code, format)?.sha256, hash('sha256', body), code)
      else assert.equal(fate(code, format)?.state, 'missing', code)
    for (const [how, cut] of Object.entries(CUTS)) assert.deepEqual(await crawl(t, cut), whole, how)
  })
})

describe('connections that close early', () => {
  it('accepts a complete body whose connection closes before it is decompressed', async (context) => {
    const row = () => `${randomBytes(12).toString('hex')}${' and so on'.repeat(30)}`
    const document = Buffer.from(Array.from({ length: 15_000 }, row).join('\n'))
    const body = zstdCompressSync(document)
    const server = createServer((_, response) => {
      response.writeHead(200, { 'content-encoding': 'zstd', 'content-length': body.length }).end(body)
    })
    server.keepAliveTimeout = 1
    Object.assign(server, { keepAliveTimeoutBuffer: 0 })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const agent = new Agent()
    context.after(async () => {
      await agent.destroy()
      server.close()
    })
    const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    for (let round = 0; round < 5; round++) {
      let bytes = 0
      // A sink that keeps the only thread busy, as checking a large document does, so that the pause lasts.
      const write = (chunk: Uint8Array) => {
        for (const until = performance.now() + 1; performance.now() < until; );
        bytes += chunk.length
      }
      const { signal } = new AbortController()
      await exchange(agent, { url, headers: {}, total: 20_000, signal, open: () => ({ write }) })
      assert.equal(bytes, document.length)
    }
  })
})

describe('encodings', () => {
  const JSON_A = 'api/v1/get_dataset/a/?type=json'
  const FILE = 'get_dataset/a/index.json'
  const TEXT = '[{"имя":"Парк"}]'
  const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')
  const cp1251 = (text: string) =>
    Buffer.from([...text].map((c) => (/[А-я]/.test(c) ? c.charCodeAt(0) - 0x410 + 0xc0 : c.charCodeAt(0))))

  const SENT: readonly (readonly [encoding: string, bytes: Buffer, type: string])[] = [
    ['utf-16le', utf16(TEXT), 'application/json'],
    ['utf-16be', utf16(TEXT).swap16(), 'application/json; charset=utf-16'],
    ['windows-1251', cp1251(TEXT), 'application/json; charset=windows-1251'],
  ]
  for (const [encoding, bytes, type] of SENT)
    test(`publishes json in ${encoding} as UTF-8, as derived, and stores the original bytes`, async (t) => {
      const origin = await startScripted(t, { ...serviceRoutes({ a: 'x' }), [JSON_A]: answer(bytes, type) })
      const crawler = openCrawler(t, origin)
      for (const run of [await crawler.run(), await crawler.run()]) {
        const record = run.record(FILE)
        assert.equal(run.text(FILE), TEXT)
        assert.deepEqual(
          [record?.state, record?.derivedFrom, record?.bytes],
          ['derived', 'json', Buffer.byteLength(TEXT)],
        )
        assert.equal(record?.reason, `The origin sent it in ${encoding}; it is published in UTF-8.`)
        assert.ok(readFileSync(join(run.folder, originalOf(`api/v1/${FILE}`))).equals(bytes))
        assert.deepEqual(run.problems, [])
      }
    })

  test('publishes json in iso-2022-jp, whose bytes are all ASCII, as UTF-8', async (t) => {
    const sent = Buffer.from('[{"n":"\x1b$BF|\x1b(B"}]', 'latin1')
    const origin = await startScripted(t, serviceRoutes({ a: 'x' }))
    origin.set({ [JSON_A]: answer(sent, 'application/json; charset=iso-2022-jp') })
    const run = await openCrawler(t, origin).run()
    assert.deepEqual([run.states[FILE], run.text(FILE)], ['derived', '[{"n":"日"}]'])
  })

  test('does not publish the charset of the original bytes', async (t) => {
    // Cyrillic only far down: a reader that trusts the old charset would read it as windows-1251.
    const text = `[{"n":"${'x'.repeat(40_000)}"},{"n":"Парк"}]`
    const origin = await startScripted(t, serviceRoutes({ a: 'x' }))
    origin.set({
      [JSON_A]: answer(cp1251(text), 'application/json; charset=windows-1251'),
      'api/v1/get_dataset/a/?type=xml': { status: 404 },
    })
    const run = await openCrawler(t, origin).run()
    assert.equal(run.record(FILE)?.charset, undefined)
    assert.equal(run.text(FILE), text)
    assert.match(run.text('get_dataset/a/index.xml'), /Парк/)
  })

  test('json that is the same in UTF-8 is published unchanged, whatever its header says', async (t) => {
    const origin = await startScripted(t, serviceRoutes({ a: 'x' }))
    origin.set({ [JSON_A]: answer('[{"n":"\\u041f"}]', 'application/json; charset=windows-1251') })
    const crawler = openCrawler(t, origin)
    assert.equal((await crawler.run()).states[FILE], 'fetched')
    const again = await crawler.run()
    assert.equal(again.states[FILE], 'unchanged')
    assert.throws(() => readFileSync(join(again.folder, originalOf(`api/v1/${FILE}`))), { code: 'ENOENT' })
  })

  test('after a 304, both the published and the original bytes stay', async (t) => {
    const bytes = utf16(TEXT)
    const origin = await startScripted(t, serviceRoutes({ a: 'x' }))
    origin.set({
      [JSON_A]: ({ headers }) =>
        headers['if-none-match'] === '"1"'
          ? { status: 304 }
          : answer(bytes, 'application/json', { etag: '"1"' }),
    })
    const crawler = openCrawler(t, origin)
    await crawler.run()
    const run = await crawler.run()
    assert.equal(run.states[FILE], 'derived')
    assert.match(run.record(FILE)?.reason ?? '', /utf-16le/)
    assert.ok(readFileSync(join(run.folder, originalOf(`api/v1/${FILE}`))).equals(bytes))
  })

  test('xml in windows-1251 and json with a byte order mark are published unchanged', async (t) => {
    const xml = cp1251('<?xml version="1.0" encoding="windows-1251"?><r><a>Парк</a></r>')
    const origin = await startScripted(t, serviceRoutes({ a: 'x' }))
    origin.set({
      'api/v1/get_dataset/a/?type=xml': answer(xml, 'application/xml'),
      [JSON_A]: tagged('\ufeff[]', '"1"'),
    })
    const run = await openCrawler(t, origin).run()
    assert.ok(run.bytes('get_dataset/a/index.xml').equals(xml))
    assert.equal(run.text(FILE), '\ufeff[]')
    assert.equal(run.manifest.counts.derived, 0)
  })

  for (const [when, hours, route] of [
    ['at once', 0, answer(utf16(TEXT), 'text/json')],
    ['on the next day, as the origin fails,', 24, { status: 500 }],
  ] as const)
    test(`a run that is resumed ${when} keeps the original bytes beside the published ones`, async (t) => {
      const origin = await startScripted(t, serviceRoutes({ a: 'x' }))
      const stop = new AbortController()
      origin.set({
        [JSON_A]: answer(utf16(TEXT), 'text/json'),
        'api/v1/get_dataset/a/?type=xml': () => {
          setImmediate(() => stop.abort(new Error('stop')))
          return { after: new Promise<never>(() => {}) }
        },
      })
      const crawler = openCrawler(t, origin)
      await assert.rejects(crawler.run({ signal: stop.signal, concurrency: 1 }), /stop/)
      origin.set({ ...serviceRoutes({ a: 'x' }), [JSON_A]: route })
      const run = await crawler.run({}, new Date(Date.now() + hours * 3_600_000))
      assert.deepEqual([run.states[FILE], run.text(FILE)], [hours > 0 ? 'stale' : 'derived', TEXT])
      assert.ok(run.bytes(originalOf(FILE)).equals(utf16(TEXT)))
    })

  // Beyond whatever a reader looks at to find the encoding.
  const LONG = 'x'.repeat(40_000)
  const XML_A = 'api/v1/get_dataset/a/?type=xml'
  for (const charset of ['ISO-8859-1', 'windows-1251', 'windows-1252', 'us-ascii', 'koi8-r', 'iso-2022-jp'])
    test(`text that is UTF-8 is published unchanged although its header says ${charset}`, async (t) => {
      const json = `[{"n":"${LONG}"},{"n":"Школа"}]`
      for (const head of ['<?xml version="1.0" encoding="UTF-8"?>', '']) {
        const xml = `${head}<a><b>${LONG}</b><b>Школа</b></a>`
        const origin = await startScripted(t, {
          ...serviceRoutes({ a: 'x' }),
          [JSON_A]: answer(json, `application/json; charset=${charset}`),
          [XML_A]: answer(xml, `application/xml; charset=${charset}`),
        })
        const run = await openCrawler(t, origin).run()
        for (const [file, text] of [
          [FILE, json],
          ['get_dataset/a/index.xml', xml],
        ] as const) {
          assert.equal(run.record(file)?.state, 'fetched')
          assert.ok(run.text(file) === text)
        }
      }
    })

  test('text with an invalid last byte is not UTF-8, however long it is', async (t) => {
    const bytes = Buffer.concat([
      Buffer.from(`[{"n":"Школа ${LONG}"},{"n":"`),
      cp1251('Школа'),
      Buffer.from('"}]'),
    ])
    const origin = await startScripted(t, {
      ...serviceRoutes({ a: 'x' }),
      [JSON_A]: answer(bytes, 'application/json; charset=windows-1251'),
      [XML_A]: { status: 404 },
    })
    const run = await openCrawler(t, origin).run()
    assert.equal(run.text(FILE), new TextDecoder('windows-1251').decode(bytes))
    assert.ok(run.text('get_dataset/a/index.xml').includes('Школа<'))
  })
})

describe('the bytes of the origin', () => {
  const JSON_B = 'api/v1/get_dataset/b/?type=json'
  const FILE = 'get_dataset/b/index.json'
  const ORIGINAL = originalOf(FILE)
  const TEXT = '[{"имя":"Парк"}]'
  const SENT = Buffer.from(`\ufeff${TEXT}`, 'utf16le')
  const TYPE = 'application/json; charset=utf-16le'

  const tagged: Route = ({ headers }) =>
    headers['if-none-match'] === '"1"' ? { status: 304 } : answer(SENT, TYPE, { etag: '"1"' })

  const day = (count: number) => new Date(Date.UTC(2026, 0, count))

  /** A mirror of two datasets, of which one was converted from UTF-16. */
  async function openMirrored(t: TestContext) {
    const origin = await startScripted(t, { ...serviceRoutes({ a: '1', b: '2' }), [JSON_B]: tagged })
    const crawler = openCrawler(t, origin)
    return { origin, crawler, first: await crawler.run({}, day(1)) }
  }

  const fileOf = ({ folder }: Crawled, path: string) => join(folder, 'api/v1', path)

  /** Flips a bit of a file, which keeps its length and time. */
  function rot(file: string): void {
    const { atime, mtime } = statSync(file)
    const bytes = readFileSync(file)
    bytes.writeUInt8(bytes.readUInt8(9) ^ 1, 9)
    writeFileSync(file, bytes)
    utimesSync(file, atime, mtime)
  }

  const WAYS: Readonly<Record<string, (file: string) => void>> = {
    'has a flipped bit and the time it had': rot,
    'is cut': (file) => truncateSync(file, 4),
  }

  test('states the checksum and the length of the bytes as received', async (t) => {
    const { first } = await openMirrored(t)
    assert.deepEqual(first.record(FILE)?.original, { sha256: hash('sha256', SENT), bytes: SENT.length })
    assert.equal(first.record('get_dataset/a/index.json')?.original, undefined)
  })

  for (const [how, damage] of Object.entries(WAYS)) {
    test(`requests a document again if its bytes as received are damaged: the file ${how}`, async (t) => {
      const { crawler, first } = await openMirrored(t)
      damage(fileOf(first, ORIGINAL))
      const run = await crawler.run({}, day(20))
      assert.ok(run.bytes(ORIGINAL).equals(SENT))
      assert.equal(run.states[FILE], 'derived')
      assert.deepEqual(run.problems, [])
    })

    test(`reports once that the bytes as received of a failing dataset are lost, and keeps its copy: the file ${how}`, async (t) => {
      const { origin, crawler, first } = await openMirrored(t)
      damage(fileOf(first, ORIGINAL))
      origin.set({ [JSON_B]: { status: 500 } })
      const run = await crawler.run({}, day(20))
      assert.deepEqual(
        run.manifest.problems.map(({ severity, code, facts }) => [severity, code, facts?.format]).sort(),
        [
          ['gap', 'server-error', undefined],
          ['warning', 'lost-original', 'json'],
        ],
      )
      assert.equal(run.text(FILE), TEXT)
      assert.equal(run.record(FILE)?.original, undefined)
      assert.equal(existsSync(fileOf(run, ORIGINAL)), false)
      const next = await crawler.run({}, day(40))
      assert.deepEqual(
        next.manifest.problems.map(({ code }) => code),
        ['server-error'],
      )
    })
  }

  test('the bytes as received of a withdrawn dataset are stored and checked like its copy', async (t) => {
    const { origin, crawler, first } = await openMirrored(t)
    origin.set(serviceRoutes({ a: '1' }))
    origin.set({ [JSON_B]: { status: 404 }, 'api/v1/get_dataset/b/?type=xml': { status: 404 } })
    const kept = await crawler.run({ removalShare: 1 }, day(2))
    assert.equal(kept.states[FILE], 'withdrawn')
    assert.ok(kept.bytes(ORIGINAL).equals(SENT))
    assert.deepEqual(kept.record(FILE)?.original, first.record(FILE)?.original)
    rot(fileOf(kept, ORIGINAL))
    const run = await crawler.run({}, day(20))
    assert.equal(run.text(FILE), TEXT)
    assert.deepEqual(
      run.manifest.problems.map(({ code }) => code),
      ['lost-original'],
    )
  })

  test('a manifest of a version without these checksums is read, and gets them', async (t) => {
    const { origin, crawler, first } = await openMirrored(t)
    const path = layout.manifest(first.folder)
    const manifest = JSON.parse(readFileSync(path, 'utf8'))
    for (const record of manifest.records as { original?: ManifestRecord['original'] }[])
      delete record.original
    writeFileSync(path, JSON.stringify(manifest))
    origin.set({ [JSON_B]: { status: 500 } })
    const run = await crawler.run({}, day(20))
    assert.ok(run.bytes(ORIGINAL).equals(SENT))
    assert.deepEqual(run.record(FILE)?.original, first.record(FILE)?.original)
  })

  test('the bytes as received do not stay when the origin sends the same text in UTF-8', async (t) => {
    const { origin, crawler } = await openMirrored(t)
    origin.set({ [JSON_B]: answer(TEXT, 'application/json') })
    const run = await crawler.run({}, day(2))
    assert.deepEqual([run.states[FILE], run.record(FILE)?.original], ['unchanged', undefined])
    assert.equal(existsSync(fileOf(run, ORIGINAL)), false)
  })

  const LATER = TEXT.replace('Парк', 'Сад')
  const UTF_8 = answer(LATER, 'application/json')
  const UTF_16 = answer(Buffer.from(`\ufeff${LATER}`, 'utf16le'), TYPE)
  for (const [what, before, after] of [
    ['was converted and is not any more', answer(SENT, TYPE), UTF_8],
    ['is converted before and after', answer(SENT, TYPE), UTF_16],
    ['was not converted before', answer(TEXT, 'application/json'), UTF_16],
  ] as const)
    test(`a dataset that is requested twice in a run has only its last bytes as received: it ${what}`, async (t) => {
      const entries = (updated: string) => both('list', [{ url: '/api/v1/get_dataset/b/', updated }])
      const [first, second] = [entries('Monday'), entries('Tuesday')]
      const turning = Object.keys(first).map((path): [string, Route] => [
        path,
        (_, count) => ((count === 1 ? first : second)[path] ?? '') as Reply,
      ])
      const origin = await startScripted(t, { ...serviceRoutes({ b: '2' }), ...Object.fromEntries(turning) })
      origin.set({ [JSON_B]: (_, count) => (count === 1 ? before : after) })
      const run = await openCrawler(t, origin).run()
      assert.equal(run.text(FILE), LATER)
      const received =
        after === UTF_16 ? { sha256: hash('sha256', UTF_16.body), bytes: UTF_16.body.length } : undefined
      assert.deepEqual(run.record(FILE)?.original, received)
      assert.equal(existsSync(fileOf(run, ORIGINAL)), received !== undefined)
    })

  test('a former copy stays with the bytes as received, and both are checked', async (t) => {
    const { origin, crawler, first } = await openMirrored(t)
    origin.set({ [JSON_B]: answer('[]', 'application/json') })
    const { problems } = await crawler.run({}, day(2))
    const [, acceptRemovals = ''] = /--accept-removals (\w+)/.exec(problems.join()) ?? []
    const replaced = await crawler.run({ acceptRemovals }, day(3))
    const [former] = replaced.record(FILE)?.former ?? []
    assert.deepEqual(former?.original, first.record(FILE)?.original)
    const kept = join(replaced.folder, originalOf(former?.path ?? ''))
    assert.ok(readFileSync(kept).equals(SENT))
    rot(kept)
    const run = await crawler.run({}, day(20))
    assert.deepEqual(run.manifest.problems.map(({ code }) => code).sort(), [
      'formats-disagree',
      'lost-original',
    ])
    assert.equal(run.record(FILE)?.former?.[0]?.sha256, former?.sha256)
    assert.equal(run.record(FILE)?.former?.[0]?.original, undefined)
  })

  test('a former copy that was not converted is whole, although its successor was converted', async (t) => {
    const { origin, crawler } = await openMirrored(t)
    origin.set({ [JSON_B]: answer(TEXT, 'application/json') })
    await crawler.run({}, day(2))
    origin.set({ [JSON_B]: answer(Buffer.from('\ufeff[]', 'utf16le'), TYPE) })
    const { problems } = await crawler.run({}, day(3))
    const [, acceptRemovals = ''] = /--accept-removals (\w+)/.exec(problems.join()) ?? []
    for (const options of [{ acceptRemovals }, {}]) {
      const run = await crawler.run(options, day(4))
      assert.deepEqual(
        run.manifest.problems.map(({ code }) => code),
        ['formats-disagree'],
      )
      const [former] = run.record(FILE)?.former ?? []
      assert.deepEqual([former?.sha256, former?.original], [hash('sha256', TEXT), undefined])
    }
  })
})

describe('frames of zstd', () => {
  const SKIPPED = Buffer.from([0x5f, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3])

  async function decode(chunks: readonly Uint8Array[]): Promise<Buffer> {
    const parts: Buffer[] = []
    const decoder = openDecoder('zstd', { write: (chunk) => void parts.push(Buffer.from(chunk)) }, () => {})
    assert.ok(typeof decoder !== 'string')
    for (const chunk of chunks) decoder.write(chunk)
    await decoder.end()
    return Buffer.concat(parts)
  }

  function cutEvery(bytes: Buffer, length: number): Buffer[] {
    return Array.from({ length: Math.ceil(bytes.length / length) }, (_, at) =>
      bytes.subarray(at * length, (at + 1) * length),
    )
  }

  test('frames with all kinds of blocks are decoded, however the body is divided', async () => {
    const random = Buffer.from(Array.from({ length: 3000 }, (_, at) => (at * 7919 * ((at % 251) + 3)) % 256))
    const texts = [Buffer.from('short'), Buffer.alloc(0), Buffer.alloc(300_000, 'a'), random]
    const body = Buffer.concat([SKIPPED, ...texts.flatMap((text) => [zstdCompressSync(text), SKIPPED])])
    const whole = Buffer.concat(texts)
    for (const length of [1, 2, 3, 5, 7, 64, 1000, body.length])
      assert.ok((await decode(cutEvery(body, length))).equals(whole), `in pieces of ${length}`)
  })

  test('a body that ends inside a later frame, or has other data after it, is rejected', async () => {
    const frame = zstdCompressSync('hello, hello, hello')
    for (let cut = 1; cut < frame.length; cut++)
      await assert.rejects(decode([Buffer.concat([frame, frame.subarray(0, cut)])]), `${cut} bytes`)
    await assert.rejects(decode([Buffer.concat([frame, Buffer.from('garbage')])]))
  })
})
