import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findChanges } from '../../src/lib/snapshot/index.ts'
import { both, type Crawled, openCrawler, serviceRoutes } from '../support/crawling.ts'
import { startScripted } from '../support/scripted-origin.ts'

const day = (n: number) => new Date(Date.UTC(2026, 0, n))

test('lists what each run added, changed, withdrew and restored, the latest first', async (t) => {
  const origin = await startScripted(t, serviceRoutes({ a: '1', b: '2' }))
  const crawler = openCrawler(t, origin)
  const passes = [
    { a: '1', b: '2' },
    { a: 'one', b: '2' },
    { a: 'one' },
    { a: 'one' },
    { a: 'one', b: '2', c: '3' },
  ]
  let last: Crawled | undefined
  for (const [n, pass] of passes.entries()) {
    origin.set(serviceRoutes(pass as Record<string, string>))
    last = await crawler.run({}, day(n + 1))
  }
  const none = { added: [], changed: [], withdrawn: [], returned: [], dropped: [] }
  assert.deepEqual(last && findChanges(last).runs.map(({ generation: _, ...run }) => run), [
    { ...none, at: day(5).toISOString(), added: ['c'], returned: ['b'] },
    { ...none, at: day(3).toISOString(), withdrawn: ['b'] },
    { ...none, at: day(2).toISOString(), changed: ['a'] },
    { ...none, at: day(1).toISOString(), added: ['a', 'b'] },
  ])
})

test('removes a withdrawn dataset after the configured retention', async (t) => {
  const origin = await startScripted(t, serviceRoutes({ a: '1', b: '2' }))
  const crawler = openCrawler(t, origin)
  await crawler.run({}, day(1))
  origin.set(serviceRoutes({ a: '1' }))
  const within = await crawler.run({ retain: 5 }, day(5))
  assert.equal(within.states['get_dataset/b/index.json'], 'withdrawn')
  await crawler.run({ retain: 5 }, day(8))
  const after = await crawler.run({ retain: 5 }, day(9))
  assert.equal(after.states['get_dataset/b/index.json'], undefined)
  assert.deepEqual(findChanges(after).runs[0]?.dropped, ['b'])
})

test('keeps the last known listing of a withdrawn dataset', async (t) => {
  const origin = await startScripted(t, serviceRoutes({ a: '1', b: '2' }))
  const entry = (code: string) => ({
    title: `About ${code}`,
    url: `/api/v1/get_dataset/${code}/`,
    theme: code === 'a' ? 'c1' : 'c2',
  })
  for (const list of ['list', 'list_datasets']) origin.set(both(list, [entry('a'), entry('b')]))
  const [transport, water] = [
    { id: 'c1', title: 'Transport' },
    { id: 'c2', title: 'Water' },
  ]
  origin.set(both('list_categories', [transport, water]))
  const crawler = openCrawler(t, origin)
  await crawler.run({}, day(1))
  origin.set({
    ...both('list', [entry('a')]),
    ...both('list_datasets', [entry('a')]),
    ...both('list_categories', [transport]),
  })
  for (const n of [2, 3]) {
    const { manifest } = await crawler.run({}, day(n))
    const [listing] = manifest.listings ?? []
    assert.deepEqual([listing?.code, listing?.title, listing?.categories], ['b', 'About b', ['c2']])
    assert.deepEqual(listing?.categoryTitles, ['Water'])
    assert.ok(listing?.fields.some(([name, value]) => name === 'theme' && value === 'c2'))
  }
})
