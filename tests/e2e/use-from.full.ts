import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { Browser, Page } from 'playwright'
import { openPackage } from '../../scripts/origin/index.ts'
import { openBrowser } from '../../scripts/screenshots/browser.ts'
import { hrefOf, parseDatasetCode } from '../../src/lib/interface/index.ts'
import { type RunningServer, serveSite } from '../../src/lib/site/index.ts'
import { readCsv } from '../support/csv.ts'
import { AWKWARD } from '../support/mirror.ts'
import { mirrorAwkward } from '../support/shared-mirror.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { openWatched } from './watched-page.ts'

const run = promisify(execFile)
const folder = temporaryFolder({ after })
let browser: Browser
let out: string
let server: RunningServer
let codes: readonly string[]
before(async () => {
  codes = (await openPackage(AWKWARD)).datasets.map(({ code }) => code)
  out = (await mirrorAwkward(folder)).out
  server = await serveSite({ folder: out, host: '127.0.0.1', port: 0, base: '/a base/'.replace(' ', '%20') })
  browser = await openBrowser()
})
after(async () => {
  await browser?.close()
  await server?.close()
})

const datasetOf = (code: string) => hrefOf({ operation: 'get_dataset', code: parseDatasetCode(code) })

/** The code a page shows for a tool, as its copy button would give it. */
async function codeFor(page: Page, tool: string | RegExp): Promise<string> {
  const example = page.locator('.uses details').filter({ has: page.locator('summary', { hasText: tool }) })
  return (await example.locator('code').textContent()) ?? ''
}

/** Pages with examples, and the file they are about: datasets with awkward codes. */
function places(): (readonly [path: string, file: string])[] {
  return codes.map((code) => [datasetOf(code), `api/v1/get_dataset/${code}/index.json`])
}

const readLarge = (_: string, value: unknown, { source }: { source?: string } = {}) =>
  Number.isInteger(value) && !Number.isSafeInteger(value) && /^-?\d+$/.test(source ?? '')
    ? BigInt(source as string)
    : value

describe('the examples of use, executed as on the page', () => {
  it('curl downloads the original bytes, and JavaScript loads the data', async (context) => {
    const { page } = await openWatched(context, browser, server.url)
    for (const [at, [path, file]] of places().entries()) {
      await page.goto(server.url + path)
      await run('sh', ['-c', await codeFor(page, 'curl')], { cwd: folder })
      const json = readFileSync(join(out, file))
      assert.ok(readFileSync(join(folder, 'data.json')).equals(json), file)
      const script = join(folder, `use-${at}.mjs`)
      const code = await codeFor(page, 'JavaScript')
      writeFileSync(script, `${code}\nexport { data }`)
      const { data } = await import(pathToFileURL(script).href)
      const keepLarge = code.includes('BigInt') ? readLarge : undefined
      assert.deepEqual(data, JSON.parse(json.toString(), keepLarge), file)
    }
  })

  it('every example has the address of its file on this mirror', async (context) => {
    const { page } = await openWatched(context, browser, server.url)
    const resource = datasetOf('with space')
    await page.goto(server.url + resource)
    for (const [tool, file] of [
      ['pandas', 'index.csv'],
      [/^R$/, 'index.csv'],
      ['DuckDB', 'index.csv'],
      ['JavaScript', 'index.json'],
    ] as const) {
      const code = await codeFor(page, tool)
      assert.match(code, new RegExp(`["']${server.url}${resource}${file}["']`))
    }
  })

  it('the csv module of Python reads the same records as this mirror', async (context) => {
    if (spawnSync('python3', ['--version']).status !== 0) return context.skip('python3 does not run here')
    const script =
      "import csv, json, sys; print(json.dumps([list(csv.reader(open(file, encoding='utf-8-sig', newline=''))) for file in sys.argv[1:]]))"
    const files = codes.map((code) => join(out, `api/v1/get_dataset/${code}/index.csv`)).filter(existsSync)
    const { stdout } = await run('python3', ['-c', script, ...files])
    const read = JSON.parse(stdout)
    for (const [at, file] of files.entries()) {
      const { names, rows } = readCsv(readFileSync(file))
      assert.deepEqual(read[at], [names, ...rows.map((row) => row.map((text) => text ?? ''))], file)
    }
  })
})

describe('the box of examples', () => {
  it('has the address of this mirror, and a button that copies', async (context) => {
    const { page, complaints } = await openWatched(context, browser, server.url, {
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    const address = server.url + datasetOf('with space')
    await page.goto(address)
    const shown = await codeFor(page, 'curl')
    assert.ok(shown.includes(`"${address}index.json"`), shown)
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
    await page.getByRole('button', { name: 'Copy: curl' }).press('Enter')
    await page.getByRole('button', { name: 'Copied: curl' }).waitFor()
    assert.equal(await page.getByRole('status').filter({ hasText: 'Copied' }).count(), 1)
    assert.equal(await clipboard(), shown)
    await page.getByRole('button', { name: 'Copy: the address of the csv' }).press('Enter')
    await page.getByRole('button', { name: 'Copied: the address of the csv' }).waitFor()
    assert.equal(await clipboard(), `${address}index.csv`)
    assert.equal(await page.getByText('The address is relative to the root').count(), 0)
    assert.deepEqual(complaints, [])
  })

  it('works without JavaScript and from disk with a relative address, and says so', async (context) => {
    const disk = `${pathToFileURL(out).href}/`
    for (const [root, javaScriptEnabled] of [
      [server.url, false],
      [disk, true],
    ] as const) {
      const { page, complaints } = await openWatched(context, browser, root, { javaScriptEnabled })
      await page.goto(`${root}${datasetOf('with space')}index.html`)
      assert.ok((await codeFor(page, 'curl')).includes('"api/v1/get_dataset/with%20space/index.json"'))
      assert.ok(existsSync(join(out, 'api/v1/get_dataset/with space/index.json')))
      assert.ok(await page.getByText('The address is relative to the root').isVisible())
      await page.locator('summary', { hasText: 'DuckDB' }).click()
      assert.ok(await page.locator('code', { hasText: 'read_csv' }).last().isVisible())
      assert.deepEqual(complaints, [])
    }
  })
})

describe('how to cite', () => {
  it('is a sentence without JavaScript, to which a script adds the date of access', async (context) => {
    for (const javaScriptEnabled of [false, true]) {
      const { page, complaints } = await openWatched(context, browser, server.url, { javaScriptEnabled })
      if (javaScriptEnabled) await page.clock.setFixedTime(new Date('2026-03-04T12:00:00Z'))
      await page.goto(server.url + datasetOf('with space'))
      const sentence = (await page.locator('.citation').textContent()) ?? ''
      assert.match(sentence, /\[data set\]\. .*sha256 [0-9a-f]{12}\. Via /)
      assert.equal(sentence.endsWith('Accessed 2026-03-04.'), javaScriptEnabled, sentence)
      assert.deepEqual(complaints, [])
    }
  })

  it('can be copied for programs: RIS with its own line ends', async (context) => {
    const { page } = await openWatched(context, browser, server.url, {
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await page.goto(server.url + datasetOf('with space'))
    for (const [form, like] of [
      ['RIS', /^TY {2}- DATA\r\n.*\r\nY2 {2}- \d{4}\/\d\d\/\d\d\/\r\nER {2}- \r\n$/s],
      ['BibTeX', /^@misc\{with-space-[0-9a-f]{8},\n {2}title = .* {2}urldate = \{\d{4}-\d\d-\d\d\},\n\}$/s],
    ] as const) {
      await page.locator('summary', { hasText: form }).click()
      await page.getByRole('button', { name: `Copy: ${form}` }).press('Enter')
      await page.getByRole('button', { name: `Copied: ${form}` }).waitFor()
      assert.match(await page.evaluate(() => navigator.clipboard.readText()), like)
    }
  })
})
