import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { answer, both, openCrawler, serviceRoutes } from '../support/crawling.ts'
import { startScripted } from '../support/scripted-origin.ts'

const json = (body: unknown) => answer(JSON.stringify(body), 'application/json')
const LIST = 'api/v1/list_datasets/?type=json'

test('reports a list that states more entries than it has, as one page of several does', async (t) => {
  const origin = await startScripted(t, serviceRoutes({ a: 'x', b: 'y' }))
  origin.set({ [LIST]: json({ total: 500, items: [{ code: 'a' }, { code: 'b' }] }) })
  const { problems, manifest } = await openCrawler(t, origin).run()
  assert.match(problems.join(), /gap http:.*list_datasets.*may be one page of several .*500/)
  assert.equal(manifest.complete, false)
})

test('reports formats of a list that do not agree', async (t) => {
  const origin = await startScripted(t, serviceRoutes({ a: 'x', b: 'y', c: 'z' }))
  const fewer = serviceRoutes({ a: 'x', b: 'y' })[LIST] as string
  origin.set({ [LIST]: fewer })
  const { problems, manifest } = await openCrawler(t, origin).run()
  assert.match(problems.join(), /warning http.*list_datasets\/: The formats .* 2 in json, 3 in xml entries/)
  assert.equal(manifest.counts.fetched, 14)
})

test('reports the hosts of ignored links, and how to have them followed', async (t) => {
  const origin = await startScripted(t, serviceRoutes({ a: 'x' }))
  origin.set({ [LIST]: json([{ code: 'a', href: 'https://data.example.org/api/v1/get_dataset/z/' }]) })
  const { problems, states } = await openCrawler(t, origin).run()
  assert.match(problems.join(), /warning data\.example\.org: 1 links .* --origin/)
  assert.equal(states['get_dataset/z/index.json'], undefined)
})

test('an empty list of datasets in a first run is a gap', async (t) => {
  const empty = ['list', 'list_categories', 'list_oivs', 'list_datasets'].flatMap((one) =>
    Object.entries(both(one, [])),
  )
  const { problems, manifest } = await openCrawler(t, await startScripted(t, Object.fromEntries(empty))).run()
  assert.equal(problems.length, 1)
  assert.match(problems.join(), /^gap list_datasets: .*empty/)
  assert.equal(manifest.complete, false)
})

test('names once what an origin puts in the place of a content coding, and reads the bodies as they are', async (t) => {
  const routes = Object.entries(serviceRoutes({ a: 'x', b: 'y' })).map(([path, route]) => {
    const { body, headers } = route as ReturnType<typeof answer>
    return [path, { body, headers: { ...headers, 'content-encoding': 'UTF-8' } }] as const
  })
  const crawled = await openCrawler(t, await startScripted(t, Object.fromEntries(routes))).run()
  assert.deepEqual(
    crawled.manifest.problems.map(({ severity, code, subject }) => [severity, code, subject]),
    [['warning', 'unknown-coding', 'Content-Encoding "utf-8"']],
  )
  assert.equal(crawled.text('get_dataset/a/index.json'), '[{"row":"x"}]')
  assert.equal(crawled.manifest.complete, true)
})

test('tells that a withdrawn copy is lost when the disk damaged it', async (t) => {
  const origin = await startScripted(t, serviceRoutes({ a: 'x', b: 'y' }))
  const crawler = openCrawler(t, origin)
  const { folder } = await crawler.run()
  writeFileSync(join(folder, 'api/v1/get_dataset/b/index.json'), 'rot')
  origin.set(Object.fromEntries(Object.entries(serviceRoutes({ a: 'x' }))))
  const { problems, manifest, states } = await crawler.run()
  assert.match(problems.join(), /gap "b": .*\(json\).*damaged/)
  assert.equal(states['get_dataset/b/index.xml'], 'withdrawn')
  assert.equal(manifest.complete, false)
})
