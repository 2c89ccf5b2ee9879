import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, Locator, Page } from 'playwright'
import { openBrowser } from '../../scripts/screenshots/browser.ts'
import { localeOf } from '../../src/lib/site/view/index.ts'
import { mirrorAwkward } from '../support/shared-mirror.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { startPagesHost } from './pages-host.ts'
import { openSite, openWatched } from './watched-page.ts'

const { trying } = localeOf('en').words.developers
const folder = temporaryFolder({ after })
const PAGE = 'about/api/index.html'
let browser: Browser
let out: string
before(async () => {
  out = (await mirrorAwkward(folder)).out
  browser = await openBrowser()
})
after(() => browser?.close())

const textOf = async (one: Locator) => (await one.textContent()) ?? ''
const answerOn = (page: Page) => page.getByLabel(trying.response)
const send = (page: Page) => page.getByRole('button', { name: trying.send }).click()

/** Asks for a list in a format. */
async function ask(page: Page, list: string, format: string): Promise<void> {
  await page.getByLabel(trying.operation).selectOption(list)
  await page.getByLabel(trying.format).selectOption(format)
  await send(page)
}

describe('on the page for developers', () => {
  it('a request is sent to this mirror, and its answer is shown as it came', async (context) => {
    const { page, complaints, root } = await openSite(context, browser, { folder: out, base: '/data/' })
    await page.goto(root + PAGE)
    await ask(page, 'list_oivs', 'xml')
    await answerOn(page).getByText('<?xml').waitFor()
    const text = await textOf(answerOn(page))
    assert.match(text, /^200 OK\ncontent-type: application\/xml\n/)
    const command = page.locator('[data-request]')
    assert.equal(await command.textContent(), `curl '${root}api/v1/list_oivs/?type=xml'`)
    assert.ok(await page.getByLabel(trying.code).isHidden())

    await page.getByLabel(trying.operation).selectOption('get_dataset')
    await page.getByLabel(trying.code).fill("none ' of these")
    assert.equal(
      await command.textContent(),
      `curl '${root}api/v1/get_dataset/none%20%27%20of%20these/?type=xml'`,
    )
    await send(page)
    await answerOn(page).getByText(/^404/).waitFor()
    // The browser reports the 404 that was asked for.
    assert.deepEqual(
      complaints.filter((text) => !text.includes('404')),
      [],
    )
  })

  it('the file is requested if the host ignores the query, and the page says so', async (context) => {
    const host = await startPagesHost(out, 'repo')
    context.after(() => host.stop())
    const { page, complaints } = await openWatched(context, browser, host.url)
    await page.goto(host.url + PAGE)
    await ask(page, 'list', 'json')
    await page
      .getByText(trying.script.ignored.replace('{file}', `${host.url}api/v1/list/index.json`))
      .waitFor()
    assert.match(await textOf(answerOn(page)), /^200 OK\ncontent-type: application\/json/)
    assert.deepEqual(complaints, [])
  })

  it('a reader of a copy on a disk is told why no request can be sent, and gets the file', async (context) => {
    const { page, complaints, root } = await openSite(context, browser, { folder: out, base: undefined })
    await page.goto(root + PAGE)
    await ask(page, 'list', 'csv')
    await page.getByText(trying.script.disk).waitFor()
    const link = page.locator('[data-answer] a')
    assert.equal(await link.getAttribute('href'), `${root}api/v1/list/index.csv`)
    assert.deepEqual(complaints, [])
  })
})
