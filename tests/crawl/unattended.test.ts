import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findChanges } from '../../src/lib/snapshot/index.ts'
import { answer, both, jsonOf, openCrawler, serviceRoutes, xmlOf } from '../support/crawling.ts'
import { type Route, startScripted } from '../support/scripted-origin.ts'

const named = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`d${n}`, `text ${n}`]))
const DOWN = { status: 503 }

/** A service that names its datasets in a field, without links; some of them are linked as well. */
function unlinked(codes: readonly string[], linked: readonly string[] = []): Record<string, Route> {
  const entries = codes.map((code) => ({
    code,
    ...(linked.includes(code) && { url: `/api/v1/get_dataset/${code}/` }),
  }))
  const routes = serviceRoutes(Object.fromEntries(codes.map((code) => [code, `text of ${code}`])))
  return { ...routes, ...both('list', [{ title: 'Datasets' }]), ...both('list_datasets', entries) }
}

const down = (codes: readonly string[], types = ['json', 'xml']) =>
  Object.fromEntries(
    codes.flatMap((code) => types.map((type) => [`api/v1/get_dataset/${code}/?type=${type}`, DOWN])),
  )

test('datasets that fail while they are listed stay, and are not withdrawn', async (t) => {
  const codes = Object.keys(named(6))
  const origin = await startScripted(t, unlinked(codes))
  const crawler = openCrawler(t, origin)
  assert.deepEqual((await crawler.run()).manifest.codes.order, codes)
  origin.set(down(codes))
  const { manifest } = await crawler.run()
  assert.deepEqual(manifest.codes.order, codes)
  assert.equal(manifest.counts.stale, 12)
  assert.equal(manifest.counts.withdrawn, 0)
})

test('a code that is only in a field stays listed while it does not answer', async (t) => {
  const codes = Object.keys(named(30))
  const origin = await startScripted(t, unlinked(codes, codes.slice(0, 28)))
  const crawler = openCrawler(t, origin)
  assert.equal((await crawler.run()).manifest.codes.order.length, 30)
  origin.set(down(['d28', 'd29'], ['json']))
  const { manifest, states } = await crawler.run()
  assert.equal(states['get_dataset/d28/index.json'], 'stale')
  assert.equal(states['get_dataset/d29/index.xml'], 'unchanged')
  assert.equal(manifest.complete, false)
})

test('a dataset that always follows another one is accepted', async (t) => {
  const origin = await startScripted(t, {})
  const crawler = openCrawler(t, origin)
  for (const day of [1, 2, 3]) {
    origin.set(serviceRoutes({ current: `day ${day}`, previous: `day ${day - 1}`, other: 'x' }))
    assert.deepEqual((await crawler.run()).problems, [])
  }
})

test('an html page in place of a list is a gap, and stops nothing', async (t) => {
  const origin = await startScripted(t, serviceRoutes({ a: '1', b: '2' }))
  const crawler = openCrawler(t, origin)
  await crawler.run()
  const sorry = answer('<html><body><p>Sorry, maintenance</p></body></html>', 'text/html')
  for (const query of ['', '?type=json', '?type=xml']) origin.set({ [`api/v1/list_oivs/${query}`]: sorry })
  const { states, problems } = await crawler.run()
  assert.equal(states['list_oivs/index.json'], 'stale')
  assert.ok(problems.every((problem) => problem.includes('list_oivs')))
})

test('an origin with nothing but an error page is unreachable', async (t) => {
  const origin = await startScripted(t, serviceRoutes({ a: '1' }))
  const crawler = openCrawler(t, origin)
  await crawler.run()
  const sorry = answer('<html><body><p>Sorry, maintenance</p></body></html>', 'text/html')
  const other = await startScripted(t)
  other.otherwise(sorry)
  await assert.rejects(crawler.run({ bases: [other.base] }), { name: 'OriginUnreachable' })
})

test('removing a list without datasets does not affect withdrawals', async (t) => {
  const origin = await startScripted(t, serviceRoutes({ a: '1', b: '2' }))
  const crawler = openCrawler(t, origin)
  await crawler.run()
  origin.set(serviceRoutes({ a: '1' }))
  for (const type of ['json', 'xml']) origin.set({ [`api/v1/list_oivs/?type=${type}`]: { status: 404 } })
  assert.equal((await crawler.run()).states['get_dataset/b/index.json'], 'withdrawn')
})

test('the confirmation of a removal stays valid while other datasets are added', async (t) => {
  const origin = await startScripted(t, serviceRoutes(named(10)))
  const crawler = openCrawler(t, origin)
  await crawler.run()
  origin.set(serviceRoutes(named(6)))
  const { removal } = await crawler.run().then(
    () => assert.fail('it was published'),
    (error) => error,
  )
  origin.set(serviceRoutes({ ...named(6), late: 'new' }))
  const { manifest } = await crawler.run({ acceptRemovals: removal.planId })
  assert.equal(manifest.counts.withdrawn, 8)
})

test('categories with new keys and the same titles are the same', async (t) => {
  const titles = ['Roads', 'Rivers', 'Schools', 'Trees', 'Parks']
  const numbered = (from: number) => titles.map((title, n) => ({ title, datasets: `${from + n * 7}` }))
  const origin = await startScripted(t, {
    ...serviceRoutes({ a: '1' }),
    ...both('list_categories', numbered(3)),
  })
  const crawler = openCrawler(t, origin)
  await crawler.run()
  origin.set(both('list_categories', numbered(100)))
  const { problems } = await crawler.run()
  assert.ok(problems.every((one) => one.includes('no dataset belongs')))
})

test('a limit on datasets leaves out new ones before stored ones', async (t) => {
  const origin = await startScripted(t, serviceRoutes(named(4)))
  const crawler = openCrawler(t, origin)
  await crawler.run({ maxDatasets: 4 })
  origin.set(serviceRoutes({ new: 'x', ...named(4) }))
  const { manifest, problems } = await crawler.run({ maxDatasets: 4 })
  assert.deepEqual(manifest.codes.order, Object.keys(named(4)))
  assert.match(problems.join(), /gap datasets: The lists name 5\b.*\b1 of them/)
})

test('a dataset that never had a copy and leaves the lists does not count as dropped', async (t) => {
  const origin = await startScripted(t, serviceRoutes({ a: '1', b: '2' }))
  origin.set(down(['b']))
  const crawler = openCrawler(t, origin)
  await crawler.run()
  origin.set(serviceRoutes({ a: '1' }))
  const [run] = findChanges(await crawler.run()).runs
  assert.deepEqual([run?.withdrawn, run?.dropped], [['b'], []])
})

test('a withdrawn dataset keeps its title although one format of the list had dropped it before', async (t) => {
  const entry = (code: string) => ({ title: `About ${code}`, url: `/api/v1/get_dataset/${code}/` })
  const origin = await startScripted(t, serviceRoutes({ a: '1', b: '2' }))
  const crawler = openCrawler(t, origin)
  await crawler.run()
  origin.set({
    ...both('list', [entry('a')]),
    'api/v1/list_datasets/?type=json': jsonOf([entry('a')]),
    'api/v1/list_datasets/?type=xml': { status: 500 },
  })
  await crawler.run()
  origin.set({ 'api/v1/list_datasets/?type=xml': xmlOf([entry('a')]) })
  const { manifest } = await crawler.run()
  assert.deepEqual(
    manifest.listings?.map(({ code, title }) => [code, title]),
    [['b', 'About b']],
  )
})
