import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { before, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { FetchFailure } from '../../src/lib/http/index.ts'
import { type DataFormat, parseDatasetCode } from '../../src/lib/interface/index.ts'
import { copyCrawler } from '../support/crawled-datasets.ts'
import { answer, both, type Crawler, jsonOf, openCrawler, serviceRoutes, xmlOf } from '../support/crawling.ts'
import { startRaw } from '../support/raw-origin.ts'
import { type Reply, type ScriptedOrigin, type Seen, startScripted } from '../support/scripted-origin.ts'
import { suiteContext } from '../support/suite.ts'
import { messageOf, openTestClient, pathOf } from '../support/timed-client.ts'

describe('odd answers', () => {
  const A = pathOf('a')
  const ok = (headers: string, body = '[]') => `HTTP/1.1 200 OK\r\n${headers}\r\n\r\n${body}`
  const status = (line: string, headers: string) => `HTTP/1.1 ${line}\r\n${headers}\r\n\r\n[]`

  test('a body whose length matches before decompression is complete', async (t) => {
    const body = gzipSync('[1]')
    const { base } = await startRaw(t, {
      [A]: (socket) => {
        socket.write(`HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${body.length}\r\n\r\n`)
        socket.end(body)
      },
    })
    assert.equal(await openTestClient(t, [base]).ask('a'), '[1]')
  })

  test('a 304 with a Content-Encoding is accepted', async (t) => {
    const { base } = await startRaw(t, { [A]: 'HTTP/1.1 304 Not Modified\r\nContent-Encoding: gzip\r\n\r\n' })
    assert.equal(await openTestClient(t, [base]).ask('a', { etag: '"1"' }), '')
  })

  test('interim responses are ignored, up to a limit', async (t) => {
    const hint = 'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n'
    const flood = (socket: Socket) => {
      const more = () => {
        while (!socket.destroyed && socket.write(hint));
      }
      socket.on('drain', more)
      more()
    }
    const { base } = await startRaw(t, {
      [A]: hint.repeat(3) + ok('Content-Length: 2'),
      [pathOf('b')]: flood,
    })
    const client = openTestClient(t, [base])
    assert.equal(await client.ask('a'), '[]')
    assert.match(messageOf(await client.ask('b')), /\b32\b.*\(103\)/)
  })

  test('an unrequested 100 Continue counts as a broken connection, which may be retried', async (t) => {
    const { base } = await startRaw(t, { [A]: `HTTP/1.1 100 Continue\r\n\r\n${ok('Content-Length: 2')}` })
    const failure = await openTestClient(t, [base]).ask('a')
    assert.ok(failure instanceof FetchFailure, String(failure))
    assert.equal(failure.kind, 'network')
  })

  test('text of the origin cannot break a line, colour a terminal or fill a log', async (t) => {
    const evil = `\x1b[31mred\x07\u0085${'x'.repeat(5000)}`
    const { base } = await startRaw(t, {
      [A]: status('404 Not Found', `Content-Type: ${evil}\r\nContent-Length: 2`),
      [pathOf('b')]: status('302 Found', `Location: http://${'e'.repeat(4000)}.test/\r\nContent-Length: 2`),
      [pathOf('c')]: ok(`Content-Range: bytes 1-2/${'9'.repeat(4000)}\r\nContent-Length: 2`),
      [pathOf('d')]: status('302 Found', `Location: /${'%0a'.repeat(4000)}\r\nContent-Length: 2`),
    })
    const client = openTestClient(t, [base])
    for (const code of ['a', 'b', 'c', 'd']) {
      const failure = await client.ask(code)
      assert.ok(failure instanceof FetchFailure, String(failure))
      const reported = `${failure.message}${failure.mediaType ?? ''}`
      assert.ok(reported.length <= 600, `${code}: ${reported.length}`)
      assert.doesNotMatch(reported, /[\x00-\x1f\x7f-\x9f]/)
    }
  })
})

describe('error reports', () => {
  const JSON_A = 'api/v1/get_dataset/a/?type=json'
  const json = (value: unknown) => answer(JSON.stringify(value), 'application/json')

  test('accepts error reports if the config allows them', async (t) => {
    const origin = await startScripted(t, {
      ...serviceRoutes({ a: 'x' }),
      [JSON_A]: json({ error: 'none found' }),
    })
    const crawler = openCrawler(t, origin)
    assert.equal((await crawler.run()).states['get_dataset/a/index.json'], 'derived')
    assert.equal(
      (await crawler.run({ refuse: ['mismatches'] })).states['get_dataset/a/index.json'],
      'fetched',
    )
  })
})

describe('a parked domain', () => {
  /** What an origin answers, for every address, in json, xml and html. */
  interface Everything {
    readonly json?: string | ((seen: Seen, count: number) => string)
    readonly xml?: string
    readonly page: string
  }

  function answerAlike({ json = '{}', xml = '<root/>', page }: Everything) {
    let count = 0
    return (seen: Seen): Reply => {
      count++
      if (seen.path.endsWith('=xml')) return answer(xml, 'application/xml')
      if (!seen.path.endsWith('=json')) return answer(page, 'text/html')
      return answer(typeof json === 'string' ? json : json(seen, count), 'application/json')
    }
  }

  const pageOf = (body: string) =>
    `<!doctype html><html lang="en"><head><title>example.org</title></head><body>${body}</body></html>`
  const linksTo = (...addresses: string[]) =>
    addresses.map((address) => `<li><a href="${address}">${address.split('/').at(-1)}</a></li>`).join('')
  const wordOf = (count: number) =>
    [7, 11, 13, 17, 19].map((prime) => String.fromCharCode(97 + ((count * prime) % 26))).join('')
  const SALE = pageOf('<h1>example.org</h1><p>This domain is for sale.</p>')

  const PARKED: Readonly<Record<string, Everything>> = {
    'a page without links': { page: SALE },
    'a page with navigation': {
      page: pageOf(`<ul>${linksTo('/', '/c/Insurance', '/c/Loans', '/c/Hosting')}</ul>`),
    },
    'a page with links into the interface': {
      page: pageOf(linksTo('/api/v1/list/html', '/api/v1/list/?type=html', '/api/v1/get_dataset/html/')),
    },
    'a page with links to many datasets': {
      page: pageOf(linksTo(...Array.from({ length: 20 }, (_, at) => `/api/v1/get_dataset/d${at}/`))),
    },
    'a page with a table': {
      page: pageOf('<table><tr><th>id<th>name<tr><td>loans<td>Loans<tr><td>cars<td>Cars</table>'),
    },
    'json with entries': { json: jsonOf([{ id: 'loans' }, { id: 'cars' }]), page: SALE },
    'json with links to datasets': {
      json: jsonOf([{ u: '/api/v1/get_dataset/loans/' }, { u: '/api/v1/get_dataset/cars/' }]),
      page: SALE,
    },
    'a message in json and xml': {
      json: '{"domain":"example.org","state":"parked"}',
      xml: '<page><domain>example.org</domain><state>parked</state></page>',
      page: SALE,
    },
    'json with the time and the address of the request': {
      json: ({ path }, count) =>
        JSON.stringify({
          for: path.split('/').at(-2),
          at: new Date(count * 1e6).toISOString(),
          n: count * 17,
        }),
      page: SALE,
    },
    'json with a word that is another one on each request': {
      json: (_, count) => JSON.stringify({ domain: 'example.org', state: 'parked', token: wordOf(count) }),
      page: SALE,
    },
    'json with the address of the request, the time and another word each time': {
      json: ({ path }, count) =>
        JSON.stringify({ for: `/${path}`, at: new Date(count * 1e6).toUTCString(), visit: wordOf(count) }),
      page: SALE,
    },
  }
  for (const [what, everything] of Object.entries(PARKED))
    test(`no dataset is found on a domain that answers everything with ${what}`, async (t) => {
      const origin = await startScripted(t)
      origin.otherwise(answerAlike(everything))
      const { manifest, problems } = await openCrawler(t, origin).run()
      assert.deepEqual(manifest.codes.order, [])
      assert.equal(manifest.complete, false)
      assert.match(
        problems.join('\n'),
        /^gap (dataset codes: None were found|list_datasets: The list is empty)/m,
      )
    })

  test('datasets are found although the origin answers for any other code with the one of the nearest name', async (t) => {
    const stations: Record<string, string> = {
      north: 'Oak lane',
      south: 'Mill road',
      west: 'Port street',
      east: 'Hill',
    }
    const recordOf = (code: string) => [{ station: stations[code] ?? '', level: `${code.length}` }]
    const origin = await startScripted(t, {
      ...both(
        'list_datasets',
        Object.keys(stations).map((id) => ({ id, title: `On ${id}` })),
      ),
      ...both('list', []),
      ...both('list_categories', [{ id: 'c1' }]),
      ...both('list_oivs', [{ id: 'o1' }]),
    })
    for (const code of Object.keys(stations)) origin.set(both(`get_dataset/${code}`, recordOf(code)))
    origin.otherwise(({ path }) => {
      const nearest = path.includes('b72e5a86') ? 'south' : 'north'
      return both('x', recordOf(nearest))[
        path.endsWith('xml') ? 'api/v1/x/?type=xml' : 'api/v1/x/?type=json'
      ] as Reply
    })
    const { manifest } = await openCrawler(t, origin).run()
    assert.deepEqual([...manifest.codes.order].sort(), Object.keys(stations).sort())
  })

  test('the gap of a parked domain says to check the address', async (t) => {
    const origin = await startScripted(t)
    origin.otherwise(answerAlike({ page: SALE }))
    const { problems } = await openCrawler(t, origin).run()
    assert.match(
      problems.join('\n'),
      /the origin answers for the names in them as for a dataset that does not exist\. Check that the address is that of the service/,
    )
  })

  test('configured codes are missing, each with a gap, while the origin answers them like any code', async (t) => {
    const origin = await startScripted(t)
    origin.otherwise(answerAlike({ page: SALE }))
    const { states, problems } = await openCrawler(t, origin).run({ codes: [parseDatasetCode('roads')] })
    assert.equal(states['get_dataset/roads/index.json'], 'missing')
    assert.match(problems.join('\n'), /gap .*roads.*the answer for a dataset that does not exist/)
  })

  test('a link to one dataset with records is enough among empty ones, where any code is answered with an empty list', async (t) => {
    const codes = Array.from({ length: 30 }, (_, at) => `d${at}`)
    const lists: Record<string, (code: string) => object> = {
      'by links': (code) => ({ u: `/api/v1/get_dataset/${code}/` }),
      'in a field': (id) => ({ id }),
    }
    for (const [how, entryOf] of Object.entries(lists)) {
      const origin = await startScripted(t)
      origin.otherwise(answerAlike({ json: '[]', page: SALE }))
      origin.set({
        'api/v1/list_datasets/?type=json': answer(jsonOf(codes.map(entryOf)), 'application/json'),
        ...both('get_dataset/d20', [{ row: '1' }]),
      })
      const { manifest, problems } = await openCrawler(t, origin).run()
      assert.deepEqual(manifest.codes.order, codes, how)
      assert.deepEqual(problems, [], how)
    }
  })
})

describe('garbled formats', () => {
  const ROWS = Array.from({ length: 60 }, (_, index) => ({
    name: `Stop ${index}`,
    street: `Street ${index * 7}`,
  }))
  const [JSON_BODY, XML_BODY] = [jsonOf(ROWS), xmlOf(ROWS)]
  const HTML = '<!doctype html><html><head><title>502</title></head><body><h1>Bad gateway</h1></body></html>'

  /** Bodies that a failing origin sends with 200 for one format of a dataset. */
  const GARBLED: readonly (readonly [what: string, format: DataFormat, body: string])[] = [
    ['a page of html as a text', 'json', JSON.stringify(HTML)],
    ['a message as a text', 'json', '"Internal error"'],
    ['a number', 'json', '0'],
    ['false', 'json', 'false'],
    ['an empty object', 'json', '{}'],
    [
      'a message in an element',
      'xml',
      '<?xml version="1.0"?>\n<message code="5">Try again later</message>\n',
    ],
    ['an empty element', 'xml', '<?xml version="1.0"?><data/>'],
  ]

  const GOOD = { ...serviceRoutes({ a: 'x', b: 'y' }), ...both('get_dataset/a', ROWS) }
  const badOf = (format: DataFormat, body: string) => ({
    [`api/v1/get_dataset/a/?type=${format}`]: answer(body, `application/${format}`),
  })
  const pathOf = (format: DataFormat) => `get_dataset/a/index.${format}`
  const otherOf = (format: DataFormat) => pathOf(format === 'json' ? 'xml' : 'json')

  describe('in place of a good copy', () => {
    const suite = suiteContext()
    let service: { origin: ScriptedOrigin; crawler: Crawler }
    before(async () => {
      const origin = await startScripted(suite, GOOD)
      service = { origin, crawler: openCrawler(suite, origin) }
      await service.crawler.run()
    })

    for (const [what, format, body] of GARBLED)
      test(`${format} that is ${what} replaces no copy, and is a gap`, async (t) => {
        service.origin.set({ ...GOOD, ...badOf(format, body) })
        const run = await copyCrawler(t, service).run()
        assert.deepEqual([run.states[pathOf(format)], run.states[otherOf(format)]], ['stale', 'unchanged'])
        assert.equal(run.text(pathOf(format)), format === 'json' ? JSON_BODY : XML_BODY)
        assert.equal(run.manifest.complete, false)
        assert.deepEqual(
          run.problems.map((one) => one.split(' ')[0]),
          ['gap'],
        )
      })
  })

  for (const [what, format, body] of GARBLED)
    test(`${format} that is ${what} is reported on a first run, and the other format is published`, async (t) => {
      const run = await openCrawler(t, await startScripted(t, { ...GOOD, ...badOf(format, body) })).run()
      assert.equal(run.states[otherOf(format)], 'fetched')
      assert.equal(run.manifest.problems.length, 1, 'it is not reported')
      const [problem] = run.manifest.problems
      if (problem?.severity === 'gap') assert.equal(run.states[pathOf(format)], 'derived')
      else assert.deepEqual([problem?.code, run.record(pathOf(format))?.empty], ['formats-disagree', true])
    })

  test('short json that begins with a byte order mark is not taken for an empty document', async (t) => {
    const origin = await startScripted(t, serviceRoutes({ a: 'x' }))
    origin.set({
      ...both('get_dataset/a', ROWS.slice(0, 20)),
      'api/v1/get_dataset/a/?type=json': answer(`\ufeff${jsonOf(ROWS.slice(0, 20))}`, 'application/json'),
    })
    const run = await openCrawler(t, origin).run()
    assert.deepEqual([run.problems, run.record('get_dataset/a/index.json')?.empty], [[], undefined])
  })

  test('one value in both formats is no disagreement', async (t) => {
    const origin = await startScripted(t, serviceRoutes({ a: 'x' }))
    origin.set({
      'api/v1/get_dataset/a/?type=json': answer('42', 'application/json'),
      'api/v1/get_dataset/a/?type=xml': answer('<count>42</count>', 'application/xml'),
    })
    const run = await openCrawler(t, origin).run()
    assert.deepEqual(run.problems, [])
  })
})
