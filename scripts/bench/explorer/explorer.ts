import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright'
import { parseConfig } from '../../../src/lib/config/index.ts'
import { serveSite } from '../../../src/lib/site/index.ts'
import { crawlOrigin } from '../../job/crawl-origin.ts'
import { buildSite } from '../../job/site.ts'
import { openPackage, startOrigin } from '../../origin/index.ts'
import { openBrowser } from '../../screenshots/browser.ts'
import { inFolder } from '../crawling.ts'
import { median } from '../measure.ts'
import { scramble } from '../search/catalogue.ts'

const SIZES: readonly Size[] = [
  { records: 30_000, columns: 20 },
  { records: 230_000, columns: 10 },
]
const ROUNDS = 3

/** Prints how long the explorer of records takes in a real browser: from a click or a new address until the rows are shown. */
export async function benchExplorer(): Promise<void> {
  console.log('\nExplorer, in a browser, from a click or a new address until the rows are shown:')
  const browser = await openBrowser()
  await inFolder(tmpdir(), async (folder) => {
    const out = await buildSiteOf(folder)
    const server = await serveSite({ folder: out, host: '127.0.0.1', port: 0, base: '/' })
    for (const name of ['explorer.js', 'explorer-worker.js', 'explorer-chart.js', 'explorer-parts.js'])
      console.log(
        `${name}: ${(gzipSync(readFileSync(join(out, name))).length / 1000).toFixed(1)} kB compressed`,
      )
    for (const size of SIZES) {
      const rounds: Record<string, number>[] = []
      for (let round = 0; round < ROUNDS; round++) {
        const page = await browser.newPage()
        await page.goto(`${server.url}api/v1/get_dataset/${codeOf(size)}/`)
        rounds.push(await timesOf(page))
        await page.close()
      }
      const csv = join(out, 'api/v1/get_dataset', codeOf(size), 'index.csv')
      const megabytes = (readFileSync(csv).length / 1e6).toFixed(1)
      console.log(
        `\n${size.records} records × ${size.columns} columns, ${megabytes} MB of csv; medians of ${ROUNDS} rounds`,
      )
      for (const what of Object.keys(rounds[0] ?? {}))
        console.log(`${what.padEnd(44)} ${median(rounds.map((times) => times[what] ?? 0)).toFixed(0)} ms`)
    }
    await server.close()
  }).finally(() => browser.close())
}

function codeOf({ records, columns }: Size): string {
  return `r${records}x${columns}`
}

async function buildSiteOf(folder: string): Promise<string> {
  const data = join(folder, 'package')
  mkdirSync(data)
  for (const size of SIZES) writeFileSync(join(data, `${codeOf(size)}.json`), recordsOf(size))
  const resources = SIZES.map((size) => ({
    name: codeOf(size),
    path: `${codeOf(size)}.json`,
    format: 'json',
  }))
  writeFileSync(join(data, 'datapackage.json'), JSON.stringify({ name: 'bench', resources }))
  const origin = await startOrigin(await openPackage(join(data, 'datapackage.json')))
  const settings = parseConfig({
    origin: origin.url,
    formats: ['json'],
    out: join(folder, 'dist'),
    state: join(folder, 'state'),
  })
  const { signal } = new AbortController()
  await crawlOrigin(settings, () => {}, signal)
  await origin.close()
  await buildSite(settings, signal)
  return settings.out
}

/** Performs the actions in turn; resolves to the duration of each in the page. */
async function timesOf(page: Page): Promise<Record<string, number>> {
  const hash = (text: string) => page.evaluate(timed, { hash: text })
  return {
    'load all records': await page.evaluate(timed, { click: '.loader button' }),
    'sort by unique texts': await hash('#sort=text%200'),
    'reverse the order': await hash('#sort=-text%200'),
    'sort by numbers': await hash('#sort=number%202'),
    'sort by dates': await hash('#sort=day%203'),
    'filter by a range of numbers': await hash('#number%202=1000..500000'),
    'filter by part of a text': await hash('#text%200=~мост%209'),
    'filter by values': await hash('#kind%201=north|юг'),
    'range, text, values and order together': await hash(
      '#sort=-day%203&number%202=1000..900000&text%200=~9&kind%201=north|юг|школа',
    ),
    'next page': await hash(
      '#sort=-day%203&number%202=1000..900000&text%200=~9&kind%201=north|юг|школа&page=2',
    ),
  }
}

// Runs in the page: from the action to the frame after the rows have changed.
function timed({ click, hash }: { click?: string; hash?: string }): Promise<number> {
  return new Promise((resolve) => {
    const began = performance.now()
    const body = document.querySelector('.explorer tbody') as HTMLElement
    const watch = new MutationObserver(() => {
      watch.disconnect()
      requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - began)))
    })
    watch.observe(body, { childList: true })
    if (click !== undefined) document.querySelector<HTMLElement>(click)?.click()
    if (hash !== undefined) location.hash = hash
  })
}

/** The size of a measured table. */
interface Size {
  readonly records: number
  readonly columns: number
}

const WORDS =
  'север восток юг запад центр мост школа парк улица площадь north east south west bridge school'.split(' ')

/** Deterministic records as json, with columns of four kinds in turn: distinct texts, repeated texts, numbers, dates. */
function recordsOf({ records, columns }: Size): string {
  const rows = Array.from({ length: records }, (_, row) => {
    const members = Array.from(
      { length: columns },
      (_, column) => `"${nameOf(column)}":${cellOf(row, column)}`,
    )
    return `{${members.join(',')}}`
  })
  return `[${rows.join(',\n')}]`
}

/** `text 0`, `kind 1`, `number 2`, `day 3`, `text 4` … */
function nameOf(column: number): string {
  return `${['text', 'kind', 'number', 'day'][column % 4]} ${column}`
}

function cellOf(row: number, column: number): string {
  const chance = scramble(row * 31 + column)
  const word = WORDS[chance % WORDS.length] ?? ''
  if (column % 4 === 0) return JSON.stringify(`${word} ${chance % 100_003} ${row}`)
  if (column % 4 === 1) return row % 17 === 0 ? 'null' : JSON.stringify(word)
  if (column % 4 === 2) return `${chance % 1_000_000}.${chance % 97}`
  return JSON.stringify(new Date(Date.UTC(1990, 0, 1 + (chance % 12_000))).toISOString().slice(0, 10))
}
