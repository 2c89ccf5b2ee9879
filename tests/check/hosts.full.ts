import assert from 'node:assert/strict'
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it, type TestContext } from 'node:test'
import { PROMISE_NAMES } from '../../src/lib/check/index.ts'
import { type RunningServer, serveSite } from '../../src/lib/site/index.ts'
import { runHere } from '../support/mirror.ts'
import { startScripted } from '../support/scripted-origin.ts'
import { mirrorAwkward } from '../support/shared-mirror.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { check, runCheck } from './support/checking.ts'
import { startPlainHost } from './support/plain-host.ts'
import { startProxy } from './support/proxy.ts'
import { copySite, mirrorSmall } from './support/sites.ts'

const folder = temporaryFolder({ after })
let site: string
let host: RunningServer
/** A site with codes of every kind, for which there are many times as many requests. */
let awkward: string
before(async () => {
  site = await mirrorSmall({ after } as TestContext, join(folder, 'small'))
  awkward = (await mirrorAwkward(join(folder, 'awkward'))).out
  host = await serveSite({ folder: site, host: '127.0.0.1', port: 0, base: '/' })
})
after(() => host?.close())

describe('a host with the rules of the mirror', () => {
  it('meets every requirement', async (t) => {
    const server = await serveSite({ folder: awkward, host: '127.0.0.1', port: 0, base: '/' })
    t.after(() => server.close())
    const { code, report, of } = await check(server.url)
    assert.deepEqual([of('fail'), of('unsupported'), of('unchecked')], [[], [], []])
    assert.ok(of('pass').length >= PROMISE_NAMES.length - 1, of('skipped').join())
    assert.equal(code, 0)
    assert.equal(report.host, 'rules')
    assert.equal(report.datasets, report.of)
    assert.ok(report.of > 20)
  })

  it('meets every requirement below a path, given with or without its slash or with a file', async (t) => {
    const based = await serveSite({ folder: site, host: '127.0.0.1', port: 0, base: '/any/base/' })
    t.after(() => based.close())
    for (const address of [based.url.slice(0, -1), `${based.url}index.html`]) {
      const { code, report, of } = await check(address, '--sample', '0')
      assert.deepEqual([code, of('fail'), of('unsupported'), report.site], [0, [], [], based.url])
    }
  })

  it('gets at most eight concurrent requests, all with the user agent of this program', async (t) => {
    const proxy = await startProxy(t, host.url, () => undefined)
    const { report } = await check(proxy.url, '--sample', '1')
    assert.ok(proxy.busiest > 1 && proxy.busiest <= 8, `${proxy.busiest} at once`)
    for (const { headers } of proxy.requests)
      assert.match(headers['user-agent'] ?? '', /^open-data-mirror\/\d+\.\d+\.\d+$/)
    // The base address is requested by another client.
    assert.ok(Math.abs(proxy.requests.length - report.requests) <= 2)
  })

  it('gets one more request after a cut answer and after a 503', async (t) => {
    const seen = new Map<string, number>()
    const proxy = await startProxy(t, host.url, ({ target, method }) => {
      const count = (seen.get(target) ?? 0) + 1
      seen.set(target, count)
      if (count > 1 || method !== 'GET') return undefined
      if (target === 'api/v1/list/?type=json') return { cutAt: 20 }
      return target === 'api/v1/list/index.xml' ? { status: 503, headers: { 'retry-after': '0' } } : undefined
    })
    const { code, of } = await check(proxy.url, '--sample', '0')
    assert.deepEqual([code, of('fail'), of('unsupported')], [0, [], []])
  })

  it('is checked at the address on the same host that it redirects to', async (t) => {
    const front = await startProxy(t, host.url, ({ target }) =>
      target.startsWith('old/') ? { status: 301, headers: { location: `/${target.slice(4)}` } } : undefined,
    )
    const { code, report, noted } = await check(`${front.url}old/`, '--sample', '0')
    assert.equal(code, 0)
    assert.equal(report.site, front.url)
    assert.match(noted('moved').join(), /\/old\/ .*http/)
  })
})

describe('a plain host', () => {
  it('is recognized: what it does not support does not fail', async (t) => {
    const plain = await startPlainHost(t, awkward)
    const { code, report, of, find } = await check(plain)
    assert.equal(report.host, 'plain')
    assert.deepEqual(of('fail'), [])
    assert.equal(code, 0)
    for (const promise of [
      'query',
      'first',
      'notfound',
      'cors',
      'nosniff',
      'policy',
      'caching',
      'validators',
      'range',
    ])
      assert.equal(find(promise).outcome, 'unsupported', promise)
    for (const promise of ['data', 'pages', 'files', 'links', 'missing', 'fresh', 'coding', 'odd', 'head'])
      assert.equal(find(promise).outcome, 'pass', promise)
    assert.equal(find('query').examples[0]?.saw, 'the html page')
  })

  it('is described in the text report', async (t) => {
    const { stdout } = await runCheck(await startPlainHost(t, site), '--sample', '0')
    assert.match(stdout, /^ {2}unsupported {2}query +\d+ of \d+ {2}\?type=json and \?type=xml/m)
    assert.match(stdout, /^Not supported by this host: query, /m)
    assert.match(stdout, /index\.json and index\.xml/)
    assert.match(stdout, /All required checks passed\.\n$/)
  })

  it('fails with --strict', async (t) => {
    const { code, find } = await check(await startPlainHost(t, site), '--strict', '--sample', '0')
    assert.equal(code, 6)
    assert.equal(find('query').outcome, 'fail')
  })

  it('fails if it has other bytes', async (t) => {
    const proxy = await startProxy(t, await startPlainHost(t, site), ({ target }, { body }) =>
      target === 'api/v1/list/index.json' ? { body: Buffer.from(body.toString().toUpperCase()) } : undefined,
    )
    const { code, of } = await check(proxy.url, '--sample', '0')
    assert.deepEqual([code, of('fail')], [6, ['data']])
  })

  it('fails if a wrong media type makes a browser download pages, or ignore a style or script', async (t) => {
    for (const [ending, type] of [
      ['/', 'application/octet-stream'],
      ['.css', 'text/plain'],
      ['.js', 'text/html'],
    ] as const) {
      const proxy = await startProxy(t, await startPlainHost(t, site), ({ target }, { status, headers }) =>
        status === 200 && `/${target.split('?')[0]}`.endsWith(ending)
          ? { headers: { ...headers, 'content-type': type } }
          : undefined,
      )
      const { code, of, find } = await check(proxy.url, '--sample', '0')
      assert.deepEqual([code, of('fail')], [6, ['types']], ending)
      assert.equal(find('types').examples[0]?.saw, `content-type: ${type}`)
    }
  })
})

describe('a site that cannot be checked', () => {
  it('exits with 3 if nothing listens', async (t) => {
    const gone = await startScripted(t)
    gone.close()
    const { code, stderr, stdout } = await runHere(['check', gone.base, '--json'])
    assert.equal(code, 3, stderr)
    assert.match(
      stderr,
      /^http:\/\/127\.0\.0\.1:\d+\/status\.json could not be reached \(ECONNREFUSED\): 127\.0\.0\.1:\d+ .*\.\n$/,
    )
    assert.equal(JSON.parse(stdout).exitCode, 3)
    assert.equal(JSON.parse(stdout).code, 'site-unreachable')
  })

  it('exits with 3 if the host fails, denies access, or redirects elsewhere', async (t) => {
    for (const [reply, says] of [
      [{ status: 503, headers: { 'retry-after': '0' } }, /manifest\.json answered 503/],
      [{ status: 403 }, /manifest\.json answered 403/],
      [
        { status: 301, headers: { location: 'https://elsewhere.example/status.json' } },
        /redirects to another host/,
      ],
      [{ status: 301, headers: { location: '/login' } }, /redirects to another address, http.*\/login/],
    ] as const) {
      const origin = await startScripted(t)
      origin.otherwise(reply)
      const { code, stderr } = await runCheck(origin.base)
      assert.equal(code, 3)
      assert.match(stderr, says)
    }
  })

  it('exits with 3 if the host goes away during the check', async (t) => {
    let left = 60
    const proxy = await startProxy(t, host.url, () => {
      if (--left === 0) proxy.close()
      return undefined
    })
    const { code, stderr } = await runCheck(proxy.url)
    assert.equal(code, 3)
    assert.match(stderr, /after \d+ requests: .*ECONNREFUSED/)
  })

  it('exits with 6 if there is another site', async (t) => {
    const { code, of, find } = await check((await startScripted(t)).base)
    assert.deepEqual([code, of('fail')], [6, ['statements']])
    assert.equal(find('statements').examples[0]?.saw, '404')
    assert.equal(find('data').outcome, 'skipped')
  })

  for (const [args, says] of [
    [[], /^check: expected the address of a mirror, such as https:/],
    [['dist'], /^check: expected an address such as https:\/\/data\.example\.org, saw "dist"/],
    [['ftp://x.org'], /^check: expected an address that begins with http/],
    [
      ['http://x.org', '--sample', 'many'],
      /^--sample: expected a whole number from 0 to 1000000, saw "many"/,
    ],
    [['http://x.org', '--against', 'x'], /^--against: expected an address such as/],
  ] as const)
    it(`exits with 2 and states the fault: check ${args.join(' ')}`, async () => {
      const { code, stderr } = await runHere(['check', ...args])
      assert.equal(code, 2)
      assert.match(stderr, says)
    })
})

describe('a mirror that was built with a gap', () => {
  it('must answer 404 for files that its manifest calls missing', async (t) => {
    const holed = copySite(t, site)
    const path = 'api/v1/get_dataset/roads/index.xml'
    rmSync(join(holed, path))
    const sums = readFileSync(join(holed, 'SHA256SUMS'), 'utf8')
    writeFileSync(
      join(holed, 'SHA256SUMS'),
      // As an earlier version built it: the chain of generations states the checksum of these lines.
      sums.replace(/^[\da-f]+ {2}(?:api\/v1\/get_dataset\/roads\/index\.xml|generations\.jsonl)\n/gm, ''),
    )
    rmSync(join(holed, 'generations.jsonl'))
    const manifest = JSON.parse(readFileSync(join(holed, 'manifest.json'), 'utf8'))
    const record = manifest.records.find((one: { path: string }) => one.path === path)
    for (const key of ['sha256', 'bytes']) delete record[key]
    const status = JSON.parse(readFileSync(join(holed, 'status.json'), 'utf8'))
    for (const one of [manifest, status]) {
      one.counts[record.state]--
      one.counts.missing++
    }
    record.state = 'missing'
    writeFileSync(join(holed, 'manifest.json'), JSON.stringify(manifest))
    writeFileSync(join(holed, 'status.json'), JSON.stringify(status))
    const served = await serveSite({ folder: holed, host: '127.0.0.1', port: 0, base: '/' })
    t.after(() => served.close())
    const good = await check(served.url, '--sample', '3')
    assert.deepEqual([good.code, good.of('fail'), good.of('unsupported')], [0, [], []])
    copyFileSync(join(site, path), join(holed, path))
    const bad = await check(served.url, '--sample', '3')
    assert.equal(bad.code, 6)
    assert.ok(bad.of('fail').includes('missing'))
  })
})
