import assert from 'node:assert/strict'
import { cpSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openPublished, verifySite } from '../../src/lib/site/index.ts'
import { mirrorSmall } from '../check/support/sites.ts'
import { ROOT } from '../support/files.ts'
import { runHere, runMirror } from '../support/mirror.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { drill } from './support/drill.ts'

const ROUNDS = 12

test('a job that is killed at any time leaves the old site or the new one, and the next run gives the result of an uninterrupted one', async (t) => {
  const { rounds, seconds, found } = await drill(ROUNDS, 20_261_121, (line) => t.diagnostic(line))
  assert.equal(rounds, ROUNDS)
  t.diagnostic(
    `${seconds.toFixed(0)} s; ${[...found].map(([what, count]) => `${count} × ${what}`).join('; ')}`,
  )
})

test('host that is killed at any time leaves a whole site, which the next build or host replaces without leftover files', async (t) => {
  const template = temporaryFolder(t)
  await mirrorSmall(t, template)
  const run = (folder: string, env: NodeJS.ProcessEnv) =>
    runMirror(['host', 'caddy', join(folder, 'dist')], {
      env: {
        NODE_OPTIONS: `--import ${join(ROOT, 'tests/drill/support/kill-at-call.ts')}`,
        DRILL_FOLDER: folder,
        ...env,
      },
    })
  const open = () => {
    const folder = temporaryFolder(t)
    cpSync(template, folder, { recursive: true, preserveTimestamps: true })
    return folder
  }
  const counts = join(temporaryFolder(t), 'counts')
  assert.equal((await run(open(), { DRILL_COUNTS: counts })).code, 0)
  const calls = Number(readFileSync(counts, 'utf8'))
  for (let round = 1; round <= ROUNDS; round++) {
    const folder = open()
    const at = round > 4 ? calls - ROUNDS + round : Math.ceil((calls * round) / 5)
    assert.equal((await run(folder, { DRILL_KILL_AT: String(at) })).code, null)
    const out = join(folder, 'dist')
    assert.deepEqual(verifySite(openPublished(out)).findings, [], `after a kill at call ${at} of ${calls}`)
    const build = ['build', '--state', join(folder, 'state'), '--out', out]
    const { code, stderr } = await runHere(round % 2 === 0 ? build : ['host', 'caddy', out])
    assert.equal(code, 0, stderr)
    assert.deepEqual(verifySite(out).findings, [])
    assert.deepEqual(
      readdirSync(folder).filter((name) => !['deploy', 'dist', 'state'].includes(name)),
      [],
    )
  }
})
