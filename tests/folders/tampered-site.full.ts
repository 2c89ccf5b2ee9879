import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { after, before, describe, it, type TestContext } from 'node:test'
import { mountMemory } from '../snapshot/mounts.ts'
import { serviceRoutes } from '../support/crawling.ts'
import { mirrorInto, ROOT, runHere, settingsIn } from '../support/mirror.ts'
import { startScripted } from '../support/scripted-origin.ts'
import { suiteContext } from '../support/suite.ts'
import { temporaryFolder } from '../support/temporary.ts'

const MIRROR = join(ROOT, 'scripts/mirror.mjs')

/** What somebody does to a file in which a site says what it is. */
const STATEMENTS: Readonly<Record<string, (path: string) => void>> = {
  emptied: (path) => writeFileSync(path, ''),
  'cut in its first line': (path) => writeFileSync(path, readFileSync(path).subarray(0, 30)),
  'some other text': (path) => writeFileSync(path, 'root:x:0:0:root:/root:/bin/bash\n'),
  gone: (path) => rmSync(path),
  'a link to itself': (path) => {
    rmSync(path)
    symlinkSync(basename(path), path)
  },
}

describe('a site with altered metadata', () => {
  const template = temporaryFolder({ after })
  const suite = suiteContext()
  before(async () => {
    const routes = serviceRoutes({ a: 'one '.repeat(1000), b: 'two' })
    const origin = await startScripted(suite, routes)
    await mirrorInto(settingsIn(template, { origin: origin.base }))
  })

  function open(t: TestContext) {
    const folder = temporaryFolder(t)
    cpSync(template, folder, { recursive: true, preserveTimestamps: true })
    const run = (...args: string[]) => runHere(args)
    return { folder, out: join(folder, 'dist'), run }
  }

  for (const name of ['SHA256SUMS', 'manifest.json', 'status.json'])
    for (const [what, change] of Object.entries(STATEMENTS))
      it(`is neither packed nor prepared for a host with ${name} ${what}`, {
        timeout: 60_000,
      }, async (t) => {
        const { folder, out, run } = open(t)
        change(join(out, name))
        const before = readdirSync(folder, { recursive: true }).sort()
        for (const args of [
          ['pack', out, '--out', join(folder, 'a.zip')],
          ['host', 'nginx', out],
        ]) {
          const { code, stderr } = await run(...args)
          const noMirror = args[0] === 'host' && name === 'SHA256SUMS' && /gone|link/.test(what)
          assert.equal(code, noMirror ? 2 : 6, stderr)
          assert.match(stderr, noMirror ? /^host: .*Build one/ : /SHA256SUMS|\.json/)
          assert.equal(stderr.trimEnd().split('\n').length, 1, stderr)
        }
        assert.deepEqual(readdirSync(folder, { recursive: true }).sort(), before)
      })

  it('is not packed if its checksums lack a data file; other missing ones are reported', async (t) => {
    const { folder, out, run } = open(t)
    const file = join(out, 'SHA256SUMS')
    const without = (path: string) => {
      const lines = readFileSync(file, 'utf8').split('\n')
      writeFileSync(file, lines.filter((line) => !line.endsWith(`  ${path}`)).join('\n'))
    }
    without('about/index.html')
    const packed = await run('pack', out, '--out', join(folder, 'a.zip'))
    assert.equal(packed.code, 0, packed.stderr)
    assert.match(packed.stderr, /^warning: .* not packed.*about\//)
    rmSync(join(folder, 'a.zip'))
    without('api/v1/get_dataset/a/index.json')
    const { code, stderr } = await run('pack', out, '--out', join(folder, 'a.zip'))
    assert.equal(code, 6)
    assert.match(stderr, /api\/v1\/get_dataset\/a\/index\.json: manifest\.json /)
    assert.ok(!existsSync(join(folder, 'a.zip')))
  })

  it('is prepared for a host without compressing the target of a link in it', async (t) => {
    const { folder, out, run } = open(t)
    const secret = join(folder, 'secret.json')
    writeFileSync(secret, 'secret '.repeat(1000))
    rmSync(join(out, 'api/v1/get_dataset/a/index.json'))
    symlinkSync(secret, join(out, 'api/v1/get_dataset/a/index.json'))
    mkdirSync(join(folder, 'elsewhere'))
    for (const name of ['index.html', 'index.json'])
      writeFileSync(join(folder, 'elsewhere', name), 'secret '.repeat(1000))
    rmSync(join(out, 'api/v1/get_dataset/b'), { recursive: true })
    symlinkSync(join(folder, 'elsewhere'), join(out, 'api/v1/get_dataset/b'))
    const { code, stderr } = await run('host', 'nginx', out)
    assert.equal(code, 0, stderr)
    const made = readdirSync(out, { recursive: true, encoding: 'utf8' })
    assert.ok(made.some((path) => path.endsWith('get_dataset/a/index.html.gz')))
    assert.deepEqual(
      made.filter((path) => /get_dataset\/(?:a\/index\.json|b\/.*)\.(?:gz|br|zst)$/.test(path)),
      [],
    )
    assert.deepEqual(readdirSync(join(folder, 'elsewhere')).sort(), ['index.html', 'index.json'])
  })

  it('is a finding of verify if a folder in it is unreadable, not an error', async (t) => {
    const { out } = open(t)
    const closed = join(out, 'api/v1/get_dataset/a')
    chmodSync(closed, 0)
    // Root may read anywhere, unless it gives that right up.
    const without = '-dac_override,-dac_read_search'
    const withoutRight =
      process.getuid?.() === 0 ? ['setpriv', `--bounding-set=${without}`, `--inh-caps=${without}`] : []
    const [program = '', ...args] = [...withoutRight, process.execPath, MIRROR, 'verify', out, '--json']
    const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8' })
    chmodSync(closed, 0o755)
    if (error !== undefined || stderr.startsWith('setpriv'))
      return t.skip('root cannot give up its right to read here')
    assert.equal(status, 6, stderr)
    assert.deepEqual(
      JSON.parse(stdout).findings.map(({ kind, path }: { kind: string; path: string }) => [kind, path]),
      [['unreadable', 'api/v1/get_dataset/a/']],
    )
  })

  it('is not packed onto a full disk, and the archive is reported', async (t) => {
    const { out, run } = open(t)
    const mounted = mountMemory(t, '20k')
    if ('refusal' in mounted) return t.skip(mounted.refusal)
    const { code, stderr } = await run('pack', out, '--out', join(mounted.disk, 'a.zip'))
    assert.equal(code, 1)
    assert.match(stderr, /^\S+a\.zip\.part could not be written \(ENOSPC\)\. The disk is full\./)
    assert.deepEqual(readdirSync(mounted.disk), [])
  })
})
