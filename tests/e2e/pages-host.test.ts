import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, beforeEach, describe, it, type TestContext } from 'node:test'
import type { Browser, Page } from 'playwright'
import { openBrowser } from '../../scripts/screenshots/browser.ts'
import { hrefOf, parseDatasetCode } from '../../src/lib/interface/index.ts'
import { serveSite } from '../../src/lib/site/index.ts'
import { en } from '../../src/lib/site/view/words/en.ts'
import { mirrorAwkward } from '../support/shared-mirror.ts'
import { temporaryFolder } from '../support/temporary.ts'
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
const dataset = hrefOf({ operation: 'get_dataset', code: parseDatasetCode(CODE) })
const fileOf = (path: string) => readFileSync(join(out, path), 'utf8')
const count = (request: string) => host.requests.filter((one) => one === request).length

/** Waits until the worker answers for the page. */
async function openWithWorker(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

/** The result of a fetch by the page: status, type, text and URL. */
function ask(
  page: Page,
  address: string,
  options: { method?: string; headers?: Record<string, string> } = {},
) {
  return page.evaluate(
    async ([address, options]) => {
      const answer = await fetch(address, options)
      const { status, url, headers } = answer
      return { status, url, type: headers.get('content-type'), text: await answer.text() }
    },
    [address, options] as const,
  )
}

describe('on a host that ignores queries, a first visit', () => {
  for (const format of ['json', 'xml'] as const)
    it(`with ?type=${format} is redirected to the file before anything is painted`, async (context) => {
      const { page, complaints } = await openWatched(context, browser, host.url)
      const painted: string[] = []
      await page.exposeFunction('tellPaint', (name: string) => painted.push(name))
      await page.addInitScript(() => {
        const tell = (entry: PerformanceEntry) =>
          (self as unknown as { tellPaint(name: string): void }).tellPaint(`${location.href} ${entry.name}`)
        new PerformanceObserver((list) => list.getEntries().forEach(tell)).observe({ type: 'paint' })
      })
      await page.goto(`${host.url}${dataset}?type=${format}`)
      await page.waitForURL(`${host.url}${dataset}index.${format}`)
      assert.deepEqual(
        painted.filter((text) => text.includes('?type')),
        [],
      )
      assert.deepEqual(
        complaints.filter((text) => !/sandbox|favicon/.test(text)),
        [],
      )
      // The page that led on is not in the way back.
      assert.equal(await page.evaluate(() => history.length), 2)
    })

  it('uses the first type, exactly as written, and only below api/v1', async (context) => {
    const { page } = await openWatched(context, browser, host.url)
    for (const [address, leadsTo] of [
      ['api/v1/list/?type=xml&type=json', 'api/v1/list/index.xml'],
      ['api/v1/list/?a=1&type=json', 'api/v1/list/index.json'],
      ['api/v1/list?type=json', 'api/v1/list/index.json'],
      ['api/v1/list/?type=JSON', 'api/v1/list/?type=JSON'],
      ['api/v1/list/?type=&type=json', 'api/v1/list/?type=&type=json'],
      ['api/v1/list/?TYPE=json', 'api/v1/list/?TYPE=json'],
      ['?type=json', '?type=json'],
      ['about/?type=json', 'about/?type=json'],
    ] as const) {
      await page.goto(host.url + address, { waitUntil: 'commit' })
      await page.waitForURL(host.url + leadsTo)
      await page.waitForLoadState()
      assert.equal(page.url(), host.url + leadsTo)
      if (leadsTo.includes('?')) assert.ok(await page.locator('h1').isVisible(), address)
      await page.evaluate(async () => {
        for (const one of await navigator.serviceWorker.getRegistrations()) await one.unregister()
      })
    }
  })
})

describe('on a host that ignores queries, the worker', () => {
  for (const format of ['json', 'xml'] as const)
    it(`answers ?type=${format} with the file and keeps the address`, async (context) => {
      const { page } = await openWatched(context, browser, host.url)
      await openWithWorker(page, host.url)
      host.requests.length = 0
      const answer = await page.goto(`${host.url}${dataset}?type=${format}`)
      assert.equal(page.url(), `${host.url}${dataset}?type=${format}`)
      assert.equal(answer?.status(), 200)
      const type = format === 'json' ? 'application/json; charset=utf-8' : 'application/xml'
      assert.equal(answer?.headers()['content-type'], type)
      assert.equal(answer?.headers()['content-security-policy'], "sandbox; default-src 'none'")
      assert.equal(await answer?.text(), fileOf(`api/v1/get_dataset/${CODE}/index.${format}`))
      // One request for the file, none for the page.
      assert.equal(count(`GET /repo-of-data/${dataset}index.${format}`), 1)
      assert.equal(count(`GET /repo-of-data/${dataset}?type=${format}`), 0)
    })

  it('answers a fetch of the page with status, type and bytes of the interface', async (context) => {
    const { page } = await openWatched(context, browser, host.url)
    await openWithWorker(page, host.url)
    const json = await ask(page, `${host.url}${dataset}?type=json`)
    assert.deepEqual(json, {
      status: 200,
      url: `${host.url}${dataset}?type=json`,
      type: 'application/json; charset=utf-8',
      text: fileOf(`api/v1/get_dataset/${CODE}/index.json`),
    })
    assert.equal((await ask(page, 'api/v1/list/?type=xml&type=json')).type, 'application/xml')
    assert.match((await ask(page, 'api/v1/list/?type=Json')).type ?? '', /^text\/html/)
    assert.match((await ask(page, '?type=json')).type ?? '', /^text\/html/)
    const part = await ask(page, `${dataset}?type=json`, { headers: { range: 'bytes=0-3' } })
    assert.deepEqual([part.status, part.text], [206, json.text.slice(0, 4)])
    const head = await ask(page, `${dataset}?type=json`, { method: 'HEAD' })
    assert.deepEqual([head.status, head.type, head.text], [200, json.type, ''])
  })

  it('answers 404 for an unknown dataset, in every format', async (context) => {
    const { page } = await openWatched(context, browser, host.url)
    await openWithWorker(page, host.url)
    for (const query of ['', '?type=json', '?type=xml']) {
      const address = `${host.url}api/v1/get_dataset/${encodeURIComponent('нет такого')}/${query}`
      assert.equal((await ask(page, address)).status, 404)
      const answer = await page.goto(address)
      assert.equal(answer?.status(), 404)
      assert.ok(await page.getByRole('link', { name: en.notFound.home }).isVisible())
      const search = page.getByRole('link', { name: 'Search for “нет такого”' })
      assert.equal(
        await search.evaluate((link: HTMLAnchorElement) => link.href),
        `${host.url}search/?q=${encodeURIComponent('нет такого')}`,
      )
      const all = page.getByRole('link', { name: en.notFound.datasets })
      assert.equal(
        await all.evaluate((link: HTMLAnchorElement) => link.href),
        `${host.url}api/v1/list_datasets/`,
      )
      await page.goto(host.url)
    }
  })

  it('revalidates every page and file, and never requests hashed files again', async (context) => {
    const { page } = await openWatched(context, browser, host.url)
    await openWithWorker(page, host.url)
    await page.goto(`${host.url}${dataset}`)
    host.requests.length = 0
    for (let visit = 0; visit < 2; visit++) await page.goto(`${host.url}${dataset}`)
    assert.equal(count(`GET /repo-of-data/${dataset}`), 2)
    assert.deepEqual(
      host.requests.filter((request) => request.includes('_astro/')),
      [],
    )
  })

  for (const [what, remove] of [
    ['gone from the host', () => host.gone.add('sw.js')],
    ['a page, as hosts of other sites answer for anything', () => host.instead.set('sw.js', 200)],
  ] as const)
    it(`is removed if its file is ${what}, and keeps the stored datasets`, async (context) => {
      const { page } = await openWatched(context, browser, host.url)
      await openWithWorker(page, `${host.url}${dataset}`)
      await page.getByRole('button', { name: en.offline.control.save }).click()
      await page.getByText(/^Saved in this browser/).waitFor()
      remove()
      // A worker asks once in its life whether it is still wanted; a browser ends it when it is idle.
      await stopWorkers(page)
      await page.goto(`${host.url}about/`)
      await page.waitForFunction(
        async () => (await navigator.serviceWorker.getRegistrations()).length === 0,
        undefined,
        { polling: 100 },
      )
      assert.equal(await page.evaluate(async () => (await caches.keys()).length), 1)
    })
})

/** Ends the workers of a page as a browser does with idle ones; the next request starts them again. */
async function stopWorkers(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('ServiceWorker.enable')
  await session.send('ServiceWorker.stopAllWorkers')
  await session.detach()
}

describe('a host that supports queries', () => {
  it('gets no worker, and one request per visit to find out', async (context) => {
    const server = await serveSite({ folder: out, host: '127.0.0.1', port: 0, base: '/any/base/' })
    context.after(() => server.close())
    const { page, complaints } = await openWatched(context, browser, server.url)
    const requested: string[] = []
    page.on('request', (request) => request.method() === 'HEAD' && requested.push(request.url()))
    await page.goto(server.url)
    await page.waitForFunction(() => sessionStorage.length === 1)
    await page.goto(`${server.url}${dataset}`, { waitUntil: 'networkidle' })
    assert.deepEqual(requested, [`${server.url}api/v1/list_datasets/?type=json`])
    assert.equal(
      await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length),
      0,
    )
    assert.equal((await page.goto(`${server.url}${dataset}?type=json`))?.status(), 200)
    assert.deepEqual(complaints, [])
  })
})
