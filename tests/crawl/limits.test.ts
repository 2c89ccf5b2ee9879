import assert from 'node:assert/strict'
import { test } from 'node:test'
import { constants, createBrotliCompress, createGzip, createZstdCompress } from 'node:zlib'
import { openByteMeter } from '../../src/lib/crawl/request.ts'
import { datasetResource, parseDatasetCode } from '../../src/lib/interface/index.ts'
import { answer, openCrawler, serviceRoutes } from '../support/crawling.ts'
import { startScripted } from '../support/scripted-origin.ts'
import { messageOf, openTestClient, pathOf } from '../support/timed-client.ts'

const list = { resource: { operation: 'list' }, format: 'json' } as const
const dataset = { resource: datasetResource(parseDatasetCode('a')), format: 'json' } as const
const nowhere = { write() {} }

test('every message about a limit names the config key', () => {
  const tally = openByteMeter({ maxBodyBytes: 10, maxListBytes: 5, maxTotalBytes: 30 })
  const push = (representation: typeof list | typeof dataset, bytes: number) => () =>
    tally.limit(nowhere, representation, 'http://a/').write(new Uint8Array(bytes))
  push(dataset, 10)()
  push(list, 5)()
  assert.throws(push(list, 6), /sent more than 5 bytes \(the config key maxListBytes\)/)
  tally.check('http://a/')
  assert.throws(push(dataset, 10), /the 30 bytes of a run \(the config key maxTotalBytes\)/)
  assert.throws(
    () => tally.check('http://a/'),
    /was not requested: .*30 bytes \(the config key maxTotalBytes\)/,
  )
})

test('a list over its limit is rejected, a dataset of that size is not', async (t) => {
  const origin = await startScripted(t, serviceRoutes({ a: 'x'.repeat(3000) }))
  origin.set({ 'api/v1/list/?type=json': answer(JSON.stringify(['x'.repeat(3000)]), 'application/json') })
  const run = await openCrawler(t, origin).run({ maxListBytes: 2000 })
  assert.equal(run.states['get_dataset/a/index.json'], 'fetched')
  assert.match(
    run.problems.join('\n'),
    /list\/\?type=json: It sent more than 2000 bytes \(the config key maxListBytes\)/,
  )
})

test('once a run has reached its limit of bytes, nothing more is requested', async (t) => {
  const origin = await startScripted(t)
  origin.otherwise('x'.repeat(600))
  const client = openTestClient(t, [origin.base], { maxTotalBytes: 1000, connections: 1 })
  assert.equal(messageOf(await client.ask('a')).length, 600)
  assert.match(messageOf(await client.ask('b')), /1000 bytes of a run/)
  assert.match(messageOf(await client.ask('c')), /was not requested: .*1000 bytes/)
  assert.equal(origin.requests.length, 2)
})

const DIGITS = Buffer.alloc(1 << 20, '1')
const BLANKS = Buffer.alloc(1 << 20, ' ')
const CODERS = {
  gzip: () => createGzip({ level: 1 }),
  br: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  zstd: () => createZstdCompress(),
}

/** A gigabyte of a megabyte, compressed while it is sent, as long as the client reads, after a beginning. */
async function* bomb(
  coding: keyof typeof CODERS,
  megabyte = DIGITS,
  beginning = '',
): AsyncIterable<Uint8Array> {
  const coder = CODERS[coding]()
  let left = 1024
  if (beginning !== '') coder.write(beginning)
  const feed = () => {
    while (left-- > 0) if (!coder.write(megabyte)) return
    coder.end()
  }
  coder.on('drain', feed)
  feed()
  try {
    for await (const chunk of coder) yield chunk as Uint8Array
  } finally {
    coder.destroy()
  }
}

for (const coding of ['gzip', 'br', 'zstd'] as const)
  test(`a gigabyte in less than a megabyte of ${coding} is stopped at the limit, in little memory`, async (t) => {
    const origin = await startScripted(t, serviceRoutes({ a: 'x' }))
    origin.set({
      [pathOf('a')]: () => ({ headers: { 'content-encoding': coding }, body: bomb(coding) }),
    })
    const before = process.memoryUsage().rss
    let peak = 0
    const watch = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().rss - before)
    }, 5)
    const run = await openCrawler(t, origin).run({ maxBodyBytes: 16 << 20 })
    clearInterval(watch)
    assert.match(run.problems.join(), /sent more than 16777216 bytes \(the config key maxBodyBytes\)/)
    assert.ok(run.received < 20 << 20, `${run.received} bytes`)
    assert.ok(peak < 150e6, `${peak} bytes more memory at its peak`)
  })

for (const [where, beginning] of [
  ['before a value', ''],
  ['within a value', '['],
  ['after a value', '[]'],
] as const)
  test(`a gigabyte of compressed blanks ${where} is refused early, and requested once`, async (t) => {
    const origin = await startScripted(t, serviceRoutes({ a: 'x' }))
    origin.set({
      [pathOf('a')]: () => ({
        headers: { 'content-encoding': 'gzip' },
        body: bomb('gzip', BLANKS, beginning),
      }),
    })
    const { problems, received } = await openCrawler(t, origin).run({ retries: 3 })
    assert.match(problems.join(), /too large: The document has more than 16777216 blanks in a row/)
    assert.ok(received < 20 << 20, `${received} bytes`)
    assert.equal(origin.requests.filter(({ path }) => path === pathOf('a')).length, 1)
  })

test('a blank answer is whole, so it is requested once', async (t) => {
  const origin = await startScripted(t, serviceRoutes({ a: 'x' }))
  origin.set({ [pathOf('a')]: answer(' '.repeat(1000), 'application/json') })
  const { problems } = await openCrawler(t, origin).run({ retries: 3 })
  assert.match(problems.join(), /The document is blank \(1000 bytes\)/)
  assert.equal(origin.requests.filter(({ path }) => path === pathOf('a')).length, 1)
})
