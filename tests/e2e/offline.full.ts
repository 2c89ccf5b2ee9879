import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, beforeEach, describe, it, type TestContext } from 'node:test'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright'
import { openBrowser } from '../../scripts/screenshots/browser.ts'
import { hrefOf, parseDatasetCode } from '../../src/lib/interface/index.ts'
import { serveSite } from '../../src/lib/site/index.ts'
import { en } from '../../src/lib/site/view/words/en.ts'
import { writeExplored } from '../support/explored.ts'
import { AWKWARD, mirrorPackage } from '../support/mirror.ts'
import { mirrorAwkward, mirrorShared } from '../support/shared-mirror.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { explore, PATH, saying } from './explored-site.ts'
import { type PagesHost, startPagesHost } from './pages-host.ts'
import { openWatched } from './watched-page.ts'

const words = en.offline

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
const saveButton = (page: Page) => page.getByRole('button', { name: words.control.save })
const savedNote = (page: Page) => page.getByText(/^Saved in this browser: page and files/)

async function save(page: Page, code: string): Promise<void> {
  await page.goto(host.url + datasetOf(code))
  await saveButton(page).click()
  await savedNote(page).waitFor()
}

describe('a dataset that was saved', () => {
  it('is readable offline: page, style, json and xml, and the page says that it is a copy', async (context) => {
    const { page } = await openWatched(context, browser, host.url)
    await save(page, CODE)
    const heading = await page.locator('h1').textContent()
    await host.stop()
    const answer = await page.goto(host.url + dataset)
    assert.equal(answer?.status(), 200)
    assert.match(answer?.headers()['x-mirror-kept'] ?? '', /^\d{4}-\d\d-\d\dT/)
    assert.equal(await page.locator('h1').textContent(), heading)
    await page.getByText('The site cannot be reached. This is the copy').waitFor()
    assert.match((await page.locator('[data-saved-note]').textContent()) ?? '', /\d{4}, \d\d:\d\d UTC/)
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

  it('is listed on the home page with its size, and can be removed there by keyboard', async (context) => {
    const { page } = await openWatched(context, browser, host.url)
    for (const code of [CODE, 'with space']) await save(page, code)
    await host.stop()
    await page.goto(host.url)
    const list = page.getByRole('region', { name: words.list.title })
    await list.getByRole('listitem').nth(1).waitFor()
    assert.match((await list.getByRole('status').textContent()) ?? '', /^2 datasets, [\d.]+ kB of at most/)
    await list.getByRole('link').first().click()
    await page.waitForURL(host.url + dataset)
    await page.goBack()
    const first = list.getByRole('button', { name: /^Delete / }).first()
    await first.focus()
    await page.keyboard.press('Enter')
    await list.getByRole('listitem').nth(1).waitFor({ state: 'detached' })
    assert.match(
      (await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))) ?? '',
      /^Delete/,
    )
    await page.keyboard.press('Enter')
    await list.getByText(words.list.none).waitFor()
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'saved')
    assert.equal((await page.goto(host.url + dataset))?.status(), 503)
    await host.start()
  })

  it('is removed by the button that stored it', async (context) => {
    const { page } = await openWatched(context, browser, host.url)
    await save(page, CODE)
    await page.getByRole('button', { name: words.control.remove }).press('Enter')
    await saveButton(page).waitFor()
    assert.equal(await savedNote(page).count(), 0)
    assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'BUTTON')
  })

  it('is found by the offline search, once the search was used online', async (context) => {
    const { page } = await openWatched(context, browser, host.url)
    await save(page, CODE)
    const search = async () => {
      await page.goto(`${host.url}search/?q=${encodeURIComponent('наборы')}`)
      await page
        .locator('.hits h2')
        .getByRole('link', { name: `Набор ${CODE}` })
        .waitFor()
    }
    await search()
    await host.stop()
    await search()
    await page
      .locator('.hits h2')
      .getByRole('link', { name: `Набор ${CODE}` })
      .click()
    await page.getByText('The site cannot be reached. This is the copy').waitFor()
    await host.start()
  })

  it('can be explored with all records offline, and while the host fails', async (context) => {
    const { out } = await mirrorShared(temporaryFolder(context), 'explored', (own) =>
      mirrorPackage(own, writeExplored(join(own, 'package'))),
    )
    const places = await startPagesHost(out, 'places')
    context.after(() => places.stop())
    const { page } = await openWatched(context, browser, places.url)
    await page.goto(places.url + PATH)
    await saveButton(page).click()
    await savedNote(page).waitFor()
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
    await page.getByRole('button', { name: words.control.remove }).click()
    await saveButton(page).waitFor()
    const left = await page.evaluate(() =>
      caches.match('index.csv', { ignoreSearch: true }).then((answer) => answer?.status),
    )
    assert.equal(left, undefined)
    await places.start()
  })

  it('is shown while the host fails', async (context) => {
    const { page } = await openWatched(context, browser, host.url)
    await save(page, CODE)
    for (const name of ['html', 'json']) host.instead.set(`api/v1/get_dataset/${CODE}/index.${name}`, 503)
    assert.equal((await page.goto(host.url + dataset))?.status(), 200)
    await page.getByText('The site cannot be reached. This is the copy').waitFor()
    const json = await page.goto(`${host.url}${dataset}?type=json`)
    assert.deepEqual([json?.status(), typeof json?.headers()['x-mirror-kept']], [200, 'string'])
  })

  it('is replaced by the current version as soon as there is a connection', async (context) => {
    const { page } = await openWatched(context, browser, host.url)
    await save(page, CODE)
    host.requests.length = 0
    const answer = await page.goto(host.url + dataset)
    assert.equal(answer?.headers()['x-mirror-kept'], undefined)
    assert.equal(await page.locator('[data-saved-note]').isVisible(), false)
    assert.ok(host.requests.includes(`GET /repo-of-data/${dataset}`))
    // A dataset that is gone is gone: the copy hides nothing.
    host.gone.add(`api/v1/get_dataset/${CODE}/index.html`)
    assert.equal((await page.goto(host.url + dataset))?.status(), 404)
  })
})

describe('a dataset that was not saved', () => {
  it('has an offline page with a link home and the list of saved ones', async (context) => {
    const { page } = await openWatched(context, browser, host.url)
    await save(page, CODE)
    await host.stop()
    const answer = await page.goto(host.url + datasetOf('with space'))
    assert.equal(answer?.status(), 503)
    assert.equal(await page.locator('h1').textContent(), words.page.title)
    const list = page.getByRole('region', { name: words.list.title })
    await list.getByRole('link').first().waitFor()
    assert.equal(
      await page.evaluate(() => getComputedStyle(document.querySelector('.mast') as Element).display),
      'flex',
    )
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await page.waitForURL(host.url)
    await page.getByText('The site cannot be reached. This is the copy').waitFor()
    const failed = await page.evaluate(
      (address) => fetch(address).catch((error) => error.name),
      `${datasetOf('with space')}?type=json`,
    )
    assert.equal(failed, 'TypeError')
    await host.start()
  })
})

describe('the button for offline reading', () => {
  it('causes no layout shift when it appears', async (context) => {
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
      await saveButton(page).waitFor()
      assert.equal(await page.evaluate(() => (self as unknown as { shifts: number }).shifts), 0)
    }
  })

  it('is absent without JavaScript and on pages opened from disk, without log messages or worker requests', async (context) => {
    const silent = await openWatched(context, browser, host.url, { javaScriptEnabled: false })
    await silent.page.goto(host.url + dataset)
    assert.equal(await saveButton(silent.page).count(), 0)
    const root = `${pathToFileURL(out).href}/`
    const { page, complaints } = await openWatched(context, browser, root)
    await page.goto(`${root}${dataset}index.html`)
    assert.equal(await saveButton(page).count(), 0)
    await page.goto(`${root}${dataset}index.html?type=json`)
    assert.ok(await page.locator('h1').isVisible())
    assert.deepEqual(complaints, [])
  })

  it('works on a host that supports queries, where the worker is installed on first use', async (context) => {
    const server = await serveSite({ folder: out, host: '127.0.0.1', port: 0, base: '/any/base/' })
    context.after(() => server.close())
    const { page, complaints } = await openWatched(context, browser, server.url)
    await page.goto(server.url + dataset)
    await saveButton(page).click()
    await savedNote(page).waitFor()
    const answer = await page.goto(`${server.url}${dataset}?type=json`)
    assert.equal(answer?.headers()['content-type'], 'application/json; charset=utf-8')
    assert.deepEqual(complaints, [])
    await server.close()
    await page.goto(server.url + dataset)
    await page.getByText('The site cannot be reached. This is the copy').waitFor()
  })

  it('says why nothing was saved if the connection is lost', async (context) => {
    const { page } = await openWatched(context, browser, host.url)
    await page.goto(host.url + dataset)
    await saveButton(page).waitFor()
    await host.stop()
    await saveButton(page).click()
    await page.getByText(words.control.failed).waitFor()
    await host.start()
  })
})

it('separates the stores of two mirrors on one host', async (context) => {
  const { page } = await openWatched(context, browser, host.url)
  await save(page, CODE)
  const names = await page.evaluate(() => caches.keys())
  assert.ok(names.length === 1 && names[0]?.endsWith(` ${host.url}`), names.join())
})

/** Runs as a script in an xml document does that somebody opened: with the rights of every page of the host. */
type Forging = 'every copy' | 'types and times' | 'another dataset' | 'lists of sums'

async function forge(page: Page, what: Forging): Promise<void> {
  await page.evaluate(async (what) => {
    const html = { 'content-type': 'text/html', 'x-mirror-kept': new Date().toISOString() }
    const forged = '<!doctype html><h1>forged</h1><style>body{display:none}</style>'
    const sumOf = async (text: string) =>
      Array.from(
        new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))),
        (byte) => byte.toString(16).padStart(2, '0'),
      ).join('')
    for (const name of await caches.keys()) {
      const store = await caches.open(name)
      const keys = await store.keys()
      const other = await (
        await store.match(keys.find(({ url }) => /with%20space\/(\?|$)/.test(url)) ?? '')
      )?.blob()
      for (const { url } of keys) {
        const bytes = (await (await store.match(url))?.blob()) as Blob
        if (what === 'every copy')
          for (const vary of ['', 'accept'])
            await store.put(url, new Response(forged, { headers: { ...html, ...(vary && { vary }) } }))
        if (what === 'types and times')
          await store.put(
            url,
            new Response(bytes, {
              headers: { ...html, refresh: '0;url=about/', 'x-mirror-kept': '"><h1>forged</h1>' },
            }),
          )
        if (what === 'another dataset' && other && url.includes('/get_dataset/'))
          await store.put(url, new Response(other, { headers: html }))
        if (what === 'lists of sums') {
          const [plain = ''] = url.split('?')
          const sum = await sumOf(forged)
          const isList = plain.includes('/sums/')
          const text = isList ? (await bytes.text()).replace(/^\w+/gm, sum) : forged
          const headers = isList ? { ...html, 'content-type': 'text/plain' } : html
          for (const address of [url, `${plain}?sha256=${await sumOf(text)}`, plain])
            await store.put(address, new Response(text, { headers }))
        }
      }
    }
  }, what)
}

/** The browser ends an idle worker; the next visit begins a new one. */
async function stopWorkers(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page)
  await client.send('ServiceWorker.enable')
  await client.send('ServiceWorker.stopAllWorkers')
  await client.detach()
}

/** What a reader finds at an address: status, heading, all of it; nothing where the browser itself says that there is no connection. */
async function findAt(page: Page, address: string) {
  const answer = await page.goto(address).catch(() => null)
  if (!answer) return undefined
  const isHtml = /html/.test(answer.headers()['content-type'] ?? '')
  return {
    status: answer.status(),
    heading: isHtml ? await page.locator('h1').first().textContent() : undefined,
    text: isHtml ? await page.content() : await answer.text(),
  }
}

describe('stores altered by a script of the host', () => {
  const addresses = () => [
    host.url + dataset,
    `${host.url}${dataset}?type=json`,
    `${host.url}${dataset}?type=xml`,
    `${host.url}${dataset}index.csv`,
    host.url,
    `${host.url}search/`,
    host.url + datasetOf('with space'),
  ]

  for (const what of ['every copy', 'types and times', 'another dataset', 'lists of sums'] as const)
    it(`show nothing forged offline: ${what}`, async (context) => {
      const { page } = await openWatched(context, browser, host.url)
      await save(page, 'with space')
      await save(page, CODE)
      await forge(page, what)
      await host.stop()
      for (const address of addresses()) {
        const found = await findAt(page, address)
        assert.doesNotMatch(found?.text ?? '', /forged/, address)
        if (found?.status === 200 && address.includes(dataset))
          assert.match(found.text, new RegExp(CODE), address)
      }
      await host.start()
    })

  it('are not used with a connection, and contain the right bytes after a visit', async (context) => {
    const { page } = await openWatched(context, browser, host.url)
    await save(page, CODE)
    await forge(page, 'every copy')
    await stopWorkers(page)
    await page.goto(host.url)
    assert.equal(
      await page.evaluate(() => getComputedStyle(document.querySelector('.mast') as Element).display),
      'flex',
    )
    const isForged = () =>
      page.evaluate(async () => {
        for (const name of await caches.keys()) {
          const store = await caches.open(name)
          for (const request of await store.keys())
            if ((await (await store.match(request))?.text())?.includes('forged')) return true
        }
        return false
      })
    while (await isForged()) await page.waitForTimeout(50)
    await host.stop()
    const found = await findAt(page, host.url + dataset)
    assert.match(found?.heading ?? '', /Код набора/)
    assert.equal(
      await page.evaluate(() => getComputedStyle(document.querySelector('.mast') as Element).display),
      'flex',
    )
    const data = await findAt(page, `${host.url}${dataset}?type=json`)
    assert.equal(data?.text, readFileSync(join(out, `api/v1/get_dataset/${CODE}/index.json`), 'utf8'))
    assert.equal((await findAt(page, host.url + datasetOf('with space')))?.heading, words.page.title)
    await host.start()
  })
})

describe('a host that alters files', () => {
  for (const [what, path, alter] of [
    [
      'adds a script to the page',
      `api/v1/get_dataset/${CODE}/index.html`,
      (body: string) => body.replace('</body>', '<script src="/added.js"></script></body>'),
    ],
    ['takes comments out of scripts', 'explorer.js', (body: string) => `${body}\n`],
    ['turns line ends of text into CR LF', 'sums/1.txt', (body: string) => body.replaceAll('\n', '\r\n')],
  ] as const)
    it(`stores none of them, and tells the reader at once: ${what}`, async (context) => {
      const { page } = await openWatched(context, browser, host.url)
      host.altered.set(path, alter)
      await page.goto(host.url + dataset)
      await saveButton(page).click()
      await page.getByText(words.control.altered).waitFor()
      assert.equal(await savedNote(page).count(), 0)
      await host.stop()
      assert.equal((await findAt(page, host.url + dataset))?.heading, words.page.title)
      await host.start()
    })
})

describe('a rebuilt site', () => {
  let second: string
  before(async () => {
    second = (await mirrorPackage(join(folder, 'second'), AWKWARD, { language: 'ru' })).out
  })
  const isRead = async (page: Page, language: 'en' | 'ru') => {
    await host.stop()
    const found = await findAt(page, host.url + dataset)
    assert.equal(found?.status, 200)
    assert.match(found?.text ?? '', new RegExp(`<html lang="${language}"`))
    assert.ok(await page.locator('[data-saved-note]').isVisible())
    const data = await findAt(page, `${host.url}${dataset}?type=json`)
    assert.equal(data?.text, readFileSync(join(out, `api/v1/get_dataset/${CODE}/index.json`), 'utf8'))
    assert.match(
      (await findAt(page, `${host.url}search/`))?.text ?? '',
      new RegExp(`<html lang="${language}"`),
    )
    await host.start()
  }

  it('is shown in its saved version until the new files are complete, whenever the connection fails', async (context) => {
    const { page } = await openWatched(context, browser, host.url)
    await save(page, CODE)
    host.publish(second)
    await isRead(page, 'en')
    // The new worker comes, and does not get one of the saved files.
    for (const hinder of ['a status', 'other bytes'] as const) {
      if (hinder === 'a status') host.instead.set(`api/v1/get_dataset/${CODE}/index.html`, 503)
      else host.altered.set(`api/v1/get_dataset/${CODE}/index.html`, (body) => `${body} `)
      await page.goto(host.url)
      const ended = await page.evaluate(async () => {
        const registration = await navigator.serviceWorker.ready
        await registration.update().catch(() => {})
        const coming = registration.installing
        while (coming && coming.state === 'installing')
          await new Promise((resolve) => coming.addEventListener('statechange', resolve, { once: true }))
        return coming?.state ?? 'none'
      })
      assert.match(ended, /redundant|none/, hinder)
      host.instead.clear()
      host.altered.clear()
      await isRead(page, 'en')
    }
    host.requests.length = 0
    await page.goto(host.url)
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      await registration.update()
      while (registration.installing || registration.waiting || registration.active?.state !== 'activated')
        await new Promise((resolve) => setTimeout(resolve, 20))
    })
    assert.ok(host.requests.includes(`GET /repo-of-data/${dataset}`))
    assert.ok(
      !host.requests.includes(`GET /repo-of-data/${dataset}index.csv`),
      'what is the same is not fetched',
    )
    await isRead(page, 'ru')
    const stale = await page.evaluate(async () => {
      const [name = ''] = await caches.keys()
      const paths = (await (await caches.open(name)).keys()).map(({ url }) => url.split('?')[0])
      return paths.filter((path, index) => paths.indexOf(path) !== index)
    })
    assert.deepEqual(stale, [])
  })

  it('does not restore a dataset that its reader removes during the update', async (context) => {
    const { page } = await openWatched(context, browser, host.url)
    await save(page, CODE)
    host.publish(second)
    const requested = Promise.withResolvers<void>()
    const removed = Promise.withResolvers<void>()
    host.altered.set(`api/v1/get_dataset/${CODE}/index.html`, async (body) => {
      requested.resolve()
      await removed.promise
      return body
    })
    await page.goto(host.url)
    await Promise.all([
      requested.promise,
      page.evaluate(() => navigator.serviceWorker.ready.then((it) => it.update())),
    ])
    await page.getByRole('button', { name: /^(Delete|Удалить) / }).press('Enter')
    await page.getByText(/^(Nothing is saved|Ничего не сохранено)/).waitFor()
    removed.resolve()
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      while (registration.installing || registration.waiting || registration.active?.state !== 'activated')
        await new Promise((resolve) => setTimeout(resolve, 20))
    })
    const left = await page.evaluate(async () => {
      const [name = ''] = await caches.keys()
      return (await (await caches.open(name)).keys()).filter(({ url }) => url.includes('/get_dataset/'))
        .length
    })
    assert.equal(left, 0)
  })
})
