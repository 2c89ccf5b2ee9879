import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib'
import { answer, openCrawler, serviceRoutes } from '../support/crawling.ts'
import { startScripted } from '../support/scripted-origin.ts'

const ROW = Buffer.from(`{"name":"${'жёлтый '.repeat(500)}"},\n`)
const ROWS = 24_000

function* rows(): Iterable<Buffer> {
  yield Buffer.from('[')
  for (let n = 0; n < ROWS; n++) yield ROW
  yield Buffer.from('null]')
}

test('streams a body of 150 MB to disk with its hash, in constant memory', async (t) => {
  const origin = await startScripted(t, serviceRoutes({ a: 'x' }))
  origin.set({
    'api/v1/get_dataset/a/?type=json': () => ({ ...answer('', 'application/json'), body: rows() }),
  })
  const hash = createHash('sha256')
  let bytes = 0
  for (const part of rows()) {
    hash.update(part)
    bytes += part.length
  }
  assert.ok(bytes > 150e6)
  let peak = 0
  const before = process.memoryUsage().rss
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss - before)
  }, 5)
  const run = await openCrawler(t, origin).run()
  clearInterval(watch)
  const record = run.record('get_dataset/a/index.json')
  assert.equal(record?.bytes, bytes)
  assert.equal(record?.sha256, hash.digest('hex'))
  assert.equal(run.received > bytes, true)
  // Some 100 MB at most, of 150 MB or of 700.
  assert.ok(peak < 135e6, `${peak} bytes more memory at its peak`)
})

const WORDS = Buffer.from(
  JSON.stringify(Array.from({ length: 150_000 }, (_, n) => ((n * 2654435761) >>> 0).toString(36))),
)
const QUICK = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }
const CODED = { gzip: gzipSync(WORDS), br: brotliCompressSync(WORDS, QUICK), zstd: zstdCompressSync(WORDS) }

for (const [coding, body] of Object.entries(CODED))
  for (const [how, headers, ending] of [
    ['with its length', { 'content-length': String(body.length), connection: 'close' }, undefined],
    ['in chunks', { 'transfer-encoding': 'chunked', connection: 'close' }, undefined],
    ['until the connection closes', {}, 'end'],
  ] as const)
    test(`decodes megabytes of ${coding} that arrive ${how}, faster than the decoder`, async (t) => {
      const origin = await startScripted(t, serviceRoutes({ a: 'x' }))
      origin.set({
        'api/v1/get_dataset/a/?type=json': {
          ...answer(body, 'application/json', { 'content-encoding': coding, ...headers }),
          ...(ending && { ending }),
        },
      })
      const run = await openCrawler(t, origin).run()
      assert.deepEqual(run.problems, [])
      assert.ok(run.bytes('get_dataset/a/index.json').equals(WORDS))
    })
