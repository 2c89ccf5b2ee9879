import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { XMLParser } from 'fast-xml-parser'
import { SaxesParser } from 'saxes'
import {
  BROWSE_FACETS,
  browseView,
  facetViewsOf,
  feedOf,
  feedValues,
  hasPage,
  listingPageOf,
  listingPages,
  numbersAround,
  PAGE_SIZE,
  pageCount,
  renderFeed,
  SORTS,
  slicePage,
} from '../../../../src/lib/site/view/index.ts'
import fc from '../../../support/fast-check.ts'
import {
  datasetEntry,
  entry,
  largeMirror,
  mirrorOf,
  readingOf,
  sampleMirror,
  treeReading,
} from '../../../support/sample-mirror/index.ts'

describe('lists of datasets', () => {
  const rows = (count: number) => readingOf(Array.from({ length: count }, (_, n) => ({ n })))

  test('each of five thousand datasets is on exactly one page of every order', () => {
    const mirror = largeMirror(5000, 3)
    const { sorts } = mirror.listings
    const paths = new Set(listingPages(mirror).map(({ path }) => path))
    for (const sort of SORTS) {
      const seen = new Set<string>()
      const pages = pageCount(sorts[sort].members.length)
      for (let number = 1; number <= pages; number += 1) {
        const page = listingPageOf(sorts[sort], number)
        assert.ok('operation' in (page as object) || paths.has((page as { browse: string }).browse))
        for (const { href } of browseView(mirror, sorts[sort], number).cards)
          seen.add(href.replace(/^(\.\.\/)*(api\/v1\/)?/, ''))
      }
      assert.equal(seen.size, 5000, sort)
    }
  })

  test('a list of one dataset, of a full page and of one more has its last dataset on the expected page', () => {
    for (const [count, pages] of [
      [1, 1],
      [PAGE_SIZE, 1],
      [PAGE_SIZE + 1, 2],
    ] as const) {
      const mirror = largeMirror(count, 1)
      const { title } = mirror.listings.sorts
      const last = browseView(mirror, title, pages)
      assert.equal(last.cards.length, count - (pages - 1) * PAGE_SIZE)
      assert.equal(last.pager === undefined, pages === 1)
      assert.equal(last.chrome.next, undefined)
    }
  })

  test('the counts of a facet with one value per dataset add up to all datasets', () => {
    for (const mirror of [sampleMirror(), largeMirror(300, 2)]) {
      const all = mirror.catalogue.datasets.length
      const values = mirror.facets
      for (const facet of ['size', 'changed', 'state'] as const)
        assert.equal(
          values[facet].reduce((sum, { members }) => sum + members.length, 0),
          all,
          facet,
        )
      for (const facet of BROWSE_FACETS) {
        const covered = new Set(values[facet].flatMap(({ members }) => members.map(({ code }) => code)))
        if (facet !== 'format') assert.equal(covered.size, all, facet)
        assert.ok(values[facet].every(({ members, read }) => members.length > 0 || read))
        assert.equal(new Set(values[facet].map(({ slot }) => slot)).size, values[facet].length)
      }
    }
  })

  test('every link on every page of the sample leads to an existing page', () => {
    const mirror = sampleMirror()
    const paths = new Set(listingPages(mirror).map(({ path }) => path))
    const { byFolder } = mirror.listings
    for (const { path, folder, number } of listingPages(mirror)) {
      const listing = byFolder.get(folder)
      assert.ok(listing)
      const view = browseView(mirror, listing, number)
      const links = [
        ...view.sorts.flatMap(({ href, inPlace }) => (inPlace ? [] : href)),
        ...view.facets.flatMap(({ values }) => values.map(({ href }) => href)),
        ...(view.pager?.numbers ?? []).flatMap((to) => to?.href ?? []),
        ...view.cards.flatMap(({ oivs, categories }) =>
          [...oivs, ...categories].flatMap(({ href }) => href ?? []),
        ),
      ]
      for (const link of links) {
        const below = decodeURIComponent(new URL(link, `https://m.example/browse/${path}/`).pathname)
        const target = /^\/browse\/(.+)\/index\.html$/.exec(below)?.[1]
        assert.ok(
          target === undefined ? /^\/(?:api\/v1\/list_datasets|search)\//.test(below) : paths.has(target),
          `${path}: ${link}`,
        )
      }
    }
  })

  test('datasets are in the stated order, and those without a value come last', () => {
    const mirror = mirrorOf({
      datasets: [
        { entry: datasetEntry('b', { title: 'B', updated: '2026-01-01' }), reading: rows(3) },
        {
          entry: datasetEntry('a', { title: 'A' }),
          records: { json: { state: 'missing' }, xml: { state: 'missing' } },
        },
        { entry: datasetEntry('c', { title: 'C', updated: '2026-03-01' }), reading: rows(7) },
        { entry: datasetEntry('d', { title: 'D', updated: '2026-01-01' }), reading: rows(3) },
      ],
    })
    const { sorts } = mirror.listings
    const order = (sort: keyof typeof sorts) => sorts[sort].members.map(({ title }) => title).join('')
    assert.deepEqual(SORTS.map(order), ['ABCD', 'CBDA', 'CBDA', 'CBDA'])
  })

  test('the datasets of a category can be sorted on its page by what tells them apart', () => {
    const dataset = (code: string, title: string, records: number) => ({
      entry: datasetEntry(code, { title, categories: ['x'] }),
      reading: rows(records),
    })
    const mirror = mirrorOf({
      datasets: [dataset('c', 'C', 5), dataset('a', 'A', 2), dataset('d', 'D', 9), dataset('b', 'B', 5)],
      categories: [entry('x', 'Everything')],
    })
    const listing = mirror.listings.byFolder.get('category/x')
    assert.ok(listing)
    const { sorts, cards, range } = browseView(mirror, listing, 1)
    const title = { text: 'Title', href: '?sort=title', order: 'ABCD', range: '4 datasets, by title' }
    assert.equal(range, title.range)
    assert.deepEqual(
      sorts.map(({ text, href, inPlace }) => ({
        text,
        href,
        order: inPlace?.order
          .split(' ')
          .map((at) => cards[Number(at)]?.title)
          .join(''),
        range: inPlace?.range,
      })),
      [
        title,
        {
          text: 'Most records',
          href: '?sort=rows',
          order: 'DBCA',
          range: '4 datasets, most records first',
        },
        { text: 'Largest', href: '?sort=size', order: 'DBCA', range: '4 datasets, largest first' },
      ],
    )
  })

  test('the datasets of a category of several pages can be sorted on its first page, with those of the others', () => {
    const mirror = mirrorOf({
      datasets: Array.from({ length: PAGE_SIZE * 2 + 5 }, (_, at) => ({
        entry: datasetEntry(`d${at}`, {
          title: `Title ${1000 + at}`,
          categories: [at < PAGE_SIZE * 2 ? 'x' : 'y'],
        }),
        reading: rows(at),
      })),
      categories: [entry('x', 'Many'), entry('y', 'Few')],
    })
    const listing = mirror.listings.byFolder.get('category/x')
    assert.ok(listing)
    const first = browseView(mirror, listing, 1)
    assert.deepEqual(first.sortPages, ['2/index.html'])
    const byRows = first.sorts.find(({ text }) => text === 'Most records')?.inPlace
    assert.equal(byRows?.range, '120 datasets, most records first')
    assert.deepEqual(byRows?.order.split(' ').slice(0, 2), ['119', '118'])
    assert.deepEqual(browseView(mirror, listing, 2).sorts, [])
  })

  test('a value that all datasets have has a first page, and continues on the pages of the whole list', () => {
    const mirror = mirrorOf({
      datasets: Array.from({ length: PAGE_SIZE + 1 }, (_, at) => ({
        entry: datasetEntry(`d${at}`, { categories: ['x'] }),
        reading: rows(1),
      })),
      categories: [entry('x', 'Everything')],
    })
    const listing = mirror.listings.byFolder.get('category/x')
    assert.ok(listing)
    assert.deepEqual(listingPageOf(listing, 1), { browse: 'category/x' })
    assert.deepEqual(listingPageOf(listing, 2), { browse: 'by-title/2' })
    assert.equal(browseView(mirror, listing, 1).chrome.next, '../../by-title/2/index.html')
  })

  test('the current order and value are marked, and a page links to the previous and next one', () => {
    const mirror = largeMirror(PAGE_SIZE * 3, 2)
    const { sorts, byFolder } = mirror.listings
    const second = browseView(mirror, sorts.rows, 2)
    assert.deepEqual(
      second.sorts.filter(({ current }) => current).map(({ text }) => text),
      ['Most records'],
    )
    assert.equal(second.chrome.prev, '../index.html')
    assert.equal(second.chrome.next, '../3/index.html')
    assert.equal(second.chrome.title, 'Datasets, page 2 of 3 · Open data of Exampleshire')
    const current = byFolder.get('state/current')
    assert.ok(current)
    const marked = browseView(mirror, current, 1).facets.flatMap(({ values }) =>
      values.filter(({ current }) => current),
    )
    assert.deepEqual(
      marked.map(({ text }) => text),
      ['current'],
    )
  })

  test('filters within a part of the list show their counts there, and link to as many datasets', () => {
    const current = { json: { state: 'unchanged' }, xml: { state: 'unchanged' } } as const
    const lost = { json: { state: 'missing' }, xml: { state: 'missing' } } as const
    const dataset = (
      code: string,
      category: string,
      oiv: string,
      records: typeof current | typeof lost = current,
    ) => ({
      entry: datasetEntry(code, { categories: [category], oivs: [oiv], updated: '2026-01-01' }),
      reading: rows(1),
      records,
    })
    const mirror = mirrorOf({
      datasets: [
        dataset('a', 'x', '1'),
        dataset('b', 'x', '1', lost),
        dataset('c', 'y', '1'),
        dataset('d', 'y', '2', lost),
        { ...dataset('e', 'nowhere', '1'), reading: rows(1) },
      ],
      categories: [entry('x', 'Roads'), entry('y', 'Rails')],
      oivs: [entry('1', 'Office'), entry('2', 'Bureau')],
    })
    const viewOf = (folder: string) => {
      const listing = mirror.listings.byFolder.get(folder)
      assert.ok(listing, folder)
      return browseView(mirror, listing, 1).facets.map(({ name, values }) => [
        name,
        ...values.map(({ text, href, count }) => `${text} ${count} ${href}`),
      ])
    }
    const search = '../../../search/index.html'
    assert.deepEqual(viewOf('category/x'), [
      ['Publishers in this category', `Office 2 ${search}?category=x&oiv=1`],
    ])
    assert.deepEqual(viewOf('category/none'), [
      ['Publishers in this category', 'Office undefined ../../oiv/1/index.html'],
    ])
    assert.deepEqual(viewOf('oiv/2'), [
      ['Categories of this publisher', `Rails 1 ${search}?category=y&oiv=2`],
    ])
    assert.deepEqual(viewOf('state/missing'), [
      [
        'Category',
        `Rails 1 ${search}?category=y&state=missing`,
        `Roads 1 ${search}?category=x&state=missing`,
      ],
      ['Publisher', 'Bureau 1 ../../oiv/2/index.html', `Office 1 ${search}?oiv=1&state=missing`],
      ['State', 'current 3 ../current/index.html', 'missing 2 index.html'],
    ])
    for (const [folder, name] of [
      ['size/none', 'Size'],
      ['format/json', 'Format'],
    ] as const)
      assert.deepEqual(
        viewOf(folder).map(([name]) => name),
        [name],
      )
  })

  test('the page of a category describes it, and its cards do not repeat its name', () => {
    const mirror = mirrorOf({
      datasets: [
        { entry: datasetEntry('a', { categories: ['x', 'y'], oivs: ['1'] }), reading: rows(2) },
        { entry: datasetEntry('b', { categories: ['x'], oivs: ['1'] }), reading: rows(3) },
      ],
      categories: [entry('x', 'Roads', { description: 'All of them.' }), entry('y', 'Rails')],
      oivs: [entry('1', 'Office')],
    })
    const listing = mirror.listings.byFolder.get('category/x')
    assert.ok(listing)
    const { group, cards, facet, title, all, search } = browseView(mirror, listing, 1)
    assert.deepEqual([facet, title, group?.description], ['Category', 'Roads', 'All of them.'])
    assert.deepEqual(
      group?.related?.values.map(({ text, href, count }) => [text, href, count]),
      [['Office', '../../oiv/1/index.html', '2']],
    )
    assert.equal(search?.href, '../../../search/index.html?category=x')
    assert.deepEqual(
      group?.facts.slice(0, 2).map(({ figure, label }) => `${figure} ${label}`),
      ['2 datasets', '5 records'],
    )
    assert.deepEqual(
      cards.map(({ categories }) => categories.map(({ text }) => text)),
      [['Rails'], []],
    )
    assert.equal(all?.href, '../../../api/v1/list_datasets/index.html')
  })

  test('datasets with a csv, or GeoJSON and nothing around it, have a list with the right number of pages, and no document is read before a page shows it', () => {
    let asked = 0
    const features = (path: string) => ({ ...rows(2), shape: 'features' as const, path })
    const reading = {
      tree: treeReading({ a: { b: 1 } }),
      geo: features('features[]'),
      inside: features('result.features[]'),
    }
    const made = mirrorOf({
      datasets: Array.from({ length: 150 }, (_, at) => ({
        entry: datasetEntry(`d${at}`),
        reading: at < 65 ? rows(2) : at < 70 ? reading.inside : at < 75 ? reading.geo : reading.tree,
      })),
    })
    const extentOf: typeof made.extentOf = (resource) => {
      asked++
      return made.extentOf(resource)
    }
    const mirror = { ...made, extentOf }
    const paths = listingPages(mirror)
    assert.equal(new Set(paths.map(({ path }) => path)).size, paths.length)
    assert.equal(asked, 0)
    const there = paths.filter(({ folder, number }) => {
      const listing = mirror.listings.byFolder.get(folder)
      return listing && hasPage(listing, number)
    })
    assert.deepEqual(
      there.map(({ path }) => path).filter((path) => path.startsWith('format/')),
      ['format/json', 'format/xml', 'format/csv', 'format/csv/2', 'format/geojson'],
    )
    const { facets } = browseView(mirror, mirror.listings.sorts.title, 1)
    assert.deepEqual(
      facets.find(({ facet }) => facet === 'format')?.values.map(({ text, count }) => `${text} ${count}`),
      ['json 150', 'xml 150', 'csv 75', 'GeoJSON 5'],
    )
    const none = mirrorOf({ datasets: [{ entry: datasetEntry('t'), reading: reading.tree }] })
    const csv = none.listings.byFolder.get('format/csv')
    assert.ok(csv && !hasPage(csv, 1))
  })

  test('every value of a facet can be reached, in the list of all values or in the collapsed part', () => {
    const mirror = mirrorOf({
      datasets: Array.from({ length: 40 }, (_, at) => ({
        entry: datasetEntry(`d${at}`, {
          categories: ['x'],
          oivs: [`o${at % 30}`],
          updated: `${1990 + (at % 20)}-01-01`,
        }),
        reading: rows(1),
      })),
      categories: [entry('x', 'Roads'), entry('y', 'Rails')],
      oivs: Array.from({ length: 30 }, (_, at) => entry(`o${at}`, `Office ${at}`)),
    })
    const facets = browseView(mirror, mirror.listings.sorts.title, 1).facets
    const oiv = facets.find(({ facet }) => facet === 'oiv')
    assert.deepEqual([oiv?.values.length, oiv?.rest], [12, undefined])
    assert.deepEqual(oiv?.more, { text: 'All 30', href: '../list_oivs/index.html' })
    const year = facets.find(({ facet }) => facet === 'changed')
    assert.equal(year?.more, undefined)
    assert.equal(year?.rest?.text, '8 more')
    assert.equal(
      new Set([...(year?.values ?? []), ...(year?.rest?.values ?? [])].map(({ href }) => href)).size,
      20,
    )
    const listing = mirror.listings.byFolder.get('category/x')
    assert.ok(listing)
    const { related } = browseView(mirror, listing, 1).group ?? {}
    assert.deepEqual(
      [related?.values.length, related?.rest?.values.length, related?.more],
      [12, 18, undefined],
    )
  })

  test('categories with keys chosen to have the same address each have a page, and links lead to it', () => {
    const keys = ['A;^|-,!.!', 'A:+(+)~.!']
    const mirror = mirrorOf({
      datasets: keys.map((key, n) => ({
        entry: datasetEntry(`d${n}`, { categories: [key] }),
        reading: rows(1),
      })),
      categories: keys.map((key, n) => entry(key, `Category ${n}`)),
    })
    const { byFolder } = mirror.listings
    const pages = [...byFolder].filter(([folder]) => folder.startsWith('category/'))
    assert.deepEqual(
      pages.map(([, { members }]) => members.map(({ code }) => code)),
      [['d0'], ['d1']],
    )
    const { cards } = browseView(mirror, mirror.listings.sorts.title, 1)
    assert.deepEqual(
      cards.flatMap(({ categories }) => categories.map(({ href }) => href)),
      pages.map(([folder]) => `../../../browse/${folder}/index.html`),
    )
  })

  test('each of many categories is among those that its own page shows, in the order of the list', () => {
    const count = 20_000
    const mirror = mirrorOf({
      datasets: Array.from({ length: count }, (_, n) => ({
        entry: datasetEntry(`d${n}`, { categories: [`c${n}`] }),
        reading: rows(1),
      })),
      categories: Array.from({ length: count }, (_, n) => entry(`c${n}`, `Category ${n}`)),
    })
    const values = mirror.facets.category
    assert.equal(values.length, count)
    for (const value of values) {
      const category = facetViewsOf(mirror, value, 'home').find(({ facet }) => facet === 'category')
      const shown = category?.values ?? []
      assert.equal(shown.length, 12)
      assert.deepEqual(
        shown.flatMap(({ text, current }) => (current ? [text] : [])),
        [value.text],
      )
    }
    const last = facetViewsOf(mirror, values.at(-1), 'home').find(({ facet }) => facet === 'category')
    assert.deepEqual(
      last?.values.map(({ text }) => text),
      [...values.slice(0, 11), values[count - 1]].map((value) => value?.text),
    )
  })
})

describe('the numbers of pages', () => {
  test('an empty list has one page, and a full page plus one entry has two', () => {
    const counts = [0, 1, PAGE_SIZE, PAGE_SIZE + 1, 2 * PAGE_SIZE, 20_000]
    assert.deepEqual(counts.map(pageCount), [1, 1, 1, 2, 2, Math.ceil(20_000 / PAGE_SIZE)])
  })

  test('the pages of a list contain each entry once, in order', () => {
    for (const count of [0, 1, PAGE_SIZE, PAGE_SIZE + 1, 20_000]) {
      const entries = Array.from({ length: count }, (_, at) => at)
      const pages = Array.from({ length: pageCount(count) }, (_, at) => slicePage(entries, at + 1))
      assert.deepEqual(pages.flat(), entries)
      assert.ok(pages.every((page) => page.length <= PAGE_SIZE))
    }
  })

  test('a pager shows the first, last and neighbouring pages, and never leaves out a single page', () => {
    const shown = (page: number, pages: number) =>
      numbersAround(page, pages)
        .map((number) => number ?? '…')
        .join(' ')
    assert.equal(shown(1, 1), '1')
    assert.equal(shown(1, 3), '1 2 3')
    assert.equal(shown(1, 334), '1 2 3 … 334')
    assert.equal(shown(5, 334), '1 2 3 4 5 6 7 … 334')
    assert.equal(shown(6, 334), '1 … 4 5 6 7 8 … 334')
    assert.equal(shown(331, 334), '1 … 329 330 331 332 333 334')
    assert.equal(shown(334, 334), '1 … 332 333 334')
  })
})

describe('feeds', () => {
  const one = readingOf([{ n: 1 }])
  const parser = new XMLParser({
    ignoreAttributes: false,
    isArray: (name) => ['entry', 'link', 'category'].includes(name),
  })

  /** Reads xml strictly, namespaces too. Throws for what is not well-formed. */
  function parseStrictly(xml: string) {
    const strict = new SaxesParser({ xmlns: true })
    strict.on('error', (error) => {
      throw error
    })
    strict.write(xml).close()
    return parser.parse(xml).feed
  }

  test('feeds are well-formed whatever the data contains', () => {
    const any = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(']]>', '\u0000\u0008', '\ud800', '<a b="', '&amp;', '\ufffe'),
    )
    fc.assert(
      fc.property(any, any, any, (title, key, site) => {
        const mirror = mirrorOf({
          title: site,
          datasets: [{ entry: datasetEntry('a', { title, categories: [key] }), reading: one }],
          categories: [entry(key, title)],
        })
        for (const value of [undefined, ...feedValues(mirror)]) {
          const feed = parseStrictly(renderFeed(feedOf(mirror, value)))
          assert.equal(feed.entry.length, 1)
          assert.ok(feed.id && feed.updated && feed.author.name)
        }
      }),
      { numRuns: 60 },
    )
  })

  test('a feed lists the fifty datasets that changed most recently, and contains no other times', () => {
    const day = (at: number) => `2026-10-${String(at + 1).padStart(2, '0')}T00:00:00.000Z`
    const mirror = mirrorOf({
      datasets: [3, 0, 2, 1].map((at) => ({
        entry: datasetEntry(`d${at}`),
        reading: one,
        records: {
          json: { state: 'fetched', changedAt: day(at) },
          xml: { state: 'fetched', changedAt: day(0) },
        },
      })),
    })
    const feed = feedOf(mirror)
    assert.deepEqual(
      feed.entries.map(({ title }) => title),
      ['d3', 'd2', 'd1', 'd0'],
    )
    assert.equal(feed.updated, day(3))
    assert.equal(feedOf(largeMirror(300, 1)).entries.length, 50)
    assert.deepEqual(feedOf(mirrorOf()).entries, [])
  })

  test('an entry has the same id in every feed and on every run, by its dataset and change', () => {
    const at = (changedAt: string) =>
      mirrorOf({
        datasets: [
          {
            entry: datasetEntry('a', { categories: ['x'] }),
            reading: one,
            records: { json: { state: 'fetched', changedAt }, xml: { state: 'fetched', changedAt } },
          },
        ],
        categories: [entry('x', 'Roads')],
      })
    const before = at('2026-01-01T00:00:00.000Z')
    const [roads] = before.facets.category
    const [id] = feedOf(before).entries.map(({ id }) => id)
    assert.match(id ?? '', /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    assert.equal(feedOf(before, roads).entries[0]?.id, id)
    assert.notEqual(feedOf(before, roads).id, feedOf(before).id)
    assert.notEqual(feedOf(at('2026-02-01T00:00:00.000Z')).entries[0]?.id, id)
  })

  test('links are absolute if the site has an address, otherwise relative to the feed', () => {
    const sited = feedOf(sampleMirror(), sampleMirror().facets.oiv[0])
    assert.equal(sited.self, 'https://mirror.example.net/open/browse/oiv/10/feed.xml')
    assert.ok(
      sited.entries.every(({ page }) =>
        page.startsWith('https://mirror.example.net/open/api/v1/get_dataset/'),
      ),
    )
    const plain = mirrorOf({
      datasets: [{ entry: datasetEntry('a b', { oivs: ['1'] }), reading: one }],
      oivs: [entry('1', 'O')],
    })
    const [oiv] = feedValues(plain)
    assert.equal(feedOf(plain).self, undefined)
    assert.equal(feedOf(plain).entries[0]?.page, 'api/v1/get_dataset/a%20b/index.html')
    assert.equal(feedOf(plain, oiv).entries[0]?.page, '../../../api/v1/get_dataset/a%20b/index.html')
    assert.equal(
      feedOf(plain, oiv).entries[0]?.files[0]?.href,
      '../../../api/v1/get_dataset/a%20b/index.json',
    )
  })

  test('the summary of an entry states its records and columns, and no sizes of files', () => {
    const mirror = mirrorOf({ datasets: [{ entry: datasetEntry('a'), reading: one }] })
    const { entry: entries } = parseStrictly(renderFeed(feedOf(mirror)))
    assert.match(entries[0].summary, /^1 record with 1 column$/)
    assert.doesNotMatch(entries[0].summary, /json|xml|\d.bytes|kB|MB/)
  })
})
