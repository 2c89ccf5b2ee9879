import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it, type TestContext } from 'node:test'
import type { Config } from '../../src/lib/config/index.ts'
import { serveSite } from '../../src/lib/site/index.ts'
import { readTree } from '../support/files.ts'
import { runHere, settingsIn, takeBundle } from '../support/mirror.ts'
import { makeKey, sshKeygen, withoutSshKeygen } from '../support/ssh-keygen.ts'
import { suiteContext } from '../support/suite.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { openMirrored } from './edited-mirror.ts'

const sumOf = (bytes: Buffer) => hash('sha256', bytes)

/** Changes files of a site, as somebody who can write to its host. */
interface Host {
  read(path: string): Buffer
  write(path: string, bytes: string | Buffer): void
  remove(path: string): void
  /** Writes a file and its new checksum, everywhere. */
  replace(path: string, bytes: string | Buffer): void
}

function openHost(site: string): Host {
  const host: Host = {
    read: (path) => readFileSync(join(site, path)),
    write: (path, bytes) => writeFileSync(join(site, path), bytes),
    remove: (path) => rmSync(join(site, path)),
    replace(path, bytes) {
      const [old, now] = [sumOf(host.read(path)), sumOf(Buffer.from(bytes))]
      host.write(path, bytes)
      for (const list of ['SHA256SUMS', 'manifest.json'])
        host.write(list, String(host.read(list)).replaceAll(old, now))
    },
  }
  return host
}

const SIGNATURES = ['SHA256SUMS.sig', 'manifest.json.sig']
const DATA = 'api/v1/get_dataset/a/index.json'
const CHAIN = 'generations.jsonl'
const lastOf = (chain: Buffer) => String(chain).trim().split('\n').slice(-1).join('')

describe('a mirror that is restored with a key in the config', { skip: withoutSshKeygen }, () => {
  const suite = suiteContext()
  const folder = temporaryFolder({ after })
  const key = join(folder, 'key')
  /** The signed mirror, and the manifest with its signature of the run before. */
  const [site, earlier] = [join(folder, 'site'), join(folder, 'earlier')]
  let origin: Config['origin']
  let mirrored: Awaited<ReturnType<typeof openMirrored>>

  before(async () => {
    mirrored = await openMirrored(suite)
    const { config, service, crawl, build, folder: own } = mirrored
    makeKey(key)
    origin = config.origin
    const settings = settingsIn(own, { ...config, signingKey: key, hosts: ['nginx'] })
    await crawl(settings)
    await build(settings)
    cpSync(settings.out, earlier, { recursive: true, preserveTimestamps: true })
    service.datasets.get('a')?.rows.push('new')
    await crawl(settings)
    await build(settings)
    cpSync(settings.out, site, { recursive: true, preserveTimestamps: true })
  })

  function open(t: TestContext) {
    const own = temporaryFolder(t)
    const [state, out, copy] = ['state', 'out', 'site'].map((name) => join(own, name)) as [
      string,
      string,
      string,
    ]
    cpSync(site, copy, { recursive: true, preserveTimestamps: true })
    const restore = async (config: Config, ...more: string[]) => {
      const file = join(own, `${Object.values(config).join('').length}.config.mjs`)
      writeFileSync(file, `export default ${JSON.stringify({ origin, ...config })}`)
      if (existsSync(state)) takeBundle(state)
      const lines = ['--restore', copy, '--state', state, '--out', out, '--config', file, '--json', ...more]
      const { code, stdout, stderr } = await runHere(['build', ...lines])
      const { error = '', removal } = JSON.parse(stdout)
      return { code, error: error as string, stderr, id: removal?.planId as string }
    }
    const isRestored = () => existsSync(join(state, 'current'))
    return { host: openHost(copy), copy, own, state, out, restore, isRestored }
  }

  it('is restored if it is whole and signed by that key, but an earlier state of it does not replace a newer one', async (t) => {
    const { copy, state, out, restore } = open(t)
    const { code, stderr } = await restore({ signingKey: key })
    assert.equal(code, 0, stderr)
    for (const path of [DATA, CHAIN, 'changes.json', 'hosts.json'])
      assert.deepEqual(readTree(out).get(path), readTree(copy).get(path), path)
    const current = readFileSync(join(state, 'current'))
    rmSync(copy, { recursive: true })
    cpSync(earlier, copy, { recursive: true, preserveTimestamps: true })
    const again = await restore({ signingKey: key })
    assert.equal(again.code, 0, again.stderr)
    assert.deepEqual(readFileSync(join(state, 'current')), current)
  })

  const ATTACKS: Readonly<Record<string, readonly [attack: (host: Host) => void, expected: RegExp]>> = {
    'data, with their checksums': [
      (host) => host.replace(DATA, String(host.read(DATA)).replace('new', 'old')),
      /manifest\.json\.sig of \S+, which names the key SHA256:\S+, is not of these bytes/,
    ],
    'the manifest alone': [
      (host) =>
        host.write('manifest.json', String(host.read('manifest.json')).replace('"fetched"', '"unchanged"')),
      /manifest\.json\.sig of .* is not of these bytes/,
    ],
    'the signature of the manifest': [
      (host) => host.write('manifest.json.sig', host.read('SHA256SUMS.sig')),
      /manifest\.json\.sig of .* is not of these bytes/,
    ],
    'the bytes of a signature': [
      (host) => host.write('manifest.json.sig', 'none'),
      /manifest\.json\.sig of .* is damaged/,
    ],
    'the chain of generations, cut': [
      (host) => host.write(CHAIN, `${lastOf(host.read(CHAIN))}\n`),
      /generations\.jsonl of .* is altered: it has a signed checksum/,
    ],
    'the chain of generations, cut, with its checksum': [
      (host) => host.replace(CHAIN, `${lastOf(host.read(CHAIN))}\n`),
      /SHA256SUMS\.sig of .* is not of these bytes/,
    ],
    'the chain of generations, removed': [
      (host) => host.remove(CHAIN),
      /generations\.jsonl of .* is missing/,
    ],
    'the signature of the checksums, removed': [
      (host) => host.remove('SHA256SUMS.sig'),
      /SHA256SUMS\.sig of .* is missing/,
    ],
    'its hosts': [
      (host) => host.write('hosts.json', '{"hosts":1,"targets":[],"base":"/other/"}'),
      /hosts\.json of .* is altered/,
    ],
    'the manifest of an earlier run, with its signature': [
      (host) => {
        for (const path of ['manifest.json', 'manifest.json.sig'])
          host.write(path, readFileSync(join(earlier, path)))
      },
      /manifest\.json and generations\.jsonl of .* not about the same data/,
    ],
  }

  for (const [what, [attack, expected]] of Object.entries(ATTACKS))
    it(`is refused, and nothing is restored, if somebody changed ${what}`, async (t) => {
      const { host, restore, isRestored } = open(t)
      attack(host)
      const { code, error } = await restore({ signingKey: key })
      assert.equal(code, 3, error)
      assert.match(error, expected)
      assert.match(
        error,
        / Nothing was restored\. .*run again after that\. Otherwise find out who changed it/,
      )
      assert.equal(isRestored(), false)
    })

  it('is refused without a signature, until exactly this mirror is accepted, as when a job begins to sign', async (t) => {
    const { host, copy, out, restore, isRestored } = open(t)
    for (const path of SIGNATURES) host.remove(path)
    const refused = await restore({ signingKey: key })
    assert.equal(refused.code, 5, refused.stderr)
    assert.match(refused.error, /^\S+ is not signed, but the config has the key SHA256:\S+: anybody /)
    assert.ok(refused.error.endsWith(`--accept-removals ${refused.id}`))
    const manifest = host.read('manifest.json')
    host.write('manifest.json', `${manifest} `)
    const other = await restore({ signingKey: key }, '--accept-removals', refused.id)
    assert.deepEqual([other.code, isRestored()], [5, false])
    host.write('manifest.json', manifest)
    const accepted = await restore({ signingKey: key }, '--accept-removals', `000000000000,${refused.id}`)
    assert.equal(accepted.code, 0, accepted.stderr)
    assert.deepEqual(readTree(out).get(CHAIN), readTree(copy).get(CHAIN))
    assert.ok(existsSync(join(out, 'manifest.json.sig')))
  })

  it('is refused with the signature of another key, whose fingerprint is named, until it is accepted, as after a change of key', async (t) => {
    const { host, own, restore, isRestored } = open(t)
    const other = makeKey(join(own, 'other'))
    const refused = await restore({ signingKey: other })
    assert.equal(refused.code, 5, refused.stderr)
    const [former, now] = [key, other].map(
      (file) => sshKeygen(['-l', '-f', `${file}.pub`]).stdout.split(' ')[1],
    )
    assert.ok(refused.error.includes(` is signed by the key ${former}, but the config has the key ${now}: `))
    assert.equal(isRestored(), false)
    host.replace(DATA, String(host.read(DATA)).replace('new', 'old'))
    const altered = await restore({ signingKey: other }, '--accept-removals', refused.id)
    assert.deepEqual([altered.code, isRestored()], [5, false])
    const forged = await restore({ signingKey: other }, '--accept-removals', altered.id)
    assert.equal(forged.code, 3, forged.error)
    assert.match(forged.error, /manifest\.json\.sig .* is not of these bytes/)
    cpSync(site, join(own, 'site'), { recursive: true, preserveTimestamps: true })
    const accepted = await restore({ signingKey: other }, '--accept-removals', refused.id)
    assert.equal(accepted.code, 0, accepted.stderr)
  })

  it('is accepted together with a removal, also by a job that restores it in each run', async (t) => {
    const { host, copy, own } = open(t)
    for (const path of SIGNATURES) host.remove(path)
    const file = join(own, 'removal.config.mjs')
    writeFileSync(file, `export default ${JSON.stringify({ origin, signingKey: key, formats: ['json'] })}`)
    for (const dataset of ['b', 'c']) mirrored.service.datasets.delete(dataset)
    mirrored.publish()
    const run = async (command: string, ...more: string[]) => {
      const fresh = temporaryFolder({ after: t.after.bind(t) })
      const places = ['--restore', copy, '--state', join(fresh, 'state'), '--config', file]
      const { code, stdout } = await runHere([command, ...places, '--json', ...more])
      const { error, removal } = JSON.parse(stdout)
      return { code, error, removal }
    }
    const { removal: mirror } = await run('plan')
    for (const command of ['plan', 'crawl']) {
      const refused = await run(command, '--accept-removals', mirror.accept)
      const { planId, accept, codes } = refused.removal
      assert.deepEqual([refused.code, codes, accept], [5, ['b', 'c'], `${mirror.planId},${planId}`])
      if (command === 'crawl') {
        assert.ok(refused.error.endsWith(`--accept-removals ${accept}`))
        assert.doesNotMatch(refused.error, /does not match/)
      }
      const accepted = await run(command, '--accept-removals', accept)
      assert.deepEqual([accepted.code, accepted.removal], [0, undefined])
      const wrong = `${planId.slice(1)}0`
      const mistyped = await run(command, '--accept-removals', wrong)
      assert.deepEqual([mistyped.code, mistyped.removal.accept], [5, `${wrong},${mirror.planId}`])
    }
  })

  it('is checked in the same way over HTTP', async (t) => {
    const { host, copy, state, own } = open(t)
    const server = await serveSite({ folder: copy, host: '127.0.0.1', port: 0, base: '/' })
    t.after(() => server.close())
    const file = join(own, 'http.config.mjs')
    writeFileSync(file, `export default ${JSON.stringify({ origin, signingKey: key, retries: 0 })}`)
    const line = [
      'build',
      '--restore',
      server.url,
      '--state',
      state,
      '--out',
      join(own, 'out'),
      '--config',
      file,
    ]
    host.replace(DATA, String(host.read(DATA)).replace('new', 'old'))
    const { code, stderr } = await runHere(line)
    assert.equal(code, 3, stderr)
    assert.match(
      stderr,
      /manifest\.json\.sig of http\S+, which names the key SHA256:\S+, is not of these bytes/,
    )
  })
})
