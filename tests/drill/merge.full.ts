import assert from 'node:assert/strict'
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { findCurrent, findDigest } from '../../src/lib/snapshot/index.ts'
import { serviceRoutes } from '../support/crawling.ts'
import { ROOT } from '../support/files.ts'
import { runHere, runMirror } from '../support/mirror.ts'
import { startScripted } from '../support/scripted-origin.ts'
import { temporaryFolder } from '../support/temporary.ts'

const ROUNDS = 12

test('merge that is killed at any time leaves the old or the new snapshot, and the next merge or crawl gives the new one', async (t) => {
  const template = temporaryFolder(t)
  const origin = await startScripted(t, serviceRoutes({ a: '1', b: '2', c: '3' }))
  const config = join(temporaryFolder(t), 'mirror.config.mjs')
  const history = { keep: 9, bytes: 2 ** 20 }
  writeFileSync(config, `export default ${JSON.stringify({ origin: [origin.base], retries: 0, history })}`)
  const on = (folder: string, ...args: string[]) => [
    ...args,
    '--config',
    config,
    '--state',
    join(folder, 'state'),
  ]
  const succeed = async (args: string[]) => {
    const { code, stdout, stderr } = await runHere(args)
    assert.equal(code, 0, stderr)
    return stdout
  }
  await succeed(on(template, 'crawl', '--quiet'))
  origin.set(serviceRoutes({ a: '1', b: 'changed', c: 'changed', d: 'new' }))
  const plan = join(template, 'plan.json')
  writeFileSync(plan, await succeed(on(template, 'plan', '--json')))
  for (const shard of ['1/2', '2/2'])
    await succeed(on(template, 'crawl', '--quiet', '--plan', plan, '--shard', shard))
  const before = contentsOf(template)

  const open = () => {
    const folder = temporaryFolder(t)
    cpSync(template, folder, { recursive: true, preserveTimestamps: true })
    return folder
  }
  const merge = (folder: string) => on(folder, 'merge', '--quiet', '--plan', plan)
  const run = (folder: string, env: NodeJS.ProcessEnv) =>
    runMirror(merge(folder), {
      env: {
        NODE_OPTIONS: `--import ${join(ROOT, 'tests/drill/support/kill-at-call.ts')}`,
        DRILL_FOLDER: folder,
        ...env,
      },
    })
  const counts = join(temporaryFolder(t), 'counts')
  const whole = open()
  assert.equal((await run(whole, { DRILL_COUNTS: counts })).code, 0)
  const after = contentsOf(whole)
  const calls = Number(readFileSync(counts, 'utf8'))
  for (let round = 1; round <= ROUNDS; round++) {
    const folder = open()
    // The publication is at the end.
    const at = round > 4 ? calls - (ROUNDS - round) * 3 : Math.ceil((calls * round) / 5)
    // One that makes fewer calls than the first ends before the last kills.
    assert.ok([null, 0].includes((await run(folder, { DRILL_KILL_AT: String(at) })).code))
    const now = contentsOf(folder)
    assert.ok(now === before || now === after, `after a kill at call ${at} of ${calls}`)
    const { code, stderr } = await runHere(merge(folder))
    // The snapshot of the plan was replaced.
    if (code === 2) assert.match(stderr, /If a crawl was published since, make a new plan/)
    else assert.equal(code, 0, stderr)
    assert.equal(contentsOf(folder), after)
    if (code === 0) assert.deepEqual(leftIn(folder), [], `after a kill at call ${at} of ${calls}`)
    await succeed(on(folder, 'crawl', '--quiet'))
    assert.equal(contentsOf(folder), after)
  }
})

/** What an unfinished run leaves in a state folder. */
function leftIn(folder: string): string[] {
  return readdirSync(join(folder, 'state')).filter((name) => /^draft|^shards|next|part$|lock/.test(name))
}

/** The files and versions of the current generation, which match its manifest. */
function contentsOf(folder: string): string {
  const current = findCurrent(join(folder, 'state'))
  assert.ok(current)
  const { records, history = [] } = current.manifest
  for (const { path, sha256 } of records)
    if (sha256 !== undefined) assert.equal(findDigest(join(current.folder, path))?.sha256, sha256, path)
  const versions = history.flatMap((one) => one.versions.map(({ sha256 }) => sha256))
  return [...records.map(({ path, sha256 }) => `${path} ${sha256}`), ...versions].join('\n')
}
