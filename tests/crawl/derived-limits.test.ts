import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answer, openCrawler, serviceRoutes } from '../support/crawling.ts'
import { startScripted } from '../support/scripted-origin.ts'

const NONE = { status: 404 }
const XML = 'api/v1/get_dataset/a/?type=xml'
const JSON_A = 'api/v1/get_dataset/a/?type=json'

test('derived copies have the limit of fetched ones, and a gap states which one was exceeded', async (t) => {
  // As xml each of these is some twenty times as long.
  const body = `[${'[],'.repeat(30_000)}[]]`
  const origin = await startScripted(t, {
    ...serviceRoutes({ a: 'x', b: 'y' }),
    [JSON_A]: answer(`{"a":${body},"b":{"c":1,"d":{"e":2}}}`, 'application/json'),
    [XML]: NONE,
  })
  const crawler = openCrawler(t, origin)
  const run = await crawler.run({ maxBodyBytes: 200_000 })
  assert.equal(run.record('get_dataset/a/index.json')?.state, 'fetched')
  assert.equal(run.record('get_dataset/a/index.xml')?.state, 'missing')
  assert.match(
    run.record('get_dataset/a/index.xml')?.reason ?? '',
    / derived from json: .*200000 bytes \(the config key maxBodyBytes\)/,
  )
  assert.equal(run.record('get_dataset/b/index.json')?.state, 'fetched')
})

test('xml entities count with their expanded size', async (t) => {
  const xml = `<!DOCTYPE a [<!ENTITY b "${'x'.repeat(9000)}">]><a>${'<r>&b;</r>'.repeat(1000)}</a>`
  const origin = await startScripted(t, {
    ...serviceRoutes({ a: 'x' }),
    [JSON_A]: NONE,
    [XML]: answer(xml, 'application/xml'),
  })
  const run = await openCrawler(t, origin).run({ maxBodyBytes: 1_000_000 })
  assert.equal(run.record('get_dataset/a/index.xml')?.state, 'missing')
  assert.match(
    run.record('get_dataset/a/index.xml')?.reason ?? '',
    /entities that stand for more than \d+ characters/,
  )
})

test('a list with too many entries for memory counts as failed: the previous copy stays, and there is a gap', async (t) => {
  const origin = await startScripted(t, serviceRoutes({ a: 'x', b: 'y' }))
  const crawler = openCrawler(t, origin)
  const first = await crawler.run()
  const before = first.text('list_oivs/index.json')
  // The names of the columns count for each of the records below them.
  const names = JSON.stringify(['a', 'b', 'c', 'd', 'e'].map((letter) => letter.repeat(900)))
  const table = `[${names},${'[1,2,3,4,5],'.repeat(220_000)}[1,2,3,4,5]]`
  origin.set({ 'api/v1/list_oivs/?type=json': answer(table, 'application/json') })
  const second = await crawler.run()
  assert.equal(second.record('list_oivs/index.json')?.state, 'stale')
  assert.equal(second.text('list_oivs/index.json'), before)
  assert.ok(second.problems.some((problem) => /^gap .*more entries than/.test(problem)))
  assert.equal(second.record('get_dataset/a/index.json')?.state, 'unchanged')
})
