import assert from 'node:assert/strict'
import { appendFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { answer, jsonOf, openCrawler, serviceRoutes, tagged } from '../support/crawling.ts'
import { startScripted } from '../support/scripted-origin.ts'

const later = (hours: number) => new Date(Date.UTC(2026, 0, 2, hours))

/** The routes of a service with validators, so unchanged bodies are not sent twice. */
function validated(datasets: Readonly<Record<string, string>>) {
  return Object.fromEntries(
    Object.entries(serviceRoutes(datasets)).map(([path, route]) => {
      const { body, headers } = route as { body: string; headers: Record<string, string> }
      return [path, tagged(body, `"${path.length}-${body.length}"`, headers['content-type'])]
    }),
  )
}

test('requests an unchanged origin conditionally, receives no bodies, and changes no files', async (t) => {
  const origin = await startScripted(t, validated({ a: 'one', b: 'two' }))
  const crawler = openCrawler(t, origin)
  const first = await crawler.run({}, later(1))
  origin.forget()
  const second = await crawler.run({}, later(2))
  assert.equal(second.received, 0)
  // The lists are read twice.
  assert.equal(origin.requests.length, 8 + 4 + 8)
  assert.ok(origin.requests.every(({ headers }) => headers['if-none-match'] !== undefined))
  assert.ok(Object.values(second.states).every((state) => state === 'unchanged'))
  for (const { path, sha256, changedAt, fetchedAt } of second.manifest.records) {
    const before = first.manifest.records.find((one) => one.path === path)
    assert.deepEqual([sha256, changedAt], [before?.sha256, before?.changedAt])
    assert.equal(fetchedAt, later(2).toISOString())
    assert.equal(statSync(join(second.folder, path)).ino, statSync(join(first.folder, path)).ino)
  }
  assert.equal(second.record('list/index.json')?.status, 304)
})

test('sends If-Modified-Since if there is no ETag, and both if there are both', async (t) => {
  const modified = 'Tue, 05 Mar 2024 10:20:30 GMT'
  const origin = await startScripted(t, {
    ...serviceRoutes({ a: 'x' }),
    'api/v1/get_dataset/a/?type=json': ({ headers }) =>
      headers['if-modified-since'] === modified
        ? { status: 304 }
        : answer('[]', 'application/json', { 'last-modified': modified }),
    'api/v1/get_dataset/a/?type=xml': answer('<r/>', 'text/xml', {
      'last-modified': modified,
      etag: 'W/"x"',
    }),
  })
  const crawler = openCrawler(t, origin)
  await crawler.run()
  origin.forget()
  const { states } = await crawler.run()
  assert.equal(states['get_dataset/a/index.json'], 'unchanged')
  const xml = origin.requests.find(({ path }) => path === 'api/v1/get_dataset/a/?type=xml')
  assert.equal(xml?.headers['if-none-match'], 'W/"x"')
  assert.equal(xml?.headers['if-modified-since'], modified)
})

test('compares bytes if the origin has no validators, and changes nothing if they are the same', async (t) => {
  const origin = await startScripted(t, serviceRoutes({ a: 'one' }))
  const crawler = openCrawler(t, origin)
  const first = await crawler.run({}, later(1))
  const second = await crawler.run({}, later(2))
  assert.ok(origin.requests.every(({ headers }) => headers['if-none-match'] === undefined))
  assert.ok(Object.values(second.states).every((state) => state === 'unchanged'))
  const path = 'get_dataset/a/index.json'
  assert.equal(second.record(path)?.changedAt, first.record(path)?.changedAt)
  assert.equal(second.record(path)?.fetchedAt, later(2).toISOString())
})

test('fetches only the changed dataset, and leaves the previous generation unchanged', async (t) => {
  const origin = await startScripted(t, validated({ a: 'one', b: 'two' }))
  const crawler = openCrawler(t, origin)
  const first = await crawler.run({}, later(1))
  origin.set({ 'api/v1/get_dataset/b/?type=json': tagged('[{"row":"new"}]', '"new"') })
  const second = await crawler.run({}, later(2))
  const path = 'get_dataset/b/index.json'
  const changed = Object.entries(second.states).filter(([, state]) => state !== 'unchanged')
  assert.deepEqual(changed, [[path, 'fetched']])
  assert.equal(second.received, '[{"row":"new"}]'.length)
  assert.equal(second.record(path)?.changedAt, later(2).toISOString())
  assert.equal(second.text(path), '[{"row":"new"}]')
  assert.equal(first.text(path), '[{"row":"two"}]')
})

test('fetches the body again if the stored copy is damaged although the origin answers 304', async (t) => {
  const origin = await startScripted(t, validated({ a: 'one' }))
  const crawler = openCrawler(t, origin)
  const first = await crawler.run()
  const path = 'get_dataset/a/index.json'
  writeFileSync(join(first.folder, 'api/v1', path), '[{"row":"eno"}]')
  origin.forget()
  const second = await crawler.run()
  assert.equal(second.states[path], 'fetched')
  assert.equal(second.text(path), '[{"row":"one"}]')
  const requested = origin.requests.filter(({ path: one }) => one === 'api/v1/get_dataset/a/?type=json')
  assert.deepEqual(
    requested.map(({ headers }) => headers['if-none-match'] !== undefined),
    [true, false],
  )
})

test('does not reuse a damaged copy when the origin sends the same bytes again', async (t) => {
  const origin = await startScripted(t, serviceRoutes({ a: 'one' }))
  const crawler = openCrawler(t, origin)
  const first = await crawler.run()
  const path = 'get_dataset/a/index.xml'
  appendFileSync(join(first.folder, 'api/v1', path), ' ')
  const second = await crawler.run()
  assert.equal(second.bytes(path).length, second.record(path)?.bytes)
})

test('a 304 to an unconditional request is a failure', async (t) => {
  const origin = await startScripted(t, serviceRoutes({ a: 'x' }))
  origin.set({ 'api/v1/get_dataset/a/?type=json': { status: 304 } })
  const run = await openCrawler(t, origin).run()
  assert.match(run.problems.join(), /answered 304/)
})

test('an ETag with bytes beyond ASCII is sent back unchanged', async (t) => {
  const etag = Buffer.from('"версия"').toString('latin1')
  const origin = await startScripted(t, serviceRoutes({ a: 'x' }))
  origin.set({ 'api/v1/get_dataset/a/?type=json': tagged(jsonOf([]), etag) })
  const crawler = openCrawler(t, origin)
  await crawler.run()
  assert.equal((await crawler.run()).record('get_dataset/a/index.json')?.status, 304)
})
