import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright'
import { openBrowser } from '../../scripts/screenshots/browser.ts'
import { type RunningServer, serveSite } from '../../src/lib/site/index.ts'
import { mirrorPackage } from '../support/mirror.ts'
import { WIDE, writeOddTables } from '../support/odd-tables.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { openWatched } from './watched-page.ts'

const folder = temporaryFolder({ after })
let browser: Browser
let server: RunningServer
before(async () => {
  const { out } = await mirrorPackage(folder, writeOddTables(folder))
  server = await serveSite({ folder: out, host: '127.0.0.1', port: 0, base: '/' })
  browser = await openBrowser()
})
after(async () => {
  await browser?.close()
  await server?.close()
})

const pathOf = (code: string) => `${server.url}api/v1/get_dataset/${code}/`

/** The alignment of each column: that of its header, then that of each non-empty cell. */
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

describe('a table of right-to-left texts', () => {
  const WANTED = ['right', 'right', 'right', 'left', 'right', 'left']

  it('aligns each header with its column, without JavaScript and in the explorer', async (context) => {
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

describe('a table of three columns of numbers with long names', () => {
  it('fits a phone, without JavaScript and in the explorer', async (context) => {
    const viewport = { width: 390, height: 844 }
    const scrolled = (page: Page) =>
      page
        .locator('.scroll:has(> table.data)')
        .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
    const { page: plain } = await openWatched(context, browser, server.url, {
      javaScriptEnabled: false,
      viewport,
    })
    await plain.goto(pathOf('numbers'))
    assert.equal(await scrolled(plain), 0)
    const { page } = await openWatched(context, browser, server.url, { viewport })
    await page.goto(pathOf('numbers'))
    await page.getByRole('button', { name: 'Explore all' }).click()
    await page.locator('.bench .count', { hasText: /^120 records$/ }).waitFor()
    assert.equal(await scrolled(page), 0)
  })
})

describe('a table of very many columns', () => {
  it('prints its first three records, which may be longer than a sheet', async (context) => {
    const { page } = await openWatched(context, browser, server.url)
    await page.goto(pathOf('widest'))
    await page.emulateMedia({ media: 'print' })
    const rows = await page
      .locator('.data tbody tr')
      .evaluateAll((all) =>
        all
          .filter((row) => row.checkVisibility())
          .map((row) => [row.querySelector('.no')?.textContent, getComputedStyle(row).breakInside]),
      )
    assert.deepEqual(rows, [
      ['1', 'auto'],
      ['2', 'auto'],
      ['3', 'auto'],
    ])
    await page.getByText('Only the first 3 records are printed.').waitFor()
  })

  it('shows the first fifty, and all when asked, without JavaScript and in the explorer', async (context) => {
    const { page: plain } = await openWatched(context, browser, server.url, { javaScriptEnabled: false })
    const { page } = await openWatched(context, browser, server.url)
    const inSight = (one: Page, selector: string) =>
      one.locator(selector).evaluateAll((all) => all.filter((element) => element.checkVisibility()).length)
    for (const one of [plain, page]) {
      await one.goto(pathOf('widest'))
      assert.equal(await inSight(one, '.data thead th:not(.no)'), 50)
      assert.equal(await inSight(one, '.data tbody tr:first-child td'), 50)
    }
    assert.equal(await page.locator('.data .sort').count(), 50)
    for (const one of [plain, page]) {
      await one.getByLabel('Show all 180 columns').check()
      assert.equal(await inSight(one, '.data tbody tr:first-child td'), 180)
    }
    assert.equal(await inSight(page, '.data .sort'), 180)
    const cell = page.locator('.data tbody tr').nth(2).locator('td').nth(178)
    await cell.click()
    await page.getByRole('menuitem', { name: 'Only this value' }).click()
    await page.locator('.bench .count', { hasText: /^1 of 4 records$/ }).waitFor()
    assert.equal(await inSight(page, '.data .sort'), 180)
    await page.getByLabel('Show all 180 columns').uncheck()
    await page.waitForFunction(() => document.querySelectorAll('.data .sort').length === 51)
    assert.ok(await page.locator('.data thead').getByText('c179', { exact: true }).isVisible())
    await page.getByRole('button', { name: 'Columns (51 of 180)' }).waitFor()
    for (const [view, heads] of [
      ['sort=-c120', 51],
      ['c120=..2000&hide=c1,c2', 178],
      ['c120=..2000&show=c1,c2', 2],
      ['sort=c2', 50],
    ] as const) {
      await page.goto(`${pathOf('widest')}#${view}`)
      await page.waitForFunction((all) => document.querySelectorAll('.data .sort').length === all, heads)
    }
  })
})

describe('a card of a record on a phone', () => {
  it('shows a name of a column that is longer than a line and its value, and the beginning of a long text until whole texts are asked for or it is found', async (context) => {
    for (const javaScriptEnabled of [true, false]) {
      const { page } = await openWatched(context, browser, server.url, {
        javaScriptEnabled,
        viewport: { width: 360, height: 800 },
      })
      await page.goto(pathOf('labelled'))
      const cells = page.locator('.data tbody tr').first().locator('td')
      await cells.first().scrollIntoViewIfNeeded()
      // A record that comes onto the screen is laid out in the next frame; hover waits for two.
      await cells.first().hover()
      const cutOf = () =>
        cells.evaluateAll((all) =>
          all.map((cell) => cell.scrollHeight > cell.clientHeight + 2 || cell.scrollWidth > cell.clientWidth),
        )
      assert.deepEqual(await cutOf(), [false, false, false, true, false])
      if (javaScriptEnabled) {
        await page.getByRole('searchbox', { name: 'Find in all columns' }).fill('remark')
        await page.locator('.chips').waitFor()
        assert.deepEqual(await cutOf(), [false, false, false, false, false])
        await page.getByRole('button', { name: 'Clear the filters' }).click()
        await page.locator('.chips').waitFor({ state: 'detached' })
      }
      await page.getByLabel('Show whole texts').check()
      assert.deepEqual(await cutOf(), [false, false, false, false, false])
    }
  })
})

describe('a printed table of one column', () => {
  it('has its values beside their numbers, in several columns', async (context) => {
    const { page } = await openWatched(context, browser, server.url, {
      viewport: { width: 680, height: 1000 },
    })
    await page.goto(pathOf('values'))
    await page.emulateMedia({ media: 'print' })
    const lefts = await page.locator('.data tbody tr').evaluateAll((rows) =>
      rows.map((row) => {
        const [number, value] = [...row.children].map((cell) => cell.getBoundingClientRect())
        return { left: Math.round(number?.left ?? 0), width: (value?.right ?? 0) - (number?.left ?? 0) }
      }),
    )
    assert.equal(lefts.length, 100)
    assert.ok(new Set(lefts.map(({ left }) => left)).size > 2)
    assert.ok(lefts.every(({ width }) => width < 120))
  })
})

describe('a table of numbers with units', () => {
  it('is sorted, filtered and charted by the numbers, and shows the values as written', async (context) => {
    const { page, complaints } = await openWatched(context, browser, server.url)
    const areas = () =>
      page.$$eval('table.data tbody td:nth-child(3)', (cells) => cells.map((cell) => cell.textContent))
    await page.goto(`${pathOf('units')}#sort=${encodeURIComponent('Площадь')}`)
    await page.locator('.bench .count', { hasText: /^120 records$/ }).waitFor()
    assert.deepEqual((await areas()).slice(0, 3), ['5 кв. м', '15 кв. м', '25 кв. м'])
    await page.goto(
      `${pathOf('units')}#sort=-${encodeURIComponent('Площадь')}&${encodeURIComponent('Площадь')}=100..200`,
    )
    await page.locator('.bench .count', { hasText: /^10 of 120 records$/ }).waitFor()
    assert.deepEqual((await areas()).slice(0, 2), ['195 кв. м', '185 кв. м'])
    await page.goto(
      `${pathOf('units')}#chart=bar&x=name&y=${encodeURIComponent('Площадь')}&of=sum&${encodeURIComponent('Площадь')}=..10`,
    )
    await page.locator('.drawn svg').waitFor()
    assert.deepEqual(complaints, [])
  })
})

describe('a printed table with more columns than fit the paper', () => {
  // Of the records the page came with, the first twenty.
  /** Printed records that lack values or marks, and the number of A4 sheets. */
  const faultsOf = (page: Page, marks: 'numbers' | 'names') =>
    page.locator('table.data').evaluate((table: HTMLTableElement, marks) => {
      const names = [...(table.tHead?.rows[0]?.cells ?? [])].slice(1).map((head) => head.textContent?.trim())
      const rows = [...(table.tBodies[0]?.rows ?? [])].filter((row) => row.checkVisibility())
      const cells = rows.flatMap((row) => [...row.cells].slice(1).map((cell, at) => ({ cell, at })))
      const isOut = (element: Element) => {
        const { left, right, height } = element.getBoundingClientRect()
        return left < 0 || right > innerWidth || height < 8
      }
      const isTall = (element: Element) => element.getBoundingClientRect().height > 30
      const isMarked = ({ cell, at }: (typeof cells)[number]) => {
        const { content } = getComputedStyle(cell, '::before')
        return marks === 'names' ? content === `"${names[at]}: "` : content.startsWith('counter(column)')
      }
      const head = table.tHead as HTMLElement
      return {
        out: [
          ...cells.map(({ cell }) => cell),
          ...(marks === 'numbers' ? head.querySelectorAll('[data-kind]') : []),
        ]
          .filter((cell) => isOut(cell) || isTall(cell))
          .map((cell) => cell.textContent),
        unmarked: cells.filter((cell) => !isMarked(cell)).length,
        texts: rows.map((row) => [...row.cells].slice(1).map((cell) => cell.textContent)),
        key: head.checkVisibility(),
      }
    }, marks)
  const WANTED = WIDE.slice(0, 20).map((record) => Object.values(record).map(String))

  it('has every value with the number of its column, and a list of the numbers, without JavaScript', async (context) => {
    const { page } = await openWatched(context, browser, server.url, {
      javaScriptEnabled: false,
      viewport: { width: 680, height: 1000 },
    })
    await page.goto(pathOf('wide'))
    await page.emulateMedia({ media: 'print' })
    const { texts, ...faults } = await faultsOf(page, 'numbers')
    assert.deepEqual(faults, { out: [], unmarked: 0, key: true })
    assert.deepEqual(texts, WANTED)
  })

  it('has every value with the name of its column, with JavaScript', async (context) => {
    const { page } = await openWatched(context, browser, server.url, {
      viewport: { width: 680, height: 1000 },
    })
    await page.goto(pathOf('wide'))
    const sheets =
      (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0
    assert.ok(sheets > 2 && sheets < 12, `${sheets} sheets`)
    await page.emulateMedia({ media: 'print' })
    const { texts, ...faults } = await faultsOf(page, 'names')
    assert.deepEqual(faults, { out: [], unmarked: 0, key: false })
    assert.deepEqual(texts, WANTED)
  })
})
