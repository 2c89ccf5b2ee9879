import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it, type TestContext } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright'
import { type DataPackage, openPackage, startOrigin } from '../../scripts/origin/index.ts'
import { openBrowser } from '../../scripts/screenshots/browser.ts'
import { hrefOf, parseDatasetCode } from '../../src/lib/interface/index.ts'
import { AWKWARD, mirrorInto, settingsIn } from '../support/mirror.ts'
import { openSample } from '../support/sample.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { openSite } from './watched-page.ts'

// A table, a tree, a map and a chart of the sample.
const LOOKED_AT = ['airports', 'miserables', 'earthquakes', 'wheat']

let sample: DataPackage
let awkward: DataPackage
const folder = temporaryFolder({ after })
let browser: Browser
let out: string
before(async () => {
  sample = await openSample()
  awkward = await openPackage(AWKWARD)
  const origin = await startOrigin({
    ...sample,
    datasets: [...sample.datasets.filter(({ code }) => LOOKED_AT.includes(code)), ...awkward.datasets],
    categories: [...sample.categories, ...awkward.categories],
    oivs: [...sample.oivs, ...awkward.oivs],
  })
  try {
    const css = join(folder, 'own.css')
    const logo = join(folder, 'logo.svg')
    writeFileSync(css, '.foot { letter-spacing: 2px }')
    writeFileSync(
      logo,
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>',
    )
    const settings = settingsIn(folder, {
      origin: origin.url,
      title: 'Open data of Example',
      contact: 'data@example.org',
      branding: {
        logo,
        css,
        accent: '#FF8800',
        links: [{ text: 'Imprint', href: 'https://example.org/us' }],
      },
    })
    await mirrorInto(settings)
    out = settings.out
  } finally {
    await origin.close()
  }
  browser = await openBrowser()
})
after(() => browser?.close())

/** The ways one build is looked at. */
const places: readonly (readonly [name: string, base: string | undefined])[] = [
  ['under a base path that no setting names', '/any/base/path/'],
  ['from a disk', undefined],
]

const open = (context: TestContext, base: string | undefined, options: BrowserContextOptions = {}) =>
  openSite(context, browser, { folder: out, base }, options)

for (const [name, base] of places) {
  describe(`the site ${name}`, () => {
    for (const javaScriptEnabled of [true, false])
      it(`leads from home to a dataset, its rows and its json, and back, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async (context) => {
        const { page, home, complaints, isDisk } = await open(context, base, { javaScriptEnabled })
        await page.goto(home)
        await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Datasets' }).click()
        await page.waitForURL(/list_datasets/)
        await page.getByRole('main').getByRole('link', { name: 'Airports', exact: true }).click()
        await page.getByRole('heading', { level: 1, name: 'Airports', exact: true }).waitFor()
        assert.equal(await page.locator('table').first().locator('tbody tr').count(), 100)
        assert.match((await page.locator('table').first().textContent()) ?? '', /Thigpen/)
        if (!isDisk) assert.ok(page.url().endsWith('/api/v1/get_dataset/airports/'), page.url())
        const json = await page.getByRole('link', { name: 'json', exact: true }).getAttribute('href')
        const address = new URL(json as string, page.url())
        const bytes = isDisk ? readFileSync(address) : Buffer.from(await (await fetch(address)).arrayBuffer())
        assert.ok(bytes.equals(readFileSync(join(out, 'api/v1/get_dataset/airports/index.json'))))
        await page.goBack()
        await page.goBack()
        await page.waitForURL(home)
        assert.equal(await page.title(), 'Open data of Example')
        assert.deepEqual(complaints, [])
      })

    it('has the logo, the colour, the styles and the links of its operator', async (context) => {
      const { page, home, complaints } = await open(context, base)
      await page.goto(home)
      for (const visit of [
        () => page.goto(home),
        async () => {
          await page.getByRole('link', { name: 'Datasets' }).first().click()
          await page.waitForURL(/list_datasets/)
        },
      ]) {
        await visit()
        const logo = page.locator('.brand img')
        assert.ok(await logo.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0))
        const foot = page.getByRole('contentinfo')
        assert.equal(await foot.evaluate((one) => getComputedStyle(one).letterSpacing), '2px')
        const link = await foot.evaluate((one) => getComputedStyle(one).getPropertyValue('--link'))
        assert.equal(link, '#a85a00')
        const hrefs = await foot
          .getByRole('link')
          .evaluateAll((links) => links.map((one) => one.getAttribute('href')))
        assert.deepEqual(hrefs.slice(-2), ['mailto:data@example.org', 'https://example.org/us'])
      }
      await page.getByRole('link', { name: 'Wheat prices (Playfair)' }).first().click()
      await page.getByRole('heading', { level: 1, name: 'Wheat prices (Playfair)' }).waitFor()
      const strokeOf = (selector: string) =>
        page
          .locator(selector)
          .first()
          .evaluate((one) => getComputedStyle(one).stroke)
      assert.equal(await strokeOf('.chart .line'), 'rgb(168, 90, 0)')
      await page.getByText('Change the chart').click()
      assert.equal(await strokeOf('.own-chart svg[role=img] path[d*="L"]'), 'rgb(168, 90, 0)')
      assert.deepEqual(complaints, [])
    })

    // On a host, `a page` looks at each of them.
    if (base === undefined)
      it('shows every dataset under its own code, including unusual ones', async (context) => {
        const { page, root, complaints } = await open(context, base)
        for (const { code, title } of awkward.datasets) {
          await page.goto(`${root}${pathOf(code)}index.html`)
          assert.equal(await headingOf(page), title.replace(/\s+/g, ' ').trim())
        }
        assert.deepEqual(complaints, [])
      })
  })
}

describe('a page', () => {
  it('has no horizontal scrolling at 320 px, shows its dataset, and links to its other formats', async (context) => {
    const { page, root } = await open(context, '/any/base/', { viewport: { width: 320, height: 700 } })
    const titles = new Map(
      awkward.datasets.map(({ code, title }) => [pathOf(code), title.replace(/\s+/g, ' ').trim()]),
    )
    for (const path of ['', ...listPaths(), ...datasetPaths()]) {
      await page.goto(root + path)
      if (titles.has(path)) assert.equal(await headingOf(page), titles.get(path))
      assert.equal(await widthOf(page), 320, `${path} is wider than the screen`)
      const twins = await page
        .locator('head link[rel=alternate]:not([type*=atom])')
        .evaluateAll((links) => (links as HTMLLinkElement[]).map(({ type, href }) => ({ type, href })))
      assert.deepEqual(twins.map(({ type }) => type).sort(), [
        'application/json',
        'application/xml',
        ...(path.startsWith('api/v1/get_dataset/') ? ['text/markdown'] : []),
      ])
      for (const { href } of twins) assert.equal((await fetch(href, { method: 'HEAD' })).status, 200, href)
    }
  })

  it('has a 404 page with a link home and a search for the code that was asked for, for a site at any path', async (context) => {
    const { page, root } = await open(context, '/any/base/')
    const answer = await page.goto(`${root}api/v1/get_dataset/no%20such/`)
    assert.equal(answer?.status(), 404)
    await page.getByRole('link', { name: 'Home page' }).click()
    await page.waitForFunction(() => document.title === 'Open data of Example')
    await page.goBack()
    assert.equal(await page.getByRole('searchbox').inputValue(), 'no such')
    await page.getByRole('searchbox').press('Enter')
    await page.waitForURL(`${root}search/?q=no+such`)
    await page.getByRole('heading', { level: 1, name: 'Search', exact: true }).waitFor()
  })

  it('downloads a complete file, named after its dataset, although pages may run nothing from it', async (context) => {
    const { page, root } = await open(context, '/')
    await page.goto(`${root}api/v1/get_dataset/airports/`)
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'download as airports.xml' }).click()
    const saved = await download
    assert.equal(saved.suggestedFilename(), 'airports.xml')
    const path = await saved.path()
    assert.ok(readFileSync(path).equals(readFileSync(join(out, 'api/v1/get_dataset/airports/index.xml'))))
  })
})

function listPaths(): string[] {
  return (['list', 'list_categories', 'list_oivs', 'list_datasets'] as const).map((operation) =>
    hrefOf({ operation }),
  )
}

function datasetPaths(): string[] {
  return [...awkward.datasets, ...sample.datasets.filter(({ code }) => LOOKED_AT.includes(code))]
    .filter(({ bytes }) => bytes < 300_000)
    .map(({ code }) => pathOf(code))
}

const pathOf = (code: string) => hrefOf({ operation: 'get_dataset', code: parseDatasetCode(code) })

const headingOf = async (page: Page) => (await page.locator('h1').textContent())?.replace(/\s+/g, ' ').trim()

function widthOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth)
}
