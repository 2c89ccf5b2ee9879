import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { rootCertificates } from 'node:tls'
import { readNetwork } from '../../scripts/job/network.ts'
import { AUTHORITY, SIGNED } from '../support/authority.ts'
import { startConnectProxy } from '../support/connect-proxy.ts'
import { serviceRoutes } from '../support/crawling.ts'
import { runHere, runMirror } from '../support/mirror.ts'
import { startScripted } from '../support/scripted-origin.ts'
import { temporaryFolder } from '../support/temporary.ts'

const NO_PROXIES = {
  http_proxy: '',
  HTTP_PROXY: '',
  https_proxy: '',
  HTTPS_PROXY: '',
  no_proxy: '',
  NO_PROXY: '',
}

const run = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  runMirror(args, { env: { ...NO_PROXIES, ...env } })

/** A state folder, a config that trusts the authority, and a way to crawl with them. */
function openPlace(t: TestContext) {
  const folder = temporaryFolder(t)
  const authority = join(folder, 'authority.pem')
  writeFileSync(authority, AUTHORITY)
  const trusting = join(folder, 'trusting.config.ts')
  writeFileSync(trusting, `export default { ca: ${JSON.stringify(authority)} }`)
  const state = join(folder, 'state')
  return {
    authority,
    trusting: ['--config', trusting],
    crawl: (origin: string, args: readonly string[] = [], env: NodeJS.ProcessEnv = {}) =>
      run(['crawl', '--origin', origin, '--state', state, ...args], env),
  }
}

describe('a service behind a proxy', () => {
  it('is mirrored over https by HTTPS_PROXY, with the authority that the config names', async (t) => {
    const origin = await startScripted(t, serviceRoutes({ a: 'x' }), '', SIGNED)
    const proxy = await startConnectProxy(t, { login: 'me:p w' })
    const { crawl, trusting } = openPlace(t)
    const named = `http://me:p%20w@127.0.0.1:${proxy.port}`
    const service = `https://data.test:${origin.port}`
    const { code, stderr } = await crawl(service, trusting, { HTTPS_PROXY: named })
    assert.equal(code, 0, stderr)
    assert.deepEqual([...new Set(proxy.requests)], [`CONNECT data.test:${origin.port}`])
    assert.ok(origin.requests.some(({ path }) => path === 'api/v1/get_dataset/a/?type=json'))
  })

  it('is mirrored over http by http_proxy, which takes precedence over HTTP_PROXY', async (t) => {
    const origin = await startScripted(t, serviceRoutes({ a: 'x' }))
    const proxy = await startConnectProxy(t)
    const other = await startConnectProxy(t, { refuse: 403 })
    const named = { http_proxy: `127.0.0.1:${proxy.port}`, HTTP_PROXY: other.url }
    const { code, stderr } = await openPlace(t).crawl(`http://data.test:${origin.port}`, [], named)
    assert.equal(code, 0, stderr)
    assert.deepEqual(other.requests, [])
    assert.ok(proxy.requests.includes(`GET http://data.test:${origin.port}/api/v1/list/?type=json`))
    assert.equal(proxy.requests.length, origin.requests.length)
  })

  it('is requested directly if NO_PROXY lists it, or if it is on this machine', async (t) => {
    const origin = await startScripted(t, serviceRoutes({ a: 'x' }))
    const proxy = await startConnectProxy(t)
    const here = await openPlace(t).crawl(origin.base, [], { HTTP_PROXY: proxy.url })
    assert.equal(here.code, 0, here.stderr)
    const excepted = { HTTP_PROXY: proxy.url, NO_PROXY: 'other.test, .invalid' }
    const named = await openPlace(t).crawl('http://data.invalid', [], excepted)
    assert.equal(named.code, 3, named.stderr)
    assert.deepEqual(proxy.requests, [])
  })

  it('is checked and restored by the same proxy', async (t) => {
    const site = await startScripted(t)
    const proxy = await startConnectProxy(t)
    const address = `http://mirror.test:${site.port}/`
    const checked = await run(['check', address], { HTTP_PROXY: proxy.url })
    assert.equal(checked.code, 6, checked.stderr)
    assert.ok(proxy.requests.includes(`GET ${address}status.json`), proxy.requests.join('\n'))
    const origin = await startScripted(t, serviceRoutes({ a: 'x' }))
    const restored = await openPlace(t).crawl(origin.base, ['--restore', address], { HTTP_PROXY: proxy.url })
    assert.equal(restored.code, 0, restored.stderr)
    assert.ok(proxy.requests.includes(`GET ${address}manifest.json`), proxy.requests.join('\n'))
  })
})

describe('a certificate authority', () => {
  it('is trusted by check and restore too', async (t) => {
    const site = await startScripted(t, {}, '', SIGNED)
    const { crawl, trusting } = openPlace(t)
    const checked = await run(['check', site.base, ...trusting])
    assert.equal(checked.code, 6, checked.stderr)
    assert.ok(site.requests.some(({ path }) => path === 'status.json'))
    site.forget()
    const origin = await startScripted(t, serviceRoutes({ a: 'x' }))
    const restored = await crawl(origin.base, ['--restore', site.base, ...trusting])
    assert.equal(restored.code, 0, restored.stderr)
    assert.ok(site.requests.some(({ path }) => path === 'manifest.json'))
  })

  it('may also come from NODE_EXTRA_CA_CERTS, even if the config names another', async (t) => {
    const origin = await startScripted(t, serviceRoutes({ a: 'x' }), '', SIGNED)
    const { crawl, authority } = openPlace(t)
    const folder = temporaryFolder(t)
    const [other, config] = [join(folder, 'other.pem'), join(folder, 'other.config.ts')]
    writeFileSync(other, rootCertificates[0] as string)
    writeFileSync(config, `export default { ca: ${JSON.stringify(other)} }`)
    const { code, stderr } = await crawl(origin.base, ['--config', config], {
      NODE_EXTRA_CA_CERTS: authority,
    })
    assert.equal(code, 0, stderr)
  })

  it('is read from existing files with certificates', async (t) => {
    const { authority } = openPlace(t)
    const folder = temporaryFolder(t)
    const plan = ['plan', '--origin', 'https://127.0.0.1:1', '--state', join(folder, 'state')]
    for (const [name, ca, says] of [
      ['missing', join(folder, 'missing.pem'), /ca: .*missing\.pem could not be opened/],
      ['none', join(folder, 'none.config.ts'), /ca: .*none\.config\.ts .*PEM/],
    ] as const) {
      const config = join(folder, `${name}.config.ts`)
      writeFileSync(config, `export default { ca: [${JSON.stringify(authority)}, ${JSON.stringify(ca)}] }`)
      const { code, stderr } = await runHere([...plan, '--config', config])
      assert.equal(code, 2, stderr)
      assert.match(stderr, says)
    }
  })
})

describe('a proxy of the environment', () => {
  it('is an http or https address, whose password is in no message', () => {
    const network = (env: NodeJS.ProcessEnv) => readNetwork({ ca: [] }, env).proxies
    assert.equal(network({}), undefined)
    assert.equal(network({ HTTPS_PROXY: '' }), undefined)
    assert.deepEqual(network({ HTTPS_PROXY: 'proxy.test:3128', NO_PROXY: 'a.test' }), {
      http: undefined,
      https: 'http://proxy.test:3128/',
      except: 'a.test,localhost,127.0.0.1,[::1]',
    })
    assert.throws(() => network({ https_proxy: 'socks5://me:secret@proxy.test:1080' }), {
      message: /^https_proxy: expected a proxy such as .*, saw .*socks5:/,
    })
    assert.throws(() => network({ HTTP_PROXY: 'http://:secret' }), {
      message: /^HTTP_PROXY: expected a proxy such as .*, saw /,
    })
  })
})
