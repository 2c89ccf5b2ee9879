import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it, type TestContext } from 'node:test'
import { findCurrent, layout } from '../../src/lib/snapshot/index.ts'
import { mountMemory } from '../snapshot/mounts.ts'
import { openApart } from '../support/apart.ts'
import { serviceRoutes } from '../support/crawling.ts'
import { everything } from '../support/everything.ts'
import { MIRROR, mirrorInto, runHere, settingsIn } from '../support/mirror.ts'
import { startScripted } from '../support/scripted-origin.ts'
import { suiteContext } from '../support/suite.ts'
import { temporaryFolder } from '../support/temporary.ts'

// Root may read anywhere, unless it gives that right up.
const RIGHTS = '-dac_override,-dac_read_search'
const WITHOUT_RIGHT =
  process.getuid?.() === 0 ? ['setpriv', `--bounding-set=${RIGHTS}`, `--inh-caps=${RIGHTS}`] : []
const [PROGRAM = '', ...BEFORE] = [...WITHOUT_RIGHT, process.execPath]
const refusal = findRefusal()

function findRefusal(): string | false {
  const { status, stderr, error } = spawnSync(PROGRAM, [...BEFORE, '--version'], { encoding: 'utf8' })
  return status !== 0 && `root cannot give up its right to read here: ${error?.message ?? stderr.trim()}`
}

const apart = openApart([PROGRAM, ...BEFORE])
after(() => apart.close())

/** Runs a command with --json as a user who may read only what the modes of files allow. */
async function run(...args: string[]): Promise<{ status: number | null; error: string; code: string }> {
  const { code: status, stdout, stderr } = await apart.run([...args, '--json'])
  const { error = stderr, code = '' } = stdout.startsWith('{') ? JSON.parse(stdout) : {}
  return { status, error, code }
}

const MANY = Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`d${n}`, `${n} `.repeat(2000)]))

describe('where a file may not be read', { skip: refusal }, () => {
  const template = temporaryFolder({ after })
  const suite = suiteContext()
  before(async () => {
    const origin = await startScripted(suite, serviceRoutes(MANY))
    await mirrorInto(settingsIn(template, { origin: origin.base }))
  })

  function open(t: TestContext) {
    const folder = temporaryFolder(t)
    cpSync(template, folder, { recursive: true, preserveTimestamps: true })
    const [state, out] = [join(folder, 'state'), join(folder, 'dist')]
    const close = (path: string) => {
      chmodSync(path, 0)
      return path
    }
    return { state, out, close, generation: findCurrent(state)?.folder ?? '' }
  }

  for (const what of ['a document', 'the manifest', 'current', 'the generations', 'the status'])
    it(`build names it and says that it cannot be read: ${what}`, async (t) => {
      const { state, out, close, generation } = open(t)
      const places: Readonly<Record<string, string>> = {
        'a document': join(generation, 'api/v1/get_dataset/d7/index.json'),
        'the manifest': layout.manifest(generation),
        current: layout.current(state),
        'the generations': layout.generations(state),
        'the status': layout.status(state),
      }
      const closed = close(places[what] ?? '')
      // So that it is not taken from the published site.
      utimesSync(join(out, 'api/v1/get_dataset/d7/index.json'), 1, 1)
      const seen = everything(out)
      const { status, error, code } = await run('build', '--state', state, '--out', out)
      chmodSync(closed, 0o755)
      assert.deepEqual([status, code], [1, 'system'], error)
      assert.ok(error.startsWith(closed), error)
      assert.match(error, /could not be read \(EACCES\)\. .*permission/)
      assert.deepEqual(everything(out), seen)
    })

  it('restore names it, in a mirror that is a folder', async (t) => {
    const { out, close } = open(t)
    const closed = close(join(out, 'manifest.json'))
    const state = join(temporaryFolder(t), 'state')
    const { status, error, code } = await run(
      'build',
      '--restore',
      out,
      '--state',
      state,
      '--out',
      `${state}-dist`,
    )
    assert.deepEqual([status, code], [3, 'restore-failed'], error)
    assert.ok(error.startsWith(closed), error)
    assert.match(error, /could not be read \(EACCES\)\. /)
  })

  it('build names the published folder if it may not be replaced, before anything is built', async (t) => {
    const { state, out } = open(t)
    chmodSync(out, 0o555)
    const seen = everything(join(out, '..'))
    const { status, error, code } = await run('build', '--full', '--state', state, '--out', out)
    assert.deepEqual([status, code], [2, 'config'], error)
    assert.ok(error.includes(` ${out}, `), error)
    assert.deepEqual(everything(join(out, '..')), seen)
  })

  it('build replaces the site that it is in', async (t) => {
    const { state, out, close } = open(t)
    close(join(out, 'api/v1/get_dataset/d7/index.json'))
    const { status, error } = await run('build', '--state', state, '--out', out)
    assert.equal(status, 0, error)
    assert.equal((await runHere(['verify', out])).code, 0)
  })

  it('host names it, and leaves the site unchanged', async (t) => {
    const { out, close } = open(t)
    const closed = close(join(out, 'api/v1/get_dataset/d7/index.json'))
    const { status, error, code } = await run('host', 'caddy', out)
    assert.deepEqual([status, code], [1, 'system'], error)
    chmodSync(closed, 0o644)
    assert.match(error, /^\S+\/site\/api\/v1\/get_dataset\/d7\/index\.json could not be read \(EACCES\)\. /)
    const verified = await runHere(['verify', out])
    assert.equal(verified.code, 0, verified.stdout + verified.stderr)
  })

  for (const what of ['SHA256SUMS', 'manifest.json', 'status.json'])
    it(`pack and host name it once, with one remedy: ${what}`, async (t) => {
      const { out, close } = open(t)
      const closed = close(join(out, what))
      for (const args of [
        ['pack', out, '--out', join(out, '../a.zip')],
        ['host', 'caddy', out],
      ]) {
        const { status, error, code } = await run(...args)
        assert.deepEqual([status, code], [1, 'system'], error)
        assert.equal(
          error,
          `${closed} could not be read (EACCES). This user has no permission for that. Grant it, then run again.`,
        )
      }
    })

  it('check names the earlier chain that it is to compare', async (t) => {
    const { out, close } = open(t)
    const closed = close(join(out, 'generations.jsonl'))
    const { status, error, code } = await run('check', 'http://127.0.0.1:9/', '--since', closed)
    assert.deepEqual([status, code], [1, 'system'], error)
    assert.ok(error.startsWith(`${closed} could not be read (EACCES). `), error)
  })

  it('serve says that it cannot send it now, not that there is none', async (t) => {
    const { out, close } = open(t)
    close(join(out, 'api/v1/get_dataset/d7/index.json'))
    const server = spawn(PROGRAM, [...BEFORE, MIRROR, 'serve', out, '--port', '0', '--json'])
    t.after(() => server.kill())
    const [printed] = await once(server.stdout, 'data')
    const { url } = JSON.parse(printed)
    const ask = async (path: string) => (await fetch(new URL(path, url))).status
    const closed = await ask('api/v1/get_dataset/d7/?type=json')
    assert.deepEqual([closed, await ask('api/v1/get_dataset/d8/?type=json')], [503, 200])
  })

  it('host names the file for which there is no room, and leaves the site unchanged', async (t) => {
    const mounted = mountMemory(t, '64m')
    if ('refusal' in mounted) return t.skip(mounted.refusal)
    const out = join(mounted.disk, 'dist')
    cpSync(join(template, 'dist'), out, { recursive: true, preserveTimestamps: true })
    const room = spawnSync('df', ['--output=used', mounted.disk], { encoding: 'utf8' }).stdout.split('\n')[1]
    spawnSync('mount', ['-o', `remount,size=${Number(room) + 120}k`, mounted.disk])
    const { status, error, code } = await run('host', 'caddy', out)
    assert.deepEqual([status, code], [1, 'disk-full'], error)
    assert.match(error, /^\S+\/site\/\S+\.(?:br|gz|zst)\.part could not be written \(ENOSPC\)\. /)
    spawnSync('mount', ['-o', 'remount,size=64m', mounted.disk])
    const names = readdirSync(out, { recursive: true, encoding: 'utf8' })
    assert.deepEqual(
      names.filter((name) => name.endsWith('.part')),
      [],
    )
    const verified = await runHere(['verify', out])
    assert.equal(verified.code, 0, verified.stdout + verified.stderr)
    assert.equal((await runHere(['host', 'caddy', out])).code, 0)
    assert.equal((await runHere(['verify', out])).code, 0)
  })
})
