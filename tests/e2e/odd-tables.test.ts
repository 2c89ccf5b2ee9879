import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright'
import { openPackage, startOrigin } from '../../scripts/origin/index.ts'
import { openBrowser } from '../../scripts/screenshots/browser.ts'
import { type RunningServer, serveSite } from '../../src/lib/site/index.ts'
import { mirrorInto, settingsIn } from '../support/mirror.ts'
import { writeOddTables } from '../support/odd-tables.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { openWatched } from './watched-page.ts'

const folder = temporaryFolder({ after })
let browser: Browser
let server: RunningServer
before(async () => {
  const origin = await startOrigin(await openPackage(writeOddTables(folder)))
  const settings = settingsIn(folder, { origin: origin.url })
  await mirrorInto(settings)
  await origin.close()
  server = await serveSite({ folder: settings.out, host: '127.0.0.1', port: 0, base: '/' })
  browser = await openBrowser()
})
after(async () => {
  await browser?.close()
  await server?.close()
})

const pathOf = (code: string) => `${server.url}api/v1/get_dataset/${code}/`

/** On which side each column stands: that of its head, then that of each of its filled cells. */
const sidesOf = (page: Page) =>
  page.locator('table.data').evaluate((table: HTMLTableElement) => {
    const sideOf = (cell: HTMLTableCellElement) => {
      const range = document.createRange()
      range.selectNodeContents(cell.querySelector('button span') ?? cell)
      const [text, box] = [range.getBoundingClientRect(), cell.getBoundingClientRect()]
      return text.left + text.right < box.left + box.right ? 'left' : 'right'
    }
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('.data :is(th, td):not(.no) { min-width: 15rem !important }')
    document.adoptedStyleSheets = [sheet]
    const rows = [...table.rows].slice(0, 9)
    return [...(rows[0]?.cells ?? [])].slice(1).map((_, at) => {
      const sides = rows.map(({ cells }) => sideOf(cells[at + 1] as HTMLTableCellElement))
      return new Set(sides).size === 1 ? sides[0] : sides.join(' ')
    })
  })

describe('a table of texts that run from right to left', () => {
  const WANTED = ['right', 'right', 'right', 'left', 'right', 'left']

  it('has each head on the side of what is under it, without JavaScript and in the explorer', async (context) => {
    const { page: plain } = await openWatched(context, browser, server.url, { javaScriptEnabled: false })
    await plain.goto(pathOf('right'))
    assert.deepEqual(await sidesOf(plain), WANTED)
    const { page } = await openWatched(context, browser, server.url)
    await page.goto(pathOf('right'))
    await page.getByRole('button', { name: 'Explore all' }).click()
    await page.locator('.bench .count', { hasText: /^120 records$/ }).waitFor()
    assert.deepEqual(await sidesOf(page), WANTED)
  })
})
