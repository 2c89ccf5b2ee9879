import type { Browser, Page } from 'playwright'
import type { Link } from './link.ts'

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

/** Measurements of a page, in milliseconds since it was requested. */
interface Noted {
  readonly firstPaint: number
  readonly largestPaint: number
  /** When the goal of the visit was on screen; undefined before that. */
  readonly readable: number | undefined
  /** Total time beyond 50 ms of all long tasks. */
  readonly blocked: number
  /** The time of the longest task; 0 if none is longer than 50 ms. */
  readonly longest: number
  /** The sum of all unexpected layout shifts. */
  readonly shift: number
}

/** The goal of a visit and the actions on the way, as selectors. */
interface Aim {
  /** The element that is readable at the end; it is scrolled into view if necessary. */
  readonly shown: string
  /** An input that is filled in as soon as it exists. */
  readonly box?: string
  readonly typed?: string
  /** A button that is clicked as soon as it exists. */
  readonly press?: string
}

/**
 * Runs in a page before its own scripts: records paints, layout shifts and long tasks, performs the actions, and checks in every frame
 * whether the goal is reached.
 */
function watch({ shown, box, typed = '', press }: Aim): void {
  const noted = {
    firstPaint: 0,
    largestPaint: 0,
    readable: undefined as number | undefined,
    blocked: 0,
    longest: 0,
    shift: 0,
  }
  const observe = <Entry>(type: string, take: (entry: Entry) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) take(entry as Entry)
    }).observe({ type, buffered: true })
  observe('paint', ({ name, startTime }: PerformanceEntry) => {
    if (name === 'first-contentful-paint') noted.firstPaint = startTime
  })
  observe('largest-contentful-paint', ({ startTime }: PerformanceEntry) => {
    noted.largestPaint = startTime
  })
  observe('longtask', ({ duration }: PerformanceEntry) => {
    noted.blocked += duration - 50
    noted.longest = Math.max(noted.longest, duration)
  })
  observe('layout-shift', ({ value, hadRecentInput }: { value: number; hadRecentInput: boolean }) => {
    if (!hadRecentInput) noted.shift += value
  })
  const isOnScreen = (element: Element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return bottom > top && bottom > 0 && top < innerHeight
  }
  let toType = box
  let toPress = press
  const look = () => {
    const input = toType === undefined ? null : document.querySelector<HTMLInputElement>(toType)
    if (input?.checkVisibility()) {
      toType = undefined
      input.focus()
      input.value = typed
      input.dispatchEvent(new Event('input', { bubbles: true }))
    }
    const button = toPress === undefined ? null : document.querySelector<HTMLElement>(toPress)
    if (button?.checkVisibility()) {
      toPress = undefined
      button.click()
    }
    const found = toType === undefined && toPress === undefined ? document.querySelector(shown) : null
    if (found && isOnScreen(found))
      // This frame is being rendered; it is on screen when the next one begins.
      requestAnimationFrame((now) => {
        noted.readable = now
      })
    else {
      if (found?.checkVisibility() && noted.firstPaint > 0)
        found.scrollIntoView({ block: 'center', behavior: 'instant' })
      requestAnimationFrame(look)
    }
  }
  requestAnimationFrame(look)
  Object.assign(self, { noted })
}
