import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { parquetMetadataAsync, parquetReadObjects } from 'hyparquet'
import { NUMBERS, PARQUET_OF_NUMBERS, TIME_MAP } from '../site.ts'
import type { Answer, Case, Host } from './case.ts'
import { assertFile } from './expect.ts'

const DATA_POLICY = /^sandbox; default-src 'none'$/
const PAGE_POLICY = /^default-src 'none'; style-src 'self'; script-src 'self'/
const SCRIPT_POLICY = /^default-src 'none'; script-src 'self'/

/** What the headers of a target are. */
const HEADERS: readonly (readonly [target: string, type: RegExp, policy: RegExp])[] = [
  ['', /^text\/html; ?charset=utf-8$/i, PAGE_POLICY],
  ['api/v1/list/', /^text\/html; ?charset=utf-8$/i, PAGE_POLICY],
  ['api/v1/list/?type=json', /^application\/json; ?charset=utf-8$/i, DATA_POLICY],
  ['api/v1/list/?type=xml', /^application\/xml$/, DATA_POLICY],
  ['api/v1/list/index.json', /^application\/json; ?charset=utf-8$/i, DATA_POLICY],
  ['api/v1/list/index.xml', /^application\/xml$/, DATA_POLICY],
  ['api/v1/list/index.csv', /^text\/csv; ?charset=utf-8; ?header=present$/i, DATA_POLICY],
  [
    'api/v1/get_dataset/%D0%9A%D0%BE%D0%B4%20%D0%BD%D0%B0%D0%B1%D0%BE%D1%80%D0%B0/?type=json',
    /^application\/json; ?charset=utf-8$/i,
    DATA_POLICY,
  ],
  ['api/v1/get_dataset/index.json/?type=xml', /^application\/xml$/, DATA_POLICY],
  ['api/v1/get_dataset/dotted.name.v1.csv/', /^text\/html; ?charset=utf-8$/i, PAGE_POLICY],
  ['manifest.json', /^application\/json; ?charset=utf-8$/i, DATA_POLICY],
  ['SHA256SUMS', /^text\/plain; ?charset=utf-8$/i, DATA_POLICY],
  ['generations.jsonl', /^application\/jsonl$/, DATA_POLICY],
  ['allowed_signers', /^text\/plain; ?charset=utf-8$/i, DATA_POLICY],
  ['SHA256SUMS.sig', /^text\/plain; ?charset=utf-8$/i, DATA_POLICY],
  ['SHA256SUMS.tsq', /^application\/timestamp-query$/, DATA_POLICY],
  ['SHA256SUMS.tsr', /^application\/timestamp-reply$/, DATA_POLICY],
  ['catalog.ttl', /^text\/turtle; ?charset=utf-8$/i, DATA_POLICY],
  [TIME_MAP, /^application\/link-format$/, DATA_POLICY],
  [PARQUET_OF_NUMBERS, /^application\/vnd\.apache\.parquet$/, DATA_POLICY],
  ['catalog.jsonld', /^application\/ld\+json$/, DATA_POLICY],
  [
    '.well-known/api-catalog',
    /^application\/linkset\+json; ?profile="https:\/\/www\.rfc-editor\.org\/info\/rfc9727"$/,
    DATA_POLICY,
  ],
  ['favicon.svg', /^image\/svg\+xml/, DATA_POLICY],
  ['site.js', /^text\/javascript; ?charset=utf-8$/i, SCRIPT_POLICY],
]

const headers = HEADERS.map(
  ([target, type, policy]): Case => ({
    name: `sends the headers of its kind with /${target}`,
    async run({ ask }) {
      const { status, headers } = await ask(target)
      assert.equal(status, 200)
      assert.match(String(headers['content-type']), type)
      assert.match(String(headers['content-security-policy']), policy)
      assert.equal(headers['cache-control'], 'no-cache')
      assertEverywhere(headers)
      assert.ok(headers.etag !== undefined || headers['last-modified'] !== undefined, 'it has no validator')
    },
  }),
)

const others: readonly Case[] = [
  {
    name: 'lets scripts and styles with a hash in their name be kept for good',
    async run({ ask, folder }) {
      const [name = ''] = readdirSync(join(folder, '_astro')).filter((file) => file.endsWith('.css'))
      const { status, headers } = await ask(`_astro/${name}`)
      assert.equal(status, 200)
      assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
      assert.match(String(headers['content-type']), /^text\/css; ?charset=utf-8$/i)
      assertEverywhere(headers)
    },
  },
  {
    name: 'sends the policy of the page with a 404, which is kept by nobody',
    async run({ ask }) {
      const { status, headers } = await ask('none/?type=json')
      assert.equal(status, 404)
      assert.match(String(headers['content-security-policy']), /^default-src 'none'; style-src 'sha256-/)
      assert.equal(headers['cache-control'], 'no-cache')
      assertEverywhere(headers)
    },
  },
  {
    name: 'may be read by any site where it redirects',
    async run({ ask }) {
      for (const target of ['api/v1/list?type=json', 'api/v1/list/index.html'])
        assert.equal((await ask(target)).headers['access-control-allow-origin'], '*', target)
    },
  },
]

function assertEverywhere(headers: Answer['headers']): void {
  assert.equal(headers['access-control-allow-origin'], '*')
  assert.equal(headers['access-control-expose-headers'], 'content-range, etag, accept-ranges, link')
  assert.equal(headers['x-content-type-options'], 'nosniff')
  assert.equal(headers['referrer-policy'], 'no-referrer')
}

const JSON_OF_LIST = 'api/v1/list/?type=json'
const lengthOf = ({ folder }: Host, file: string) => readFileSync(join(folder, file)).length

const methods: readonly Case[] = [
  {
    name: 'answers HEAD as GET, without a body',
    async run(host) {
      for (const [target, file] of [
        [JSON_OF_LIST, 'api/v1/list/index.json'],
        ['api/v1/list/', 'api/v1/list/index.html'],
      ] as const) {
        const { status, headers, body } = await host.ask(target, { method: 'HEAD' })
        assert.deepEqual([status, body.length], [200, 0])
        const length = headers['content-length']
        assert.ok(length === undefined || length === String(lengthOf(host, file)), `content-length ${length}`)
        const got = await host.ask(target)
        for (const name of ['content-type', 'etag', 'last-modified', 'access-control-allow-origin'] as const)
          assert.equal(headers[name], got.headers[name], name)
      }
    },
  },
  {
    name: 'refuses POST with 405',
    async run({ ask }) {
      const { status } = await ask(JSON_OF_LIST, { method: 'POST', headers: { 'content-length': '0' } })
      assert.equal(status, 405)
    },
  },
  {
    name: 'lets a browser of another site ask first (OPTIONS)',
    async run({ ask }) {
      const headers = { origin: 'https://example.org', 'access-control-request-method': 'GET' }
      // Of an address that redirects, too: a browser takes no redirect for an answer.
      for (const target of [JSON_OF_LIST, 'api/v1/list?type=json', 'about/index.html']) {
        const answer = await ask(target, { method: 'OPTIONS', headers })
        assert.ok([200, 204].includes(answer.status), `status ${answer.status} of ${target}`)
        assert.equal(answer.headers['access-control-allow-origin'], '*', target)
      }
    },
  },
]

const conditions: readonly Case[] = [
  {
    name: 'answers 304 to If-None-Match with its ETag',
    async run({ ask }) {
      for (const target of [JSON_OF_LIST, 'api/v1/list/', 'api/v1/list/index.xml']) {
        const { etag } = (await ask(target)).headers
        assert.ok(etag, `${target} has no ETag`)
        for (const tag of [etag, `"other", ${etag}`, `W/${etag.replace(/^W\//, '')}`]) {
          const { status, body } = await ask(target, { headers: { 'if-none-match': tag } })
          assert.deepEqual([status, body.length], [304, 0], `${target} with ${tag}`)
        }
        assert.equal((await ask(target, { headers: { 'if-none-match': '"other"' } })).status, 200)
      }
    },
  },
  {
    name: 'has an ETag of its own for every format',
    async run({ ask }) {
      const tags = await Promise.all(
        ['', '?type=json', '?type=xml'].map(async (q) => (await ask(`api/v1/list/${q}`)).headers.etag),
      )
      assert.equal(new Set(tags).size, 3, tags.join(' '))
    },
  },
  {
    name: 'answers 304 to If-Modified-Since with its Last-Modified, and with a later time',
    async run({ ask }) {
      const modified = String((await ask(JSON_OF_LIST)).headers['last-modified'])
      const statusFor = async (time: number) =>
        (await ask(JSON_OF_LIST, { headers: { 'if-modified-since': new Date(time).toUTCString() } })).status
      const time = Date.parse(modified)
      assert.deepEqual(
        [await statusFor(time), await statusFor(time + 60_000), await statusFor(time - 60_000)],
        [304, 304, 200],
      )
    },
  },
  {
    name: 'takes If-None-Match before If-Modified-Since',
    async run({ ask }) {
      const modified = String((await ask(JSON_OF_LIST)).headers['last-modified'])
      const headers = { 'if-none-match': '"other"', 'if-modified-since': modified }
      assert.equal((await ask(JSON_OF_LIST, { headers })).status, 200)
    },
  },
]

const ranges: readonly Case[] = [
  {
    name: 'sends the bytes a range asks for',
    async run(host) {
      const whole = readFileSync(join(host.folder, 'api/v1/list/index.json'))
      for (const [range, first, last] of [
        ['bytes=0-3', 0, 3],
        ['bytes=5-', 5, whole.length - 1],
        ['bytes=-4', whole.length - 4, whole.length - 1],
        [`bytes=-${whole.length + 9}`, 0, whole.length - 1],
      ] as const) {
        const { status, headers, body } = await host.ask(JSON_OF_LIST, { headers: { range } })
        assert.equal(status, 206, range)
        assert.equal(headers['content-range'], `bytes ${first}-${last}/${whole.length}`)
        assert.ok(body.equals(whole.subarray(first, last + 1)), range)
      }
    },
  },
  {
    name: 'lets a program read a column of a Parquet file by ranges, without the others',
    async run({ ask, folder }) {
      const whole = readFileSync(join(folder, PARQUET_OF_NUMBERS))
      let received = 0
      const file = {
        byteLength: whole.length,
        async slice(first: number, end = whole.length) {
          const { status, headers, body } = await ask(PARQUET_OF_NUMBERS, {
            headers: { range: `bytes=${first}-${end - 1}` },
          })
          assert.equal(status, 206)
          assert.equal(headers['content-encoding'], undefined)
          received += body.length
          return new Uint8Array(body).buffer
        },
      }
      const metadata = await parquetMetadataAsync(file, { initialFetchSize: 2000 })
      const rows = await parquetReadObjects({ file, metadata, columns: ['n'] })
      assert.deepEqual(
        rows,
        Array.from({ length: NUMBERS }, (_, n) => ({ n: BigInt(n) })),
      )
      assert.ok(received < whole.length / 2, `${received} of ${whole.length} bytes were sent`)
    },
  },
  {
    name: 'answers 416 to a range behind the end',
    async run({ ask }) {
      assert.equal((await ask(JSON_OF_LIST, { headers: { range: 'bytes=99999999-' } })).status, 416)
    },
  },
  {
    name: 'sends the whole file if the range is of another version',
    async run(host) {
      const headers = { range: 'bytes=0-3', 'if-range': '"other"' }
      const answer = await host.ask(JSON_OF_LIST, { headers })
      assert.equal(answer.status, 200)
      assertFile(host, answer, 'api/v1/list/index.json')
    },
  },
]

const DECODERS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  zstd: zstdDecompressSync,
}

const codings: readonly Case[] = [
  {
    name: 'sends the same bytes under any content coding a client takes',
    async run(host) {
      for (const coding of ['gzip', 'br', 'zstd', 'gzip, deflate, br, zstd', 'identity'])
        for (const format of ['html', 'json', 'xml']) {
          const target = `api/v1/list/${format === 'html' ? '' : `?type=${format}`}`
          const answer = await host.ask(target, { headers: { 'accept-encoding': coding } })
          const decode = DECODERS[answer.headers['content-encoding'] ?? '']
          const body = decode ? decode(answer.body) : answer.body
          assertFile(host, { ...answer, body }, `api/v1/list/index.${format}`)
          if (!decode) continue
          assert.ok(coding.includes(answer.headers['content-encoding'] ?? '?'), coding)
          assert.match(String(answer.headers.vary), /accept-encoding/i)
          assert.notEqual(
            answer.headers.etag,
            (await host.ask(target)).headers.etag,
            'one ETag for two bodies',
          )
        }
    },
  },
  {
    name: 'sends no content coding that a client refuses',
    async run({ ask }) {
      const { headers } = await ask(JSON_OF_LIST, { headers: { 'accept-encoding': 'gzip;q=0' } })
      assert.notEqual(headers['content-encoding'], 'gzip')
    },
  },
  {
    name: 'answers 304 under a content coding too',
    async run({ ask }) {
      const headers = { 'accept-encoding': 'gzip, br' }
      const { etag } = (await ask(JSON_OF_LIST, { headers })).headers
      assert.equal(
        (await ask(JSON_OF_LIST, { headers: { ...headers, 'if-none-match': String(etag) } })).status,
        304,
      )
    },
  },
]

/** What stands around a body. */
export const ANSWER_CASES: readonly Case[] = [
  ...headers,
  ...others,
  ...methods,
  ...conditions,
  ...ranges,
  ...codings,
]
