import { existsSync } from 'node:fs'
import sparticuz from '@sparticuz/chromium'
import { type Browser, chromium } from 'playwright'

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

// Only what a test requests is fetched. The package's own arguments are not used: one of them runs the browser in a single process, which
// ends with the first closed context, another disables web security.
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** A headless browser: an installed one if there is one, else the one from npm. */
export async function openBrowser(): Promise<Browser> {
  const installed = INSTALLED.find((path) => existsSync(path))
  return chromium.launch({ executablePath: installed ?? (await sparticuz.executablePath()), args: ARGUMENTS })
}
