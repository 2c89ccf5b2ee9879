import assert from 'node:assert/strict'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { findCurrent, layout } from '../../src/lib/snapshot/index.ts'
import { serviceRoutes } from '../support/crawling.ts'
import { differences, readTree } from '../support/files.ts'
import { prepareStates, runHere } from '../support/mirror.ts'
import { startScripted } from '../support/scripted-origin.ts'
import { temporaryFolder } from '../support/temporary.ts'

const DAMAGES: Readonly<Record<string, (path: string) => void>> = {
  gone: (path) => rmSync(path),
  emptied: (path) => writeFileSync(path, ''),
  cut: (path) => writeFileSync(path, readFileSync(path).subarray(0, 900)),
}

test('a damaged manifest is reported in one line with the remedy, restoring from the published site, and nothing is lost', async (t) => {
  const origin = await startScripted(t, serviceRoutes({ a: 'text of a', b: 'text of b' }))
  const folder = temporaryFolder(t)
  const [out, state] = [join(folder, 'dist'), join(folder, 'state')]
  const places = ['--origin', origin.base, '--state', state, '--out', out]
  await prepareStates(state)
  assert.equal((await runHere(places)).code, 0)
  for (const [what, damage] of Object.entries(DAMAGES)) {
    const current = findCurrent(state)
    assert.ok(current, what)
    const before = readTree(out, { times: true })
    damage(layout.manifest(current.folder))
    for (const args of [places, ['build', '--state', state, '--out', out]]) {
      const ended = await runHere(args)
      assert.equal(ended.code, 1, what)
      assert.match(ended.stderr, /manifest\.json is damaged.*run again with --restore/s, what)
      assert.doesNotMatch(ended.stderr, /^ +at /m, what)
    }
    assert.deepEqual(differences(before, readTree(out, { times: true })), [], what)

    const restored = await runHere([...places, '--restore', out])
    assert.equal(restored.code, 0, restored.stderr)
    assert.match(restored.stderr, /Restored 12 files/, what)
    assert.equal(findCurrent(state)?.manifest.complete, true, what)
  }
})
