import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright'
import { openBrowser } from '../../scripts/screenshots/browser.ts'
import { hrefOf, parseDatasetCode } from '../../src/lib/interface/index.ts'
import { listFiles, type RunningServer, serveSite } from '../../src/lib/site/index.ts'
import { mirrorPackage, RUSSIAN } from '../support/mirror.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { openWatched } from './watched-page.ts'

const folder = temporaryFolder({ after })
let browser: Browser
let server: RunningServer
let out: string
before(async () => {
  // The last code is a gap, so there is something to report.
  const settings = await mirrorPackage(folder, RUSSIAN, {
    shape: 'cyrillic',
    language: 'ru',
    codes: ['нет такого'],
    contact: 'data@example.org',
    branding: { links: [{ text: 'Выходные данные', href: 'https://example.org/imprint' }] },
  })
  out = settings.out
  server = await serveSite({ folder: out, host: '127.0.0.1', port: 0, base: '/mirror/' })
  browser = await openBrowser()
})
after(async () => {
  await browser?.close()
  await server?.close()
})

const addressOf = (code: string) => hrefOf({ operation: 'get_dataset', code: parseDatasetCode(code) })
const textOf = async (page: Page, selector: string) =>
  ((await page.locator(selector).first().textContent()) ?? '').replaceAll(/\s+/g, ' ').trim()

/** Every text and attribute for readers that must be Russian: not those marked with another language, or none. */
function russianTexts(): { text: string; attribute: boolean }[] {
  const isRussian = (element: Element | null) =>
    element?.closest('[lang]')?.getAttribute('lang') === 'ru' &&
    !element.closest('[translate=no], script, style')
  const texts: { text: string; attribute: boolean }[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const { parentElement, data } = walker.currentNode as Text
    if (data.trim() !== '' && isRussian(parentElement)) texts.push({ text: data.trim(), attribute: false })
  }
  for (const element of document.querySelectorAll(
    '[aria-label], [title], [alt], [placeholder], [data-save], [data-saved-list]',
  ))
    for (const name of ['aria-label', 'title', 'alt', 'placeholder', 'data-save', 'data-saved-list']) {
      const value = element.getAttribute(name)
      if (value !== null && isRussian(element)) texts.push({ text: value, attribute: true })
    }
  return texts
}

// Names of formats, tools and files, the zone of times, and the program itself: the same in every language.
const SHARED =
  /\b(?:html|json(?: schema)?|xml|csv|md|geojson|curl|Python|pandas|JavaScript|DuckDB|Parquet|SHA-256|SHA256SUMS|UTF-8|UTC|API|service worker|(?:status|manifest|changes)\.json|OpenAPI|Data Package|Markdown|GET|index\.\w+|open-data-mirror|Natural Earth|BibTeX|RIS|WGS 84|Atom|RFC 4180|BOM|Excel|Enter|Esc|Shift|Page Up|Page Down)\b/gi
/** Text for machines only: addresses, names of members, placeholders of scripts. */
const MACHINES = /list\w*\.\w*|https?:\/\/\S+|[\w.]+:\d+|`[^`]*`|\{\w+\}|"\w+":/g
const DATA = `${readFileSync(RUSSIAN, 'utf8')} global_id Number Cells`

describe('a site in Russian', () => {
  it('states that the titles and descriptions of datasets are Russian, so that browsers can hyphenate them', async (context) => {
    const { page } = await openWatched(context, browser, server.url)
    await page.goto(server.url + addressOf('Школы и детские сады'))
    assert.equal(await page.locator('h1').getAttribute('lang'), 'ru')
    assert.equal(await page.locator('.desc').first().getAttribute('lang'), 'ru')
    assert.equal(await page.locator('h1').evaluate((one) => getComputedStyle(one).hyphens), 'auto')
  })

  it('is Russian for a browser, including headings, counts and dates', async (context) => {
    const { page, complaints } = await openWatched(context, browser, server.url)
    await page.goto(server.url)
    assert.equal(await page.evaluate(() => document.documentElement.lang), 'ru')
    assert.match(await textOf(page, 'h1'), /^Зеркало 127\.0\.0\.1/)
    assert.match(await page.title(), /^Зеркало 127\.0\.0\.1/)
    assert.match(await textOf(page, 'main'), /Последнее изменение данных: \d{1,2} [а-я.]+ \d{4} г\./)
    await page.goto(server.url + addressOf('Школы и детские сады'))
    assert.equal(await textOf(page, 'h1'), 'Школы и детские сады')
    assert.match(await textOf(page, '.lead'), /^101 запись/)
    assert.deepEqual(complaints, [])
  })

  it('writes the bounds of filters as its numbers and days', async (context) => {
    const { page } = await openWatched(context, browser, server.url)
    const filters = '#Широта=55.5..55.65&Дата лицензии=2000-01-01..2030-01-31'
    await page.goto(server.url + addressOf('Школы и детские сады') + filters)
    const chips = page.locator('.chips button')
    await chips.first().waitFor()
    const texts = (await chips.allTextContents()).map((text) => text.replaceAll(/\s+/g, ' '))
    assert.match(texts.join('; '), /от 55,5 до 55,65.*; .*от 1 янв\. 2000 г\. до 31 янв\. 2030 г\./)
  })

  it('describes inferences in Russian', async (context) => {
    const { page } = await openWatched(context, browser, server.url)
    await page.goto(`${server.url}about/`)
    assert.equal(await page.locator('table.inferred [lang=en]').count(), 0)
    assert.match(await textOf(page, 'table.inferred'), /значений найдено в list_oivs\.Код/)
    assert.equal(
      await page.locator('.problems p span[dir=auto]').first().textContent(),
      'Ответ 404: не найдено; копии нет.',
    )
  })

  it('has scripts whose words are Russian', async (context) => {
    const { page } = await openWatched(context, browser, server.url)
    await page.goto(server.url + addressOf('Школы и детские сады'))
    await page.getByRole('button', { name: /^Показать все записи: 101/ }).waitFor()
    await page.getByRole('searchbox').first().fill('школы')
    await page
      .getByText(/^\d+ набор/)
      .first()
      .waitFor()
  })

  it('shows the times of the last run in Russian', async (context) => {
    const { page } = await openWatched(context, browser, server.url)
    await page.goto(`${server.url}about/`)
    const time = page.locator('a[data-clock=crawledAt] time').first()
    await time.waitFor()
    assert.match((await time.textContent()) ?? '', /^\d{1,2} [а-я.]+ \d{4} г\., \d\d:\d\d$/)
  })

  it('keeps a dataset for offline reading, with Russian messages', async (context) => {
    const { page } = await openWatched(context, browser, server.url)
    await page.goto(server.url + addressOf('ёлки'))
    await page.getByRole('button', { name: 'Сохранить для чтения без сети' }).click()
    await page.getByText(/^Сохранено в этом браузере: страница и файлы, [\d,]+ кБ/).waitFor()
    await page.goto(server.url)
    const list = page.getByRole('region', { name: 'Сохранено для чтения без сети' })
    await list.getByRole('button', { name: 'Удалить «Ёлочные базары»' }).waitFor()
    assert.match((await list.getByRole('status').textContent()) ?? '', /^1 набор данных, [\d,]+ кБ/)
  })

  it('has no text of its own in another language, and marks text in others', async (context) => {
    const { page } = await openWatched(context, browser, `${pathToFileURL(out).href}/`, {
      javaScriptEnabled: true,
    })
    const pages = listFiles(out).filter((path) => path.endsWith('.html'))
    assert.ok(pages.length > 12)
    const strays: string[] = []
    for (const path of pages) {
      await page.goto(pathToFileURL(join(out, path)).href)
      for (const { text, attribute } of await page.evaluate(russianTexts)) {
        const own = text.replaceAll(MACHINES, '').replaceAll(SHARED, '')
        const words = own.match(/[A-Za-z]{2,}/g) ?? []
        // An attribute has no language of its own, and may name what comes from the data.
        const isNaming = attribute || text.includes('Координаты:')
        const foreign = isNaming ? words.filter((word) => !DATA.includes(word)) : words
        if (foreign.length > 0) strays.push(`${path}: ${text}`)
      }
    }
    assert.deepEqual(strays, [])
  })

  it('cuts neither its name, nor a placeholder, nor the table of states, at any width', async (context) => {
    const { page } = await openWatched(context, browser, server.url)
    for (const path of ['', 'search/', 'about/', 'api/v1/list_datasets/']) {
      await page.goto(server.url + path)
      for (const width of [320, 360, 390, 640, 800, 820, 960, 1024, 1280]) {
        await page.setViewportSize({ width, height: 900 })
        const faults = await page.evaluate(() => {
          const brand = document.querySelector('.brand span')?.firstChild as Text
          const range = document.createRange()
          const broken = [...brand.data.matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
            range.setStart(brand, index)
            range.setEnd(brand, index + word.length)
            return range.getClientRects().length > 1 ? [`broken: ${word}`] : []
          })
          const cut = [...document.querySelectorAll('input')].flatMap((input) => {
            if (!input.checkVisibility() || input.placeholder === '') return []
            const probe = document.createElement('span')
            probe.textContent = input.placeholder
            probe.style.cssText = 'position: absolute; white-space: nowrap'
            probe.style.font = getComputedStyle(input, '::placeholder').font
            document.body.append(probe)
            const { paddingLeft, paddingRight } = getComputedStyle(input)
            const room = input.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
            const { width } = probe.getBoundingClientRect()
            probe.remove()
            return width > room ? [`placeholder: ${width} of ${room}`] : []
          })
          const states = document.querySelector('.states')?.parentElement
          const wide = states && states.scrollWidth > states.clientWidth ? ['states'] : []
          const out = document.documentElement.scrollWidth > innerWidth ? ['page'] : []
          return [...broken, ...cut, ...wide, ...out]
        })
        assert.deepEqual(faults, [], `${path || 'home'} at ${width} px`)
      }
    }
  })
})
