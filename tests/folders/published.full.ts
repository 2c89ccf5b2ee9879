import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { Worker } from 'node:worker_threads'
import { serviceRoutes } from '../support/crawling.ts'
import { mirrorInto, prepareStates, runHere, settingsIn } from '../support/mirror.ts'
import { startScripted } from '../support/scripted-origin.ts'
import { temporaryFolder } from '../support/temporary.ts'

/** Reads files of a site again and again, in a thread of its own. Posts a message after the first round, and its counts when it gets one. */
const READER = `
  const { readFileSync } = require('node:fs')
  const { parentPort, receiveMessageOnPort, workerData } = require('node:worker_threads')
  const counts = { reads: 0, missing: 0, texts: new Set() }
  for (let round = 0; receiveMessageOnPort(parentPort) === undefined; round++) {
    for (const path of ['index.html', 'SHA256SUMS', 'api/v1/get_dataset/a/index.json'])
      try {
        const text = readFileSync(workerData + '/' + path, 'utf8')
        counts.reads++
        if (path.endsWith('.json')) counts.texts.add(text)
      } catch {
        counts.missing++
      }
    if (round === 0) parentPort.postMessage('reading')
  }
  parentPort.postMessage(counts)`

describe('a published folder that is a link to one of two', () => {
  it('is never without a site, for a reader who checks continuously during builds', async (t) => {
    const folder = temporaryFolder(t)
    const origin = await startScripted(t, serviceRoutes({ a: 'text 0' }))
    const settings = settingsIn(folder, { origin: origin.base })
    const out = join(folder, 'dist')
    symlinkSync('.dist.mirror-a', out)
    await mirrorInto(settings)
    const reader = new Worker(READER, { eval: true, workerData: out })
    t.after(() => reader.terminate())
    await once(reader, 'message')
    for (const n of [1, 2, 3]) {
      origin.set(serviceRoutes({ a: `text ${n}` }))
      await mirrorInto(settings)
      assert.ok(lstatSync(out).isSymbolicLink())
      assert.equal(readlinkSync(out), n % 2 === 0 ? '.dist.mirror-b' : '.dist.mirror-a')
    }
    reader.postMessage('end')
    const [counts] = await once(reader, 'message')
    assert.equal(counts.missing, 0, `${counts.missing} of ${counts.reads}`)
    assert.equal(counts.texts.size, 4)
    assert.deepEqual(readdirSync(folder).sort(), ['.dist.mirror-a', '.dist.mirror-b', 'dist', 'state'])
    assert.equal((await runHere(['verify', out])).code, 0)
  })

  it('is refused if the other folder has files of others', async (t) => {
    const folder = temporaryFolder(t)
    symlinkSync('.dist.mirror-a', join(folder, 'dist'))
    mkdirSync(join(folder, '.dist.mirror-b'))
    writeFileSync(join(folder, '.dist.mirror-b/thesis.txt'), 'years of work')
    const places = ['--out', join(folder, 'dist'), '--state', join(folder, 'state')]
    const { code, stderr } = await runHere(['--origin', 'http://127.0.0.1:9/', ...places])
    assert.equal(code, 2)
    assert.match(stderr, /mirror-b .*\(thesis\.txt\)/)
    assert.ok(existsSync(join(folder, '.dist.mirror-b/thesis.txt')))
  })
})

describe('files that others put into the published folder', () => {
  async function build(t: TestContext, place = temporaryFolder(t)) {
    const origin = await startScripted(t, serviceRoutes({ a: 'one' }))
    const { out, state } = settingsIn(place, {})
    await prepareStates(state)
    const run = () => runHere(['--quiet', '--origin', origin.base, '--state', state, '--out', out])
    assert.deepEqual(await run(), { code: 0, stdout: '', stderr: '' })
    return { out, run, origin }
  }

  it('are reported before they are deleted with the site; without them there is no warning', async (t) => {
    const { out, run } = await build(t)
    for (const path of ['.git/refs', '.well-known', 'api/v1/notes'])
      mkdirSync(join(out, path), { recursive: true })
    for (const path of ['.git/HEAD', '.well-known/security.txt', 'CNAME', 'api/v1/list/notes.txt'])
      writeFileSync(join(out, path), 'mine')
    const { code, stderr } = await run()
    assert.equal(code, 0)
    assert.match(
      stderr,
      /^warning: .*: \.git\/, \.well-known\/, CNAME, api\/v1\/list\/notes\.txt, api\/v1\/notes\/\. .*\n$/,
    )
    assert.ok(stderr.includes(out))
    assert.deepEqual(await run(), { code: 0, stdout: '', stderr: '' })
  })

  it('are reported if the disk does not delete them, with what is published then', async (t) => {
    // A disk in memory knows no such flag.
    const place = mkdtempSync(join(tmpdir(), 'mirror-immutable-'))
    t.after(() => {
      spawnSync('chattr', ['-R', '-i', place])
      rmSync(place, { recursive: true, force: true })
    })
    const probe = join(place, 'probe')
    writeFileSync(probe, '')
    const refused = spawnSync('chattr', ['+i', probe])
    if (refused.status !== 0) return t.skip('files cannot be made immutable here')
    execFileSync('chattr', ['-i', probe])
    const { out, run, origin } = await build(t, place)
    const file = 'api/v1/get_dataset/a/index.json'
    execFileSync('chattr', ['+i', join(out, file)])
    // Otherwise only the times of the run would be published.
    origin.set(serviceRoutes({ a: 'one', b: 'two' }))
    const stuck = join(place, '.dist.mirror-work/old', file)
    for (const published of ['the new site is published', 'the published site is unchanged']) {
      const { code, stderr } = await run()
      assert.equal(code, 1)
      assert.ok(stderr.startsWith(`${stuck} could not be removed (EPERM). `), stderr)
      assert.ok(stderr.endsWith(`then run again; ${published}.\n`), stderr)
      assert.equal((await runHere(['verify', out])).code, 0)
    }
    execFileSync('chattr', ['-i', stuck])
    assert.equal((await run()).code, 0)
  })
})
