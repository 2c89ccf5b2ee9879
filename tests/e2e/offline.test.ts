import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, beforeEach, describe, it, type TestContext } from 'node:test'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright'
import { openBrowser } from '../../scripts/screenshots/browser.ts'
import { hrefOf, parseDatasetCode } from '../../src/lib/interface/index.ts'
import { serveSite } from '../../src/lib/site/index.ts'
import { writeExplored } from '../support/explored.ts'
import { mirrorPackage } from '../support/mirror.ts'
import { mirrorAwkward, mirrorShared } from '../support/shared-mirror.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { explore, PATH, saying } from './explored-site.ts'
import { type PagesHost, startPagesHost } from './pages-host.ts'
import { openWatched } from './watched-page.ts'

const folder = temporaryFolder({ after })
let browser: Browser
let out: string
let host: PagesHost
before(async () => {
  out = (await mirrorAwkward(folder)).out
  browser = await openBrowser()
})
after(() => browser?.close())
beforeEach(async (context) => {
  host = await startPagesHost(out, 'repo-of-data')
  ;(context as TestContext).after(() => host.stop())
})

const CODE = 'Код набора'
const datasetOf = (code: string) => hrefOf({ operation: 'get_dataset', code: parseDatasetCode(code) })
const dataset = datasetOf(CODE)
const keepButton = (page: Page) => page.getByRole('button', { name: 'Keep for offline reading' })
const isKept = (page: Page) => page.getByText(/^Kept in this browser: page and files/)

async function keep(page: Page, code: string): Promise<void> {
  await page.goto(host.url + datasetOf(code))
  await keepButton(page).click()
  await isKept(page).waitFor()
}

describe('a dataset that was kept', () => {
  it('is read without a connection: page, style, json and xml, and the page says that it is a copy', async (context) => {
    const { page } = await openWatched(context, browser, host.url)
    await keep(page, CODE)
    const heading = await page.locator('h1').textContent()
    await host.stop()
    const answer = await page.goto(host.url + dataset)
    assert.equal(answer?.status(), 200)
    assert.match(answer?.headers()['x-mirror-kept'] ?? '', /^\d{4}-\d\d-\d\dT/)
    assert.equal(await page.locator('h1').textContent(), heading)
    assert.ok(await page.getByText('The site cannot be reached. This is the copy').isVisible())
    assert.match((await page.locator('[data-kept-note]').textContent()) ?? '', /\d{4}, \d\d:\d\d UTC/)
    assert.equal(
      await page.evaluate(() => getComputedStyle(document.querySelector('.mast') as Element).display),
      'flex',
    )
    for (const format of ['json', 'xml']) {
      const data = await page.goto(`${host.url}${dataset}?type=${format}`)
      assert.equal(
        await data?.text(),
        readFileSync(join(out, `api/v1/get_dataset/${CODE}/index.${format}`), 'utf8'),
      )
      assert.ok(data?.headers()['x-mirror-kept'])
    }
    await page.goto(`${host.url}${dataset}index.html`)
    assert.equal(await page.locator('h1').textContent(), heading)
    await host.start()
  })

  it('is listed at home with what it takes, and can be removed there by keyboard', async (context) => {
    const { page } = await openWatched(context, browser, host.url)
    for (const code of [CODE, 'with space']) await keep(page, code)
    await host.stop()
    await page.goto(host.url)
    const list = page.getByRole('region', { name: 'Kept for offline reading' })
    await list.getByRole('listitem').nth(1).waitFor()
    assert.match((await list.getByRole('status').textContent()) ?? '', /^2 datasets, [\d.]+ kB together/)
    await list.getByRole('link').first().click()
    await page.waitForURL(host.url + dataset)
    await page.goBack()
    const first = list.getByRole('button', { name: /^Remove / }).first()
    await first.focus()
    await page.keyboard.press('Enter')
    await list.getByRole('listitem').nth(1).waitFor({ state: 'detached' })
    assert.match(
      (await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))) ?? '',
      /^Remove/,
    )
    await page.keyboard.press('Enter')
    await list.getByText('Nothing is kept.').waitFor()
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'kept')
    assert.equal((await page.goto(host.url + dataset))?.status(), 503)
    await host.start()
  })

  it('is removed by the button that kept it', async (context) => {
    const { page } = await openWatched(context, browser, host.url)
    await keep(page, CODE)
    await page.getByRole('button', { name: 'Remove the kept copy' }).press('Enter')
    await keepButton(page).waitFor()
    assert.equal(await isKept(page).count(), 0)
    assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'BUTTON')
  })

  it('is found by the search without a connection, once somebody has searched', async (context) => {
    const { page } = await openWatched(context, browser, host.url)
    await keep(page, CODE)
    const search = async () => {
      await page.goto(`${host.url}search/?q=${encodeURIComponent('наборы')}`)
      await page.getByRole('link', { name: `Набор ${CODE}` }).waitFor()
    }
    await search()
    await host.stop()
    await search()
    await page.getByRole('link', { name: `Набор ${CODE}` }).click()
    assert.ok(await page.getByText('The site cannot be reached. This is the copy').isVisible())
    await host.start()
  })

  it('has all its records explored without a connection, and while the host is ill', async (context) => {
    const { out } = await mirrorShared(temporaryFolder(context), 'explored', (own) =>
      mirrorPackage(own, writeExplored(join(own, 'package'))),
    )
    const places = await startPagesHost(out, 'places')
    context.after(() => places.stop())
    const { page } = await openWatched(context, browser, places.url)
    await page.goto(places.url + PATH)
    await keepButton(page).click()
    await isKept(page).waitFor()
    const search = async () => {
      await page.goto(places.url + PATH)
      await explore(page)
      await page.getByRole('searchbox', { name: 'Find in all columns' }).fill('museum')
      await saying(page, '65 of 260 records')
    }
    for (const name of ['html', 'csv']) places.instead.set(`${PATH}index.${name}`, 503)
    await search()
    await places.stop()
    await search()
    const csv = await page.evaluate(() => fetch('index.csv').then((answer) => answer.text()))
    assert.equal(csv, readFileSync(join(out, PATH, 'index.csv'), 'utf8').slice(1))
    await page.getByRole('button', { name: 'Remove the kept copy' }).click()
    await keepButton(page).waitFor()
    const left = await page.evaluate(() => caches.match('index.csv').then((answer) => answer?.status))
    assert.equal(left, undefined)
    await places.start()
  })

  it('is given while the host is ill', async (context) => {
    const { page } = await openWatched(context, browser, host.url)
    await keep(page, CODE)
    for (const name of ['html', 'json']) host.instead.set(`api/v1/get_dataset/${CODE}/index.${name}`, 503)
    assert.equal((await page.goto(host.url + dataset))?.status(), 200)
    assert.ok(await page.getByText('The site cannot be reached. This is the copy').isVisible())
    const json = await page.goto(`${host.url}${dataset}?type=json`)
    assert.deepEqual([json?.status(), typeof json?.headers()['x-mirror-kept']], [200, 'string'])
  })

  it('gives way to what the host has as soon as there is a connection', async (context) => {
    const { page } = await openWatched(context, browser, host.url)
    await keep(page, CODE)
    host.requests.length = 0
    const answer = await page.goto(host.url + dataset)
    assert.equal(answer?.headers()['x-mirror-kept'], undefined)
    assert.equal(await page.locator('[data-kept-note]').isVisible(), false)
    assert.ok(host.requests.includes(`GET /repo-of-data/${dataset}`))
    // A dataset that is gone is gone: the copy hides nothing.
    host.gone.add(`api/v1/get_dataset/${CODE}/index.html`)
    assert.equal((await page.goto(host.url + dataset))?.status(), 404)
  })
})

describe('what was not kept', () => {
  it('is told to be so without a connection, with a way home and the list of what was', async (context) => {
    const { page } = await openWatched(context, browser, host.url)
    await keep(page, CODE)
    await host.stop()
    const answer = await page.goto(host.url + datasetOf('with space'))
    assert.equal(answer?.status(), 503)
    assert.equal(await page.locator('h1').textContent(), 'Not kept')
    const list = page.getByRole('region', { name: 'Kept for offline reading' })
    await list.getByRole('link').first().waitFor()
    assert.equal(
      await page.evaluate(() => getComputedStyle(document.querySelector('.mast') as Element).display),
      'flex',
    )
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await page.waitForURL(host.url)
    assert.ok(await page.getByText('The site cannot be reached. This is the copy').isVisible())
    const failed = await page.evaluate(
      (address) => fetch(address).catch((error) => error.name),
      `${datasetOf('with space')}?type=json`,
    )
    assert.equal(failed, 'TypeError')
    await host.start()
  })
})

describe('the control', () => {
  it('moves nothing when it appears', async (context) => {
    const { page } = await openWatched(context, browser, host.url)
    await page.addInitScript(() => {
      Object.assign(self, { shifts: 0 })
      const add = (entry: PerformanceEntry) => {
        ;(self as unknown as { shifts: number }).shifts += (
          entry as PerformanceEntry & { value: number }
        ).value
      }
      new PerformanceObserver((list) => list.getEntries().forEach(add)).observe({
        type: 'layout-shift',
        buffered: true,
      })
    })
    for (const width of [320, 1100]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(host.url + dataset)
      await keepButton(page).waitFor()
      assert.equal(await page.evaluate(() => (self as unknown as { shifts: number }).shifts), 0)
    }
  })

  it('is not there without JavaScript, nor on a disk, where nothing is logged and no worker is asked for', async (context) => {
    const silent = await openWatched(context, browser, host.url, { javaScriptEnabled: false })
    await silent.page.goto(host.url + dataset)
    assert.equal(await keepButton(silent.page).count(), 0)
    const root = `${pathToFileURL(out).href}/`
    const { page, complaints } = await openWatched(context, browser, root)
    await page.goto(`${root}${dataset}index.html`)
    assert.equal(await keepButton(page).count(), 0)
    await page.goto(`${root}${dataset}index.html?type=json`)
    assert.ok(await page.locator('h1').isVisible())
    assert.deepEqual(complaints, [])
  })

  it('works on a host that routes queries, which is given a worker when a reader keeps something', async (context) => {
    const server = await serveSite({ folder: out, host: '127.0.0.1', port: 0, base: '/any/base/' })
    context.after(() => server.close())
    const { page, complaints } = await openWatched(context, browser, server.url)
    await page.goto(server.url + dataset)
    await keepButton(page).click()
    await isKept(page).waitFor()
    const answer = await page.goto(`${server.url}${dataset}?type=json`)
    assert.equal(answer?.headers()['content-type'], 'application/json; charset=utf-8')
    assert.deepEqual(complaints, [])
    await server.close()
    await page.goto(server.url + dataset)
    assert.ok(await page.getByText('The site cannot be reached. This is the copy').isVisible())
  })

  it('says why nothing was kept when the connection is gone by then', async (context) => {
    const { page } = await openWatched(context, browser, host.url)
    await page.goto(host.url + dataset)
    await keepButton(page).waitFor()
    await host.stop()
    await keepButton(page).click()
    await page.getByText(/^It could not be kept/).waitFor()
    await host.start()
  })
})

it('keeps the stores of two mirrors on one host apart', async (context) => {
  const { page } = await openWatched(context, browser, host.url)
  await keep(page, CODE)
  const names = await page.evaluate(() => caches.keys())
  assert.ok(names.length === 2 && names.every((name) => name.endsWith(` ${host.url}`)), names.join())
})

describe('stores that a script of the host has written into', () => {
  // What a script in an xml document does that somebody opened: it writes into every store there is, under every name.
  async function forge(page: Page): Promise<void> {
    await page.evaluate(async () => {
      for (const name of await caches.keys()) {
        const store = await caches.open(name)
        for (const { url } of await store.keys())
          for (const vary of ['', 'accept'])
            await store.put(
              url,
              new Response('body{display:none}<h1>forged</h1>', {
                headers: { 'content-type': 'text/html', 'x-mirror-title': '%', ...(vary && { vary }) },
              }),
            )
      }
    })
  }
  const isForged = (page: Page) =>
    page.evaluate(async () => {
      for (const name of await caches.keys()) {
        const store = await caches.open(name)
        for (const request of await store.keys())
          if ((await (await store.match(request))?.text())?.includes('forged')) return true
      }
      return false
    })

  it('are believed in nothing with a connection, and hold the right bytes after a visit', async (context) => {
    const { page } = await openWatched(context, browser, host.url)
    await keep(page, CODE)
    const worker = await page.context().serviceWorkers()[0]
    assert.ok(worker)
    await forge(page)
    assert.ok(await isForged(page))
    // The browser ends an idle worker; the next visit begins a new one.
    const client = await page.context().newCDPSession(page)
    await client.send('ServiceWorker.enable')
    await client.send('ServiceWorker.stopAllWorkers')
    await page.goto(host.url)
    assert.equal(
      await page.evaluate(() => getComputedStyle(document.querySelector('.mast') as Element).display),
      'flex',
    )
    while (await isForged(page)) await page.waitForTimeout(50)
    await host.stop()
    await page.goto(host.url + dataset)
    assert.match((await page.locator('h1').textContent()) ?? '', /Код набора/)
    assert.equal(
      await page.evaluate(() => getComputedStyle(document.querySelector('.mast') as Element).display),
      'flex',
    )
    const data = await page.goto(`${host.url}${dataset}?type=json`)
    assert.equal(await data?.text(), readFileSync(join(out, `api/v1/get_dataset/${CODE}/index.json`), 'utf8'))
    await page.goto(host.url + datasetOf('with space'))
    assert.equal(await page.locator('h1').textContent(), 'Not kept')
    await host.start()
  })
})
