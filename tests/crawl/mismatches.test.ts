import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { both, type Crawler, openCrawler, serviceRoutes } from '../support/crawling.ts'
import { type Route, type ScriptedOrigin, startScripted } from '../support/scripted-origin.ts'

const DATA = { a: 'roads of the north', b: 'rivers and lakes', c: 'schools', d: 'trees in parks' }
const json = (code: string) => `api/v1/get_dataset/${code}/?type=json`
const xml = (code: string) => `api/v1/get_dataset/${code}/?type=xml`

async function crawlService(
  t: TestContext,
  routes: Record<string, Route> = serviceRoutes(DATA),
): Promise<{ origin: ScriptedOrigin; crawler: Crawler }> {
  const origin = await startScripted(t, routes)
  const crawler = openCrawler(t, origin)
  assert.deepEqual((await crawler.run()).problems, [])
  return { origin, crawler }
}

test('keeps the last good copy when the origin answers with the data of another dataset', async (t) => {
  const { origin, crawler } = await crawlService(t)
  const routes = serviceRoutes(DATA)
  origin.set({ [json('a')]: routes[json('b')] as string, [xml('a')]: routes[xml('b')] as string })
  const { states, text, problems, record } = await crawler.run()
  assert.equal(states['get_dataset/a/index.json'], 'stale')
  assert.equal(states['get_dataset/a/index.xml'], 'stale')
  assert.match(text('get_dataset/a/index.json'), /roads/)
  assert.match(
    problems.join(),
    /get_dataset\/a\/\?type=json: It answered 200 with the data of "b"; this is run 1 .*--accept-removals/,
  )
  assert.equal(record('get_dataset/a/index.json')?.evidence?.head, '[{"row":"rivers and lakes"}]')
})

/** Each dataset answers with the data of the next one, the last with that of the first. */
function rotated(codes: readonly string[], text = (code: string) => DATA[code as keyof typeof DATA] ?? code) {
  return Object.fromEntries(codes.map((code, at) => [code, text(codes[(at + 1) % codes.length] as string)]))
}

for (const count of [2, 3, 10])
  test(`rejects ${count} datasets that answer with each other's data in a ring`, async (t) => {
    const codes = Array.from({ length: count }, (_, at) => `d${at}`)
    const data = Object.fromEntries(codes.map((code) => [code, `streets of ${code}`]))
    const { origin, crawler } = await crawlService(t, serviceRoutes({ ...DATA, ...data }))
    origin.set(
      serviceRoutes({ ...DATA, ...rotated(codes, (code) => `streets of ${code}`), a: 'roads, changed' }),
    )
    const { states, text, problems, manifest } = await crawler.run()
    for (const code of codes) {
      assert.equal(states[`get_dataset/${code}/index.json`], 'stale')
      assert.equal(states[`get_dataset/${code}/index.xml`], 'stale')
      assert.match(text(`get_dataset/${code}/index.json`), new RegExp(`streets of ${code}"`))
    }
    assert.match(problems.join(), /get_dataset\/d0\/\?type=json: It answered 200 with the data of "d1"/)
    assert.equal(states['get_dataset/a/index.json'], 'fetched')
    assert.equal(manifest.complete, false)
  })

test("rejects two datasets that answer with each other's data, of which one has changed", async (t) => {
  const counts = (first: number, changed = -1) =>
    Array.from({ length: 12 }, (_, at) => ({
      id: String(first + at),
      free: String(first * 7 + at + (at === changed ? 500 : 0)),
      kind: 'bicycles',
    }))
  const routesOf = (data: Record<string, ReturnType<typeof counts>>) =>
    Object.assign(
      serviceRoutes(DATA),
      ...Object.entries(data).map(([code, rows]) => both(`get_dataset/${code}`, rows)),
    )
  const { origin, crawler } = await crawlService(t, routesOf({ a: counts(100), b: counts(300) }))
  origin.set(routesOf({ a: counts(300), b: counts(100, 3) }))
  const { states, text, problems } = await crawler.run()
  for (const code of ['a', 'b'])
    for (const format of ['json', 'xml']) assert.equal(states[`get_dataset/${code}/index.${format}`], 'stale')
  assert.match(text('get_dataset/b/index.json'), /"id":"300"/)
  assert.match(problems.join(), /get_dataset\/b\/\?type=json: It answered 200 with the data of "a"/)
  origin.set(routesOf({ a: counts(100, 3), b: counts(300) }))
  assert.deepEqual((await crawler.run()).problems, [])
})

test('rejects a chain of mismatches that ends with a failure', async (t) => {
  const { origin, crawler } = await crawlService(t)
  origin.set(serviceRoutes(rotated(['a', 'b', 'c', 'd'])))
  origin.set({ [json('d')]: { status: 503 }, [xml('d')]: { status: 503 } })
  const { manifest, text } = await crawler.run()
  assert.equal(manifest.counts.stale, 8)
  assert.match(text('get_dataset/a/index.json'), /roads/)
})

test('accepts a dataset that takes over data which another one has given up', async (t) => {
  const { origin, crawler } = await crawlService(t)
  origin.set(serviceRoutes({ ...DATA, a: DATA.b, b: DATA.c, c: 'schools and colleges' }))
  const { problems, text } = await crawler.run()
  assert.deepEqual(problems, [])
  assert.match(text('get_dataset/a/index.json'), /rivers/)
})

test('accepts the dataset whose new data another one answers with', async (t) => {
  const { origin, crawler } = await crawlService(t)
  const now = serviceRoutes({ ...DATA, b: 'rivers and lakes, and ponds' })
  origin.set({ [json('b')]: now[json('b')] as string, [json('a')]: now[json('b')] as string })
  const { states, text } = await crawler.run()
  assert.equal(states['get_dataset/a/index.json'], 'stale')
  assert.equal(states['get_dataset/b/index.json'], 'fetched')
  assert.match(text('get_dataset/b/index.json'), /ponds/)
})

test('accepts datasets that were always equal and change together', async (t) => {
  const { origin, crawler } = await crawlService(t, serviceRoutes({ ...DATA, b: DATA.a }))
  origin.set(serviceRoutes({ ...DATA, a: 'new', b: 'new' }))
  const { states, problems } = await crawler.run()
  assert.deepEqual(problems, [])
  assert.equal(states['get_dataset/a/index.json'], 'fetched')
  assert.equal(states['get_dataset/b/index.json'], 'fetched')
})

const selfNamed = (code: string, of = code) =>
  JSON.stringify({ code: of, rows: [{ n: code.length }, { n: of }, { n: `rows of ${code}` }] })

test('looks for the copies of each dataset a few times, however many datasets get the same data', async (t) => {
  const codes = Array.from({ length: 150 }, (_, n) => `ds-${n}`)
  const routes = (textOf: (n: number) => string) =>
    serviceRoutes(Object.fromEntries(codes.map((code, n) => [code, textOf(n)])))
  for (const before of [() => '5', (n: number) => (n % 2 === 0 ? `${n}` : '7')]) {
    const origin = await startScripted(t, routes(before))
    const crawler = openCrawler(t, origin)
    await crawler.run({ removalShare: 1 })
    origin.set(routes(() => '7'))
    const { current } = crawler.options
    assert.ok(current)
    let looks = 0
    const find: typeof current.find = (path) => {
      looks++
      return current.find(path)
    }
    await crawler.run({ removalShare: 1, current: { ...current, find } })
    // Those of all pairs would be more than 20,000.
    assert.ok(looks < codes.length * 50, `${looks}`)
  }
})

test('recognises a document of another dataset by its stated code, in a first run too', async (t) => {
  const origin = await startScripted(t, serviceRoutes(DATA))
  for (const code of ['a', 'b', 'c', 'd']) origin.set({ [json(code)]: selfNamed(code) })
  origin.set({ [json('b')]: selfNamed('b', 'd') })
  const { states, problems, record } = await openCrawler(t, origin).run({ refuse: ['mismatches'] })
  assert.match(problems.join(), /get_dataset\/b\/\?type=json: It answered 200 with a document .* "d"/)
  assert.equal(states['get_dataset/b/index.json'], 'derived')
  assert.equal(record('get_dataset/c/index.json')?.state, 'fetched')
})

test('learns from the stored copies where documents state their code', async (t) => {
  const routes = Object.fromEntries(Object.keys(DATA).map((code) => [json(code), selfNamed(code)]))
  const { origin, crawler } = await crawlService(t, { ...serviceRoutes(DATA), ...routes })
  origin.set(Object.fromEntries(Object.keys(DATA).map((code) => [json(code), selfNamed(`${code}x`, 'c')])))
  const { states } = await crawler.run()
  assert.equal(states['get_dataset/a/index.json'], 'stale')
  assert.equal(states['get_dataset/c/index.json'], 'fetched')
})

test('a field that contains the code of another dataset by chance does not identify the document', async (t) => {
  const origin = await startScripted(t, serviceRoutes(DATA))
  for (const [code, neighbour] of ['ab', 'bc', 'cd', 'da'].map((pair) => [...pair]))
    origin.set({ [json(code ?? '')]: JSON.stringify([{ neighbour, length: 3 }]) })
  assert.deepEqual((await openCrawler(t, origin).run()).problems, [])
})

test('rejects the answer for a dataset that does not exist', async (t) => {
  const sorry = (code: string) =>
    JSON.stringify({ title: 'Nothing is known', of: code, rows: [{ hint: 'Search again' }] })
  const { origin, crawler } = await crawlService(t)
  origin.otherwise(({ path }) =>
    path.endsWith('json') ? sorry(decodeURIComponent(path.split('/')[3] ?? '')) : { status: 404 },
  )
  origin.set({ [json('a')]: sorry('a'), [json('b')]: '[{"row":"more rivers"}]' })
  const { states, problems } = await crawler.run()
  assert.equal(states['get_dataset/a/index.json'], 'stale')
  assert.equal(states['get_dataset/b/index.json'], 'fetched')
  assert.match(problems.join(), /answer for a dataset that does not exist/)
})

test('a listed dataset that the origin does not have is a gap although each of its answers has another time', async (t) => {
  const origin = await startScripted(t, serviceRoutes({ ...DATA, gone: '' }))
  let seconds = 0
  const sorry = () => `{"title": "Nothing is known", "at": "2026-01-02T03:04:${10 + seconds++}"}`
  origin.set({ [json('gone')]: sorry, [xml('gone')]: { status: 404 } })
  origin.otherwise(({ path }) => (path.endsWith('json') ? sorry() : { status: 404 }))
  const { states, problems } = await openCrawler(t, origin).run()
  assert.equal(states['get_dataset/gone/index.json'], 'missing')
  assert.match(problems.join(), /answer for a dataset that does not exist/)
})

const READINGS = [48, 52, 61]
for (const [what, { none, data }] of Object.entries({
  'has more records than that': {
    none: (_code: string, at: string) => [{ level: 0, unit: 'cm', at }],
    data: (_code: string, level: number) =>
      READINGS.map((more) => ({ level: level + more, unit: 'cm', at: '2026' })),
  },
  'has another number than that': {
    none: (code: string, at: string) => [{ dataset: code, level: 0, at }],
    data: (code: string, level: number) => [{ dataset: code, level, at: '2026-01-02T03:04' }],
  },
}))
  test(`data is fetched that has the fields of the answer for what does not exist, but ${what}`, async (t) => {
    const codes = ['a', 'b', 'c']
    const origin = await startScripted(t, serviceRoutes(DATA))
    let seconds = 0
    origin.otherwise(({ path }) =>
      path.endsWith('json')
        ? JSON.stringify(none(path.split('/')[3] ?? '', `2026-01-02T03:04:${10 + seconds++}`))
        : { status: 404 },
    )
    const write = (day: number) =>
      origin.set(
        Object.fromEntries(
          codes.flatMap((code, at): [string, Route][] => [
            [json(code), JSON.stringify(data(code, (READINGS[at] ?? 0) + day))],
            [xml(code), { status: 404 }],
          ]),
        ),
      )
    const crawler = openCrawler(t, origin)
    for (const day of [0, 1]) {
      write(day)
      const { states } = await crawler.run()
      for (const code of codes) assert.equal(states[`get_dataset/${code}/index.json`], 'fetched', code)
    }
  })

test('does not request a dataset that does not exist if nothing has changed', async (t) => {
  const { origin, crawler } = await crawlService(t)
  origin.forget()
  await crawler.run()
  assert.ok(origin.requests.every(({ path }) => !path.includes('no-such')))
})

test('accepts all of it if the config allows mismatches', async (t) => {
  const { origin, crawler } = await crawlService(t)
  origin.set({ [json('a')]: serviceRoutes(DATA)[json('b')] as string })
  assert.equal((await crawler.run({ refuse: [] })).states['get_dataset/a/index.json'], 'fetched')
})

/** A few sentences that no other dataset has, and the time of the request. */
let requests = 0
const stamped = (code: string) => {
  const words = [
    'gravel',
    'harbour',
    'lantern',
    'meadow',
    'orchard',
    'quarry',
    'thicket',
    'viaduct',
    'willow',
    'zinc',
  ]
  const rows = words.map((word) => ({ text: `${word}${code} beside ${code}${word} hall` }))
  return () => JSON.stringify({ askedAt: 1_700_000_000 + requests++, rows })
}

test('rejects the data of another dataset with another time in it, and two that swap such data', async (t) => {
  const codes = ['a', 'b', 'c', 'd']
  const own = Object.fromEntries(codes.map((code) => [json(code), stamped(code)]))
  const { origin, crawler } = await crawlService(t, { ...serviceRoutes(DATA), ...own })
  for (const wrong of [{ a: 'b' }, { a: 'b', b: 'a' }]) {
    origin.set(own)
    origin.set(Object.fromEntries(Object.entries(wrong).map(([code, other]) => [json(code), stamped(other)])))
    const { states, problems, text } = await crawler.run()
    for (const code of Object.keys(wrong)) {
      assert.equal(states[`get_dataset/${code}/index.json`], 'stale')
      assert.ok(text(`get_dataset/${code}/index.json`).includes(`gravel${code} `))
    }
    assert.match(
      problems.join(),
      /get_dataset\/a\/\?type=json: It answered 200 with the fields and words of "b"/,
    )
    assert.equal(states['get_dataset/c/index.json'], 'fetched')
  }
})

test('rejects the first xml of a dataset that is the new xml of another one', async (t) => {
  const origin = await startScripted(t, serviceRoutes(DATA))
  origin.set({ [xml('a')]: { status: 404 } })
  const crawler = openCrawler(t, origin)
  await crawler.run()
  origin.set(both('get_dataset/b', [{ row: 'rivers, lakes and ponds' }]))
  const ofB = serviceRoutes({ b: 'rivers, lakes and ponds' })[xml('b')] as string
  origin.set({ [xml('a')]: ofB })
  const { states, problems, text } = await crawler.run()
  assert.equal(states['get_dataset/a/index.xml'], 'derived')
  assert.match(text('get_dataset/a/index.xml'), /roads/)
  assert.match(problems.join(), /get_dataset\/a\/\?type=xml: It answered 200 with the data of "b"/)
  assert.equal(states['get_dataset/b/index.xml'], 'fetched')
  origin.set({ [xml('a')]: serviceRoutes(DATA)[xml('a')] as string })
  assert.deepEqual((await crawler.run()).problems, [])
})

test('accepts a dataset that takes over such data from one that moved on', async (t) => {
  const { origin, crawler } = await crawlService(t, {
    ...serviceRoutes(DATA),
    [json('a')]: stamped('a'),
    [json('b')]: stamped('b'),
  })
  origin.set({ [json('a')]: stamped('b'), [json('b')]: stamped('new') })
  assert.deepEqual((await crawler.run()).problems, [])
})

test('accepts counts that are equal by chance', async (t) => {
  const routes = (counts: Readonly<Record<string, string>>) =>
    Object.assign(
      serviceRoutes(DATA),
      ...Object.entries(counts).map(([code, visitors]) => both(`get_dataset/${code}`, [{ visitors }])),
    )
  const { origin, crawler } = await crawlService(t, routes({ a: '0', b: '12', c: '345', d: '6' }))
  origin.set(routes({ a: '0', b: '0', c: '0', d: '6' }))
  const { problems, manifest } = await crawler.run()
  assert.deepEqual(problems, [])
  assert.equal(manifest.counts.fetched, 4)
})

test('accepts a repaired format whose words its other format had before, and other datasets have too', async (t) => {
  const words = [
    'north',
    'south',
    'bridge',
    'street',
    'river',
    'school',
    'square',
    'museum',
    'station',
    'park',
  ]
  const table = (code: string) =>
    words.map((place, n) => ({ place, visitors: `${code.charCodeAt(0) * 31 + n}` }))
  const routes = Object.assign(
    serviceRoutes(DATA),
    ...Object.keys(DATA).map((code) => both(`get_dataset/${code}`, table(code))),
  )
  const garbled = both('get_dataset/a', [
    { note: 'the export of this table is being written, ask for it later' },
  ])
  const { origin, crawler } = await crawlService(t, { ...routes, [json('a')]: garbled[json('a')] as Route })
  origin.set(routes)
  const { problems, text } = await crawler.run()
  assert.deepEqual(problems, [])
  assert.match(text('get_dataset/a/index.json'), /museum/)
})
