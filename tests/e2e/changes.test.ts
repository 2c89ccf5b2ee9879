import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Browser } from 'playwright'
import { openBrowser } from '../../scripts/screenshots/browser.ts'
import type { Settings } from '../../src/lib/config/index.ts'
import { type RunningServer, serveSite, verifySite } from '../../src/lib/site/index.ts'
import type { Changes } from '../../src/lib/snapshot/index.ts'
import { serviceRoutes } from '../support/crawling.ts'
import { mirrorInto, settingsIn } from '../support/mirror.ts'
import { startScripted } from '../support/scripted-origin.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { openWatched } from './watched-page.ts'

const folder = temporaryFolder({ after })
let browser: Browser
let settings: Settings
let server: RunningServer
before(async () => {
  const origin = await startScripted({ after } as never, serviceRoutes({ a: 'one', b: 'two', c: 'three' }))
  settings = settingsIn(folder, { origin: origin.base })
  await mirrorInto(settings)
  origin.set(serviceRoutes({ a: 'one', b: 'another two', d: 'four' }))
  await mirrorInto(settings)
  server = await serveSite({ folder: settings.out, host: '127.0.0.1', port: 0, base: '/' })
  browser = await openBrowser()
})
after(async () => {
  await browser?.close()
  await server?.close()
})

describe('a second run over a service that changed', () => {
  it('lists what was added, changed and withdrawn, in changes.json and on the about page', async (context) => {
    const { runs }: Changes = JSON.parse(readFileSync(join(settings.out, 'changes.json'), 'utf8'))
    assert.deepEqual([runs[0]?.added, runs[0]?.changed, runs[0]?.withdrawn], [['d'], ['b'], ['c']])
    const { page, complaints } = await openWatched(context, browser, server.url)
    await page.goto(`${server.url}about/`)
    const latest = page.locator('.runs > li').first()
    for (const [kind, title] of [
      ['1 dataset added', 'About d'],
      ['1 dataset changed', 'About b'],
      ['1 dataset withdrawn', 'About c'],
    ] as const)
      assert.ok(
        await latest.locator('dl > div', { hasText: kind }).getByRole('link', { name: title }).isVisible(),
      )
    await latest.getByRole('link', { name: 'About c' }).click()
    await page.getByRole('heading', { level: 1, name: 'About c', exact: true }).waitFor()
    assert.deepEqual(complaints, [])
    assert.deepEqual(verifySite(settings.out).findings, [])
  })

  it('keeps the title of a withdrawn dataset, with when it was last listed, and its history', async (context) => {
    const { page } = await openWatched(context, browser, server.url, { javaScriptEnabled: false })
    await page.goto(`${server.url}api/v1/get_dataset/c/`)
    const main = page.getByRole('main')
    assert.equal(await page.locator('h1').textContent(), 'About c')
    assert.match(
      (await main.locator('.notice').textContent()) ?? '',
      /Withdrawn by the origin.*Last listed \d+\s\w+\s\d{4}/s,
    )
    assert.match((await main.locator('.events').textContent()) ?? '', /Withdrawn .*Added /s)
    assert.match((await main.locator('table.data').textContent()) ?? '', /three/)
  })
})
