import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it, type TestContext } from 'node:test'
import { buildFoldersOf } from '../../src/lib/site/index.ts'
import { serviceRoutes } from '../support/crawling.ts'
import { everything } from '../support/everything.ts'
import { mirrorInto, runHere, runMirror, settingsIn } from '../support/mirror.ts'
import { startScripted } from '../support/scripted-origin.ts'
import { suiteContext } from '../support/suite.ts'
import { temporaryFolder } from '../support/temporary.ts'

const FOLDERS = new URL('../../scripts/job/folders.ts', import.meta.url).href

describe('a build that was killed between its two renames', () => {
  const template = temporaryFolder({ after })
  const suite = suiteContext()
  before(async () => {
    const origin = await startScripted(suite, serviceRoutes({ a: 'one' }))
    await mirrorInto(settingsIn(template, { origin: origin.base }))
  })

  /** A mirror whose site was renamed away, and its finished successor not yet renamed to its name. */
  function openHalfSwapped(t: TestContext) {
    const folder = temporaryFolder(t)
    cpSync(template, folder, { recursive: true, preserveTimestamps: true })
    const settings = settingsIn(folder, {})
    const { folder: building, site, old } = buildFoldersOf(settings.out)
    const kill = () => {
      mkdirSync(building)
      cpSync(settings.out, site, { recursive: true, preserveTimestamps: true })
      renameSync(settings.out, old)
    }
    return { folder, settings, out: settings.out, site, kill }
  }

  /** A process that has the lock of a build. What it resolves to lets it rename the site to its name, and gives its exit code. */
  async function startBuilder(t: TestContext, out: string, site: string) {
    const script = `
      import { renameSync } from 'node:fs'
      import { withPublished } from ${JSON.stringify(FOLDERS)}
      await withPublished(${JSON.stringify(out)}, async () => {
        process.stdout.write('locked')
        await new Promise((resolve) => process.stdin.once('end', resolve).resume())
        renameSync(${JSON.stringify(site)}, ${JSON.stringify(out)})
      })`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    t.after(() => child.kill('SIGKILL'))
    await once(child.stdout, 'data')
    return async () => {
      child.stdin.end()
      const [code] = await once(child, 'close')
      return code
    }
  }

  /** The exit codes of the commands that read a site; the archive is written to a file. */
  async function readAll(out: string, archive: string) {
    const server = runMirror(['serve', out, '--port', '0', '--json'], {
      onOutput: (text, kill) => text.includes('}') && kill('SIGTERM'),
    })
    const ended = [
      await runHere(['verify', out]),
      await runHere(['pack', out, '--out', archive]),
      await runHere(['host', 'caddy', out, '--check']),
      await server,
    ]
    return ended.map(({ code }) => code)
  }

  it('is read from the folder beside it, and nothing is written', async (t) => {
    const { folder, out, kill } = openHalfSwapped(t)
    kill()
    const before = everything(folder)
    assert.deepEqual(await readAll(out, join(temporaryFolder(t), 'a.zip')), [0, 0, 0, 0])
    assert.deepEqual(everything(folder), before)
  })

  it('is completed by itself if it was not killed, whatever reads and builds meanwhile', async (t) => {
    const { folder, settings, out, site, kill } = openHalfSwapped(t)
    const finish = await startBuilder(t, out, site)
    kill()
    const before = everything(folder)
    assert.deepEqual(await readAll(out, join(temporaryFolder(t), 'a.zip')), [0, 0, 0, 0])
    for (const writer of [
      ['build', '--state', settings.state, '--out', out],
      ['host', 'caddy', out],
    ]) {
      const { code, stderr } = await runMirror(writer)
      assert.equal(code, 8, stderr)
    }
    assert.deepEqual(everything(folder), before)
    assert.equal(await finish(), 0)
    assert.equal((await runHere(['verify', out])).code, 0)
  })

  it('is completed by host', async (t) => {
    const { out, kill } = openHalfSwapped(t)
    kill()
    const { code, stderr } = await runHere(['host', 'caddy', out])
    assert.equal(code, 0, stderr)
    assert.equal((await runHere(['verify', out])).code, 0)
    assert.ok(existsSync(join(out, 'hosts.json')))
  })

  it('is restored from before it is completed', async (t) => {
    const { folder, out, kill } = openHalfSwapped(t)
    kill()
    const state = join(folder, 'other')
    const { code, stderr } = await runHere([
      'build',
      '--quiet',
      '--restore',
      out,
      '--state',
      state,
      '--out',
      out,
    ])
    assert.equal(code, 0, stderr)
    assert.equal((await runHere(['verify', out])).code, 0)
  })

  it('is completed by the next build, without leftover files', async (t) => {
    const { folder, settings, out, site, kill } = openHalfSwapped(t)
    kill()
    writeFileSync(join(site, 'index.html.part'), 'litter')
    const built = await runHere(['build', '--state', settings.state, '--out', out])
    assert.equal(built.code, 0, built.stderr)
    assert.equal(existsSync(join(out, 'index.html.part')), false)
    assert.deepEqual(readdirSync(folder).sort(), ['dist', 'state'])
    assert.equal((await runHere(['verify', out])).code, 0)
  })
})
