import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, it, type TestContext, test } from 'node:test'
import { decodeHTML } from 'entities'
import type { Config } from '../../src/lib/config/index.ts'
import { serveSite, verifySite } from '../../src/lib/site/index.ts'
import { check } from '../check/support/checking.ts'
import { serviceRoutes } from '../support/crawling.ts'
import { differences, readTree } from '../support/files.ts'
import { mirrorInto, runHere, settingsIn } from '../support/mirror.ts'
import { startScripted } from '../support/scripted-origin.ts'
import { makeKey, sshKeygen, withoutSshKeygen } from '../support/ssh-keygen.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { openMirrored } from './edited-mirror.ts'

/** The verdict of ssh-keygen on the signature of a file. */
function isSigned(site: string, path: string): boolean {
  const args = ['-Y', 'verify', '-f', 'allowed_signers', '-I', 'mirror', '-n', 'open-data-mirror']
  const input = readFileSync(join(site, path))
  return sshKeygen([...args, '-s', `${path}.sig`], { cwd: site, input }).status === 0
}

/** Runs the commands that the page "About this mirror" shows, as a reader would in a downloaded copy. */
function runShown(site: string) {
  const page = readFileSync(join(site, 'about/index.html'), 'utf8')
  return [...page.matchAll(/<pre><code[^>]*>(.*?)<\/code>/gs)].map(([, command = '']) => {
    const { status, stdout } = spawnSync('sh', ['-c', decodeHTML(command)], { cwd: site, encoding: 'utf8' })
    return { program: command.split(' ')[0], status, stdout }
  })
}

async function openSigned(t: TestContext) {
  const mirrored = await openMirrored(t)
  const { config, folder } = mirrored
  Object.assign(config, { signingKey: makeKey(join(folder, 'key')) })
  const settings = () => settingsIn(folder, config)
  const { out } = settings()
  return {
    ...mirrored,
    settings,
    out,
    async run(full = false) {
      await mirrored.crawl(settings())
      await mirrored.build(settings(), full)
      assert.deepEqual(verifySite(out).findings, [])
    },
  }
}

describe('a signed mirror', { skip: withoutSshKeygen }, () => {
  it('has signatures that ssh-keygen accepts, whatever a run changes', async (t) => {
    const { service, config, out, run } = await openSigned(t)
    await run()
    const first = readTree(out)
    const check = () => {
      assert.deepEqual(
        ['SHA256SUMS', 'manifest.json'].map((path) => isSigned(out, path)),
        [true, true],
      )
      assert.deepEqual(
        runShown(out).filter(({ status }) => status !== 0),
        [],
      )
    }
    check()
    await run()
    check()
    const clocks = ['manifest.json', 'manifest.json.sig', 'status.json']
    assert.deepEqual(differences(first, readTree(out)), clocks)
    const again = readTree(out)
    await run(true)
    check()
    assert.deepEqual(differences(again, readTree(out)), clocks)
    service.datasets.get('a')?.rows.push('new')
    Object.assign(config, { hosts: ['nginx'], language: 'ru' })
    await run()
    check()
    writeFileSync(join(out, 'SHA256SUMS'), readFileSync(join(out, 'SHA256SUMS'), 'utf8').replace('a', 'b'))
    assert.equal(isSigned(out, 'SHA256SUMS'), false)
    assert.ok(verifySite(out).findings.some(({ path }) => path === 'SHA256SUMS.sig'))
    await run()
    check()
    rmSync(join(out, 'SHA256SUMS.sig'))
    assert.deepEqual(
      verifySite(out).findings.map(({ path }) => path),
      // The page for developers links to it.
      ['SHA256SUMS.sig', 'about/api/index.html'],
    )
    await run()
    check()
  })

  it('is not signed any more without the key, and by another key with another', async (t) => {
    const { config, folder, out, run } = await openSigned(t)
    await run()
    const before = readFileSync(join(out, 'allowed_signers'), 'utf8')
    Object.assign(config, { signingKey: makeKey(join(folder, 'other')) })
    await run()
    assert.notEqual(readFileSync(join(out, 'allowed_signers'), 'utf8'), before)
    assert.ok(isSigned(out, 'manifest.json'))
    Object.assign(config, { signingKey: undefined })
    await run()
    for (const path of ['allowed_signers', 'SHA256SUMS.sig', 'manifest.json.sig'])
      assert.equal(existsSync(join(out, path)), false, path)
    assert.deepEqual(
      runShown(out).map(({ program }) => program),
      ['sha256sum', 'grep'],
    )
  })

  it('has no signature while a run replaces the manifest, which is no fault, and the next run signs it', async (t) => {
    const { out, run } = await openSigned(t)
    await run()
    rmSync(join(out, 'manifest.json.sig'))
    const { findings, notes } = verifySite(out)
    assert.deepEqual([findings, notes.map(({ code }) => code)], [[], ['unsigned']])
    await run()
    assert.ok(isSigned(out, 'manifest.json'))
  })

  it('is signed again by host, which refuses to change it without its key', async (t) => {
    const { folder, out, run } = await openSigned(t)
    await run()
    const before = readTree(out)
    const config = join(folder, 'mirror.config.mjs')
    const write = (content: Config) => {
      const file = config.replace('.mjs', `-${Object.keys(content).length}.mjs`)
      writeFileSync(file, `export default ${JSON.stringify(content)}`)
      return file
    }
    const refused = await runHere(['host', 'nginx', out, '--config', write({})])
    assert.equal(refused.code, 2)
    assert.match(
      refused.stderr,
      /signingKey: .* is signed, .*Name the key that signed it, or build the site again\./,
    )
    assert.deepEqual(differences(before, readTree(out)), [])
    const { code, stderr } = await runHere([
      'host',
      'nginx',
      out,
      '--config',
      write({ signingKey: join(folder, 'key') }),
    ])
    assert.equal(code, 0, stderr)
    assert.ok(isSigned(out, 'SHA256SUMS'))
    assert.deepEqual(verifySite(out).findings, [])
  })

  it('never contains the key, and a key that others can read or that is published is refused', async (t) => {
    const { config, folder, out, run, settings, build } = await openSigned(t)
    await run()
    const secret = readFileSync(join(folder, 'key'), 'utf8').split('\n')[3] ?? ''
    for (const place of [out, settings().state])
      for (const [path, bytes] of readTree(place)) assert.ok(!bytes.includes(secret), path)
    chmodSync(join(folder, 'key'), 0o640)
    await assert.rejects(
      build(settings()),
      /^ConfigError: signingKey: .*key can be used by other users \(mode 640\); run chmod 600 on it\.$/,
    )
    chmodSync(join(folder, 'key'), 0o600)
    copyFileSync(join(folder, 'key'), join(out, 'key'))
    config.signingKey = join(out, 'key')
    await assert.rejects(build(settings()), /signingKey: .* is in .*dist, which is published; move it\./)
    mkdirSync(join(folder, 'none'))
    for (const [file, expected] of [
      ['absent', /signingKey: \S+absent could not be read \(ENOENT\)\. [^\n]+, then run again\.$/],
      ['none', /signingKey: .*none is a folder, not a file\./],
      ['key.pub', /signingKey: .*key\.pub is a public key; name the file of the private key\./],
    ] as const) {
      config.signingKey = join(folder, file)
      await assert.rejects(build(settings()), expected)
    }
  })
})

it('the key of the environment takes precedence, and a run stops before the crawl without it', async (t) => {
  const { folder, config } = await openMirrored(t)
  process.env.MIRROR_SIGNING_KEY = join(folder, 'absent')
  t.after(() => delete process.env.MIRROR_SIGNING_KEY)
  const file = join(folder, 'mirror.config.mjs')
  writeFileSync(file, `export default ${JSON.stringify({ ...config, signingKey: 'other' })}`)
  const [out, state] = ['dist', 'state'].map((name) => join(folder, name)) as [string, string]
  const { code, stderr } = await runHere(['--config', file, '--out', out, '--state', state])
  assert.equal(code, 2)
  assert.match(stderr, /MIRROR_SIGNING_KEY: .*absent could not be read/)
  assert.equal(existsSync(state), false)
})

test('a signed mirror fails a check if a signature is missing or of other bytes', {
  skip: withoutSshKeygen,
}, async (t) => {
  const folder = temporaryFolder(t)
  const origin = await startScripted(t, serviceRoutes({ a: 'one' }))
  const { out } = settingsIn(folder, {})
  await mirrorInto(settingsIn(folder, { origin: origin.base, signingKey: makeKey(join(folder, 'key')) }))
  const host = await serveSite({ folder: out, host: '127.0.0.1', port: 0, base: '/' })
  t.after(() => host.close())
  assert.deepEqual([(await check(host.url)).code, existsSync(join(out, 'SHA256SUMS.sig'))], [0, true])
  const signatures = ['SHA256SUMS.sig', 'manifest.json.sig']
  const [sums, manifest] = signatures.map((path) => readFileSync(join(out, path)))
  const named = ({ find }: Awaited<ReturnType<typeof check>>) =>
    find('statements')
      .examples.map(({ address }) => basename(address))
      .sort()
  for (const path of signatures) rmSync(join(out, path))
  const missing = await check(host.url)
  assert.deepEqual([missing.code, missing.of('fail')], [6, ['statements']])
  assert.deepEqual(named(missing), signatures)
  for (const [path, other] of [
    ['manifest.json.sig', sums],
    ['SHA256SUMS.sig', manifest],
  ] as const)
    writeFileSync(join(out, path), other ?? '')
  const wrong = await check(host.url)
  assert.deepEqual([wrong.code, wrong.of('fail')], [6, ['statements']])
  assert.deepEqual(named(wrong), signatures)
  for (const { saw } of wrong.find('statements').examples)
    assert.match(saw, /^as a signature of .*, it is not of these bytes$/)
})
