import assert from 'node:assert/strict'
import { globSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright'
import { openPackage } from '../../scripts/origin/index.ts'
import type { Manifest } from '../../src/lib/snapshot/index.ts'
import { DATASETS } from '../support/every-kind.ts'
import { ROOT } from '../support/files.ts'
import { mirrorPackage } from '../support/mirror.ts'
import { openSample } from '../support/sample.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { everySite } from './any-page.ts'
import { KINDS, type Kind } from './every-page.ts'
import { nameOfFocus } from './page-faults.ts'
import { openWatched } from './watched-page.ts'

const BUDGET = 60_000
const SCRIPTS = {
  'explorer.js': 40_000,
  'explorer-worker.js': 40_000,
  'explorer-chart.js': 40_000,
  'explorer-parts.js': 60_000,
  'search.js': 20_000,
}

/** Datasets of the sample with the heaviest map of each kind. */
const MAPS = ['earthquakes', 'zipcodes', 'london_tube_lines', 'world_110m', 'us_10m', 'annual_precip']

const site = everySite()

describe('a page of any kind', () => {
  it('is of a site that has datasets in every state', () => {
    const { records }: Manifest = JSON.parse(readFileSync(join(site.out, 'manifest.json'), 'utf8'))
    const states = new Set(records.map(({ state }) => state))
    assert.deepEqual([...states].sort(), ['derived', 'fetched', 'missing', 'stale', 'unchanged', 'withdrawn'])
  })

  it('has its content before a script, and no controls without effect', async (context) => {
    const { page, complaints } = await openWatched(context, site.browser, site.url, {
      javaScriptEnabled: false,
    })
    // What stands behind a # or a ? is a script's.
    for (const [name, { path }] of Object.entries<Kind>(KINDS).filter(
      ([, kind]) => !/[#?]/.test(kind.path),
    )) {
      await page.goto(site.url + path)
      const text = (await page.locator('main').allInnerTexts()).join()
      assert.ok(text.length > 80, `${name}: ${text}`)
      assert.equal(
        await page.locator(':is(button, input, select):not(.shown-more *):visible').count(),
        0,
        name,
      )
    }
    assert.deepEqual(complaints, [])
  })

  it('opens from disk without errors', async (context) => {
    const root = `${pathToFileURL(site.out).href}/`
    const { page, complaints } = await openWatched(context, site.browser, root)
    for (const [name, { path }] of Object.entries<Kind>(KINDS)) {
      await page.goto(root + path.replace(/(?<=\/|^)(?=[?#]|$)/, 'index.html'))
      assert.equal(await page.locator('h1').count(), 1, name)
    }
    assert.deepEqual(complaints, [])
  })

  it('shows a long name of the mirror in a few lines, also beside a logo, and the figures of the home page in one', async (context) => {
    const { page } = await openWatched(context, site.browser, site.url)
    await page.goto(`${site.url}about/`)
    const name = page.locator('.brand span')
    const long = 'Зеркало портала открытых данных города N'
    const longest = 'Портал открытых данных администрации муниципального образования город Нижний Н-ск'
    for (const [text, logo] of [
      [long, ''],
      [long, '../favicon.svg'],
      [longest, ''],
      [longest, '../favicon.svg'],
    ] as const) {
      await name.evaluate(
        async (one, { text, logo, isLong }) => {
          one.textContent = text
          const brand = one.parentElement as Element
          brand.classList.toggle('is-long', isLong)
          brand.classList.remove('is-short')
          brand.querySelector('img')?.remove()
          const picture = Object.assign(new Image(), { className: 'logo', src: logo })
          if (logo === '') return
          if (isLong) picture.style.width = '8rem'
          one.before(picture)
          await picture.decode()
        },
        { text, logo, isLong: text === longest },
      )
      for (const width of [320, 390, 800, 820, 960, 1024, 1280, 1920]) {
        await page.setViewportSize({ width, height: 900 })
        const isCut = await name.evaluate(
          (one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 4,
        )
        assert.ok(!isCut, `${text}, ${width} px${logo ? ', with a logo' : ''}`)
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width)
      }
    }
    await page.goto(site.url)
    for (const width of [1100, 1280, 1920]) {
      await page.setViewportSize({ width, height: 900 })
      const tops = await page
        .locator('.facts > div')
        .evaluateAll((facts) => facts.map((fact) => fact.getBoundingClientRect().top))
      assert.equal(new Set(tops).size, 1, `${width} px: ${tops}`)
    }
  })

  it('is printed in the same colours in the light and the dark scheme', async (context) => {
    const { page } = await openWatched(context, site.browser, site.url)
    await page.goto(site.url)
    const coloursIn = async (colorScheme: 'light' | 'dark', media: 'print' | 'screen' = 'print') => {
      await page.emulateMedia({ media, colorScheme })
      return page.evaluate(() => {
        const style = getComputedStyle(document.documentElement)
        return Object.fromEntries(
          ['paper', 'ink', 'quiet', 'rule', 'link', 'land', 'bad', 'c1', 'c2', 'c3', 'c4', 'c5'].map(
            (name) => [name, style.getPropertyValue(`--${name}`)],
          ),
        )
      })
    }
    assert.deepEqual(await coloursIn('dark'), await coloursIn('light'))
    assert.notDeepEqual(await coloursIn('dark', 'screen'), await coloursIn('light', 'screen'))
  })

  it('has a smaller title if that is long, and breaks long names after their separators', async (context) => {
    const { page } = await openWatched(context, site.browser, site.url)
    const sizeOf = async (path: string) => {
      await page.goto(site.url + path)
      return page.locator('h1').evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize))
    }
    const usual = await sizeOf(KINDS['a dataset with many columns']?.path ?? '')
    assert.ok((await sizeOf(KINDS['a dataset with the longest code']?.path ?? '')) < usual * 0.8)
    assert.ok((await page.locator('.belongs code wbr').count()) > 3)
  })

  it('begins no line of a title with a dash, and breaks names of fields and addresses only after separators', async (context) => {
    const { page } = await openWatched(context, site.browser, site.url)
    const long = KINDS['a dataset with the longest code']?.path ?? ''
    for (const [path, selector] of [
      ['', '.card-title a, .starts a'],
      [long, 'h1'],
      ['about/', '.runs a'],
      ['about/', '.inferred code'],
      ['about/api/', '.endpoints a'],
    ] as const) {
      const isCode = /code|endpoints/.test(selector)
      await page.goto(site.url + path)
      for (const width of [320, 360, 400, 480, 820, 1000, 1280]) {
        await page.setViewportSize({ width, height: 900 })
        assert.deepEqual(
          await page.locator(selector).evaluateAll(badBreaks, isCode),
          [],
          `${path}, ${width} px`,
        )
      }
    }
  })

  it('covers nothing that has the focus in a dialog at a zoom of 400 %', async (context) => {
    const { page } = await openWatched(context, site.browser, site.url, {
      viewport: { width: 320, height: 256 },
    })
    const { path, ready } = KINDS['a filter of records'] as Kind
    await page.goto(site.url + path)
    await ready?.(page)
    const covered: string[] = []
    for (let step = 0; step < 12; step++) {
      await page.keyboard.press(step < 6 ? 'Tab' : 'Shift+Tab')
      const by = await page.locator('.sheet :focus').evaluate((control) => {
        const { left, width, top, bottom } = control.getBoundingClientRect()
        const over = [top + 3, bottom - 3].map((y) => document.elementFromPoint(left + width / 2, y))
        return over.every((one) => one && control.contains(one)) ? [] : [control.outerHTML]
      })
      covered.push(...by)
    }
    assert.deepEqual(covered, [])
  })

  it('is less than 60 kB compressed with its style and scripts, without rows', () => {
    const weights = Object.entries<Kind>(KINDS).map(([name, { path }]) => ({
      name,
      bytes: weightOf(site.out, path),
    }))
    assert.deepEqual(
      weights.filter(({ bytes }) => bytes >= BUDGET),
      [],
    )
    for (const [script, budget] of Object.entries(SCRIPTS)) {
      const { length } = gzipSync(readFileSync(join(site.out, script)))
      assert.ok(length < budget, `${script}: ${length}`)
    }
  })

  it('is as light with each kind of map: of dots, lines, areas, too many areas, a grid; and with 2,000 columns', async (context) => {
    const { datasets, ...sample } = await openSample()
    const folder = temporaryFolder(context)
    const { out } = await mirrorPackage(
      folder,
      {
        ...sample,
        datasets: [
          ...datasets.filter(({ code }) => MAPS.includes(code)),
          ...(await openPackage(writeColumns(folder))).datasets,
        ],
      },
      { formats: ['json'] },
    )
    const weights = [...MAPS, 'columns'].map((code) => ({
      code,
      bytes: weightOf(out, `api/v1/get_dataset/${code}/`),
    }))
    assert.deepEqual(
      weights.filter(({ bytes }) => bytes >= BUDGET),
      [],
    )
  })

  it('has fonts with Cyrillic of less than 150 kB together, and is never without text while they are loaded', () => {
    const folder = join(site.out, '_astro')
    const fonts = readdirSync(folder).filter((name) => name.endsWith('.woff2'))
    const bytes = fonts.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
    assert.ok(fonts.some((name) => name.includes('cyrillic')))
    assert.ok(bytes < 150_000, `${bytes} bytes`)
    const [style = ''] = readdirSync(folder).filter((name) => name.endsWith('.css'))
    const faces = readFileSync(join(folder, style), 'utf8').match(/@font-face\s*\{[^}]*\}/g) ?? []
    assert.equal(faces.length, fonts.length)
    for (const face of faces) assert.match(face, /font-display:\s*(?:optional|swap)/)
  })

  it('prints the address of the contact, and each date in one line', async (context) => {
    const { page } = await openWatched(context, site.browser, site.url, {
      viewport: { width: 420, height: 900 },
    })
    await page.emulateMedia({ media: 'print' })
    await page.goto(site.url + DATASETS['records to explore'])
    const printed = await page
      .locator('.foot a', { hasText: 'Contact' })
      .evaluate((link) => getComputedStyle(link, '::after').content)
    assert.match(printed, /data@example\.org/)
    assert.doesNotMatch(printed, /mailto/)
    for (const how of ['as published', 'explored']) {
      if (how === 'explored') {
        await page.goto(`${page.url()}#sort=-id`)
        await page.locator('.bench .count', { hasText: 'records' }).waitFor({ state: 'attached' })
      }
      const lines = await page.locator('.data td', { hasText: /^\d{4}-\d\d-\d\d$/ }).evaluateAll((cells) =>
        cells.map((cell) => {
          const text = document.createRange()
          text.selectNodeContents(cell)
          return text.getClientRects().length
        }),
      )
      assert.ok(lines.length > 20, how)
      assert.deepEqual(new Set(lines), new Set([1]), how)
    }
  })

  it('states once that a dataset is missing', async (context) => {
    const { page } = await openWatched(context, site.browser, site.url)
    await page.goto(site.url + DATASETS['no copy'])
    assert.equal(await page.locator('main').getByText('has never delivered').count(), 1)
  })

  it('gives what a state means the width of a phone', async (context) => {
    const { page } = await openWatched(context, site.browser, site.url, {
      viewport: { width: 360, height: 800 },
    })
    await page.goto(`${site.url}about/`)
    const widths = await page
      .locator('.states td:last-child')
      .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().width))
    assert.ok(widths.length > 3 && widths.every((width) => width > 300), widths.join())
  })

  it('begins no line of short facts with a dot', async (context) => {
    const { page } = await openWatched(context, site.browser, site.url, {
      viewport: { width: 360, height: 800 },
    })
    for (const name of ['list_datasets', 'the mirror itself', 'the search with results']) {
      const { path, ready } = KINDS[name] as Kind
      await page.goto(site.url + path)
      await ready?.(page)
      const lines = await page
        .locator(':is(.dotted, .card-of, .card-facts, .where, .names)')
        .evaluateAll((all) =>
          all.map((line) => {
            const { left } = line.getBoundingClientRect()
            const facts = [...line.children].map((fact) => fact.getBoundingClientRect())
            const firsts = facts.filter(({ top }, at) => at === 0 || top > (facts[at - 1]?.top ?? 0) + 4)
            // The dot stands in the first pixels of its fact, and what lies outside of the line is not painted.
            return { count: firsts.length, seen: firsts.some((fact) => fact.left > left - 10) }
          }),
        )
      assert.ok(
        lines.some(({ count }) => count > 1),
        name,
      )
      assert.ok(!lines.some(({ seen }) => seen), name)
    }
  })

  it('has spaces of one scale', () => {
    const spaces = globSync(join(ROOT, 'src/styles/*.css')).flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\b(?:margin|padding|gap)[a-z-]*:([^;]+);/g)].flatMap(
        ([, value = '']) => [...value.matchAll(/(?<![\d.])([\d.]+)rem/g)].map(([, rem]) => Number(rem) * 16),
      ),
    )
    assert.ok(spaces.length > 200)
    const stepAt = (space: number) => (space <= 8 ? 1 : space <= 20 ? 2 : 4)
    assert.deepEqual([...new Set(spaces.filter((space) => space % stepAt(space) !== 0))], [])
  })

  it('shows the signs of filters and of states in the colours of the reader', async (context) => {
    const { page } = await openWatched(context, site.browser, site.url, { forcedColors: 'active' })
    await page.goto(site.url + DATASETS['records to explore'])
    await page.locator('.funnel').first().waitFor()
    const [paper, ...signs] = await page.evaluate(() => [
      getComputedStyle(document.documentElement).backgroundColor,
      ...['.dot', '.funnel'].map((selector) => {
        const sign = document.querySelector(selector) as Element
        return getComputedStyle(sign, '::before').backgroundColor
      }),
    ])
    assert.equal(signs.length, 2)
    for (const colour of signs) assert.ok(colour !== paper && colour !== 'rgba(0, 0, 0, 0)', colour)
  })

  it('shows the whole navigation, and what the fields mean, in the width of a phone', async (context) => {
    const { page } = await openWatched(context, site.browser, site.url, {
      viewport: { width: 360, height: 800 },
    })
    await page.goto(`${site.url}about/`)
    const sideways = await page
      .locator('.mast ul, .scroll')
      .evaluateAll((parts) =>
        parts
          .filter((part) => part.scrollWidth > part.clientWidth)
          .map((part) => part.outerHTML.slice(0, 80)),
      )
    assert.deepEqual(sideways, [])
    await page.goto(`${site.url}api/v1/list/`)
    const caption = page.locator('.data caption')
    assert.equal(await caption.evaluate((one) => Math.round(one.getBoundingClientRect().width)), 328)
  })
})

describe('keyboard navigation', () => {
  /** Presses Tab until the focused element has this name. */
  async function tabTo(page: Page, name: RegExp, key = 'Tab'): Promise<void> {
    for (let presses = 0; presses < 150; presses++) {
      await page.keyboard.press(key)
      if (name.test(await page.evaluate(nameOfFocus))) return
    }
    assert.fail(`${name} is not reached`)
  }

  it('leads from the skip link through search and facet to a dataset, sorts and filters it, opens a record and returns to the same place', async (context) => {
    const { page, complaints } = await openWatched(context, site.browser, site.url)
    await page.goto(site.url)
    await tabTo(page, /^Skip to/)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    assert.ok(await page.evaluate(() => document.activeElement?.closest('main')))

    await page.keyboard.press('/')
    await page.keyboard.type('roads')
    await page.keyboard.press('Enter')
    await page.waitForURL(/search\//)
    await tabTo(page, /^Category/)
    await page.keyboard.type('Water')
    await page.locator('[data-count]', { hasText: /^30 datasets/ }).waitFor()

    await page.goto(`${site.url}browse/by-size/`)
    await tabTo(page, /^Not stated$/)
    await page.keyboard.press('Enter')
    await page.waitForURL(/browse\/oiv\/not-stated/)
    await tabTo(page, /^places$/)
    await page.keyboard.press('Enter')
    await page.waitForURL(/get_dataset\/places/)
    await tabTo(page, /^Explore all 260 records \(/)
    await page.keyboard.press('Enter')
    await page.locator('.bench .count', { hasText: /^260 records$/ }).waitFor()

    await tabTo(page, /^id$/)
    await page.keyboard.press('Enter')
    await page.locator('th[aria-sort=ascending]').waitFor()
    // One tab stop for the heads; arrow keys move between them.
    for (let n = 0; n < 20 && !/^Filter kind/.test(await page.evaluate(nameOfFocus)); n++)
      await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'kind' }).waitFor()
    await tabTo(page, /^museum/)
    await page.keyboard.press('Space')
    await page.keyboard.press('Enter')
    await page.locator('.bench .count', { hasText: /^65 of 260 records$/ }).waitFor()
    assert.match(await page.evaluate(nameOfFocus), /^Filter kind/)

    for (let n = 0; n < 40 && !(await page.evaluate(() => document.activeElement?.closest('tbody'))); n++)
      await page.keyboard.press('Tab')
    for (let n = 0; n < 20 && !/^Record \d+$/.test(await page.evaluate(nameOfFocus)); n++)
      await page.keyboard.press('ArrowLeft')
    const opener = await page.evaluate(nameOfFocus)
    await page.keyboard.press('Enter')
    const record = page.getByRole('dialog', { name: opener, exact: true })
    await record.waitFor()
    await page.keyboard.press('Escape')
    await record.waitFor({ state: 'detached' })
    await page.waitForFunction(`document.activeElement?.ariaLabel === '${opener}'`)
    assert.deepEqual(complaints, [])
  })
})

/** Writes a data package with a dataset of 2,000 columns of numbers and texts; returns the path of its descriptor. */
function writeColumns(folder: string): string {
  const data = Array.from({ length: 30 }, (_, at) =>
    Object.fromEntries(
      Array.from({ length: 2000 }, (_, column) => {
        const value = (at * (column + 7) * 7919) % (91 + column)
        return [`Indicator ${column}`, column % 3 === 0 ? `Value ${value % 9}` : value]
      }),
    ),
  )
  const descriptor = join(folder, 'columns.json')
  writeFileSync(
    descriptor,
    JSON.stringify({
      name: 'columns',
      title: 'Columns',
      resources: [{ name: 'columns', title: 'Columns', data }],
    }),
  )
  return descriptor
}

/** Where lines begin with a dash or, in code, inside a word. */
function badBreaks(elements: readonly Element[], isCode: boolean): string[] {
  return elements.flatMap((element) => {
    const range = document.createRange()
    const chars: { char: string; top: number }[] = []
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const { data } = walker.currentNode as Text
      for (const [at, char] of [...data].entries()) {
        range.setStart(walker.currentNode, at)
        range.setEnd(walker.currentNode, at + 1)
        const [box] = range.getClientRects()
        if (box) chars.push({ char, top: box.top })
      }
    }
    return chars.flatMap(({ char, top }, at) => {
      const before = chars[at - 1]
      if (before === undefined || top < before.top + 8) return []
      const isBad = /[—–]/.test(char) || (isCode && /^\w\w$/.test(before.char + char))
      return isBad ? [`${element.textContent}: ${before.char}|${char}`] : []
    })
  })
}

function weightOf(out: string, path: string): number {
  const file = decodeURIComponent(path.replace(/[?#].*/, '')).replace(/(?<=\/|^)$/, 'index.html')
  const html = readFileSync(join(out, file), 'utf8')
  const assets = [...html.matchAll(/<(?:script|link)[^>]* (?:src|href)="((?:\.\.\/)*[^"]+\.(?:js|css))"/g)]
  const parts = [
    Buffer.from(html.replace(/<table class="data">.*?<\/table>/s, '')),
    ...assets.map(([, at = '']) => readFileSync(join(out, at.replace(/^(\.\.\/)+/, '')))),
  ]
  return parts.reduce((sum, part) => sum + gzipSync(part).length, 0)
}
