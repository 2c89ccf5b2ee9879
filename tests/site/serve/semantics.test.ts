import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { type RunningServer, serveSite } from '../../../src/lib/site/index.ts'
import { temporaryFolder } from '../../support/temporary.ts'

const CODES = [
  'plain',
  'Код набора',
  'a+b',
  '100%',
  'a&b=c',
  'dotted.name',
  'Mixed',
  'what?#x',
  'index.html',
  '%2e%2e',
]
const folder = temporaryFolder({ after })
let server: RunningServer
let based: RunningServer

before(async () => {
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  write('index.html', 'home')
  write('404.html', 'not here')
  write('manifest.json', '{}')
  write('empty.txt', '')
  write('_astro/site.abc.css', 'a{}')
  for (const path of ['list', ...CODES.map((code) => `get_dataset/${code}`)])
    for (const format of ['html', 'json', 'xml'])
      write(`api/v1/${path}/index.${format}`, `${path} as ${format}`)
  server = await serveSite({ folder, host: '127.0.0.1', port: 0, base: '/' })
  based = await serveSite({ folder, host: '127.0.0.1', port: 0, base: '/any/base/' })
})
after(() => Promise.all([server.close(), based.close()]))

interface Got {
  readonly status: number | undefined
  readonly headers: Record<string, string | string[] | undefined>
  readonly body: string
}

// The path is sent as it stands: fetch would tidy it.
function get(
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
  from = server,
): Promise<Got> {
  const { hostname, port } = new URL(from.url)
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, path, method, headers }, (answer) => {
      let body = ''
      answer.on('data', (chunk) => {
        body += chunk
      })
      answer.on('end', () => resolve({ status: answer.statusCode, headers: answer.headers, body }))
    })
    asked.on('error', reject).end()
  })
}

describe('the type of a query', () => {
  const cases: [query: string, format: string][] = [
    ['', 'html'],
    ['?type=json', 'json'],
    ['?type=xml', 'xml'],
    ['?type=JSON', 'html'],
    ['?type=', 'html'],
    ['?type=csv', 'html'],
    ['?type=xml&type=json', 'xml'],
    ['?page=2&type=json', 'json'],
    ['?types=json', 'html'],
    ['?type=%6Ason', 'json'],
  ]
  for (const [query, format] of cases)
    it(`gives ${format} for "${query}"`, async () => {
      const { status, body } = await get(`/api/v1/list/${query}`)
      assert.deepEqual([status, body], [200, `list as ${format}`])
    })

  it('applies to the interface only', async () => {
    assert.equal((await get('/?type=json')).body, 'home')
  })
})

describe('an address', () => {
  it('works for every code', async () => {
    for (const code of CODES) {
      const { status, body } = await get(`/api/v1/get_dataset/${encodeURIComponent(code)}/?type=json`)
      assert.deepEqual([status, body], [200, `get_dataset/${code} as json`])
    }
  })

  const redirects: [from: string, to: string][] = [
    ['/api/v1/list', '/api/v1/list/'],
    ['/api/v1/list?type=json', '/api/v1/list/?type=json'],
    ['/api/v1/list/index.html', '/api/v1/list/'],
    ['/api/v1/list/index%2Ehtml?a=b', '/api/v1/list/?a=b'],
    ['/api/v1/get_dataset/index.html', '/api/v1/get_dataset/index.html/'],
    ['/api/v1/get_dataset/a+b?type=xml', '/api/v1/get_dataset/a+b/?type=xml'],
    ['/index.html', '/'],
  ]
  for (const [from, to] of redirects)
    it(`redirects from ${from} to ${to}`, async () => {
      const { status, headers } = await get(from)
      assert.deepEqual([status, headers.location], [301, to])
    })

  it('works below a base path only', async () => {
    assert.equal((await get('/any/base/api/v1/list/?type=json', {}, 'GET', based)).body, 'list as json')
    assert.equal((await get('/any/base', {}, 'GET', based)).headers.location, '/any/base/')
    assert.equal((await get('/api/v1/list/', {}, 'GET', based)).status, 404)
  })

  const missing = [
    '/api/v1/list_oivs/?type=json',
    '/api/v1/get_dataset/none/',
    '/api/v1/get_dataset/plain%2Findex.json',
    '/api/v1/../../../etc/passwd',
    '/api/v1/%2e%2e/%2e%2e/etc/passwd',
    '/api//v1/list/',
    '/%00',
    '/%ff',
    `/api/v1/get_dataset/${'a'.repeat(300)}/`,
  ]
  for (const path of missing)
    it(`is 404 with the page of the mirror for an unknown path: ${path.slice(0, 60)}`, async () => {
      const { status, headers, body } = await get(path)
      assert.deepEqual([status, body, headers['content-type']], [404, 'not here', 'text/html; charset=utf-8'])
    })
})

describe('an answer', () => {
  it('has the type of its format, CORS for any site, and is never sniffed', async () => {
    const types = {
      json: 'application/json; charset=utf-8',
      xml: 'application/xml',
      html: 'text/html; charset=utf-8',
    }
    for (const [format, type] of Object.entries(types)) {
      const { headers } = await get(`/api/v1/list/?type=${format}`)
      assert.equal(headers['content-type'], type)
      assert.equal(headers['access-control-allow-origin'], '*')
      assert.equal(headers['x-content-type-options'], 'nosniff')
      assert.equal(headers['cache-control'], 'no-cache')
    }
    assert.match(String((await get('/_astro/site.abc.css')).headers['cache-control']), /immutable/)
  })

  it('lets browsers execute nothing of the data, and of a page only what belongs to the site', async () => {
    const policy = async (path: string) => String((await get(path)).headers['content-security-policy'])
    for (const type of ['json', 'xml'])
      assert.equal(await policy(`/api/v1/list/?type=${type}`), "sandbox; default-src 'none'")
    assert.equal(await policy('/manifest.json'), "sandbox; default-src 'none'")
    for (const path of ['/', '/api/v1/list/', '/api/v1/get_dataset/plain/'])
      assert.match(
        await policy(path),
        /^default-src 'none'; style-src 'self'; script-src 'self' 'sha256-[^']+'; img-src 'self'; font-src 'self'; connect-src 'self'; worker-src 'self'; base-uri 'none'/,
      )
    assert.match(await policy('/no/such/page'), /^default-src 'none'; style-src 'sha256-/)
  })

  it('is never sniffed, whatever its status', async () => {
    for (const [path, method] of [
      ['/', 'GET'],
      ['/no', 'GET'],
      ['/api/v1/list', 'GET'],
      ['/', 'POST'],
      ['/', 'OPTIONS'],
    ] as const)
      assert.equal(
        (await get(path, {}, method)).headers['x-content-type-options'],
        'nosniff',
        `${method} ${path}`,
      )
  })

  it('is 304 without a body if the client has the current version', async () => {
    const { headers } = await get('/api/v1/list/?type=json')
    const etag = String(headers.etag)
    const modified = String(headers['last-modified'])
    for (const asked of [
      { 'if-none-match': etag },
      { 'if-none-match': `"x", W/${etag}` },
      { 'if-modified-since': modified },
    ]) {
      const { status, body } = await get('/api/v1/list/?type=json', asked as Record<string, string>)
      assert.deepEqual([status, body], [304, ''])
    }
    const obsolete = [
      modified.replace(/^(\w+), (\d\d) (\w+) \d\d(\d\d) (.+)$/, 'Thursday, $2-$3-$4 $5'),
      modified.replace(/^(\w+), (\d\d) (\w+) (\d+) (.+) GMT$/, '$1 $3 $2 $5 $4'),
    ]
    for (const since of obsolete)
      assert.equal((await get('/api/v1/list/?type=json', { 'if-modified-since': since })).status, 304, since)
    for (const since of ['9999', '2999-01-01', 'tomorrow', `${modified}, ${modified}`])
      assert.equal((await get('/api/v1/list/?type=json', { 'if-modified-since': since })).status, 200, since)
    const both = { 'if-none-match': '"other"', 'if-modified-since': modified }
    assert.equal((await get('/api/v1/list/?type=json', both)).status, 200)
  })

  it('has a length and no body for HEAD', async () => {
    const { status, headers, body } = await get('/api/v1/list/?type=json', { range: 'bytes=0-1' }, 'HEAD')
    assert.deepEqual([status, headers['content-length'], body], [200, '12', ''])
  })

  it('is partial if a range is requested', async () => {
    const ask = (range: string, more = {}) => get('/api/v1/list/?type=json', { range, ...more })
    const part = await ask('bytes=0-3')
    assert.deepEqual([part.status, part.body, part.headers['content-range']], [206, 'list', 'bytes 0-3/12'])
    assert.equal((await ask('bytes=-4')).body, 'json')
    assert.equal((await ask('Bytes=-4')).body, 'json')
    assert.equal((await ask('bytes=8-')).body, 'json')
    assert.equal((await ask('bytes=99-')).status, 416)
    assert.equal((await ask('bytes=0-1,3-4')).status, 200)
    assert.equal((await ask('bytes=0-3', { 'if-range': '"other"' })).status, 200)
  })

  it('may be empty', async () => {
    const { status, body, headers } = await get('/empty.txt')
    assert.deepEqual([status, body, headers['content-length']], [200, '', '0'])
  })

  it('is 405 for other methods', async () => {
    const { status, headers } = await get('/api/v1/list/', {}, 'POST')
    assert.deepEqual([status, headers.allow], [405, 'GET, HEAD, OPTIONS'])
    assert.equal((await get('/api/v1/list/', {}, 'OPTIONS')).status, 204)
  })
})
