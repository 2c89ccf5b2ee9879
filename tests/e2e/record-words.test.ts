import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it, type TestContext } from 'node:test'
import type { Browser, Page } from 'playwright'
import { openBrowser } from '../../scripts/screenshots/browser.ts'
import { en } from '../../src/lib/site/view/words/en.ts'
import { mirrorPackage } from '../support/mirror.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { openSite } from './watched-page.ts'

const KIOSKS = Array.from({ length: 150 }, (_, at) => ({
  name: `Киоск ${at + 1}`,
  address: at < 12 ? `ул. Тверская, д. ${at + 1}` : at < 15 ? 'на Тверской площади' : 'Староарбатская ул.',
  built: `20${10 + (at % 10)}-05-01`,
  site: 'https://honda.example.org/',
}))
const CARS = Array.from({ length: 30 }, (_, at) => ({
  model: at < 7 ? `Honda Accord ${at}` : at < 9 ? 'HONDAMATIC' : `Ford ${at}`,
  street: at === 0 ? 'Тверская' : '–',
}))
const DATASETS = { kiosks: KIOSKS, cars: CARS, empty: [{ code: 1, size: 2 }] }

function writePackage(folder: string): string {
  mkdirSync(folder, { recursive: true })
  const resources = Object.entries(DATASETS).map(([name, records]) => {
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(records))
    return { name, title: `About ${name}`, path: `${name}.json`, format: 'json' }
  })
  const file = join(folder, 'datapackage.json')
  writeFileSync(file, JSON.stringify({ name: 'words', title: 'Words', resources }))
  return file
}

const folder = temporaryFolder({ after })
const sites = { en: '', ru: '' }
let browser: Browser
before(async () => {
  const file = writePackage(join(folder, 'package'))
  for (const language of ['en', 'ru'] as const)
    sites[language] = (await mirrorPackage(join(folder, language), file, { language, formats: ['json'] })).out
  browser = await openBrowser()
})
after(() => browser?.close())

async function search(
  context: TestContext,
  language: keyof typeof sites,
  { base, typed }: { base: string | undefined; typed: string },
) {
  const { root, isDisk, ...watched } = await openSite(context, browser, { folder: sites[language], base })
  const requested: string[] = []
  watched.page.on('request', (request) => requested.push(request.url()))
  await watched.page.goto(`${root}search/${isDisk ? 'index.html' : ''}`)
  await watched.page.getByRole('main').getByRole('searchbox').fill(typed)
  return { ...watched, requested, section: watched.page.locator('#in-records') }
}

const count = (page: Page, text: string) => page.locator('.bench .count', { hasText: text }).waitFor()

describe('the search in records', () => {
  for (const [name, base] of [
    ['over http', '/any/base/'],
    ['from a disk', undefined],
  ] as const)
    it(`counts the records with a word, and leads to exactly these, ${name}`, async (context) => {
      const { page, complaints, section } = await search(context, 'en', { base, typed: 'honda' })
      await page.getByRole('link', { name: 'In the records of 1 dataset' }).waitFor()
      assert.deepEqual(await section.getByRole('heading').allTextContents(), [
        'In the records of 1 dataset',
        'About cars',
      ])
      assert.deepEqual(await section.locator('.where > span').allTextContents(), [
        'honda 7 records',
        'hondamatic 2 records',
      ])
      await section.getByRole('link', { name: 'honda', exact: true }).click()
      await count(page, '7 of 30 records')
      assert.deepEqual(complaints, [])
    })

  it('finds the forms of Russian words, on Russian pages', async (context) => {
    const { page, complaints, section } = await search(context, 'ru', { base: '/', typed: 'тверская' })
    await page.getByRole('link', { name: 'В записях 2 наборов данных' }).waitFor()
    assert.deepEqual(await section.locator('.where > span').allTextContents(), [
      'тверская 12 записей',
      'тверской 3 записи',
      'тверская 1 запись',
    ])
    await section.getByRole('link', { name: 'тверской' }).click()
    await count(page, '3 из 150 записей')
    assert.deepEqual(complaints, [])
  })

  it('finds datasets with all words, follows the filters, and loads nothing for one letter', async (context) => {
    const { page, requested, section } = await search(context, 'en', { base: '/', typed: 'т' })
    await page.locator('[data-count]', { hasText: /dataset/ }).waitFor()
    const box = page.getByRole('main').getByRole('searchbox')
    await box.fill('тверская киоск')
    await section.getByRole('link', { name: 'records with all words' }).click()
    await count(page, '15 of 150 records')
    await page.goBack()
    await box.fill('тверская')
    await section.getByText('In the records of 2 datasets').waitFor()
    await box.fill('арбатская')
    await section.waitFor({ state: 'hidden' })
    const loaded = requested.filter((address) => /search-w\d/.test(address))
    assert.equal(loaded.length, 2, 'one part for each visit of the page')
  })

  it('suggests other words only if the records do not have these, either', async (context) => {
    const { page, section } = await search(context, 'en', { base: '/', typed: 'hondamatic' })
    await section.getByText('In the records of 1 dataset').waitFor()
    assert.equal(await page.locator('[data-count]').textContent(), en.search.script.none)
    const hint = page.locator('[data-more]', { hasText: en.search.script.noneHint })
    assert.equal(await hint.count(), 0)
    await page.getByRole('main').getByRole('searchbox').fill('qqqqqqqq')
    await hint.waitFor()
    assert.equal(await section.isVisible(), false)
  })

  it('leads from a box that finds no dataset to the search in records', async (context) => {
    const { page } = await search(context, 'en', { base: '/', typed: '' })
    await page.locator('.mast').getByRole('link').first().click()
    await page.getByRole('main').getByRole('searchbox').fill('hondamatic')
    await page.getByRole('main').getByRole('link', { name: 'Search the records' }).click()
    await page.getByRole('heading', { name: 'In the records of 1 dataset' }).waitFor()
  })
})
