import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { at, bodyOf, forAnyCode } from '../support/crawled-datasets.ts'
import { answer, both, type Crawled, jsonOf, openCrawler, xmlOf } from '../support/crawling.ts'
import { type Route, startScripted } from '../support/scripted-origin.ts'

const JSON_TYPE = 'application/json'
const LIST = 'api/v1/list_datasets/?type=json'

const all = (codes: string) => codes.split(' ').map((code) => ({ code, title: `On ${code}` }))

const rowsOf = (code: string) =>
  ['one', 'two'].map((part) => ({ row: `${code} ${part}`, word: code.slice(1) }))

/** A service with these datasets whose list is json only. */
async function startService(t: TestContext, codes: string, list: unknown) {
  const origin = await startScripted(t, {
    ...both('list_categories', [{ id: 'c1', title: 'Transport' }]),
    ...both('list_oivs', [{ id: 'o1', title: 'Ministry' }]),
    [LIST]: answer(JSON.stringify(list), JSON_TYPE),
    'api/v1/list_datasets/?type=xml': answer('<data/>', 'application/xml'),
  })
  for (const code of codes.split(' ')) origin.set(both(`get_dataset/${code}`, rowsOf(code)))
  return { origin, crawler: openCrawler(t, origin) }
}

const lists = { list: 'none' } as const
const codesOf = ({ manifest }: Crawled) => [...manifest.codes.order].sort().join(' ')
const doubtful = ({ manifest }: Crawled) =>
  manifest.problems.filter(({ code }) => code === 'doubtful-code').map(({ message }) => message)
const gapsOf = ({ manifest }: Crawled) =>
  manifest.problems.filter(({ severity, subject }) => severity === 'gap' && subject.includes('get_dataset'))

for (const [what, list] of Object.entries({
  'a code beside a list of objects': { datasets: all('tram beds art'), featured: 'bus' },
  'titles by code beside a list of objects': { datasets: all('tram beds art'), archive: { bus: 'On bus' } },
  'a row of cells among objects': [...all('tram beds art'), ['bus', 'On bus']],
  'a row that lacks a cell': [
    ['category', 'code', 'title'],
    ['c1', 'tram', 'On tram'],
    ['bus', 'On bus'],
    ['c1', 'beds', 'On beds'],
    ['c1', 'art', 'On art'],
  ],
}))
  test(`${what} is mirrored, and stays listed while the origin does not answer for it`, async (t) => {
    const { origin, crawler } = await startService(t, 'tram beds art bus', list)
    const first = await crawler.run({ lists })
    assert.equal(codesOf(first), 'art beds bus tram')
    assert.deepEqual(gapsOf(first), [])
    for (const type of ['json', 'xml'])
      origin.set({ [`api/v1/get_dataset/bus/?type=${type}`]: { status: 503 } })
    const second = await crawler.run({ lists })
    assert.equal(codesOf(second), 'art beds bus tram')
    assert.equal(second.states['get_dataset/bus/index.json'], 'stale')
  })

test('a text in the place of an entry that the origin does not have is a warning that names it', async (t) => {
  for (const [list, text] of [
    [[...all('tram beds art'), 'stops'], 'stops'],
    [
      [['name', 'about'], ['dept-of-roads'], ...all('tram beds art').map(({ code, title }) => [code, title])],
      'dept-of-roads',
    ],
    [{ code: ['tram', 'beds', 'art'], title: ['Trams', 'Beds'] }, 'Trams'],
  ] as const) {
    const { crawler } = await startService(t, 'tram beds art', list)
    for (const run of [await crawler.run({ lists }), await crawler.run({ lists })]) {
      assert.equal(codesOf(run), 'art beds tram')
      assert.deepEqual(gapsOf(run), [])
      assert.match(doubtful(run).join(), new RegExp(`the origin answers for none of them: .*"${text}"`))
    }
  }
})

test('categories and publishers among the datasets of a list are no datasets, unless the origin answers for them', async (t) => {
  const groups = [
    { model: 'category', code: 'c1', title: 'Transport' },
    { model: 'publisher', code: 'o1', title: 'Ministry' },
  ]
  const dump = [
    ...groups,
    ...all('tram beds art gone').map((one) => ({ ...one, model: 'dataset', category: 'c1' })),
  ]
  const { origin, crawler } = await startService(t, 'tram beds art', dump)
  origin.set({ [LIST.replace('json', 'xml')]: answer(xmlOf(dump), 'application/xml') })
  origin.set(both('list_categories', [{ code: 'c1', title: 'Transport', count: '3' }]))
  origin.set(both('list_oivs', [{ code: 'o1', title: 'Ministry', count: '3' }]))
  for (const day of [0, 1]) {
    const run = await crawler.run({ lists }, at(day))
    assert.equal(codesOf(run), 'art beds gone tram')
    assert.equal(gapsOf(run).length, 2)
    origin.set({ [LIST]: answer(JSON.stringify([...dump, { note: `${day}` }]), JSON_TYPE) })
  }
  origin.set(both('get_dataset/c1', rowsOf('c1')))
  assert.equal(codesOf(await crawler.run({ lists }, at(2))), 'art beds c1 gone tram')
})

test('texts about a list are neither datasets nor a warning', async (t) => {
  const { crawler } = await startService(t, 'tram beds art', {
    title: 'Our data',
    version: '1.2',
    language: 'en',
    updated: '2026-01-01',
    license: { id: 'CC-BY', url: 'https://example.org/by' },
    links: [{ rel: 'self', href: 'https://example.org/list' }],
    keywords: ['roads', 'care'],
    datasets: all('tram beds art'),
  })
  const run = await crawler.run({ lists })
  assert.equal(codesOf(run), 'art beds tram')
  assert.deepEqual(doubtful(run), [])
  assert.deepEqual(gapsOf(run), [])
})

test('a text beside the datasets is no dataset because an origin answers for any code', async (t) => {
  const { origin, crawler } = await startService(t, 'tram beds art', {
    datasets: all('tram beds art'),
    status: 'fine',
    featured: 'bus',
  })
  origin.set(both('get_dataset/bus', [{ row: 'bus one' }]))
  origin.otherwise(answer(jsonOf([{ note: 'There is no such dataset, sorry' }]), JSON_TYPE))
  assert.equal(codesOf(await crawler.run({ lists })), 'art beds bus tram')
})

const unclear = ({ manifest }: Crawled) =>
  manifest.problems.filter(({ code }) => code === 'unclear-code').map(({ message }) => message)

for (const [what, list] of Object.entries({
  'a single code': { datasets: all('tram beds art'), featured: 'bus' },
  'objects under another key': {
    datasets: all('tram beds art'),
    archive: [{ code: 'bus', reason: 'old', since: '2020' }],
  },
  'a row of cells among objects': [...all('tram beds art'), ['bus', 'On bus']],
  'a list of codes beside one in a group': [
    { title: 'Transport', datasets: all('tram beds'), others: ['bus'] },
    { title: 'Culture', datasets: all('art'), others: [] },
  ],
  'an object in an entry': [
    ...all('tram beds'),
    { code: 'art', title: 'On art', parts: [{ code: 'bus', title: 'On bus' }] },
  ],
}))
  test(`a warning names ${what} for which the origin fails, and the next run asks again`, async (t) => {
    const { origin, crawler } = await startService(t, 'tram beds art', list)
    for (const type of ['json', 'xml'])
      origin.set({ [`api/v1/get_dataset/bus/?type=${type}`]: { status: 503 } })
    for (const run of [await crawler.run({ lists }), await crawler.run({ lists })]) {
      assert.equal(codesOf(run), 'art beds tram')
      assert.match(unclear(run).join(), /"bus" \(it answered 503/)
    }
    origin.set(both('get_dataset/bus', [{ row: 'bus one' }, { row: 'bus two' }]))
    const last = await crawler.run({ lists })
    assert.equal(codesOf(last), 'art beds bus tram')
    assert.deepEqual(unclear(last), [])
  })

const page = answer('<html><body>We are back at noon</body></html>', 'text/html')
const notice = answer('{"error": "We are back at noon"}', JSON_TYPE)
for (const [what, failing, other] of [
  ['503 for everything', { status: 503 }, { status: 503 }],
  ['403 for everything', { status: 403 }, { status: 403 }],
  ['a page for everything', page, page],
  ['a page for its datasets only', page, { status: 404 }],
  ['an error report for its datasets only', notice, { status: 404 }],
] as const)
  test(`a service that answered with ${what} is asked again when it answers, although its lists are unchanged`, async (t) => {
    const { origin, crawler } = await startService(t, '', all('tram beds art'))
    for (const code of ['tram', 'beds', 'art'])
      for (const type of ['json', 'xml'])
        origin.set({ [`api/v1/get_dataset/${code}/?type=${type}`]: failing })
    origin.otherwise(other)
    const first = await crawler.run({ lists })
    assert.equal(codesOf(first), '')
    if (what.endsWith('only')) assert.match(unclear(first).join(), /"tram" \(it answered/)
    for (const code of ['tram', 'beds', 'art'])
      origin.set(both(`get_dataset/${code}`, [{ row: `${code} one` }]))
    origin.otherwise({ status: 404 })
    assert.equal(codesOf(await crawler.run({ lists })), 'art beds tram')
  })

for (const [what, route] of Object.entries({ 'a page': page, 'status 403': { status: 403 } }))
  test(`a warning names a single code for which the origin answers with ${what}, and the next run asks again`, async (t) => {
    const { origin, crawler } = await startService(t, 'tram beds art', {
      datasets: all('tram beds art'),
      featured: 'bus',
    })
    for (const type of ['json', 'xml']) origin.set({ [`api/v1/get_dataset/bus/?type=${type}`]: route })
    for (const run of [await crawler.run({ lists }), await crawler.run({ lists })]) {
      assert.equal(codesOf(run), 'art beds tram')
      assert.match(unclear(run).join(), /"bus" \(it answered/)
    }
    origin.set(both('get_dataset/bus', [{ row: 'bus one' }, { row: 'bus two' }]))
    assert.equal(codesOf(await crawler.run({ lists })), 'art beds bus tram')
  })

const DATASETS = 'tram beds art bus'.split(' ')
const setDatasets = (route: Route) =>
  Object.fromEntries(
    DATASETS.flatMap((code) =>
      ['json', 'xml'].map((type) => [`api/v1/get_dataset/${code}/?type=${type}`, route]),
    ),
  )

for (const [how, route] of Object.entries({
  'status 403': { status: 403 },
  'status 500': { status: 500 },
  'a page': page,
  'a message in json and xml': forAnyCode((_, format) => bodyOf(format, [{ note: 'We are back at noon' }])),
  'a message with the time': forAnyCode((_, format) =>
    bodyOf(format, [{ note: 'We are back at noon', at: `${performance.now()}` }]),
  ),
}))
  for (const [what, list] of Object.entries({
    'a single code': { datasets: all('tram beds art'), featured: 'bus' },
    'an entry with its code in another field': [...all('tram beds art'), { id: 'bus', title: 'On bus' }],
  }))
    test(`${what} that is added while the origin answers with ${how} for all datasets is named, and asked for again in the next run`, async (t) => {
      const { origin, crawler } = await startService(t, DATASETS.join(' '), all('tram beds art'))
      await crawler.run({ lists })
      origin.set({ ...setDatasets(route), [LIST]: answer(JSON.stringify(list), JSON_TYPE) })
      origin.otherwise(route)
      // With a smaller share, a run in which all data is lost publishes nothing.
      const during = await crawler.run({ lists, removalShare: 1 })
      assert.match(unclear(during).join(), /"bus" \(it answered/)
      for (const code of DATASETS) origin.set(both(`get_dataset/${code}`, rowsOf(code)))
      origin.otherwise({ status: 404 })
      const last = await crawler.run({ lists })
      assert.equal(codesOf(last), 'art beds bus tram')
      assert.deepEqual(unclear(last), [])
    })

test('a text is named while a dataset with a copy fails like a code that does not exist, although others are answered', async (t) => {
  const { origin, crawler } = await startService(t, DATASETS.join(' '), all('tram beds art'))
  await crawler.run({ lists })
  const list = { datasets: all('tram beds art'), featured: 'bus' }
  origin.set({ [LIST]: answer(JSON.stringify(list), JSON_TYPE) })
  for (const code of ['tram', 'bus'])
    for (const type of ['json', 'xml']) origin.set({ [`api/v1/get_dataset/${code}/?type=${type}`]: page })
  origin.otherwise(page)
  assert.match(unclear(await crawler.run({ lists })).join(), /"bus" \(it answered/)
  origin.set({ ...both('get_dataset/tram', rowsOf('tram')), ...both('get_dataset/bus', rowsOf('bus')) })
  assert.equal(codesOf(await crawler.run({ lists })), 'art beds bus tram')
})

test('a text is named in one run only if a dataset with a copy is lost to an answer with status 200', async (t) => {
  const { origin, crawler } = await startService(t, 'tram beds art', {
    datasets: all('tram beds art'),
    status: 'fine',
  })
  const soft = forAnyCode((_, format) => bodyOf(format, [{ note: 'There is no such dataset, sorry' }]))
  origin.otherwise(soft)
  assert.deepEqual(unclear(await crawler.run({ lists })), [])
  const more = { datasets: all('tram beds art'), status: 'fine', featured: 'bus' }
  origin.set({ [LIST]: answer(JSON.stringify(more), JSON_TYPE) })
  for (const type of ['json', 'xml']) origin.set({ [`api/v1/get_dataset/tram/?type=${type}`]: soft })
  assert.match(
    unclear(await crawler.run({ lists })).join(),
    /"fine" \(it answered as for a code .* and 1 more/,
  )
  assert.deepEqual(unclear(await crawler.run({ lists })), [])
})

test('texts about a list are no warning although the origin answers 500 for what it does not have', async (t) => {
  const { origin, crawler } = await startService(t, 'tram beds art', {
    license: 'CC-BY',
    status: 'fine',
    datasets: all('tram beds art'),
  })
  origin.otherwise({ status: 500 })
  assert.deepEqual(unclear(await crawler.run({ lists })), [])
})

test('a text beside the datasets is no dataset while the origin fails for a code that does not exist', async (t) => {
  const { origin, crawler } = await startService(t, 'tram beds art', {
    datasets: all('tram beds art'),
    featured: 'stops',
  })
  const soft = answer(jsonOf([{ note: 'There is no such dataset, sorry' }]), JSON_TYPE)
  origin.otherwise((seen) => (seen.path.includes('no-such-dataset') ? { status: 503 } : soft))
  const first = await crawler.run({ lists })
  assert.equal(codesOf(first), 'art beds tram')
  assert.match(
    unclear(first).join(),
    /"stops" \(it answered, but for a code that does not exist it answered 503/,
  )
  origin.otherwise(soft)
  const second = await crawler.run({ lists })
  assert.equal(codesOf(second), 'art beds tram')
  assert.deepEqual(unclear(second), [])
})

test('the only entry of a list is named while the origin answers for it, but fails for a code that does not exist', async (t) => {
  const { origin, crawler } = await startService(t, 'bus', all('bus'))
  origin.otherwise({ status: 503 })
  const first = await crawler.run({ lists })
  assert.equal(codesOf(first), '')
  assert.match(
    unclear(first).join(),
    /"bus" \(it answered, but for a code that does not exist it answered 503/,
  )
  origin.otherwise({ status: 404 })
  assert.equal(codesOf(await crawler.run({ lists })), 'bus')
})

test('entries beside the datasets are no datasets while the origin answers for all codes, but fails for one that does not exist', async (t) => {
  const { origin, crawler } = await startService(t, 'tram beds art', {
    datasets: all('tram beds art'),
    contacts: [
      { slug: 'desk', phone: '1', office: 'A' },
      { slug: 'press', phone: '2', office: 'B' },
    ],
  })
  const soft = answer(jsonOf([{ note: 'There is no such dataset, sorry' }]), JSON_TYPE)
  origin.otherwise((seen) => (seen.path.includes('no-such-dataset') ? { status: 503 } : soft))
  const first = await crawler.run({ lists })
  assert.equal(codesOf(first), 'art beds tram')
  assert.match(unclear(first).join(), /"desk" \(it answered, but/)
})

for (const status of [401, 403])
  test(`a dataset for which the origin answers ${status} stays a gap, although its entry has another text that it answers for`, async (t) => {
    const { origin, crawler } = await startService(t, 'tram beds art roads', [
      ...all('tram beds art'),
      { code: 'bus', slug: 'roads', title: 'On bus' },
      { code: 'taxi', slug: 'rails', title: 'On taxi' },
    ])
    origin.set(both('get_dataset/rails', [{ row: 'rails one' }]))
    for (const type of ['json', 'xml'])
      for (const code of ['bus', 'taxi'])
        origin.set({ [`api/v1/get_dataset/${code}/?type=${type}`]: { status } })
    for (const run of [await crawler.run({ lists }), await crawler.run({ lists })]) {
      assert.match(codesOf(run), /\bbus\b.*\btaxi\b/)
      assert.equal(gapsOf(run).length, 4)
    }
  })

const echo = ({ path }: { path: string }) =>
  answer(jsonOf([{ note: `There is no dataset ${path.split('/').at(-2)}, sorry` }]), JSON_TYPE)
for (const [what, other] of Object.entries<Route>({
  'fails for a code that does not exist, and answers for all others': answer(
    jsonOf([{ note: 'There is no such dataset, sorry' }]),
    JSON_TYPE,
  ),
  'fails for a code that does not exist, and answers for all others with the text that was asked for': echo,
  'fails for all codes that do not exist': { status: 503 },
}))
  for (const [how, list] of Object.entries({
    'the field of codes is the one': all('tram beds art').map(({ code, title }, at) => ({
      id: at + 1,
      name: code,
      title,
    })),
    'the fields of codes are those': [
      { id: 7, key: 'tram', title: 'Rails' },
      { id: 'beds', title: 'Wards' },
      { id: 8, key: 'art', title: 'Museums' },
      { id: 'bus', title: 'Stops' },
    ],
  }))
    test(`${how} with different answers while the origin ${what}`, async (t) => {
      const { origin, crawler } = await startService(t, 'tram beds art bus', list)
      origin.otherwise((seen) =>
        seen.path.includes('no-such-dataset')
          ? { status: 503 }
          : typeof other === 'function'
            ? other(seen, 1)
            : other,
      )
      const expected = how.startsWith('the fields') ? 'art beds bus tram' : 'art beds tram'
      assert.equal(codesOf(await crawler.run({ lists })), expected)
    })

for (const operation of ['list_datasets', 'list'])
  test(`other texts of entries of ${operation}, which were tried before their codes were found, are no warning`, async (t) => {
    const list = all('tram beds art').map(({ code, title }, at) => ({ id: at + 1, name: code, title }))
    const { origin, crawler } = await startService(t, 'tram beds art', operation === 'list' ? [] : list)
    origin.set({ 'api/v1/list/?type=json': answer(JSON.stringify(list), JSON_TYPE) })
    origin.otherwise({ status: 503 })
    const run = await crawler.run({ lists: operation === 'list' ? { list_datasets: 'none' } : lists })
    assert.ok(origin.requests.some(({ path }) => path.startsWith('api/v1/get_dataset/1/')))
    assert.equal(codesOf(run), 'art beds tram')
    assert.deepEqual(unclear(run), [])
  })

test('a run ends where a list has few of the codes that links in another list lead to', async (t) => {
  const { origin, crawler } = await startService(t, 'bus tram beds', {
    bus: { id: 'bus', title: 'On bus', files: [{ name: 'stops.csv' }, { name: 'lines.csv' }] },
    tram: { slug: 'tram', title: 'On tram' },
  })
  const links = ['bus', 'beds'].map((code) => ({ url: `/api/v1/get_dataset/${code}/` }))
  origin.set({ 'api/v1/list_categories/?type=json': answer(jsonOf(links), JSON_TYPE) })
  assert.equal(codesOf(await crawler.run()), 'beds bus tram')
})
