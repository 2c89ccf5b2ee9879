import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it, type TestContext } from 'node:test'
import { pathToFileURL } from 'node:url'
import AxeBuilder from '@axe-core/playwright'
import type { Browser, BrowserContextOptions, Page } from 'playwright'
import { openPackage, startOrigin } from '../../scripts/origin/index.ts'
import { openBrowser } from '../../scripts/screenshots/browser.ts'
import { type RunningServer, serveSite } from '../../src/lib/site/index.ts'
import { FEW, PLACES, type Place, writeExplored } from '../support/explored.ts'
import { mirrorInto, settingsIn } from '../support/mirror.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { openWatched, type Watched } from './watched-page.ts'

const folder = temporaryFolder({ after })
let browser: Browser
let out: string
let server: RunningServer
before(async () => {
  const origin = await startOrigin(await openPackage(writeExplored(join(folder, 'package'))))
  const settings = settingsIn(folder, { origin: origin.url })
  await mirrorInto(settings)
  await origin.close()
  out = settings.out
  server = await serveSite({ folder: out, host: '127.0.0.1', port: 0, base: '/base/' })
  browser = await openBrowser()
})
after(async () => {
  await browser?.close()
  await server?.close()
})

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const PATH = 'api/v1/get_dataset/places/'

async function open(
  context: TestContext,
  fragment = '',
  options: BrowserContextOptions = {},
): Promise<Watched> {
  const watched = await openWatched(context, browser, server.url, options)
  await watched.page.goto(`${server.url}${PATH}${fragment}`)
  return watched
}

async function explore(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Explore all 260 records' }).click()
  await saying(page, '260 records')
}

/** Waits until the count over the table says this. */
async function saying(page: Page, said: string): Promise<void> {
  await page.locator('.bench .count', { hasText: new RegExp(`^${said}$`) }).waitFor()
}

/** The texts of a column as they are shown. */
async function column(page: Page, name: string): Promise<string[]> {
  const heads = await page.locator('.explorer thead th').allTextContents()
  const at = heads.findIndex((head) => head.trim() === name)
  assert.ok(at >= 0, `${name} is among ${heads}`)
  return page.locator(`.explorer tbody tr > :nth-child(${at + 1})`).allTextContents()
}

async function filter(
  page: Page,
  name: string,
  fill: (dialog: ReturnType<Page['getByRole']>) => Promise<void>,
) {
  await page.getByRole('button', { name: new RegExp(`^Filter ${name}( |$)`) }).click()
  const dialog = page.getByRole('dialog', { name })
  await fill(dialog)
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await dialog.waitFor({ state: 'detached' })
}

async function axe(page: Page, what: string, part = '.sheet'): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const { violations } = await new AxeBuilder({ page }).include(part).options({ runOnly: WCAG }).analyze()
    const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
    assert.deepEqual(told, [], `${what}, ${colorScheme}`)
  }
}

async function saved(page: Page, format: 'CSV' | 'JSON'): Promise<{ name: string; bytes: Buffer }> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: `Download what is shown as ${format}` }).click()
  const file = await download
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) }
}

describe('the explorer of records', () => {
  it('sorts numbers exactly beyond 2^53, either way, and tells so in the address and to a screen reader', async (context) => {
    const { page, complaints } = await open(context)
    await explore(page)
    const ids = PLACES.map(({ id }) => id).toSorted()
    await page.getByTitle('Sort by id').click()
    await page.locator('th[aria-sort=ascending]').waitFor()
    assert.deepEqual(await column(page, 'id'), ids.slice(0, 100))
    await page.getByTitle('Sort by id').click()
    await page.locator('th[aria-sort=descending]').waitFor()
    assert.deepEqual(await column(page, 'id'), ids.toReversed().slice(0, 100))
    assert.equal(new URL(page.url()).hash, '#sort=-id')
    assert.equal(
      await page
        .locator('.explorer tbody td')
        .first()
        .evaluate((cell) => getComputedStyle(cell).textAlign),
      'end',
    )
    assert.deepEqual(complaints, [])
  })

  it('filters by kind, says how many are left, and lists the filters with a way to take each away', async (context) => {
    const { page, complaints } = await open(context)
    await explore(page)
    let left: readonly Place[] = PLACES
    const expect = async (test: (place: Place) => boolean) => {
      left = left.filter(test)
      await saying(page, `${left.length} of 260 records`)
      assert.deepEqual(
        await column(page, 'name'),
        left.slice(0, 100).map(({ name }) => name),
      )
    }
    await filter(page, 'id', async (dialog) => {
      await dialog.getByLabel('From').fill('9007199254740995')
      await dialog.getByLabel('To').fill('9 007 199 254 741 200')
    })
    await expect(({ id }) => BigInt(id) >= 9007199254740995n && BigInt(id) <= 9007199254741200n)
    await filter(page, 'opened', (dialog) => dialog.getByLabel('From').fill('2012-03-13'))
    await expect(({ opened }) => opened >= '2012-03-13')
    await filter(page, 'kind', async (dialog) => {
      await dialog.getByLabel('school').check()
      await dialog.getByLabel('(empty)').check()
    })
    await expect(({ kind }) => kind === 'school' || kind === null)
    await filter(page, 'active', (dialog) => dialog.getByLabel('true').check())
    await expect(({ active }) => active)
    await filter(page, 'site', (dialog) => dialog.getByLabel('Only records with a value here').check())
    await expect(({ site }) => site !== null)
    await filter(page, 'name', (dialog) => dialog.getByLabel('Has in it').fill('ЕЛОЧН'))
    await expect(({ name }) => name.includes('ёлочн'))

    const chips = page.getByRole('list', { name: 'Active filters' }).getByRole('button')
    assert.equal(await chips.count(), 7)
    await page.getByRole('button', { name: 'Remove the filter: active = true' }).click()
    await chips.nth(6).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Reset the filters' }).click()
    await saying(page, '260 records')
    assert.equal(new URL(page.url()).hash, '')
    assert.deepEqual(complaints, [])
  })

  it('says where nothing matches, and leads back', async (context) => {
    const { page } = await open(context, '#name=~no%20such')
    await page.getByText('No record matches.').waitFor()
    await saying(page, '0 of 260 records')
    await page.locator('tbody').getByRole('button', { name: 'Reset the filters' }).click()
    await saying(page, '260 records')
  })

  it('gives the same view to whoever opens its address, and walks back and forth in history', async (context) => {
    const { page } = await open(context)
    await explore(page)
    await page.getByTitle('Sort by sort').click()
    await page.locator('th[aria-sort=ascending]').waitFor()
    await filter(page, 'kind', (dialog) => dialog.getByLabel('museum').check())
    await saying(page, '65 of 260 records')
    await page
      .getByLabel('Records a page')
      .or(page.locator('.pager select'))
      .first()
      .waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('dialog').getByLabel('note').uncheck()
    await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click()
    await page.getByRole('button', { name: 'Columns (7 of 8)' }).waitFor()
    const shown = await column(page, 'name')

    const other = await openWatched(context, browser, server.url)
    await other.page.goto(page.url())
    await saying(other.page, '65 of 260 records')
    assert.deepEqual(await column(other.page, 'name'), shown)
    assert.equal(await other.page.locator('.explorer thead th').count(), 8)
    assert.ok(
      ((await other.page.locator('.bench').boundingBox())?.y as number) < 700,
      'the records are in view',
    )

    await page.goBack()
    await page.getByRole('button', { name: 'Columns', exact: true }).waitFor()
    await page.goBack()
    await saying(page, '260 records')
    await page.goForward()
    await saying(page, '65 of 260 records')
    await page.getByRole('link', { name: 'Provenance' }).click()
    await page.goBack()
    await saying(page, '65 of 260 records')
    assert.deepEqual(other.complaints, [])
  })

  it('filters by a cell, leaves it out, copies it, and opens its record with those before and after it', async (context) => {
    const { page, complaints } = await open(context, '', {
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    const cell = page.locator('.explorer tbody tr').first().locator('td')
    await cell.nth(2).click()
    await page.getByRole('menuitem', { name: 'Only this value' }).click()
    await saying(page, '65 of 260 records')
    await cell.nth(5).click()
    await page.getByRole('menuitem', { name: 'Not this value' }).click()
    await saying(
      page,
      `${PLACES.filter(({ kind, site }) => kind === 'school' && site !== PLACES[0]?.site).length} of 260 records`,
    )
    await cell.nth(1).click()
    await page.getByRole('menuitem', { name: 'Copy' }).click()
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), PLACES[4]?.name)

    await page.getByRole('button', { name: 'Record 5', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Объект № 52').waitFor()
    await dialog.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('dialog', { name: 'Record 9' }).waitFor()
    assert.match(page.url(), /record=9$/)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.waitForURL((url) => !url.hash.includes('record'))
    assert.deepEqual(complaints, [])
  })

  it('gives what is filtered as csv and json, byte for byte', async (context) => {
    const { page } = await open(context, '#sort=-id&kind=museum&hide=site,opened')
    await saying(page, '65 of 260 records')
    const rows = PLACES.filter(({ kind }) => kind === 'museum').toSorted((a, b) => (a.id < b.id ? 1 : -1))
    const csv = await saved(page, 'CSV')
    const quote = (text: string) =>
      text === '' || /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
    const lines = rows.map(({ id, name, kind, active, note, sort }) =>
      [id, name, kind, active, note, sort]
        .map((cell) => (cell === null ? '' : quote(String(cell))))
        .join(','),
    )
    const expected = `\ufeff${['id,name,kind,active,note,sort', ...lines].map((line) => `${line}\r\n`).join('')}`
    assert.equal(csv.name, 'places.csv')
    assert.equal(csv.bytes.toString('utf8'), expected)

    const json = await saved(page, 'JSON')
    assert.equal(json.name, 'places.json')
    const objects = rows.map(({ id, name, kind, active, note, sort }) => {
      const [, ...rest] = Object.entries({ id, name, kind, active, note, sort })
      return `{"id": ${id}, ${rest.map(([key, value]) => `"${key}": ${JSON.stringify(value)}`).join(', ')}}`
    })
    assert.equal(json.bytes.toString('utf8'), `[\n${objects.join(',\n')}\n]\n`)
  })

  it('runs nothing of the data, and links to the web alone', async (context) => {
    const { page, complaints } = await open(context, '#note=~onerror')
    await saying(page, '52 of 260 records')
    assert.deepEqual(new Set(await column(page, 'note')), new Set(['<img src=x onerror=alert(1)>']))
    assert.equal(await page.locator('.explorer img').count(), 0)
    for (const href of await page
      .locator('.explorer td a')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href'))))
      assert.match(href ?? '', /^https:\/\/example\.org\//)
    assert.deepEqual(complaints, [])
  })

  it('is used by the keyboard alone', async (context) => {
    const { page } = await open(context)
    await page.getByRole('button', { name: 'Explore all' }).press('Enter')
    await saying(page, '260 records')
    await page.getByTitle('Sort by opened').focus()
    await page.keyboard.press('Enter')
    await page.locator('th[aria-sort=ascending]').waitFor()
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('title')), 'Sort by opened')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'opened' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.locator('.explorer td[tabindex="0"]').focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await page.getByRole('menu').waitFor()
    await page.keyboard.press('ArrowDown')
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Not this value')
    await page.keyboard.press('Escape')
    assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'TD')
  })

  it('keeps WCAG 2.2 AA with everything that opens, in the light and in the dark', async (context) => {
    const { page } = await open(context, '#name=~%20ёл&active=true')
    await saying(page, '29 of 260 records')
    const row = page.locator('.explorer tbody tr').first()
    const close = () => page.keyboard.press('Escape')
    await axe(page, 'the table', '.explorer')
    for (const head of ['kind', 'opened']) {
      await page.getByRole('button', { name: `Filter ${head}` }).click()
      await page.getByRole('dialog').waitFor()
      await axe(page, `the filter of ${head}`)
      await close()
    }
    await row.locator('td').first().click()
    await axe(page, 'the menu of a cell', '.menu')
    await close()
    await page.getByRole('button', { name: 'Columns' }).click()
    await axe(page, 'the columns')
    await close()
    await row.getByRole('button').click()
    await page.getByRole('dialog').waitFor()
    await axe(page, 'a record')
  })

  it('stays within a phone, with its heads in sight and a bar to scroll sideways with', async (context) => {
    const { page } = await open(context, '#page=2&rows=50', {
      viewport: { width: 390, height: 800 },
      hasTouch: true,
    })
    await page.getByText('Page 2 of 6').waitFor()
    const width = () => page.evaluate(() => document.documentElement.scrollWidth)
    assert.equal(await width(), 390)
    assert.ok(await page.locator('.rail').isVisible())
    const section = page.locator('.explorer section')
    await section.evaluate((scroller) => scroller.scrollTo(100, 300))
    const [top, head] = [
      await section.boundingBox(),
      await page.locator('.explorer thead th').first().boundingBox(),
    ]
    assert.equal(Math.round(head?.y as number), Math.round(top?.y as number))
    await page.getByRole('button', { name: 'Filter name' }).click()
    await page.getByRole('dialog').waitFor()
    assert.equal(await width(), 390)
  })

  it('says when the records do not come, and tries again when asked', async (context) => {
    const { page } = await open(context)
    await page.route('**/index.csv', (route) => route.abort())
    await page.getByRole('button', { name: 'Explore all' }).click()
    await page.getByRole('alert').waitFor()
    assert.equal(await page.locator('.explorer tbody tr').count(), 100)
    await page.unroute('**/index.csv')
    await page.getByRole('button', { name: 'Try again' }).click()
    await saying(page, '260 records')
  })

  it('refuses what is too large, with the limit and another way', async (context) => {
    const { page } = await open(context)
    await page.route('**/index.csv', (route) =>
      route.fulfill({ body: Buffer.alloc(2_000_100, 'a\n'), contentType: 'text/csv' }),
    )
    await page.getByRole('button', { name: 'Explore all' }).click()
    await page.getByText('the limit is 64 MB or 1,000,000 records').waitFor()
    assert.ok(await page.getByText(`FROM '${server.url}${PATH}index.csv'`).isVisible())
  })
})

describe('the explorer on a disk', () => {
  const disk = () => `${pathToFileURL(out).href}/`

  it('works on the records of the page, where it has them all', async (context) => {
    const { page, complaints } = await openWatched(context, browser, disk())
    await page.goto(`${disk()}api/v1/get_dataset/few/index.html`)
    await saying(page, '30 records')
    await page.getByTitle('Sort by sort').click()
    await page.locator('th[aria-sort=ascending]').waitFor()
    assert.deepEqual(
      await column(page, 'name'),
      FEW.toSorted((a, b) => a.sort - b.sort).map(({ name }) => name),
    )
    assert.deepEqual(complaints, [])
  })

  it('asks for the file, where it has not, and works on that', async (context) => {
    const { page, complaints } = await openWatched(context, browser, disk())
    await page.goto(`${disk()}${PATH}index.html#kind=museum`)
    await page.getByText('Opened from a disk').waitFor()
    await page.getByTitle('Sort by id').click()
    await page.getByLabel('Choose index.csv').setInputFiles(join(out, 'api/v1/get_dataset/few/index.csv'))
    await page.getByRole('alert').waitFor()
    await page.getByLabel('Choose index.csv').setInputFiles(join(out, `${PATH}index.csv`))
    await saying(page, '65 of 260 records')
    const ids = PLACES.filter(({ kind }) => kind === 'museum').map(({ id }) => id)
    assert.deepEqual(await column(page, 'id'), ids.toSorted())
    assert.equal(new URL(page.url()).hash, '#sort=id&kind=museum')
    assert.deepEqual(complaints, [])
  })
})
