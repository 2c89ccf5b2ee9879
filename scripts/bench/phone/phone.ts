import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright'
import { serveSite } from '../../../src/lib/site/index.ts'
import { openBrowser } from '../../screenshots/browser.ts'
import { median } from '../measure.ts'

const ROUNDS = 5

/** Prints how fast the kinds of pages of a built site load on an emulated slow phone, with an empty cache. */
export async function benchPhone(site: string): Promise<void> {
  const server = await serveSite({ folder: site, host: '127.0.0.1', port: 0, base: '/' })
  const link = await openLink(server.url)
  const { screen, slowness, network } = PHONE
  console.log(
    `\nPages of ${site}: ${screen.width} × ${screen.height} at ${screen.scale} ×, processor ${slowness} × slower, ${network.down / 1e6} Mbit/s down, ${network.up / 1e6} up, latency ${network.latency} ms, brotli, empty cache; medians of ${ROUNDS} rounds`,
  )
  try {
    console.log(renderTable(await visitAll(planVisits(site, link), ROUNDS)))
  } finally {
    await link.close()
    await server.close()
  }
}

/** Makes the visits in turn, several times, so that other load on the machine affects all of them. The first round is not counted. */
async function visitAll(
  visits: ReturnType<typeof planVisits>,
  rounds: number,
): Promise<Map<string, Visited[]>> {
  const all = new Map<string, Visited[]>()
  const browser = await openBrowser()
  try {
    for (let round = 0; round <= rounds; round++)
      for (const one of visits) {
        const visited = await visit(browser, one)
        if (round > 0) all.set(one.name, [...(all.get(one.name) ?? []), visited])
      }
    return all
  } finally {
    await browser.close()
  }
}

const ms = (time: number) => time.toFixed(0)
const COLUMNS: readonly (readonly [head: string, value: keyof Visited, render: (value: number) => string])[] =
  [
    ['kB', 'bytes', (bytes) => (bytes / 1000).toFixed(1)],
    ['requests', 'requests', String],
    ['first paint, ms', 'firstPaint', ms],
    ['largest, ms', 'largestPaint', ms],
    ['readable, ms', 'readable', ms],
    ['blocked, ms', 'blocked', ms],
    ['longest task, ms', 'longest', ms],
    ['shift', 'shift', (shift) => shift.toFixed(3)],
  ]

/** The medians of visits, a line for each kind. */
function renderTable(all: ReadonlyMap<string, readonly Visited[]>): string {
  const widest = Math.max(...[...all.keys()].map(({ length }) => length))
  const line = (name: string, cellOf: (column: (typeof COLUMNS)[number]) => string) =>
    [name.padEnd(widest), ...COLUMNS.map((column) => cellOf(column).padStart(column[0].length))].join('  ')
  return [
    line('', ([head]) => head),
    ...[...all].map(([name, visits]) =>
      line(name, ([, value, render]) => render(median(visits.map((visited) => Number(visited[value]))))),
    ),
  ].join('\n')
}

const DATASETS = 'api/v1/get_dataset'
/** Maximum number of records on a page; for more there is a button to load them. */
const SHOWN = 100

/**
 * A visit for each kind of page: for datasets with records, the pages of median and largest size; for the explorer, the dataset of median size
 * among those with a button that loads more records.
 */
function planVisits(site: string, link: Awaited<ReturnType<typeof openLink>>) {
  const folders = readdirSync(join(site, DATASETS)).map((code) => `${DATASETS}/${code}/`)
  const pages = folders.map((path) => pageOf(site, path)).filter(({ records }) => records > 0)
  const weighed = pages.map(({ path, html }) => ({ path, weight: gzipSync(html).length }))
  const offering = pages
    .filter(({ path, records }) => records > SHOWN && existsSync(join(site, path, 'index.csv')))
    .map(({ path }) => ({ path, weight: statSync(join(site, path, 'index.csv')).size }))
  const typed = wordOf(pages.find(({ path }) => path === at(weighed, 0.5))?.html ?? '')
  const row = { shown: '[data-explorer] tbody td' }
  const visits = [
    { name: 'home', path: '', aim: { shown: '.card' } },
    { name: 'list of datasets', path: 'api/v1/list_datasets/', aim: { shown: '.card' } },
    { name: 'dataset, median', path: at(weighed, 0.5), aim: { shown: 'h1' } },
    { name: 'dataset, median: its records', path: at(weighed, 0.5), aim: row },
    { name: 'dataset, heaviest', path: at(weighed, 1), aim: { shown: 'h1' } },
    { name: 'dataset, heaviest: its records', path: at(weighed, 1), aim: row },
    {
      name: `search for “${typed}”`,
      path: 'search/',
      aim: { shown: '.hits mark', box: '[data-search] input', typed },
    },
    {
      name: 'explorer, median',
      path: at(offering, 0.5),
      aim: { press: '.loader button', shown: '.bench .count:not(:empty)' },
    },
  ]
  return visits.flatMap(({ path, ...rest }) => (path === undefined ? [] : [{ ...rest, path, link }]))
}

function pageOf(site: string, path: string): { path: string; html: string; records: number } {
  const html = readFileSync(join(site, path, 'index.html'), 'utf8')
  return { path, html, records: Number(/ data-explorer="(\d+)"/.exec(html)?.[1] ?? 0) }
}

// The first word of its heading.
function wordOf(html: string): string {
  return /\p{L}{3,}/u.exec(/<h1[^>]*>([^<]*)/.exec(html)?.[1] ?? '')?.[0] ?? 'data'
}

function at(weighed: readonly { path: string; weight: number }[], share: number): string | undefined {
  return weighed.toSorted((a, b) => a.weight - b.weight)[Math.floor((weighed.length - 1) * share)]?.path
}

/** The result of a visit. */
interface Visited extends Noted {
  readonly readable: number
  readonly bytes: number
  readonly requests: number
}

/** A cheap phone with a slow connection: the slow 4G of Lighthouse. */
const PHONE = {
  screen: { width: 390, height: 844, scale: 3 },
  slowness: 4,
  /** Bits per second, and milliseconds from a request to the first byte of its response. */
  network: { down: 1_600_000, up: 750_000, latency: 150 },
} as const

/** Time after the goal is reached in which late layout shifts and tasks are still counted. */
const SETTLING = 1500
const TIMEOUT = 120_000

/** Visits a page with an empty cache. Rejects if the goal is not reached. */
async function visit(
  browser: Browser,
  { path, link, aim }: ReturnType<typeof planVisits>[number],
): Promise<Visited> {
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
    const before = { bytes: link.bytes(), requests: link.requests() }
    await page.goto(new URL(path, link.url).href, { timeout: TIMEOUT })
    const isReadable = () => (self as unknown as { noted?: Noted }).noted?.readable !== undefined
    await page.waitForFunction(isReadable, undefined, { timeout: TIMEOUT, polling: 250 })
    await page.waitForTimeout(SETTLING)
    const noted = await page.evaluate(() => (self as unknown as { noted: Noted }).noted)
    return {
      ...noted,
      readable: noted.readable ?? Number.NaN,
      bytes: link.bytes() - before.bytes,
      requests: link.requests() - before.requests,
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

interface Answer {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: Buffer
}

const TEXTS = /^(?:text\/|application\/(?:json|xml|javascript|atom\+xml)|image\/svg)/
/** As for the compressed files of `host`. */
const QUALITY = 9
const LEAST_BYTES = 1024
const PASSED_ON = [
  'content-type',
  'content-security-policy',
  'cache-control',
  'location',
  'etag',
  'last-modified',
]

/** Opens a proxy between a browser and a server without compression, on a free port; it compresses like the supported hosts. Each response is fetched and compressed once, so repeated requests take no time. */
async function openLink(upstream: string) {
  const answers = new Map<string, Promise<Answer>>()
  const sockets = new Set<Socket>()
  let closed = 0
  let requests = 0
  const server = createServer(async (request, response) => {
    requests += 1
    const key = `${request.method} ${request.url}`
    const known = answers.get(key) ?? ask(upstream, request)
    answers.set(key, known)
    await known.then(
      (answer) => send(answer, response),
      () => response.destroy(),
    )
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => {
      sockets.delete(socket)
      closed += socket.bytesWritten
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    /** Number of bytes sent to browsers so far, including headers. */
    bytes: () => [...sockets].reduce((sum, socket) => sum + socket.bytesWritten, closed),
    requests: () => requests,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function ask(upstream: string, { method = 'GET', url = '/' }: IncomingMessage): Promise<Answer> {
  const response = await fetch(new URL(url, upstream), { method, redirect: 'manual' })
  const whole = Buffer.from(await response.arrayBuffer())
  const headers: Record<string, string> = {}
  for (const name of PASSED_ON) {
    const value = response.headers.get(name)
    if (value !== null) headers[name] = value
  }
  const isText = TEXTS.test(headers['content-type'] ?? '') && whole.length >= LEAST_BYTES
  if (!isText) return { status: response.status, headers, body: whole }
  const body = brotliCompressSync(whole, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } })
  return { status: response.status, headers: { ...headers, 'content-encoding': 'br' }, body }
}

function send({ status, headers, body }: Answer, response: ServerResponse): void {
  const isEmpty = status === 304 || status === 204
  response.writeHead(status, isEmpty ? headers : { ...headers, 'content-length': body.length }).end(body)
}
