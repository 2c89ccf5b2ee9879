import assert from 'node:assert/strict'
import { test } from 'node:test'
import { both, openCrawler, serviceRoutes } from '../support/crawling.ts'
import { startScripted } from '../support/scripted-origin.ts'

const GONE = { status: 404 }
const day = (n: number) => new Date(Date.UTC(2026, 0, n))
const B_GONE = { 'api/v1/get_dataset/b/?type=json': GONE, 'api/v1/get_dataset/b/?type=xml': GONE }

test('keeps the last copy of a dataset that left the lists, states since when, and does not request it', async (t) => {
  const origin = await startScripted(t, serviceRoutes({ a: '1', b: '2' }))
  const crawler = openCrawler(t, origin)
  await crawler.run({}, day(1))
  origin.set({ ...serviceRoutes({ a: '1' }), ...B_GONE })
  origin.forget()
  const second = await crawler.run({}, day(2))
  const third = await crawler.run({}, day(3))
  for (const run of [second, third]) {
    const record = run.record('get_dataset/b/index.json')
    assert.equal(record?.state, 'withdrawn')
    assert.equal(record?.since, day(1).toISOString())
    assert.equal(record?.reason, 'It is no longer in the lists.')
    assert.equal(run.text('get_dataset/b/index.json'), '[{"row":"2"}]')
    assert.deepEqual(run.manifest.codes.order, ['a', 'b'])
    assert.deepEqual(run.problems, [])
    assert.equal(run.manifest.complete, true)
  }
  assert.ok(origin.requests.every(({ path }) => !path.includes('get_dataset/b/')))
})

test('a dataset that is listed again is like any other', async (t) => {
  const origin = await startScripted(t, serviceRoutes({ a: '1', b: '2' }))
  const crawler = openCrawler(t, origin)
  await crawler.run()
  origin.set(serviceRoutes({ a: '1' }))
  await crawler.run()
  origin.set(serviceRoutes({ a: '1', b: '2' }))
  const run = await crawler.run()
  const record = run.record('get_dataset/b/index.json')
  assert.deepEqual([record?.state, record?.since, record?.reason], ['unchanged', undefined, undefined])
})

test('withdraws nothing while a list that named datasets fails', async (t) => {
  const origin = await startScripted(t, serviceRoutes({ a: '1', b: '2' }))
  const crawler = openCrawler(t, origin)
  await crawler.run()
  origin.set({
    ...serviceRoutes({ a: '1' }),
    ...both('list', [{ url: 'get_dataset/a/' }]),
  })
  origin.set({ 'api/v1/list_datasets/?type=json': { status: 500 } })
  const run = await crawler.run()
  assert.deepEqual(run.manifest.codes.order, ['a', 'b'])
  assert.equal(run.states['get_dataset/b/index.json'], 'unchanged')
  assert.match(run.problems.join(), /list_datasets\/\?type=json: It answered 500; the copy of .* is kept/)
})

test('a list format that the origin never had does not keep a withdrawn dataset listed', async (t) => {
  const without = { 'api/v1/list_oivs/?type=xml': GONE }
  const origin = await startScripted(t, { ...serviceRoutes({ a: '1', b: '2' }), ...without })
  const crawler = openCrawler(t, origin)
  await crawler.run()
  origin.set({ ...serviceRoutes({ a: '1' }), ...without, ...B_GONE })
  const run = await crawler.run()
  assert.equal(run.states['get_dataset/b/index.json'], 'withdrawn')
  assert.deepEqual(
    run.problems.map((one) => /list_oivs/.test(one)),
    [true],
  )
})
