import type { Browser, BrowserContextOptions, Page, Request } from 'playwright'

/** A page and everything about it that must not happen: errors, dialogs, requests that leave the site. */
export interface Watched {
  readonly page: Page
  readonly complaints: string[]
}

/** Opens a page that is watched; `root` is the address all its requests must begin with. It is closed when the test ends. */
export async function openWatched(
  context: { after(clean: () => Promise<void>): void },
  browser: Browser,
  root: string,
  options: BrowserContextOptions = {},
): Promise<Watched> {
  const window = await browser.newContext(options)
  window.setDefaultTimeout(8_000)
  const page = await window.newPage()
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
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
