import { mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright'
import { INDEX_FILE } from '../../../src/lib/site/search/head.ts'
import { SEARCH_FACETS } from '../../../src/lib/site/search/query.ts'
import { renderIndex } from '../../../src/lib/site/search/render-index.ts'
import { descriptionLimit, localeOf } from '../../../src/lib/site/view/index.ts'
import { placeClient } from '../../job/renderer.ts'
import { openBrowser } from '../../screenshots/browser.ts'
import { inFolder } from '../crawling.ts'
import { generateCatalogue } from './catalogue.ts'

const en = localeOf('en')

const COUNTS = [1_000, 10_000, 50_000]
/** CPU slowdown of the browser, to emulate a cheap phone. */
const SLOW = 4
/** Queries that are typed letter by letter: with many and few results, one or several words, inflected forms, typos, and a number. */
const TYPED = [
  'больницы северного района',
  'перечень парков',
  'автомобильные дорги',
  'hospitals in leeds',
  'anual hospitl',
  'район',
  'сведения о размещении школ 2023',
  'Кадастровый номер',
]

/**
 * Measures the search in a real browser, with generated catalogues on disk: the time to create the index and its size, the time until the first
 * results are shown, and the time for each typed letter, including the parts that are loaded for it.
 */
export async function benchSearch(): Promise<void> {
  const browser = await openBrowser()
  console.log('\nSearch, in a browser, from each key press to the results in the page:')
  try {
    for (const count of COUNTS) await benchCatalogue(browser, count)
  } finally {
    await browser.close()
  }
}

function benchCatalogue(browser: Browser, count: number): Promise<void> {
  return inFolder(tmpdir(), async (folder) => {
    const catalogue = generateCatalogue(count, descriptionLimit(count))
    const before = process.cpuUsage()
    const files = [...renderIndex(catalogue, 'parts/')]
    const { user } = process.cpuUsage(before)
    mkdirSync(join(folder, 'parts'))
    for (const { path, text } of files) writeFileSync(join(folder, path), text)
    writeFileSync(join(folder, 'index.html'), PAGE)
    await placeClient(folder, 'en')
    const sizes = files.map(({ text }) => gzipSync(text).length)
    const bytes = (kind: string) =>
      en.format.bytes(sizes.reduce((sum, size, at) => sum + (files[at]?.path.includes(kind) ? size : 0), 0))
    console.log(
      `${count.toLocaleString('en-GB').padStart(6)} datasets: ${files.length} files made in ${(user / 1e6).toFixed(1)} s of CPU; with gzip head ${bytes(INDEX_FILE)}, terms ${bytes('search-t')}, texts ${bytes('search-d')}`,
    )
    for (const slowness of [1, SLOW]) {
      const { ready, letters } = await type(browser, `${pathToFileURL(folder).href}/index.html`, slowness)
      letters.sort((a, b) => a - b)
      const at = (share: number) => letters[Math.floor((letters.length - 1) * share)]?.toFixed(1)
      const where = slowness === 1 ? 'this machine' : `a processor ${slowness} × slower`
      console.log(
        `       ${where}: ready after ${ready.toFixed(0)} ms; ${letters.length} letters: median ${at(0.5)} ms, 95th percentile ${at(0.95)} ms, maximum ${at(1)} ms`,
      )
    }
  })
}

async function type(browser: Browser, address: string, slowness: number) {
  const page = await browser.newPage()
  try {
    const control = await page.context().newCDPSession(page)
    await control.send('Emulation.setCPUThrottlingRate', { rate: slowness })
    await page.goto(address)
    await page.waitForFunction(() => performance.getEntriesByName('search').length > 0, undefined, {
      timeout: 300_000,
    })
    const ready = await page.evaluate(() => {
      const [first] = performance.getEntriesByName('search')
      const [asked] = performance.getEntriesByName('search-index')
      return (first?.startTime ?? 0) + (first?.duration ?? 0) - (asked?.startTime ?? 0)
    })
    const letters: number[] = []
    for (const text of TYPED) letters.push(...(await typeLetters(page, text)))
    return { ready, letters }
  } finally {
    await page.close()
  }
}

function typeLetters(page: Page, text: string): Promise<number[]> {
  return page.evaluate(async (all) => {
    const box = document.querySelector('input') as HTMLInputElement
    const took: number[] = []
    for (let length = 1; length <= all.length; length++) {
      performance.clearMeasures('search')
      const start = performance.now()
      box.value = all.slice(0, length)
      box.dispatchEvent(new Event('input'))
      while (performance.getEntriesByName('search').length === 0)
        await new Promise((done) => setTimeout(done))
      // Until the results are laid out.
      document.body.getBoundingClientRect()
      took.push(performance.now() - start)
    }
    return took
  }, text)
}

/** The search page without masthead and footer. */
const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Search</title>
<div data-search="whole" data-root="">
<form role="search"><input type="search" name="q"></form>
<div class="narrowing">${SEARCH_FACETS.map((name) => `<label><select name="${name}"></select></label>`).join('')}</div>
<p data-announcement></p><section data-found><p data-count></p><ol class="hits"></ol><p data-more></p></section>
</div><script src="search.js"></script></html>
`
