import assert from 'node:assert/strict'
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { verifySite } from '../../src/lib/site/index.ts'
import { both, serviceRoutes } from '../support/crawling.ts'
import { differences, ROOT, readTree } from '../support/files.ts'
import { mirrorInto, runHere, runMirror, settingsIn } from '../support/mirror.ts'
import { startScripted } from '../support/scripted-origin.ts'
import { temporaryFolder } from '../support/temporary.ts'

/** Every third call: all of them take three minutes. */
const STEP = 3

test('forget that is killed at any time has removed nothing, or the next run removes the rest; no other data is lost', async (t) => {
  const template = temporaryFolder(t)
  const origin = await startScripted(t, serviceRoutes({ a: '1', b: '2' }))
  const settings = settingsIn(template, { origin: origin.base, history: { keep: 9, bytes: 2 ** 20 } })
  for (const name of ['Ann', 'Jane Doe', 'withheld', 'nobody']) {
    origin.set(both('get_dataset/a', [{ id: '1', name, kind: 'x' }]))
    await mirrorInto(settings)
  }
  const open = () => {
    const folder = temporaryFolder(t)
    cpSync(template, folder, { recursive: true, preserveTimestamps: true })
    return { folder, state: join(folder, 'state'), out: join(folder, 'dist') }
  }
  const forget = (state: string) => ['forget', 'a', '--state', state]
  const run = ({ folder, state }: ReturnType<typeof open>, env: NodeJS.ProcessEnv) =>
    runMirror(forget(state), {
      env: {
        NODE_OPTIONS: `--import ${join(ROOT, 'tests/drill/support/kill-at-call.ts')}`,
        DRILL_FOLDER: folder,
        ...env,
      },
    })
  const build = async ({ state, out }: ReturnType<typeof open>) => {
    const { code, stderr } = await runHere(['build', '--state', state, '--out', out])
    assert.equal(code, 0, stderr)
    assert.deepEqual(verifySite(out).findings, [])
  }
  const before = readState(settings.state)
  const counts = join(temporaryFolder(t), 'counts')
  const whole = open()
  assert.equal((await run(whole, { DRILL_COUNTS: counts })).code, 0)
  const after = readState(whole.state)
  assert.ok([...before.values()].some((text) => text.includes('Jane Doe')))
  assert.ok(![...after.values()].some((text) => text.includes('Jane Doe')))
  const calls = Number(readFileSync(counts, 'utf8'))
  const found = new Set<string>()
  for (let at = 1; at <= calls; at += STEP) {
    const folders = open()
    assert.equal((await run(folders, { DRILL_KILL_AT: String(at) })).code, null)
    await build(folders)
    const now = readState(folders.state)
    const isDone = differences(now, before).length > 0
    found.add(isDone ? 'removed' : 'unchanged')
    assert.deepEqual(differences(now, isDone ? after : before), [], `after a kill at call ${at} of ${calls}`)
    assert.equal((await runHere(forget(folders.state))).code, 0)
    assert.deepEqual(differences(readState(folders.state), after), [])
  }
  // All of them have ended in this state.
  await build(whole)
  assert.deepEqual([...found].sort(), ['removed', 'unchanged'])
})

/** The files of a state folder by path, without caches and the times of a removal. */
function readState(state: string): Map<string, string> {
  return new Map(
    [...readTree(state)]
      .filter(([path]) => !/^(?:bundle|compiled|derived)\/|^status\.json$/.test(path))
      .map(([path, text]) => [path, text.replace(/"forgottenAt": ?"[^"]*"/g, '')]),
  )
}
