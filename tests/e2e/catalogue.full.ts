import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it, type TestContext } from 'node:test'
import { HtmlValidate } from 'html-validate'
import type { Browser, BrowserContextOptions } from 'playwright'
import { openBrowser } from '../../scripts/screenshots/browser.ts'
import { listFiles, verifySite } from '../../src/lib/site/index.ts'
import { en } from '../../src/lib/site/view/words/en.ts'
import { mirrorInto, settingsIn } from '../support/mirror.ts'
import { startScripted } from '../support/scripted-origin.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { openSite } from './watched-page.ts'

const DATASETS = 130
const CATEGORIES = [
  { id: 'Дороги / №7', name: 'Дороги и мосты <b>' },
  { id: 'parks', name: 'Парки' },
]
const datasets = Array.from({ length: DATASETS }, (_, at) => ({
  code: `set-${at}`,
  title: `${'АБВ'[at % 3]}-набор № ${at}`,
  category: CATEGORIES[at % 2]?.id,
  updated: `20${20 + (at % 4)}-02-03`,
}))

const folder = temporaryFolder({ after })
let browser: Browser
let out: string
before(async () => {
  const json = (value: unknown) => JSON.stringify(value)
  const origin = await startScripted({ after } as never, {
    'api/v1/list/?type=json': json([{ name: 'list_datasets' }]),
    'api/v1/list_categories/?type=json': json(CATEGORIES),
    'api/v1/list_oivs/?type=json': json([{ id: '1', name: 'Ведомство' }]),
    'api/v1/list_datasets/?type=json': json(datasets),
    ...Object.fromEntries(
      datasets.map(({ code }, at) => [
        `api/v1/get_dataset/${code}/?type=json`,
        json(Array.from({ length: 1 + (at % 40) }, (_, n) => ({ n, set: code }))),
      ]),
    ),
  })
  const settings = settingsIn(folder, { origin: origin.base, title: 'Открытые данные', formats: ['json'] })
  await mirrorInto(settings)
  out = settings.out
  browser = await openBrowser()
})
after(() => browser?.close())

const open = (context: TestContext, base: string | undefined, options: BrowserContextOptions = {}) =>
  openSite(context, browser, { folder: out, base }, options)

describe('the catalogue', () => {
  for (const [place, base] of [
    ['over http', '/any/base/'],
    ['from a disk', undefined],
  ] as const)
    it(`works without JavaScript from home to a category, its next page, a dataset and back, ${place}`, async (context) => {
      const { page, home } = await open(context, base, { javaScriptEnabled: false })
      await page.goto(home)
      const main = page.getByRole('main')
      await main.getByRole('link', { name: 'Дороги и мосты <b>' }).first().click()
      assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), 'Дороги и мосты <b>')
      assert.equal(await page.locator('.card').count(), 60)
      await page.getByRole('link', { name: 'Next', exact: true }).click()
      assert.equal(await page.locator('.card').count(), 5)
      assert.equal(await page.locator('.range').textContent(), '61–65 of 65 datasets, by title')
      const title = await page.locator('.card-title a').first().textContent()
      await page.locator('.card-title a').first().click()
      assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), title)
      await page.locator('.belongs').getByRole('link', { name: 'Дороги и мосты <b>' }).click()
      assert.equal(await page.locator('.card').count(), 60)
    })

  it('links its facets and orders to what they count, and marks the current ones', async (context) => {
    const { page, root } = await open(context, '/', { javaScriptEnabled: false })
    await page.goto(`${root}api/v1/list_datasets/`)
    await page
      .getByRole('navigation', { name: 'Sort by' })
      .getByRole('link', { name: 'Most records' })
      .click()
    assert.match(
      (await page.locator('.card-facts').first().textContent()) ?? '',
      /40\srecords with 2\scolumns/,
    )
    assert.equal(await page.locator('.sorts [aria-current]').textContent(), 'Most records')
    const narrow = page.getByRole('navigation', { name: en.browse.narrow })
    await narrow.getByRole('link', { name: '2022', exact: true }).click()
    assert.equal(await page.locator('.range').textContent(), '32 datasets, last updated first')
    assert.equal(await narrow.locator('[aria-current]').textContent(), '2022')
    await page.getByRole('link', { name: 'All 130 datasets' }).click()
    await page.getByRole('navigation', { name: 'By first letter' }).getByRole('link', { name: 'В' }).click()
    assert.ok(
      (await page.locator('.card-title').allTextContents()).some((text) => text.startsWith('В-набор')),
    )
  })

  it('sorts the datasets of a year by their records in place, and keeps the order in the address', async (context) => {
    const { page, root } = await open(context, '/any/base/')
    await page.goto(`${root}browse/changed/2021/`)
    const counts = () =>
      page.$$eval('.card .extent', (all) =>
        all.map(({ textContent }) => Number.parseInt(textContent ?? '', 10)),
      )
    const before = await counts()
    const sorted = before.toSorted((a, b) => b - a)
    assert.notDeepEqual(before, sorted)
    const isSorted = () => page.locator('.sorts [aria-current]', { hasText: en.browse.sorts.rows }).waitFor()
    await page.locator('.sorts a', { hasText: en.browse.sorts.rows }).click()
    await isSorted()
    assert.deepEqual(await counts(), sorted)
    assert.match((await page.textContent('.range')) ?? '', new RegExp(en.browse.sortedBy.rows))
    await page.reload()
    await isSorted()
    assert.deepEqual(await counts(), sorted)
    await page.waitForURL(/\?sort=rows$/)
  })

  it('sorts the datasets of several pages in place, with links that lead to them', async (context) => {
    const { page, root } = await open(context, '/any/base/')
    await page.goto(`${root}browse/category/parks/`)
    assert.equal(await page.locator('.pages').count(), 1)
    await page.locator('.sorts a', { hasText: en.browse.sorts.rows }).click()
    await page.locator('.pages').waitFor({ state: 'detached' })
    const codes = await page.$$eval('.card-title a', (links) =>
      links.map((link) => (link as HTMLAnchorElement).href),
    )
    assert.equal(codes.length, 65)
    assert.equal(new Set(codes).size, codes.length)
    assert.ok(codes.every((href) => href.startsWith(`${root}api/v1/get_dataset/`)))
    await page.locator('.card-title a').last().click()
    await page.waitForURL(codes.at(-1) ?? '')
  })

  it('says the order of the datasets of a year where there are no scripts, and offers no other', async (context) => {
    const { page, root } = await open(context, '/any/base/', { javaScriptEnabled: false })
    await page.goto(`${root}browse/changed/2021/`)
    assert.match((await page.textContent('.range')) ?? '', new RegExp(en.browse.sortedBy.updated))
    assert.equal(await page.isVisible('.sorts'), false)
  })

  it('opens its filters by keyboard on a phone, and has no horizontal scrolling at 320 px', async (context) => {
    const { page, root } = await open(context, '/', { viewport: { width: 320, height: 700 } })
    const pages = listFiles(out).filter((path) => path.endsWith('.html') && !path.includes('get_dataset'))
    for (const path of pages.filter((path) => path.startsWith('browse/') || path === 'index.html')) {
      await page.goto(
        root +
          path
            .split('/')
            .map(encodeURIComponent)
            .join('/')
            .replace(/index\.html$/, ''),
      )
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320, path)
    }
    await page.goto(`${root}api/v1/list_datasets/`)
    assert.equal(await page.locator('.narrower nav').isVisible(), false)
    await page.locator('.narrower summary').focus()
    await page.keyboard.press('Enter')
    await page.locator('.narrower nav').waitFor()
    await page.keyboard.press('Tab')
    assert.ok(
      await page
        .locator('.narrower nav a')
        .first()
        .evaluate((first) => first === document.activeElement),
    )
  })

  it('shows the filters next to the list if there is space, without a click', async (context) => {
    const { page, root } = await open(context, '/', {
      viewport: { width: 1280, height: 800 },
      javaScriptEnabled: false,
    })
    await page.goto(`${root}api/v1/list_datasets/`)
    await page.locator('.narrower nav').getByRole('link', { name: 'Парки' }).click()
    await page.getByRole('heading', { level: 1, name: 'Парки', exact: true }).waitFor()
  })

  it('passes a category to the search if there is a script, and turns pages directly', async (context) => {
    const { page, root } = await open(context, '/')
    const redirected: string[] = []
    page.on('response', (response) => response.status() === 301 && redirected.push(response.url()))
    await page.goto(`${root}browse/category/parks/`)
    await page.getByRole('link', { name: 'Next', exact: true }).click()
    await page.waitForURL(`${root}browse/category/parks/2/`)
    assert.deepEqual(redirected, [])
    await page.goBack()
    await page.getByRole('link', { name: en.browse.searchHere }).click()
    await page.waitForURL(/\/search\//)
    await page.locator('[data-count]', { hasText: /^65 datasets/ }).waitFor()
    assert.equal(await page.locator('select[name=category]').inputValue(), 'parks')
  })

  it('is valid html, complete, and links to its feeds, which are served as xml', async (context) => {
    const validator = new HtmlValidate({
      extends: ['html-validate:standard'],
      rules: { 'long-title': 'off', 'no-trailing-whitespace': 'off', 'no-inline-style': 'off' },
    })
    for (const path of listFiles(out).filter(
      (path) => path.startsWith('browse/') && path.endsWith('.html'),
    )) {
      const report = await validator.validateString(readFileSync(join(out, path), 'utf8'), path)
      assert.deepEqual(
        report.results.flatMap(({ messages }) => messages.map(({ message }) => `${path}: ${message}`)),
        [],
      )
    }
    assert.deepEqual(verifySite(out).findings, [])
    const { page, root } = await open(context, '/')
    for (const path of ['', 'api/v1/list_datasets/', 'browse/category/parks/']) {
      await page.goto(root + path)
      const feed = page.locator('head link[type="application/atom+xml"]')
      const address = await feed.evaluate((link) => (link as HTMLLinkElement).href)
      assert.equal(
        address,
        await page
          .getByRole('link', { name: 'Feed of changes' })
          .evaluate((link) => (link as HTMLAnchorElement).href),
      )
      const answer = await fetch(address)
      assert.equal(answer.headers.get('content-type'), 'application/xml')
      assert.match(await answer.text(), /<feed xmlns="http:\/\/www\.w3\.org\/2005\/Atom"/)
    }
  })
})
