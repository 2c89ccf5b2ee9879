import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright'
import { openBrowser } from '../../scripts/screenshots/browser.ts'
import { hrefOf, parseDatasetCode } from '../../src/lib/interface/index.ts'
import { listFiles, serveSite, verifySite } from '../../src/lib/site/index.ts'
import { mirrorInto, settingsIn } from '../support/mirror.ts'
import { startScripted } from '../support/scripted-origin.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { HOSTILE_CODES, HOSTILE_XML, hostileRoutes } from './hostile-routes.ts'
import { openSite, openWatched } from './watched-page.ts'

const folder = temporaryFolder({ after })
let browser: Browser
let out: string
before(async () => {
  const origin = await startScripted({ after } as never, hostileRoutes())
  const settings = settingsIn(folder, { origin: origin.base, codes: HOSTILE_CODES, refuse: [] })
  const { manifest } = await mirrorInto(settings)
  assert.deepEqual(new Set(manifest.codes.order), new Set(HOSTILE_CODES))
  out = settings.out
  browser = await openBrowser()
})
after(() => browser?.close())

const pagesOf = (site: string) => listFiles(site).filter((path) => path.endsWith('.html'))
const addressOfFile = (path: string) => path.split('/').map(encodeURIComponent).join('/')

/** Everything a visitor could trigger: hover, focus, open. And elements that must not be on the page. */
function provoke(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = []
    for (const element of document.querySelectorAll('*')) {
      for (const name of ['mouseover', 'focus', 'load', 'error', 'toggle'])
        element.dispatchEvent(new Event(name))
      for (const { name } of element.attributes) if (name.startsWith('on')) faults.push(`has ${name}`)
    }
    for (const link of document.querySelectorAll('a[href]'))
      if (!/^(https?|file):$/.test((link as HTMLAnchorElement).protocol)) faults.push(`links to ${link}`)
    for (const foreign of document.querySelectorAll(
      'iframe, img, object, embed, base, form:not([role=search], .trial[data-try]), meta[http-equiv=refresh]',
    ))
      faults.push(`holds ${foreign.outerHTML}`)
    for (const { action } of document.querySelectorAll<HTMLFormElement>('form:not(.trial)'))
      if (!/\/search\/(index\.html)?$/.test(action)) faults.push(`sends a form to ${action}`)
    return faults
  })
}

describe('a mirror of hostile data', () => {
  for (const [place, base] of [
    ['over http under a base path', '/any/base/'],
    ['from a disk', undefined],
  ] as const)
    it(`executes nothing of it, loads nothing from elsewhere and logs no error, ${place}`, async (context) => {
      const { page, complaints, root } = await openSite(context, browser, { folder: out, base })
      const paths = pagesOf(out)
      assert.ok(paths.length >= 6 + HOSTILE_CODES.length)
      for (const path of paths) {
        await page.goto(root + addressOfFile(path))
        // The search writes all titles and descriptions into its page.
        if (path === 'search/index.html') await page.locator('.hits li').last().waitFor()
        assert.deepEqual([path, await provoke(page)], [path, []])
        assert.deepEqual([path, complaints], [path, []])
      }
    })

  it('has its styles and its script on every page, so the policy blocks nothing that is needed', async (context) => {
    const server = await serveSite({ folder: out, host: '127.0.0.1', port: 0, base: '/' })
    context.after(() => server.close())
    for (const root of [server.url, `${pathToFileURL(out).href}/`]) {
      const { page } = await openWatched(context, browser, root)
      await page.goto(`${root}index.html`)
      assert.equal(await page.evaluate(() => document.styleSheets.length), 1)
      assert.equal(
        await page.evaluate(() => getComputedStyle(document.querySelector('.mast') as Element).display),
        'flex',
      )
      assert.equal(await page.evaluate('typeof cleanLinks'), 'function')
    }
  })

  it('would be protected by the policy of the pages alone if markup got through', async (context) => {
    const server = await serveSite({ folder: out, host: '127.0.0.1', port: 0, base: '/' })
    context.after(() => server.close())
    // The page's own <meta>, without the header: that is all there is on most hosts.
    for (const root of [server.url, `${pathToFileURL(out).href}/`]) {
      const { page, complaints } = await openWatched(context, browser, root)
      await page.route('**/*', async (route) => {
        const answer = await route.fetch().catch(() => undefined)
        if (answer === undefined) return route.continue()
        const { 'content-security-policy': _, ...headers } = answer.headers()
        await route.fulfill({ response: answer, headers })
      })
      await page.goto(`${root}index.html`)
      await page.evaluate(() => {
        document.body.insertAdjacentHTML(
          'beforeend',
          '<img src="https://evil.example/x.png" onerror="alert(1)"><style>body { display: none }</style><a id="bad" href="javascript:alert(2)">x</a><form id="form" action="https://evil.example/"></form>',
        )
        const script = document.createElement('script')
        script.textContent = 'alert(3)'
        document.body.append(script)
        ;(document.querySelector('#bad') as HTMLElement).click()
        ;(document.querySelector('#form') as HTMLFormElement).submit()
      })
      await page.waitForFunction(() => getComputedStyle(document.body).display !== 'none')
      assert.ok(complaints.length >= 4, complaints.join('\n'))
      assert.deepEqual(
        complaints.filter((text) => !/Content Security Policy/.test(text)),
        [],
      )
      assert.equal(page.url(), `${root}index.html`)
    }
  })

  it('shows its xml and json as data: no script runs, no style or image is loaded', async (context) => {
    const server = await serveSite({ folder: out, host: '127.0.0.1', port: 0, base: '/' })
    context.after(() => server.close())
    const { page, complaints } = await openWatched(context, browser, server.url)
    for (const code of HOSTILE_CODES)
      for (const format of ['xml', 'json']) {
        const address = hrefOf({ operation: 'get_dataset', code: parseDatasetCode(code) })
        const answer = await page.goto(`${server.url}${address}?type=${format}`)
        assert.equal(answer?.headers()['content-security-policy'], "sandbox; default-src 'none'")
        assert.equal(answer?.headers()['x-content-type-options'], 'nosniff')
      }
    // The browser logs what it refused; nothing was requested, and no dialog opened.
    assert.deepEqual(
      complaints.filter((text) => /^(asks for|opens)/.test(text)),
      [],
    )
  })

  it('has xml that executes if a host sends no policy, which is why the header is needed', async (context) => {
    const plain = createServer((_, response) =>
      response
        .writeHead(200, { 'content-type': 'application/xml' })
        .end(HOSTILE_XML.replace(/<\?xml-s.*\?>\n/g, '')),
    )
    await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve))
    context.after(() => plain.close())
    const root = `http://127.0.0.1:${(plain.address() as AddressInfo).port}/`
    const { page, complaints } = await openWatched(context, browser, root)
    await page.goto(root)
    assert.ok(complaints.includes('opens a dialog: ran'), complaints.join('\n'))
  })

  it('has no broken links', () => {
    assert.deepEqual(verifySite(out).findings, [])
    assert.ok(listFiles(out).includes('status.json'))
  })
})
