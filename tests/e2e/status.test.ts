import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright'
import { buildSite } from '../../scripts/job/site.ts'
import { openBrowser } from '../../scripts/screenshots/browser.ts'
import type { Settings } from '../../src/lib/config/index.ts'
import { type RunningServer, serveSite, verifySite } from '../../src/lib/site/index.ts'
import {
  findCurrent,
  type Manifest,
  nextStatus,
  type Status,
  writeStatus,
} from '../../src/lib/snapshot/index.ts'
import { differences, readTree } from '../support/files.ts'
import { mirrorAwkward } from '../support/shared-mirror.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { openWatched } from './watched-page.ts'

const folder = temporaryFolder({ after })
const DAY = 86_400_000
let browser: Browser
let settings: Settings
let server: RunningServer
before(async () => {
  settings = await mirrorAwkward(folder)
  server = await serveSite({ folder: settings.out, host: '127.0.0.1', port: 0, base: '/mirror/' })
  browser = await openBrowser()
})
after(async () => {
  await browser?.close()
  await server?.close()
})

const read = <T>(name: string): T => JSON.parse(readFileSync(join(settings.out, name), 'utf8'))
const readStatus = () => read<Status>('status.json')
const build = () => buildSite(settings, new AbortController().signal)

/** The result of a next run that could not reach the origin, `days` after the crawl. */
function leaveUnreachable(days: number): void {
  const manifest = findCurrent(settings.state)?.manifest as Manifest
  const ending = {
    outcome: 'unreachable' as const,
    message: 'None of the lists could be had: <b>ECONNREFUSED</b>.',
    tool: manifest.tool,
    origin: manifest.origin,
    at: new Date(Date.parse(manifest.completedAt) + days * DAY),
    every: 24,
  }
  writeStatus(settings.state, nextStatus(manifest, ending, undefined))
}

/** Waits until the script of the page has read the status. */
const shown = (page: Page) => page.locator('a[data-clock] time').first().waitFor({ state: 'attached' })
const banner = (page: Page) => page.getByText('No run has reached the origin since')

describe('status.json', () => {
  it('is published last, describes the mirror, and agrees with the manifest', () => {
    const status = readStatus()
    const manifest = read<Manifest>('manifest.json')
    assert.equal(status.generation, manifest.generation)
    assert.equal(status.crawledAt, manifest.completedAt)
    assert.deepEqual(status.counts, manifest.counts)
    assert.equal(status.outcome, 'complete')
    assert.doesNotMatch(readFileSync(join(settings.out, 'SHA256SUMS'), 'utf8'), / {2}status\.json$/m)
    assert.match(readFileSync(join(settings.out, 'SHA256SUMS'), 'utf8'), / {2}changes\.json$/m)
    assert.equal(read<{ changes: number }>('changes.json').changes, 1)
    assert.deepEqual(verifySite(settings.out, new Date(status.triedAt)), {
      ...verifySite(settings.out),
      findings: [],
      notes: [],
    })
  })

  it('provides the times of the last run on home and about', async (context) => {
    const status = readStatus()
    const { page, complaints } = await openWatched(context, browser, server.url)
    await page.clock.setFixedTime(new Date(status.triedAt))
    await page.goto(server.url)
    await shown(page)
    assert.equal(
      await page.locator('.head a[data-clock=crawledAt] time').getAttribute('datetime'),
      status.crawledAt,
    )
    assert.equal(await banner(page).isVisible(), false)
    await page.goto(`${server.url}about/`)
    await shown(page)
    for (const time of ['crawledAt', 'triedAt', 'answeredAt', 'completeAt', 'goodUntil'] as const)
      assert.equal(
        await page.locator(`.fields a[data-clock=${time}] time`).getAttribute('datetime'),
        status[time],
      )
    assert.equal(await page.locator('a[data-clock=staleSince]').count(), 0)
    assert.deepEqual(complaints, [])
  })

  it('causes a warning on home and about if the mirror was not run in time, with since when', async (context) => {
    const status = readStatus()
    const { page } = await openWatched(context, browser, server.url)
    for (const path of ['', 'about/']) {
      await page.clock.setFixedTime(new Date(Date.parse(status.goodUntil) + 1000))
      await page.goto(server.url + path)
      await shown(page)
      assert.equal(await banner(page).isVisible(), true)
      assert.equal(await page.locator('[data-stale] time').getAttribute('datetime'), status.answeredAt)
      await page.clock.setFixedTime(new Date(Date.parse(status.goodUntil) - 1000))
      await page.goto(server.url + path)
      await shown(page)
      assert.equal(await banner(page).isVisible(), false)
    }
  })

  it('is linked by pages without a script, or opened from disk', async (context) => {
    const disk = `${pathToFileURL(settings.out).href}/`
    for (const [root, javaScriptEnabled] of [
      [server.url, false],
      [disk, true],
    ] as const) {
      const { page, complaints } = await openWatched(context, browser, root, { javaScriptEnabled })
      await page.goto(`${root}about/index.html`)
      assert.equal(await banner(page).isVisible(), false)
      const link = page.locator('.fields').getByRole('link', { name: 'see status.json' }).first()
      assert.equal(
        new URL((await link.getAttribute('href')) as string, page.url()).href,
        `${root}status.json`,
      )
      assert.deepEqual(complaints, [])
    }
  })

  it('makes verify report a run in the future, as a wrong clock dates it', () => {
    const { triedAt } = readStatus()
    const { findings, notes } = verifySite(settings.out, new Date(Date.parse(triedAt) - 25 * 3_600_000))
    assert.deepEqual([findings, notes.map(({ code }) => code)], [[], ['future']])
  })

  it('makes verify report an outdated mirror, without a finding', () => {
    const { goodUntil } = readStatus()
    const late = verifySite(settings.out, new Date(Date.parse(goodUntil) + 1))
    assert.deepEqual(late.findings, [])
    assert.deepEqual(
      late.notes.map(({ code }) => code),
      ['outdated'],
    )
  })
})

describe('a run that could not reach the origin', () => {
  it('is reported on home and about without a script, and no other page changes', async (context) => {
    const before = readTree(settings.out)
    leaveUnreachable(1)
    await build()
    assert.deepEqual(differences(before, readTree(settings.out)), [
      'SHA256SUMS',
      'about/index.html',
      'index.html',
      'status.json',
      // The service worker checks its copies of the two pages against their checksums.
      'sums/0.txt',
      'sw.js',
    ])
    assert.equal(readStatus().outcome, 'unreachable')
    assert.deepEqual(verifySite(settings.out).findings, [])
    const { page } = await openWatched(context, browser, server.url, { javaScriptEnabled: false })
    for (const path of ['', 'about/']) {
      await page.goto(server.url + path)
      assert.ok(await page.getByText('The origin could not be reached on the last run.').first().isVisible())
    }
    assert.ok(await page.getByText('could be had: <b>ECONNREFUSED</b>').isVisible())
  })

  it('changes only the times when it happens again', async () => {
    const before = readTree(settings.out, { times: true })
    leaveUnreachable(2)
    await build()
    assert.deepEqual(
      differences(before, readTree(settings.out, { times: true })).filter((path) => path !== 'manifest.json'),
      ['status.json'],
    )
  })

  it('does not publish a status of another generation', async () => {
    const manifest = findCurrent(settings.state)?.manifest as Manifest
    writeStatus(settings.state, { ...readStatus(), generation: '20200101T000000000Z', gaps: 7 })
    await build()
    assert.equal(readStatus().generation, manifest.generation)
    assert.equal(readStatus().triedAt, manifest.completedAt)
    assert.deepEqual(verifySite(settings.out).findings, [])
  })

  it('agrees with the manifest even if the status of the snapshot was altered', async () => {
    const manifest = findCurrent(settings.state)?.manifest as Manifest
    const shown = { ...readStatus(), triedAt: new Date().toISOString() }
    const counts = { ...manifest.counts, missing: 7 }
    for (const change of [
      { crawledAt: '2000-01-01T00:00:00.000Z', gaps: 7, warnings: 9, counts },
      { outcome: 'gaps' as const },
      { triedAt: 'yesterday' },
      { goodUntil: undefined as unknown as string },
    ]) {
      writeStatus(settings.state, { ...shown, ...change })
      await build()
      assert.deepEqual(verifySite(settings.out).findings, [], JSON.stringify(change))
      assert.equal(readStatus().crawledAt, manifest.completedAt)
      assert.equal(readStatus().outcome, 'complete')
    }
  })
})
