import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { CrawlOptions } from '../../src/lib/crawl/index.ts'
import { parseDatasetCode } from '../../src/lib/interface/index.ts'
import { answer, both, jsonOf, openCrawler, serviceRoutes, xmlOf } from '../support/crawling.ts'
import { type Route, type ScriptedOrigin, startScripted } from '../support/scripted-origin.ts'

/** A service with these datasets and lists (`list_datasets json` and so on); other lists are empty. */
async function startService(
  t: TestContext,
  codes: readonly string[],
  lists: Readonly<Record<string, string | object>>,
): Promise<ScriptedOrigin> {
  const datasets = codes.flatMap((code) =>
    Object.entries(both(`get_dataset/${encodeURIComponent(code)}`, [{ row: code }])),
  )
  const bodies = Object.entries(lists).map(([name, body]): [string, Route] => {
    const [operation, format] = name.split(' ')
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    return [
      `api/v1/${operation}/${format === 'html' ? '' : `?type=${format}`}`,
      answer(text, `text/${format}`),
    ]
  })
  const empty = ['list', 'list_categories', 'list_oivs', 'list_datasets'].flatMap((one) =>
    Object.entries(both(one, [])),
  )
  return startScripted(t, Object.fromEntries([...empty, ...datasets, ...bodies]))
}

async function codesOf(t: TestContext, origin: ScriptedOrigin, options: Partial<CrawlOptions> = {}) {
  const { manifest, problems } = await openCrawler(t, origin).run(options)
  return {
    order: manifest.codes.order,
    field: manifest.codes.field?.name,
    problems,
    evidence: manifest.codes.evidence,
  }
}

const CODES = ['школы 1', 'a/b', 'p+q'].filter((code) => !code.includes('/')).concat('x?y#z', '100%')
const href = (code: string) => `/api/v1/get_dataset/${encodeURIComponent(code)}/`
const links = CODES.map((code) => `<a href="${href(code)}?type=json">data</a>`)

const WAYS: readonly (readonly [way: string, lists: Readonly<Record<string, string | object>>])[] = [
  ['links in json', { 'list_datasets json': CODES.map((code) => ({ u: href(code) })) }],
  ['links in html inside json', { 'list json': { text: links.join(' ') } }],
  [
    'links in attributes of xml',
    { 'list_datasets xml': `<r>${CODES.map((code) => `<d u="${href(code)}"/>`).join('')}</r>` },
  ],
  [
    'links in html, where json and xml say nothing',
    { 'list_datasets html': `<html><body>${links.join('')}</body></html>` },
  ],
  [
    'a field whose values answer',
    { 'list_datasets json': CODES.map((code, n) => ({ n: `№ ${n}`, ref: code })) },
  ],
  ['a field of xml', { 'list_datasets xml': xmlOf(CODES.map((code) => ({ ref: code }))) }],
  ['an array of strings', { 'list_datasets json': CODES }],
  [
    'the keys of an object',
    { 'list_datasets json': Object.fromEntries(CODES.map((code) => [code, { n: 'x' }])) },
  ],
  ['the list of available data only', { 'list json': CODES.map((code) => ({ id: code })) }],
]
for (const [way, lists] of WAYS)
  test(`finds the codes by ${way}`, async (t) => {
    const { order, problems } = await codesOf(t, await startService(t, CODES, lists))
    assert.deepEqual([...order].sort(), [...CODES].sort())
    assert.deepEqual(problems, [])
  })

test('requests html lists only if json and xml contain no codes', async (t) => {
  const plain = await startScripted(t, serviceRoutes({ a: 'x' }))
  await openCrawler(t, plain).run()
  assert.ok(plain.requests.every(({ path }) => path.includes('?type=')))
  const silent = await startService(t, [], { 'list_datasets json': [{ about: 'roads' }, { about: 'parks' }] })
  const { problems } = await codesOf(t, silent)
  const html = silent.requests.filter(({ path }) => !path.includes('?type='))
  assert.equal(html.length, 4)
  assert.match(problems.join(), /gap dataset codes: None were found.*fields\.code.*codes/)
})

test('requests html of a dataset that has neither json nor xml, and derives both from it', async (t) => {
  const origin = await startScripted(t, serviceRoutes({ a: 'x', b: 'y' }))
  const page =
    '<html><body><table><tr><th>k</th></tr><tr><td>1</td></tr><tr><td>2</td></tr></table></body></html>'
  const gone = { status: 404 }
  origin.set({ 'api/v1/get_dataset/a/?type=json': gone, 'api/v1/get_dataset/a/?type=xml': gone })
  origin.set({
    'api/v1/get_dataset/a/': answer(page, 'text/html'),
    'api/v1/get_dataset/b/': answer(page, 'text/html'),
  })
  const run = await openCrawler(t, origin).run()
  assert.equal(run.record('get_dataset/a/index.json')?.derivedFrom, 'html')
  assert.deepEqual(JSON.parse(run.text('get_dataset/a/index.json')), [{ k: '1' }, { k: '2' }])
  assert.ok(origin.requests.every(({ path }) => path !== 'api/v1/get_dataset/b/'))
})

test('uses the field whose values the origin answers for, even if another one looks more likely', async (t) => {
  const list = CODES.map((ref, n) => ({ code: `internal-${n}`, ref }))
  const { order, field, evidence } = await codesOf(
    t,
    await startService(t, CODES, { 'list_datasets json': list }),
  )
  assert.deepEqual(order, CODES)
  assert.equal(field, 'ref')
  assert.deepEqual(evidence, { code: 'answers', facts: { asked: 3 } })
})

test('finds the field of codes among many others, whatever its name', async (t) => {
  const codes = ['q17', 'q18', 'q19']
  const more = (code: string) => Array.from({ length: 12 }, (_, n) => [`id_${n}`, `${code}-${n}`])
  const list = codes.map((code) => ({ ...Object.fromEntries(more(code)), remark: code }))
  const origin = await startService(t, codes, { 'list_datasets json': list })
  const { order, field } = await codesOf(t, origin)
  assert.deepEqual(order, codes)
  assert.equal(field, 'remark')
})

test('states in the evidence that the origin answers for most values as for any code', async (t) => {
  const origin = await startService(t, [], {
    'list_datasets json': [
      { id: 'a', title: 'Long title of a' },
      { id: 'b', title: 'And of b' },
      { id: 'c', title: 'And of c' },
      { id: 'd', title: 'And of d' },
    ],
  })
  origin.set(both('get_dataset/c', [{ row: 'the only one' }]))
  origin.otherwise(({ path }) => (path.endsWith('=json') ? '[]' : '<r/>'))
  const { order, evidence } = await codesOf(t, origin)
  assert.deepEqual(order, ['a', 'b', 'c', 'd'])
  assert.deepEqual(evidence, { code: 'likeliest' })
})

for (const [what, unknown] of Object.entries({
  'an empty list': () => '[]',
  'a message with the code': (code: string) => JSON.stringify({ message: `There is no ${code}` }),
}))
  test(`finds the codes in groups although the origin answers for any code with ${what}`, async (t) => {
    const groups = ['Transport', 'Health'].map((title, n) => ({
      id: title.toLowerCase(),
      title,
      datasets: CODES.filter((_, at) => at % 2 === n).map((ref) => ({ ref })),
    }))
    const origin = await startService(t, CODES, { 'list_datasets json': groups })
    origin.otherwise(({ path }) => answer(unknown(path.split('/').at(-2) ?? ''), 'application/json'))
    const { order } = await codesOf(t, origin)
    assert.deepEqual([...order].sort(), [...CODES].sort())
  })

test('uses the configured codes and field, whatever the lists look like', async (t) => {
  const list = CODES.map((ref) => ({ code: 'all the same', ref })).concat([
    { code: '', ref: CODES[0] as string },
  ])
  const origin = await startService(t, [...CODES, 'secret'], { 'list_datasets json': list })
  const named = await codesOf(t, origin, { fields: { code: 'ref' }, codes: [parseDatasetCode('secret')] })
  assert.deepEqual(named.order, [...CODES, 'secret'])
  assert.deepEqual(named.evidence, { code: 'config' })
  const { problems } = await codesOf(t, origin, {
    fields: { code: 'reff' },
    codes: [parseDatasetCode('secret')],
  })
  assert.match(problems.join(), /warning fields\.code "reff": No list has a field of this name/)
})

test('a description of the operation is not a dataset, and does not hide the field of codes', async (t) => {
  const { order, problems } = await codesOf(
    t,
    await startService(t, CODES, {
      'list json': [{ get: '/api/v1/get_dataset/{code}/' }, { get: '/api/v1/get_dataset/<dataset_code>/' }],
      'list_datasets json': CODES.map((ref) => ({ ref })),
    }),
  )
  assert.deepEqual(order, CODES)
  assert.deepEqual(problems, [])
})

test('a single example link does not hide the field of codes', async (t) => {
  const { order } = await codesOf(
    t,
    await startService(t, [...CODES, 'example'], {
      'list json': { see: '/api/v1/get_dataset/example/' },
      'list_datasets json': CODES.map((ref) => ({ ref })),
    }),
  )
  assert.deepEqual(order, [...CODES, 'example'])
})

test('reports hostile codes, and writes nothing outside its folder', async (t) => {
  const hostile = ['..', '../../../escaped', '.', 'a\0b', 'x'.repeat(256), '\ud800']
  const fields = [...Array.from({ length: 60 }, (_, n) => `ok${n}`), ...hostile]
  const origin = await startService(t, fields.slice(0, 60), {
    'list_datasets json': jsonOf(fields.map((id) => ({ id }))),
    'list json': ['..%2f..%2fetc', '%2e%2e', '%00', 'a%2fb'].map((segment) => ({
      u: `https://127.0.0.1/get_dataset/${segment}/`,
    })),
  })
  origin.set({
    'api/v1/list_categories/?type=json': JSON.stringify([
      { u: `${origin.base}api/v1/get_dataset/..%2f..%2fetc/` },
    ]),
  })
  const crawler = openCrawler(t, origin)
  const { manifest, problems } = await crawler.run({ fields: { code: 'id' } })
  assert.equal(manifest.codes.order.length, 60)
  assert.equal(problems.filter((one) => /cannot be used as a folder name/.test(one)).length, 6)
  const linked = await crawler.run()
  assert.match(linked.problems.join('\n'), /gap "\.\.\/\.\.\/etc": /)
  assert.deepEqual(readdirSync(dirname(crawler.state)), ['state'])
  assert.ok(!existsSync(join(crawler.state, 'escaped')))
  assert.equal(manifest.complete, false)
})

test('the field of codes is found although the origin lacks most of the first ones it is asked for', async (t) => {
  const codes = Array.from({ length: 30 }, (_, at) => `set-${at}`)
  const absent = new Set(['set-0', 'set-29', 'set-7'])
  const datasets = Object.fromEntries(codes.filter((code) => !absent.has(code)).map((code) => [code, code]))
  const origin = await startScripted(t, serviceRoutes(datasets))
  origin.set(both('list', []))
  origin.set(
    both(
      'list_datasets',
      codes.map((code) => ({ code, title: `All about ${code}` })),
    ),
  )
  const { manifest } = await openCrawler(t, origin).run()
  assert.deepEqual([...manifest.codes.order], codes)
  assert.equal(manifest.problems.filter(({ severity }) => severity === 'gap').length, absent.size * 2)
})

for (const [what, codes] of Object.entries({
  'in xml only': [],
  'in xml only, and one is configured': ['c'],
}))
  test(`codes are found although the origin answers for datasets ${what}`, async (t) => {
    const origin = await startScripted(t, serviceRoutes({ a: '1', b: '2', c: '3' }))
    origin.set(both('list', []))
    origin.set(both('list_datasets', [{ code: 'a' }, { code: 'b' }]))
    for (const code of ['a', 'b', 'c'])
      origin.set({ [`api/v1/get_dataset/${code}/?type=json`]: { status: 500 } })
    const { manifest } = await openCrawler(t, origin).run({ codes: codes.map(parseDatasetCode) })
    assert.deepEqual([...manifest.codes.order], ['a', 'b', ...codes])
  })

test('a list of codes that cannot be folders is a gap that names one', async (t) => {
  const origin = await startScripted(t, serviceRoutes({}))
  origin.set(both('list', []))
  origin.set(both('list_datasets', [{ code: 'a/b' }, { code: 'c/d' }]))
  const { problems } = await openCrawler(t, origin).run()
  assert.match(
    problems.join(),
    /No value of "code" can be a code: "a\/b" is no folder, because it contains a slash/,
  )
})

test('the order of the datasets does not depend on which list answers first', async (t) => {
  const lists = { list: ['bus', 'tram'], list_datasets: ['beds', 'tram'] }
  const orders = await Promise.all(
    Object.keys(lists).map(async (late) => {
      const origin = await startService(t, ['bus', 'tram', 'beds'], {})
      for (const [operation, codes] of Object.entries(lists)) {
        const body = jsonOf(codes.map((code) => ({ address: href(code) })))
        origin.set({
          [`api/v1/${operation}/?type=json`]: (_, count) =>
            operation === late && count === 1 ? { status: 503 } : answer(body, 'application/json'),
        })
      }
      return (await codesOf(t, origin, { formats: ['json'], retries: 1 })).order
    }),
  )
  assert.deepEqual(orders, [
    ['bus', 'tram', 'beds'],
    ['bus', 'tram', 'beds'],
  ])
})

for (const [what, body, options] of [
  ['too large', JSON.stringify([{ text: 'x'.repeat(20_000) }]), { maxBodyBytes: 10_000 }],
  ['too deep', `${'['.repeat(50)}1${']'.repeat(50)}`, { maxDepth: 20 }],
  ['malformed', '[{"name": x}]', {}],
  ['compressed without saying so', gzipSync('[{"name": "x"}]'), {}],
] as const)
  test(`finds the codes of datasets of which most are ${what}, as the origin has none with another code`, async (t) => {
    const codes = ['tram', 'bus', 'metro', 'ferry', 'taxi', 'bike']
    const origin = await startService(t, codes, {
      'list_datasets json': codes.map((code) => ({ id: code, name: `About ${code}` })),
    })
    for (const code of codes.slice(1))
      for (const format of ['json', 'xml'])
        origin.set({ [`api/v1/get_dataset/${code}/?type=${format}`]: answer(body, `application/${format}`) })
    const { order, problems } = await codesOf(t, origin, { formats: ['json'], ...options })
    assert.deepEqual([...order].sort(), [...codes].sort())
    for (const code of codes.slice(1)) assert.match(problems.join('\n'), new RegExp(`get_dataset/${code}/`))
  })
