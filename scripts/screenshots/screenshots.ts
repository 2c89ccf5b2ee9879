import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright'
import { serveSite } from '../../src/lib/site/index.ts'
import { openBrowser } from './browser.ts'

const FOLDER = fileURLToPath(new URL('../../docs/screenshots/', import.meta.url))
const DATASET = 'api/v1/get_dataset/'

interface Shot {
  readonly name: string
  readonly path: string
  /** What to wait for, if a script shows it. */
  readonly until?: string
  readonly phone?: true
  readonly dark?: true
}

const SHOTS: readonly Shot[] = [
  { name: 'home', path: '' },
  { name: 'datasets', path: 'api/v1/list_datasets/' },
  { name: 'search', path: 'search/?q=weather', until: '.hits li' },
  { name: 'dataset', path: `${DATASET}airports/` },
  { name: 'dataset-dark', path: `${DATASET}airports/`, dark: true },
  {
    name: 'explorer',
    path: `${DATASET}movies/#sort=-Worldwide%20Gross&IMDB%20Votes=10000..&MPAA%20Rating=PG|PG-13&hide=US%20DVD%20Sales,Source,Major%20Genre,Creative%20Type,Director`,
    until: '.explorer [aria-sort] ~ th',
  },
  {
    name: 'chart',
    path: `${DATASET}movies/#chart=bar&x=Major%20Genre&y=Worldwide%20Gross&of=sum&colour=MPAA%20Rating&IMDB%20Rating=5..`,
    until: '.drawn svg',
  },
  { name: 'map', path: `${DATASET}airports/#map` },
  { name: 'columns', path: `${DATASET}movies/#columns` },
  { name: 'datasets-phone', path: 'api/v1/list_datasets/', phone: true },
]

/** Takes the screenshots of the docs from a built mirror of the bundled sample. */
export async function takeScreenshots(site: string): Promise<void> {
  if (!existsSync(join(site, 'manifest.json'))) {
    console.error(
      `screenshots: expected the folder of a built mirror, saw "${site}". Run "npm run mirror" first.`,
    )
    process.exitCode = 2
    return
  }
  const server = await serveSite({ folder: site, host: '127.0.0.1', port: 0, base: '/' })
  const browser = await openBrowser()
  for (const shot of SHOTS) {
    const page = await browser.newPage({
      viewport: shot.phone ? { width: 375, height: 780 } : { width: 1100, height: 780 },
      colorScheme: shot.dark ? 'dark' : 'light',
    })
    await take(page, server.url, shot)
    await page.close()
    console.log(`docs/screenshots/${shot.name}.png`)
  }
  await browser.close()
  await server.close()
}

async function take(page: Page, root: string, { name, path, until }: Shot): Promise<void> {
  // After a reload, the fonts are cached, so they are there before the page is shown.
  await page.goto(root + path, { waitUntil: 'networkidle' })
  await page.reload({ waitUntil: 'networkidle' })
  if (until) await page.locator(until).first().waitFor()
  await page.screenshot({ path: `${FOLDER}${name}.png` })
}
