import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright'
import { buildSite } from '../../scripts/job/site.ts'
import { openBrowser } from '../../scripts/screenshots/browser.ts'
import type { Settings } from '../../src/lib/config/index.ts'
import { listFiles } from '../../src/lib/site/index.ts'
import { differences, readTree } from '../support/files.ts'
import { runHere, runMirror } from '../support/mirror.ts'
import { mirrorAwkward } from '../support/shared-mirror.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { openWatched } from './watched-page.ts'

const folder = temporaryFolder({ after })
let browser: Browser
let settings: Settings
let packed: { file: string; folder: string; files: number; bytes: number; contents: number; sha256: string }
before(async () => {
  settings = await mirrorAwkward(folder)
  packed = await pack(settings.out, 'mirror.zip')
  browser = await openBrowser()
})
after(() => browser?.close())

async function pack(site: string, name: string, env: NodeJS.ProcessEnv = {}): Promise<typeof packed> {
  const { code, stdout, stderr } = await runMirror(['pack', site, '--out', join(folder, name), '--json'], {
    env,
  })
  assert.equal(code, 0, stderr)
  return JSON.parse(stdout)
}

describe('the archive of a site', () => {
  it('has every file in a folder named after the mirror, byte for byte, and its checksums', () => {
    const into = join(folder, 'unpacked')
    mkdirSync(into)
    execFileSync('unzip', ['-q', packed.file, '-d', into], { env: { ...process.env, LC_ALL: 'C.UTF-8' } })
    assert.deepEqual(readdirSync(into), [packed.folder])
    assert.match(packed.folder, /^mirror-of-127\.0\.0\.1-\d+-\d{4}-\d\d-\d\d$/)
    assert.deepEqual(differences(readTree(settings.out), readTree(join(into, packed.folder))), [])
    assert.equal(packed.files, listFiles(settings.out).length)
    execFileSync('sha256sum', ['--check', '--quiet', '--strict', 'SHA256SUMS'], {
      cwd: join(into, packed.folder),
    })
    const [sum] = execFileSync('sha256sum', [packed.file], { encoding: 'utf8' }).split(' ')
    assert.equal(sum, packed.sha256)
  })

  it('is of one run, if what the site states about its last run is replaced while it is packed', async () => {
    const site = join(folder, 'replaced')
    cpSync(settings.out, site, { recursive: true, preserveTimestamps: true })
    const archive = join(folder, 'replaced.zip')
    const packing = runHere(['pack', site, '--out', archive, '--json'])
    while (!existsSync(`${archive}.part`)) await setImmediate()
    for (const name of ['manifest.json', 'status.json']) {
      const text = readFileSync(join(site, name), 'utf8')
      const later = text.replace(/("(?:completedAt|crawledAt)": ")\d{4}/, '$12099')
      writeFileSync(join(site, `../${name}`), later)
      renameSync(join(site, `../${name}`), join(site, name))
    }
    const { code, stdout, stderr } = await packing
    assert.equal(code, 0, stderr)
    assert.match(JSON.parse(stdout).folder, /-2099-/)
  })

  it('is the same for the same site, whatever its file times, time zone and folder', async () => {
    const other = { ...settings, out: join(folder, 'elsewhere') }
    await buildSite(other, new AbortController().signal)
    for (const path of listFiles(other.out)) utimesSync(join(other.out, path), 1, 1)
    const again = await pack(other.out, 'again.zip', { TZ: 'America/New_York', LC_ALL: 'ru_RU.UTF-8' })
    assert.equal(again.sha256, packed.sha256)
    assert.ok(readFileSync(again.file).equals(readFileSync(packed.file)))
  })

  it('opens from disk without errors: home, list, dataset, rows', async (context) => {
    const into = join(folder, 'opened')
    mkdirSync(into)
    execFileSync('python3', ['-m', 'zipfile', '-e', packed.file, into])
    const root = `${pathToFileURL(join(into, packed.folder)).href}/`
    const { page, complaints } = await openWatched(context, browser, root)
    await page.goto(`${root}index.html`)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Datasets' }).click()
    await page.getByRole('main').getByRole('link', { name: 'Набор Код набора' }).first().click()
    assert.equal(await page.locator('table').first().locator('tbody tr').count(), 2)
    await page.waitForURL(/%D0%9A%D0%BE%D0%B4%20.*\/index\.html$/)
    assert.deepEqual(complaints, [])
  })

  it('is named after the mirror and its date, and described in words', async () => {
    const { code, stdout } = await runHere(['pack', settings.out, '--out', join(folder, 'words.zip')])
    assert.equal(code, 0)
    assert.match(stdout, /words\.zip: [\d,]+ files, [\d.]+ [kM]B, .*\nsha256 [0-9a-f]{64}\n.*mirror-of-/)
  })
})

describe('what cannot be packed', () => {
  it('is refused with the name of the file, and nothing is left behind', async () => {
    const damaged = { ...settings, out: join(folder, 'damaged') }
    await buildSite(damaged, new AbortController().signal)
    appendFileSync(join(damaged.out, 'api/v1/list/index.json'), ' ')
    const out = join(folder, 'damaged.zip')
    const { code, stderr } = await runHere(['pack', damaged.out, '--out', out])
    assert.equal(code, 6)
    assert.match(stderr, /api\/v1\/list\/index\.json .*SHA256SUMS/)
    assert.ok(!existsSync(out) && !existsSync(`${out}.part`))
  })

  it('is reported: no site, a target in the site, a folder as target', async () => {
    for (const [args, message] of [
      [[folder], /^pack: .*Build one/],
      [[settings.out, '--out', join(settings.out, 'a.zip')], /^--out: .*a\.zip /],
      [[settings.out, '--out', folder], /^--out: .* is a folder/],
      [[settings.out, '--out', join(folder, 'no/such/a.zip')], /^--out: .*no\/such /],
    ] as const) {
      const { code, stderr } = await runHere(['pack', ...args])
      assert.equal(code, 2)
      assert.match(stderr, message)
    }
  })
})
