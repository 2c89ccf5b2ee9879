import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright'
import { en } from '../../src/lib/site/view/words/en.ts'
import { FEW, PLACES } from '../support/explored.ts'
import { hindrances } from './axe.ts'
import { explore, exploredSite, PATH, savedBy, saying } from './explored-site.ts'
import { openWatched } from './watched-page.ts'

const words = en.ownChart
const site = exploredSite()

const panelOf = (page: Page) => page.getByRole('region', { name: en.explorer.chartRegion })
const notesOf = (page: Page) => panelOf(page).locator('figcaption')
const titled = (page: Page, title: string) =>
  panelOf(page).getByRole('img', { name: title, exact: true }).waitFor()

async function choose(page: Page, label: string, option: string): Promise<void> {
  await panelOf(page).getByLabel(label).selectOption({ label: option })
}

/** The chart as a table: its cells, row by row. */
async function figures(page: Page): Promise<string[][]> {
  const panel = panelOf(page)
  const details = panel.locator('details')
  if ((await details.getAttribute('open')) === null) await panel.getByText(words.table).click()
  await panel.locator('tbody tr').first().waitFor()
  return panel
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent ?? '')))
}

const savedFile = (page: Page, format: 'SVG' | 'PNG') =>
  savedBy(page, words.saveAs.replace('{format}', format))

describe('the chart of the explorer', () => {
  it('is made by choosing columns, kept in the address, and follows the filters', async (context) => {
    const { page, complaints } = await site.open(context)
    await explore(page)
    await page.getByRole('button', { name: en.explorer.chart, exact: true }).click()
    // It begins with the column whose bars are on the page.
    const [, column] = /“(.+)”/.exec((await page.locator('.tally').getAttribute('aria-label')) ?? '') ?? []
    await titled(page, `Number of records by “${column}”`)
    assert.equal(await page.evaluate(() => (document.activeElement as HTMLSelectElement).name), 'kind')
    await choose(page, words.over, 'kind')
    await titled(page, 'Number of records by “kind”')
    assert.deepEqual(await figures(page), [
      ['school', '65'],
      ['library', '65'],
      ['museum', '65'],
      ['(empty)', '65'],
    ])
    await page.waitForURL((url) => url.hash === '#chart=bar&x=kind')
    await choose(page, words.colour, 'active')
    await choose(page, words.show, words.measures.sum)
    await choose(page, words.measured, 'id')
    await titled(page, 'Sum of “id” by “kind”, coloured by “active”')
    const museums = PLACES.filter(({ kind }) => kind === 'museum')
    const sum = (isActive: boolean) =>
      museums
        .filter(({ active }) => active === isActive)
        .reduce((all, { id }) => all + BigInt(id), 0n)
        .toLocaleString('en-GB')
    const [head, ...sums] = (await figures(page)).find(([name]) => name === 'museum') ?? []
    assert.deepEqual([head, new Set(sums)], ['museum', new Set([sum(true), sum(false)])])

    await page.goto(`${site.url}${PATH}#active=true&chart=bar&x=opened&per=year`)
    await page.reload()
    await saying(page, '87 of 260 records')
    await notesOf(page).getByText('87 of 260 records pass the filters.').waitFor()
    const years = (rows: typeof PLACES) =>
      Array.from({ length: 10 }, (_, at) => String(2010 + at)).map((year) => [
        year,
        String(rows.filter(({ opened }) => opened.startsWith(year)).length),
      ])
    assert.deepEqual(await figures(page), years(PLACES.filter(({ active }) => active)))
    await page.getByRole('button', { name: en.explorer.reset }).click()
    await notesOf(page).getByText('All 260 records.').waitFor()
    assert.deepEqual(await figures(page), years(PLACES))
    await panelOf(page).getByRole('link', { name: '2014' }).click()
    await saying(page, `${PLACES.filter(({ opened }) => opened.startsWith('2014')).length} of 260 records`)
    await panelOf(page).waitFor({ state: 'hidden' })
    await page.goBack()
    await notesOf(page).getByText('All 260 records.').waitFor()
    await page.getByRole('button', { name: words.close }).click()
    await panelOf(page).waitFor({ state: 'hidden' })
    await page.waitForURL((url) => url.hash === '')
    assert.deepEqual(complaints, [])
  })

  it('begins with the chart of the page, from a link below that', async (context) => {
    const { page, complaints } = await site.open(context)
    await page.goto(`${site.url}api/v1/get_dataset/broad/`)
    const drawn = await page.getByRole('img', { name: /\(vertical\)/ }).getAttribute('aria-label')
    const [, y, x] = /^“(.+)” \(vertical\) and “(.+)” \(horizontal\)/.exec(drawn ?? '') ?? []
    await page.getByRole('link', { name: en.chart.change }).click()
    await titled(page, `“${y}” (vertical) and “${x}” (horizontal)`)
    await page.waitForURL((url) => url.hash === `#chart=scatter&x=${x}&y=${y}`)
    assert.deepEqual(complaints, [])
  })

  it('states what it leaves out and joins', async (context) => {
    const { page } = await site.open(context, '#chart=bar&x=name&rows=25')
    await notesOf(page)
      .getByText('The 20 most frequent values of “name” are shown, 20 more are grouped')
      .waitFor()
    await page.goto(`${site.url}api/v1/get_dataset/wide/#chart=bar&x=area&y=rooms&of=mean`)
    await notesOf(page).getByText('“area” has more than 30 different numbers').waitFor()
    await page.goto(`${site.url}${PATH}#chart=scatter&x=opened&y=id&name=~no%20such`)
    await notesOf(page).getByText(words.nothing).waitFor()
    assert.equal(await panelOf(page).getByRole('img').count(), 0)
  })

  it('is saved as svg and png with its title and notes', async (context) => {
    const { page, complaints } = await site.open(
      context,
      '#kind=museum&chart=line&x=opened&per=year&colour=active',
    )
    await titled(page, 'Number of records by “opened”, coloured by “active”')
    const svg = await savedFile(page, 'SVG')
    assert.equal(svg.name, 'places_museum_65.svg')
    const text = svg.bytes.toString()
    assert.match(text, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/)
    assert.match(
      text,
      /<title[^>]*>Number of records by “opened”, coloured by “active”<\/title><desc[^>]*>false, true\. From 2010/,
    )
    assert.match(text, /Filters: kind = museum\. 65 of 260 records pass the filters\./)
    assert.doesNotMatch(text, /class=|style=|currentcolor/)
    const png = await savedFile(page, 'PNG')
    assert.equal(png.name, 'places_museum_65.png')
    assert.equal(png.bytes.subarray(1, 4).toString(), 'PNG')
    assert.equal(png.bytes.readUInt32BE(16), 2 * (960 + 48))
    assert.ok(png.bytes.length > 10_000, `${png.bytes.length} bytes`)
    await panelOf(page).getByText('Saved as places_museum_65.png').waitFor()
    assert.deepEqual(complaints, [])
  })

  it('is usable by keyboard, and satisfies WCAG 2.2 AA in light and dark mode', async (context) => {
    const { page, complaints } = await site.open(context, '#chart=bar&x=kind&colour=active')
    await titled(page, 'Number of records by “kind”, coloured by “active”')
    await figures(page)
    assert.deepEqual(await hindrances(page, '.own-chart'), [])
    const close = page.getByRole('button', { name: words.close })
    await close.press('Enter')
    await panelOf(page).waitFor({ state: 'hidden' })
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), en.explorer.chart)
    await page.keyboard.press('Enter')
    await panelOf(page).getByRole('img').waitFor()
    await page.keyboard.press('b')
    await notesOf(page).getByText('All 260 records.').waitFor()
    await page.waitForURL(/chart=bar/)
    assert.deepEqual(complaints, [])
  })

  it('fits a phone, and follows its width', async (context) => {
    const { page } = await site.open(context, '#chart=bar&x=name', { viewport: { width: 360, height: 780 } })
    await titled(page, 'Number of records by “name”')
    const widths = () =>
      page.evaluate(() => [
        document.documentElement.scrollWidth,
        document.querySelector('.drawn svg')?.getBoundingClientRect().width,
      ])
    const [whole, drawing] = await widths()
    assert.equal(whole, 360)
    assert.ok(Number(drawing) > 300 && Number(drawing) <= 360, String(drawing))
    await page.setViewportSize({ width: 700, height: 780 })
    await page.waitForFunction(
      () => (document.querySelector('.drawn svg')?.getBoundingClientRect().width ?? 0) > 500,
    )
    assert.equal((await widths())[0], 700)
  })

  it('works on a page opened from disk', async (context) => {
    const { page, complaints } = await openWatched(context, site.browser, site.disk)
    await page.goto(`${site.disk}api/v1/get_dataset/few/index.html#chart=bar&x=.1.sort`)
    await titled(page, 'Number of records by “sort”')
    const counts = new Map<string, number>()
    for (const { sort } of FEW) counts.set(String(sort), (counts.get(String(sort)) ?? 0) + 1)
    assert.deepEqual(
      await figures(page),
      [...counts].toSorted().map(([sort, count]) => [sort, String(count)]),
    )
    const png = await savedFile(page, 'PNG')
    assert.equal(png.name, 'few.png')
    assert.deepEqual(complaints, [])
  })

  it('states that its script could not be loaded', async (context) => {
    const { page } = await site.open(context)
    await page.route('**/explorer-chart.js', (route) => route.abort())
    await explore(page)
    const open = page.getByRole('button', { name: en.explorer.chart, exact: true })
    await open.click()
    await panelOf(page).getByRole('alert').waitFor()
    await page.unroute('**/explorer-chart.js')
    await open.click()
    await panelOf(page).waitFor({ state: 'hidden' })
    await open.click()
    await panelOf(page).getByRole('img').waitFor()
  })
})
