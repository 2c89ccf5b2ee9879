import { fileURLToPath } from 'node:url'
import { serveSite } from '../../src/lib/site/index.ts'
import { openBrowser } from './browser.ts'

const FOLDER = fileURLToPath(new URL('../../docs/screenshots/', import.meta.url))
const SHOTS: readonly { name: string; path: string; width: number; dark?: true }[] = [
  { name: 'home', path: '', width: 1100 },
  { name: 'dataset', path: 'api/v1/get_dataset/airports/', width: 1100 },
  { name: 'dataset-dark', path: 'api/v1/get_dataset/airports/', width: 1100, dark: true },
  { name: 'datasets-phone', path: 'api/v1/list_datasets/', width: 375 },
]

/** Takes the pictures of the docs from a built mirror of the bundled sample. */
export async function takeScreenshots(site: string): Promise<void> {
  const server = await serveSite({ folder: site, host: '127.0.0.1', port: 0, base: '/' })
  const browser = await openBrowser()
  for (const { name, path, width, dark } of SHOTS) {
    const page = await browser.newPage({
      viewport: { width, height: 820 },
      colorScheme: dark ? 'dark' : 'light',
    })
    await page.goto(server.url + path, { waitUntil: 'networkidle' })
    await page.screenshot({ path: `${FOLDER}${name}.png` })
    await page.close()
    console.log(`docs/screenshots/${name}.png`)
  }
  await browser.close()
  await server.close()
}
