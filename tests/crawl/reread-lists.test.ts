import assert from 'node:assert/strict'
import { test } from 'node:test'
import { both, openCrawler, serviceRoutes } from '../support/crawling.ts'
import { type Route, startScripted } from '../support/scripted-origin.ts'

const LISTS = ['list', 'list_datasets']
const day = (n: number) => new Date(Date.UTC(2026, 0, n))

/** Routes whose lists are `before` on the first reading, and `after` from then on. */
function turning(before: Record<string, string>, after: Record<string, string>): Record<string, Route> {
  const [old, now] = [serviceRoutes(before), serviceRoutes(after)]
  const lists = LISTS.flatMap((list) => [`api/v1/${list}/?type=json`, `api/v1/${list}/?type=xml`])
  return {
    ...old,
    ...now,
    ...Object.fromEntries(
      lists.map((path): [string, Route] => [
        path,
        (_, count) => (count === 1 ? (old[path] as string) : (now[path] as string)),
      ]),
    ),
  }
}

test('fetches a dataset that was added to the lists during the run', async (t) => {
  const origin = await startScripted(t, turning({ a: '1' }, { a: '1', b: '2' }))
  const { manifest, states, text, problems } = await openCrawler(t, origin).run()
  assert.deepEqual(problems, [])
  assert.deepEqual(manifest.codes.order, ['a', 'b'])
  assert.equal(states['get_dataset/b/index.xml'], 'fetched')
  assert.match(text('list_datasets/index.json'), /About b/)
})

test('a dataset that left the lists during the run is no gap', async (t) => {
  const origin = await startScripted(t, turning({ a: '1', b: '2' }, { a: '1' }))
  origin.set({
    'api/v1/get_dataset/b/?type=json': { status: 404 },
    'api/v1/get_dataset/b/?type=xml': { status: 404 },
  })
  const { manifest, problems } = await openCrawler(t, origin).run()
  assert.deepEqual(problems, [])
  assert.deepEqual(manifest.codes.order, ['a'])
  assert.equal(manifest.complete, true)
})

test('a new dataset that only the first reading named is mirrored with a warning, and the lists decide in the next run', async (t) => {
  const origin = await startScripted(t, turning({ a: '1', b: '2' }, { a: '1' }))
  const crawler = openCrawler(t, origin)
  const first = await crawler.run()
  assert.deepEqual(first.manifest.codes.order, ['a', 'b'])
  assert.equal(first.states['get_dataset/b/index.json'], 'fetched')
  assert.deepEqual(first.manifest.titles, [{ code: 'b', title: 'About b' }])
  assert.match(first.problems.join(), /^warning lists: 1 new dataset was in the lists only .* such as "b"/)
  assert.equal(first.manifest.complete, true)
  const second = await crawler.run({ removalShare: 1 })
  assert.equal(second.states['get_dataset/b/index.json'], 'withdrawn')
  assert.deepEqual(second.problems, [])
})

test('fetches datasets again whose list entries changed', async (t) => {
  const entry = (updated: string) => [{ url: '/api/v1/get_dataset/a/', updated }]
  const origin = await startScripted(t, serviceRoutes({ a: 'old' }))
  const now = serviceRoutes({ a: 'new' })
  for (const list of LISTS)
    for (const type of ['json', 'xml']) {
      const path = `api/v1/${list}/?type=${type}`
      const [first, second] = [both(list, entry('Monday'))[path], both(list, entry('Tuesday'))[path]]
      origin.set({ [path]: (_, count) => (count === 1 ? first : second) as string })
    }
  for (const type of ['json', 'xml']) {
    const path = `api/v1/get_dataset/a/?type=${type}`
    const old = serviceRoutes({ a: 'old' })[path]
    origin.set({ [path]: (_, count) => (count === 1 ? old : now[path]) as string })
  }
  const { text, problems } = await openCrawler(t, origin).run()
  assert.ok(problems.every((one) => one.includes('no dataset belongs')))
  assert.equal(text('get_dataset/a/index.json'), '[{"row":"new"}]')
})

test('reports lists that never stop changing', async (t) => {
  const origin = await startScripted(t, serviceRoutes({ a: '1' }))
  const path = 'api/v1/list_datasets/?type=json'
  origin.otherwise(({ path: requested }) =>
    requested.includes('json') ? `[{"n":"${requested}"}]` : { status: 404 },
  )
  origin.set({
    [path]: (_, count) =>
      JSON.stringify(Array.from({ length: count }, (_one, n) => ({ url: `/api/v1/get_dataset/d${n}/` }))),
  })
  const { manifest, problems } = await openCrawler(t, origin).run({ formats: ['json'], refuse: [] })
  assert.match(problems.join(), /gap lists: .*\b4 times/)
  assert.equal(manifest.complete, false)
})

for (const count of [2, 12])
  test(`ignores a counter in the entries of ${count} datasets, and does not fetch them endlessly`, async (t) => {
    const codes = Array.from({ length: count }, (_, n) => `d${n}`)
    const origin = await startScripted(
      t,
      serviceRoutes(Object.fromEntries(codes.map((code) => [code, code]))),
    )
    let views = 0
    origin.set({
      'api/v1/list_datasets/?type=json': () =>
        JSON.stringify(codes.map((code) => ({ url: `/api/v1/get_dataset/${code}/`, views: views++ }))),
    })
    const { manifest, problems } = await openCrawler(t, origin).run()
    assert.equal(problems.length, 1)
    assert.match(problems.join(), /^warning lists: .*list_datasets \(json\) views\.$/)
    assert.equal(manifest.complete, true)
    const requested = origin.requests.filter(({ path }) => path.includes('get_dataset/d'))
    assert.equal(requested.length, count * (count < 5 ? 4 : 2))
  })

test('ignores a time in a list, and a different order of its entries', async (t) => {
  const origin = await startScripted(t, serviceRoutes({ a: '1', b: '2' }))
  const path = 'api/v1/list_datasets/?type=json'
  const entries = ['a', 'b'].map((code) => ({ url: `/api/v1/get_dataset/${code}/`, title: code }))
  origin.set({
    [path]: (_, count) =>
      JSON.stringify({
        generated: `2026-01-01T00:00:${10 + count}`,
        items: count % 2 ? entries : entries.toReversed(),
      }),
  })
  const { manifest, problems, text } = await openCrawler(t, origin).run()
  assert.deepEqual(problems, [])
  assert.equal(manifest.complete, true)
  assert.match(text('list_datasets/index.json'), /00:12/)
})

test('reports lists that cannot be read a second time, and uses the first reading', async (t) => {
  const origin = await startScripted(t, serviceRoutes({ a: '1' }))
  const path = 'api/v1/list/?type=xml'
  const good = serviceRoutes({ a: '1' })[path] as string
  origin.set({ [path]: (_, count) => (count === 1 ? good : { status: 500 }) })
  const { states, problems, manifest } = await openCrawler(t, origin).run()
  assert.match(problems.join(), /gap http.*list\/\?type=xml: .*answered 500/)
  assert.equal(states['list/index.xml'], 'fetched')
  assert.equal(manifest.complete, false)
})

test('a list that changed back to the stored copy is unchanged', async (t) => {
  const origin = await startScripted(t, serviceRoutes({ a: '1' }))
  const crawler = openCrawler(t, origin)
  const first = await crawler.run({}, day(1))
  const path = 'api/v1/list_oivs/?type=json'
  const good = serviceRoutes({ a: '1' })[path] as string
  origin.forget()
  origin.set({ [path]: (_, count) => (count === 1 ? '[{"id":"o1","title":"For a moment"}]' : good) })
  const { record, states } = await crawler.run({}, day(2))
  assert.equal(states['list_oivs/index.json'], 'unchanged')
  assert.equal(record('list_oivs/index.json')?.changedAt, first.record('list_oivs/index.json')?.changedAt)
})
