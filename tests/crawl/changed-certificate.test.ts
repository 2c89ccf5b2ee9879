import assert from 'node:assert/strict'
import type { ServerOptions } from 'node:https'
import { test } from 'node:test'
import { AUTHORITY, EXPIRED, FOR_CLIENTS, FOR_OTHER_HOST, SIGNED } from '../support/authority.ts'
import { both, openCrawler, serviceRoutes } from '../support/crawling.ts'
import { startScripted } from '../support/scripted-origin.ts'

const CODES = Array.from({ length: 20 }, (_, index) => `d${index}`)
const service = (text: string) =>
  serviceRoutes(Object.fromEntries(CODES.map((code) => [code, `${text} ${code}`])))

/** The certificates that a host may present instead of its own, and what is reported then. */
const CHANGED: readonly (readonly [what: string, secure: ServerOptions, says: RegExp])[] = [
  [
    'of another host',
    FOR_OTHER_HOST,
    /could not be reached \(ERR_TLS_CERT_ALTNAME_INVALID\): its certificate is for another host/,
  ],
  ['that has expired', EXPIRED, /could not be reached \(CERT_HAS_EXPIRED\): its certificate has expired/],
  ['for clients', FOR_CLIENTS, /could not be reached \(INVALID_PURPOSE\): its certificate is not accepted/],
]

for (const [what, secure, says] of CHANGED)
  for (const concurrency of [1, 4])
    test(`a certificate ${what} in the middle of a crawl with ${concurrency} requests at once keeps all copies that were not fetched before`, async (t) => {
      const origin = await startScripted(t, service('first'), '', SIGNED)
      const crawler = openCrawler(t, origin)
      const authorities = [AUTHORITY, FOR_OTHER_HOST.cert, FOR_CLIENTS.cert]
      const pauses: number[] = []
      const options = {
        retries: 4,
        concurrency,
        robots: 'obey' as const,
        network: { authorities },
        pause: async (ms: number) => void pauses.push(ms),
      }
      await crawler.run(options)
      const [, xml] = Object.values(both('x', [{ row: 'second d5' }]))
      origin.set(service('second'))
      origin.set({
        'api/v1/get_dataset/d5/?type=xml': () => {
          origin.present(secure)
          return xml as { body: string }
        },
      })
      origin.forget()
      const run = await crawler.run(options)
      assert.equal(run.manifest.complete, false)
      const stale = CODES.flatMap((code) => [
        `get_dataset/${code}/index.json`,
        `get_dataset/${code}/index.xml`,
      ]).filter((path) => run.states[path] !== 'fetched')
      assert.ok(stale.length > 4 && stale.length < 40, `${stale.length} are stale`)
      for (const path of stale) {
        assert.equal(run.states[path], 'stale')
        assert.match(run.text(path), /first d\d/)
        assert.match(run.record(path)?.reason ?? '', /certificate|not requested/)
      }
      const gaps = run.problems.filter((one) => one.startsWith('gap'))
      assert.ok(
        gaps.some((gap) => says.test(gap)),
        gaps.join('\n'),
      )
      assert.ok(
        gaps.every((gap) => says.test(gap) || /lists|not requested/.test(gap)),
        gaps.join('\n'),
      )
      assert.ok(origin.requests.length <= 60)
      // A certificate is not there again after a pause, so the host is given up soon.
      assert.ok(pauses.length <= 40, `${pauses.length} pauses`)
      assert.ok(pauses.every((pause) => pause <= 8000))
    })
