import { pathToFileURL } from 'node:url'
import type { Browser, BrowserContextOptions, Page, Request } from 'playwright'
import { serveSite } from '../../src/lib/site/index.ts'

interface Context {
  after(clean: () => Promise<void>): void
}

/** A page and everything about it that must not happen: errors, dialogs, requests that leave the site. */
export interface Watched {
  readonly page: Page
  readonly complaints: string[]
}

/** Opens a page that is watched; `root` is the address all its requests must begin with. It is closed when the test ends. */
export async function openWatched(
  context: Context,
  browser: Browser,
  root: string,
  options: BrowserContextOptions = {},
): Promise<Watched> {
  const window = await browser.newContext(options)
  window.setDefaultTimeout(60_000)
  const page = await window.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    // Chromium loads fonts from a disk, but not early.
    const isEarlyFont =
      root.startsWith('file:') && `${message.text()} ${message.location().url}`.includes('.woff2')
    if (message.type() === 'error' && !isEarlyFont) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('dialog', (dialog) => {
    complaints.push(`opens a dialog: ${dialog.message()}`)
    return dialog.dismiss()
  })
  const isForeign = (request: Request) => !request.url().startsWith(root)
  page.on('requestfinished', (request) => isForeign(request) && complaints.push(`asks for ${request.url()}`))
  // A request that a policy blocks is reported as failed, too, although nothing was sent.
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText
    if (isForeign(request) && why !== 'csp') complaints.push(`asks for ${request.url()} (${why})`)
  })
  context.after(() => window.close())
  return { page, complaints }
}

/** Opens a watched page for a site: it is served below `base`, or read from the disk. Both are closed when the test ends. */
export async function openSite(
  context: Context,
  browser: Browser,
  { folder, base }: { readonly folder: string; readonly base: string | undefined },
  options: BrowserContextOptions = {},
) {
  const server =
    base === undefined ? undefined : await serveSite({ folder, host: '127.0.0.1', port: 0, base })
  if (server) context.after(() => server.close())
  const root = server?.url ?? `${pathToFileURL(folder).href}/`
  const { page, complaints } = await openWatched(context, browser, root, options)
  return { page, complaints, root, home: server ? root : `${root}index.html`, isDisk: server === undefined }
}
