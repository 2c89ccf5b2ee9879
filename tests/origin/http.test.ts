import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { get, startFor } from './support/origin.ts'
import { parseXml } from './support/xml.ts'

const LIST = 'api/v1/list/?type=json'
// The one dataset that is streamed: its length is not known beforehand unless it is the source itself.
const LARGE = 'api/v1/get_dataset/flights_200k_json/?type=xml'

test('answers 304 without a body to its own ETag, alone, in a list, weak, or to an asterisk', async (t) => {
  const origin = await startFor(t)
  const { headers } = await get(origin, LIST)
  const etag = String(headers.etag)
  assert.match(etag, /^"[^"]+"$/)
  for (const tag of [etag, `"other", ${etag}`, `W/${etag}`, '*']) {
    const answer = await get(origin, LIST, { 'if-none-match': tag })
    assert.equal(answer.status, 304, tag)
    assert.equal(answer.bytes.length, 0)
    assert.equal(answer.headers.etag, etag)
    assert.equal(answer.headers.vary, 'Accept-Encoding')
  }
  assert.equal((await get(origin, LIST, { 'if-none-match': '"other"' })).status, 200)
})

test('answers 304 to its own Last-Modified and 200 to an earlier date', async (t) => {
  const origin = await startFor(t)
  const modified = String((await get(origin, LIST)).headers['last-modified'])
  assert.equal((await get(origin, LIST, { 'if-modified-since': modified })).status, 304)
  const earlier = new Date(Date.parse(modified) - 1000).toUTCString()
  assert.equal((await get(origin, LIST, { 'if-modified-since': earlier })).status, 200)
  assert.equal((await get(origin, LIST, { 'if-modified-since': 'yesterday' })).status, 200)
})

test('the ETag takes precedence if both conditions are sent', async (t) => {
  const origin = await startFor(t)
  const modified = String((await get(origin, LIST)).headers['last-modified'])
  const both = { 'if-modified-since': modified, 'if-none-match': '"other"' }
  assert.equal((await get(origin, LIST, both)).status, 200)
})

test('compresses in the requested coding, each with its own strong ETag that answers 304', async (t) => {
  const origin = await startFor(t)
  const decoders = { gzip: gunzipSync, br: brotliDecompressSync, zstd: zstdDecompressSync }
  const tags = new Set<unknown>()
  const plain = await get(origin, LIST)
  assert.equal(plain.headers['content-encoding'], undefined)
  for (const [coding, decode] of Object.entries(decoders)) {
    const ask = { 'accept-encoding': coding }
    const { headers, bytes } = await get(origin, LIST, ask)
    assert.equal(headers['content-encoding'], coding)
    assert.ok(decode(bytes).equals(plain.bytes))
    const again = await get(origin, LIST, { ...ask, 'if-none-match': String(headers.etag) })
    assert.equal(again.status, 304)
    tags.add(headers.etag)
  }
  tags.add(plain.headers.etag)
  assert.equal(tags.size, 4)
})

test('respects the weights in Accept-Encoding', async (t) => {
  const origin = await startFor(t)
  const expected = {
    'gzip, deflate': 'gzip',
    'gzip, deflate, br, zstd': 'zstd',
    'gzip;q=1, br;q=0.5': 'gzip',
    'gzip;q=0': undefined,
    'identity, gzip;q=0.1': undefined,
    '*': 'zstd',
    'zstd;q=0, br;q=0, *': 'gzip',
    '': undefined,
  }
  for (const [asked, coding] of Object.entries(expected)) {
    const { headers } = await get(origin, LIST, { 'accept-encoding': asked })
    assert.equal(headers['content-encoding'], coding, asked)
  }
})

test('answers HEAD like GET, without a body', async (t) => {
  const origin = await startFor(t)
  for (const path of ['', LIST, LARGE, 'api/v1/get_dataset/none/?type=xml', 'api/v1/list']) {
    const whole = await get(origin, path)
    const head = await get(origin, path, {}, 'HEAD')
    assert.equal(head.status, whole.status, path)
    assert.equal(head.bytes.length, 0, path)
    for (const name of ['etag', 'last-modified', 'content-type', 'content-length'])
      assert.equal(head.headers[name], whole.headers[name], `${path} ${name}`)
  }
})

test('states the exact length of a body that is not streamed', async (t) => {
  const origin = await startFor(t)
  for (const path of ['', LIST, 'api/v1/get_dataset/zipcodes/?type=xml', 'api/v1/get_dataset/none/']) {
    const { headers, bytes } = await get(origin, path)
    assert.equal(headers['content-length'], String(bytes.length), path)
  }
})

test('answers 404 in the requested format', async (t) => {
  const origin = await startFor(t)
  for (const path of [
    'api/v1/get_dataset/none/',
    'api/v1/other/',
    'api/v1/get_dataset/',
    'api/v1/get_dataset/%ff/',
    'x',
  ]) {
    const json = await get(origin, `${path}?type=json`)
    assert.equal(json.status, 404, path)
    assert.equal(JSON.parse(json.bytes.toString()).error, 'Not found')
    const xml = await get(origin, `${path}?type=xml`)
    assert.equal(xml.status, 404)
    assert.equal(parseXml(xml.bytes).name, 'error')
    const html = await get(origin, path)
    assert.equal(html.status, 404)
    assert.match(String(html.headers['content-type']), /^text\/html/)
  }
})

test('redirects a path without its trailing slash, keeping the query', async (t) => {
  const origin = await startFor(t)
  for (const [path, query] of [
    ['api/v1/list', '?type=json'],
    ['api/v1/get_dataset/a%20b', ''],
    ['api/v1/list', '?a=%2F&type=xml'],
  ]) {
    const { status, headers } = await get(origin, `${path}${query}`)
    assert.equal(status, 301)
    assert.equal(headers.location, `/${path}/${query}`)
  }
})

test('answers 405 to other methods, with the allowed ones', async (t) => {
  const origin = await startFor(t)
  for (const method of ['POST', 'PUT', 'DELETE'] as const) {
    const { status, headers, bytes } = await get(origin, LIST, {}, method)
    assert.equal(status, 405)
    assert.equal(headers.allow, 'GET, HEAD')
    assert.equal(JSON.parse(bytes.toString()).error, 'Method not allowed')
  }
})

test('uses the first type parameter, case-sensitive, and answers html to an unknown one', async (t) => {
  const origin = await startFor(t)
  const typeOf = async (query: string) =>
    String((await get(origin, `api/v1/list/${query}`)).headers['content-type'])
  assert.match(await typeOf('?type=xml&type=json'), /xml/)
  assert.match(await typeOf('?page=2&type=json'), /json/)
  for (const query of ['?type=csv&type=json', '?type=JSON', '?type=', '?Type=json', '?'])
    assert.match(await typeOf(query), /html/, query)
})

test('writes the www form of the requested host, and a different ETag for each host', async (t) => {
  const origin = await startFor(t, 'awkward', { shape: 'links' })
  const asked = await get(origin, LIST, { host: 'data.example.org' })
  const loopback = await get(origin, LIST)
  assert.match(
    asked.bytes.toString(),
    /"http:\/\/data\.example\.org\/api.*"http:\/\/www\.data\.example\.org\/api/s,
  )
  assert.doesNotMatch(loopback.bytes.toString(), /www/)
  assert.notEqual(asked.headers.etag, loopback.headers.etag)
})

test('records its responses', async (t) => {
  const lines: string[] = []
  const origin = await startFor(t, 'awkward', { log: (line) => lines.push(line) })
  const { bytes } = await get(origin, LIST)
  await get(origin, 'api/v1/none/', {}, 'HEAD')
  assert.deepEqual(origin.requests, [
    { method: 'GET', path: `/${LIST}`, status: 200, bodyBytes: bytes.length },
    { method: 'HEAD', path: '/api/v1/none/', status: 404, bodyBytes: 0 },
  ])
  assert.deepEqual(lines, [`GET /${LIST} 200 ${bytes.length}`, 'HEAD /api/v1/none/ 404 0'])
})

test('gives the same bytes and ETags after a restart', async (t) => {
  const first = await startFor(t)
  const second = await startFor(t)
  for (const path of [LIST, 'api/v1/list_datasets/?type=xml', 'api/v1/get_dataset/weather/']) {
    const [a, b] = [await get(first, path), await get(second, path)]
    assert.ok(a.bytes.equals(b.bytes), path)
    assert.equal(a.headers.etag, b.headers.etag)
  }
})

test('answers 64 concurrent clients', async (t) => {
  const origin = await startFor(t)
  const codes = origin.package.datasets.filter(({ bytes }) => bytes < 50_000).map(({ code }) => code)
  const paths = codes.flatMap((code) =>
    ['', '?type=json', '?type=xml'].map((type) => `api/v1/get_dataset/${code}/${type}`),
  )
  const answers = await Promise.all(
    Array.from({ length: 64 * 2 }, (_, index) => get(origin, paths[index % paths.length] ?? '')),
  )
  assert.ok(answers.every(({ status }) => status === 200))
})
