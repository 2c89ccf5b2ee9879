import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { buildCatalogue, nameLists, readLists } from '../../src/lib/catalogue/index.ts'
import { planCrawl } from '../../src/lib/crawl/index.ts'
import { parseDatasetCode } from '../../src/lib/interface/index.ts'
import { openMirror } from '../../src/lib/site/index.ts'
import { isStoredList, openGeneration } from '../../src/lib/snapshot/index.ts'
import { answer, both, openCrawler, serviceRoutes } from '../support/crawling.ts'
import { type Route, startScripted } from '../support/scripted-origin.ts'
import { temporaryFolder } from '../support/temporary.ts'

describe('lists in groups', () => {
  const json = (body: unknown) => answer(JSON.stringify(body), 'application/json')
  const xml = (body: string) => answer(`<?xml version="1.0"?><catalog>${body}</catalog>`, 'application/xml')

  const GROUPS: readonly (readonly [category: string, codes: readonly string[]])[] = [
    ['Transport', ['bus', 'tram', 'metro']],
    ['Health', ['clinics']],
    ['Culture', ['museums', 'parks']],
  ]
  const CODES = GROUPS.flatMap(([, codes]) => codes)
  const CATEGORIES = GROUPS.map(([title], n) => ({ id: `c${n + 1}`, title }))

  const titleOf = (code: string) => `Data about ${code}`
  const entry = (code: string) => ({ code, title: titleOf(code) })
  const by = (make: (codes: readonly string[], n: number) => unknown) =>
    Object.fromEntries(GROUPS.map(([category, codes], n) => [category, make(codes, n)]))
  const entries = (codes: readonly string[]) => codes.map(entry)
  const groups = GROUPS.map(([title, codes]) => ({ title, datasets: entries(codes) }))
  const elements = (codes: readonly string[]) =>
    codes.map((code) => `<dataset><code>${code}</code><title>${titleOf(code)}</title></dataset>`).join('')
  const inGroups = (make: (category: string, codes: readonly string[]) => string) =>
    xml(GROUPS.map(([category, codes]) => make(category, codes)).join(''))

  const SHAPES: Readonly<Record<string, ReturnType<typeof answer>>> = {
    'lists by category': json(by(entries)),
    'lists by category, one of them empty': json({ Sports: [], ...by(entries) }),
    'lists by category in a wrapper': json({ total: 6, datasets: by(entries) }),
    'lists by category beside a total': json({ total: 6, ...by(entries) }),
    'lists by category with other fields in each': json(
      by((codes, n) => codes.map((code) => ({ ...entry(code), [`a${n}`]: n, [`b${n}`]: 'x', [`c${n}`]: 0 }))),
    ),
    'objects of titles by category': json(
      by((codes) => Object.fromEntries(codes.map((code) => [code, titleOf(code)]))),
    ),
    'objects by code by category': json(
      by((codes) => Object.fromEntries(codes.map((code) => [code, { title: titleOf(code), views: 7 }]))),
    ),
    'categories with datasets': json(groups),
    'categories with datasets in a wrapper': json({ categories: groups }),
    'categories with ids and datasets': json(groups.map((group, n) => ({ id: `c${n + 1}`, n: 2, ...group }))),
    'categories with datasets and one of them by its code': json(
      GROUPS.map(([title, codes]) => ({ title, featured: codes[0], datasets: entries(codes) })),
    ),
    'categories with datasets, of which one names one of them by its code': json(
      GROUPS.map(([title, codes], n) => ({
        title,
        ...(n === 0 && { featured: codes[1] }),
        datasets: entries(codes),
      })),
    ),
    'sections with categories with datasets': json({ sections: [{ title: 'All', categories: groups }] }),
    'categories with datasets and categories': json({
      title: 'Transport',
      datasets: groups[0]?.datasets,
      categories: groups.slice(1),
    }),
    'elements in categories': inGroups(
      (title, codes) => `<category><title>${title}</title><datasets>${elements(codes)}</datasets></category>`,
    ),
    'elements in categories with a name': inGroups(
      (title, codes) => `<category name="${title}">${elements(codes)}</category>`,
    ),
    'elements with texts in categories': inGroups(
      (title, codes) =>
        `<category name="${title}">${codes.map((code) => `<dataset code="${code}">${titleOf(code)}</dataset>`).join('')}</category>`,
    ),
    'elements in elements named by category': inGroups(
      (title, codes) => `<${title}>${elements(codes)}</${title}>`,
    ),
  }

  const BARE: Readonly<Record<string, ReturnType<typeof answer>>> = {
    'codes by category': json(by((codes) => codes)),
    'categories with codes': json(GROUPS.map(([title, datasets]) => ({ title, datasets }))),
  }

  async function crawlLists(t: TestContext, lists: Record<string, Route>) {
    const origin = await startScripted(t, {
      ...Object.assign(
        {},
        ...CODES.map((code) => both(`get_dataset/${code}`, [{ row: `what ${code} has` }])),
      ),
      ...both('list_oivs', [{ id: 'o1', title: 'Department of transport' }]),
      ...both('list_categories', CATEGORIES),
      'api/v1/list/?type=json': json([]),
      ...lists,
    })
    const { manifest, folder, problems } = await openCrawler(t, origin).run()
    const generation = openGeneration(folder)
    const stored = manifest.records.filter(isStoredList)
    const catalogue = buildCatalogue({
      documents: readLists(stored.map((record) => ({ ...record, source: generation.source(record.path) }))),
      codes: manifest.codes.order.map(parseDatasetCode),
      codeField: manifest.codes.field,
      named: {},
    })
    const titles = new Map(catalogue.categories.map(({ key, title }) => [key, title]))
    const found = catalogue.datasets.map(({ code, title, categories }) => ({
      code,
      title,
      // The innermost group comes first.
      in: titles.get(categories[0] ?? ''),
    }))
    return { codes: manifest.codes.order, found, problems }
  }

  const listIn = (list: ReturnType<typeof answer>) =>
    `api/v1/list_datasets/?type=${String(list.headers['content-type']).split('/')[1]}`

  for (const [name, list] of Object.entries({ ...SHAPES, ...BARE }))
    test(`a list of datasets by category names all of them: ${name}`, async (t) => {
      const { found } = await crawlLists(t, { [listIn(list)]: list })
      const expected = GROUPS.flatMap(([category, codes]) =>
        codes.map((code) => ({ code, title: name in BARE ? code : titleOf(code), in: category })),
      )
      assert.deepEqual(
        found.toSorted((a, b) => a.code.localeCompare(b.code)),
        expected.toSorted((a, b) => a.code.localeCompare(b.code)),
      )
    })

  test('a list in which a dataset is in several groups names all of them', async (t) => {
    const list = json({ ...by(entries), Leisure: entries(['parks', 'museums', 'bus']) })
    const { codes, problems } = await crawlLists(t, { [listIn(list)]: list })
    assert.deepEqual(codes.toSorted(), CODES.toSorted())
    assert.deepEqual(
      problems.filter((problem) => problem.includes('get_dataset')),
      [],
    )
  })

  test('the category that an entry states wins over the group it stands in', async (t) => {
    const list = json(by((codes) => codes.map((code) => ({ ...entry(code), category: 'c2' }))))
    const { found } = await crawlLists(t, { [listIn(list)]: list })
    assert.ok(found.every((dataset) => dataset.in === 'Health'))
  })

  test('formats of which only one is in groups do not disagree', async (t) => {
    const flat = xml(elements(CODES))
    const { codes, problems } = await crawlLists(t, {
      ...both('list_oivs', []),
      'api/v1/list_datasets/?type=json': json({ categories: groups }),
      'api/v1/list_datasets/?type=xml': flat,
      'api/v1/list/?type=xml': xml(''),
    })
    assert.deepEqual(codes.toSorted(), CODES.toSorted())
    assert.deepEqual(problems, [])
  })

  const FLAT: Readonly<Record<string, unknown>> = {
    'files of a dataset': CODES.map((code) => ({
      ...entry(code),
      files: [{ code: `${code}-1`, title: 'File' }],
    })),
    'files by the same sort of number': CODES.map((code, n) => ({
      ...entry(code),
      n,
      files: [{ code: `${n}`, title: 'File' }],
    })),
    'categories beside the datasets': { datasets: entries(CODES), categories: CATEGORIES },
    'categories beside the datasets, with the same fields': {
      datasets: CODES.map((code) => ({ ...entry(code), updated: '2026-01-01', text: 'x', size: 3 })),
      facets: { categories: CATEGORIES.map(({ id, title }) => ({ code: id, title })) },
    },
  }

  for (const [name, list] of Object.entries(FLAT))
    test(`what is no dataset is not taken for one: ${name}`, async (t) => {
      const { codes, problems } = await crawlLists(t, { 'api/v1/list_datasets/?type=json': json(list) })
      assert.deepEqual(codes, CODES)
      assert.deepEqual(
        problems.filter((problem) => problem.includes('get_dataset')),
        [],
      )
    })

  const MANY = Array.from({ length: 30 }, (_, n) => `d${n}`)

  // The same datasets in so many groups, in both formats.
  function inSoMany(groupCount: number, codes = MANY) {
    const parts = Array.from({ length: groupCount }, (_, group) =>
      codes.filter((_code, n) => n % groupCount === group),
    )
    const categories = parts.map(
      (part, n) => `<category name="Group ${n}"><datasets>${elements(part)}</datasets></category>`,
    )
    return {
      'api/v1/list_datasets/?type=json': json(
        parts.map((part, n) => ({ title: `Group ${n}`, datasets: entries(part) })),
      ),
      'api/v1/list_datasets/?type=xml': xml(categories.join('')),
    }
  }

  const serviceInGroups = (groupCount: number) => ({
    ...Object.assign({}, ...MANY.map((code) => both(`get_dataset/${code}`, [{ row: `what ${code} has` }]))),
    ...both('list', []),
    ...both('list_categories', []),
    ...both('list_oivs', []),
    ...inSoMany(groupCount),
  })

  const OTHER_GROUPS: Readonly<Record<string, Record<string, Route>>> = {
    'fewer groups': inSoMany(3),
    'no groups': both('list_datasets', MANY.map(entry)),
    'one group each': inSoMany(30),
  }

  for (const [name, lists] of Object.entries(OTHER_GROUPS))
    test(`datasets that are listed in other groups need no confirmation: ${name}`, async (t) => {
      const origin = await startScripted(t, serviceInGroups(10))
      const crawler = openCrawler(t, origin)
      await crawler.run()
      for (const next of [lists, inSoMany(10)]) {
        origin.set(next)
        const { manifest } = await crawler.run()
        assert.deepEqual(manifest.codes.order.toSorted(), MANY.toSorted())
      }
    })

  test('a list in as many groups that has lost most of its datasets in one format is refused', async (t) => {
    const origin = await startScripted(t, serviceInGroups(3))
    const crawler = openCrawler(t, origin)
    await crawler.run()
    const json = 'api/v1/list_datasets/?type=json'
    origin.set({ [json]: inSoMany(3, MANY.slice(0, 9))[json] })
    await assert.rejects(crawler.run(), { name: 'RemovalRefused' })
  })
})

describe('lists that the config declares', () => {
  const LOCATION = { status: undefined, language: 'en', title: 'x', outlines: '', site: undefined } as const
  const GONE = { status: 404 }
  const LISTS = ['list', 'list_categories', 'list_oivs', 'list_datasets']
  const HTML_ONLY = {
    list: 'html',
    list_categories: 'html',
    list_oivs: 'html',
    list_datasets: 'html',
  } as const
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
    const none = LISTS.flatMap((list) =>
      ['json', 'xml'].map((type) => [`api/v1/${list}/?type=${type}`, GONE]),
    )
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

  test('a list declared as absent is not requested as html either, where the others have no codes', async (t) => {
    const origin = await startPages(t, {
      'api/v1/list/?type=json': answer('[]', 'application/json'),
      'api/v1/list_datasets/?type=json': answer('[]', 'application/json'),
    })
    const run = await openCrawler(t, origin).run({ lists: { list_oivs: 'none' } })
    assert.deepEqual(run.manifest.codes.order, ['a', 'b'])
    assert.ok(origin.requests.every(({ path }) => !path.includes('list_oivs')))
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
    [
      'the only row of a table',
      '<table><tr><td><a href="?c=1">Transport</a></td></tr></table>',
      ['Transport'],
    ],
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
})

test('what is around the groups of a list is read a few times, however many groups there are', () => {
  const codes = Array.from({ length: 600 }, (_, n) => `d${n}`)
  const grouped = Map.groupBy(codes, (code) => `Group ${Math.floor(Number(code.slice(1)) / 2)}`)
  const body = Object.fromEntries(
    grouped.entries().map(([title, own]) => [title, own.map((code) => ({ code }))]),
  )
  const source = () => [Buffer.from(JSON.stringify(body))]
  const [list] = readLists([{ operation: 'list_datasets', format: 'json', source }])
  assert.ok(list)
  const around = new Set(list.families.flatMap(({ items }) => items.flatMap((item) => item.around ?? [])))
  let looks = 0
  for (const item of around) {
    const { value } = item
    const get = () => {
      looks++
      return value
    }
    Object.defineProperty(item, 'value', { get })
  }
  const [named] = nameLists([list], { codes: new Set(codes), field: undefined })
  assert.equal(named?.codes.size, codes.length)
  assert.ok(looks > 0 && looks < grouped.size, `${looks} looks`)
})
