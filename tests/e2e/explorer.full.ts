import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright'
import { en } from '../../src/lib/site/view/words/en.ts'
import { PLACES, type Place, WIDE } from '../support/explored.ts'
import { hindrances } from './axe.ts'
import { column, explore, exploredSite, PATH, savedBy, saying } from './explored-site.ts'
import { openWatched } from './watched-page.ts'

const words = en.explorer

const site = exploredSite()

async function filter(
  page: Page,
  name: string,
  fill: (dialog: ReturnType<Page['getByRole']>) => Promise<void>,
) {
  await page.getByRole('button', { name: new RegExp(`^Filter ${name}( |$)`) }).click()
  const dialog = page.getByRole('dialog', { name })
  await fill(dialog)
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** Waits until the clipboard has this text. The page looks itself: to `waitForFunction` any promise is true. */
async function isCopied(page: Page, text: string): Promise<void> {
  const copied = await page.evaluate(async (wanted) => {
    const end = performance.now() + 10_000
    let found = await navigator.clipboard.readText()
    while (found !== wanted && performance.now() < end) {
      await new Promise(requestAnimationFrame)
      found = await navigator.clipboard.readText()
    }
    return found
  }, text)
  assert.equal(copied, text)
}

const saved = (page: Page, format: 'CSV' | 'JSON') =>
  savedBy(page, words.downloadAs.replace('{format}', format))

describe('the explorer of records', () => {
  it('sorts numbers exactly beyond 2^53, in both directions, and updates the address and screen readers', async (context) => {
    const { page, complaints } = await site.open(context)
    await explore(page)
    const ids = PLACES.map(({ id }) => id).toSorted()
    await page.getByTitle('Sort by id').click()
    await page.locator('th[aria-sort=ascending]').waitFor()
    assert.deepEqual(await column(page, 'id'), ids.slice(0, 100))
    await page.getByTitle('Sort by id').click()
    await page.locator('th[aria-sort=descending]').waitFor()
    assert.deepEqual(await column(page, 'id'), ids.toReversed().slice(0, 100))
    await page.waitForURL((url) => url.hash === '#sort=-id')
    assert.equal(await page.getByRole('columnheader', { name: 'id', exact: true }).count(), 1)
    assert.equal(
      await page
        .locator('.explorer tbody td')
        .first()
        .evaluate((cell) => getComputedStyle(cell).textAlign),
      'right',
    )
    assert.deepEqual(complaints, [])
  })

  it('finds words in any column while typing, and loads all records for it on request', async (context) => {
    const { page, complaints } = await site.open(context)
    const box = page.getByRole('searchbox', { name: 'Find in all columns' })
    await box.fill('museum')
    assert.equal(await page.getByRole('button', { name: 'Explore all' }).count(), 1)
    await box.press('Enter')
    await saying(page, '65 of 260 records')
    await box.pressSequentially(' ЕЛОЧНЫЙ')
    const both = PLACES.filter(({ kind, name }) => kind === 'museum' && name.includes('ёлочный'))
    await saying(page, `${both.length} of 260 records`)
    assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'INPUT')
    assert.deepEqual(
      await column(page, 'name'),
      both.map(({ name }) => name),
    )
    await page.waitForURL((url) => url.hash === `#find=${encodeURI('museum ЕЛОЧНЫЙ')}`)
    await page.reload()
    await saying(page, `${both.length} of 260 records`)
    assert.equal(await box.inputValue(), 'museum ЕЛОЧНЫЙ')
    await page
      .getByRole('button', { name: 'Remove the filter: Any column contains “museum ЕЛОЧНЫЙ”' })
      .click()
    await saying(page, '260 records')
    assert.equal(await box.inputValue(), '')
    assert.deepEqual(complaints, [])
  })

  it('shows what was typed and asked for last while the records were loaded', async (context) => {
    const { page, complaints } = await site.open(context)
    let gate = Promise.withResolvers<void>()
    await page.route('**/index.csv', async (route) => {
      await gate.promise
      await route.continue()
    })
    const box = page.getByRole('searchbox', { name: 'Find in all columns' })
    await box.fill('museum')
    await box.press('Enter')
    await box.pressSequentially(' ЕЛОЧНЫЙ')
    gate.resolve()
    const both = PLACES.filter(({ kind, name }) => kind === 'museum' && name.includes('ёлочный'))
    await saying(page, `${both.length} of 260 records`)
    gate = Promise.withResolvers<void>()
    await page.goto(site.url + PATH)
    await page.getByRole('button', { name: 'Filter kind' }).click()
    await page.getByRole('button', { name: 'Record 4', exact: true }).click()
    gate.resolve()
    await page.getByRole('dialog', { name: 'Record 4' }).waitFor()
    await page.getByRole('dialog', { name: 'kind' }).waitFor({ state: 'detached' })
    assert.deepEqual(complaints, [])
  })

  it('states which filters of an address it cannot apply', async (context) => {
    const { page } = await site.open(context, '#gone=1&kind=museum')
    await saying(page, '65 of 260 records')
    await page.getByRole('button', { name: /Not filtered by gone/ }).click()
    await page.waitForURL((url) => url.hash === '#kind=museum')
    assert.equal(await page.getByText('Not filtered by').count(), 0)
  })

  it('filters by kind, shows how many are left, and lists the filters with buttons to remove them', async (context) => {
    const { page, complaints } = await site.open(context)
    await explore(page)
    let left: readonly Place[] = PLACES
    const expect = async (test: (place: Place) => boolean) => {
      left = left.filter(test)
      await saying(page, `${left.length} of 260 records`)
      assert.deepEqual(
        await column(page, 'name'),
        left.slice(0, 100).map(({ name }) => name),
      )
    }
    await filter(page, 'id', async (dialog) => {
      await dialog.getByLabel('From').fill('9,007,199,254,740,995')
      await dialog.getByLabel('To').fill('9 007 199 254 741 200')
    })
    await expect(({ id }) => BigInt(id) >= 9007199254740995n && BigInt(id) <= 9007199254741200n)
    await filter(page, 'opened', (dialog) => dialog.getByLabel('From').fill('2012-03-13'))
    await expect(({ opened }) => opened >= '2012-03-13')
    await filter(page, 'kind', async (dialog) => {
      await dialog.getByLabel('school').check()
      await dialog.getByLabel('(empty)').check()
    })
    await expect(({ kind }) => kind === 'school' || kind === null)
    await filter(page, 'active', (dialog) => dialog.getByLabel('true').check())
    await expect(({ active }) => active)
    await filter(page, 'site', (dialog) => dialog.getByLabel(words.filled).check())
    await expect(({ site }) => site !== null)
    await filter(page, 'name', (dialog) => dialog.getByLabel('Contains').fill('ЕЛОЧН'))
    await expect(({ name }) => name.includes('ёлочн'))

    const chips = page.getByRole('list', { name: 'Active filters' }).getByRole('button')
    assert.equal(await chips.count(), 7)
    await page.getByRole('button', { name: 'Remove the filter: active = true' }).click()
    await chips.nth(6).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: words.reset }).click()
    await saying(page, '260 records')
    await page.waitForURL((url) => url.hash === '')
    assert.deepEqual(complaints, [])
  })

  it('lists no values of a column in which none occurs twice', async (context) => {
    const { page } = await site.open(context)
    await explore(page)
    for (const [name, lists] of [
      ['site', 0],
      ['kind', 1],
    ] as const) {
      await page.getByRole('button', { name: `Filter ${name}` }).click()
      const dialog = page.getByRole('dialog', { name })
      await dialog.getByLabel('Contains').waitFor()
      assert.equal(await dialog.getByRole('group', { name: 'Values' }).count(), lists, name)
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    }
  })

  it('says if nothing matches, and offers to reset', async (context) => {
    const { page } = await site.open(context, '#name=~no%20such')
    await page.getByText('No record matches.').waitFor()
    await saying(page, '0 of 260 records')
    await page.locator('tbody').getByRole('button', { name: words.reset }).click()
    await saying(page, '260 records')
  })

  it('shows the same view at the same address, and moves back and forth in history', async (context) => {
    const { page } = await site.open(context)
    await explore(page)
    await page.getByTitle('Sort by sort').click()
    await page.locator('th[aria-sort=ascending]').waitFor()
    await filter(page, 'kind', (dialog) => dialog.getByLabel('museum').check())
    await saying(page, '65 of 260 records')
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('dialog').getByLabel('note').uncheck()
    await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click()
    await page.getByRole('button', { name: 'Columns (7 of 8)' }).waitFor()
    const shown = await column(page, 'name')

    const other = await openWatched(context, site.browser, site.url)
    await other.page.goto(page.url())
    await saying(other.page, '65 of 260 records')
    assert.deepEqual(await column(other.page, 'name'), shown)
    assert.equal(await other.page.locator('.explorer thead th').count(), 8)
    assert.ok(
      ((await other.page.locator('.bench').boundingBox())?.y as number) < 700,
      'the records are in view',
    )

    await page.goBack()
    await page.getByRole('button', { name: 'Columns', exact: true }).waitFor()
    await page.goBack()
    await saying(page, '260 records')
    await page.goForward()
    await saying(page, '65 of 260 records')
    await page.getByRole('link', { name: 'Provenance' }).click()
    await page.goBack()
    await saying(page, '65 of 260 records')
    assert.deepEqual(other.complaints, [])
  })

  it('filters by a cell, excludes it, copies it, and opens its record with its neighbours', async (context) => {
    const { page, complaints } = await site.open(context, '', {
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    const cell = page.locator('.explorer tbody tr').first().locator('td')
    await cell.nth(2).click()
    await page.getByRole('menuitem', { name: 'Only this value' }).click()
    await saying(page, '65 of 260 records')
    // Beside the link in it.
    await cell.nth(5).click({ position: { x: 2, y: 2 } })
    await page.getByRole('menuitem', { name: 'Not this value' }).click()
    await saying(
      page,
      `${PLACES.filter(({ kind, site }) => kind === 'school' && site !== PLACES[0]?.site).length} of 260 records`,
    )
    await cell.nth(1).click()
    await page.getByRole('menuitem', { name: 'Copy', exact: true }).click()
    await isCopied(page, PLACES[4]?.name ?? '')

    await page.getByRole('button', { name: 'Record 5', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Объект № 52').waitFor()
    await dialog.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('dialog', { name: 'Record 9' }).waitFor()
    await page.waitForURL(/record=9$/)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.waitForURL((url) => !url.hash.includes('record'))
    assert.deepEqual(complaints, [])
  })

  it('downloads the filtered records as csv and json, byte for byte', async (context) => {
    const { page } = await site.open(context, '#sort=-id&kind=museum&hide=site,opened')
    await saying(page, '65 of 260 records')
    const rows = PLACES.filter(({ kind }) => kind === 'museum').toSorted((a, b) => (a.id < b.id ? 1 : -1))
    const csv = await saved(page, 'CSV')
    const quote = (text: string) =>
      text === '' || /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
    const lines = rows.map(({ id, name, kind, active, note, sort }) =>
      [id, name, kind, active, note, sort]
        .map((cell) => (cell === null ? '' : quote(String(cell))))
        .join(','),
    )
    const expected = `\ufeff${['id,name,kind,active,note,sort', ...lines].map((line) => `${line}\r\n`).join('')}`
    assert.equal(csv.name, 'places_museum_65.csv')
    assert.equal(csv.bytes.toString('utf8'), expected)

    const json = await saved(page, 'JSON')
    assert.equal(json.name, 'places_museum_65.json')
    const objects = rows.map(({ id, name, kind, active, note, sort }) => {
      const [, ...rest] = Object.entries({ id, name, kind, active, note, sort })
      return `{"id": ${id}, ${rest.map(([key, value]) => `"${key}": ${JSON.stringify(value)}`).join(', ')}}`
    })
    assert.equal(json.bytes.toString('utf8'), `[\n${objects.join(',\n')}\n]\n`)
  })

  it('filters by a bar over a column, and by keyboard by the ranges in its filter', async (context) => {
    const { page, complaints } = await site.open(context)
    await page.goto(`${site.url}api/v1/get_dataset/wide/`)
    const bars = page.locator('thead th', { hasText: 'area' }).locator('.bars')
    await bars.hover()
    assert.equal(await bars.getAttribute('title'), words.bars.replace('{count}', '120'))
    await bars.click({ position: { x: 2, y: 10 } })
    const low = WIDE.filter(({ area }) => area <= 2)
    await saying(page, `${low.length} of 120 records`)
    await page.waitForURL((url) => url.hash === '#area=..2')
    await page.getByRole('button', { name: 'Remove the filter: area to 2' }).click()
    await saying(page, '120 records')
    await page.getByRole('button', { name: 'Filter note' }).click()
    await page.getByLabel('open', { exact: true }).check()
    await page.keyboard.press('Enter')
    await saying(page, '90 of 120 records')
    await page.locator('[data-key="filter 4"]').focus()
    await page.keyboard.press('Enter')
    const ranges = page.getByRole('group', { name: words.ranges })
    assert.deepEqual(await hindrances(page), [])
    const first = ranges.getByRole('button').first()
    assert.match((await first.textContent()) ?? '', /^to /)
    const count = await ranges.locator('small').first().textContent()
    await first.focus()
    await page.keyboard.press('Enter')
    await saying(page, `${count} of 120 records`)
    assert.deepEqual(complaints, [])
  })

  it('puts what names a record first and folds columns that tell little, until a box shows all', async (context) => {
    const { page, complaints } = await site.open(context)
    await page.goto(`${site.url}api/v1/get_dataset/wide/`)
    const heads = async () =>
      (await page.locator('.explorer thead th:visible').allTextContents()).map((text) => text.trim())
    const main = ['No.', 'name', 'district', 'area', 'rooms', 'street', 'note']
    const all = ['No.', 'name', 'uid', 'nothing', 'district', 'area', 'rooms', 'street', 'ref', 'note']
    await page.getByLabel('Show all 9 columns').waitFor()
    assert.deepEqual(await heads(), main)
    await page.getByLabel('Show all 9 columns').check()
    assert.deepEqual(await heads(), all)
    await page.getByTitle('Sort by area').click()
    await page.locator('th[aria-sort=ascending]').waitFor()
    assert.deepEqual(await heads(), all)
    await page.waitForURL((url) => url.hash === '#sort=area&hide=')
    const [first] = WIDE.toSorted((a, b) => a.area - b.area)
    assert.deepEqual(
      (await page.locator('.explorer tbody tr').first().locator('td').allTextContents()).slice(0, 3),
      [first?.name, first?.uid, ''],
    )
    await page.getByLabel('Show all 9 columns').uncheck()
    await page.locator('.explorer thead th').nth(7).waitFor({ state: 'detached' })
    assert.deepEqual(await heads(), main)
    await page.waitForURL((url) => url.hash === '#sort=area')
    const csv = (await saved(page, 'CSV')).bytes.toString()
    assert.match(csv, /^\ufeffuid,nothing,district,name,area,rooms,street,ref,note\r\n/)
    assert.deepEqual(complaints, [])
  })

  it('groups and counts the filtered records, and each group leads to its records', async (context) => {
    const { page, complaints } = await site.open(context, '#active=true')
    await saying(page, '87 of 260 records')
    await page.getByRole('button', { name: words.group, exact: true }).click()
    const dialog = page.getByRole('dialog', { name: words.group })
    await dialog.getByLabel(words.groupBy).selectOption('kind')
    await dialog.getByLabel(words.calculate).selectOption('sum')
    await dialog.getByLabel(words.measured).selectOption('id')
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await saying(page, '4 groups, 87 of 260 records')
    await page.waitForURL((url) => url.hash === '#active=true&group=kind&sum=id&order=-value')
    const active = PLACES.filter((place) => place.active)
    const sums = ['school', 'library', 'museum', null]
      .map((kind) => {
        const own = active.filter((place) => place.kind === kind)
        return { kind, count: own.length, sum: own.reduce((sum, { id }) => sum + BigInt(id), 0n) }
      })
      .toSorted((a, b) => Number(b.sum - a.sum))
    const shown = () =>
      page
        .locator('.groups tbody tr')
        .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)))
    const texts = sums.map(({ kind, count, sum }) => [
      kind ?? '(empty)',
      String(count),
      sum.toLocaleString('en-GB'),
    ])
    assert.deepEqual(await shown(), texts)
    await page.locator('.groups').getByTitle('Sort by kind').click()
    await page.locator('.groups th[aria-sort=ascending]').waitFor()
    assert.deepEqual(
      (await shown()).map(([kind]) => kind),
      ['library', 'museum', 'school', '(empty)'],
    )
    const csv = (await saved(page, 'CSV')).bytes.toString()
    assert.ok(csv.startsWith('\ufeffkind,count,sum id\r\nlibrary,'), csv)
    const museums = active.filter(({ kind }) => kind === 'museum')
    await page.locator('.groups').getByRole('link', { name: 'museum' }).click()
    await saying(page, `${museums.length} of 260 records`)
    assert.deepEqual(
      await column(page, 'name'),
      museums.map(({ name }) => name),
    )
    await page.goBack()
    await page.locator('.groups').waitFor()
    await page.getByRole('button', { name: 'Show records again' }).click()
    await saying(page, '87 of 260 records')
    assert.equal(await page.locator('.groups').count(), 0)
    assert.deepEqual(complaints, [])
  })

  it('shows means with four digits, and writes twelve', async (context) => {
    const { page } = await site.open(context)
    await page.goto(`${site.url}api/v1/get_dataset/wide/#group=note&mean=area&order=first`)
    await page.reload()
    await saying(page, '2 groups, 120 records')
    const open = WIDE.filter(({ note }) => note === 'open')
    const mean = open.reduce((sum, { area }) => sum + area, 0) / open.length
    const [, shown] = await page.locator('.groups tbody td:last-child').allTextContents()
    assert.equal(shown, mean.toPrecision(4))
    assert.match((await saved(page, 'CSV')).bytes.toString(), new RegExp(`open,90,${mean.toPrecision(12)}`))
  })

  it('counts dates by year, from the filter of a column too', async (context) => {
    const { page } = await site.open(context, '#group=opened&by=year&order=first')
    await saying(page, '10 groups, 260 records')
    await page.getByRole('button', { name: 'Show records again' }).getByText('opened (year)').waitFor()
    const years = await page.locator('.groups tbody th').allTextContents()
    assert.deepEqual(
      years,
      Array.from({ length: 10 }, (_, at) => String(2010 + at)),
    )
    await page.locator('.groups').getByRole('link', { name: '2014' }).click()
    const own = PLACES.filter(({ opened }) => opened.startsWith('2014'))
    await saying(page, `${own.length} of 260 records`)
    await page.getByRole('button', { name: 'Filter kind' }).click()
    await page.getByRole('dialog').getByRole('button', { name: words.countValues }).click()
    await saying(page, `${new Set(own.map(({ kind }) => kind)).size} groups, ${own.length} of 260 records`)
  })

  it('copies links to a view, a record and a column, which open them', async (context) => {
    const { page, complaints } = await site.open(context, '#name=~ёлочн&kind=museum', {
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    const own = PLACES.filter(({ kind, name }) => kind === 'museum' && name.includes('ёлочн'))
    await saying(page, `${own.length} of 260 records`)
    await page.locator('.bench').getByRole('button', { name: words.copyLink }).click()
    await page.locator('.bench [role=status]', { hasText: words.linkCopied }).waitFor()
    await isCopied(page, `${site.url}${PATH}#name=~ёлочн&kind=museum`)

    await page.locator('.explorer tbody tr').first().locator('td').nth(1).click()
    await page.getByRole('menuitem', { name: words.copyRecordLink }).click()
    await page.locator('.bench > .said', { hasText: words.linkCopied }).waitFor()
    const record = PLACES.indexOf(own[0] as Place) + 1
    const ofRecord = `${site.url}${PATH}#name=~ёлочн&kind=museum&record=${record}`
    await isCopied(page, ofRecord)
    await page.goto(ofRecord)
    await page.getByRole('dialog', { name: `Record ${record}` }).waitFor()
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Filter opened' }).click()
    await page.getByRole('dialog').getByRole('button', { name: words.copyColumnLink }).click()
    await page.getByRole('dialog').getByText(words.linkCopied).waitFor()
    await page.goto(await page.evaluate(() => navigator.clipboard.readText()))
    await page.reload()
    await saying(page, `${own.length} of 260 records`)
    assert.deepEqual(
      await column(page, 'opened'),
      own.map(({ opened }) => opened),
    )
    assert.ok((await page.locator('.explorer thead th').count()) < 5)
    assert.deepEqual(complaints, [])
  })

  it('marks the words that were found, in the columns where they were sought', async (context) => {
    const { page } = await site.open(context, '#find=ЕЛОЧНЫЙ%20museum&note=~LINE')
    await page.locator('.explorer[data-view]').waitFor()
    const marked = await page.evaluate(() =>
      [...(CSS.highlights.get('found') ?? [])].map((range) =>
        range.startContainer.textContent?.slice(range.startOffset, range.endOffset),
      ),
    )
    assert.deepEqual(new Set(marked), new Set(['ёлочный', 'museum', 'line']))
    await page.getByRole('button', { name: words.reset }).click()
    await saying(page, '260 records')
    assert.equal(await page.evaluate(() => CSS.highlights.has('found')), false)
  })

  it('puts at most fifty records of more than 25 columns on a page', async (context) => {
    const { page } = await site.open(context)
    const rows = page.locator('.explorer tbody tr')
    await page.goto(`${site.url}api/v1/get_dataset/broad/#hide=&sort=-c0`)
    await page.getByText('Page 1 of 2').waitFor()
    assert.equal(await rows.count(), 50)
    await page.goto(`${site.url}api/v1/get_dataset/broad/#show=c0,c1&sort=-c0`)
    await rows.nth(59).waitFor()
    assert.equal(await rows.count(), 60)
  })

  it('executes nothing of the data, and links to the web only', async (context) => {
    const { page, complaints } = await site.open(context, '#note=~onerror')
    await saying(page, '52 of 260 records')
    assert.deepEqual(new Set(await column(page, 'note')), new Set(['<img src=x onerror=alert(1)>']))
    assert.equal(await page.locator('.explorer img').count(), 0)
    for (const href of await page
      .locator('.explorer td a')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href'))))
      assert.match(href ?? '', /^https:\/\/example\.org\//)
    assert.deepEqual(complaints, [])
  })

  it('shows gaps between thousands, and what is found, selected and read aloud is the number as it is', async (context) => {
    const { page, complaints } = await site.open(context)
    await page.goto(`${site.url}api/v1/get_dataset/long/`)
    const gaps = () => page.locator('.explorer tbody td.n i')
    assert.equal(await gaps().first().textContent(), '999')
    await page.goto(`${site.url}api/v1/get_dataset/long/#record=2`)
    const inRecord = page.getByRole('dialog').locator('dd i')
    assert.match((await inRecord.textContent()) ?? '', /^\d{3}$/)
    assert.notEqual(await inRecord.evaluate((part) => getComputedStyle(part).marginInlineStart), '0px')
    await page.goto(`${site.url}api/v1/get_dataset/long/#find=12001`)
    await saying(page, '1 of 40 records')
    const cell = page.locator('.explorer tbody td.n')
    const seen = await cell.evaluate((td) => {
      getSelection()?.selectAllChildren(td)
      const [range] = CSS.highlights.get('found') ?? []
      const [before, after] = [...td.childNodes].map((node) => {
        const box = document.createRange()
        box.selectNodeContents(node)
        return box.getBoundingClientRect()
      })
      return {
        selected: getSelection()?.toString(),
        marked: String(range),
        gap: (after?.left ?? 0) - (before?.right ?? 0),
      }
    })
    assert.equal(seen.selected, '12001')
    assert.equal(seen.marked, '12001')
    assert.ok(seen.gap > 1)
    assert.deepEqual(complaints, [])
  })
})
