import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { hash } from 'node:crypto'
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
import { findCurrent, layout, type Manifest } from '../../src/lib/snapshot/index.ts'
import { mountMemory } from '../snapshot/mounts.ts'
import { serviceRoutes } from '../support/crawling.ts'
import { differences, ROOT, readTree } from '../support/files.ts'
import { mirrorInto, runHere, settingsIn } from '../support/mirror.ts'
import { type ScriptedOrigin, startScripted } from '../support/scripted-origin.ts'
import { suiteContext } from '../support/suite.ts'
import { temporaryFolder } from '../support/temporary.ts'

type Loose = Omit<Manifest, 'records' | 'codes' | 'counts' | 'complete' | 'problems'> & {
  // biome-ignore lint/suspicious/noExplicitAny: what somebody writes into it is of any form
  [key: string]: any
}

/** What somebody does to the manifest of a snapshot. */
const MANIFESTS: Readonly<Record<string, (manifest: Loose) => unknown>> = {
  'with a record that is none': (manifest) => ({ ...manifest, records: [null, ...manifest.records] }),
  'with a path that climbs out of it': ({ records: [first, ...rest], ...manifest }) => ({
    ...manifest,
    records: [{ ...first, path: '../../../victim/file' }, ...rest],
  }),
  'with the path of another dataset': ({ records: [first, ...rest], ...manifest }) => ({
    ...manifest,
    records: [{ ...first, code: 'b' }, ...rest],
  }),
  'with a copy from before whose path climbs out of it': ({ records: [first, ...rest], ...manifest }) => ({
    ...manifest,
    records: [
      {
        ...first,
        former: [
          { path: '../../../victim/file', sha256: first.sha256, bytes: 1, replacedAt: manifest.startedAt },
        ],
      },
      ...rest,
    ],
  }),
  'with an address that is a script': ({ records: [first, ...rest], ...manifest }) => ({
    ...manifest,
    records: [{ ...first, address: 'javascript:alert(1)' }, ...rest],
  }),
  'with a state nobody knows': ({ records: [first, ...rest], ...manifest }) => ({
    ...manifest,
    records: [{ ...first, state: 'great' }, ...rest],
  }),
  'with a record twice': (manifest) => ({ ...manifest, records: [...manifest.records, manifest.records[0]] }),
  'without its records': (manifest) => ({ ...manifest, records: [] }),
  'without one of its records': (manifest) => ({ ...manifest, records: manifest.records.slice(1) }),
  'with an origin that is a script': (manifest) => ({ ...manifest, origin: ['javascript:alert(1)'] }),
  'with a code that is none': (manifest) => ({
    ...manifest,
    codes: { ...manifest.codes, order: [...manifest.codes.order, '../../x'] },
  }),
  'with a time that is none': (manifest) => ({ ...manifest, completedAt: 'yesterday' }),
  'that is incomplete without a gap': (manifest) => ({ ...manifest, complete: false }),
  'without problems': ({ problems: _, ...manifest }) => manifest,
}

/** What somebody does to the file that names the snapshot. */
const POINTERS: Readonly<Record<string, (path: string) => void>> = {
  'is gone': (path) => rmSync(path),
  'is empty': (path) => writeFileSync(path, ''),
  'contains zeros': (path) => writeFileSync(path, Buffer.alloc(500)),
  'names a folder elsewhere': (path) => writeFileSync(path, '../../elsewhere\n'),
  'contains some other text': (path) => writeFileSync(path, 'one\ntwo\nthree\n'),
}

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

const template = temporaryFolder({ after })
const suite = suiteContext()
let origin: ScriptedOrigin
before(async () => {
  origin = await startScripted(suite, serviceRoutes({ a: 'one '.repeat(1000), b: 'two' }))
  await mirrorInto(settingsIn(template, { origin: origin.base }))
})

describe('an altered snapshot', () => {
  function open(t: TestContext) {
    const folder = temporaryFolder(t)
    cpSync(template, folder, { recursive: true, preserveTimestamps: true })
    const [state, out] = [join(folder, 'state'), join(folder, 'dist')]
    const run = (command: 'build' | 'crawl', ...args: string[]) =>
      runHere([command, '--state', state, ...(command === 'build' ? ['--out', out] : []), ...args])
    return { folder, state, out, run, current: findCurrent(state)?.folder ?? '' }
  }

  async function refuses({ folder, out, run }: ReturnType<typeof open>, why: RegExp) {
    const before = readTree(out, { times: true })
    const beside = readdirSync(folder)
    const { code, stderr } = await run('build')
    assert.equal(code, 1, stderr)
    const [begun = '', fault = '', ...more] = stderr.trimEnd().split('\n')
    assert.match(begun, /^Building the site in /)
    assert.match(fault, why)
    assert.deepEqual(more, [])
    assert.deepEqual(differences(before, readTree(out, { times: true })), [])
    assert.deepEqual(readdirSync(folder), beside)
    const restored = await run('crawl', '--origin', origin.base, '--restore', out)
    assert.equal(restored.code, 0, restored.stderr)
    assert.match(restored.stderr, /Restored 12 files/)
  }

  for (const [what, change] of Object.entries(MANIFESTS))
    it(`is not built from with a manifest ${what}, and can be restored`, { timeout: 240_000 }, async (t) => {
      const opened = open(t)
      const path = layout.manifest(opened.current)
      writeFileSync(path, JSON.stringify(change(JSON.parse(readFileSync(path, 'utf8')))))
      await refuses(opened, /manifest\.json is damaged.*run again with --restore/)
    })

  for (const [what, change] of Object.entries(POINTERS))
    it(`is not built from while "current" ${what}, and can be restored`, { timeout: 240_000 }, async (t) => {
      const opened = open(t)
      change(layout.current(opened.state))
      await refuses(opened, /state\/current is damaged.*run again with --restore/)
    })

  it('is reported if "current" is a link to itself', async (t) => {
    const { state, run } = open(t)
    rmSync(layout.current(state))
    symlinkSync('current', layout.current(state))
    const { code, stderr } = await run('build')
    assert.equal(code, 1)
    assert.match(stderr, /current is a symbolic link to itself, not a file\. Remove it/)
  })

  it('moves and removes nothing outside of it, whatever the journal of an interrupted crawl contains', async (t) => {
    const { folder, state, run, current } = open(t)
    const victim = join(folder, 'victim')
    writeFileSync(victim, 'one')
    const [record] = JSON.parse(readFileSync(layout.manifest(current), 'utf8')).records
    const sha256 = hash('sha256', 'one')
    const fetchedAt = '2020-01-01T00:00:00.000Z'
    const lines = [
      { origin: [origin.base], startedAt: fetchedAt },
      { ...record, path: '../../victim', sha256, bytes: 3, fetchedAt },
      { ...record, path: '../../victim.earlier', sha256, bytes: 3, fetchedAt },
    ]
    mkdirSync(layout.draft(state))
    writeFileSync(layout.journal(state), lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    const { code, stderr } = await run('crawl', '--origin', origin.base)
    assert.equal(code, 0, stderr)
    assert.equal(readFileSync(victim, 'utf8'), 'one')
  })

  for (const name of ['draft', 'draft.incoming', 'draft.restoring', 'derived'])
    it(`clears nothing at the target of ${name} if it is a symbolic link`, async (t) => {
      const { folder, state, run } = open(t)
      const elsewhere = join(folder, 'elsewhere')
      mkdirSync(elsewhere)
      writeFileSync(join(elsewhere, 'mine.txt'), 'mine')
      rmSync(join(state, name), { recursive: true, force: true })
      symlinkSync(elsewhere, join(state, name))
      const { code, stderr } = await run('crawl', '--origin', origin.base)
      assert.equal(code, 2, stderr)
      assert.match(stderr, new RegExp(`state/${name} is a symbolic link.*Remove the link`))
      assert.deepEqual(readdirSync(elsewhere), ['mine.txt'])
    })

  it('keeps files of others next to its generations', async (t) => {
    const { state, run } = open(t)
    const own = join(layout.generations(state), 'notes')
    mkdirSync(own)
    for (let runs = 0; runs < 2; runs++) {
      const { code, stderr } = await run('crawl', '--origin', origin.base)
      assert.equal(code, 0, stderr)
    }
    assert.deepEqual(readdirSync(layout.generations(state)).length, 3)
    assert.ok(existsSync(own))
  })
})

describe('a site with altered metadata', () => {
  function open(t: TestContext) {
    const folder = temporaryFolder(t)
    cpSync(template, folder, { recursive: true, preserveTimestamps: true })
    const run = (...args: string[]) => runHere(args)
    return { folder, out: join(folder, 'dist'), run }
  }

  for (const name of ['SHA256SUMS', 'manifest.json', 'status.json'])
    for (const [what, change] of Object.entries(STATEMENTS))
      it(`is neither packed nor prepared for a host with ${name} ${what}`, {
        timeout: 240_000,
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
    const [program = '', ...args] = [
      ...withoutRight,
      process.execPath,
      join(ROOT, 'scripts/mirror.mjs'),
      'verify',
      out,
      '--json',
    ]
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
