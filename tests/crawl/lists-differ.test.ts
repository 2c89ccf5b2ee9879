import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answer, both, jsonOf, openCrawler, serviceRoutes, xmlOf } from '../support/crawling.ts'
import { type Route, type ScriptedOrigin, startScripted } from '../support/scripted-origin.ts'

type Records = readonly Readonly<Record<string, string>>[]

const LISTS = ['list', 'list_categories', 'list_oivs', 'list_datasets']
const EMPTY = Object.assign({}, ...LISTS.map((list) => both(list, []))) as Record<string, Route>
const codes = (count: number, from = 0) => Array.from({ length: count }, (_, n) => `d${n + from}`)
const named = (names: readonly string[], field = 'code'): Records =>
  names.map((name) => ({ [field]: name, title: `About ${name}` }))
const datasets = (names: readonly string[]) =>
  Object.assign({}, ...names.map((name) => both(`get_dataset/${name}`, [{ row: name }]))) as Record<
    string,
    Route
  >
const json = (list: string, records: Records) => ({
  [`api/v1/${list}/?type=json`]: answer(jsonOf(records), 'application/json'),
})
const xml = (list: string, records: Records) => ({
  [`api/v1/${list}/?type=xml`]: answer(xmlOf(records), 'application/xml'),
})

test('mirrors a dataset that only the xml of a list has, and warns that the formats disagree', async (t) => {
  const origin = await startScripted(t, {
    ...EMPTY,
    ...datasets(codes(20)),
    ...json('list_datasets', named(codes(10))),
    ...xml('list_datasets', named(codes(20))),
  })
  const { manifest, problems } = await openCrawler(t, origin).run()
  assert.deepEqual(manifest.codes.order, codes(20))
  assert.match(problems.join('\n'), /warning .*list_datasets\/: The formats of this list/)
  assert.equal(manifest.complete, true)
})

test('a dataset that only one format lists and that does not answer is a gap for each address', async (t) => {
  const origin = await startScripted(t, {
    ...EMPTY,
    ...datasets(codes(10)),
    ...json('list_datasets', named(codes(10))),
    ...xml('list_datasets', named(codes(20))),
  })
  const { manifest, problems } = await openCrawler(t, origin).run()
  assert.deepEqual(manifest.codes.order, codes(20))
  assert.equal(problems.filter((one) => /^gap .*get_dataset\/d1\d\/.*answered 404/.test(one)).length, 20)
  assert.equal(manifest.complete, false)
})

test('a dataset that one format still lists is not withdrawn', async (t) => {
  const origin = await startScripted(t, {
    ...EMPTY,
    ...datasets(codes(40)),
    ...both('list_datasets', named(codes(40))),
  })
  const crawler = openCrawler(t, origin)
  await crawler.run()
  origin.set(json('list_datasets', named(codes(36))))
  const { manifest } = await crawler.run()
  assert.equal(manifest.counts.withdrawn, 0)
  assert.equal(manifest.codes.order.length, 40)
})

for (const [how, field] of [
  ['the same field', 'code'],
  ['another field', 'ref'],
] as const)
  test(`mirrors the datasets of both formats of a list if they are entirely different in ${how}`, async (t) => {
    const origin = await startScripted(t, {
      ...EMPTY,
      ...datasets(codes(6)),
      ...json('list_datasets', named(codes(3))),
      ...xml('list_datasets', named(codes(3, 3), field)),
    })
    const { manifest, problems } = await openCrawler(t, origin).run()
    assert.deepEqual([...manifest.codes.order].sort(), codes(6))
    assert.match(problems.join('\n'), /warning .*list_datasets\/: The formats of this list/)
  })

test('a format with more entries than the others, none of them a known dataset, is a gap', async (t) => {
  const origin = await startScripted(t, {
    ...EMPTY,
    ...datasets(codes(3)),
    ...json('list_datasets', named(codes(3))),
    ...xml('list_datasets', named(codes(5, 10), 'ref')),
  })
  const { manifest, problems } = await openCrawler(t, origin).run()
  assert.match(problems.join('\n'), /gap list_datasets \(xml\): It has entries \(5\)/)
  assert.equal(manifest.complete, false)
})

for (const status of [500, 503, 403, 404])
  test(`reports datasets that only the list of available data has and that answer ${status}`, async (t) => {
    const down = Object.keys(datasets(codes(10, 10))).map((path) => [path, { status }])
    const origin = await startScripted(t, {
      ...EMPTY,
      ...datasets(codes(10)),
      ...Object.fromEntries(down),
      ...both('list', named(codes(20), 'id')),
      ...both('list_datasets', named(codes(10))),
    })
    const { manifest, problems } = await openCrawler(t, origin).run()
    assert.equal(manifest.complete, false)
    for (const code of codes(10, 10))
      assert.ok(
        problems.some((one) => one.startsWith('gap ') && one.includes(`get_dataset/${code}/`)),
        code,
      )
  })

test('a dataset that only a failed list had is not withdrawn', async (t) => {
  const origin = await startScripted(t, {
    ...EMPTY,
    ...datasets(codes(20)),
    ...both('list', named(codes(20), 'id')),
    ...both('list_datasets', named(codes(19))),
  })
  const crawler = openCrawler(t, origin)
  await crawler.run()
  origin.set({ 'api/v1/list/?type=json': { status: 500 }, 'api/v1/list/?type=xml': { status: 500 } })
  const { manifest } = await crawler.run()
  assert.equal(manifest.counts.withdrawn, 0)
})

test('an entry with neither a code nor a link is a gap that quotes it', async (t) => {
  const records: Records = [...named(codes(20)), { title: 'Roads without a code' }]
  const origin = await startScripted(t, {
    ...EMPTY,
    ...datasets(codes(20)),
    ...both('list_datasets', records),
  })
  const { manifest, problems } = await openCrawler(t, origin).run()
  assert.match(
    problems.join('\n'),
    /gap list_datasets \(json\): 1 of its 21 entries have no dataset code, .*: "Roads without a code"/,
  )
  assert.equal(manifest.complete, false)
})

test('other values of the list of available data are not datasets', async (t) => {
  const origin = await startScripted(t, {
    ...EMPTY,
    ...datasets(codes(5)),
    ...both('list', named(['list_categories', 'list_oivs', 'list_datasets', 'd1'])),
    ...both('list_datasets', named(codes(5))),
  })
  const { manifest, problems } = await openCrawler(t, origin).run()
  assert.deepEqual(manifest.codes.order, codes(5))
  assert.deepEqual(
    problems.filter((one) => one.startsWith('gap')),
    [],
  )
})

test('an ordinary service has no remarks about its lists', async (t) => {
  const origin: ScriptedOrigin = await startScripted(t, serviceRoutes({ a: 'x', b: 'y' }))
  const { problems } = await openCrawler(t, origin).run()
  assert.deepEqual(problems, [])
})
