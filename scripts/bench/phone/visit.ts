import type { Browser, Page } from 'playwright'
import type { Link } from './link.ts'
import { type Aim, type Noted, watch } from './watch.ts'

/** A page to open, and the purpose. */
export interface Visit {
  readonly name: string
  /** Relative to the proxy. */
  readonly path: string
  readonly link: Link
  readonly aim: Aim
}

/** The result of a visit. */
export interface Visited extends Noted {
  readonly readable: number
  readonly bytes: number
  readonly requests: number
  /** Other hosts that were requested. */
  readonly others: readonly string[]
}

/** A cheap phone with a slow connection: the slow 4G of Lighthouse. */
export const PHONE = {
  screen: { width: 390, height: 844, scale: 3 },
  slowness: 4,
  /** Bits per second, and milliseconds from a request to the first byte of its response. */
  network: { down: 1_600_000, up: 750_000, latency: 150 },
} as const

/** Time after the goal is reached in which late layout shifts and tasks are still counted. */
const SETTLING = 1500
const TIMEOUT = 120_000

/** Visits a page with an empty cache. Rejects if the goal is not reached. */
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
