import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { buildCatalogue, readLists } from '../../src/lib/catalogue/index.ts'
import { parseDatasetCode } from '../../src/lib/interface/index.ts'
import { isStoredList, openGeneration } from '../../src/lib/snapshot/index.ts'
import { answer, both, openCrawler } from '../support/crawling.ts'
import { type Route, startScripted } from '../support/scripted-origin.ts'

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
    ...Object.assign({}, ...CODES.map((code) => both(`get_dataset/${code}`, [{ row: `what ${code} has` }]))),
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
