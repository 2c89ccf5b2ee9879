import type { Browser, Page } from 'playwright'
import type { Link } from './link.ts'
import { type Aim, type Noted, watch } from './watch.ts'

/** A page that is opened anew, and what for. */
export interface Visit {
  readonly name: string
  /** Below the link. */
  readonly path: string
  readonly link: Link
  readonly aim: Aim
}

/** What a visit came to. */
export interface Visited extends Noted {
  readonly readable: number
  readonly bytes: number
  readonly requests: number
  /** Hosts that were asked for anything beside the link. */
  readonly others: readonly string[]
}

/** A phone of the cheaper kind at the edge of a town: what Lighthouse calls slow 4G. */
export const PHONE = {
  screen: { width: 390, height: 844, scale: 3 },
  slowness: 4,
  /** Bits a second, and milliseconds from a request to the first byte of its answer. */
  network: { down: 1_600_000, up: 750_000, latency: 150 },
} as const

/** After what is awaited stands there, what still comes is let come, so that late shifts and tasks count. */
const SETTLING = 1500
const TIMEOUT = 120_000

/** Visits a page with nothing kept of it from before. Rejects when what is awaited does not come. */
export async function visit(browser: Browser, { path, link, aim }: Visit): Promise<Visited> {
  const { width, height, scale } = PHONE.screen
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: scale,
    isMobile: true,
    hasTouch: true,
  })
  try {
    const page = await context.newPage()
    await slowDown(page)
    await page.addInitScript(watch, aim)
    const others = new Set<string>()
    page.on('request', (request) => {
      const { host } = new URL(request.url())
      if (host !== new URL(link.url).host) others.add(host)
    })
    const before = { bytes: link.bytes(), requests: link.requests() }
    await page.goto(new URL(path, link.url).href, { timeout: TIMEOUT })
    await page.waitForFunction(
      () => (self as unknown as { noted?: Noted }).noted?.readable !== undefined,
      undefined,
      {
        timeout: TIMEOUT,
        polling: 250,
      },
    )
    await page.waitForTimeout(SETTLING)
    const noted = await page.evaluate(() => (self as unknown as { noted: Noted }).noted)
    return {
      ...noted,
      readable: noted.readable ?? Number.NaN,
      bytes: link.bytes() - before.bytes,
      requests: link.requests() - before.requests,
      others: [...others],
    }
  } finally {
    await context.close()
  }
}

async function slowDown(page: Page): Promise<void> {
  const { down, up, latency } = PHONE.network
  const control = await page.context().newCDPSession(page)
  await control.send('Emulation.setCPUThrottlingRate', { rate: PHONE.slowness })
  await control.send('Network.enable')
  await control.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: down / 8,
    uploadThroughput: up / 8,
  })
}
