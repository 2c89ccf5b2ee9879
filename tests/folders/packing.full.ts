import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { hash } from 'node:crypto'
import {
  appendFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { after, before, describe, it, type TestContext } from 'node:test'
import { mount, mountMemory, remount } from '../snapshot/mounts.ts'
import { openApart } from '../support/apart.ts'
import { serviceRoutes } from '../support/crawling.ts'
import { mirrorInto, runHere, settingsIn } from '../support/mirror.ts'
import { startScripted } from '../support/scripted-origin.ts'
import { suiteContext } from '../support/suite.ts'
import { temporaryFolder } from '../support/temporary.ts'

describe('pack', () => {
  const folder = temporaryFolder({ after })
  const site = join(folder, 'dist')
  const suite = suiteContext()
  before(async () => {
    const origin = await startScripted(suite, serviceRoutes({ a: 'one' }))
    await mirrorInto(settingsIn(folder, { origin: origin.base }))
  })

  const apart = openApart()
  after(() => apart.close())

  /** Packs, and gives up on a run that waits for something. */
  function pack(t: TestContext, from: string, out: string) {
    t.after(() => apart.stop())
    return apart.run(['pack', from, '--out', out])
  }

  it('is refused by a disk that is read-only or full, in a sentence; so is host, by a mount point too', async (t) => {
    const point = mount(t, '--bind', site)
    if ('refusal' in point) return t.skip(point.refusal)
    const refused = await runHere(['host', 'nginx', point.disk])
    assert.equal(refused.code, 2)
    assert.match(refused.stderr, /^out: \S+ is a mount point/)
    const mounted = mount(t, '--bind', folder)
    if ('refusal' in mounted) return t.skip(mounted.refusal)
    remount(mounted.disk, 'bind,ro')
    const hosted = await runHere(['host', 'nginx', join(mounted.disk, 'dist')])
    assert.deepEqual([hosted.code, hosted.stdout], [1, ''])
    assert.match(
      hosted.stderr,
      /^\S+ could not be written \(EROFS\)\. The disk is read-only\. Make it writable, then run again; /,
    )
    const full = mountMemory(t, '64k')
    if ('refusal' in full) return t.skip(full.refusal)
    for (const [options, says] of [
      [
        'size=64k',
        /^\S+ could not be written \(ENOSPC\)\. The disk is full\. .*; no archive was written\.\n$/,
      ],
      [
        'ro',
        /^\S+ could not be written \(EROFS\)\. .* or name another file with --out, then run again; no archive/,
      ],
    ] as const) {
      remount(full.disk, options)
      const { code, stderr } = await pack(t, site, join(full.disk, 'a.zip'))
      assert.equal(code, 1)
      assert.match(stderr, says)
      assert.deepEqual(readdirSync(full.disk), [])
    }
  })

  // Root could replace that of the system, if the program had this fault.
  function makeDevice(folder: string): string {
    const device = join(folder, 'null')
    return spawnSync('mknod', [device, 'c', '1', '3']).status === 0 ? device : '/dev/null'
  }

  const TARGETS: Readonly<Record<string, (path: string, t: TestContext) => void | Promise<void>>> = {
    folder: (path) => mkdirSync(path),
    'named pipe': (path) => void execFileSync('mkfifo', [path]),
    device: (path) => symlinkSync(makeDevice(dirname(path)), path),
    socket: async (path, t) => {
      const server = createServer()
      await new Promise<void>((resolve) => server.listen(path, resolve))
      t.after(() => server.close())
    },
  }
  for (const [kind, make] of Object.entries(TARGETS))
    for (const suffix of ['', '.part'])
      it(`writes no archive in the place of a ${kind}${suffix && ' where it would be written first'}`, async (t) => {
        const out = join(temporaryFolder(t), 'a.zip')
        await make(out + suffix, t)
        const before = lstatSync(out + suffix)
        const { code, stderr } = await pack(t, site, out)
        assert.equal(code, suffix === '' ? 2 : 1, stderr)
        assert.match(stderr, new RegExp(`a ${kind === 'device' && suffix ? 'symbolic link' : kind}[.,]`))
        assert.deepEqual(
          [lstatSync(out + suffix).ino, lstatSync(out + suffix).mtimeMs],
          [before.ino, before.mtimeMs],
        )
        if (kind === 'device') assert.ok(statSync(out + suffix).isCharacterDevice())
      })

  it('refuses a name that is too long for the disk, also only while the file is written', async (t) => {
    const place = temporaryFolder(t)
    for (const length of [251, 255, 300]) {
      const { code, stderr } = await pack(t, site, join(place, 'x'.repeat(length)))
      assert.equal(code, 2)
      assert.match(stderr, /^--out: the name x+ is too long for the disk\. Choose a shorter one\.\n$/)
    }
    assert.deepEqual(readdirSync(place), [])
  })

  it('follows a symbolic link to the file to replace', async (t) => {
    const place = temporaryFolder(t)
    writeFileSync(join(place, 'old.zip'), 'PK old')
    symlinkSync('old.zip', join(place, 'link.zip'))
    const { code, stderr } = await pack(t, site, join(place, 'link.zip'))
    assert.equal(code, 0, stderr)
    assert.ok(lstatSync(join(place, 'link.zip')).isSymbolicLink())
    assert.equal(readFileSync(join(place, 'old.zip')).subarray(0, 2).toString(), 'PK')
  })

  it('refuses a target in the site, through a link too', async (t) => {
    const place = temporaryFolder(t)
    symlinkSync(site, join(place, 'link'))
    const { code, stderr } = await pack(t, site, join(place, 'link/a.zip'))
    assert.equal(code, 2)
    assert.match(stderr, /^--out: .*link\/a\.zip /)
  })

  const sum = (text: string) => hash('sha256', text)
  /** What somebody did to a site, in a folder beside which lies a secret. */
  const ESCAPES: Readonly<Record<string, (site: string, secret: string) => void>> = {
    'a name that climbs': (own) => appendFileSync(join(own, 'SHA256SUMS'), `${sum('secret')}  ../secret\n`),
    'a name that climbs further down': (own) =>
      appendFileSync(join(own, 'SHA256SUMS'), `${sum('secret')}  api/../../secret\n`),
    'an absolute name': (own, secret) =>
      appendFileSync(join(own, 'SHA256SUMS'), `${sum('secret')}  ${secret}\n`),
    'a link in the place of a file': (own, secret) => {
      symlinkSync(secret, join(own, 'link'))
      appendFileSync(join(own, 'SHA256SUMS'), `${sum('secret')}  link\n`)
    },
    'a link in the place of a folder': (own) => {
      renameSync(join(own, 'api'), join(own, '../elsewhere'))
      symlinkSync('../elsewhere', join(own, 'api'))
    },
  }
  for (const [what, lead] of Object.entries(ESCAPES))
    it(`packs nothing from outside the site: ${what}; verify finds it, too`, async (t) => {
      const place = temporaryFolder(t)
      const own = join(place, 'dist')
      cpSync(site, own, { recursive: true, preserveTimestamps: true })
      writeFileSync(join(place, 'secret'), 'secret')
      lead(own, join(place, 'secret'))
      const { code, stderr } = await pack(t, own, join(place, 'a.zip'))
      assert.equal(code, 6, stderr)
      assert.match(stderr, /secret|link/)
      assert.ok(!existsSync(join(place, 'a.zip')) && !existsSync(join(place, 'a.zip.part')))
      assert.equal((await runHere(['verify', own])).code, 6)
    })
})
