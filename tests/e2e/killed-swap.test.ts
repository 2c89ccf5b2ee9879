import assert from 'node:assert/strict'
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { astroConfig } from '../../scripts/job/astro.ts'
import { workshopOf } from '../../src/lib/site/index.ts'
import { serviceRoutes } from '../support/crawling.ts'
import { mirrorInto, runHere, settingsIn } from '../support/mirror.ts'
import { startScripted } from '../support/scripted-origin.ts'
import { temporaryFolder } from '../support/temporary.ts'

describe('a build that was killed between its two renames', () => {
  it('is completed by verify and by the next build, without leftover files', async (context) => {
    const origin = await startScripted(context, serviceRoutes({ a: 'one' }))
    const folder = temporaryFolder(context)
    const settings = settingsIn(folder, { origin: origin.base })
    await mirrorInto(settings)
    const { out } = settings
    const { folder: workshop, site, old } = workshopOf(out)
    const kill = () => {
      rmSync(workshop, { recursive: true, force: true })
      mkdirSync(workshop)
      cpSync(out, site, { recursive: true })
      renameSync(out, old)
    }
    kill()
    const verified = await runHere(['verify', out])
    assert.equal(verified.code, 0, verified.stderr)
    kill()
    writeFileSync(join(site, 'index.html.part'), 'litter')
    const built = await runHere(['build', '--state', settings.state, '--out', out])
    assert.equal(built.code, 0, built.stderr)
    assert.equal(existsSync(join(out, 'index.html.part')), false)
    assert.deepEqual(readdirSync(folder).sort(), ['dist', 'state'])
    assert.equal((await runHere(['verify', out])).code, 0)
  })
  it('is not completed by a program that only reads the config of the page builder', (context) => {
    const folder = temporaryFolder(context)
    const settings = settingsIn(folder, {})
    const { folder: workshop, old } = workshopOf(settings.out)
    mkdirSync(workshop)
    mkdirSync(old)
    const before = readdirSync(folder, { recursive: true })
    astroConfig(settings, new AbortController().signal, async () => {})
    assert.deepEqual(readdirSync(folder, { recursive: true }), before)
  })
})
