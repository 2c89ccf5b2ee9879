import assert from 'node:assert/strict'
import { after, before, describe, it, type TestContext } from 'node:test'
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { PROMISE_NAMES, type PromiseName } from '../../src/lib/check/index.ts'
import { type RunningServer, serveSite } from '../../src/lib/site/index.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { check, runCheck } from './support/checking.ts'
import { type Alter, type Answers, type Passing, type ProxiedRequest, startProxy } from './support/proxy.ts'
import { mirrorSmall } from './support/sites.ts'

const folder = temporaryFolder({ after })
let host: RunningServer
before(async () => {
  host = await serveSite({
    folder: await mirrorSmall({ after } as TestContext, folder),
    host: '127.0.0.1',
    port: 0,
    base: '/',
  })
})
after(() => host?.close())

const answers: Answers = new Map()
const startAltered = (t: TestContext, alter: Alter) => startProxy(t, host.url, alter, answers)

/** A fault of a host that is correct otherwise, and the requirements that it fails. */
interface Break {
  readonly what: string
  readonly breaks: readonly PromiseName[]
  readonly alter: Alter
  /** What the first example of the first requirement saw. */
  readonly saw?: RegExp
}

const JSON_FILE = 'api/v1/list/index.json'
const JSON_QUERY = 'api/v1/list/?type=json'
const plain = ({ headers }: { headers: Record<string, unknown> }) =>
  headers['accept-encoding'] === 'identity' &&
  ['range', 'if-none-match', 'if-modified-since'].every((name) => headers[name] === undefined)

const at =
  (wanted: string, change: (answer: Passing) => Partial<Passing>): Alter =>
  ({ target }, answer) =>
    target === wanted ? change(answer) : undefined

const without =
  (name: string): Alter =>
  ({ target }, { status, headers }) =>
    target === JSON_QUERY && status === 200 ? { headers: { ...headers, [name]: undefined } } : undefined

const withHeader =
  (wanted: string, name: string, value: string): Alter =>
  ({ target }, { headers }) =>
    target === wanted ? { headers: { ...headers, [name]: value } } : undefined

const edited = (change: (value: Record<string, unknown>) => void) => {
  return ({ headers, body }: Passing) => {
    const value = JSON.parse(body.toString() || '{}')
    change(value)
    const altered = Buffer.from(JSON.stringify(value))
    return { headers: { ...headers, 'content-length': String(altered.length) }, body: altered }
  }
}

const redirected =
  (from: string, location: string): Alter =>
  ({ target }, { headers }) =>
    target === from ? { status: 301, headers: { ...headers, location } } : undefined

const ENCODERS = { gzip: gzipSync, br: brotliCompressSync, zstd: zstdCompressSync }

/** A body in a coding, for whoever asks for that. */
const compressed = (request: ProxiedRequest, coding: keyof typeof ENCODERS, body: Buffer | string) => {
  if (!`${request.headers['accept-encoding']}`.includes(coding) || request.method !== 'GET') return undefined
  const bytes = ENCODERS[coding](body)
  return {
    headers: { 'content-encoding': coding, vary: 'accept-encoding', 'content-length': `${bytes.length}` },
    body: bytes,
  }
}

const coded =
  (target: string, coding: keyof typeof ENCODERS, body: string): Alter =>
  (request, { headers }) => {
    const change = request.target === target ? compressed(request, coding, body) : undefined
    return change && { ...change, headers: { ...headers, ...change.headers } }
  }

const BREAKS: readonly Break[] = [
  {
    what: 'sends other bytes of the same length',
    breaks: ['data'],
    alter: (request, { body }) =>
      request.target === JSON_FILE && request.method === 'GET' && plain(request)
        ? { body: Buffer.from(body.toString().toUpperCase()) }
        : undefined,
    saw: /^\d+ bytes, sha256 [\da-f]{12}…$/,
  },
  {
    what: 'sends a shorter body with its length',
    breaks: ['data'],
    alter: (request, { body }) =>
      request.target === JSON_FILE && request.method === 'GET' && plain(request)
        ? { body: body.subarray(0, 99) }
        : undefined,
    saw: /^99 bytes/,
  },
  {
    what: 'has another csv than was built',
    breaks: ['data'],
    alter: at('api/v1/list/index.csv', ({ body }) => ({ body: Buffer.from(body.toString().toUpperCase()) })),
  },
  {
    what: 'cuts a body',
    breaks: ['data'],
    alter: (request) =>
      request.target === JSON_FILE && request.method === 'GET' && plain(request) ? { cutAt: 99 } : undefined,
    saw: /^200, and it .*\bbody/,
  },
  {
    what: 'sends a body that is too long',
    breaks: ['data'],
    alter: (request, { body, headers }) =>
      request.target === JSON_FILE && plain(request)
        ? {
            body: Buffer.concat([body, body]),
            headers: { ...headers, 'content-length': String(2 * body.length) },
          }
        : undefined,
    saw: /^200, and it sent more than \d+ bytes/,
  },
  {
    what: 'injects something into a page',
    breaks: ['pages', 'links', 'odd'],
    alter: at('about/', ({ body, headers }) => ({
      body: Buffer.concat([body, Buffer.from('<script>')]),
      headers: { ...headers, 'content-length': String(body.length + 8) },
    })),
  },
  {
    what: 'lacks a script',
    breaks: ['files'],
    alter: at('site.js', () => ({ status: 404 })),
    saw: /^404$/,
  },
  {
    what: 'redirects index.html elsewhere',
    breaks: ['links', 'index'],
    alter: redirected('about/index.html', '/'),
  },
  {
    what: 'answers 200 for unknown addresses',
    breaks: ['missing', 'leftover', 'case', 'listing'],
    alter: (_, { status }) => (status === 404 ? { status: 200 } : undefined),
  },
  {
    what: 'has another 404 page',
    breaks: ['notfound'],
    alter: (_, { status, headers }) =>
      status === 404
        ? { body: Buffer.from('none'), headers: { ...headers, 'content-length': '4' } }
        : undefined,
  },
  {
    what: 'answers 304 to every conditional request',
    breaks: ['fresh'],
    alter: ({ headers }) => (headers['if-none-match'] === undefined ? undefined : { status: 304 }),
    saw: /^304$/,
  },
  {
    what: 'never answers 304',
    breaks: ['validators'],
    alter: (_, { status }) => (status === 304 ? { status: 412 } : undefined),
  },
  {
    what: 'sends no validators',
    breaks: ['validators'],
    alter: (_, { headers }) => ({ headers: { ...headers, etag: undefined, 'last-modified': undefined } }),
    saw: /^no ETag, no Last-Modified$/,
  },
  {
    what: 'sends invalid gzip',
    breaks: ['coding'],
    alter: ({ headers: sent, target }, { headers }) =>
      sent['accept-encoding'] === 'gzip' && target === JSON_FILE
        ? { headers: { ...headers, 'content-encoding': 'gzip' } }
        : undefined,
    saw: /^gzip: 200, and it sent a compressed body .*/,
  },
  {
    what: 'cuts a gzip body',
    breaks: ['coding'],
    alter: ({ headers: sent, target }, { headers, body }) => {
      if (sent['accept-encoding'] !== 'gzip' || target !== JSON_FILE) return undefined
      const cut = gzipSync(body).subarray(0, -9)
      return {
        headers: { ...headers, 'content-encoding': 'gzip', 'content-length': `${cut.length}` },
        body: cut,
      }
    },
  },
  {
    what: 'sends outdated brotli',
    breaks: ['coding'],
    alter: ({ headers: sent, target }, { headers }) => {
      if (sent['accept-encoding'] !== 'br' || target !== JSON_FILE) return undefined
      const old = brotliCompressSync('[]')
      return {
        headers: { ...headers, 'content-encoding': 'br', 'content-length': `${old.length}` },
        body: old,
      }
    },
    saw: /^br: 2 bytes/,
  },
  {
    what: 'sends outdated zstd',
    breaks: ['coding'],
    alter: coded('api/v1/list/?type=json', 'zstd', '[]'),
    saw: /^zstd: 2 bytes/,
  },
  ...['about/', 'site.js', 'sw.js', 'changes.json', 'feed.xml', 'search-index.js'].map(
    (target): Break => ({
      what: `sends outdated gzip for ${target}`,
      breaks: ['coding'],
      alter: coded(target, 'gzip', 'old'),
    }),
  ),
  {
    what: 'compresses without Vary',
    breaks: ['vary'],
    alter: (request, answer) => {
      if (answer.headers['content-encoding']) return { headers: { ...answer.headers, vary: undefined } }
      const change = answer.status === 200 ? compressed(request, 'gzip', answer.body) : undefined
      return change && { ...change, headers: { ...answer.headers, ...change.headers, vary: undefined } }
    },
    saw: /^vary: none$/,
  },
  {
    what: 'refuses preflight requests',
    breaks: ['preflight'],
    alter: ({ method }) => (method === 'OPTIONS' ? { status: 405 } : undefined),
    saw: /^405$/,
  },
  {
    what: 'allows other sites no headers of their own',
    breaks: ['preflight'],
    alter: ({ method }, { headers }) =>
      method === 'OPTIONS'
        ? { headers: { ...headers, 'access-control-allow-headers': undefined } }
        : undefined,
  },
  ...(['PUT', 'DELETE'] as const).map(
    (wanted): Break => ({
      what: `accepts ${wanted}`,
      breaks: ['methods'],
      alter: ({ method }) => (method === wanted ? { status: 200 } : undefined),
    }),
  ),
  {
    what: 'adds a second policy to its pages',
    breaks: ['policy'],
    alter: ({ target }, { headers, status }) =>
      status === 200 && target === 'about/'
        ? {
            headers: {
              ...headers,
              'content-security-policy': `${headers['content-security-policy']}, default-src 'none'`,
            },
          }
        : undefined,
  },
  {
    what: 'lets caches store a 404 for a year',
    breaks: ['caching'],
    alter: (_, { status, headers }) =>
      status === 404 ? { headers: { ...headers, 'cache-control': 'public, max-age=31536000' } } : undefined,
    saw: /max-age=31536000$/,
  },
  {
    what: 'hides its pages from search engines',
    breaks: ['open'],
    alter: withHeader('about/', 'x-robots-tag', 'noindex, nofollow'),
  },
  {
    what: 'makes a page a download',
    breaks: ['open'],
    alter: withHeader('about/', 'content-disposition', 'attachment; filename=about.html'),
  },
  {
    what: 'sets a cookie',
    breaks: ['open'],
    alter: withHeader('about/', 'set-cookie', 'id=1'),
  },
  {
    what: 'omits CORS from a 304',
    breaks: ['cors'],
    alter: (_, { status, headers }) =>
      status === 304 ? { headers: { ...headers, 'access-control-allow-origin': undefined } } : undefined,
  },
  {
    what: 'ignores letter case',
    breaks: ['case'],
    alter: ({ target, method }) =>
      target.toLowerCase() !== target && method === 'GET' && target.startsWith('api/v1/LIST/')
        ? { status: 200, body: Buffer.from('{}') }
        : undefined,
  },
  {
    what: 'lists a folder',
    breaks: ['listing'],
    alter: ({ target }) =>
      target === 'api/v1/get_dataset/' ? { status: 200, body: Buffer.from('<a href=budget/>') } : undefined,
  },
  {
    what: 'publishes .git',
    breaks: ['leftover'],
    alter: ({ target }) =>
      target === '.git/HEAD' ? { status: 200, body: Buffer.from('ref: refs/heads/main\n') } : undefined,
  },
  {
    what: 'still has a page of an earlier, longer list',
    breaks: ['leftover'],
    alter: ({ target }) =>
      target === 'browse/by-title/2/' ? { status: 200, body: Buffer.from('<!doctype html>') } : undefined,
  },
  {
    what: 'ignores one of the queries',
    breaks: ['query'],
    alter: ({ target }) =>
      target === JSON_QUERY ? { status: 200, body: Buffer.from('<!doctype html>') } : undefined,
  },
  {
    what: 'answers from a cache that ignores queries',
    breaks: ['query'],
    alter: (request, { headers }) =>
      request.target === JSON_QUERY && plain(request) && request.method === 'GET'
        ? { body: Buffer.from('<data/>'), headers: { ...headers, 'content-length': '7' } }
        : undefined,
  },
  {
    what: 'uses the last type',
    breaks: ['first'],
    alter: ({ target }) =>
      target.endsWith('?type=json&type=xml') ? { body: Buffer.from('<data/>') } : undefined,
  },
  {
    what: 'accepts JSON for json',
    breaks: ['odd'],
    alter: at('api/v1/list/?type=JSON', () => ({ body: Buffer.from('[]'), headers: {} })),
  },
  {
    what: 'drops the query when it adds a slash',
    breaks: ['slash'],
    alter: redirected('api/v1/list?type=json', '/api/v1/list/'),
    saw: /^301 to \/api\/v1\/list\/$/,
  },
  {
    what: 'redirects to its internal address',
    breaks: ['slash'],
    alter: redirected('api/v1/list', 'http://inside.example:8080/api/v1/list/'),
  },
  {
    what: 'redirects index.html without the query',
    breaks: ['index'],
    alter: redirected('api/v1/list/index.html?type=json', '/api/v1/list/'),
  },
  {
    what: 'sends json as text/plain',
    breaks: ['types'],
    alter: (request, { headers, status }) =>
      request.target === JSON_QUERY && status === 200
        ? { headers: { ...headers, 'content-type': 'text/plain' } }
        : undefined,
    saw: /^content-type: text\/plain$/,
  },
  {
    what: 'sends xml with another charset',
    breaks: ['types'],
    alter: withHeader('api/v1/list/?type=xml', 'content-type', 'application/xml; charset=windows-1251'),
  },
  { what: 'omits CORS', breaks: ['cors'], alter: without('access-control-allow-origin') },
  {
    what: 'omits CORS from redirects',
    breaks: ['cors'],
    alter: (_, { status, headers }) =>
      status === 301 ? { headers: { ...headers, 'access-control-allow-origin': undefined } } : undefined,
  },
  { what: 'omits nosniff', breaks: ['nosniff'], alter: without('x-content-type-options') },
  { what: 'omits the policy of data', breaks: ['policy'], alter: without('content-security-policy') },
  {
    what: 'sends the policy of data with a page',
    breaks: ['policy'],
    alter: withHeader('api/v1/list/', 'content-security-policy', "sandbox; default-src 'none'"),
  },
  {
    what: 'lets caches store data for an hour',
    breaks: ['caching'],
    alter: withHeader(JSON_FILE, 'cache-control', 'public, max-age=3600'),
    saw: /^cache-control: public, max-age=3600$/,
  },
  {
    what: 'does not let caches store hashed names',
    breaks: ['caching'],
    alter: ({ target }, { headers }) =>
      target.startsWith('_astro/') ? { headers: { ...headers, 'cache-control': 'no-cache' } } : undefined,
  },
  {
    what: 'answers HEAD with another length',
    breaks: ['head'],
    alter: ({ method, target }, { headers }) =>
      method === 'HEAD' && target === JSON_FILE
        ? { headers: { ...headers, 'content-length': '1' } }
        : undefined,
  },
  {
    what: 'refuses HEAD',
    breaks: ['head'],
    alter: ({ method }) => (method === 'HEAD' ? { status: 405 } : undefined),
  },
  {
    what: 'sends other bytes for a range',
    breaks: ['range'],
    alter: ({ target }, { status, body }) =>
      status === 206 && target === JSON_FILE
        ? { body: Buffer.from(body.toString('latin1').toUpperCase(), 'latin1') }
        : undefined,
    saw: /other bytes$/,
  },
  {
    what: 'has a status that was good until yesterday',
    breaks: ['alive'],
    alter: at(
      'status.json',
      edited((status) => Object.assign(status, { goodUntil: '2026-01-01T00:00:00.000Z' })),
    ),
    saw: /^good until 2026-01-01/,
  },
  {
    what: 'has the manifest of another generation',
    breaks: ['statements'],
    alter: at(
      'manifest.json',
      edited((manifest) => Object.assign(manifest, { generation: '20200101T000000000Z' })),
    ),
    saw: /^It has generation: "\d+T\d+Z", manifest\.json has "20200101T000000000Z"\.$/,
  },
  {
    what: 'has the checksums of another generation',
    breaks: ['statements'],
    alter: at('SHA256SUMS', ({ body }) => ({
      body: Buffer.from(
        body.toString().replace(/^[\da-f]{64}( {2}api\/v1\/list\/index\.json)$/m, `${'0'.repeat(64)}$1`),
      ),
    })),
    saw: /^manifest\.json .*[\da-f]{64}, SHA256SUMS .*0{64}\.$/,
  },
  {
    what: 'has no status',
    breaks: ['statements'],
    alter: at('status.json', () => ({ status: 404 })),
    saw: /^404$/,
  },
  {
    what: 'has a manifest with an invalid path',
    breaks: ['statements'],
    alter: at(
      'manifest.json',
      edited(({ records }) => {
        Object.assign((records as object[])[0] as object, { path: '../../etc/passwd' })
      }),
    ),
  },
]

describe('a host with one fault', () => {
  for (const { what, breaks, alter, saw } of BREAKS)
    it(`exits with 6 and names ${breaks[0]} if it ${what}`, async (t) => {
      const proxy = await startAltered(t, alter)
      const { code, of, find } = await check(proxy.url, '--sample', '0')
      const failed = of('fail')
      assert.ok(failed.includes(breaks[0] as string), `failed: ${failed.join(', ')}`)
      assert.deepEqual(
        failed.filter((one) => !breaks.includes(one as PromiseName)),
        [],
      )
      assert.equal(code, 6)
      const [first] = find(breaks[0] as string).examples
      assert.ok(first?.address.startsWith(proxy.url), first?.address)
      assert.notEqual(first?.saw, '')
      assert.notEqual(first?.expected, '')
      if (saw) assert.match(first?.saw ?? '', saw)
    })

  it('makes each requirement fail by at least one of these', () => {
    const failing = new Set(BREAKS.flatMap(({ breaks }) => breaks))
    assert.deepEqual(
      PROMISE_NAMES.filter((name) => !failing.has(name)),
      [],
    )
  })
})

describe('a host with a harmless difference', () => {
  const HARMLESS: Readonly<Record<string, Alter>> = {
    'has weak validators': (_, { headers }) =>
      headers.etag ? { headers: { ...headers, etag: `W/${headers.etag}` } } : undefined,
    'asks for https and no frames': (_, { headers }) => ({
      headers: {
        ...headers,
        'strict-transport-security': 'max-age=63072000',
        'x-frame-options': 'SAMEORIGIN',
        ...(headers['content-security-policy'] && {
          'content-security-policy': `${headers['content-security-policy']}, upgrade-insecure-requests; frame-ancestors 'self'`,
        }),
      },
    }),
    'fails where something is posted': ({ method }) => (method === 'POST' ? { status: 500 } : undefined),
    'compresses on the way': (request, { status, headers, body }) => {
      if (status !== 200 || headers['content-encoding']) return undefined
      const coding = (['br', 'zstd', 'gzip'] as const).find((one) =>
        `${request.headers['accept-encoding']}`.includes(one),
      )
      const change = coding && compressed(request, coding, body)
      return change && { ...change, headers: { ...headers, ...change.headers, etag: `W/${headers.etag}` } }
    },
    'forbids folders instead of not finding them': ({ target }, { status }) =>
      status === 404 && (target === 'api/v1/' || target.startsWith('.git')) ? { status: 403 } : undefined,
  }
  for (const [what, alter] of Object.entries(HARMLESS))
    it(`passes if it ${what}`, async (t) => {
      const proxy = await startAltered(t, alter)
      const { code, of } = await check(proxy.url, '--sample', '0')
      assert.deepEqual([code, of('fail'), of('unchecked')], [0, [], []])
    })
})

describe('the text report', () => {
  it('names each failed requirement with addresses, the answer and what was expected', async (t) => {
    const proxy = await startAltered(t, without('access-control-allow-origin'))
    const { code, stdout, stderr } = await runCheck(proxy.url, '--sample', '0')
    assert.equal(code, 6)
    assert.match(stdout, /^ {2}fail {2}cors +\d of \d+ {2}\S.*$/m)
    assert.match(
      stdout,
      /\nfail {2}cors\n {2}http:\S+\/api\/v1\/list\/\?type=json\n {4}saw {7}access-control-allow-origin: none\n {4}expected {2}\*\n/,
    )
    assert.match(stdout, /1 check failed: cors\.\n$/)
    assert.match(stderr, /^\S.* \(\d+ questions\)$/m)
    for (const line of stdout.split('\n').filter((one) => /^ {2}(pass|fail|unsupported)/.test(one)))
      assert.ok(line.length <= 80, line)
    assert.doesNotMatch(stdout + stderr, /\x1b|\r/)
  })

  it('has failures only with --quiet', async (t) => {
    const proxy = await startAltered(t, without('access-control-allow-origin'))
    const { stdout, stderr } = await runCheck(proxy.url, '--sample', '0', '--quiet')
    assert.equal(stdout, '')
    assert.match(stderr, /^fail {2}cors\n/)
    assert.deepEqual(await runCheck(host.url, '--sample', '0', '--quiet'), {
      code: 0,
      stdout: '',
      stderr: '',
    })
  })

  it('escapes control characters that a host sends', async (t) => {
    // As bytes on the wire, like a header.
    const location = Buffer.from('/\u202e\u009b31m').toString('latin1')
    const proxy = await startAltered(t, redirected('about/index.html', location))
    const { stdout } = await runCheck(proxy.url, '--sample', '0')
    assert.match(stdout, /fail {2}links/)
    assert.doesNotMatch(stdout, /[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]/)
    assert.match(stdout, /301 to \/\\u202e\\u009b31m/)
  })

  it('states that the mirror was replaced and checked again', async (t) => {
    let requests = 0
    const later = edited((status) => Object.assign(status, { generation: '20200101T000000000Z' }))
    const proxy = await startAltered(t, ({ target, method }, answer) =>
      target === 'status.json' && method === 'GET' && ++requests === 1 ? later(answer) : undefined,
    )
    const { code, noted } = await check(proxy.url, '--sample', '0')
    assert.deepEqual([code, noted('replaced').length], [0, 1])
  })
})
