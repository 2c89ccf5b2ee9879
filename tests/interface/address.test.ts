import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  addressOf,
  datasetResource,
  FORMATS,
  fileOf,
  findCodeProblem,
  findDatasetLinks,
  findRepresentation,
  findRepresentationOfFile,
  findResourceOfPath,
  folderOf,
  hostForms,
  hrefOf,
  InvalidCode,
  LIST_OPERATIONS,
  parseBaseAddress,
  parseDatasetCode,
  parseFormat,
  quoteCode,
  type Representation,
} from '../../src/lib/interface/index.ts'
import fc from '../support/fast-check.ts'
import { AWKWARD_CODES, anyCode } from './codes.ts'

describe('addresses', () => {
  test('parses a base address with or without a trailing slash, with a port and with a path', () => {
    assert.equal(parseBaseAddress('https://data.example.org'), 'https://data.example.org/')
    assert.equal(parseBaseAddress('https://data.example.org/open//'), 'https://data.example.org/open/')
    assert.equal(parseBaseAddress('HTTP://Data.Example.ORG:80/'), 'http://data.example.org/')
    assert.equal(parseBaseAddress('http://localhost:4790/a/b'), 'http://localhost:4790/a/b/')
    assert.equal(parseBaseAddress('https://данные.рф'), new URL('https://данные.рф/').href)
  })

  test('builds addresses below the path of the base', () => {
    const base = parseBaseAddress('https://data.example.org/open')
    const resource = { operation: 'list_oivs' } as const
    assert.equal(
      addressOf(base, { resource, format: 'html' }),
      'https://data.example.org/open/api/v1/list_oivs/',
    )
    assert.equal(
      addressOf(base, { resource, format: 'xml' }),
      'https://data.example.org/open/api/v1/list_oivs/?type=xml',
    )
  })

  const WRONG: readonly (readonly [text: string, why: RegExp])[] = [
    ['data.example.org', /expected an address such as .*, saw "data\.example\.org"/],
    ['', /saw ""/],
    ['ftp://data.example.org', /begins with http/],
    ['https://me:secret@data.example.org', /without a user name or password, saw one in data\.example\.org$/],
    ['https://data.example.org/?type=json', /without a query or fragment/],
    ['https://data.example.org/#top', /without a query or fragment/],
    ['https://data.example.org/api/v1', /before \/api\/v1\//],
    ['https://data.example.org/open/api/v1/', /before \/api\/v1\//],
    ['https://data.example.org/api/v1/list/', /before \/api\/v1\//],
    ['https://data.example.org/api/v1/get_dataset/abc/', /before \/api\/v1\//],
  ]
  for (const [text, why] of WRONG)
    test(`rejects the base address ${JSON.stringify(text)} and states what is wrong`, () => {
      assert.throws(() => parseBaseAddress(text), { name: 'TypeError', message: why })
    })

  test('never repeats a password in its message', () => {
    assert.throws(
      () => parseBaseAddress('https://me:secret@data.example.org'),
      (error: Error) => !error.message.includes('secret'),
    )
  })

  test('the same host with and without www is one, another port is another', () => {
    assert.deepEqual(hostForms('www.data.org:81'), ['data.org:81', 'www.data.org:81'])
    assert.deepEqual(hostForms('data.org'), ['data.org', 'www.data.org'])
    const isOurs = (host: string, base: string) =>
      findRepresentation(`https://${host}/api/v1/list/`, [parseBaseAddress(base)]) !== undefined
    assert.ok(isOurs('www.data.org', 'https://data.org'))
    assert.ok(!isOurs('www.data.org', 'https://www2.data.org'))
    assert.ok(!isOurs('data.org:81', 'https://data.org'))
  })

  test('json and xml are requested by their exact names; everything else is html', () => {
    const formatOf = (query: string) => parseFormat(new URLSearchParams(query))
    assert.equal(formatOf('type=json'), 'json')
    assert.equal(formatOf('?a=1&type=xml&b=2'), 'xml')
    for (const query of [
      '',
      'type=',
      'type=html',
      'type=JSON',
      'type=csv',
      'Type=json',
      'type=html&type=json',
    ])
      assert.equal(formatOf(query), 'html', query)
    assert.equal(formatOf('type=json&type=xml'), 'json')
  })
})

describe('links', () => {
  const codes = (value: string) => findDatasetLinks(value).map(({ code }) => code)
  const hosts = (value: string) => findDatasetLinks(value).map(({ host }) => host)

  test('finds the code in every form of a link that is the whole value', () => {
    const forms = [
      'https://data.example.org/api/v1/get_dataset/abc/',
      'http://www.data.example.org:8080/base/api/v1/get_dataset/abc/?type=json',
      '//data.example.org/api/v1/get_dataset/abc/',
      '/api/v1/get_dataset/abc/?type=xml#top',
      '../get_dataset/abc/',
      'get_dataset/abc',
      'get_dataset/abc?type=json',
      'get_dataset/abc/#data',
      '\n    /api/v1/get_dataset/abc\n  ',
    ]
    for (const form of forms) assert.deepEqual(codes(form), ['abc'], form)
  })

  test('finds any code in its encoded link, alone, in markup and in prose', () => {
    fc.assert(
      fc.property(anyCode, (code) => {
        // An apostrophe stays as it is in an encoded address, where it also ends a quoted one.
        const href = `/${hrefOf(datasetResource(parseDatasetCode(code)))}`.replaceAll("'", '%27')
        assert.deepEqual(codes(href), [code])
        assert.deepEqual(codes(`<a href="${href}?type=json">data</a>`), [code])
        assert.deepEqual(codes(`see ${href} for all of it`), [code])
      }),
      { numRuns: 300 },
    )
  })

  test('finds unencoded codes if the link is the whole value', () => {
    const raw = ['Данные о школах', 'a b', "it's", '<b>', 'a&b=c', '100%', 'a"b', '%zz']
    for (const code of raw)
      assert.deepEqual(codes(`https://x.org/api/v1/get_dataset/${code}/?type=json`), [code])
  })

  test('returns the normalised host of an absolute link', () => {
    assert.deepEqual(hosts('/api/v1/get_dataset/a/'), [undefined])
    assert.deepEqual(hosts('HTTPS://WWW.Data.Example.ORG/api/v1/get_dataset/a/'), ['www.data.example.org'])
    assert.deepEqual(hosts('//x.org:8080/get_dataset/a/'), ['x.org:8080'])
    assert.deepEqual(hosts('http://x.org:80/get_dataset/a/'), ['x.org'])
    assert.deepEqual(hosts('https://x.org:443/get_dataset/a/'), ['x.org'])
    assert.deepEqual(hosts('https://данные.рф/get_dataset/a/'), [new URL('https://данные.рф').host])
  })

  test('finds every link in a text, including repeats', () => {
    const html =
      '<ul><li><a href="/api/v1/get_dataset/a/">A</a>, <a href=\'https://x.org/api/v1/get_dataset/b%20c/?type=xml\'>B</a> (get_dataset/a)'
    assert.deepEqual(codes(html), ['a', 'b c', 'a'])
    assert.deepEqual(hosts(html), [undefined, 'x.org', undefined])
    assert.deepEqual(codes('https://x.org/get_dataset/a/,https://x.org/get_dataset/b/'), ['a', 'b'])
  })

  test('punctuation at the end of a sentence is not part of a code', () => {
    assert.deepEqual(codes('It is at https://x.org/api/v1/get_dataset/abc. Have a look.'), ['abc'])
    assert.deepEqual(codes('[data](https://x.org/api/v1/get_dataset/abc), new'), ['abc'])
    assert.deepEqual(codes('It is at https://x.org/api/v1/get_dataset/v1.2./ now'), ['v1.2.'])
  })

  test('a link in the query of another address is found with its own host', () => {
    assert.deepEqual(findDatasetLinks('https://share.org/?u=https://x.org/api/v1/get_dataset/a/'), [
      { code: 'a', host: 'x.org' },
    ])
  })

  test('the session that a Java server adds to a link is not part of the code', () => {
    for (const link of [
      '/api/v1/get_dataset/bus;jsessionid=1F0A.node1/',
      'https://data.example.org/api/v1/get_dataset/bus;JSESSIONID=1F0A?type=json',
      'See <a href="get_dataset/bus/;jsessionid=1F0A">bus</a>',
      '<a href="get_dataset/bus;jsessionid=1F0A">',
    ])
      assert.deepEqual(codes(link), ['bus'], link)
    assert.deepEqual(codes('get_dataset/a;b/'), ['a;b'])
  })

  test('similar addresses and words are not links', () => {
    for (const value of [
      '',
      'get_dataset',
      'get_dataset/',
      '/api/v1/list_datasets/',
      'forget_dataset/a/ now',
      'get_datasets/a/',
    ])
      assert.deepEqual(codes(value), [], value)
  })

  test('a long hostile value takes linear time', () => {
    const long = 1_000_000
    for (const filler of [' ', '/', '//a', 'a', "'", '?', 'x/'])
      assert.ok(codes(`get_dataset/${filler.repeat(long)}/b/c`).length <= 1)
    assert.equal(codes('get_dataset/a/ '.repeat(50_000)).length, 50_000)
  })
})

describe('refused codes', () => {
  const REFUSED: readonly (readonly [code: string, why: RegExp])[] = [
    ['', /empty/],
    ['.', /folder of its own or the one above/],
    ['..', /folder of its own or the one above/],
    ['a/b', /slash/],
    ['../../etc/passwd', /slash/],
    ['/', /slash/],
    ['a\0b', /NUL/],
    ['x'.repeat(256), /256 bytes long, a file name can have 255/],
    ['ж'.repeat(128), /256 bytes long/],
    ['a\ud800', /lone surrogate/],
    ['\udc00b', /lone surrogate/],
  ]

  for (const [code, why] of REFUSED)
    test(`rejects the code ${quoteCode(code)} and says why`, () => {
      assert.throws(
        () => parseDatasetCode(code),
        (error: InvalidCode) => {
          assert.ok(error instanceof InvalidCode)
          assert.match(error.message, why)
          assert.ok(error.message.includes(quoteCode(code)))
          return true
        },
      )
    })

  test('accepts a code of exactly 255 bytes', () => {
    for (const code of ['x'.repeat(255), `${'ж'.repeat(127)}x`])
      assert.equal(findCodeProblem(code), undefined)
  })

  test('a message never contains raw control or direction characters, nor a complete long code', () => {
    const shown = quoteCode('a\u0000\u001b[31m\u009b\u202egnp\u2028\u{1F600}')
    assert.doesNotMatch(shown, /[\u0000-\u001f\u007f-\u009f\u2028\u202e]/)
    assert.match(shown, /\\u202egnp/)
    assert.ok(quoteCode('x'.repeat(5000)).length < 100)
    assert.equal(quoteCode('\ud800'), '"\ufffd"')
  })
})

describe('addresses, paths and files', () => {
  const BASES = ['https://data.example.org', 'http://127.0.0.1:8080/open%20data/ru'].map(parseBaseAddress)

  const anyRepresentation = fc
    .tuple(
      fc.oneof(
        fc.constantFrom(...LIST_OPERATIONS).map((operation) => ({ operation })),
        anyCode.map(parseDatasetCode).map(datasetResource),
      ),
      fc.constantFrom(...FORMATS),
    )
    .map(([resource, format]): Representation => ({ resource, format }))

  test('an address is parsed back to the same dataset and format, for any code', () => {
    fc.assert(
      fc.property(anyRepresentation, fc.constantFrom(...BASES), (representation, base) => {
        const address = addressOf(base, representation)
        assert.equal(new URL(address).href, address)
        assert.deepEqual(findRepresentation(address, BASES), representation)
      }),
      { numRuns: 500 },
    )
  })

  test('a file of the mirror is parsed back to the same dataset and format, for any code', () => {
    fc.assert(
      fc.property(anyRepresentation, (representation) => {
        assert.deepEqual(findRepresentationOfFile(fileOf(representation)), representation)
        assert.deepEqual(findResourceOfPath(hrefOf(representation.resource)), representation.resource)
      }),
      { numRuns: 500 },
    )
  })

  test('every unusual code is one folder below get_dataset and one segment of an address', () => {
    for (const text of AWKWARD_CODES) {
      const resource = datasetResource(parseDatasetCode(text))
      assert.equal(folderOf(resource), `api/v1/get_dataset/${text}`)
      const { pathname, search, hash } = new URL(hrefOf(resource), 'https://data.example.org/')
      assert.equal(search + hash, '')
      assert.equal(decodeURIComponent(pathname.split('/')[4] ?? ''), text)
      assert.equal(pathname.split('/').length, 6)
    }
  })

  test('two different codes never share a file or an address', () => {
    const resources = AWKWARD_CODES.map((code) => datasetResource(parseDatasetCode(code)))
    assert.equal(new Set(resources.map(folderOf)).size, AWKWARD_CODES.length)
    assert.equal(new Set(resources.map(hrefOf)).size, AWKWARD_CODES.length)
  })

  test('a file or address outside of the interface is no resource', () => {
    const files = [
      'api/v1/list',
      'api/v1/list/index.txt',
      'api/v2/list/index.json',
      'api/v1/get_dataset/index.json',
    ]
    for (const file of [
      ...files,
      'api/v1/other/index.json',
      'api/v1/get_dataset/a/b/index.json',
      'index.json',
    ])
      assert.equal(findRepresentationOfFile(file), undefined, file)
    const paths = ['api/v1/', 'api/v1/get_dataset/', 'api/v1/get_dataset', 'api/v1/list/x/', 'api/v1/list//']
    for (const path of [
      ...paths,
      'api/v1/get_dataset/a/b/',
      'api/v1/get_dataset/%/',
      'api/v1/get_dataset/%FF/',
    ])
      assert.equal(findResourceOfPath(path), undefined, path)
    for (const hostile of [
      'api/v1/get_dataset/..%2f..%2fetc/',
      'api/v1/get_dataset/%2e%2e/',
      'api/v1/get_dataset/a%00/',
    ])
      assert.equal(findResourceOfPath(hostile), undefined, hostile)
  })

  test('an address without its trailing slash is the same resource', () => {
    for (const base of BASES) {
      assert.deepEqual(findRepresentation(`${base}api/v1/list?type=xml`, BASES)?.format, 'xml')
      const dataset = findRepresentation(`${base}api/v1/get_dataset/a%20b`, BASES)
      assert.deepEqual(dataset?.resource, datasetResource(parseDatasetCode('a b')))
    }
    assert.equal(findRepresentation('https://elsewhere.org/api/v1/list/', BASES), undefined)
    assert.equal(findRepresentation('http://127.0.0.1:8080/api/v1/list/', BASES), undefined)
    assert.equal(findRepresentation('not an address', BASES), undefined)
  })
})
