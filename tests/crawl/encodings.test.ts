import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openDraft, originalOf } from '../../src/lib/snapshot/index.ts'
import { answer, openCrawler, serviceRoutes, tagged } from '../support/crawling.ts'
import { startScripted } from '../support/scripted-origin.ts'

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

test('a resumed draft keeps the original bytes next to the published ones', async (t) => {
  const origin = await startScripted(t, {
    ...serviceRoutes({ a: 'x' }),
    [JSON_A]: answer(utf16(TEXT), 'text/json'),
  })
  const stop = new AbortController()
  origin.set({
    'api/v1/get_dataset/a/?type=xml': () => {
      setImmediate(() => stop.abort(new Error('stop')))
      return { after: new Promise<never>(() => {}) }
    },
  })
  const crawler = openCrawler(t, origin)
  await assert.rejects(crawler.run({ signal: stop.signal, concurrency: 1 }), /stop/)
  const draft = openDraft(crawler.state, [origin.base], new Date())
  draft.close()
  assert.ok(draft.resumed.has(`api/v1/${FILE}`))
  const kept = Buffer.concat(
    [...draft.source(originalOf(`api/v1/${FILE}`))()].map((part) => Buffer.from(part)),
  )
  assert.ok(kept.equals(utf16(TEXT)))
})

// Beyond whatever a reader looks at to find the encoding.
const LONG = 'x'.repeat(40_000)
const XML_A = 'api/v1/get_dataset/a/?type=xml'
for (const charset of ['ISO-8859-1', 'windows-1251', 'windows-1252', 'us-ascii', 'koi8-r'])
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
