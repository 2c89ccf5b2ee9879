import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { serveSite } from '../../../src/lib/site/index.ts'
import { ru } from '../../../src/lib/site/view/words/ru.ts'
import { KEYS } from '../../support/engines/actions.ts'
import { PLACES } from '../../support/explored.ts'
import { forEachEngine, isCalm, pathOf, readerForTests, SCHOOLS } from './site.ts'

const SEARCH = 'main input[type=search]'

forEachEngine('the served pages', (kind, site) => {
  const opened = readerForTests(kind)

  it('are monitored: errors in them are reported', async () => {
    const { engine } = opened.reader
    await engine.goto(site.url)
    await engine.evaluate(() => {
      const script = document.createElement('script')
      script.src = 'https://example.org/foreign.js'
      document.head.append(script)
      setTimeout(() => {
        throw new Error('provoked')
      })
    })
    // A browser reports errors some time after they occurred.
    const heard: string[] = []
    while (![/provoked/, /example\.org/].every((error) => error.test(heard.join('\n')))) {
      await engine.evaluate(() => 0)
      heard.push(...(await engine.complaints()))
    }
    await isCalm(opened.reader)
  })

  it('link from home to the list, to a dataset, its rows, and the original bytes', async () => {
    const { reader } = opened
    await reader.engine.goto(site.url)
    await reader.follow('.mast nav a', 'Данные')
    await reader.follow('.card-title a', SCHOOLS)
    assert.equal(await reader.address(), new URL(pathOf(SCHOOLS), site.url).href)
    assert.equal((await reader.texts('table.data tbody tr')).length, 100)
    assert.equal(
      (await reader.texts('table.data tbody tr:first-child td:nth-of-type(1)'))[0],
      'Школа № 100 «Ёлочка»',
    )
    await isCalm(reader)
    const origins = readFileSync(join(site.out, `api/v1/get_dataset/${SCHOOLS}/index.json`))
    await reader.click('.files a.save')
    assert.ok((await reader.downloaded(`${SCHOOLS}.json`)).equals(origins))
    await reader.follow('.files a.open', 'json')
    assert.equal(await reader.engine.evaluate(() => document.body.textContent), origins.toString('utf8'))
  })

  it('find word forms while typing, tolerate a typo, and keep the query in the address', async () => {
    const { reader } = opened
    await reader.engine.goto(site.url)
    await reader.click(SEARCH)
    await reader.type('школами')
    await reader.sees('.hits h2', SCHOOLS)
    await reader.fill(SEARCH, 'дитские сады')
    await reader.sees('[data-count]', 'с похожими словами')
    // The first word alone has such results too.
    await reader.sees('.hits mark', 'сады')
    assert.deepEqual(await reader.texts('.hits mark'), ['детские', 'сады'])
    await reader.press(KEYS.enter)
    await reader.until('the page of the search', () => location.pathname.endsWith('/search/'))
    await reader.sees('.hits h2', SCHOOLS)
    assert.equal(new URL(await reader.address()).searchParams.get('q'), 'дитские сады')
    await reader.fill(SEARCH, 'ЁЛОЧКИ')
    await reader.sees('.hits h2', 'Ёлочные базары')
    await reader.until('the query', () => new URL(location.href).searchParams.get('q') === 'ЁЛОЧКИ')
    await reader.engine.goto(await reader.address())
    await reader.sees('.hits h2', 'Ёлочные базары')
    await isCalm(reader)
  })

  it('explore all records: sort, filter, show the count, and keep the view in the address', async () => {
    const { reader } = opened
    await reader.engine.goto(site.url + pathOf('places'))
    await reader.click('.loader button')
    await reader.sees('.bench .count', '260')
    await reader.click('thead button.sort', 'id')
    await reader.sees('th[aria-sort=ascending]')
    const arrow = await reader.engine.evaluate(() => {
      const sorted = document.querySelector('th[aria-sort] .arrow') as Element
      return getComputedStyle(sorted, '::after').content
    })
    assert.match(arrow, /^"↑"/)
    const ids = PLACES.map(({ id }) => id).toSorted()
    assert.deepEqual(await reader.texts('.explorer tbody td:nth-of-type(1)'), ids.slice(0, 100))
    await reader.click('[data-key="filter 3"]')
    await reader.sees('dialog input[type=date]')
    await reader.engine.evaluate(() => {
      const from = document.querySelector<HTMLInputElement>('dialog input[type=date]') as HTMLInputElement
      from.value = '2015-01-01'
    })
    await reader.click('dialog button.strong')
    const since = PLACES.filter(({ opened }) => opened >= '2015')
    await reader.sees('.bench .count', `${since.length} из 260`)
    await reader.click('[data-key="filter 1"]')
    await reader.click('dialog input[type=search]')
    await reader.type('ЕЛОЧН')
    await reader.press(KEYS.enter)
    const left = since.filter(({ name }) => name.includes('ёлочн'))
    await reader.sees('.bench .count', `${left.length} из 260`)
    const shown = await reader.texts('.explorer tbody td:nth-of-type(2)')
    assert.deepEqual(
      shown,
      left.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(({ name }) => name),
    )

    const address = await reader.address()
    assert.equal(decodeURI(new URL(address).hash), '#sort=id&opened=2015-01-01..&name=~ЕЛОЧН')
    await reader.engine.goto(site.url)
    await reader.engine.goto(address)
    await reader.sees('.bench .count', `${left.length} из 260`)
    assert.deepEqual(await reader.texts('.explorer tbody td:nth-of-type(2)'), shown)
    await reader.click('.chips button.plain')
    await reader.sees('.bench .count', '260 записей')
    await reader.engine.evaluate(() => history.back())
    await reader.sees('.bench .count', `${left.length} из 260`)
    await isCalm(reader)
  })

  it('filter by a cell, copy it, and open its record', async () => {
    const { reader } = opened
    await reader.engine.goto(`${site.url}${pathOf('places')}#rows=25`)
    await reader.sees('.bench .count', '260')
    await reader.click('.explorer tbody tr:nth-child(2) td:nth-of-type(3)')
    await reader.click('.menu button', ru.explorer.onlyThis)
    await reader.sees('.bench .count', '65 из 260')
    await reader.click('.explorer tbody tr:nth-child(1) td:nth-of-type(2)')
    await reader.click('.menu button', ru.explorer.copy)
    assert.equal(await reader.pasted(), PLACES[1]?.name)
    await reader.click('[data-key="record 2"]')
    await reader.sees('dialog dd', PLACES[1]?.name)
    await reader.click('dialog [data-key=next]')
    await reader.sees('dialog h3', '6')
    await reader.press(KEYS.escape)
    await reader.until('no dialog', () => document.querySelector('dialog') === null)
    await isCalm(reader)
  })

  it('download the filtered records as csv', async () => {
    const { reader } = opened
    await reader.engine.goto(`${site.url}${pathOf('places')}#sort=-id&kind=museum&hide=site,opened,note`)
    await reader.sees('.bench .count', '65 из 260')
    await reader.click('[data-key=csv]')
    const rows = PLACES.filter(({ kind }) => kind === 'museum').toSorted((a, b) => (a.id < b.id ? 1 : -1))
    const lines = rows.map(({ id, name, kind, active, sort }) => [id, name, kind, active, sort].join(','))
    const expected = ['\ufeffid,name,kind,active,sort', ...lines].map((line) => `${line}\r\n`).join('')
    assert.equal((await reader.downloaded('places_museum_65.csv')).toString('utf8'), expected)
    await isCalm(reader)
  })

  it('copy an example of use, and confirm it', async () => {
    const { reader } = opened
    await reader.engine.goto(site.url + pathOf(SCHOOLS))
    await reader.click('.addresses .copy')
    await reader.until('said', () => document.querySelector('.addresses .copy + [role=status]')?.textContent)
    assert.equal(await reader.pasted(), new URL(`${pathOf(SCHOOLS)}index.json`, site.url).href)
    await isCalm(reader)
  })

  it('keep a dataset, and show it when the host is unreachable', async (context) => {
    const { reader } = opened
    const host = await serveSite({ folder: site.asBuilt, host: '127.0.0.1', port: 0, base: '/' })
    context.after(() => host.close())
    const keep = async () => {
      await reader.engine.goto(host.url + pathOf('ёлки'))
      await reader.click('.save-offline button')
      await reader.sees('.save-offline [role=status]', 'Сохранено в этом браузере')
    }
    // Firefox was once slow on a busy machine; a reader would try again.
    await keep().catch((problem) => {
      context.diagnostic(String(problem))
      return keep()
    })
    await host.close()
    await reader.engine.goto(host.url + pathOf('ёлки'))
    await reader.sees('[data-saved-note]', ru.offline.note.label)
    assert.deepEqual(await reader.texts('table.data tbody td'), ['Площадь Ёлкина', '1'])
    await reader.engine.evaluate(async () => {
      for (const name of await caches.keys()) {
        const store = await caches.open(name)
        for (const request of await store.keys())
          if (request.url.includes('/api/')) await store.put(request, new Response('<h1>forged</h1>'))
      }
    })
    await reader.engine.goto(host.url + pathOf('ёлки'))
    await reader.sees('h1', ru.offline.page.title)
  })
})
