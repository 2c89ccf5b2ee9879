import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import type { Browser, BrowserContextOptions, Page } from 'playwright'
import { openBrowser } from '../../scripts/screenshots/browser.ts'
import { dotsOf, outlinesOf, type Spot } from '../../src/client/map/box.ts'
import { type RunningServer, serveSite } from '../../src/lib/site/index.ts'
import { mirrorPackage } from '../support/mirror.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { openWatched } from './watched-page.ts'

/** Stations in a town, the last two at the same place. */
const STATIONS = Array.from({ length: 12 }, (_, at) => ({
  name: `Station ${at + 1}`,
  line: at % 3 === 0 ? 'red' : 'blue',
  latitude: (55.7 + 0.01 * ((at * 5) % 12)).toFixed(4),
  longitude: (37.5 + 0.02 * Math.min(at, 10)).toFixed(4),
})).map((station, at, all) => (at === 11 ? { ...station, latitude: all[10]?.latitude ?? '' } : station))

/** Islands on both sides of the date line, from west to east. */
const ISLANDS = Array.from({ length: 10 }, (_, at) => ({
  name: `Island ${at + 1}`,
  latitude: (-20 + ((at * 7) % 10)).toFixed(3),
  longitude: (at < 5 ? 166 + 3 * at : -179 + 3 * (at - 5)).toFixed(3),
}))

/** Ten places in a town, from west to east. */
const PLACES = Array.from({ length: 10 }, (_, at) => ({
  name: `Place ${at + 1}`,
  longitude: 37.5 + 0.02 * at,
  latitude: 55.7 + 0.01 * ((at * 7) % 10),
}))

const GRID = '+proj=tmerc +lat_0=55.66 +lon_0=37.5 +ellps=bessel +units=m +no_defs'
const proj4 = createRequire(import.meta.url)('proj4') as (
  from: string,
  to: string,
) => { forward(position: readonly [number, number]): [number, number] }
const inMercator = proj4('EPSG:4326', 'EPSG:3857').forward
const inGrid = proj4('EPSG:4326', GRID).forward

type Place = (typeof PLACES)[number]

/** Around a place, so small that none of them overlap. */
const ringOf = ({ longitude: x, latitude: y }: Place) =>
  [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
    [-1, -1],
  ].map(([dx = 0, dy = 0]) => [x + dx * 0.008, y + dy * 0.004])

const featureOf = (place: Place, geometry: object) => ({
  type: 'Feature',
  properties: { name: place.name },
  geometry,
})

/** The places in each form, as the records of a json file. */
const FORMS: Readonly<Record<string, readonly object[] | object>> = {
  'extended well-known text in Web Mercator': PLACES.map(({ name, longitude, latitude }) => ({
    name,
    where: `SRID=3857;POINT(${inMercator([longitude, latitude]).join(' ')})`,
  })),
  'well-known binary': PLACES.map(({ name, longitude, latitude }) => ({
    name,
    where: `0101000020E6100000${Buffer.from(Float64Array.of(longitude, latitude).buffer).toString('hex')}`,
  })),
  'metres of Web Mercator': PLACES.map(({ name, longitude, latitude }) => {
    const [x, y] = inMercator([longitude, latitude])
    return { name, x: x.toFixed(2), y: y.toFixed(2) }
  }),
  grid: PLACES.map(({ name, longitude, latitude }) => {
    const [east, north] = inGrid([longitude, latitude])
    return { name, east: east.toFixed(2), north: north.toFixed(2) }
  }),
  'some exchanged': [...PLACES, ...PLACES.map((place) => ({ ...place, longitude: place.longitude + 0.002 }))]
    .toSorted((one, other) => one.longitude - other.longitude)
    .map(({ longitude, latitude }, at) => ({
      name: `Place ${at + 1}`,
      ...(at === 3 ? { longitude: latitude, latitude: longitude } : { longitude, latitude }),
    })),
  'texts of two numbers': PLACES.map(({ name, longitude, latitude }) => ({
    name,
    where: `${latitude.toFixed(4)}, ${longitude.toFixed(4)}`,
  })),
  'decimal commas': PLACES.map(({ name, longitude, latitude }) => ({
    name,
    Долгота: longitude.toFixed(4).replace('.', ','),
    Широта: latitude.toFixed(4).replace('.', ','),
  })),
  'GeoJSON points': {
    type: 'FeatureCollection',
    features: PLACES.map((place) =>
      featureOf(place, { type: 'Point', coordinates: [place.longitude, place.latitude] }),
    ),
  },
  'GeoJSON several points': {
    type: 'FeatureCollection',
    features: PLACES.map((place) =>
      featureOf(place, { type: 'MultiPoint', coordinates: [[place.longitude, place.latitude]] }),
    ),
  },
  'GeoJSON lines': {
    type: 'FeatureCollection',
    features: PLACES.map((place) =>
      featureOf(place, { type: 'LineString', coordinates: ringOf(place).slice(0, 2) }),
    ),
  },
  TopoJSON: {
    type: 'Topology',
    objects: {
      places: {
        type: 'GeometryCollection',
        geometries: PLACES.map(({ name }, at) =>
          at === 9
            ? { type: 'Point', coordinates: ringOf(PLACES[9] as Place)[0], properties: { name } }
            : { type: 'Polygon', arcs: [[at]], properties: { name } },
        ),
      },
    },
    arcs: PLACES.map(ringOf),
  },
}

const codeOf = (form: string) => form.toLowerCase().replaceAll(' ', '-')

/** Writes the stations, the islands, and the places in each form, as a data package. */
function writeTables(into: string): string {
  const tables = { stations: STATIONS, islands: ISLANDS }
  const resources = Object.entries(tables).map(([name, records]) => {
    const lines = [Object.keys(records[0] ?? {}), ...records.map((record) => Object.values(record))]
    writeFileSync(join(into, `${name}.csv`), lines.map((line) => line.join(',')).join('\n'))
    return { name, path: `${name}.csv` }
  })
  for (const form of Object.keys(FORMS)) {
    const name = codeOf(form)
    const ending = form.startsWith('GeoJSON') ? 'geojson' : form === 'TopoJSON' ? 'topojson' : 'json'
    writeFileSync(join(into, `${name}.${ending}`), JSON.stringify(FORMS[form]))
    resources.push({ name, path: `${name}.${ending}` })
  }
  const path = join(into, 'datapackage.json')
  writeFileSync(path, JSON.stringify({ name: 'maps', resources }))
  return path
}

describe('the map of a dataset, with its script', () => {
  const folder = temporaryFolder({ after })
  let browser: Browser
  let server: RunningServer
  let site: string
  before(async () => {
    const { out } = await mirrorPackage(folder, writeTables(folder), {
      formats: ['json'],
      places: { grid: { longitude: 'east', latitude: 'north', grid: GRID } },
    })
    site = out
    server = await serveSite({ folder: out, host: '127.0.0.1', port: 0, base: '/' })
    browser = await openBrowser()
  })
  after(async () => {
    await browser?.close()
    await server?.close()
  })

  const open = async (
    context: Parameters<typeof openWatched>[0],
    fragment = '',
    code = 'stations',
    device: BrowserContextOptions = {},
  ) => {
    const { page } = await openWatched(context, browser, server.url, device)
    await page.goto(`${server.url}api/v1/get_dataset/${code}/${fragment}`)
    await page.locator('.map svg').scrollIntoViewIfNeeded()
    return page
  }

  it('opens the record of a dot that stands for one, and goes back to the map', async (context) => {
    const page = await open(context)
    await clickDot(page, 3)
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('heading', { name: 'Station 4 Record 4', exact: true }).waitFor()
    assert.match((await dialog.locator('.record').textContent()) ?? '', /Station 4(?!\d)/)
    await page.waitForURL(/#record=4$/)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.waitForURL((url) => !url.hash.includes('record='))
  })

  it('leaves the records of a dot in the table if there are several', async (context) => {
    const page = await open(context)
    await clickDot(page, 10)
    await page.locator('.bench .count', { hasText: /^2\D+12/ }).waitFor()
    await page.waitForURL(/#\.map=37\.69\d*,55\.\d+,37\.70\d*,55\.\d+$/)
    assert.equal(await page.locator('.map .box').count(), 1)
    assert.equal(await page.getByRole('dialog').count(), 0)
  })

  it('dims the dots whose records are filtered out, until the filter is cleared', async (context) => {
    const page = await open(context, '#line=red')
    await dotsAre(page, [4, 7])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      const [shown, dimmed] = await page
        .locator('.map .dots')
        .evaluateAll((paths) => paths.map((path) => getComputedStyle(path).stroke))
      assert.notEqual(shown, dimmed, colorScheme)
    }
    // One of two records at the same place is filtered out.
    await page.goto(`${page.url().split('#')[0]}#name=Station 1|Station 11`)
    await dotsAre(page, [2, 9])
    await clickDot(page, 10)
    await page.getByRole('dialog').getByRole('heading', { name: 'Record 11' }).waitFor()
    await page.keyboard.press('Escape')
    await page.locator('.chips button').last().click()
    await dotsAre(page, [11, 0])
  })

  it('explains the mouse and the keyboard, but not where there is only a touch screen', async (context) => {
    const explained = async (device?: BrowserContextOptions) =>
      (await open(context, '', 'stations', device)).locator('.map .reach').allInnerTexts()
    assert.match((await explained()).join(), /Page Up/)
    const onPhone = (await explained({ isMobile: true, hasTouch: true })).join()
    assert.match(onPhone, /^Click/)
    assert.doesNotMatch(onPhone, /Page Up|mouse/)
  })

  it('is one stop of the keyboard, which names each mark and opens its record', async (context) => {
    const page = await open(context)
    const map = page.getByRole('application')
    const label = page.locator('.map').getByRole('status')
    const isNamed = (name: string) => label.getByText(name, { exact: true }).waitFor()
    await map.focus()
    assert.equal(await page.locator('.map [tabindex="0"]').count(), 1)
    assert.match(
      (await page.locator(`#${await map.getAttribute('aria-describedby')}`).textContent()) ?? '',
      /Enter/,
    )
    await page.keyboard.press('ArrowRight')
    await isNamed('Station 1')
    for (let at = 2; at <= 10; at++) {
      await page.keyboard.press('PageDown')
      await isNamed(`Station ${at}`)
    }
    await page.keyboard.press('End')
    await isNamed('Station 11 and 1 more')
    await page.keyboard.press('Home')
    await isNamed('Station 1')
    // Station 4 is nearer in this direction than those further west.
    await page.keyboard.press('ArrowUp')
    await label.getByText(/^Station (?!1$)/).waitFor()
    await page.keyboard.press('Home')
    await isNamed('Station 1')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('heading', { name: 'Record 1' }).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    assert.ok(await map.evaluate((element) => element === document.activeElement))
    await page.keyboard.press('Shift+PageDown')
    await isNamed('Station 2')
    await page.keyboard.press('Enter')
    await page.locator('.bench .count', { hasText: /^2\D+12/ }).waitFor()
    assert.ok(await page.locator('#records').evaluate((element) => element === document.activeElement))
  })

  it('explores the records without what finds its marks, states why the map is idle, and tries again', async (context) => {
    const page = await open(context)
    await page.route('**/map-marks.js', (route) => route.abort())
    await clickDot(page, 3)
    const label = page.locator('.map').getByRole('status')
    await label.getByText(/^The map could not/).waitFor()
    await page.unroute('**/map-marks.js')
    await clickDot(page, 3)
    await page.getByRole('dialog').getByRole('heading', { name: 'Record 4' }).waitFor()
    assert.equal(await label.textContent(), '')
    const other = await open(context)
    await other.route('**/map-marks.js', (route) => route.abort())
    await other.goto(`${other.url()}#line=red`)
    await other.locator('.bench .count', { hasText: /^4\D+12/ }).waitFor()
    await other.unroute('**/map-marks.js')
    await clickDot(other, 3)
    await other
      .locator('.map')
      .getByRole('status')
      .getByText(/^The map could not/)
      .waitFor()
  })

  it('filters by a box across the date line, and opens a record beyond it', async (context) => {
    const page = await open(context, '', 'islands')
    await drawBox(page, 3, 6, 10)
    await dotsAre(page, [4, 6])
    await page.locator('.bench .count', { hasText: /^4\D+10/ }).waitFor()
    await page.waitForURL(/\.map=17\d[\d.]*,[-\d.]+,-17\d/)
    const box = await page.locator('.map .box').boundingBox()
    const [left, right] = [await placeOf(page, 3), await placeOf(page, 6)]
    assert.ok(box && Math.abs(box.x - left.x + 10) < 3 && Math.abs(box.x + box.width - right.x - 10) < 3)
    await clickDot(page, 8)
    await page.getByRole('dialog').getByRole('heading', { name: 'Record 9' }).waitFor()
  })

  it('loads what finds its marks at the first use, and then answers what was done before', async (context) => {
    const page = await open(context)
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url().replace(/.*\//, '')))
    const script = Promise.withResolvers<void>()
    await page.route('**/map-marks.js', async (route) => {
      await script.promise
      await route.continue()
    })
    const map = page.getByRole('application')
    await map.focus()
    for (const key of ['End', 'PageUp', 'Enter']) await page.keyboard.press(key)
    script.resolve()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('heading', { name: 'Record 10' }).waitFor()
    assert.equal(requests.filter((name) => name === 'map-marks.js').length, 1)
  })

  for (const [how, act] of [
    ['click', (page: Page) => clickDot(page, 3)],
    ['box', (page: Page) => drawBox(page, 2, 5)],
  ] as const)
    it(`answers a first ${how} after its script is loaded, wherever the page was scrolled to`, async (context) => {
      const page = await open(context)
      const [script, asked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      await page.route('**/map-marks.js', async (route) => {
        asked.resolve()
        await script.promise
        await route.continue()
      })
      await act(page)
      await asked.promise
      await page.evaluate(() => scrollBy(0, 150))
      script.resolve()
      if (how === 'click') await page.getByRole('dialog').getByRole('heading', { name: 'Record 4' }).waitFor()
      else await page.locator('.bench .count', { hasText: /^4\D+12/ }).waitFor()
    })

  it('opens records on a page opened from a disk', async (context) => {
    const { page } = await openWatched(context, browser, '')
    await page.goto(pathToFileURL(join(site, 'api/v1/get_dataset/stations/index.html')).href)
    await clickDot(page, 3)
    await page.getByRole('dialog').getByRole('heading', { name: 'Record 4' }).waitFor()
  })

  for (const form of Object.keys(FORMS))
    it(`opens records, filters and dims where places are ${form}`, async (context) => {
      const page = await open(context, '', codeOf(form))
      const marks = await marksOf(page)
      assert.equal(marks.length, form === 'some exchanged' ? 20 : 10)
      await page.mouse.click(...(await screenOf(page, marks[3] as Spot)))
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('heading', { name: 'Record 4' }).waitFor()
      assert.match((await dialog.locator('.record').textContent()) ?? '', /Place 4(?!\d)/)
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      const [from, to] = [marks[2] as Spot, marks[5] as Spot]
      const height = Number(await page.locator('.map svg').getAttribute('height'))
      await page.mouse.move(...(await screenOf(page, [from[0] - 4, 2])))
      await page.mouse.down()
      await page.mouse.move(...(await screenOf(page, [to[0] + 4, height - 2])), { steps: 3 })
      await page.mouse.up()
      await page.locator('.bench .count', { hasText: /^4\D+/ }).waitFor()
      await page.waitForURL(/#\.map=[-\d.]+,[-\d.]+,[-\d.]+,[-\d.]+$/)
      await page.waitForFunction(
        () =>
          [...document.querySelectorAll('.map .out')].reduce(
            (sum, path) => sum + (path.getAttribute('d') ?? '').split(/m|M/).length - 1,
            0,
          ) > 5,
      )
      const shown = await marksOf(page, ':not(.out)')
      assert.deepEqual(shown.length, 4)
    })
})

/** The spots of dots, and the middles of lines and areas, from west to east. */
async function marksOf(page: Page, which = ''): Promise<Spot[]> {
  const read = (selector: string) =>
    page
      .locator(`.map ${selector}${which}`)
      .evaluateAll((all) => all.map((path) => path.getAttribute('d') ?? ''))
  const outlines = [...(await read('.areas')), ...(await read('.lines'))].flatMap(outlinesOf)
  const middles = outlines.map(({ box: [a, b] }): Spot => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2])
  return [...(await read('.dots')).flatMap(dotsOf), ...middles].sort((one, other) => one[0] - other[0])
}

async function screenOf(page: Page, [x, y]: Spot): Promise<[number, number]> {
  const map = page.locator('.map svg')
  await map.scrollIntoViewIfNeeded()
  const box = await map.boundingBox()
  const width = Number(await map.getAttribute('width'))
  assert.ok(box)
  return [box.x + (x * box.width) / width, box.y + (y * box.width) / width]
}

async function spotsOf(page: Page, selector: string): Promise<Spot[]> {
  const paths = await page
    .locator(selector)
    .evaluateAll((all) => all.map((path) => path.getAttribute('d') ?? ''))
  return paths.flatMap(dotsOf)
}

/** Where the dot is on the screen that is the given one from the left. */
async function placeOf(page: Page, wanted: number): Promise<{ readonly x: number; readonly y: number }> {
  const dots = (await spotsOf(page, '.map .dots')).sort((one, other) => one[0] - other[0])
  const map = page.locator('.map svg')
  await map.scrollIntoViewIfNeeded()
  const box = await map.boundingBox()
  const width = Number(await map.getAttribute('width'))
  const [x, y] = dots[wanted] as Spot
  assert.ok(box)
  return { x: box.x + (x * box.width) / width, y: box.y + (y * box.width) / width }
}

async function clickDot(page: Page, wanted: number): Promise<void> {
  const { x, y } = await placeOf(page, wanted)
  await page.mouse.click(x, y)
}

/** Draws a box around the dots from one to another, counted from the left, with a margin at its sides in pixels. */
async function drawBox(page: Page, first: number, last: number, margin = 4): Promise<void> {
  const [from, to] = [await placeOf(page, first), await placeOf(page, last)]
  const map = await page.locator('.map svg').boundingBox()
  assert.ok(map)
  await page.mouse.move(from.x - margin, map.y + 4)
  await page.mouse.down()
  await page.mouse.move(to.x + margin, map.y + map.height - 4, { steps: 3 })
  await page.mouse.up()
}

/** Waits until so many dots are shown, and so many dimmed. */
async function dotsAre(page: Page, wanted: readonly [shown: number, dimmed: number]): Promise<void> {
  await page.waitForFunction((numbers) => {
    const count = (selector: string) =>
      [...document.querySelectorAll(selector)].reduce(
        (sum, path) => sum + (path.getAttribute('d') ?? '').split('h0').length - 1,
        0,
      )
    return count('.map .dots:not(.out)') === numbers[0] && count('.map .dots.out') === numbers[1]
  }, wanted)
}
