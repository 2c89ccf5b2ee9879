import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright'
import { openBrowser } from '../../scripts/screenshots/browser.ts'
import { dotsOf, type Spot } from '../../src/client/map/box.ts'
import { type RunningServer, serveSite } from '../../src/lib/site/index.ts'
import { mirrorPackage } from '../support/mirror.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { openWatched } from './watched-page.ts'

/** Stations in a town, the last two at the same place. */
const STATIONS = Array.from({ length: 12 }, (_, at) => ({
  name: `Station ${at + 1}`,
  line: at % 3 === 0 ? 'red' : 'blue',
  latitude: (55.7 + 0.01 * ((at * 5) % 12)).toFixed(4),
  longitude: (37.5 + 0.02 * Math.min(at, 10)).toFixed(4),
})).map((station, at, all) => (at === 11 ? { ...station, latitude: all[10]?.latitude ?? '' } : station))

/** Islands on both sides of the date line, from west to east. */
const ISLANDS = Array.from({ length: 10 }, (_, at) => ({
  name: `Island ${at + 1}`,
  latitude: (-20 + ((at * 7) % 10)).toFixed(3),
  longitude: (at < 5 ? 166 + 3 * at : -179 + 3 * (at - 5)).toFixed(3),
}))

function writeTables(into: string): string {
  const tables = { stations: STATIONS, islands: ISLANDS }
  const resources = Object.entries(tables).map(([name, records]) => {
    const lines = [Object.keys(records[0] ?? {}), ...records.map((record) => Object.values(record))]
    writeFileSync(join(into, `${name}.csv`), lines.map((line) => line.join(',')).join('\n'))
    return { name, path: `${name}.csv` }
  })
  const path = join(into, 'datapackage.json')
  writeFileSync(path, JSON.stringify({ name: 'maps', resources }))
  return path
}

const LOOKS = [
  { language: 'en', colorScheme: 'light', record: 'Record' },
  { language: 'ru', colorScheme: 'dark', record: 'Запись' },
] as const

for (const { language, colorScheme, record } of LOOKS)
  describe(`the map of a dataset, with its script (${language}, ${colorScheme})`, () => {
    const folder = temporaryFolder({ after })
    let browser: Browser
    let server: RunningServer
    before(async () => {
      const { out } = await mirrorPackage(folder, writeTables(folder), { language })
      server = await serveSite({ folder: out, host: '127.0.0.1', port: 0, base: '/' })
      browser = await openBrowser()
    })
    after(async () => {
      await browser?.close()
      await server?.close()
    })

    const open = async (context: Parameters<typeof openWatched>[0], fragment = '', code = 'stations') => {
      const { page } = await openWatched(context, browser, server.url, { colorScheme })
      await page.goto(`${server.url}api/v1/get_dataset/${code}/${fragment}`)
      await page.locator('.map svg').scrollIntoViewIfNeeded()
      return page
    }

    it('opens the record of a dot that stands for one, and goes back to the map', async (context) => {
      const page = await open(context)
      await clickDot(page, 3)
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('heading', { name: `Station 4 ${record} 4`, exact: true }).waitFor()
      assert.match((await dialog.locator('.record').textContent()) ?? '', /Station 4(?!\d)/)
      assert.match(page.url(), /#record=4$/)
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      assert.doesNotMatch(page.url(), /record=/)
    })

    it('leaves the records of a dot in the table if there are several', async (context) => {
      const page = await open(context)
      await clickDot(page, 10)
      await page.locator('.bench .count', { hasText: /2\D+12/ }).waitFor()
      assert.match(page.url(), /#longitude=37\.69\d*\.\.37\.70\d*&latitude=/)
      assert.equal(await page.locator('.map .box').count(), 1)
      assert.equal(await page.getByRole('dialog').count(), 0)
    })

    it('dims the dots whose records are filtered out, until the filter is cleared', async (context) => {
      const page = await open(context, '#line=red')
      await dotsAre(page, [4, 7])
      const [shown, dimmed] = await page
        .locator('.map .dots')
        .evaluateAll((paths) => paths.map((path) => getComputedStyle(path).stroke))
      assert.notEqual(shown, dimmed)
      // One of two records at the same place is filtered out.
      await page.goto(`${page.url().split('#')[0]}#name=Station 1|Station 11`)
      await dotsAre(page, [2, 9])
      await clickDot(page, 10)
      await page
        .getByRole('dialog')
        .getByRole('heading', { name: `${record} 11` })
        .waitFor()
      await page.keyboard.press('Escape')
      await page.locator('.chips button').last().click()
      await dotsAre(page, [11, 0])
    })

    it('filters by a box across the date line, and opens a record beyond it', async (context) => {
      const page = await open(context, '', 'islands')
      const [from, to] = [await placeOf(page, 3), await placeOf(page, 6)]
      const map = await page.locator('.map svg').boundingBox()
      assert.ok(map)
      await page.mouse.move(from.x - 10, map.y + 4)
      await page.mouse.down()
      await page.mouse.move(to.x + 10, map.y + map.height - 4, { steps: 3 })
      await page.mouse.up()
      await dotsAre(page, [4, 6])
      await page.locator('.bench .count', { hasText: /4\D+10/ }).waitFor()
      assert.match(page.url(), /longitude=17\d[\d.]*\.\.-17\d/)
      const box = await page.locator('.map .box').boundingBox()
      const [left, right] = [await placeOf(page, 3), await placeOf(page, 6)]
      assert.ok(box && Math.abs(box.x - left.x + 10) < 3 && Math.abs(box.x + box.width - right.x - 10) < 3)
      await clickDot(page, 8)
      await page
        .getByRole('dialog')
        .getByRole('heading', { name: `${record} 9` })
        .waitFor()
    })
  })

async function spotsOf(page: Page, selector: string): Promise<Spot[]> {
  const paths = await page
    .locator(selector)
    .evaluateAll((all) => all.map((path) => path.getAttribute('d') ?? ''))
  return paths.flatMap(dotsOf)
}

/** Where the dot is on the screen that is the given one from the left. */
async function placeOf(page: Page, wanted: number): Promise<{ readonly x: number; readonly y: number }> {
  const dots = (await spotsOf(page, '.map .dots')).sort((one, other) => one[0] - other[0])
  const map = page.locator('.map svg')
  await map.scrollIntoViewIfNeeded()
  const box = await map.boundingBox()
  const width = Number(await map.getAttribute('width'))
  const [x, y] = dots[wanted] as Spot
  assert.ok(box)
  return { x: box.x + (x * box.width) / width, y: box.y + (y * box.width) / width }
}

async function clickDot(page: Page, wanted: number): Promise<void> {
  const { x, y } = await placeOf(page, wanted)
  await page.mouse.click(x, y)
}

/** Waits until so many dots are shown, and so many dimmed. */
async function dotsAre(page: Page, wanted: readonly [shown: number, dimmed: number]): Promise<void> {
  await page.waitForFunction((numbers) => {
    const count = (selector: string) =>
      [...document.querySelectorAll(selector)].reduce(
        (sum, path) => sum + (path.getAttribute('d') ?? '').split('h0').length - 1,
        0,
      )
    return count('.map .dots:not(.out)') === numbers[0] && count('.map .dots.out') === numbers[1]
  }, wanted)
}
