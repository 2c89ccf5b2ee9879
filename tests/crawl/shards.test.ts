import assert from 'node:assert/strict'
import { appendFileSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import {
  mergeShards,
  type Pin,
  parsePin,
  planCrawl,
  RemovalRefused,
  UnusablePlan,
  UnusableShards,
} from '../../src/lib/crawl/index.ts'
import { findCurrent, layout, withState } from '../../src/lib/snapshot/index.ts'
import { answer, both, type Crawler, openCrawler, serviceRoutes, tagged } from '../support/crawling.ts'
import { differences, readTree } from '../support/files.ts'
import { type Route, type ScriptedOrigin, startScripted } from '../support/scripted-origin.ts'
import { crawlInShards, pinFor, runShard } from '../support/sharding.ts'

const datasets = Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`d${n}`, `text ${n}`]))
const json = (code: string) => `api/v1/get_dataset/${code}/?type=json`
const xml = (code: string) => `api/v1/get_dataset/${code}/?type=xml`
const requested = ({ requests }: ScriptedOrigin) =>
  requests.map(({ path }) => path).filter((path) => path.includes('get_dataset/d'))

/** A service whose crawl in two shards has a plan. */
async function plan(t: TestContext): Promise<{ origin: ScriptedOrigin; crawler: Crawler; pin: Pin }> {
  const origin = await startScripted(t, serviceRoutes(datasets))
  const crawler = openCrawler(t, origin)
  return { origin, crawler, pin: await pinFor(crawler.options) }
}

/** The same, with both shards finished. */
async function fetchBoth(t: TestContext) {
  const planned = await plan(t)
  for (const index of [1, 2]) await runShard(planned.crawler.options, planned.pin, index, 2)
  const folderOf = (index: number) => layout.shard(planned.crawler.state, { index, of: 2 })
  return { ...planned, folderOf }
}

/** Asserts that a merge is refused with a message, and that it changed nothing. */
async function assertRefused({ options, state }: Crawler, pin: Pin, says: RegExp): Promise<void> {
  const before = readTree(state)
  await assert.rejects(mergeShards(options, pin), (error) => {
    assert.ok(error instanceof UnusableShards, String(error))
    assert.match(error.message, says)
    return true
  })
  assert.deepEqual(differences(before, readTree(state)), [])
}

test('fetches each dataset in one shard, and the lists in none', async (t) => {
  const { origin, crawler, pin } = await plan(t)
  origin.forget()
  await runShard(crawler.options, pin, 1, 2)
  const first = requested(origin)
  assert.ok(origin.requests.every(({ path }) => !path.includes('/list')))
  origin.forget()
  await runShard(crawler.options, pin, 2, 2)
  assert.equal(first.length, 10)
  assert.deepEqual(
    [...first, ...requested(origin)].sort(),
    Object.keys(datasets)
      .flatMap((code) => [json(code), xml(code)])
      .sort(),
  )
})

test('leaves the snapshot as it is until the shards are merged', async (t) => {
  const { crawler, pin } = await fetchBoth(t)
  assert.equal(findCurrent(crawler.state), undefined)
  const { manifest } = await mergeShards(crawler.options, pin)
  assert.equal(findCurrent(crawler.state)?.manifest.generation, manifest.generation)
  assert.equal(manifest.complete, true)
})

test('requests conditionally what the snapshot has, and stores only what is new', async (t) => {
  const tags = (text: string) =>
    Object.fromEntries(
      Object.keys(datasets).map((code) => [json(code), tagged(`[{"row":"${text} ${code}"}]`, `"${text}"`)]),
    )
  const origin = await startScripted(t, { ...serviceRoutes(datasets), ...tags('old') })
  const crawler = openCrawler(t, origin)
  await crawler.run()
  origin.set({ [json('d3')]: tagged('[{"row":"new"}]', '"new"') })
  origin.forget()
  const pin = await pinFor(crawler.options)
  for (const index of [1, 2]) await runShard(crawler.options, pin, index, 2)
  const files = [1, 2].flatMap((index) => [
    ...readTree(layout.draft(layout.shard(crawler.state, { index, of: 2 }))).keys(),
  ])
  assert.deepEqual(files, ['api/v1/get_dataset/d3/index.json'])
  const { manifest, folder } = await mergeShards(crawler.options, pin)
  assert.equal(manifest.counts.unchanged, manifest.records.length - 1)
  assert.equal(readFileSync(join(folder, 'api/v1/get_dataset/d3/index.json'), 'utf8'), '[{"row":"new"}]')
})

test('requests conditionally as one run does, if the entries of all datasets changed', async (t) => {
  const codes = Array.from({ length: 12 }, (_, n) => `d${n}`)
  const listed = (day: number) =>
    both(
      'list_datasets',
      codes.map((code) => ({ url: `/api/v1/get_dataset/${code}/`, updated: `2026-01-0${day}` })),
    )
  const tags = Object.fromEntries(codes.map((code) => [json(code), tagged(`[{"row":"${code}"}]`, '"1"')]))
  const service = serviceRoutes(Object.fromEntries(codes.map((code) => [code, code])))
  const origin = await startScripted(t, { ...service, ...tags, ...listed(1) })
  const crawler = openCrawler(t, origin)
  await crawler.run()
  origin.set(listed(2))
  origin.forget()
  await crawlInShards(crawler.options, 2)
  const asked = origin.requests.filter(({ path }) => codes.map(json).includes(path))
  assert.deepEqual(new Set(asked.map(({ headers }) => headers['if-none-match'])), new Set(['"1"']))
})

test('continues a shard that was interrupted, and asks nothing twice', async (t) => {
  const { origin, crawler, pin } = await plan(t)
  const stop = new AbortController()
  origin.set({
    [json('d8')]: () => {
      setImmediate(() => stop.abort(new Error('interrupted by a test')))
      return { body: '[', headers: { 'content-length': '99' }, ending: 'hang' }
    },
  })
  await assert.rejects(
    runShard({ ...crawler.options, concurrency: 1, signal: stop.signal }, pin, 1, 2),
    /interrupted/,
  )
  await assertRefused(crawler, pin, /1-of-2 has not finished/)
  origin.set(serviceRoutes(datasets))
  origin.forget()
  await runShard(crawler.options, pin, 1, 2)
  assert.deepEqual(requested(origin), [json('d8'), xml('d8')])
})

test('requests only what failed when a finished shard runs again', async (t) => {
  const origin = await startScripted(t, serviceRoutes(datasets))
  const crawler = openCrawler(t, origin)
  await crawler.run()
  origin.set({ [json('d4')]: { status: 503 } })
  const pin = await pinFor(crawler.options)
  assert.equal((await runShard(crawler.options, pin, 1, 2)).misses.length, 1)
  origin.set(serviceRoutes(datasets))
  origin.forget()
  assert.equal((await runShard(crawler.options, pin, 1, 2)).misses.length, 0)
  assert.deepEqual(requested(origin), [json('d4')])
  await runShard(crawler.options, pin, 2, 2)
  assert.equal((await mergeShards(crawler.options, pin)).manifest.complete, true)
})

test('fetches again what changed in the lists while the shards ran', async (t) => {
  const { origin, crawler, pin } = await fetchBoth(t)
  origin.set(serviceRoutes({ ...datasets, d10: 'text 10' }))
  origin.forget()
  const { manifest } = await mergeShards(crawler.options, pin)
  assert.deepEqual(requested(origin).sort(), [json('d10'), xml('d10')])
  assert.equal(manifest.codes.order.length, 11)
})

test('keeps the shards when the removal guard refuses the merge, and publishes when a person accepts it', async (t) => {
  const origin = await startScripted(t, serviceRoutes(datasets))
  const crawler = openCrawler(t, origin)
  const before = await crawler.run()
  origin.set(serviceRoutes(Object.fromEntries(Object.entries(datasets).slice(0, 5))))
  const pin = await pinFor(crawler.options)
  for (const index of [1, 2]) await runShard(crawler.options, pin, index, 2)
  const refused = await mergeShards(crawler.options, pin).catch((error) => error)
  assert.ok(refused instanceof RemovalRefused)
  assert.equal(findCurrent(crawler.state)?.manifest.generation, before.manifest.generation)
  const acceptRemovals = refused.removal.planId
  const { manifest } = await mergeShards({ ...crawler.options, acceptRemovals }, pin)
  assert.equal(manifest.counts.withdrawn, 10)
})

test('refuses to merge while a shard is missing, and names it', async (t) => {
  const { crawler, pin, folderOf } = await fetchBoth(t)
  rmSync(folderOf(2), { recursive: true })
  await assertRefused(crawler, pin, /shard 2\/2 is missing\. Run it with --shard 2\/2/)
  rmSync(folderOf(1), { recursive: true })
  await assertRefused(crawler, pin, /contains no shards/)
})

test('refuses a shard that is there twice, and shards of two divisions', async (t) => {
  const { crawler, pin, folderOf } = await fetchBoth(t)
  cpSync(folderOf(1), join(layout.shards(crawler.state), 'copy'), { recursive: true })
  await assertRefused(crawler, pin, /1-of-2 and .*copy are both shard 1\/2/)
  rmSync(join(layout.shards(crawler.state), 'copy'), { recursive: true })
  await runShard(crawler.options, pin, 1, 3)
  await assertRefused(crawler, pin, /shard 1\/3.*Remove those of one division/s)
})

test('refuses a shard of another plan, in a merge and in its folder', async (t) => {
  const { origin, crawler, folderOf } = await fetchBoth(t)
  origin.set(serviceRoutes({ ...datasets, d10: 'text 10' }))
  const other = await pinFor(crawler.options)
  await assertRefused(crawler, other, /1-of-2 is a shard of another plan/)
  const before = readTree(folderOf(1))
  await assert.rejects(runShard(crawler.options, other, 1, 2), UnusableShards)
  assert.deepEqual(differences(before, readTree(folderOf(1))), [])
})

test('names damaged files, and fetches only these when the shard runs again', async (t) => {
  const { origin, crawler, pin, folderOf } = await fetchBoth(t)
  const draft = layout.draft(folderOf(1))
  appendFileSync(join(draft, 'api/v1/get_dataset/d2/index.json'), ' ')
  rmSync(join(draft, 'api/v1/get_dataset/d4/index.xml'))
  await assertRefused(
    crawler,
    pin,
    /d2\/index\.json is damaged or missing.*d4\/index\.xml is damaged or missing/s,
  )
  origin.forget()
  await runShard(crawler.options, pin, 1, 2)
  assert.deepEqual(requested(origin).sort(), [json('d2'), xml('d4')])
  assert.equal((await mergeShards(crawler.options, pin)).manifest.complete, true)
})

test('names a file whose length is not that of its record, and fetches it when the shard runs again', async (t) => {
  const { crawler, pin, folderOf } = await fetchBoth(t)
  const file = layout.shardFile(folderOf(1))
  const record = /("path":\s*"[^"]*d2\/index\.json".*?"bytes":\s*)(\d+)/s
  writeFileSync(file, readFileSync(file, 'utf8').replace(record, '$11$2'))
  await assertRefused(crawler, pin, /d2\/index\.json is damaged or missing/)
  await runShard(crawler.options, pin, 1, 2)
  assert.equal((await mergeShards(crawler.options, pin)).manifest.complete, true)
})

test('names a damaged shard.json, which the shard writes again without a request for a dataset', async (t) => {
  const { origin, crawler, pin, folderOf } = await fetchBoth(t)
  const file = layout.shardFile(folderOf(2))
  writeFileSync(file, readFileSync(file, 'utf8').slice(0, 1000))
  await assertRefused(crawler, pin, /shard\.json is damaged/)
  origin.forget()
  await runShard(crawler.options, pin, 2, 2)
  assert.deepEqual(requested(origin), [])
  assert.equal((await mergeShards(crawler.options, pin)).manifest.complete, true)
})

test('refuses a shard with a dataset of another one, and without one of its own', async (t) => {
  const { crawler, pin, folderOf } = await fetchBoth(t)
  const file = layout.shardFile(folderOf(1))
  const whole = readFileSync(file, 'utf8')
  const { records, ...rest } = JSON.parse(whole)
  writeFileSync(file, JSON.stringify({ ...rest, records: records.slice(1) }))
  await assertRefused(crawler, pin, /1-of-2: .* is missing/)
  const other = JSON.parse(readFileSync(layout.shardFile(folderOf(2)), 'utf8')).records[0]
  writeFileSync(file, JSON.stringify({ ...rest, records: [...records, other] }))
  await assertRefused(crawler, pin, /which another shard fetches/)
})

test('refuses a folder among the shards that is none', async (t) => {
  const { crawler, pin } = await fetchBoth(t)
  cpSync(import.meta.filename, join(layout.shards(crawler.state), 'notes', 'mine.txt'), { recursive: true })
  await assertRefused(crawler, pin, /notes is not a shard of a crawl/)
})

test('fetches a file again that the shards left to the snapshot, and that is damaged there', async (t) => {
  const crawler = openCrawler(t, await startScripted(t, serviceRoutes(datasets)))
  const before = await crawler.run()
  const pin = await pinFor(crawler.options)
  for (const index of [1, 2]) await runShard(crawler.options, pin, index, 2)
  appendFileSync(join(before.folder, 'api/v1/get_dataset/d5/index.json'), ' ')
  const { folder, manifest } = await mergeShards(crawler.options, pin)
  assert.equal(manifest.complete, true)
  assert.equal(readFileSync(join(folder, 'api/v1/get_dataset/d5/index.json'), 'utf8'), '[{"row":"text 5"}]')
})

test('refuses a plan that was changed, is no plan, or was made with another config or from another snapshot', async (t) => {
  const { crawler, pin } = await fetchBoth(t)
  const { options } = crawler
  assert.throws(() => parsePin({ pin: { ...pin, codes: pin.codes.slice(1) } }, 'plan.json'), UnusablePlan)
  assert.throws(() => parsePin({ pin: { ...pin, codes: ['../..'] } }, 'plan.json'), UnusablePlan)
  assert.throws(() => parsePin([], 'plan.json'), UnusablePlan)
  for (const run of [mergeShards, (...args: [typeof options, Pin]) => runShard(...args, 1, 2)]) {
    await assert.rejects(run({ ...options, formats: ['json'] }, pin), /another config: formats/)
    await assert.rejects(
      run({ ...options, bases: ['http://127.0.0.1:9/' as never] }, pin),
      /another config: origin/,
    )
  }
  await mergeShards(options, pin)
  await assert.rejects(runShard(options, pin, 1, 2), /another snapshot: none; .* has snapshot/)
  rmSync(layout.shards(options.state), { recursive: true })
  await assert.rejects(mergeShards(options, pin), UnusablePlan)
})

test('publishes the same as one run for an origin with odd encodings, html, pages and failures', async (t) => {
  const routes: Record<string, Route> = {
    ...serviceRoutes({ ...datasets, both: 'second page' }),
    'api/v1/list_oivs/?type=json': { status: 404 },
    'api/v1/list_oivs/?type=xml': { status: 404 },
    'api/v1/list_oivs/': answer('<ul><li>Department of transport</li><li>Another</li></ul>', 'text/html'),
    [json('d0')]: answer(Buffer.from('\ufeff[{"row":"шум"}]', 'utf16le'), 'application/json'),
    [json('d1')]: { status: 404 },
    [xml('d1')]: { status: 404 },
    'api/v1/get_dataset/d1/': answer('<table><tr><th>a</th></tr><tr><td>1</td></tr></table>', 'text/html'),
    [json('d2')]: { status: 500 },
    [xml('d3')]: answer('<?xml version="1.0"?><data>', 'application/xml'),
    [json('both')]: answer('{"total":50,"page":1,"items":[{"row":"a"},{"row":"b"}]}', 'application/json', {
      'content-encoding': 'utf-8',
    }),
    'robots.txt': answer(
      'User-agent: *\nDisallow: /api/v1/get_dataset/d9/\nCrawl-delay: 0.001',
      'text/plain',
    ),
  }
  const origin = await startScripted(t, routes)
  const [one, many] = [openCrawler(t, origin), openCrawler(t, origin)]
  for (const [day, changes] of [{}, { [json('d4')]: { status: 410 } }].entries()) {
    origin.set(changes)
    const now = new Date(Date.UTC(2026, 0, 1 + day))
    const whole = await one.run({ robots: 'obey' }, now)
    const joined = await crawlInShards({ ...many.options, robots: 'obey' }, 3, now)
    rmSync(layout.shards(many.state), { recursive: true })
    assert.deepEqual(joined.manifest, whole.manifest)
    assert.deepEqual(differences(readTree(whole.folder), readTree(joined.folder)), [])
  }
  assert.ok((await planCrawl({ ...many.options, robots: 'obey' })).problems.length > 0)
})

test('does not take a shard for a snapshot, and merges shards that were copied to a new machine', async (t) => {
  const { crawler, pin, folderOf } = await fetchBoth(t)
  await assert.rejects(
    withState(folderOf(1), async () => {}),
    /is a shard of a crawl/,
  )
  const state = join(crawler.state, '../elsewhere')
  cpSync(layout.shards(crawler.state), layout.shards(state), { recursive: true })
  const { manifest } = await withState(state, () => mergeShards({ ...crawler.options, state }, pin))
  assert.equal(manifest.complete, true)
})

test('names the texts of the lists for which the answers show nothing, as one run does', async (t) => {
  const origin = await startScripted(t, serviceRoutes(datasets))
  const crawler = openCrawler(t, origin)
  await crawler.run()
  const list = { datasets: Object.keys(datasets).map((code) => ({ code })), featured: 'bus' }
  origin.set({ 'api/v1/list_datasets/?type=json': answer(JSON.stringify(list), 'application/json') })
  for (const code of Object.keys(datasets))
    origin.set({ [json(code)]: { status: 403 }, [xml(code)]: { status: 403 } })
  origin.otherwise({ status: 403 })
  const { manifest } = await crawlInShards(crawler.options, 2)
  const unclear = manifest.problems.find(({ code }) => code === 'unclear-code')
  assert.match(unclear?.message ?? '', /"bus" \(it answered 403/)
})
