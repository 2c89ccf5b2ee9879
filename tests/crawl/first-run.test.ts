import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { findCurrent, layout } from '../../src/lib/snapshot/index.ts'
import { answer, both, jsonOf, openCrawler, serviceRoutes } from '../support/crawling.ts'
import { startScripted } from '../support/scripted-origin.ts'

test('stores the four lists and every dataset in json and xml, byte for byte', async (t) => {
  const origin = await startScripted(t, serviceRoutes({ a: 'one', 'б в': 'two' }))
  const run = await openCrawler(t, origin).run()
  const paths = ['list', 'list_categories', 'list_datasets', 'list_oivs', 'get_dataset/a', 'get_dataset/б в']
  const expected = paths.flatMap((path) => [`${path}/index.json`, `${path}/index.xml`]).sort()
  assert.deepEqual(Object.keys(run.states), expected)
  assert.ok(Object.values(run.states).every((state) => state === 'fetched'))
  assert.equal(run.text('get_dataset/б в/index.json'), '[{"row":"two"}]')
  assert.deepEqual(run.problems, [])
  assert.equal(run.manifest.complete, true)
  assert.equal(run.manifest.counts.fetched, 12)
  for (const path of expected) {
    const record = run.record(path)
    const bytes = run.bytes(path)
    assert.equal(record?.bytes, bytes.length)
    assert.equal(record?.sha256, createHash('sha256').update(bytes).digest('hex'))
  }
})

test('records the address, type and change time of each file', async (t) => {
  const changed = 'Tue, 05 Mar 2024 10:20:30 GMT'
  const origin = await startScripted(t, {
    ...serviceRoutes({ 'a b': 'x' }),
    'api/v1/get_dataset/a%20b/?type=json': answer('[1]', 'Application/JSON; Charset="UTF-8"', {
      'last-modified': changed,
      etag: '"v1"',
    }),
  })
  const now = new Date('2026-01-02T03:04:05.678Z')
  const run = await openCrawler(t, origin).run({}, now)
  const path = 'get_dataset/a b/index.json'
  const { sha256: _, ...record } = run.record(path) ?? {}
  assert.deepEqual(record, {
    path: `api/v1/${path}`,
    operation: 'get_dataset',
    code: 'a b',
    format: 'json',
    state: 'fetched',
    address: `${origin.base}api/v1/get_dataset/a%20b/?type=json`,
    status: 200,
    mediaType: 'application/json',
    charset: 'utf-8',
    etag: '"v1"',
    lastModified: changed,
    fetchedAt: now.toISOString(),
    bytes: 3,
    changedAt: '2024-03-05T10:20:30.000Z',
  })
  assert.equal(statSync(join(run.folder, 'api/v1', path)).mtime.toISOString(), '2024-03-05T10:20:30.000Z')
  assert.equal(run.record('list/index.xml')?.changedAt, '2026-01-02T03:04:05.000Z')
  assert.equal(run.manifest.startedAt, now.toISOString())
})

test('the time of the crawl replaces a Last-Modified in the future or one that cannot be parsed', async (t) => {
  const now = new Date('2026-01-02T03:04:05Z')
  const route = (date: string) => answer('[]', 'application/json', { 'last-modified': date })
  const origin = await startScripted(t, {
    ...serviceRoutes({ a: '', b: '' }),
    'api/v1/get_dataset/a/?type=json': route('Tue, 05 Mar 2199 10:20:30 GMT'),
    'api/v1/get_dataset/b/?type=json': route('last week'),
  })
  const run = await openCrawler(t, origin).run({}, now)
  for (const code of ['a', 'b'])
    assert.equal(run.record(`get_dataset/${code}/index.json`)?.changedAt, '2026-01-02T03:04:05.000Z')
})

test('leaves no files outside of the generation, and none in it that the manifest does not list', async (t) => {
  const origin = await startScripted(t, {
    ...serviceRoutes({}),
    'api/v1/list_datasets/?type=json': jsonOf([{ code: 'x' }, { code: 'y' }]),
    'api/v1/list_datasets/?type=xml': '<r><d><code>x</code></d><d><code>y</code></d></r>',
    ...both('get_dataset/x', [{ row: '1' }]),
  })
  // It answers for every code, so the crawl asks for one that does not exist.
  origin.otherwise(({ path }) =>
    path.endsWith('json') ? '[]' : path.endsWith('xml') ? '<r/>' : '<html></html>',
  )
  const crawler = openCrawler(t, origin)
  const run = await crawler.run()
  assert.ok(origin.requests.some(({ path }) => path.includes('no-such-dataset')))
  const files = readdirSync(run.folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(run.folder.length + 1))
  assert.deepEqual(
    files.sort(),
    [
      ...run.manifest.records.map(({ path }) => path),
      'changes.json',
      'generations.jsonl',
      'manifest.json',
    ].sort(),
  )
  assert.deepEqual(readdirSync(crawler.state).sort(), ['current', 'derived', 'generations'])
  assert.ok(!existsSync(layout.draft(crawler.state)))
  assert.deepEqual(readdirSync(join(run.folder, 'api/v1/get_dataset')).sort(), ['x', 'y'])
  assert.deepEqual(findCurrent(crawler.state)?.manifest, run.manifest)
})

test('sends its User-Agent and no credentials, and stays below the base path', async (t) => {
  const origin = await startScripted(t, serviceRoutes({ a: 'x' }), '/open/data')
  await openCrawler(t, origin).run({ userAgent: 'mirror/1.0 (+https://me.example.org)' })
  // Four lists, read twice; a dataset; and one that does not exist.
  assert.equal(origin.requests.length, 8 + 2 + 8 + 2)
  for (const { path, headers } of origin.requests) {
    assert.ok(path.startsWith('api/v1/'))
    assert.equal(headers['user-agent'], 'mirror/1.0 (+https://me.example.org)')
    assert.equal(headers.authorization, undefined)
    assert.equal(headers.cookie, undefined)
    assert.match(String(headers.accept), path.endsWith('json') ? /application\/json/ : /application\/xml/)
  }
})

test('runs as many concurrent requests as allowed, and never more', async (t) => {
  const codes = Object.fromEntries(Array.from({ length: 15 }, (_, n) => [`d${n}`, 'x']))
  const origin = await startScripted(t, serviceRoutes(codes))
  // Three have to meet before any of them is answered.
  let met = Promise.withResolvers<void>()
  let waiting = 0
  for (const path of Object.keys(serviceRoutes(codes)).filter((one) => one.includes('get_dataset')))
    origin.set({
      [path]: () => {
        const { promise, resolve } = met
        if (++waiting % 3 === 0) {
          met = Promise.withResolvers()
          setImmediate(resolve)
        }
        return { body: path.endsWith('json') ? '[]' : '<r/>', after: promise }
      },
    })
  await openCrawler(t, origin).run({ concurrency: 3 })
  assert.equal(waiting, 30)
  assert.equal(origin.busiest, 3)
})

test('reports its progress', async (t) => {
  const origin = await startScripted(t, serviceRoutes({ a: 'x' }))
  origin.set({ 'api/v1/get_dataset/a/?type=xml': { status: 410 } })
  const { events, received } = await openCrawler(t, origin).run()
  const phases = events.flatMap((event) => (event.type === 'phase' ? [`${event.phase} ${event.total}`] : []))
  assert.deepEqual(phases, ['lists 8', 'codes 0', 'datasets 2', 'again 8', 'derive 5', 'publish 10'])
  const done = events.filter((event) => event.type === 'done')
  assert.deepEqual(done.map(({ outcome }) => outcome).sort(), [...Array(9).fill('fetched'), 'failed'].sort())
  const counted = events.reduce((sum, event) => sum + (event.type === 'bytes' ? event.count : 0), 0)
  assert.equal(counted, received)
})
