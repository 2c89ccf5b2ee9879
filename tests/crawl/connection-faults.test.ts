import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import type { ServerOptions } from 'node:https'
import type { LookupFunction, Socket } from 'node:net'
import { describe, mock, test } from 'node:test'
import { promisify } from 'node:util'
import { Agent } from 'undici'
import { type CrawlOptions, OriginUnreachable } from '../../src/lib/crawl/index.ts'
import { exchange, watchRate } from '../../src/lib/http/exchange.ts'
import { parseBaseAddress } from '../../src/lib/interface/index.ts'
import { AUTHORITY, EXPIRED, FOR_CLIENTS, FOR_OTHER_HOST, SIGNED } from '../support/authority.ts'
import { startConnectProxy } from '../support/connect-proxy.ts'
import { answer, both, openCrawler, serviceRoutes } from '../support/crawling.ts'
import { fillOrigin } from '../support/hostile/estate.ts'
import { reply } from '../support/hostile/fault.ts'
import { startHostile } from '../support/hostile/origin.ts'
import { everyHostIsHere } from '../support/names.ts'
import { startScripted } from '../support/scripted-origin.ts'
import { openTestClient, pathOf } from '../support/timed-client.ts'
import { startUntrusted } from '../support/tls-origin.ts'

describe('faults of connections', () => {
  /** A crawl that must fail: its error, and the pauses it made. */
  async function fail(t: Parameters<typeof startScripted>[0], base: string, options: Partial<CrawlOptions>) {
    const pauses: number[] = []
    const pause = async (ms: number) => void pauses.push(ms)
    const crawler = openCrawler(t, [parseBaseAddress(base)])
    const run = crawler.run({ retries: 4, robots: 'obey', pause, ...options })
    const error = await run.then(
      () => assert.fail('the crawl went well'),
      (error: Error) => error,
    )
    assert.ok(error instanceof OriginUnreachable, error.stack)
    return { message: error.message, pauses }
  }

  const unknown =
    (code: string): LookupFunction =>
    (hostname, _, done) =>
      done(Object.assign(new Error(`getaddrinfo ${code} ${hostname}`), { code, hostname }), [])

  const REASONS: readonly (readonly [
    what: string,
    start: (
      t: Parameters<typeof startScripted>[0],
    ) => Promise<readonly [base: string, Partial<CrawlOptions>]>,
    says: RegExp,
  ])[] = [
    [
      'there is no such host',
      async () => ['http://data.test', { connect: { lookup: unknown('ENOTFOUND') } }],
      /it could not be reached \(ENOTFOUND\): .*\b(www\.)?data\.test .*check the address/,
    ],
    [
      'nothing listens',
      async () => ['http://127.0.0.1:9', {}],
      /it could not be reached \(ECONNREFUSED\): 127\.0\.0\.1:9 .*check the address/,
    ],
    [
      'nobody signed its certificate',
      async (t) => [await startUntrusted(t), {}],
      /it could not be reached \(DEPTH_ZERO_SELF_SIGNED_CERT\): .* config key ca or with NODE_EXTRA_CA_CERTS/,
    ],
    [
      'an unknown authority signed its certificate',
      async (t) => [(await startScripted(t, {}, '', SIGNED)).base, {}],
      /it could not be reached \(UNABLE_TO_VERIFY_LEAF_SIGNATURE\): .* config key ca /,
    ],
    [
      'its certificate has expired',
      async (t) => [
        (await startScripted(t, {}, '', EXPIRED)).base,
        { network: { authorities: [AUTHORITY] } },
      ],
      /it could not be reached \(CERT_HAS_EXPIRED\): its certificate has expired/,
    ],
    [
      'its certificate is that of a client',
      async (t) => [
        (await startScripted(t, {}, '', FOR_CLIENTS)).base,
        { network: { authorities: [FOR_CLIENTS.cert] } },
      ],
      /it could not be reached \(INVALID_PURPOSE\): its certificate is not accepted \(unsuitable certificate purpose\); its operator must replace it/,
    ],
    [
      'its certificate .*host',
      async (t) => {
        const { port } = await startScripted(t, {}, '', SIGNED)
        const connect = { lookup: everyHostIsHere }
        return [`https://other.test:${port}`, { connect, network: { authorities: [AUTHORITY] } }]
      },
      /it could not be reached \(ERR_TLS_CERT_ALTNAME_INVALID\): its certificate .*host/,
    ],
    ...(['TLSv1.2', 'TLSv1.3'] as const).map(
      (version) =>
        [
          `it wants a certificate of ours in ${version}`,
          async (t) => {
            const wanting = {
              ...SIGNED,
              requestCert: true,
              ca: AUTHORITY,
              minVersion: version,
              maxVersion: version,
            }
            return [(await startScripted(t, {}, '', wanting)).base, { network: { authorities: [AUTHORITY] } }]
          },
          /it (could not be reached|was cut off .*) \(ERR_SSL_[\w/]+\): .* client certificate/,
        ] satisfies (typeof REASONS)[number],
    ),
    [
      'it speaks no TLS',
      async (t) => [`https://127.0.0.1:${(await startScripted(t)).port}`, {}],
      /it could not be reached \(ERR_SSL_\w+\): .*try http:/,
    ],
    [
      'the proxy wants a password, for https',
      async (t) => {
        const { url } = await startConnectProxy(t, { login: 'a:b' })
        return ['https://data.test', { network: { proxies: { https: url, except: '' } } }]
      },
      /it could not be reached \(proxy: 407\): .*HTTPS_PROXY/,
    ],
    [
      'the proxy wants a password, for http',
      async (t) => {
        const { url } = await startConnectProxy(t, { login: 'a:b' })
        return ['http://data.test', { network: { proxies: { http: url, except: '' } } }]
      },
      /\(proxy: 407\): .*HTTPS_PROXY/,
    ],
    [
      'the proxy forbids it',
      async (t) => {
        const { url } = await startConnectProxy(t, { refuse: 403 })
        return ['https://data.test', { network: { proxies: { https: url, except: '' } } }]
      },
      /it could not be reached \(proxy: 403\): .*NO_PROXY/,
    ],
    [
      'nothing listens where the proxy should',
      async () => [
        'https://data.test',
        { network: { proxies: { https: 'http://127.0.0.1:9', except: '' } } },
      ],
      /it could not be reached \(ECONNREFUSED\): the proxy at 127\.0\.0\.1:9 .*check HTTPS_PROXY/,
    ],
    [
      'nothing listens where the proxy should, for http',
      async () => ['http://data.test', { network: { proxies: { http: 'http://127.0.0.1:9/', except: '' } } }],
      /it could not be reached \(ECONNREFUSED\): the proxy at 127\.0\.0\.1:9 .*check HTTPS_PROXY/,
    ],
  ]
  for (const [what, start, says] of REASONS)
    test(`when ${what}, the crawl states the cause and what to do, and ends without a pause`, async (t) => {
      const [base, options] = await start(t)
      const { message, pauses } = await fail(t, base, options)
      assert.match(message, says)
      assert.doesNotMatch(message.split('\n')[1] ?? '', /not requested|robots/)
      assert.deepEqual(pauses, [])
    })

  test('retries if the proxy has no connection to the host', async (t) => {
    const { url } = await startConnectProxy(t, { refuse: 502 })
    const network = { proxies: { https: url, except: '' } }
    const { message, pauses } = await fail(t, 'https://data.test', { network })
    assert.match(
      message,
      /could not be reached \(proxy: 502\): the proxy could not connect to it; check the address/,
    )
    assert.ok(pauses.length > 0)
  })

  test('retries after a temporary failure of the name server', async (t) => {
    const { message, pauses } = await fail(t, 'http://data.test', {
      connect: { lookup: unknown('EAI_AGAIN') },
    })
    assert.match(message, /could not be reached \(EAI_AGAIN\): .*name server/)
    assert.ok(pauses.length > 0)
  })

  test('retries a host that answered before although it now refuses connections', async (t) => {
    const origin = await startScripted(t, serviceRoutes({ a: 'x', b: 'y' }))
    let isUp = true
    const down: LookupFunction = (_, options, done) =>
      done(null, options.all ? [{ address: isUp ? '127.0.0.1' : '127.0.0.2', family: 4 }] : '127.0.0.1', 4)
    origin.set({
      'api/v1/get_dataset/a/?type=json': () => {
        isUp = false
        return { body: '[{"row":"x"}]', headers: { connection: 'close' } }
      },
    })
    const pause = async () => {
      isUp = true
    }
    const bases = [parseBaseAddress(`http://data.test:${origin.port}`)]
    const run = await openCrawler(t, bases).run({
      connect: { lookup: down },
      retries: 2,
      concurrency: 1,
      pause,
    })
    assert.deepEqual(run.problems, [])
  })

  for (const [how, close] of [
    ['resets', (socket: Socket) => socket.resetAndDestroy()],
    ['closes', (socket: Socket) => socket.end()],
  ] as const)
    test(`a server that ${how} each connection at its second request costs neither retries nor pauses`, async (t) => {
      const origin = await startHostile(t)
      const codes = Array.from({ length: 30 }, (_, at) => `d${at}`)
      fillOrigin(origin, codes)
      const used = new WeakSet<Socket>()
      for (const resource of origin.resources.keys())
        origin.misbehave(resource, (exchange) => {
          if (used.has(exchange.socket)) return close(exchange.socket)
          used.add(exchange.socket)
          return reply(200, exchange.good)(exchange)
        })
      const pauses: number[] = []
      const pause = async (ms: number) => void pauses.push(ms)
      const { manifest, problems } = await openCrawler(t, [origin.base]).run({ retries: 0, pause })
      assert.deepEqual(problems, [])
      assert.deepEqual([manifest.complete, pauses], [true, []])
    })

  test('an unreadable robots.txt is reported with its cause', async (t) => {
    const origin = await startScripted(t, serviceRoutes({ a: 'x' }))
    origin.set({ 'robots.txt': { after: new Promise(() => {}) } })
    const { message } = await fail(t, origin.base, {
      retries: 0,
      deadlines: { connect: 5, idle: 0.2, total: 5 },
    })
    assert.match(
      message,
      /robots\.txt: it did not answer in time .*; .*127\.0\.0\.1:\d+ .*(the config key robots)/,
    )
  })

  /** Crawls in a process that has opened as many files as it may once the crawl is about to connect. Prints what a command would report. */
  const EXHAUSTED = `
import { closeSync, openSync } from 'node:fs'
import { report } from '${new URL('../../scripts/cli/faults.ts', import.meta.url)}'
import { crawl } from '${new URL('../../src/lib/crawl/index.ts', import.meta.url)}'
import { openCrawler } from '${new URL('../support/crawling.ts', import.meta.url)}'
const open = []
const exhaust = () => { try { for (;;) open.push(openSync('/dev/null')) } catch {} }
const { options } = openCrawler({ after: (act) => process.once('exit', act) }, [process.argv[1]])
const on = ({ phase }) => { if (phase === 'lists') exhaust() }
const result = await crawl(options, on).then(({ states }) => states, report)
open.forEach(closeSync)
console.log(JSON.stringify(result))
`

  for (const [what, host] of Object.entries({ connecting: '127.0.0.1', 'looking up a host': 'localhost' }))
    test(`too many open files while ${what} are a fault of this machine, not of the origin`, async (t) => {
      const origin = await startScripted(t, serviceRoutes({ a: 'x' }))
      const base = origin.base.replace('127.0.0.1', host)
      const limited = 'ulimit -n 256; exec "$0" "$@"'
      const args = ['-c', limited, process.execPath, '--input-type=module', '-e', EXHAUSTED, base]
      const { stdout } = await promisify(execFile)('sh', args)
      assert.deepEqual(JSON.parse(stdout), {
        error: `No connection to ${new URL(base).origin} could be opened (EMFILE). This process has too many open files. Raise its limit (ulimit -n), then run again.`,
        code: 'system',
        exitCode: 1,
      })
    })
})

describe('changed certificates', () => {
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

  for (const [at, [what, secure, says]] of CHANGED.entries())
    for (const concurrency of at === 0 ? [1, 4] : [4])
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
})

describe('deadlines', () => {
  test('gives up on a host that does not accept the connection', async (t) => {
    const base = parseBaseAddress('http://data.test')
    // A lookup that never answers is a connection that is never there.
    const run = openCrawler(t, [base]).run({
      deadlines: { connect: 0.2, idle: 20, total: 60 },
      connect: { lookup: () => {} },
    })
    await assert.rejects(run, (error: Error) => {
      assert.ok(error instanceof OriginUnreachable)
      assert.match(error.message, /did not answer in time \(Connect Timeout/)
      return true
    })
  })

  test('a full disk is not reported as a fault of the origin', async (t) => {
    const origin = await startScripted(t, { x: answer('[]', 'application/json') })
    const agent = new Agent()
    t.after(() => agent.destroy())
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    const answered = exchange(agent, {
      url: new URL(`${origin.base}x`),
      headers: {},
      total: 5000,
      signal: new AbortController().signal,
      open: () => ({
        write() {
          throw full
        },
      }),
    })
    await assert.rejects(answered, full)
  })
})

describe('the minimum rate', () => {
  /** The result of a watch of 100 bytes in 1000 ms for a script of one entry per second. */
  function watch(seconds: readonly ((trickle: ReturnType<typeof watchRate>) => void)[]): number[] {
    mock.timers.enable({ apis: ['setInterval'] })
    const slow: number[] = []
    let now = 0
    const trickle = watchRate(1000, 100, () => slow.push(now))
    trickle.count(0)
    for (const second of seconds) {
      second(trickle)
      now++
      mock.timers.tick(1000)
    }
    trickle.stop()
    mock.timers.tick(5000)
    mock.timers.reset()
    return slow
  }

  test('a body is too slow if a whole window has too few bytes', () => {
    assert.deepEqual(
      watch([(one) => one.count(100), (one) => one.count(99), (one) => one.count(500), () => {}]),
      [2, 4],
    )
  })

  test('a window in which we paused the transfer does not count', () => {
    const pause = (one: ReturnType<typeof watchRate>) => one.pause()
    const resume = (one: ReturnType<typeof watchRate>) => one.resume()
    assert.deepEqual(watch([pause, () => {}, resume, () => {}]), [4])
    const both = (one: ReturnType<typeof watchRate>) => [pause, resume].forEach((act) => void act(one))
    assert.deepEqual(watch([both, () => {}]), [2])
  })

  test('a small body is never too slow, and without a minimum rate none is', async (t) => {
    const origin = await startScripted(t, { [pathOf('a')]: '[]' })
    assert.equal(await openTestClient(t, [origin.base], { minRate: 1_000_000 }).ask('a'), '[]')
    assert.equal(await openTestClient(t, [origin.base], { minRate: 0 }).ask('a'), '[]')
  })
})
