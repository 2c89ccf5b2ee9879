import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { Page } from 'playwright'
import { FEW, PLACES, WIDE } from '../support/explored.ts'
import { hindrances } from './axe.ts'
import { column, exploredSite, PATH, saying } from './explored-site.ts'
import { openWatched } from './watched-page.ts'

const site = exploredSite()

const axe = async (page: Page, what: string, part = '.sheet') =>
  assert.deepEqual(await hindrances(page, part), [], what)

describe('the explorer of records, for everyone', () => {
  it('works by keyboard alone', async (context) => {
    const { page } = await site.open(context)
    await page.getByRole('button', { name: 'Explore all' }).press('Enter')
    await saying(page, '260 records')
    // The button is gone; focus stays where it was.
    assert.equal(await page.evaluate(() => document.activeElement?.className), 'loader')
    await page.keyboard.press('Tab')
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('type')), 'search')
    await page.getByTitle('Sort by opened').focus()
    await page.keyboard.press('Enter')
    await page.locator('th[aria-sort=ascending]').waitFor()
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('title')), 'Sort by opened')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'opened' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    // One tab stop for the heads, one for the cells, and the page goes on behind them.
    await page.keyboard.press('Tab')
    assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'TD')
    await page.keyboard.press('Tab')
    assert.equal(await page.evaluate(() => document.activeElement?.closest('table')), null)
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Shift+Tab')
    assert.equal(
      await page.evaluate(() => document.activeElement?.getAttribute('aria-label')),
      'Filter opened',
    )
    await page.keyboard.press('Tab')
    // Left of the first cell is the number of its record.
    await page.keyboard.press('ArrowDown')
    while ((await page.evaluate(() => document.activeElement?.tagName)) === 'TD')
      await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: /^Record / }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await page.getByRole('menu').waitFor()
    await page.keyboard.press('ArrowDown')
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Not this value')
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'TD')
    // From groups to records and back.
    await page.goto(`${page.url().split('#')[0]}#group=kind`)
    await page.getByRole('link', { name: 'museum' }).press('Enter')
    await saying(page, '65 of 260 records')
    await page.goBack()
    await page.locator('.groups').waitFor()
    await page.waitForFunction(() => document.activeElement?.querySelector('.groups'))
    // A filter by a value of a record closes it, and its row is gone.
    await page.goto(`${page.url().split('#')[0]}#record=7`)
    await page.reload()
    await page.getByRole('button', { name: 'Actions for this value of kind' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Not this value' }).press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.waitForFunction(() => document.activeElement?.closest('.explorer'))
    // A record that an address has opened leads to its row.
    await page.goto(`${page.url().split('#')[0]}#record=9`)
    await page.reload()
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    assert.equal(await page.evaluate(() => document.activeElement?.ariaLabel), 'Record 9')
  })

  it('shows on a phone by what records are sorted, filtered and found', async (context) => {
    const { page } = await site.open(context, '', { viewport: { width: 360, height: 780 } })
    await page.goto(`${site.url}api/v1/get_dataset/wide/#note=closed&sort=-rooms`)
    await page.reload()
    await saying(page, '30 of 120 records')
    const card = page.locator('.explorer tbody tr').first()
    for (const [name, value] of [
      ['note', 'closed'],
      ['rooms', '4'],
    ] as const) {
      const cell = card.locator(`[data-label="${name}"]`)
      assert.ok(await cell.isVisible(), name)
      assert.equal(await cell.textContent(), value)
    }
    assert.ok(await page.getByTitle('Sort by rooms').isVisible())
    await page.goto(`${site.url}api/v1/get_dataset/wide/#find=CLOSED`)
    await page.reload()
    await saying(page, '30 of 120 records')
    assert.ok(await card.locator('[data-label="note"]').isVisible())
    assert.equal(await card.locator('[data-label="ref"]').count(), 0)
  })

  it('shows groups with long values whole on a phone, each with its numbers in sight, and breaks no word that fits', async (context) => {
    const { page } = await site.open(context, '', { viewport: { width: 360, height: 780 } })
    for (const fragment of ['group=body', 'group=body,district&sum=amount']) {
      await page.goto(`${site.url}api/v1/get_dataset/long/#${fragment}`)
      await page.reload()
      await saying(page, '6 groups, 40 records')
      const cells = await page.locator('.groups tr > *').evaluateAll((all) =>
        all.map((cell) => {
          const { right } = cell.getBoundingClientRect()
          const isCut = cell.scrollWidth > cell.clientWidth
          const range = document.createRange()
          const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
          const broken: string[] = []
          while (walker.nextNode()) {
            const text = walker.currentNode as Text
            for (const { 0: word, index } of text.data.matchAll(/\p{L}+/gu)) {
              range.setStart(text, index)
              range.setEnd(text, index + word.length)
              if (word.length < 20 && range.getClientRects().length > 1) broken.push(word)
            }
          }
          return { text: cell.textContent, right, isCut, broken }
        }),
      )
      for (const { text, right, isCut, broken } of cells) {
        assert.ok(!isCut, `${fragment}: ${text}`)
        assert.deepEqual(broken, [], fragment)
        assert.ok(right <= 360, `${fragment}: ${text} ends at ${right} px`)
      }
    }
  })

  it('satisfies WCAG 2.2 AA with what opens, besides the filter and the record of `every-page.ts`, in light and dark mode', async (context) => {
    const { page } = await site.open(context, '#name=~%20ёл&active=true')
    await saying(page, '29 of 260 records')
    const row = page.locator('.explorer tbody tr').first()
    const close = () => page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Filter opened' }).click()
    await page.getByRole('dialog').waitFor()
    await axe(page, 'the filter of dates')
    await close()
    await row.locator('td').first().click()
    await axe(page, 'the menu of a cell', '.menu')
    await close()
    await page.getByRole('button', { name: 'Columns' }).click()
    await axe(page, 'the columns')
    await close()
    await page.getByRole('button', { name: 'Group', exact: true }).click()
    await axe(page, 'the choice of groups')
    await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click()
    await page.locator('.groups').waitFor()
    await axe(page, 'groups', '.explorer')
  })

  it('fits a phone, with visible column headers and a horizontal scrollbar once all columns are shown', async (context) => {
    const { page } = await site.open(context, '#page=2&rows=50', {
      viewport: { width: 390, height: 800 },
      hasTouch: true,
    })
    await page.getByText('Page 2 of 6').waitFor()
    const width = () => page.evaluate(() => document.documentElement.scrollWidth)
    assert.equal(await width(), 390)
    const lineOf = (button: string) =>
      page.getByRole('button', { name: `Download the filtered records as ${button}` }).boundingBox()
    assert.equal((await lineOf('CSV'))?.y, (await lineOf('JSON'))?.y)
    await page.getByLabel('Show all 8 columns').check()
    await page.locator('.scrollbar:not(.spare)').waitFor()
    const section = page.locator('.explorer section')
    const bar = await page.locator('.scrollbar div').boundingBox()
    await page.mouse.move((bar?.x ?? 0) + 5, (bar?.y ?? 0) + 2)
    await page.mouse.down()
    await page.mouse.move((bar?.x ?? 0) + 45, (bar?.y ?? 0) + 2)
    await page.mouse.up()
    const left = () => section.evaluate(({ scrollLeft }) => scrollLeft)
    const dragged = await left()
    assert.ok(dragged > 40, `${dragged}`)
    await page.mouse.move((bar?.x ?? 0) + 5, (bar?.y ?? 0) + 2)
    assert.equal(await left(), dragged)
    await section.evaluate((scroller) => scroller.scrollTo(100, 300))
    const [top, head] = [
      await section.boundingBox(),
      await page.locator('.explorer thead th').first().boundingBox(),
    ]
    assert.equal(Math.round(head?.y as number), Math.round(top?.y as number))
    const number = page.locator('.explorer tbody tr').nth(9).getByRole('button')
    assert.ok(
      Math.abs(((await number.boundingBox())?.x ?? 0) - (top?.x ?? 0)) < 30,
      'a number stays in sight',
    )
    await number.click()
    await page.getByRole('dialog', { name: 'Record 60' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Filter name' }).click()
    await page.getByRole('dialog').waitFor()
    assert.equal(await width(), 390)
  })

  it('shows each record as a card on a phone, with and without its script, and the table on request', async (context) => {
    const viewport = { width: 390, height: 800 }
    const plain = await site.browser.newContext({ viewport, javaScriptEnabled: false })
    const still = await plain.newPage()
    await still.goto(`${site.url}api/v1/get_dataset/wide/`)
    const { page } = await site.open(context, '#sort=-area', { viewport })
    await page.goto(`${site.url}api/v1/get_dataset/wide/#sort=-area`)
    await saying(page, '120 records')
    const [largest] = WIDE.toSorted((a, b) => b.area - a.area)
    for (const [shown, record] of [
      [still, WIDE[0]],
      [page, largest],
    ] as const) {
      const card = shown.locator('.data tbody tr').first()
      assert.deepEqual(await card.locator('td:visible').allTextContents(), [
        record?.name,
        record?.district,
        String(record?.area),
        String(record?.rooms),
        record?.street,
      ])
      const names = await card
        .locator('td[data-label]')
        .evaluateAll((cells) => cells.map((cell) => (cell as HTMLElement).dataset.label))
      assert.deepEqual(names, ['district', 'area', 'rooms', 'street'])
      await shown.getByLabel('Show all 9 columns').check()
      await shown.locator('.data thead th', { hasText: 'uid' }).waitFor()
      assert.equal(await shown.evaluate(() => document.documentElement.scrollWidth), 390)
    }
    await plain.close()
  })

  it('never covers the button that loads all records, however little of the table is visible', async (context) => {
    const { page } = await site.open(context, '', { viewport: { width: 390, height: 800 } })
    const button = page.getByRole('button', { name: 'Explore all' })
    await page.locator('.scrollbar').waitFor({ state: 'attached' })
    for (const shown of [1, 12, 40]) {
      const isOnTop = await button.evaluate((element, shown) => {
        scrollTo(0, 0)
        scrollTo(0, element.getBoundingClientRect().bottom - innerHeight + shown)
        const { x, width, bottom } = element.getBoundingClientRect()
        return [2, 8, 20].every((up) =>
          element.contains(document.elementFromPoint(x + width / 2, bottom - up)),
        )
      }, shown)
      assert.ok(isOnTop, `${shown} px of the table`)
    }
  })

  it('reserves space for its scrollbar below the table from the start, needed or not', async (context) => {
    const height = (page: Page) =>
      page.locator('.explorer').evaluate((box) => {
        const [top, bottom] = [box.querySelector('.bench') as Element, box].map(
          (part) => part.getBoundingClientRect().bottom,
        )
        return Number(bottom) - Number(top)
      })
    const viewport = { width: 660, height: 800 }
    const { page } = await site.open(context, '', { viewport })
    const before = await site.browser.newPage({ viewport })
    await before.route('**/*.js', (route) => route.abort())
    for (const [code, selector] of [
      ['places', '.scrollbar:not(.spare)'],
      ['few', '.scrollbar.spare'],
    ]) {
      const address = `${site.url}api/v1/get_dataset/${code}/`
      await before.goto(address)
      await page.goto(address)
      await page.locator(selector as string).waitFor({ state: 'attached' })
      await page.locator('.explorer .funnel').first().waitFor()
      assert.equal(await height(page), await height(before), code)
    }
    await before.close()
  })

  it('reports if the records cannot be loaded, and retries on request', async (context) => {
    const { page } = await site.open(context)
    await page.route('**/index.csv', (route) => route.abort())
    await page.getByRole('button', { name: 'Explore all' }).click()
    await page.getByRole('alert').waitFor()
    assert.equal(await page.locator('.explorer tbody tr').count(), 100)
    await page.unroute('**/index.csv')
    await page.getByRole('button', { name: 'Try again' }).click()
    await saying(page, '260 records')
  })

  it('rejects files that are too large, with the limit and an alternative', async (context) => {
    const { page } = await site.open(context)
    await page.route('**/index.csv', (route) =>
      route.fulfill({ body: Buffer.alloc(2_000_100, 'a\n'), contentType: 'text/csv' }),
    )
    await page.getByRole('button', { name: 'Explore all' }).click()
    await page.getByText('the limit is 64 MB or 1,000,000 records').waitFor()
    assert.ok(await page.getByText(`FROM '${site.url}${PATH}index.csv'`).isVisible())
  })
})

describe('the explorer on a page opened from disk', () => {
  it('works on the records of the page, if it has all of them', async (context) => {
    const { page, complaints } = await openWatched(context, site.browser, site.disk)
    await page.goto(`${site.disk}api/v1/get_dataset/few/index.html`)
    await saying(page, '30 records')
    await page.getByTitle('Sort by sort').click()
    await page.locator('th[aria-sort=ascending]').waitFor()
    assert.deepEqual(
      await column(page, 'name'),
      FEW.toSorted((a, b) => a.sort - b.sort).map(({ name }) => name),
    )
    assert.deepEqual(complaints, [])
  })

  it('asks for the file otherwise, and works on that', async (context) => {
    const { page, complaints } = await openWatched(context, site.browser, site.disk)
    await page.goto(`${site.disk}${PATH}index.html#kind=museum`)
    await page.getByText('A page opened from a disk').waitFor()
    await page.getByTitle('Sort by id').click()
    await page
      .getByLabel('Choose index.csv')
      .setInputFiles(join(site.out, 'api/v1/get_dataset/few/index.csv'))
    await page.getByRole('alert').waitFor()
    await page.getByLabel('Choose index.csv').setInputFiles(join(site.out, `${PATH}index.csv`))
    await saying(page, '65 of 260 records')
    const ids = PLACES.filter(({ kind }) => kind === 'museum').map(({ id }) => id)
    assert.deepEqual(await column(page, 'id'), ids.toSorted())
    await page.waitForURL((url) => url.hash === '#sort=id&kind=museum')
    assert.deepEqual(complaints, [])
  })
})
