import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright'
import { openBrowser } from '../../scripts/screenshots/browser.ts'
import { hrefOf, parseDatasetCode } from '../../src/lib/interface/index.ts'
import { listFiles, type RunningServer, serveSite } from '../../src/lib/site/index.ts'
import { titleOf } from '../../src/lib/site/view/text.ts'
import { padded, writeCity } from '../support/city.ts'
import { mirrorPackage } from '../support/mirror.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { openWatched } from './watched-page.ts'

const folder = temporaryFolder({ after })
let browser: Browser
let server: RunningServer
let out: string
before(async () => {
  out = (
    await mirrorPackage(folder, writeCity(join(folder, 'package')), {
      title: 'City',
      meanings: { trees: { god: 'Year of planting' } },
    })
  ).out
  server = await serveSite({ folder: out, host: '127.0.0.1', port: 0, base: '/city/' })
  browser = await openBrowser()
})
after(async () => {
  await browser?.close()
  await server?.close()
})

const pathOf = (code: string) => hrefOf({ operation: 'get_dataset', code: parseDatasetCode(code) })

async function open(
  context: Parameters<typeof openWatched>[0],
  path: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const { page } = await openWatched(context, browser, server.url, options)
  await page.goto(server.url + path)
  return page
}

describe('texts padded with spaces', () => {
  it('are shown trimmed, on the page and in the explorer, while the files keep them', async (context) => {
    const page = await open(context, pathOf('pharmacies'))
    const html = readFileSync(join(out, pathOf('pharmacies'), 'index.html'), 'utf8')
    assert.doesNotMatch(html, /\S {20}/)
    const cells = () => page.locator('.data tbody tr').nth(1).locator('td').allTextContents()
    const shown = await cells()
    assert.equal(shown[0], 'Аптека № 2')
    assert.equal(shown[1], `ул. ${'Долгая '.repeat(40)}д. 2`.slice(0, 240) + shown[1]?.slice(240))
    assert.match(shown[1] ?? '', /… \+48 characters$/)
    assert.equal(shown[2], '')
    const heights = () =>
      page.locator('.data tbody tr').evaluateAll((rows) => rows.map((row) => row.clientHeight))
    const lowest = Math.min(...(await heights()))
    assert.ok(lowest < 40, `a row is ${lowest} px high`)
    await page.getByRole('button', { name: 'Explore all 120 records' }).click()
    await page.locator('.bench .count', { hasText: /^120 records$/ }).waitFor()
    assert.deepEqual(await cells(), shown)
    await page.getByRole('button', { name: 'Record 1', exact: true }).click()
    const sheet = page.getByRole('dialog')
    await sheet.locator('dd').first().waitFor()
    assert.deepEqual((await sheet.locator('dd > span').allTextContents()).slice(0, 3), [
      'Аптека № 1',
      'ул. Лесная, д. 1',
      '',
    ])
    await page.keyboard.press('Escape')
    await page.locator('.explorer tbody tr').first().locator('td').first().click()
    await page.getByRole('menuitem', { name: 'Only this value' }).click()
    await page
      .getByRole('button', { name: 'Remove the filter: Название = Аптека № 1', exact: true })
      .waitFor()
    await page.locator('.bench .count', { hasText: /^1 of 120 records$/ }).waitFor()
    for (const format of ['json', 'csv'])
      assert.ok(
        readFileSync(join(out, pathOf('pharmacies'), `index.${format}`), 'utf8').includes(
          padded('Аптека № 1'),
        ),
      )
  })
})

describe('character references of HTML in titles and descriptions', () => {
  const TITLE = 'Аптеки "Здоровье", круглосуточные'

  it('are shown as characters wherever a dataset is named; the list itself stays unchanged', async (context) => {
    const page = await open(context, pathOf('pharmacies'))
    const belongs = page.locator('.belongs')
    assert.equal(await page.locator('h1').textContent(), TITLE)
    assert.match(await page.title(), /^Аптеки "Здоровье", круглосуточные · City$/)
    assert.match((await page.locator('.desc').textContent()) ?? '', /^Аптеки «у дома» & киоски\./)
    assert.match(
      (await page.locator('meta[name=description]').getAttribute('content')) ?? '',
      /^Аптеки «у дома» & киоски\./,
    )
    assert.ok(await belongs.getByText('Спорт «для всех»', { exact: true }).isVisible())
    assert.match((await page.locator('#cite + div').textContent()) ?? '', /Аптеки "Здоровье", кругл/)
    assert.ok(await page.getByText('Аптеки &quot;Здоровье&quot;,&#160;круглосуточные').isVisible())
    await belongs.getByRole('link', { name: 'Спорт «для всех»' }).click()
    await page.getByRole('heading', { level: 1, name: 'Спорт «для всех»', exact: true }).waitFor()
    for (const path of ['', 'api/v1/list_datasets/', 'search/?q=здоровье'])
      await page
        .goto(server.url + path)
        .then(() => page.locator('main').getByRole('link', { name: TITLE }).first().waitFor())
    await page.goto(`${server.url}api/v1/list_categories/`)
    await page.getByRole('link', { name: 'Спорт «для всех»' }).first().waitFor()
    const feed = readFileSync(join(out, 'feed.xml'), 'utf8')
    assert.match(feed, /<title>Аптеки &quot;Здоровье&quot;, круглосуточные<\/title>/)
    assert.match(feed, / label="Спорт «для всех»"/)
  })

  it('are shown as characters in values, and links and bold words as such, on the page, in the explorer and in Markdown; the files keep them', async (context) => {
    const page = await open(context, pathOf('pharmacies'))
    const note = 'Кроме «ночных» (дома 2_3, 4 * 5), см. перечень &amp; &copyright; др.'
    const cell = page.locator('.data tbody tr').nth(2).locator('td').nth(2)
    const linkOf = (value: Locator) => value.locator('a').getAttribute('href')
    assert.equal(await cell.textContent(), note)
    assert.equal(await linkOf(cell), 'https://example.org/list')
    assert.match(await page.locator('.columns, .folded').allTextContents().then(String), /Кроме «ночных»/)
    await page.getByRole('button', { name: 'Explore all 120 records' }).click()
    await page.locator('.bench .count', { hasText: /^120 records$/ }).waitFor()
    assert.equal(await cell.textContent(), note)
    assert.equal(await linkOf(cell), 'https://example.org/list')
    await page.getByRole('button', { name: 'Record 3', exact: true }).click()
    const value = page.getByRole('dialog').locator('dd', { hasText: 'Кроме' })
    assert.equal(await value.locator('[lang=""]').textContent(), note)
    assert.equal(await linkOf(value), 'https://example.org/list')
    const read = (name: string) => readFileSync(join(out, pathOf('pharmacies'), name), 'utf8')
    assert.match(read('index.md'), /Кроме «ночных» \(дома 2_3, 4 \\\* 5\), см\. перечень/)
    for (const file of ['index.json', 'index.csv'])
      assert.match(read(file), /Кроме &laquo;ночных&raquo;&nbsp;\(\*\*дома 2_3\*\*/)
  })

  it('are shown as characters in the names of columns, which the files keep', async (context) => {
    const page = await open(context, pathOf('pharmacies'))
    const head = page.locator('.data thead')
    assert.match((await head.textContent()) ?? '', /Площадь, м²/)
    assert.match(await page.locator('.columns').allTextContents().then(String), /Площадь, м²/)
    await page.getByRole('button', { name: 'Explore all 120 records' }).click()
    await page.locator('.bench .count', { hasText: /^120 records$/ }).waitFor()
    await head
      .getByRole('button', { name: /Площадь, м²/ })
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Record 3', exact: true }).click()
    await page.getByRole('dialog').locator('dt', { hasText: 'Площадь, м²' }).waitFor()
    const read = (name: string) => readFileSync(join(out, pathOf('pharmacies'), name), 'utf8')
    assert.match(read('index.csv'), /Площадь, м&sup2;/)
    assert.equal(read('index.md').match(/Площадь, м²/g)?.length, 2)
  })

  it('in a description, links and code are shown as such, and Markdown syntax is not in the search', async (context) => {
    const page = await open(context, pathOf('pharmacies'))
    const desc = page.locator('.desc')
    assert.equal(await desc.textContent(), 'Аптеки «у дома» & киоски. См. перечень и код.')
    assert.equal(
      await desc.getByRole('link', { name: 'перечень' }).getAttribute('href'),
      'https://example.org/list',
    )
    assert.equal(await desc.locator('code').textContent(), 'код')
    await page.goto(`${server.url}search/?q=киоски`)
    await page.locator('.about').getByText('См. перечень и код.').waitFor()
  })

  it('are decoded once, and only if they are complete', () => {
    const titleIs = (title: string) => titleOf({ title, key: 'k' })
    assert.equal(titleIs('R&D &amp;lt; AT&amp;T &copy 2 &bogus; &#x41;'), 'R&D &lt; AT&T &copy 2 &bogus; A')
    assert.equal(titleIs('&#7;&#8238;<b>'), '␇\u202e<b>')
    assert.equal(titleIs('&nbsp;&#32;'), 'k')
  })
})

it('says what columns mean, as the config or else the origin states it, in the heads, among the columns and in a record', async (context) => {
  const page = await open(context, pathOf('trees'))
  const stated = [
    'Название породы, как в реестре зелёных насаждений (as the origin states)',
    'Высота в метрах (as the origin states)',
    'Year of planting',
    'Отметка обходчика (as the origin states)',
  ] as const
  const [name, height, year, note] = stated
  const html = readFileSync(join(out, pathOf('trees'), 'index.html'), 'utf8')
  assert.deepEqual(
    [...html.matchAll(/<th scope="col"[^>]* title="([^"]+)"/g)].map(([, title]) => title),
    stated,
  )
  const sorts = page.locator('.data thead .sort')
  assert.deepEqual(
    await sorts.evaluateAll((all) => all.map((sort) => (sort as HTMLElement).title.split('\n')[0])),
    [...stated],
  )
  const meanings = () => page.locator(':is(.columns, .folded) p').allTextContents()
  assert.deepEqual((await meanings()).toSorted(), stated.map((text) => text.replace(/[()]/g, '')).toSorted())
  await page.locator('.data .no button').first().click()
  const terms = page.getByRole('dialog').locator('dt')
  await terms.first().waitFor()
  assert.deepEqual(await terms.allTextContents(), [`nm${name}`, `vys${height}`, `god${year}`, `prim${note}`])
  assert.equal(await terms.locator('p[dir="auto"]').count(), stated.length)
  await page.keyboard.press('Escape')
  const markdown = readFileSync(join(out, pathOf('trees'), 'index.md'), 'utf8')
  assert.match(markdown, /^- god: Year of planting$/m)
  assert.match(markdown, /^- prim: Отметка обходчика \(as the origin states\)$/m)
  const { resources } = JSON.parse(readFileSync(join(out, pathOf('trees'), 'datapackage.json'), 'utf8'))
  const { fields } = resources[0].schema
  assert.deepEqual(
    fields.map(({ description }: { description?: string }) => description),
    [
      'Название породы, как в реестре зелёных насаждений',
      'Высота в метрах',
      'Year of planting',
      'Отметка обходчика',
    ],
  )
})

it('every count next to a filter is the number of datasets behind its link', async (context) => {
  const page = await open(context, 'api/v1/list_categories/')
  const lists = await page
    .locator('.entry h2 a')
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href))
  assert.equal(lists.length, 2)
  for (const list of [...lists, `${server.url}browse/state/current/`, `${server.url}api/v1/list_datasets/`]) {
    await page.goto(list)
    const counted = await page.locator('.facet li:has(small)').evaluateAll((items) =>
      items.map((item) => ({
        href: (item.querySelector('a') as HTMLAnchorElement).href,
        count: Number(item.querySelector('small')?.textContent),
      })),
    )
    assert.ok(counted.length > 1, list)
    for (const { href, count } of counted) {
      await page.goto(href)
      await page.locator('main :is(.cards, .hits) > li').first().waitFor()
      assert.equal(
        await page.locator('main :is(.cards, .hits) > li').count(),
        count,
        `${list} leads to ${href}`,
      )
    }
  }
})

it('the list of available data links to the page of each dataset in this mirror', async (context) => {
  const page = await open(context, 'api/v1/list/')
  const links = await page
    .locator('.data tbody a:not([rel])')
    .evaluateAll((links) => links.map((link) => [link.textContent, (link as HTMLAnchorElement).href]))
  assert.deepEqual(
    links.map(([, href]) => href),
    ['pharmacies', 'wide', 'trees', 'schools', 'grounds', 'lyceums'].map(
      (code) => `${server.url}${pathOf(code)}`,
    ),
  )
  assert.equal(links[3]?.[0], 'Школы')
  // As everywhere else a dataset is named; the files keep what is written.
  assert.equal(links[0]?.[0], 'Аптеки "Здоровье", круглосуточные')
  await page.getByRole('link', { name: 'All 6 datasets' }).click()
  await page.waitForURL(/list_datasets/)
})

it('every shortened address leads to a page of the mirror, below a path too', async (context) => {
  const pages = listFiles(out).filter((path) => path.endsWith('/index.html'))
  const folders = new Set(
    pages.flatMap((path) => {
      const steps = path.split('/').slice(0, -1)
      return steps.map((_, at) => `${steps.slice(0, at + 1).join('/')}/`)
    }),
  )
  assert.ok(folders.has('api/') && folders.has('api/v1/get_dataset/') && folders.has('browse/category/'))
  const { page } = await openWatched(context, browser, server.url)
  for (const folder of [
    ...folders,
    'browse/category/nowhere/',
    'api/v1/get_dataset/nowhere/',
    'search/x/../',
  ]) {
    const answer = await page.goto(server.url + folder)
    if (answer?.status() === 200) {
      await page.locator('.brand').waitFor()
      continue
    }
    assert.equal(answer?.status(), 404, folder)
    const home = await page.locator('#home').evaluate((link) => (link as HTMLAnchorElement).href)
    assert.equal(home, server.url, folder)
  }
})

describe('a printed dataset', () => {
  /** The texts of cells that are set on more lines than they have words, and what of a table is not for paper. */
  const faultsOf = (page: Page) =>
    page.locator('table.data').evaluate((table: HTMLTableElement) => {
      const linesOf = (text: Text) => {
        const range = document.createRange()
        return (text.data.match(/\S+/g) ?? []).filter((word) => {
          const from = text.data.indexOf(word)
          range.setStart(text, from)
          range.setEnd(text, from + word.length)
          return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1
        })
      }
      const broken: string[] = []
      const walker = document.createTreeWalker(table, NodeFilter.SHOW_TEXT)
      while (walker.nextNode()) broken.push(...linesOf(walker.currentNode as Text))
      const funnels = [...table.querySelectorAll('.funnel')].filter((one) => one.checkVisibility()).length
      const ruled = [...table.querySelectorAll('tbody .no')].filter(
        (one) => getComputedStyle(one).borderBottomWidth !== '0px',
      ).length
      const wider = table.getBoundingClientRect().width > innerWidth
      return { broken, funnels, ruled, wider }
    })

  it('has unbroken numbers and telephone numbers, no symbols of controls, and no line under each number', async (context) => {
    const page = await open(context, pathOf('pharmacies'), { viewport: { width: 680, height: 1000 } })
    await page.locator('.funnel').first().waitFor()
    await page.emulateMedia({ media: 'print' })
    assert.deepEqual(await faultsOf(page), { broken: [], funnels: 0, ruled: 0, wider: false })
  })

  it('has no heading at the end of a sheet, apart from what it heads', async (context) => {
    const page = await open(context, pathOf('wide'))
    await page.getByRole('button', { name: 'Explore all' }).waitFor()
    await page.emulateMedia({ media: 'print' })
    const loose = await page.locator('.records .scroll').evaluate((box) => {
      const found: string[] = []
      for (let at = box; !at.matches('.part'); at = at.parentElement as typeof at) {
        if (getComputedStyle(at).display === 'grid') found.push('in a grid')
        for (let before = at.previousElementSibling; before; before = before.previousElementSibling) {
          const { breakAfter, display } = getComputedStyle(before)
          if (display !== 'none' && breakAfter !== 'avoid') found.push(before.className)
        }
      }
      return found
    })
    assert.deepEqual(loose, [])
  })

  it('is a few sheets long if it has many columns, and explains them; a view is printed completely', async (context) => {
    const sheetsOf = async (page: Page) =>
      (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0
    const page = await open(context, pathOf('wide'))
    const few = await sheetsOf(page)
    assert.ok(few < 16, `${few} sheets`)
    await page.emulateMedia({ media: 'print' })
    assert.equal((await faultsOf(page)).funnels, 0)
    assert.equal(await page.getByText('Only the first 20 records are printed.').isVisible(), true)
    const lines = await page.locator('.data caption').evaluate((caption) => {
      const range = document.createRange()
      range.selectNodeContents(caption)
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
    })
    assert.equal(lines, 1)
    await page.emulateMedia({ media: null })
    await page.getByRole('button', { name: 'Explore all' }).click()
    await page.locator('.bench .count', { hasText: /^120 records$/ }).waitFor()
    assert.ok((await sheetsOf(page)) > few)
  })
})

describe('text on a single line', () => {
  /** Whether the text of an element is on one line. */
  const isOneLine = (element: Element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    const rects = [...range.getClientRects()]
    return Math.max(...rects.map(({ top }) => top)) < Math.min(...rects.map(({ bottom }) => bottom))
  }

  it('is the size of a file, and the counts of a sidebar', async (context) => {
    for (const width of [320, 390, 820, 960, 1280, 1920]) {
      const page = await open(context, pathOf('pharmacies'), { viewport: { width, height: 900 } })
      const exact = page.locator('.files .size small').first()
      await exact.evaluate((small) => {
        small.textContent = '10,831,594 bytes'
      })
      assert.ok(await page.locator('.files .size').first().evaluate(isOneLine), `size at ${width}`)
      await page.goto(`${server.url}api/v1/list_datasets/`)
      await page.locator('.narrower').evaluate((details: HTMLDetailsElement) => {
        details.open = true
        for (const small of details.querySelectorAll('small')) small.textContent = '1,048'
      })
      for (const count of await page.locator('.facet small').all())
        assert.ok(await count.evaluate(isOneLine), `a count at ${width}`)
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width)
    }
  })

  const russian = ['Данные', 'Категории', 'Ведомства', 'Разработчикам', 'О зеркале']

  it('is the masthead, in English and in Russian, on wide enough screens', async (context) => {
    for (const width of [820, 1024, 1280, 1920])
      for (const words of [undefined, russian]) {
        const page = await open(context, pathOf('schools'), { viewport: { width, height: 900 } })
        await page.locator('.mast nav a').evaluateAll((links, words) => {
          for (const [at, link] of links.entries()) if (words) link.textContent = words[at] as string
        }, words)
        if (words)
          await page.locator('.brand span').evaluate((one) => (one.textContent = 'Открытые данные города N'))
        const middles = await page.locator('.mast > *').evaluateAll((parts) =>
          parts.map((part) => {
            const { top, bottom, right } = part.getBoundingClientRect()
            return { middle: (top + bottom) / 2, out: right > innerWidth }
          }),
        )
        assert.ok(
          Math.max(...middles.map(({ middle }) => middle)) -
            Math.min(...middles.map(({ middle }) => middle)) <
            12,
          `${width}`,
        )
        assert.ok(middles.every(({ out }) => !out))
        assert.ok(((await page.locator('.mast').boundingBox())?.height ?? 99) < 76)
      }
  })

  it('is each link of the Russian navigation on a narrow screen, and the masthead takes a fifth of a phone', async (context) => {
    const page = await open(context, pathOf('schools'))
    const links = page.locator('.mast nav a')
    for (const [width, highest] of [
      [360, 160],
      [640, 130],
      [820, 72],
      [1000, 72],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      await links.evaluateAll((all, words) => {
        for (const [at, link] of all.entries()) link.textContent = words[at] as string
      }, russian)
      for (const link of await links.all()) assert.ok(await link.evaluate(isOneLine), `${width}`)
      const { height = 999 } = (await page.locator('.mast').boundingBox()) ?? {}
      assert.ok(height < highest, `${height} px at ${width}`)
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width)
    }
  })
})
