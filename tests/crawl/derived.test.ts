import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answer, jsonOf, openCrawler, serviceRoutes } from '../support/crawling.ts'
import { startScripted } from '../support/scripted-origin.ts'

const JSON_A = 'api/v1/get_dataset/a/?type=json'
const XML_A = 'api/v1/get_dataset/a/?type=xml'
const GONE = { status: 404 }
const DOWN = { status: 500 }

test('a format that was derived follows the data, not its own last copy', async (t) => {
  const origin = await startScripted(t, { ...serviceRoutes({ a: 'old' }), [XML_A]: GONE })
  const crawler = openCrawler(t, origin)
  await crawler.run()
  origin.set({ [JSON_A]: answer('[{"row":"new"}]', 'application/json') })
  const run = await crawler.run()
  assert.equal(run.states['get_dataset/a/index.xml'], 'derived')
  assert.match(run.text('get_dataset/a/index.xml'), /new/)
})

test('a derived format whose source is kept stays derived, and the same', async (t) => {
  const origin = await startScripted(t, { ...serviceRoutes({ a: 'old' }), [XML_A]: GONE })
  const crawler = openCrawler(t, origin)
  const first = await crawler.run()
  origin.set({ [JSON_A]: DOWN, [XML_A]: DOWN })
  const second = await crawler.run()
  assert.equal(second.states['get_dataset/a/index.json'], 'kept')
  assert.equal(second.states['get_dataset/a/index.xml'], 'derived')
  const of = (run: typeof first) => run.record('get_dataset/a/index.xml')
  assert.deepEqual([of(second)?.sha256, of(second)?.changedAt], [of(first)?.sha256, of(first)?.changedAt])
})

test('data that was made from html is kept when even the html fails', async (t) => {
  const page =
    '<html><body><table><tr><th>k</th></tr><tr><td>1</td></tr><tr><td>2</td></tr></table></body></html>'
  const origin = await startScripted(t, { ...serviceRoutes({ a: 'x' }), [JSON_A]: GONE, [XML_A]: GONE })
  origin.set({ 'api/v1/get_dataset/a/': answer(page, 'text/html') })
  const crawler = openCrawler(t, origin)
  const first = await crawler.run()
  origin.set({ 'api/v1/get_dataset/a/': DOWN })
  const second = await crawler.run()
  for (const format of ['json', 'xml']) {
    const file = `get_dataset/a/index.${format}`
    assert.equal(first.states[file], 'derived')
    assert.equal(second.states[file], 'kept')
    assert.ok(second.bytes(file).equals(first.bytes(file)))
  }
})

test('an address that cannot be reached is not asked for its html as well', async (t) => {
  const origin = await startScripted(t, serviceRoutes({ a: 'x' }))
  const silent = { after: new Promise<never>(() => {}) }
  origin.set({ [JSON_A]: silent, [XML_A]: silent })
  await openCrawler(t, origin).run({ deadlines: { connect: 5, idle: 0.2, total: 60 } })
  assert.ok(origin.requests.every(({ path }) => path !== 'api/v1/get_dataset/a/'))
})

test('an origin of one format is asked for no other, and that is no hole', async (t) => {
  const origin = await startScripted(t, serviceRoutes({ a: 'x' }))
  const run = await openCrawler(t, origin).run({ formats: ['xml'] })
  assert.ok(origin.requests.every(({ path }) => path.endsWith('?type=xml')))
  assert.equal(run.states['get_dataset/a/index.xml'], 'fetched')
  assert.equal(run.states['get_dataset/a/index.json'], 'derived')
  assert.deepEqual(run.problems, [])
  assert.equal(run.manifest.complete, true)
})

test('a dataset that the links leave out but the field names is found, if the origin has it', async (t) => {
  const origin = await startScripted(t, serviceRoutes({ a: '1', b: '2', c: '3' }))
  const row = (id: string, linked: boolean) => ({ id, u: linked ? `/api/v1/get_dataset/${id}/` : '' })
  const list = jsonOf([row('a', true), row('b', true), row('c', false)])
  for (const name of ['list', 'list_datasets'])
    origin.set({
      [`api/v1/${name}/?type=json`]: name === 'list' ? '[]' : list,
      [`api/v1/${name}/?type=xml`]: '<r/>',
    })
  assert.deepEqual((await openCrawler(t, origin).run()).manifest.codes.order, ['a', 'b', 'c'])
})

test('a dataset that only the list of available data names is found as well', async (t) => {
  const origin = await startScripted(t, serviceRoutes({ a: '1', b: '2', c: '3' }))
  const ids = (...codes: string[]) => jsonOf(codes.map((id) => ({ id })))
  origin.set({ 'api/v1/list/?type=json': ids('a', 'b', 'c'), 'api/v1/list/?type=xml': '<r/>' })
  origin.set({ 'api/v1/list_datasets/?type=json': ids('a', 'b'), 'api/v1/list_datasets/?type=xml': '<r/>' })
  assert.deepEqual((await openCrawler(t, origin).run()).manifest.codes.order, ['a', 'b', 'c'])
})
