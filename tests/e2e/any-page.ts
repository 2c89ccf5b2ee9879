import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright'
import { openBrowser } from '../../scripts/screenshots/browser.ts'
import { type RunningServer, serveSite } from '../../src/lib/site/index.ts'
import { mirrorEveryKind } from '../support/every-kind.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { hindrances } from './axe.ts'
import type { Kind } from './every-page.ts'
import {
  badFocus,
  headingFaults,
  movement,
  resizeText,
  spaceOut,
  thin,
  visibleControls,
} from './page-faults.ts'
import { openWatched, type Watched } from './watched-page.ts'

/** A site with every kind of page, served and on a disk, with a browser. */
interface EverySite {
  readonly out: string
  /** Where the site is served; ends in a slash. */
  readonly url: string
  readonly browser: Browser
}

/** Builds the site before the tests of the calling file; the result is filled in by then. */
export function everySite(): EverySite {
  const folder = temporaryFolder({ after })
  const site = {} as { -readonly [Key in keyof EverySite]: EverySite[Key] }
  let server: RunningServer
  before(async () => {
    const { out } = await mirrorEveryKind(folder)
    server = await serveSite({ folder: out, host: '127.0.0.1', port: 0, base: '/mirror/' })
    Object.assign(site, { out, url: server.url, browser: await openBrowser() })
  })
  after(async () => {
    await site.browser?.close()
    await server?.close()
  })
  return site
}

const isWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Tests what every page of some kinds must satisfy: for phones, keyboards, screen readers and paper. */
export function describePages(
  kinds: readonly (readonly [name: string, kind: Kind])[],
  site: EverySite,
): void {
  for (const [name, kind] of kinds) {
    describe(`the page of ${name}`, () => {
      let watched: Watched
      let page: Page
      const closing: (() => Promise<void>)[] = []
      before(async () => {
        watched = await openWatched({ after: (clean) => closing.push(clean) }, site.browser, site.url, {
          viewport: { width: 1280, height: 900 },
        })
        page = watched.page
        await page.goto(site.url + kind.path)
        await kind.ready?.(page)
      })
      after(() => Promise.all(closing.map((close) => close())))

      it('fits a phone of 320 px, with double text size, and with wide text spacing', async () => {
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

      it('shows nothing that is hidden', async () => {
        const shown = await page
          .locator('[hidden]')
          .evaluateAll((all) => all.filter((one) => one.checkVisibility()).map((one) => one.outerHTML))
        assert.deepEqual(shown, [])
      })

      it('shows the focus on every element', async () => {
        await page.keyboard.press('Tab')
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          assert.deepEqual(await page.evaluate(badFocus), [], colorScheme)
        }
      })

      it('has one h1, skips no heading level, and has no motion if the reader prefers none', async () => {
        assert.deepEqual(await page.evaluate(headingFaults), [])
        await page.emulateMedia({ reducedMotion: 'reduce' })
        assert.deepEqual(await page.evaluate(movement), [])
      })

      it('satisfies WCAG 2.2 AA in light and dark mode', async () => {
        await page.evaluate(thin)
        // Further down, the tabs of a page cover what is scrolled under them.
        await page.evaluate(() => scrollTo(0, 0))
        assert.deepEqual(await hindrances(page), [])
      })

      it('prints completely, black on white, without controls', async () => {
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
}
