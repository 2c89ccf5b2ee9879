import assert from 'node:assert/strict'
import { after, before, describe, it, type TestContext } from 'node:test'
import type { Browser, Page } from 'playwright'
import { openBrowser } from '../../scripts/screenshots/browser.ts'
import { MOST_ROWS } from '../../src/client/explorer/core/table.ts'
import { type RunningServer, serveSite } from '../../src/lib/site/index.ts'
import { serviceRoutes } from '../support/crawling.ts'
import { mirrorInto, settingsIn } from '../support/mirror.ts'
import { startScripted } from '../support/scripted-origin.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { hindrances } from './axe.ts'
import { saying } from './explored-site.ts'
import { openWatched } from './watched-page.ts'

const RECORDS = MOST_ROWS + 150_000

function documentOf(count: number): string {
  const records = Array.from({ length: count }, (_, at) => `{"no":${at + 1},"kind":"k${at % 10}"}`)
  return `[${records.join(',')}]`
}

describe('the explorer of a dataset beyond its limits', () => {
  const folder = temporaryFolder({ after })
  let server: RunningServer
  let browser: Browser
  before(async () => {
    const origin = await startScripted({ after } as unknown as TestContext, {
      ...serviceRoutes({ visits: '' }),
      'api/v1/get_dataset/visits/?type=json': documentOf(RECORDS),
    })
    const settings = settingsIn(folder, { origin: origin.base, formats: ['json'], robots: 'ignore' })
    await mirrorInto(settings)
    server = await serveSite({ folder: settings.out, host: '127.0.0.1', port: 0, base: '/' })
    browser = await openBrowser()
  })
  after(async () => {
    await browser?.close()
    await server?.close()
  })

  const openPage = async (context: TestContext, fragment = '') => {
    const watched = await openWatched(context, browser, server.url)
    const requests: string[] = []
    watched.page.on('request', (request) => requests.push(request.url().replace(server.url, '')))
    await watched.page.goto(`${server.url}api/v1/get_dataset/visits/${fragment}`)
    return { ...watched, requests }
  }
  const firstNumber = (page: Page) => page.locator('.explorer tbody tr:first-child th').textContent()

  it('shows the first part from the Parquet file, and says that it is one', async (context) => {
    const { page, complaints, requests } = await openPage(context)
    await page.getByRole('button', { name: 'Explore 1,150,000 records in parts' }).click()
    await saying(page, '1,000,000 records')
    await page.getByText('too large to load at once').waitFor()
    assert.deepEqual(await page.getByLabel('Part:').locator('option').allInnerTexts(), [
      'records 1 to 1,000,000 of 1,150,000',
      'records 1,000,001 to 1,150,000 of 1,150,000',
    ])
    assert.ok(requests.some((path) => path.endsWith('/index.parquet')))
    assert.ok(!requests.some((path) => path.endsWith('/index.csv')))
    assert.deepEqual(await hindrances(page, '.explorer'), [])
    assert.deepEqual(complaints, [])
  })

  it('turns to another part, whose records are filtered and numbered as in the whole table', async (context) => {
    const { page } = await openPage(context)
    await page.getByRole('button', { name: 'in parts' }).click()
    await saying(page, '1,000,000 records')
    await page.getByLabel('Part:').selectOption({ index: 1 })
    await saying(page, '150,000 records')
    assert.equal(await firstNumber(page), '1,000,001')
    await page.waitForURL(/#\.part=2$/)
    await page.goBack()
    await saying(page, '1,000,000 records')
    assert.equal(await firstNumber(page), '1')
    await page.goForward()
    await saying(page, '150,000 records')
    await page.getByRole('searchbox', { name: 'Find in all columns' }).fill('k7')
    await saying(page, '15,000 of 150,000 records')
    assert.equal(await firstNumber(page), '1,000,008')
    await page.locator('.explorer tbody th button').first().click()
    await page.getByRole('dialog', { name: 'Record 1,000,008' }).waitFor()
  })

  it('opens a part, a filter and a record from an address', async (context) => {
    const { page } = await openPage(context, '#kind=k3&.part=2&record=1000004')
    await page.getByRole('dialog', { name: 'Record 1,000,004' }).waitFor()
    await page.keyboard.press('Escape')
    await saying(page, '15,000 of 150,000 records')
  })

  it('names a query of DuckDB where the host sends no ranges', async (context) => {
    const { page } = await openPage(context)
    await page.route('**/index.parquet', async (route) => {
      const { range: _, ...headers } = route.request().headers()
      await route.continue({ headers })
    })
    await page.getByRole('button', { name: 'in parts' }).click()
    await page.getByText('too large to explore in a browser').waitFor()
    await page.getByText(/^duckdb -c "FROM '.*index\.csv' LIMIT 10"$/).waitFor()
  })

  it('offers to try again when the file changes while it is read', async (context) => {
    const { page } = await openPage(context)
    let asked = 0
    await page.route('**/index.parquet', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, headers: { ...answer.headers(), etag: `"${++asked}"` } })
    })
    await page.getByRole('button', { name: 'in parts' }).click()
    await page.getByText('The records could not be loaded').waitFor()
    await page.unroute('**/index.parquet')
    await page.getByRole('button', { name: 'Try again' }).click()
    await saying(page, '1,000,000 records')
  })
})
