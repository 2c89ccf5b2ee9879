import assert from 'node:assert/strict'
import { readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it, mock } from 'node:test'
import { identifyProgram } from '../../scripts/job/program.ts'
import { verifySite } from '../../src/lib/site/index.ts'
import { localeOf } from '../../src/lib/site/view/index.ts'
import { differences, readTree } from '../support/files.ts'
import { runHere, settingsIn } from '../support/mirror.ts'
import { API, openMirrored, PAGE_OF_A } from './edited-mirror.ts'

describe('an incremental build', () => {
  it('shares the pages of unchanged datasets with the published site, and no others', async (context) => {
    const { service, config, folder, crawl, build } = await openMirrored(context)
    const settings = settingsIn(folder, config)
    await crawl(settings)
    await build(settings)
    const inodes = () =>
      new Map(
        [...service.datasets.keys()].map((id) => {
          return [id, statSync(join(settings.out, `${API}/get_dataset/${id}/index.html`)).ino]
        }),
      )
    const before = inodes()
    service.datasets.get('a')?.rows.push('new')
    await crawl(settings)
    await build(settings)
    const shared = [...inodes()].filter(([id, inode]) => before.get(id) === inode).map(([id]) => id)
    assert.deepEqual(shared, ['b', 'c', 'd', 'e'])
  })

  it('renders the page of an unchanged dataset again exactly when its related datasets or those before and after it change', async (context) => {
    const { service, config, folder, crawl, build } = await openMirrored(context)
    const settings = settingsIn(folder, config)
    Object.assign(service.datasets.get('a') ?? {}, { column: 'district', title: 'Zoo' })
    await crawl(settings)
    await build(settings)
    const pages = () =>
      new Map(
        [...service.datasets.keys()].map((id) => {
          const page = join(settings.out, `${API}/get_dataset/${id}/index.html`)
          return [id, { inode: statSync(page).ino, html: readFileSync(page, 'utf8') }]
        }),
      )
    const before = pages()
    Object.assign(service.datasets.get('b') ?? {}, { title: 'A new name' })
    await crawl(settings)
    await build(settings)
    const after = pages()
    const shared = [...after].filter(([id, { inode }]) => before.get(id)?.inode === inode)
    assert.deepEqual(
      shared.map(([id]) => id),
      ['a'],
    )
    assert.match(after.get('c')?.html ?? '', /href="\.\.\/b\/index\.html"[^>]*>A new name</)
    assert.doesNotMatch(after.get('a')?.html ?? '', /id="related"/)
  })

  it('shares the pages of a site that was made ready for a host by hand', async (context) => {
    const { config, folder, crawl, build } = await openMirrored(context)
    const settings = settingsIn(folder, config)
    await crawl(settings)
    await build(settings)
    const page = join(settings.out, PAGE_OF_A)
    const { ino } = statSync(page)
    assert.equal((await runHere(['host', 'netlify', settings.out, '--quiet'])).code, 0)
    await build(settings)
    assert.equal(statSync(page).ino, ino)
    assert.deepEqual(verifySite(settings.out).findings, [])
  })

  it('leaves the published folder as it is if nothing was changed, but for the times of the run', async (context) => {
    const { config, folder, crawl, build } = await openMirrored(context)
    const settings = settingsIn(folder, config)
    await crawl(settings)
    await build(settings)
    const [inode, before] = [statSync(settings.out).ino, readTree(settings.out, { times: true })]
    await crawl(settings)
    await build(settings)
    assert.equal(statSync(settings.out).ino, inode)
    assert.deepEqual(differences(before, readTree(settings.out, { times: true })), [
      'manifest.json',
      'status.json',
    ])
  })

  it('states what the last run did not request, and no longer when a run requests it', async (context) => {
    const { service, config, folder, crawl, build } = await openMirrored(context)
    for (const dataset of service.datasets.values()) dataset.updated = '2026-01-01'
    const settings = settingsIn(folder, config)
    const { words } = localeOf('en')
    const read = (page: string) => readFileSync(join(settings.out, page), 'utf8')
    const stated = () => [
      read(PAGE_OF_A).includes(words.statedUnasked),
      /(\d+) files were not requested/.exec(read('about/index.html'))?.[1],
    ]
    await crawl(settings)
    await build(settings)
    assert.deepEqual(stated(), [false, undefined])
    await crawl({ ...settings, revisit: 30 })
    await build(settings)
    assert.deepEqual(stated(), [true, '5'])
    Object.assign(service.datasets.get('b') ?? {}, { updated: '2026-01-02' })
    await crawl({ ...settings, revisit: 30 })
    await build(settings)
    assert.deepEqual(stated(), [true, '4'])
    await crawl(settings)
    await build(settings)
    assert.deepEqual(stated(), [false, undefined])
  })

  it('renders every page again after an update of Node.js, which formats and sorts what pages show', () => {
    assert.notEqual(identifyProgram('v24.1.0'), identifyProgram('v24.2.0'))
  })

  it('replaces a page that was altered with its length and time kept within 32 days, whatever else a build changes', async (context) => {
    const { service, config, folder, crawl, build } = await openMirrored(context)
    const settings = settingsIn(folder, config)
    await crawl(settings)
    await build(settings)
    const page = join(settings.out, PAGE_OF_A)
    const [whole, { atime, mtime }] = [readFileSync(page), statSync(page)]
    const alter = () => {
      writeFileSync(page, Buffer.alloc(whole.length, 'x'))
      utimesSync(page, atime, mtime)
    }
    mock.timers.enable({ apis: ['Date'], now: Date.now() })
    context.after(() => mock.timers.reset())
    const day = 86_400_000
    alter()
    for (let days = 0; days < 32 && !readFileSync(page).equals(whole); days++) {
      mock.timers.tick(day)
      await build(settings)
    }
    assert.ok(readFileSync(page).equals(whole))
    alter()
    mock.timers.tick(32 * day)
    service.datasets.get('e')?.rows.push('new')
    await crawl(settings)
    await build(settings)
    assert.ok(readFileSync(page).equals(whole))
  })
})
