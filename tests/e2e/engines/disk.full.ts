import assert from 'node:assert/strict'
import { join } from 'node:path'
import { it } from 'node:test'
import { KEYS } from '../../support/engines/actions.ts'
import { PLACES } from '../../support/explored.ts'
import { forEachEngine, isCalm, pathOf, readerForTests, SCHOOLS } from './site.ts'

forEachEngine('the pages from a disk', (kind, site) => {
  const opened = readerForTests(kind)
  const onDisk = (path: string) => `${site.disk}${path}index.html`

  it('link from home to the list, to a dataset and its rows', async () => {
    const { reader } = opened
    await reader.engine.goto(onDisk(''))
    await reader.follow('.mast nav a', 'Данные')
    await reader.follow('.card-title a', SCHOOLS)
    assert.equal((await reader.texts('table.data tbody tr')).length, 100)
    await isCalm(reader)
    await reader.follow('.files a.open', 'json')
    // On disk, browsers do not know the encoding, so non-Latin letters may be shown differently.
    const shown = (await reader.engine.evaluate(() => document.body.textContent)) ?? ''
    assert.match(shown, /"287".*55\.603333/s)
  })

  it('are searchable while typing, and on the search page', async () => {
    const { reader } = opened
    await reader.engine.goto(onDisk(''))
    await reader.click('main input[type=search]')
    await reader.type('школами')
    await reader.sees('.hits h2', SCHOOLS)
    await reader.press(KEYS.enter)
    await reader.until('the page of the search', () => location.pathname.endsWith('/search/index.html'))
    await reader.sees('.hits h2', SCHOOLS)
    assert.equal(new URL(await reader.address()).searchParams.get('q'), 'школами')
    await isCalm(reader)
    await reader.follow('.hits h2 a')
    assert.equal(await reader.address(), new URL(onDisk(pathOf(SCHOOLS))).href)
  })

  it('explore the records if the page has all of them', async () => {
    const { reader } = opened
    await reader.engine.goto(onDisk(pathOf('few')))
    await reader.sees('.bench .count', '30')
    await reader.click('thead button.sort', 'sort')
    await reader.sees('th[aria-sort=ascending]')
    const sorts = (await reader.texts('.explorer tbody td:nth-of-type(2)')).map(Number)
    assert.deepEqual(
      sorts,
      sorts.toSorted((a, b) => a - b),
    )
    assert.equal(new URL(await reader.address()).hash, '#sort=.1.sort')
    await isCalm(reader)
  })

  it('ask for the file if the page has not all records, and explore that', async () => {
    const { reader } = opened
    await reader.engine.goto(`${onDisk(pathOf('places'))}#kind=museum`)
    await reader.sees('.loader p', 'Страница, открытая с диска, сама читать файлы не может')
    await reader.engine.choose('.loader input[type=file]', join(site.out, pathOf('places'), 'index.csv'))
    await reader.sees('.bench .count', '65 из 260')
    await reader.click('[data-key=csv]')
    const rows = (await reader.downloaded('places_museum_65.csv')).toString('utf8').trimEnd().split('\r\n')
    assert.equal(rows.filter((row) => row.includes(',museum,')).length, 65)
    await isCalm(reader)
  })

  it('copy a cell', async () => {
    const { reader } = opened
    await reader.engine.goto(onDisk(pathOf('few')))
    await reader.sees('.bench .count', '30')
    await reader.click('.explorer tbody tr:nth-child(2) td:nth-of-type(1)')
    await reader.click('.menu button:nth-of-type(3)')
    assert.equal(await reader.pasted(), PLACES[1]?.name)
    await isCalm(reader)
  })
})
