import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { Browser, Page } from 'playwright'
import { openBrowser } from '../../scripts/screenshots/browser.ts'
import { type RunningServer, serveSite } from '../../src/lib/site/index.ts'
import { mirrorEveryKind } from '../support/every-kind.ts'
import { temporaryFolder } from '../support/temporary.ts'

const folder = temporaryFolder({ after })
let browser: Browser
let server: RunningServer
before(async () => {
  const { out } = await mirrorEveryKind(folder)
  server = await serveSite({ folder: out, host: '127.0.0.1', port: 0, base: '/' })
  browser = await openBrowser()
})
after(async () => {
  await browser?.close()
  await server?.close()
})

async function openOnPhone(path: string): Promise<Page> {
  const page = await browser.newPage({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  })
  await page.addInitScript(() => {
    const made: string[] = []
    for (const name of ['DateTimeFormat', 'NumberFormat', 'PluralRules'] as const) {
      const construct = (target: typeof Intl.PluralRules, parts: []) => {
        made.push(name)
        return Reflect.construct(target, parts)
      }
      Object.assign(Intl, { [name]: new Proxy(Intl[name] as typeof Intl.PluralRules, { construct }) })
    }
    Object.assign(self, { made })
  })
  await page.goto(server.url + path)
  return page
}

const formatsIn = (page: Page) => page.evaluate(() => (self as unknown as { made: string[] }).made)
const isLaidOut = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => element.checkVisibility({ contentVisibilityAuto: true }))

/** Whether no part waits for its time to appear any more. What depends on scrolling never ends. */
const hasAppeared = () =>
  document.getAnimations().every(({ timeline }) => !(timeline instanceof DocumentTimeline))

it('lays out the cards of a list when they come near the screen', async () => {
  const page = await openOnPhone('api/v1/list_datasets/')
  assert.equal(await isLaidOut(page, '.card >> nth=0 >> a >> nth=0'), true)
  assert.equal(await isLaidOut(page, '.card >> nth=-1 >> a >> nth=0'), false)
  await page.locator('.card').last().scrollIntoViewIfNeeded()
  await page.waitForFunction(() => {
    const links = document.querySelectorAll('.card a')
    return links[links.length - 1]?.checkVisibility({ contentVisibilityAuto: true })
  })
  await page.close()
})

it('lays out the cards of records when they come into the window of their table', async () => {
  const page = await openOnPhone('api/v1/get_dataset/places/')
  const number = (at: number) => `.data tbody tr >> nth=${at} >> .no`
  const waitFor = (at: number) =>
    page.waitForFunction(
      (at) =>
        [...document.querySelectorAll('.data tbody .no')].at(at)?.checkVisibility({
          contentVisibilityAuto: true,
        }),
      at,
    )
  await page.locator('.data tbody tr').first().scrollIntoViewIfNeeded()
  await waitFor(0)
  assert.equal(await isLaidOut(page, number(-1)), false)
  await page.locator('.data tbody tr').last().scrollIntoViewIfNeeded()
  await waitFor(-1)
  await page.close()
})

it('shows all of a page after its first paint, including deferred parts', async () => {
  const page = await openOnPhone('api/v1/get_dataset/places/')
  await page.waitForFunction(hasAppeared)
  for (const part of await page.locator('.part').all())
    assert.equal(await part.evaluate((element) => getComputedStyle(element).contentVisibility), 'visible')
  assert.ok((await page.locator('#provenance').boundingBox())?.height)
  await page.close()
})

it('causes no layout shift when deferred parts appear, on tall screens too', async () => {
  const page = await openOnPhone('about/')
  // A phone does not load fonts early: one that arrives after the first layout and before its time is up may move a button to the next line.
  await page.route('**/*.woff2', (route) =>
    (page.viewportSize()?.width ?? 0) > 640 ? route.continue() : route.abort(),
  )
  for (const [width, height, dataset, part = ''] of [
    [390, 844, 'places'],
    [1280, 900, 'places'],
    [1280, 2000, 'places'],
    [390, 844, 'few'],
    [820, 1180, 'airports'],
    [820, 1180, 'airports', '#columns'],
    [1280, 900, 'places', '#columns'],
    [1280, 900, 'few', '#cite'],
    [390, 844, 'places', '#columns'],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto('about:blank')
    await page.goto(`${server.url}api/v1/get_dataset/${dataset}/${part}`)
    await page.waitForFunction(hasAppeared)
    const shifts = await page.evaluate(async () => {
      const seen: PerformanceEntry[] = []
      const watch = new PerformanceObserver((list) => seen.push(...list.getEntries()))
      watch.observe({ type: 'layout-shift', buffered: true })
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
      // Without the address of the mirror in the config, a script writes it into the examples, which may end a line earlier.
      const isExample = (node?: Node) => node?.parentElement?.closest('.example') != null
      return seen.flatMap((entry) => {
        const { value, sources } = entry as PerformanceEntry & { value: number; sources: { node?: Node }[] }
        const nodes = sources.map(({ node }) => node).filter((node) => !isExample(node))
        if (nodes.length === 0 && sources.length > 0) return []
        const html = nodes.map((node) => (node instanceof Element ? node.outerHTML : node?.textContent))
        return [`${value} ${html.map((text) => text?.slice(0, 100)).join()}`]
      })
    })
    assert.deepEqual(shifts, [], `${dataset}${part}, ${width} × ${height}`)
  }
  await page.close()
})

it('stays where it is read when the reader goes back from a part, or turns the phone', async () => {
  const page = await openOnPhone('api/v1/get_dataset/places/')
  await page.waitForFunction(hasAppeared)
  const scrolled = () => page.evaluate(() => Math.round(scrollY))
  const leastHeight = () =>
    page.evaluate(async () => {
      let least = Number.POSITIVE_INFINITY
      for (let frames = 0; frames < 5; frames++) {
        await new Promise(requestAnimationFrame)
        least = Math.min(least, document.documentElement.scrollHeight)
      }
      return least
    })
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  const before = await scrolled()
  await page.evaluate(() => document.querySelector<HTMLElement>('.toc [href="#records"]')?.click())
  await page.waitForFunction((before) => scrollY < before, before)
  await page.goBack()
  await page.waitForFunction((before) => Math.round(scrollY) === before, before)
  await page.setViewportSize({ width: 844, height: 390 })
  await leastHeight()
  await page.setViewportSize({ width: 390, height: 844 })
  assert.ok((await leastHeight()) >= before)
  await page.close()
})

it('loads its fonts early on a desktop, and on a phone only when the first paint does not wait for them', async () => {
  for (const [width, initiator] of [
    [1280, 'link'],
    [390, 'css'],
  ] as const) {
    const page = await browser.newPage({ viewport: { width, height: 844 } })
    await page.goto(`${server.url}about/`)
    await page.waitForFunction(() => document.fonts.status === 'loaded')
    const fonts = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.endsWith('.woff2'))
        .map((entry) => [
          /(?:golos|serif).*(?=-wght)/.exec(entry.name)?.[0],
          (entry as PerformanceResourceTiming).initiatorType,
        ]),
    )
    assert.deepEqual(fonts.sort(), [
      ['golos-text-latin', initiator],
      ['serif-4-latin', initiator],
    ])
    await page.close()
  }
})

it('scrolls to a section behind a long table, and prints that table', async () => {
  const page = await openOnPhone('api/v1/get_dataset/places/#provenance')
  const top = () => page.locator('#provenance').evaluate((heading) => heading.getBoundingClientRect().top)
  await page.waitForFunction(() => scrollY > 0)
  assert.ok((await top()) >= 0 && (await top()) < 844, `${await top()}`)
  await page.emulateMedia({ media: 'print' })
  const visibility = await page
    .locator('.tall')
    .first()
    .evaluate((table) => getComputedStyle(table).contentVisibility)
  assert.equal(visibility, 'visible')
  await page.close()
})

it('stays at the heading of a part in the address when the page is reloaded', async () => {
  for (const [width, height] of [
    [1280, 900],
    [1920, 1080],
    [820, 1180],
    [390, 844],
  ] as const) {
    const page = await browser.newPage({ viewport: { width, height } })
    await page.goto(`${server.url}api/v1/get_dataset/places/#columns`)
    const top = () => page.locator('#columns').evaluate((heading) => heading.getBoundingClientRect().top)
    await page.waitForFunction(hasAppeared)
    const before = await top()
    await page.reload()
    await page.waitForFunction(hasAppeared)
    assert.ok(Math.abs((await top()) - before) <= 1, `${before} and ${await top()} at ${width}`)
    const [tabs, part] = await page
      .locator('.toc, .part:has(> #columns)')
      .evaluateAll((boxes) => boxes.map((box) => box.getBoundingClientRect()))
    assert.ok(tabs && tabs.bottom < before, 'the heading is below the tabs')
    assert.ok(part && part.top < tabs.bottom, 'the rule above it is behind them')
    await page.close()
  }
})

it('creates formatters of numbers and times only when they are needed', async () => {
  const list = await openOnPhone('api/v1/list_datasets/')
  assert.deepEqual(await formatsIn(list), [])
  await list.close()
  const home = await openOnPhone('')
  assert.deepEqual(
    (await formatsIn(home)).filter((name) => name !== 'DateTimeFormat'),
    [],
    'the time of the last run is all there is to write',
  )
  await home.getByRole('searchbox').fill('roads')
  await home.locator('.hits mark').first().waitFor()
  assert.ok((await formatsIn(home)).includes('NumberFormat'))
  await home.close()
  const dataset = await openOnPhone('api/v1/get_dataset/places/')
  await dataset.getByRole('button', { name: /^Explore all/ }).waitFor()
  assert.deepEqual(
    (await formatsIn(dataset)).filter((name) => name !== 'DateTimeFormat'),
    [],
  )
  await dataset.close()
})
