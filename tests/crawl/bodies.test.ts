import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { answer, openCrawler, serviceRoutes } from '../support/crawling.ts'
import { type Reply, startScripted } from '../support/scripted-origin.ts'

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
  [
    'in gzip of several members',
    coded(Buffer.concat([JSON_TEXT.slice(0, 99), JSON_TEXT.slice(99)].map((part) => gzipSync(part))), 'gzip'),
  ],
  ['in two codings', coded(gzipSync(brotliCompressSync(JSON_TEXT)), 'br, gzip')],
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

const half = (bytes: Uint8Array) => bytes.subarray(0, bytes.length >> 1)
const HTML = '<!DOCTYPE html><html><body><form><input name="password"></form></body></html>'
const LENGTH = { 'content-type': 'application/json', 'content-length': '5000' }
const BROKEN: readonly (readonly [what: string, reply: Reply, says: RegExp])[] = [
  ['is cut inside its gzip', coded(half(gzipSync(JSON_TEXT)), 'gzip', { ending: 'end' }), /compressed body/],
  ['is cut inside its br', coded(half(brotliCompressSync(JSON_TEXT)), 'br'), /compressed body/],
  [
    'is cut inside its zstd',
    coded(half(zstdCompressSync(Buffer.from(JSON_TEXT))), 'zstd'),
    /compressed body/,
  ],
  ['is not gzip though it says so', coded(Buffer.from(JSON_TEXT), 'gzip'), /compressed body/],
  ['is empty though it says gzip', coded(Buffer.alloc(0), 'gzip'), /compressed body/],
  ['is broken between its codings', coded(gzipSync(JSON_TEXT), 'gzip, gzip, gzip'), /compressed body/],
  ['is in a coding that was not requested', coded(Buffer.from('x'), 'compress'), /content coding "compress"/],
  ['is in a coding named like a method', coded(Buffer.from('x'), 'constructor'), /"constructor".* not json/],
  [
    'is shorter than its Content-Length',
    { headers: LENGTH, body: '[]', ending: 'end' },
    /cut off .*body|sent 2 of 5000 bytes/,
  ],
  ['is reset half way', { headers: LENGTH, body: '[{"a":1},', ending: 'reset' }, /cut off .*body/],
  [
    'is reset inside its chunks',
    { body: '[{"a":1},', headers: { 'transfer-encoding': 'chunked' }, ending: 'reset' },
    /cut off .*body/,
  ],
  [
    'is a login page',
    answer(HTML, 'text/html'),
    /answered 200 with a body that is not json: The document is html/,
  ],
  ['is a login page that claims to be json', answer(HTML, 'application/json'), /not json/],
  ['is empty', answer('', 'application/json'), /The document is empty \(0 bytes\)/],
  ['is blank', answer(' \r\n ', 'application/json'), /not json/],
  ['lacks its last bracket', answer('[{"a":1}', 'application/json'), /not json/],
  ['goes on after its last bracket', answer('[][]', 'application/json'), /not json/],
  ['has a comma too many', answer('[1,]', 'application/json'), /not json/],
  ['is not UTF-8', answer(Buffer.from([0x5b, 0x22, 0xff, 0xfe, 0x22, 0x5d]), 'application/json'), /not json/],
]
for (const [what, reply, says] of BROKEN)
  test(`rejects a 200 whose body ${what}`, async (t) => {
    const origin = await startScripted(t, serviceRoutes({ a: 'x', b: 'y' }))
    origin.set({ 'api/v1/get_dataset/a/?type=json': reply })
    const run = await openCrawler(t, origin).run()
    assert.match(run.problems.join('\n'), says)
    assert.match(run.problems.join('\n'), /^gap .*get_dataset\/a\/\?type=json/)
    assert.equal(run.problems.length, 1)
    assert.equal(run.states['get_dataset/a/index.json'], 'derived')
    assert.equal(run.states['get_dataset/b/index.json'], 'fetched')
    assert.equal(run.manifest.complete, false)
  })

const BROKEN_XML: readonly (readonly [what: string, body: string])[] = [
  ['is cut before its last tag', '<r><a>1</a>'],
  ['closes another tag than it opened', '<r><a>1</b></r>'],
  ['is a page of html', HTML],
  ['is json', '[]'],
  ['has two roots', '<r/><r/>'],
]
for (const [what, body] of BROKEN_XML)
  test(`rejects an xml that ${what}`, async (t) => {
    const origin = await startScripted(t, serviceRoutes({ a: 'x' }))
    origin.set({ 'api/v1/get_dataset/a/?type=xml': answer(body, 'application/xml') })
    const run = await openCrawler(t, origin).run()
    assert.equal(run.states['get_dataset/a/index.xml'], 'derived')
    assert.match(run.problems.join(), /not xml/)
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
