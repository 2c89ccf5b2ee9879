import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { planCrawl } from '../../src/lib/crawl/index.ts'
import { openMirror } from '../../src/lib/site/index.ts'
import { openGeneration } from '../../src/lib/snapshot/index.ts'
import { answer, both, openCrawler, serviceRoutes } from '../support/crawling.ts'
import { type Route, startScripted } from '../support/scripted-origin.ts'
import { temporaryFolder } from '../support/temporary.ts'

const LOCATION = { status: undefined, language: 'en', title: 'x', outlines: '', site: undefined } as const
const GONE = { status: 404 }
const LISTS = ['list', 'list_categories', 'list_oivs', 'list_datasets']
const HTML_ONLY = { list: 'html', list_categories: 'html', list_oivs: 'html', list_datasets: 'html' } as const
const page = (items: readonly string[]) =>
  answer(
    `<!DOCTYPE html><html><body><ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul></body></html>`,
    'text/html',
  )
const links = (titles: Readonly<Record<string, string>>) =>
  page(Object.entries(titles).map(([code, title]) => `<a href="../get_dataset/${code}/">${title}</a>`))

const DATASETS = links({ a: 'Roads', b: 'Parks' })

/** A service that has its lists as html only. */
async function startPages(t: TestContext, routes: Record<string, Route> = {}) {
  const none = LISTS.flatMap((list) => ['json', 'xml'].map((type) => [`api/v1/${list}/?type=${type}`, GONE]))
  return startScripted(t, {
    ...serviceRoutes({ a: 'x', b: 'y' }),
    ...Object.fromEntries(none),
    'api/v1/list/': DATASETS,
    'api/v1/list_datasets/': DATASETS,
    'api/v1/list_categories/': page(['<a href="?c=1">Transport</a>', '<a href="?c=2">Nature</a>']),
    'api/v1/list_oivs/': page(['<a href="?o=1">Department</a>', '<a href="?o=2">Office</a>']),
    ...routes,
  })
}

test('lists declared as html only are complete, and are not requested in json or xml', async (t) => {
  const origin = await startPages(t)
  const run = await openCrawler(t, origin).run({ lists: HTML_ONLY })
  assert.deepEqual(
    run.problems.filter((one) => one.startsWith('gap')),
    [],
  )
  assert.equal(run.manifest.complete, true)
  assert.deepEqual(run.manifest.lists, HTML_ONLY)
  assert.deepEqual(run.manifest.codes.order, ['a', 'b'])
  assert.equal(run.states['list_datasets/index.json'], 'derived')
  assert.equal(JSON.parse(run.text('list_datasets/index.json'))[0].text, 'Roads')
  assert.ok(origin.requests.every(({ path }) => path.includes('get_dataset') || !path.includes('?type=')))
})

for (const [where, address] of [
  ['the interface', '../get_dataset/'],
  ['pages of its own', 'https://data.example.org/datasets/'],
] as const)
  test(`titles and codes are read from links to ${where} if they are configured as the codes`, async (t) => {
    const items = Object.entries({ a: 'Roads', b: 'Parks' })
    const list = page(items.map(([code, title]) => `<a href="${address}${code}/">${title}</a>`))
    const origin = await startPages(t, { 'api/v1/list/': list, 'api/v1/list_datasets/': list })
    const fields = { code: 'text (link)' }
    const { manifest, folder, problems } = await openCrawler(t, origin).run({ lists: HTML_ONLY, fields })
    assert.deepEqual(
      problems.filter((one) => one.startsWith('gap')),
      [],
    )
    assert.deepEqual(manifest.codes.order, ['a', 'b'])
    const { catalogue } = openMirror({
      ...LOCATION,
      generation: openGeneration(folder),
      derived: temporaryFolder(t),
      named: fields,
    })
    assert.deepEqual(
      catalogue.datasets.map(({ title }) => title),
      ['Roads', 'Parks'],
    )
  })

test('a list declared as absent is not requested, is no gap and has no copy', async (t) => {
  const origin = await startScripted(t, serviceRoutes({ a: 'x' }))
  for (const query of ['', '?type=json', '?type=xml']) origin.set({ [`api/v1/list_oivs/${query}`]: GONE })
  const crawler = openCrawler(t, origin)
  assert.equal((await crawler.run()).manifest.complete, false)
  origin.forget()
  const run = await crawler.run({ lists: { list_oivs: 'none' } })
  assert.deepEqual(run.problems, [])
  assert.equal(run.manifest.complete, true)
  assert.ok(origin.requests.every(({ path }) => !path.includes('list_oivs')))
  assert.deepEqual(
    run.manifest.records.filter(({ operation }) => operation === 'list_oivs'),
    [],
  )
})

for (const [how, route] of [
  ['fails', { status: 500 }],
  ['is a page to say sorry', answer('<html><body><p>Sorry</p></body></html>', 'text/html')],
] as const)
  test(`a list that is html only and ${how} is a gap, and its last copy stays`, async (t) => {
    const origin = await startPages(t)
    const crawler = openCrawler(t, origin)
    await crawler.run({ lists: HTML_ONLY })
    origin.set({ 'api/v1/list_datasets/': route })
    const run = await crawler.run({ lists: HTML_ONLY })
    assert.match(run.problems.join('\n'), /gap http.*list_datasets\/: It answered .* is kept/)
    assert.equal(run.states['list_datasets/index.json'], 'stale')
    assert.deepEqual(run.manifest.codes.order, ['a', 'b'])
    assert.equal(run.manifest.counts.withdrawn, 0)
    assert.equal(run.manifest.complete, false)
  })

test('datasets that vanish from an html list need confirmation like any others', async (t) => {
  const origin = await startPages(t)
  const crawler = openCrawler(t, origin)
  await crawler.run({ lists: HTML_ONLY })
  origin.set({
    'api/v1/list_datasets/': page(['<a href="x">one</a>', '<a href="y">two</a>']),
    'api/v1/list/': page(['<a href="x">one</a>', '<a href="y">two</a>']),
  })
  await assert.rejects(crawler.run({ lists: HTML_ONLY }), { name: 'RemovalRefused' })
})

test('a plan reports the same gaps of lists as a crawl, with or without a copy', async (t) => {
  const origin = await startPages(t)
  const crawler = openCrawler(t, origin)
  const gaps = (problems: readonly { severity: string; subject: string; message: string }[]) =>
    problems
      .filter(({ severity }) => severity === 'gap')
      .map(({ subject, message }) => `${subject} ${message}`)
      .sort()
  const first = gaps((await planCrawl(crawler.options)).problems)
  assert.equal(first.length, 8)
  assert.deepEqual(first, gaps((await crawler.run()).manifest.problems))
  origin.set(
    both('list_oivs', [
      { id: 'o1', title: 'Department' },
      { id: 'o2', title: 'Office' },
    ]),
  )
  await crawler.run()
  origin.set({ 'api/v1/list_oivs/?type=xml': { status: 403 } })
  const second = gaps((await planCrawl(crawler.options)).problems)
  assert.match(second.join('\n'), /list_oivs\/\?type=xml It answered 403.* is kept/)
  assert.deepEqual(second, gaps((await crawler.run()).manifest.problems))
  assert.deepEqual(gaps((await planCrawl({ ...crawler.options, lists: HTML_ONLY })).problems), [])
})

const html = (body: string) => answer(`<!DOCTYPE html><html><body>${body}</body></html>`, 'text/html')
const MENU = '<nav><ul><li><a href="/">Home</a></li><li><a href="/help">Help</a></li></ul></nav>'

const holesOf = ({ problems }: { readonly problems: readonly string[] }) =>
  problems.filter((one) => one.startsWith('gap'))

for (const [where, body, titles] of [
  ['the only item of a list', '<ul><li><a href="?c=1">Transport</a></li></ul>', ['Transport']],
  ['the only row of a table', '<table><tr><td><a href="?c=1">Transport</a></td></tr></table>', ['Transport']],
  [
    'in cards, beside a menu, with a picture each',
    `${MENU}<div><a href="/api/v1/list_categories/transport/"><img src="t.svg"></a><h2><a href="/api/v1/list_categories/transport/">Transport</a></h2></div>
     <div><h2><a href="../list_datasets/?category=2">Nature</a></h2></div><p><a href="../list/">All data</a> <a href="?lang=en">English</a></p>`,
    ['Transport', 'Nature'],
  ],
  [
    'in a paragraph',
    '<p><a href="?c=1">Transport</a>, <a href="?c=2">Nature</a></p>',
    ['Transport', 'Nature'],
  ],
] as const)
  test(`a list that is html only is read if its links are ${where}`, async (t) => {
    const origin = await startPages(t, { 'api/v1/list_categories/': html(body) })
    const run = await openCrawler(t, origin).run({ lists: HTML_ONLY })
    assert.deepEqual(holesOf(run), [])
    assert.equal(run.manifest.complete, true)
    assert.deepEqual(
      JSON.parse(run.text('list_categories/index.json')).map(({ text }: { text: string }) => text),
      titles,
    )
  })

test('a list of datasets that is html only is read if its links are in a paragraph', async (t) => {
  const body = `${MENU}<p><a href="../get_dataset/a/">Roads</a> and <a href="../get_dataset/b/">Parks</a></p>`
  const origin = await startPages(t, { 'api/v1/list_datasets/': html(body), 'api/v1/list/': html(body) })
  const run = await openCrawler(t, origin).run({ lists: HTML_ONLY })
  assert.deepEqual(holesOf(run), [])
  assert.deepEqual(run.manifest.codes.order, ['a', 'b'])
  assert.equal(JSON.parse(run.text('list_datasets/index.json'))[1].text, 'Parks')
})

for (const [what, body] of [
  ['an error with a menu', `${MENU}<h1>503 Service Unavailable</h1><p><a href="/">Home</a></p>`],
  [
    'an error with links',
    '<h1>Error</h1><p><a href="?case=17">Report</a></p><ul><li><a href="?case=17">Report</a><li><a href="/">Home</a></ul>',
  ],
  [
    'a page to log in',
    '<form><input type="password"></form><p><a href="?forgot=1">Forgot?</a> <a href="/login?next=/api/v1/list_categories/%3Fc=1">Log in</a></p>',
  ],
  [
    'a page with links to itself and to other lists',
    '<p><a href="">Again</a> <a href="?lang=en">English</a> <a href="?type=json">json</a> <a href="../list/">Data</a></p>',
  ],
] as const)
  test(`a list that is html only is a gap while its page is ${what}`, async (t) => {
    const origin = await startPages(t, { 'api/v1/list_categories/': html(body) })
    const run = await openCrawler(t, origin).run({ lists: HTML_ONLY })
    assert.match(run.problems.join('\n'), /gap http.*list_categories\/: It answered .*page/)
    assert.equal(run.manifest.complete, false)
    assert.equal(run.states['list_categories/index.json'], 'missing')
  })
