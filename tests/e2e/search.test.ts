import assert from 'node:assert/strict'
import { cpSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it, type TestContext } from 'node:test'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright'
import { generateCatalogue } from '../../scripts/bench/search/catalogue.ts'
import { openBrowser } from '../../scripts/screenshots/browser.ts'
import { RULES } from '../../src/lib/site/host/rules.ts'
import { INDEX_FILE, type SearchCatalogue } from '../../src/lib/site/search/head.ts'
import { renderIndex } from '../../src/lib/site/search/render-index.ts'
import { en } from '../../src/lib/site/view/words/en.ts'
import { catalogueOf, searchIn } from '../site/search/catalogues.ts'
import { mirrorAwkward } from '../support/shared-mirror.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { openSite } from './watched-page.ts'

const words = en.search.script

const folder = temporaryFolder({ after })
const HOSTILE = '<img src=x onerror=alert(1)> & <script>alert(2)</script>'
/** What the second site is searched for: its index alone is another. */
const invented = catalogueOf(
  [
    {
      title: 'Больницы города',
      description: 'Сведения о больницах',
      oivs: [0],
      categories: [0],
      state: 1,
      shown: 0,
      changed: '2025-06-01',
    },
    {
      title: 'Список поликлиник',
      description: 'Адреса больниц и поликлиник',
      oivs: [1],
      shown: 1,
      changed: '2026-02-01',
    },
    { title: HOSTILE, description: HOSTILE, columns: [HOSTILE], oivs: [1], categories: [1] },
    {
      title: 'Зелёные насаждения',
      columns: ['АдресОбъекта', 'Площадь'],
      categories: [1],
      records: 1234,
      width: 2,
      first: ['Площадь', 'АдресОбъекта'],
      years: '1998–2012',
      shown: 0,
      changed: '2026-05-09',
    },
    ...Array.from({ length: 120 }, (_, at) => ({
      title: `Датчик ${at}`,
      categories: [1],
      ...(at === 7 && { code: '7710474791-sensor' }),
    })),
  ],
  {
    oivs: ['Здравоохранение', HOSTILE].map((title, at) => ({ key: `o${at}`, title })),
    categories: ['Медицина', 'Природа & "сады"'].map((title, at) => ({ key: `c${at}`, title })),
  },
)
let browser: Browser
let real: string
let made: string
let large: string
const thousands = generateCatalogue(3000, 120)
before(async () => {
  real = (await mirrorAwkward(folder)).out
  made = withIndex('made', invented)
  large = withIndex('large', thousands)
  browser = await openBrowser()
})
after(() => browser?.close())

/** A copy of the site with the search index of another catalogue. */
function withIndex(name: string, catalogue: SearchCatalogue): string {
  const site = join(folder, name)
  cpSync(real, site, { recursive: true })
  for (const { path, text } of renderIndex(catalogue, RULES.hashedFolder))
    writeFileSync(join(site, path), text)
  return site
}

const places = [
  ['over http', '/any/base/'],
  ['from a disk', undefined],
] as const

async function open(
  context: TestContext,
  site: string,
  base: string | undefined,
  options: BrowserContextOptions = {},
) {
  const { root, isDisk, ...watched } = await openSite(context, browser, { folder: site, base }, options)
  const requested: string[] = []
  watched.page.on('request', (request) => requested.push(request.url()))
  const at = (path: string, query = '') => root + path + (isDisk ? 'index.html' : '') + query
  return {
    ...watched,
    at,
    isRequested: () => requested.some((address) => address.endsWith(INDEX_FILE)),
    partsRequested: () => requested.filter((address) => /\/search-[td]\d+\.\w+\.js$/.test(address)),
  }
}

const box = (page: Page) => page.getByRole('main').getByRole('searchbox')
const titles = (page: Page) => page.locator('.hits h2 a').allTextContents()
/** Waits until the page states this count: not another one that ends in the same digits. */
const tally = (page: Page, text: string) =>
  page.locator('[data-count]', { hasText: new RegExp(`(?<![\\d,])${text}`) }).waitFor()

for (const [name, base] of places) {
  describe(`the search ${name}`, () => {
    it('leads from the header of a page to the results, and on to the dataset', async (context) => {
      const { page, at, complaints, isRequested } = await open(context, real, base)
      await page.goto(at('about/'))
      assert.equal(isRequested(), false)
      await page.getByRole('searchbox').fill('набора')
      await tally(page, 'dataset')
      await page.keyboard.press('Enter')
      await page.waitForURL(/search\/(index\.html)?\?q=/)
      await tally(page, 'dataset')
      assert.equal(await box(page).inputValue(), 'набора')
      await page.locator('.hits h2').getByRole('link', { name: 'Набор Код набора' }).click()
      await page.getByRole('heading', { level: 1, name: 'Набор Код набора' }).waitFor()
      assert.deepEqual(complaints, [])
    })

    it('finds word forms and small typos, marks them, and keeps the query in the address', async (context) => {
      const { page, at, complaints } = await open(context, made, base)
      await page.goto(at('search/'))
      await tally(page, '124 datasets, by title')
      await box(page).fill('БОЛЬНИЦАМИ')
      await tally(page, '2 datasets')
      assert.deepEqual(await page.locator('.hits mark').allTextContents(), [
        'Больницы',
        'больницах',
        'больниц',
      ])
      await box(page).fill('зеленые насождения')
      await tally(page, '1 dataset with similar words')
      assert.deepEqual(await page.locator('.hits mark').allTextContents(), ['Зелёные', 'насаждения'])
      assert.deepEqual(
        await page.locator('.names > span').allTextContents(),
        ['Columns: Площадь, АдресОбъекта', '1998–2012', 'map'],
        'what is inside',
      )
      await box(page).fill('адрес')
      await tally(page, '2 datasets')
      assert.equal(await page.locator('.names > span').first().textContent(), 'Columns: АдресОбъекта')
      await box(page).fill('больница')
      await page.getByLabel('Publisher').selectOption({ label: 'Здравоохранение (1)' })
      await tally(page, '1 dataset')
      const address = page.url()
      assert.equal(new URL(address).search, `?${new URLSearchParams({ q: 'больница', oiv: 'o0' })}`)
      await page.reload()
      await tally(page, '1 dataset')
      assert.deepEqual(await titles(page), ['Больницы города'])
      assert.equal(await page.getByLabel('Publisher').inputValue(), 'o0')
      assert.equal(page.url(), address)
      assert.deepEqual(complaints, [])
    })

    it('finds the same among thousands of datasets as a search of the whole index, and loads few parts of it', async (context) => {
      const { page, at, complaints, partsRequested } = await open(context, large, base)
      const search = searchIn(thousands)
      const typed = ['больницы', 'hospitls in leeds', 'перечень парков 2023', 'global_id']
      await page.goto(at('search/', `?${new URLSearchParams({ q: typed[0] ?? '' })}`))
      for (const text of typed) {
        await box(page).fill(text)
        const { hits } = await search(text)
        assert.ok(hits.length > 0, text)
        const first = hits.slice(0, 12).map((hit) => thousands.datasets[hit.at]?.title)
        await tally(page, `${hits.length.toLocaleString('en-GB')} dataset`)
        await page
          .locator('.hits li')
          .first()
          .getByRole('link', { name: first[0] ?? '', exact: true })
          .waitFor()
        assert.deepEqual((await titles(page)).slice(0, 12), first, text)
      }
      const all = readdirSync(join(large, RULES.hashedFolder)).filter((file) => file.startsWith('search-'))
      assert.equal(new Set(partsRequested()).size, partsRequested().length)
      assert.ok(partsRequested().length > 0 && partsRequested().length < all.length)
      await page.getByRole('button', { name: 'Show 50 more' }).click()
      await page.locator('.hits li').nth(99).waitFor()
      assert.deepEqual(complaints, [])
    })
  })
}

describe('the page of the search', () => {
  it('shows results over any page while typing, and none once the reader goes on', async (context) => {
    const { page, at, complaints, isRequested } = await open(context, made, '/any/base/')
    await page.goto(at('about/'))
    assert.equal(isRequested(), false)
    const results = page.locator('.mast section')
    await page.getByRole('searchbox').pressSequentially('больниц')
    await tally(page, '2 datasets')
    assert.deepEqual(await page.locator('.mast .title').allTextContents(), [
      'Больницы города from an earlier run',
      'Список поликлиник',
    ])
    assert.equal(await page.locator('h1').count(), 1)
    await page.keyboard.press('Escape')
    await results.waitFor({ state: 'hidden' })
    await page.getByRole('searchbox').fill('датч')
    await page.getByRole('link', { name: 'Show all 120 results' }).waitFor()
    await page.locator('h1').click({ position: { x: 2, y: 2 } })
    await page.mouse.move(0, 0)
    await results.waitFor({ state: 'hidden' })
    assert.deepEqual(complaints, [])
  })

  it('shows results on the home page while typing, and loads the index only then', async (context) => {
    const { page, at, complaints, isRequested } = await open(context, made, '/any/base/')
    await page.goto(at(''))
    assert.equal(isRequested(), false)
    const edgeOf = async (found: Locator) => (await found.boundingBox())?.x
    assert.equal(await edgeOf(box(page)), await edgeOf(page.locator('h1')), 'it stands under the text')
    assert.equal(await page.locator('.hits li').count(), 0)
    await box(page).pressSequentially('больниц')
    await tally(page, '2 datasets')
    assert.equal(isRequested(), true)
    assert.deepEqual(await titles(page), ['Больницы города', 'Список поликлиник'])
    await box(page).fill('датч')
    await page.getByRole('link', { name: 'Show all 120 results' }).click()
    await tally(page, '120 datasets')
    await page.waitForURL(/search\/(index\.html)?\?q=%D0%B4/)
    assert.deepEqual(complaints, [])
  })

  it('combines filters, with counts of what the others leave, and keeps them in the address', async (context) => {
    const { page, at, complaints } = await open(context, made, '/any/base/')
    await page.goto(at('search/'))
    await page.getByLabel('Shown as').selectOption({ label: 'map (2)' })
    await tally(page, '2 datasets, by title')
    const years = page.getByLabel('Changed').locator('option')
    await years.filter({ hasText: '2025 (1)' }).waitFor({ state: 'attached' })
    assert.deepEqual(await years.allTextContents(), ['All', '2026 (1)', '2025 (1)'])
    await page.getByLabel('Changed').selectOption('2026')
    await tally(page, '1 dataset, by title')
    await page.reload()
    await tally(page, '1 dataset, by title')
    assert.deepEqual(await titles(page), ['Зелёные насаждения'])
    assert.equal(
      await page.getByLabel('Category').locator('option').nth(1).textContent(),
      'Природа & "сады" (1)',
    )
    await page.getByLabel('Shown as').selectOption('')
    await tally(page, '2 datasets, by title')
    assert.deepEqual(complaints, [])
  })

  it('suggests the dataset with the nearest code for one that is typed wrongly, and shows its code', async (context) => {
    const { page, at, complaints } = await open(context, made, '/any/base/')
    await page.goto(at('search/', '?q=7710474719-sensor'))
    await tally(page, 'similar code')
    assert.deepEqual(await titles(page), ['Датчик 7'])
    assert.equal(await page.locator('.hits .where code').textContent(), '7710474791-sensor')
    assert.deepEqual(complaints, [])
  })

  it('shows markup of the data as text', async (context) => {
    const { page, at, complaints } = await open(context, made, '/any/base/')
    await page.goto(at('search/', '?q=onerror'))
    await tally(page, '2 datasets')
    assert.deepEqual(await titles(page), [HOSTILE, 'Список поликлиник'])
    assert.equal(await page.locator('.hits :is(img, script)').count(), 0)
    assert.equal(await page.locator('select option').filter({ hasText: '<img' }).count(), 1)
    assert.deepEqual(complaints, [])
  })

  it('works by keyboard', async (context) => {
    const { page, at } = await open(context, made, '/')
    await page.goto(at('search/'))
    await tally(page, '124 datasets')
    await page.keyboard.press('/')
    await page.keyboard.type('поликлиника')
    await tally(page, '1 dataset')
    await page.keyboard.press('Escape')
    await tally(page, '124 datasets')
    await page.waitForURL((url) => url.search === '')
    await page.getByRole('button', { name: 'Show 50 more' }).press('Enter')
    await page.locator('.hits li').nth(99).waitFor()
    assert.equal(await page.locator('.hits li').count(), 100)
    assert.equal(
      await page.evaluate(() => document.activeElement?.closest('li')?.matches(':nth-child(51)')),
      true,
    )
    await page.getByRole('button', { name: 'Show 24 more' }).press('Enter')
    await page.locator('.hits li').nth(123).waitFor()
    assert.equal(await page.locator('.hits li').count(), 124)
    assert.equal(await page.getByRole('button', { name: /more/ }).count(), 0)
  })

  it('keeps everything where it is while results, filters and records are loaded', async (context) => {
    const { page, at } = await open(context, real, '/')
    await page.addInitScript(() => {
      const moved: string[] = []
      Object.assign(window, { moved })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & {
          sources: { node: Node | null }[]
        })[])
          for (const { node } of entry.sources) {
            const element = node instanceof Element ? node : node?.parentElement
            if (element) moved.push(element.outerHTML.slice(0, 80))
          }
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto(at('search/', '?q=набор'))
    await tally(page, 'dataset')
    await page.getByLabel('Category').locator('option').nth(1).waitFor({ state: 'attached' })
    await page.locator('[data-records] .hits li').first().waitFor()
    assert.deepEqual(await page.evaluate(() => (window as unknown as { moved: string[] }).moved), [])
  })

  it('never breaks a date', async (context) => {
    const { page, at } = await open(context, made, '/')
    await page.goto(at('search/', '?q=список'))
    const day = page.locator('.hits .where time')
    await day.waitFor()
    for (const width of [320, 340, 360, 380, 400, 420]) {
      await page.setViewportSize({ width, height: 700 })
      const { height, line } = await day.evaluate((one) => ({
        height: one.getBoundingClientRect().height,
        line: Number.parseFloat(getComputedStyle(one).lineHeight),
      }))
      assert.ok(height < line * 1.5, `${width} px`)
    }
  })

  it('announces the number of results to screen readers', async (context) => {
    const { page, at } = await open(context, made, '/')
    await page.goto(at('search/', '?q=больница'))
    await page.getByRole('status').filter({ hasText: '2 datasets' }).waitFor({ state: 'attached' })
  })

  it('says what to do if nothing is found, nothing is left, or the index cannot be loaded', async (context) => {
    const { page, at } = await open(context, made, '/')
    await page.goto(at('search/', '?q=qqqqqqq'))
    await page.getByText(words.none).first().waitFor()
    await page.locator('[data-more]', { hasText: words.noneBrowse }).getByRole('link').first().click()
    await page.waitForURL(/\/search\/(?:index\.html)?\?category=/)
    await tally(page, 'dataset')
    await page.goto(at('search/', '?q=поликлиника&category=c0'))
    await page.getByRole('button', { name: words.reset }).click()
    await tally(page, '1 dataset')
    assert.deepEqual(await titles(page), ['Список поликлиник'])
    await page.route(`**/${INDEX_FILE}`, (route) => route.abort())
    await page.goto(at('search/'))
    await tally(page, words.failed)
  })

  it('works again after a part of the index could not be loaded', async (context) => {
    const { page, at } = await open(context, large, '/')
    await page.goto(at('search/'))
    await tally(page, '3,000 datasets')
    await page.route(`**/${RULES.hashedFolder}search-t*`, (route) => route.abort())
    await box(page).fill('больницы')
    await tally(page, words.failed)
    await page.unroute(`**/${RULES.hashedFolder}search-t*`)
    await box(page).fill('больница')
    await tally(page, 'datasets')
    assert.ok((await titles(page)).length > 0)
  })

  it('links to the lists without JavaScript, and shows no useless input', async (context) => {
    const { page, at } = await open(context, real, '/', { javaScriptEnabled: false })
    await page.goto(at('search/'))
    assert.equal(await page.getByRole('searchbox').count(), 0)
    await page.getByRole('main').getByRole('link', { name: 'Datasets' }).click()
    await page.getByRole('main').getByRole('link', { name: 'Набор Код набора' }).first().waitFor()
    assert.equal(await page.getByRole('searchbox').count(), 0)
  })

  it('has no horizontal scrolling at 320 px', async (context) => {
    const { page, at } = await open(context, made, '/', { viewport: { width: 320, height: 700 } })
    await page.goto(at('search/', '?q=onerror'))
    await tally(page, '2 datasets')
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320)
  })
})
