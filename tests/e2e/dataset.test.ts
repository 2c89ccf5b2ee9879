import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright'
import { openPackage } from '../../scripts/origin/index.ts'
import { openBrowser } from '../../scripts/screenshots/browser.ts'
import { hrefOf, parseDatasetCode } from '../../src/lib/interface/index.ts'
import { type RunningServer, serveSite } from '../../src/lib/site/index.ts'
import { writeDrawn } from '../support/drawn.ts'
import { mirrorPackage } from '../support/mirror.ts'
import { openSample } from '../support/sample.ts'
import { temporaryFolder } from '../support/temporary.ts'

const OF_SAMPLE = ['airports', 'movies', 'miserables', 'la_riots', 'stocks', 'us_employment', 'volcano']

const folder = temporaryFolder({ after })
let browser: Browser
let server: RunningServer
before(async () => {
  const sample = await openSample()
  const own = await openPackage(writeDrawn(folder))
  const { out } = await mirrorPackage(folder, {
    ...sample,
    datasets: [...sample.datasets.filter(({ code }) => OF_SAMPLE.includes(code)), ...own.datasets],
    categories: [...sample.categories, ...own.categories],
    oivs: [...sample.oivs, ...own.oivs],
  })
  server = await serveSite({ folder: out, host: '127.0.0.1', port: 0, base: '/' })
  browser = await openBrowser()
})
after(async () => {
  await browser?.close()
  await server?.close()
})

const pathOf = (code: string) => hrefOf({ operation: 'get_dataset', code: parseDatasetCode(code) })

async function open(
  code: string,
  options: BrowserContextOptions,
  look: (page: Page) => Promise<void>,
): Promise<void> {
  const window = await browser.newContext({ javaScriptEnabled: false, ...options })
  window.setDefaultTimeout(60_000)
  const page = await window.newPage()
  await page.goto(server.url + pathOf(code))
  await look(page)
  await window.close()
}

const colour = (page: Page, selector: string, property: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property)

describe('the page of a dataset, without JavaScript', () => {
  it('shows the checksum of every file, or a link to the file with it', async () => {
    await open('movies', {}, async (page) => {
      const checksums = await page.locator('.files .sum').allInnerTexts()
      const bytesOf = async (name: string) => (await page.request.get(new URL(name, page.url()).href)).body()
      for (const [at, name] of ['index.json', 'index.xml'].entries())
        assert.equal(checksums[at], `SHA-256 ${hash('sha256', await bytesOf(name))}`)
      assert.equal(checksums[2], 'SHA-256 in SHA256SUMS')
      const table = hash('sha256', await bytesOf('index.csv'))
      await page.getByRole('link', { name: 'in SHA256SUMS' }).click()
      await page.waitForURL(/\/SHA256SUMS$/)
      const sums = await page.locator('body').textContent()
      assert.ok(sums?.includes(`${table}  api/v1/get_dataset/movies/index.csv`))
    })
  })

  it('has its sentence, its picture and the first records on the first screens of a desktop and a phone', async () => {
    for (const code of ['airports', 'movies', 'la_riots', 'us_employment', 'volcano'])
      await open(code, {}, async (page) => {
        for (const [width, height, within] of [
          [1280, 900, 1240],
          [390, 844, 2 * 844],
        ] as const) {
          await page.setViewportSize({ width, height })
          const places = await page
            .locator('.head .lead, figure > svg, .plots > :first-child, .data tbody tr')
            .evaluateAll((parts) =>
              parts.slice(0, 3).map((part) => {
                const { top, bottom } = part.getBoundingClientRect()
                return { tag: part.tagName, top, bottom }
              }),
            )
          assert.deepEqual(
            places.map(({ tag }) => tag),
            ['P', 'svg', 'TR'],
          )
          assert.ok((places[0]?.bottom ?? height) < height / 2, code)
          assert.ok((places[2]?.bottom ?? within) < within, `${code}: ${places[2]?.bottom} at ${width}`)
        }
      })
  })

  it('has what is said of a drawing beside it on a desktop, in letters like its own', async () => {
    for (const code of ['airports', 'movies', 'volcano'])
      await open(code, { viewport: { width: 1280, height: 900 } }, async (page) => {
        const [drawing, caption] = await Promise.all([
          page.locator('figure > svg').first().boundingBox(),
          page.locator('figcaption').first().boundingBox(),
        ])
        if (!drawing || !caption) return assert.fail(code)
        assert.ok(drawing.height > 250 && drawing.width > 500, `${code}: ${JSON.stringify(drawing)}`)
        assert.ok(caption.x > drawing.x + drawing.width && caption.y < drawing.y + 40, code)
        const heights = await page
          .locator('figure > svg text')
          .evaluateAll((texts) => texts.map((text) => text.getBoundingClientRect().height))
        assert.ok(
          heights.every((height) => height < 20),
          `${code}: ${heights}`,
        )
        await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
        const room = await page.locator('figcaption').first().boundingBox()
        assert.ok((room?.width ?? 0) > 200, `${code}: ${room?.width} with large letters`)
      })
  })

  it('draws the plots of a chart below each other on a phone, with words that are readable and apart', async () => {
    await open('us_employment', {}, async (page) => {
      for (const width of [1280, 820, 390, 360]) {
        await page.setViewportSize({ width, height: 844 })
        const plots = await page
          .locator('.plots > svg')
          .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().left)))
        assert.equal(plots.length, 4)
        assert.equal(new Set(plots).size, width < 640 ? 1 : 2, `${plots} at ${width}`)
        const words = await page.locator('.plots text').evaluateAll((all) =>
          all.map((one) => {
            const { left, right, top, bottom, height } = one.getBoundingClientRect()
            return { text: one.textContent, left, right, top, bottom, height }
          }),
        )
        const touching = words.flatMap((a, at) =>
          words
            .slice(at + 1)
            .filter(
              (b) => a.left < b.right && b.left < a.right && a.top + 3 < b.bottom && b.top + 3 < a.bottom,
            )
            .map((b) => `${a.text} and ${b.text}`),
        )
        assert.deepEqual(touching, [], `at ${width}`)
        assert.ok(Math.min(...words.map(({ height }) => height)) > 10, `at ${width}`)
      }
    })
  })

  it('keeps the words of both axes of a chart on a phone, and apart from its lines and dots, in a readable size', async () => {
    for (const code of ['movies', 'stocks'])
      await open(code, {}, async (page) => {
        for (const width of [390, 360, 320]) {
          await page.setViewportSize({ width, height: 844 })
          const words = await page.locator('.chart > svg text:visible').evaluateAll((all) =>
            all.map((one) => {
              const [word, drawing, plot] = [
                one,
                one.closest('svg'),
                one.closest('svg')?.querySelector('.axis'),
              ].map((part) => (part as Element).getBoundingClientRect()) as [DOMRect, DOMRect, DOMRect]
              const isBeside = one.classList.contains('value')
                ? word.right <= plot.left
                : word.top > plot.bottom
              return {
                text: one.textContent,
                isIn: word.left >= 0 && word.right <= drawing.right + 1,
                isBeside,
                size:
                  Number.parseFloat(getComputedStyle(one).fontSize) *
                  ((one as SVGTextElement).getScreenCTM()?.a ?? 0),
              }
            }),
          )
          assert.ok(words.length > 4)
          assert.deepEqual(
            words.filter(({ isIn, isBeside }) => !isIn || !isBeside),
            [],
            `${code} at ${width}`,
          )
          assert.ok(Math.min(...words.map(({ size }) => size)) >= 10, `${code} at ${width}`)
        }
      })
  })

  it('draws a line below each record on a phone', async () => {
    await open(
      'movies',
      { viewport: { width: 360, height: 3000 }, javaScriptEnabled: true },
      async (page) => {
        await page.locator('.records tbody tr').first().scrollIntoViewIfNeeded()
        const edges = await page
          .locator('.records tbody tr')
          .evaluateAll((rows) => rows.slice(0, 8).map((row) => row.getBoundingClientRect().bottom))
        const png = (await page.screenshot()).toString('base64')
        const lines = await page.evaluate(
          async ({ png, edges }) => {
            const picture = await createImageBitmap(new Blob([Uint8Array.fromBase64(png)]))
            const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d')
            context?.drawImage(picture, 0, 0)
            const colours = (top: number) =>
              new Set(
                Array.from({ length: 6 }, (_, at) => context?.getImageData(200, top + at, 1, 1).data[0]),
              )
            return edges.map((edge) => colours(Math.floor(edge) - 3).size > 1)
          },
          { png, edges },
        )
        assert.deepEqual(
          lines,
          edges.map(() => true),
        )
      },
    )
  })

  it('sets a table of few columns as wide as its content, under tabs that stay in sight', async () => {
    await open('volcano', {}, async (page) => {
      for (const width of [360, 820, 1280, 1920]) {
        await page.setViewportSize({ width, height: 900 })
        const table = page.locator('.records .data')
        assert.ok(((await table.boundingBox())?.width ?? width) < 300, `${width}`)
        await table.locator('tbody tr').last().scrollIntoViewIfNeeded()
        await page.locator('#columns').scrollIntoViewIfNeeded()
        assert.equal((await page.locator('.toc').boundingBox())?.y, 0, `${width}`)
      }
    })
  })

  it('shows all three columns of a table on a phone', async () => {
    await open('stocks', { viewport: { width: 360, height: 780 }, javaScriptEnabled: true }, async (page) => {
      await page.locator('.funnel').first().waitFor()
      const out = await page.locator('.records .scroll').evaluate((box) => box.scrollWidth - box.clientWidth)
      // With the fonts of a system that are wider than ours.
      assert.ok(out < 12, `${out} px`)
    })
  })

  it('shows twenty records at once, with their names in place, and more columns on a wide screen', async () => {
    await open('movies', { viewport: { width: 1280, height: 900 } }, async (page) => {
      const box = page.locator('.scroll:has(> .data)').first()
      const shown = await box.evaluate((box) => {
        box.scrollIntoView({ block: 'end' })
        const head = (box.querySelector('thead') as Element).getBoundingClientRect().bottom
        const end = Math.min(innerHeight, box.getBoundingClientRect().bottom)
        return [...box.querySelectorAll('tbody tr')].filter((row) => {
          const { top, bottom } = row.getBoundingClientRect()
          return top >= head && bottom <= end
        }).length
      })
      assert.ok(shown >= 20, `${shown} records`)
      const name = page.locator('.data tbody .title').first()
      const left = () => name.evaluate((cell) => cell.getBoundingClientRect().left)
      const before = await left()
      await box.evaluate((box) => box.scrollBy({ left: 600, behavior: 'instant' }))
      assert.ok(Math.abs((await left()) - before) < 80, `${before} and ${await left()}`)
      const widthOf = () => box.evaluate((box) => box.clientWidth)
      const narrow = await widthOf()
      await page.setViewportSize({ width: 1920, height: 1080 })
      assert.ok((await widthOf()) > narrow + 300, `${narrow} and ${await widthOf()}`)
    })
  })

  it('names the records of another list beside their numbers, in the table, the explorer and a record', async () => {
    const shown = [
      ['1', '" · Napoleon"'],
      ['0', '" · Myriel"'],
      ['1', 'none'],
    ]
    const see = async (page: Page) =>
      assert.deepEqual(
        await page
          .locator('.data tbody tr')
          .first()
          .locator('td')
          .evaluateAll((cells) =>
            cells.map((cell) => [cell.textContent, getComputedStyle(cell, '::after').content]),
          ),
        shown,
      )
    await open('miserables', {}, async (page) => {
      assert.equal(await page.locator('#chart').count(), 0)
      await see(page)
    })
    await open('miserables', { javaScriptEnabled: true }, async (page) => {
      await page.goto(`${page.url()}#record=1`)
      const dialog = page.getByRole('dialog')
      await dialog.waitFor()
      assert.equal(await dialog.locator('dd > span').first().getAttribute('data-named'), 'Napoleon')
      await see(page)
    })
  })

  it('draws its places on a map with a description, in colours for light and dark mode', async () => {
    const seen: string[] = []
    await open('airports', {}, async (page) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        const map = page.getByRole('img', { name: /^Map of 3,376 records, from 7° N to 71° N/ })
        const box = await map.boundingBox()
        assert.ok(box && box.width > 600 && box.height > 250)
        assert.match(
          (await page.locator('.map figcaption').textContent()) ?? '',
          /3,376 of 3,376 records.*longitude, latitude/,
        )
        const land = await colour(page, '.map .land', 'fill')
        assert.notEqual(land, await colour(page, '.map svg', 'background-color'))
        seen.push(land, await colour(page, '.map .dots', 'stroke'))
        const dots = await page
          .locator('.map .dots')
          .evaluateAll((paths) =>
            paths
              .map((path) => (path.getAttribute('d') ?? '').split('m').length - 1)
              .reduce((sum, count) => sum + count, 0),
          )
        assert.ok(dots > 300 && dots <= 1500, `${dots}`)
      }
    })
    assert.equal(new Set(seen).size, 4)
  })

  it('draws areas, lines and points of GeoJSON, next to the table of its features', async () => {
    await open('shapes', {}, async (page) => {
      for (const drawn of ['areas', 'lines', 'dots']) {
        const box = await page.locator(`.map .${drawn}`).first().boundingBox()
        assert.ok(box && box.width + box.height > 20, drawn)
      }
      assert.equal(await page.locator('table.data tbody tr').count(), 3)
    })
  })

  it('has a map that is readable on a phone', async () => {
    for (const code of ['airports', 'la_riots'])
      await open(code, { viewport: { width: 320, height: 700 } }, async (page) => {
        for (const text of await page.locator('.map text:visible').all())
          assert.ok(((await text.boundingBox())?.height ?? 0) >= 9, code)
      })
  })

  it('has a chart for each kind of column, with a text alternative', async () => {
    await open('movies', {}, async (page) => {
      await page.getByRole('img', { name: 'Distribution of Running Time min from 46 to 222; ' }).waitFor()
      const dates = page.getByRole('img', { name: /^Distribution of Release Date/ })
      assert.deepEqual(await dates.locator('text').allTextContents(), ['1950', '2000'])
      const rating = page.getByRole('row', { name: /^MPAA Rating/ })
      assert.equal(
        ((await rating.locator('.frequent li').first().textContent()) ?? '').replaceAll('\u00a0', ' ').trim(),
        '46 % R',
      )
    })
    await open('answers', {}, async (page) => {
      await page.getByRole('img', { name: 'open: yes: 33.3\u00a0%, no: 66.7\u00a0%' }).waitFor()
    })
  })

  it('folds a tree, unfolds it by keyboard, and prints its values', async () => {
    await open('tree', {}, async (page) => {
      const closed = page.locator('.tree details:not([open]) > summary').first()
      await closed.focus()
      const before = await page.locator('.tree details[open]').count()
      await page.keyboard.press('Enter')
      assert.equal(await page.locator('.tree details[open]').count(), before + 1)
      await page.emulateMedia({ media: 'print' })
      assert.ok(await page.locator('.tree details[open] > ul > li > p').first().isVisible())
    })
  })
})

describe('the map of a dataset, with its script', () => {
  it('leaves the records of a box in the table, and shows the box as long as they are filtered by it', async () => {
    await open('la_riots', { javaScriptEnabled: true }, async (page) => {
      const map = page.locator('.map svg')
      const box = page.locator('.map .box')
      await map.scrollIntoViewIfNeeded()
      const { x, y, width, height } = (await map.boundingBox()) as NonNullable<
        Awaited<ReturnType<typeof map.boundingBox>>
      >
      await page.mouse.move(x + width * 0.2, y + height * 0.2)
      await page.mouse.down()
      await page.mouse.move(x + width * 0.5, y + height * 0.6, { steps: 3 })
      await page.mouse.up()
      const count = page.locator('.bench .count')
      await count.filter({ hasText: /^\d+ of 63 records$/ }).waitFor()
      await page.waitForURL(/#\.map=-118[\d.]*,3[\d.]*,-118[\d.]*,3[\d.]*$/)
      assert.equal(await box.count(), 1)
      await page.getByRole('button', { name: 'Clear the filters' }).click()
      await count.filter({ hasText: /^63 records$/ }).waitFor()
      assert.equal(await box.count(), 0)
      await page.goBack()
      await count.filter({ hasText: /^\d+ of 63 records$/ }).waitFor()
      await box.waitFor()
    })
  })
})
