import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Reader } from '../../support/engines/reader.ts'
import { forEachEngine, isCalm, pathOf, readerForTests, SCHOOLS } from './site.ts'

const PAGES = [
  '',
  'about/',
  'search/?q=парк',
  'api/v1/list/',
  'api/v1/list_categories/',
  'api/v1/list_oivs/',
  'api/v1/list_datasets/',
  pathOf(SCHOOLS),
  pathOf('أرشيف'),
  pathOf('маршруты №1'),
  `${pathOf('places')}#sort=-id&kind=museum`,
]

/** The ink and the paper of a page, as red, green and blue from 0 to 255. Runs in the page. */
function colours(): number[][] {
  const { color } = getComputedStyle(document.body)
  const { backgroundColor } = getComputedStyle(document.documentElement)
  return [color, backgroundColor].map((colour) => (colour.match(/[\d.]+/g) ?? []).map(Number))
}

/** Whether one bar to scroll a table sideways with can be seen, with the start or the end of the table in sight. Runs in the page. */
function barsInSight(block: 'start' | 'end'): boolean {
  const section = document.querySelector('.explorer section') as HTMLElement
  section.scrollIntoView({ block, behavior: 'instant' })
  const isOwn = section.offsetHeight - section.clientHeight > 2
  const isOwnInSight = isOwn && section.getBoundingClientRect().bottom <= innerHeight
  const scrollbar = document.querySelector('.scrollbar') as HTMLElement
  return isOwnInSight !== (getComputedStyle(scrollbar).visibility === 'visible')
}

/** Whether the search has loaded the words in records: a script that is left while it loads is an error. Runs in the page. */
function hasLoadedWords(): boolean {
  const loaded = performance.getEntriesByType('resource').some(({ name }) => name.includes('/search-words.'))
  return loaded && document.querySelector('head script[src*="/search-"]') === null
}

const brightness = ([red = 0, green = 0, blue = 0]: readonly number[]) => (red + green + blue) / 3

forEachEngine('the look of the pages', (kind, site) => {
  const opened = readerForTests(kind)

  it('draws the map and the chart of each column', async () => {
    const { engine } = opened.reader
    await engine.goto(site.url + pathOf(SCHOOLS))
    const boxes = await engine.evaluate(() =>
      ['.map .dots', '.picture path', '.frequent path'].map((selector) =>
        [...document.querySelectorAll<SVGPathElement>(selector)]
          .filter((path) => path.getAttribute('d') !== '')
          .map((path) => {
            const { width, height } = path.getBoundingClientRect()
            return width + height > 0
          }),
      ),
    )
    for (const drawn of boxes) assert.ok(drawn.length > 0 && drawn.every(Boolean), JSON.stringify(boxes))
    await isCalm(opened.reader)
  })

  it('fits 320 pixels on every kind of page', async () => {
    const { engine } = opened.reader
    await engine.resize(320, 640)
    const wide: string[] = []
    for (const path of PAGES) {
      await engine.goto(site.url + path)
      if (path.startsWith('search/')) await opened.reader.until('the parts of the search', hasLoadedWords)
      const [inner, own, content] = await engine.evaluate(() => {
        const { clientWidth, scrollWidth } = document.documentElement
        return [innerWidth, clientWidth, scrollWidth] as const
      })
      assert.equal(inner, 320)
      if (content > own) wide.push(`${path}: ${content} of ${own}`)
    }
    await engine.resize(1280, 900)
    assert.deepEqual(wide, [])
    await isCalm(opened.reader)
  })

  it('keeps the column headers of a long table visible, with one horizontal scrollbar', async () => {
    const { reader } = opened
    await reader.engine.resize(390, 800)
    await reader.engine.goto(`${site.url}${pathOf('places')}#rows=50`)
    await reader.sees('.bench .count', '260')
    // On a phone records are cards until all columns are asked for.
    await reader.click('.all-columns input')
    await reader.sees('.explorer thead th:nth-child(8)')
    await reader.sees('.scrollbar')
    const gap = await reader.engine.evaluate(() => {
      const section = document.querySelector('.explorer section') as HTMLElement
      section.scrollTo(100, 300)
      const [head] = section.querySelectorAll('thead th')
      return (head?.getBoundingClientRect().top ?? 0) - section.getBoundingClientRect().top
    })
    assert.ok(Math.abs(gap) <= 1, `the heads are ${gap} away`)
    await reader.until('one bar', barsInSight, 'start')
    await reader.until('one bar', barsInSight, 'end')
    await reader.engine.resize(1280, 900)
    await isCalm(reader)
  })

  it('shows the focus during keyboard navigation', async () => {
    const { reader } = opened
    await reader.engine.goto(site.url + pathOf('ёлки'))
    const unmarked: string[] = []
    const met = new Set<string>()
    for (let left = 25; left > 0; left--) {
      await reader.press('\ue004')
      const { name, isMarked } = await reader.engine.evaluate(() => {
        const element = document.activeElement as HTMLElement
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
        const isOutlined = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
        return { name: element.outerHTML.slice(0, 100), isMarked: isOutlined || boxShadow !== 'none' }
      })
      met.add(name)
      if (!isMarked) unmarked.push(name)
    }
    assert.deepEqual(unmarked, [])
    assert.ok(met.size >= 20, [...met].join('\n'))
  })

  it('follows the dark mode of the system, and prints with enough contrast', async () => {
    await opened.reader.engine.goto(site.url)
    const [ink, paper] = (await opened.reader.engine.evaluate(colours)).map(brightness) as [number, number]
    const dark = await kind.open({ dark: true })
    try {
      await dark.goto(site.url)
      const [light, night] = (await dark.evaluate(colours)).map(brightness) as [number, number]
      assert.ok(paper > 200 && ink < 80, `${ink} on ${paper}`)
      assert.ok(night < 60 && light > 180, `${light} on ${night}`)
      await isCalm(new Reader(dark))
    } finally {
      await dark.close()
    }
  })

  it('has the rows, and no controls that need a script, without JavaScript', async () => {
    const engine = await kind.open({ scripting: false })
    try {
      await engine.goto(site.url + pathOf(SCHOOLS))
      const seen = await engine.evaluate(() => ({
        rows: document.querySelectorAll('table.data tbody tr').length,
        scripted: [...document.querySelectorAll<HTMLElement>('button, input, [role=search], .scrollbar')]
          // This one needs no script.
          .filter((element) => !element.closest('.shown-more'))
          .filter((element) => element.getClientRects().length > 0)
          .map((element) => element.outerHTML.slice(0, 100)),
        picture: document.querySelector('.map .dots')?.getBoundingClientRect().width,
      }))
      assert.equal(seen.rows, 100)
      assert.deepEqual(seen.scripted, [])
      assert.ok((seen.picture ?? 0) > 0)
    } finally {
      await engine.close()
    }
  })
})
