import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before } from 'node:test'
import { pathToFileURL } from 'node:url'
import type { Browser, BrowserContextOptions, Page } from 'playwright'
import { openBrowser } from '../../scripts/screenshots/browser.ts'
import { type RunningServer, serveSite } from '../../src/lib/site/index.ts'
import { writeExplored } from '../support/explored.ts'
import { mirrorPackage } from '../support/mirror.ts'
import { mirrorShared } from '../support/shared-mirror.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { openWatched, type Watched } from './watched-page.ts'

/** The page of the dataset `places`, below the root of a site. */
export const PATH = 'api/v1/get_dataset/places/'

/** A site of three datasets to explore, served and on a disk, with a browser, for the tests of one file. */
interface ExploredSite {
  readonly out: string
  /** Where the site is served; ends in a slash. */
  readonly url: string
  /** Where it lies on the disk; ends in a slash. */
  readonly disk: string
  readonly browser: Browser
  /** Opens the page of `places` with a fragment, watched, until the test ends. */
  open(context: Closing, fragment?: string, options?: BrowserContextOptions): Promise<Watched>
}

type Closing = Parameters<typeof openWatched>[0]

/** Builds the site before the tests of the calling file; the result is filled in by then. */
export function exploredSite(): ExploredSite {
  const folder = temporaryFolder({ after })
  let server: RunningServer
  const site = {
    async open(context: Closing, fragment = '', options: BrowserContextOptions = {}) {
      const watched = await openWatched(context, site.browser, site.url, options)
      await watched.page.goto(`${site.url}${PATH}${fragment}`)
      return watched
    },
  } as { -readonly [Key in keyof ExploredSite]: ExploredSite[Key] }
  before(async () => {
    const { out } = await mirrorShared(folder, 'explored', (own) =>
      mirrorPackage(own, writeExplored(join(own, 'package'))),
    )
    server = await serveSite({ folder: out, host: '127.0.0.1', port: 0, base: '/base/' })
    const disk = `${pathToFileURL(out).href}/`
    Object.assign(site, { out, url: server.url, disk, browser: await openBrowser() })
  })
  after(async () => {
    await site.browser?.close()
    await server?.close()
  })
  return site
}

/** Loads all records. */
export async function explore(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Explore all 260 records' }).click()
  await saying(page, '260 records')
}

/** The file that a button of the page saves. */
export async function savedBy(page: Page, button: string): Promise<{ name: string; bytes: Buffer }> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  const file = await download
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) }
}

/** Waits until the count over the table says this. */
export async function saying(page: Page, text: string): Promise<void> {
  await page.locator('.bench .count', { hasText: new RegExp(`^${text}$`) }).waitFor()
}

/** The texts of a column as they are shown. */
export async function column(page: Page, name: string): Promise<string[]> {
  const heads = await page.locator('.explorer thead th').allTextContents()
  const at = heads.findIndex((head) => head.trim() === name)
  assert.ok(at >= 0, `${name} is among ${heads}`)
  return page.locator(`.explorer tbody tr > :nth-child(${at + 1})`).allTextContents()
}
