import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright'
import { openBrowser } from '../../scripts/screenshots/browser.ts'
import { type RunningServer, serveSite } from '../../src/lib/site/index.ts'
import { mirrorEveryKind } from '../support/every-kind.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { skipAlike } from '../support/whole.ts'
import { hindrances } from './axe.ts'
import { KINDS, type Kind } from './every-page.ts'
import {
  badFocus,
  headingFaults,
  movement,
  nameOfFocus,
  resizeText,
  spaceOut,
  thin,
  visibleControls,
} from './page-faults.ts'
import { openWatched, type Watched } from './watched-page.ts'

const BUDGET = 60_000
const SCRIPTS = { 'explorer.js': 40_000, 'explorer-worker.js': 40_000, 'search.js': 20_000 }

const folder = temporaryFolder({ after })
let browser: Browser
let server: RunningServer
let out: string
before(async () => {
  out = (await mirrorEveryKind(folder)).out
  server = await serveSite({ folder: out, host: '127.0.0.1', port: 0, base: '/mirror/' })
  browser = await openBrowser()
})
after(async () => {
  await browser?.close()
  await server?.close()
})

const isWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

for (const [at, [name, kind]] of Object.entries<Kind>(KINDS).entries()) {
  describe(`the page of ${name}`, { skip: skipAlike(at + 6, 7) }, () => {
    let watched: Watched
    let page: Page
    const closing: (() => Promise<void>)[] = []
    before(async () => {
      watched = await openWatched({ after: (clean) => closing.push(clean) }, browser, server.url, {
        viewport: { width: 1280, height: 900 },
      })
      page = watched.page
      await page.goto(server.url + kind.path)
      await kind.ready?.(page)
    })
    after(() => Promise.all(closing.map((close) => close())))

    it('fits a phone of 320 px, twice the text, and text set wide', async () => {
      const faults: string[] = []
      const look = async (how: string) => (await isWide(page)) > 0 && faults.push(how)
      await page.setViewportSize({ width: 320, height: 700 })
      await look('at 320 px')
      await page.evaluate(spaceOut, true)
      await look('at 320 px, spaced as WCAG 1.4.12 has it')
      await page.evaluate(spaceOut, false)
      for (const width of [640, 1280]) {
        await page.setViewportSize({ width, height: 700 })
        await look(`at ${width} px`)
        await page.evaluate(resizeText, '200%')
        await look(`with twice the text at ${width} px`)
        await page.evaluate(resizeText, '')
      }
      assert.deepEqual(faults, [])
    })

    it('shows where the focus is, whatever has it', async () => {
      await page.keyboard.press('Tab')
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        assert.deepEqual(await page.evaluate(badFocus), [], colorScheme)
      }
    })

    it('has one heading of the first level, skips none, and moves nothing for whoever asks for that', async () => {
      assert.deepEqual(await page.evaluate(headingFaults), [])
      await page.emulateMedia({ reducedMotion: 'reduce' })
      assert.deepEqual(await page.evaluate(movement), [])
    })

    it('hinders nobody by the rules of WCAG 2.2 AA, in the light and in the dark', async () => {
      await page.evaluate(thin)
      assert.deepEqual(await hindrances(page), [])
    })

    it('prints black on white, whole, without what can only be clicked', async () => {
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
      await page.setViewportSize({ width: 680, height: 900 })
      assert.deepEqual(await page.evaluate(visibleControls), [])
      assert.equal(await isWide(page), 0)
      const [paper, ink] = await page.evaluate(() => {
        const { backgroundColor, color } = getComputedStyle(document.documentElement)
        return [backgroundColor, color]
      })
      assert.deepEqual([paper, ink], ['rgb(255, 255, 255)', 'rgb(0, 0, 0)'])
      const cut = await page
        .locator('.scroll, .tall, .inert, .tree')
        .evaluateAll((parts) => parts.map((part) => getComputedStyle(part).overflowX))
      assert.deepEqual(
        cut.filter((overflow) => overflow !== 'visible'),
        [],
      )
      await page.emulateMedia({ media: 'screen', colorScheme: 'light' })
      assert.deepEqual(watched.complaints, [])
    })
  })
}

/** Every kind; on a desk every second. */
const mostKinds = (from: 0 | 1) =>
  Object.entries<Kind>(KINDS).filter((_, at) => skipAlike(at + from, 2) === false)

describe('a page of any kind', () => {
  it('has its content before a script, and nothing to press that does nothing', async (context) => {
    const { page, complaints } = await openWatched(context, browser, server.url, { javaScriptEnabled: false })
    // What stands behind a # or a ? is a script's.
    for (const [name, { path }] of Object.entries<Kind>(KINDS).filter(
      ([, kind]) => !/[#?]/.test(kind.path),
    )) {
      await page.goto(server.url + path)
      const text = (await page.locator('main').allInnerTexts()).join()
      assert.ok(text.length > 80, `${name}: ${text}`)
      assert.equal(await page.locator(':is(button, input, select):visible').count(), 0, name)
    }
    assert.deepEqual(complaints, [])
  })

  it('opens from a disk without a complaint', async (context) => {
    const root = `${pathToFileURL(out).href}/`
    const { page, complaints } = await openWatched(context, browser, root)
    for (const [name, { path }] of mostKinds(1)) {
      await page.goto(root + path.replace(/(?<=\/|^)(?=[?#]|$)/, 'index.html'))
      assert.equal(await page.locator('h1').count(), 1, name)
    }
    assert.deepEqual(complaints, [])
  })

  it('stays under 60 kB compressed with its style and scripts, rows apart', () => {
    const weights = Object.entries<Kind>(KINDS).map(([name, { path }]) => ({ name, bytes: weightOf(path) }))
    assert.deepEqual(
      weights.filter(({ bytes }) => bytes >= BUDGET),
      [],
    )
    for (const [script, budget] of Object.entries(SCRIPTS)) {
      const { length } = gzipSync(readFileSync(join(out, script)))
      assert.ok(length < budget, `${script}: ${length}`)
    }
  })
})

describe('a reader with a keyboard alone', () => {
  /** Presses Tab until what has the focus has this name. */
  async function tabTo(page: Page, name: RegExp, key = 'Tab'): Promise<void> {
    for (let presses = 0; presses < 150; presses++) {
      await page.keyboard.press(key)
      if (name.test(await page.evaluate(nameOfFocus))) return
    }
    assert.fail(`${name} is not reached`)
  }

  it('goes from the skip link by search and facet to a dataset, sorts and filters it, opens a record and is back where it was', async (context) => {
    const { page, complaints } = await openWatched(context, browser, server.url)
    await page.goto(server.url)
    await tabTo(page, /^Skip to/)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    assert.ok(await page.evaluate(() => document.activeElement?.closest('main')))

    await page.keyboard.press('/')
    await page.keyboard.type('roads')
    await page.keyboard.press('Enter')
    await page.waitForURL(/search\//)
    await tabTo(page, /^Category/)
    await page.keyboard.type('Water')
    await page.locator('[data-tally]', { hasText: /^30 datasets/ }).waitFor()

    await page.goto(`${server.url}browse/by-size/`)
    await tabTo(page, /^Not stated$/)
    await page.keyboard.press('Enter')
    await page.waitForURL(/browse\/oiv\/not-stated/)
    await tabTo(page, /^places$/)
    await page.keyboard.press('Enter')
    await page.waitForURL(/get_dataset\/places/)
    await tabTo(page, /^Explore all 260 records \(/)
    await page.keyboard.press('Enter')
    await page.locator('.bench .count', { hasText: /^260 records$/ }).waitFor()

    await tabTo(page, /^id$/)
    await page.keyboard.press('Enter')
    await page.locator('th[aria-sort=ascending]').waitFor()
    await tabTo(page, /^Filter kind/)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'kind' }).waitFor()
    await tabTo(page, /^museum/)
    await page.keyboard.press('Space')
    await page.keyboard.press('Enter')
    await page.locator('.bench .count', { hasText: /^65 of 260 records$/ }).waitFor()
    assert.match(await page.evaluate(nameOfFocus), /^Filter kind/)

    await tabTo(page, /^Record \d+$/)
    const opener = await page.evaluate(nameOfFocus)
    await page.keyboard.press('Enter')
    const record = page.getByRole('dialog', { name: opener, exact: true })
    await record.waitFor()
    await page.keyboard.press('Escape')
    await record.waitFor({ state: 'detached' })
    await page.waitForFunction(`document.activeElement?.ariaLabel === '${opener}'`)
    assert.deepEqual(complaints, [])
  })
})

function weightOf(path: string): number {
  const file = decodeURIComponent(path.replace(/[?#].*/, '')).replace(/(?<=\/|^)$/, 'index.html')
  const html = readFileSync(join(out, file), 'utf8')
  const assets = [...html.matchAll(/<(?:script|link)[^>]* (?:src|href)="((?:\.\.\/)*[^"]+\.(?:js|css))"/g)]
  const parts = [
    Buffer.from(html.replace(/<table class="data">.*?<\/table>/s, '')),
    ...assets.map(([, at = '']) => readFileSync(join(out, at.replace(/^(\.\.\/)+/, '')))),
  ]
  return parts.reduce((sum, part) => sum + gzipSync(part).length, 0)
}
