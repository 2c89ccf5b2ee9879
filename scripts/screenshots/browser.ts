import { existsSync } from 'node:fs'
import sparticuz from '@sparticuz/chromium'
import { type Browser, chromium } from 'playwright'

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

// Nothing is fetched but what a test asks for. The package's own arguments are left out: one of them puts all of the
// browser into a single process, which ends with the first context that is closed, another turns web security off.
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** A headless browser: an installed one where there is one, else the one that comes from npm. */
export async function openBrowser(): Promise<Browser> {
  const installed = INSTALLED.find((path) => existsSync(path))
  return chromium.launch({ executablePath: installed ?? (await sparticuz.executablePath()), args: ARGUMENTS })
}
